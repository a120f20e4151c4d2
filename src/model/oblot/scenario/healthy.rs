//! Which robots have no fault yet.

/// The robots that have no fault yet, in the order of their ids: a tree of counts (Fenwick, 1994),
/// so that each of many tables of faults takes a time that hardly grows with the swarm.
pub(super) struct Healthy {
    /// Place `i`, counted from 1, holds how many of the last `i & -i` robots up to number `i` are
    /// healthy.
    counts: Vec<u32>,
    count: usize,
}

impl Healthy {
    /// All of so many robots are healthy.
    pub(super) fn new(robots: usize) -> Self {
        let counts = (0..=robots).map(|place| lowest_bit(place) as u32);
        Healthy {
            counts: counts.collect(),
            count: robots,
        }
    }

    /// How many are healthy.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The healthy robot of this rank, counted from 0, in the order of the ids. There have to be
    /// more than that.
    pub(super) fn nth(&self, rank: usize) -> usize {
        debug_assert!(rank < self.count);
        let robots = self.counts.len() - 1;
        // How many robots are passed over, all healthy ones among them being of lower rank.
        let (mut passed, mut left) = (0, rank);
        let mut step = robots.checked_ilog2().map_or(0, |power| 1 << power);
        while step > 0 {
            let next = passed + step;
            if next <= robots && self.counts[next] as usize <= left {
                left -= self.counts[next] as usize;
                passed = next;
            }
            step /= 2;
        }
        passed
    }

    /// A healthy robot is so no longer.
    pub(super) fn remove(&mut self, id: usize) {
        self.count -= 1;
        let mut place = id + 1;
        while let Some(count) = self.counts.get_mut(place) {
            *count -= 1;
            place += lowest_bit(place);
        }
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::Healthy;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_count_those_that_are_left(
            robots in 1usize..70,
            leaving in prop::collection::vec(any::<usize>(), 0..70),
        ) {
            let mut healthy = Healthy::new(robots);
            let mut list: Vec<usize> = (0..robots).collect();
            for number in leaving {
                let ranks = (0..list.len()).map(|rank| healthy.nth(rank));
                prop_assert_eq!(ranks.collect::<Vec<_>>(), list.clone());
                prop_assert_eq!(healthy.count(), list.len());
                if !list.is_empty() {
                    healthy.remove(list.remove(number % list.len()));
                }
            }
        }
    }
}
