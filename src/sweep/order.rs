//! In which order the runs of a sweep come, and which of them a machine carries out.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// The order of the runs of a sweep, as places from 0.
///
/// All points come with the first seed, then all with the second, and so on. Whatever is finished
/// when somebody looks is then a fair sample: every point has met the same seeds, so an interrupted
/// sweep can be compared as far as it came, with common random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    points: NonZeroU64,
    runs: u64,
}

/// One of several parts of a sweep; the first of three is 1/3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 0.
    part: u64,
    of: NonZeroU64,
}

impl Order {
    /// The order of so many points with so many seeds each.
    ///
    /// `None` where there are no points, or more runs than a signed 64-bit number counts, as which a
    /// database keeps them.
    #[must_use]
    pub fn new(points: u64, seeds: u128) -> Option<Self> {
        let runs = u128::from(points).checked_mul(seeds)?;
        let runs = i64::try_from(runs).ok()?.cast_unsigned();
        let points = NonZeroU64::new(points)?;
        Some(Order { points, runs })
    }

    /// How many runs there are.
    #[must_use]
    pub fn runs(self) -> u64 {
        self.runs
    }

    /// The number of the point and the number of the seed, both from 0, of the run at a place.
    #[must_use]
    pub fn run(self, place: u64) -> (u64, u64) {
        (place % self.points, place / self.points)
    }

    /// The place of a point with a seed, both by their numbers from 0; `None` where there is none.
    #[must_use]
    pub fn place(self, point: u64, seed: u64) -> Option<u64> {
        let place = seed.checked_mul(self.points.get())?.checked_add(point)?;
        (point < self.points.get() && place < self.runs).then_some(place)
    }

    /// Whether the run at a place belongs to a part.
    ///
    /// Runs are dealt to the parts in turn, so no part has two runs more than another. Where the number
    /// of points and the number of parts have a common divisor, dealing alone would give the same points
    /// to the same part for ever, and a part with the slow ones would take longest; so the turn moves
    /// on by one whenever it would repeat itself, and each part meets all points alike.
    #[must_use]
    pub fn is_of(self, place: u64, shard: Shard) -> bool {
        let turns = u128::from(place) / self.period(shard);
        (u128::from(place) + turns) % u128::from(shard.of.get()) == u128::from(shard.part)
    }

    /// How many runs belong to a part.
    #[must_use]
    pub fn runs_of(self, shard: Shard) -> u64 {
        let of = u128::from(shard.of.get());
        let (runs, period) = (u128::from(self.runs), self.period(shard));
        let (turns, rest) = (runs / period, runs % period);
        // The first place of the last, incomplete period that belongs to the part, within that period.
        let first = (u128::from(shard.part) + of - turns % of) % of;
        let last = rest.saturating_sub(first).div_ceil(of);
        // Not above the number of all runs.
        (turns * (period / of) + last) as u64
    }

    /// After how many runs dealing would repeat itself: the least common multiple of points and parts.
    fn period(self, shard: Shard) -> u128 {
        let (points, of) = (self.points.get(), shard.of.get());
        u128::from(points / divisor(points, of)) * u128::from(of)
    }
}

/// The greatest common divisor, by Euclid.
fn divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl Default for Shard {
    /// The only part.
    fn default() -> Self {
        let of = NonZeroU64::MIN;
        Shard { part: 0, of }
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `3/16`: the third of sixteen parts.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected a part such as 3/16, found {text:?}");
        let (part, of) = text.split_once('/').ok_or_else(expected)?;
        let part: u64 = part.trim().parse().map_err(|_| expected())?;
        let of: u64 = of.trim().parse().map_err(|_| expected())?;
        let of = NonZeroU64::new(of).ok_or("expected at least one part, found 0")?;
        match part.checked_sub(1) {
            Some(part) if part < of.get() => Ok(Shard { part, of }),
            _ => Err(format!(
                "expected a part from 1/{of} to {of}/{of}, found {text}"
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shard(part: u64, of: u64) -> Shard {
        format!("{part}/{of}").parse().expect("a part")
    }

    #[test]
    fn all_points_meet_each_seed_in_turn() {
        let order = Order::new(3, 2).expect("an order");
        let runs: Vec<_> = (0..order.runs()).map(|place| order.run(place)).collect();
        assert_eq!(runs, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
        assert_eq!(
            (order.place(2, 1), order.place(3, 0), order.place(0, 2)),
            (Some(5), None, None)
        );
        assert_eq!(order.place(0, u64::MAX), None);
    }

    #[test]
    fn what_cannot_be_counted_has_no_order() {
        assert_eq!(Order::new(0, 5), None);
        assert_eq!(Order::new(u64::MAX, u128::MAX), None);
        assert_eq!(Order::new(1 << 32, 1 << 31), None);
        let most = Order::new(1, (1 << 63) - 1).expect("an order");
        assert_eq!(most.runs(), i64::MAX as u64);
        let parts = [1, 2, 3].map(|part| most.runs_of(shard(part, 3)));
        assert_eq!(parts.iter().sum::<u64>(), most.runs());
        assert_eq!(Order::new(5, 0).map(Order::runs), Some(0));
    }

    #[test]
    fn each_part_meets_all_points_alike() {
        // Four points in four parts: dealt without moving on, a part would have one point only.
        let order = Order::new(4, 100).expect("an order");
        for part in 1..=4 {
            let mine = (0..order.runs()).filter(|place| order.is_of(*place, shard(part, 4)));
            let mut met = [0; 4];
            mine.for_each(|place| met[order.run(place).0 as usize] += 1);
            assert_eq!(met, [25; 4], "{part}");
        }
    }

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(shard(3, 16).to_string(), "3/16");
        assert_eq!(Shard::default().to_string(), "1/1");
        for text in [
            "", "3", "0/3", "4/3", "1/0", "-1/3", "a/b", "1/2/3", "1.5/2",
        ] {
            let words = text.parse::<Shard>().expect_err(text);
            assert!(words.starts_with("expected "), "{text}: {words}");
        }
    }

    proptest! {
        #[test]
        fn every_run_is_in_one_part_and_the_parts_are_alike(
            points in 1_u64..40,
            seeds in 0_u128..40,
            of in 1_u64..50,
        ) {
            let order = Order::new(points, seeds).expect("an order");
            let mut owners = vec![0; order.runs() as usize];
            let mut sizes = Vec::new();
            for part in 1..=of {
                let shard = shard(part, of);
                let mine = (0..order.runs()).filter(|place| order.is_of(*place, shard));
                let mine: Vec<u64> = mine.collect();
                prop_assert_eq!(mine.len() as u64, order.runs_of(shard));
                mine.iter().for_each(|place| owners[*place as usize] += 1);
                sizes.push(mine.len());
            }
            prop_assert!(owners.iter().all(|owners| *owners == 1));
            let least = sizes.iter().min().expect("a part");
            let most = sizes.iter().max().expect("a part");
            prop_assert!(most - least <= 1, "{sizes:?}");
        }
    }
}
