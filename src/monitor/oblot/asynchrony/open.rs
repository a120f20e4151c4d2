//! The cycles that are open, and how deep those that are over were nested.

/// The robots that are in their cycles, in the order in which these began. Each step takes
/// amortised logarithmic time in the number of open cycles.
///
/// A cycle that is over leaves a hole; a tree of sums (Fenwick, 1994) counts around the holes. Where
/// more than half of all places are holes, the rest moves together.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    places: Vec<Place>,
    /// Entry `i` counts the open cycles among the `i & -i` places up to the `i`-th; the first place
    /// is 1.
    sums: Vec<usize>,
    /// The place of each robot's cycle.
    by_robot: Vec<usize>,
    open: usize,
    /// All places before this one are holes.
    first: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    start: f64,
    robot: u32,
    open: bool,
}

/// There are always so many places, so that few cycles are not moved together all the time.
const FEW: usize = 64;

impl Open {
    /// Nobody of so many robots is in a cycle.
    pub(super) fn new(robots: usize) -> Self {
        Open {
            by_robot: vec![0; robots],
            ..Open::default()
        }
    }

    /// How many cycles are open.
    pub(super) fn len(&self) -> usize {
        self.open
    }

    /// A cycle begins, not before any other that began.
    pub(super) fn push(&mut self, robot: u32, start: f64) {
        if self.places.len() >= FEW && self.places.len() > 2 * self.open {
            self.move_together();
        }
        self.by_robot[robot as usize] = self.places.len();
        self.places.push(Place {
            start,
            robot,
            open: true,
        });
        let number = self.places.len();
        let mut sum = 1;
        let mut part = number - 1;
        while part > number - lowest_bit(number) {
            sum += self.sums[part - 1];
            part -= lowest_bit(part);
        }
        self.sums.push(sum);
        self.open += 1;
    }

    /// The cycle of a robot, which is open, is over.
    pub(super) fn remove(&mut self, robot: u32) {
        let place = self.by_robot[robot as usize];
        self.places[place].open = false;
        self.open -= 1;
        let mut number = place + 1;
        while let Some(sum) = self.sums.get_mut(number - 1) {
            *sum -= 1;
            number += lowest_bit(number);
        }
        while self.places.get(self.first).is_some_and(|place| !place.open) {
            self.first += 1;
        }
    }

    fn move_together(&mut self) {
        self.places.retain(|place| place.open);
        for (index, place) in self.places.iter().enumerate() {
            self.by_robot[place.robot as usize] = index;
        }
        self.sums = (1..=self.places.len()).map(lowest_bit).collect();
        self.first = 0;
    }

    /// The robot whose open cycle began first.
    pub(super) fn first(&self) -> Option<u32> {
        self.places.get(self.first).map(|place| place.robot)
    }

    /// How many open cycles began after this instant.
    pub(super) fn after(&self, time: f64) -> usize {
        let mut before = self.places.partition_point(|place| place.start <= time);
        let mut after = self.open;
        while before > 0 {
            after -= self.sums[before - 1];
            before -= lowest_bit(before);
        }
        after
    }

    /// The robot whose open cycle began first after this instant, in linear time.
    pub(super) fn first_after(&self, time: f64) -> Option<u32> {
        let after = self.places.partition_point(|place| place.start <= time);
        let found = self.places[after..].iter().find(|place| place.open);
        found.map(|place| place.robot)
    }

    /// The robots in their cycles.
    pub(super) fn robots(&self) -> impl Iterator<Item = u32> {
        let open = self.places.iter().filter(|place| place.open);
        open.map(|place| place.robot)
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

/// How high the cycles that are over are stacked: a cycle within which none lies has the height 1,
/// any other one more than the highest within it.
///
/// To find the highest cycle that began at some instant or later, only those count that are higher
/// than all that began after them. There are at most as many as the highest is high.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    /// Starts, increasing, and heights, decreasing. False stands for a cycle of one instant, which
    /// lies within those only that began before it.
    steps: Vec<((f64, bool), usize)>,
}

impl Heights {
    /// The height of a cycle that ends now and took some time. Of cycles that end at one instant
    /// those that began later come first.
    pub(super) fn end(&mut self, start: f64) -> usize {
        let key = (start, true);
        let within = self.steps.partition_point(|(other, _)| *other < key);
        let highest = self.steps.get(within).map_or(0, |&(_, height)| height);
        self.insert(key, highest + 1);
        highest + 1
    }

    /// There was a cycle of one instant. Those that take time and end at this instant come before.
    pub(super) fn instant(&mut self, time: f64) {
        self.insert((time, false), 1);
    }

    fn insert(&mut self, key: (f64, bool), height: usize) {
        let at = self.steps.partition_point(|(other, _)| *other < key);
        let after = self.steps.get(at);
        if after.is_some_and(|&(_, other)| other >= height) {
            return;
        }
        let end = at + usize::from(after.is_some_and(|&(other, _)| other == key));
        let begin = self.steps[..at].partition_point(|&(_, other)| other > height);
        self.steps.splice(begin..end, [(key, height)]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Heights, Open};

    proptest! {
        /// Open cycles are those of a plain list, whatever begins and ends.
        #[test]
        fn open_cycles_are_those_of_a_plain_list(
            steps in proptest::collection::vec((0_u32..40, 0_u8..3), 0..600),
        ) {
            let (mut open, mut list, mut now) = (Open::new(40), Vec::new(), 0.0);
            for (robot, pause) in steps {
                now += f64::from(pause);
                if let Some(found) = list.iter().position(|&(other, _)| other == robot) {
                    list.remove(found);
                    open.remove(robot);
                } else {
                    list.push((robot, now));
                    open.push(robot, now);
                }
                prop_assert_eq!(open.len(), list.len());
                prop_assert_eq!(open.first(), list.first().map(|one| one.0));
                prop_assert!(open.robots().eq(list.iter().map(|&(robot, _)| robot)));
                for back in 0..6 {
                    let time = now - f64::from(back);
                    let after = || list.iter().filter(|&&(_, start)| start > time);
                    prop_assert_eq!(open.after(time), after().count());
                    prop_assert_eq!(open.first_after(time), after().next().map(|one| one.0));
                }
            }
        }
    }

    #[test]
    fn places_of_cycles_that_are_over_are_given_up() {
        let mut open = Open::new(3);
        for step in 0..10_000 {
            open.push(step % 3, f64::from(step));
            open.remove(step % 3);
            assert!(open.places.len() <= super::FEW + 1);
        }
    }

    #[test]
    fn heights_are_those_of_stacks() {
        let mut heights = Heights::default();
        // [1, 2] and [3, 4] lie side by side in [1, 5], which lies in [0, 6]; [5.5, 7] crosses it.
        assert_eq!(heights.end(1.0), 1);
        assert_eq!(heights.end(3.0), 1);
        assert_eq!(heights.end(1.0), 2);
        assert_eq!(heights.end(0.0), 3);
        assert_eq!(heights.end(5.5), 1);
        // A cycle of the instant 8 lies in [7.5, 9], and in none that began with it.
        heights.instant(8.0);
        assert_eq!(heights.end(8.0), 1);
        let mut heights = Heights::default();
        heights.instant(8.0);
        assert_eq!(heights.end(7.5), 2);
        // Only what can still count is kept.
        for start in (0..100).rev() {
            heights.instant(f64::from(start) + 10.0);
        }
        assert_eq!(heights.steps.len(), 2);
    }
}
