//! The seeds of a sweep.

use std::fmt;
use std::str::FromStr;

/// Seeds from 0 to 2^64-1, each once, in the order in which they are written: `0..999`, `7`, `1,5,9`,
/// `0..9,100..109`. Ranges include both ends.
///
/// They are kept as stretches, never one by one. Stretches that continue one another are joined, so
/// `0..4,5..9` equals `0..9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    stretches: Vec<Stretch>,
}

/// Seeds that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    first: u64,
    last: u64,
    /// How many seeds come before it.
    before: u128,
}

impl Seeds {
    /// So many seeds from the first on; `None` where that is none, or more than there are.
    #[must_use]
    pub fn from_first(first: u64, count: u64) -> Option<Self> {
        let last = first.checked_add(count.checked_sub(1)?)?;
        Some(Self::of([(first, last)]))
    }

    /// These stretches, which do not overlap.
    fn of(ranges: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (first, last) in ranges {
            match stretches.last_mut() {
                Some(open) if open.last.checked_add(1) == Some(first) => open.last = last,
                open => {
                    let before = open.map_or(0, |open| open.before + open.count());
                    stretches.push(Stretch {
                        first,
                        last,
                        before,
                    });
                }
            }
        }
        Seeds { stretches }
    }

    /// How many there are: from 1 to 2^64.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.stretches
            .last()
            .map_or(0, |last| last.before + last.count())
    }

    /// The seed at a place, from 0; `None` past the last.
    #[must_use]
    pub fn get(&self, place: u64) -> Option<u64> {
        let place = u128::from(place);
        let after = self
            .stretches
            .partition_point(|stretch| stretch.before <= place);
        let stretch = self.stretches.get(after.checked_sub(1)?)?;
        let way = u64::try_from(place - stretch.before).ok()?;
        (way <= stretch.last - stretch.first).then(|| stretch.first + way)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.stretches
            .iter()
            .flat_map(|stretch| stretch.first..=stretch.last)
    }
}

impl Stretch {
    fn count(&self) -> u128 {
        u128::from(self.last - self.first) + 1
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected seeds such as 0..999 or 1,5,9, found {text:?}");
        let number = |digits: &str| match digits.trim() {
            signed if signed.starts_with('+') => Err(expected()),
            digits => digits.parse::<u64>().map_err(|_| expected()),
        };
        let mut ranges = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!(
                    "expected a last seed of at least {first}, found {last}"
                ));
            }
            ranges.push((first, last));
        }
        let mut sorted = ranges.clone();
        sorted.sort_unstable();
        let double = sorted.windows(2).find(|pair| pair[1].0 <= pair[0].1);
        match double {
            Some(pair) => Err(format!(
                "expected each seed once, found {} twice",
                pair[1].0
            )),
            None => Ok(Seeds::of(ranges)),
        }
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Stretch { first, last, .. }) in self.stretches.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            match first == last {
                true => write!(f, "{comma}{first}")?,
                false => write!(f, "{comma}{first}..{last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        let seeds: Seeds = "0..999".parse().unwrap();
        assert_eq!(
            (seeds.count(), seeds.get(0), seeds.get(999)),
            (1000, Some(0), Some(999))
        );
        assert_eq!(seeds.get(1000), None);
        let seeds: Seeds = "7, 1..2,10..11".parse().unwrap();
        assert_eq!(seeds.iter().collect::<Vec<_>>(), [7, 1, 2, 10, 11]);
        assert_eq!(seeds.to_string(), "7,1..2,10..11");
        let every: Seeds = format!("0..{}", u64::MAX).parse().unwrap();
        assert_eq!(every.count(), 1 << 64);
        assert_eq!(every.get(u64::MAX), Some(u64::MAX));
        assert_eq!(Seeds::from_first(5, 3).unwrap().to_string(), "5..7");
        assert_eq!(
            (Seeds::from_first(5, 0), Seeds::from_first(u64::MAX, 2)),
            (None, None)
        );
    }

    #[test]
    fn equal_seeds_are_written_alike() {
        let same: Seeds = "0..4,5,6..9".parse().unwrap();
        assert_eq!(same, "0..9".parse().unwrap());
        assert_eq!(same.to_string(), "0..9");
        let other: Seeds = "5..9,0..4".parse().unwrap();
        assert_eq!(other.to_string(), "5..9,0..4");
        let ends: Seeds = format!("{},0", u64::MAX).parse().unwrap();
        assert_eq!(ends.iter().collect::<Vec<_>>(), [u64::MAX, 0]);
    }

    #[test]
    fn what_are_no_seeds_is_refused() {
        for text in [
            "",
            "x",
            "1..",
            "..3",
            "-1",
            "+1",
            "1.5",
            "1..2..3",
            "1,",
            "18446744073709551616",
        ] {
            let words = text.parse::<Seeds>().unwrap_err();
            assert!(
                words.starts_with("expected seeds such as"),
                "{text}: {words}"
            );
        }
        let words = "5..1".parse::<Seeds>().unwrap_err();
        assert_eq!(words, "expected a last seed of at least 5, found 1");
        for text in ["0..9,3", "3,0..9", "3,3", "0..5,5..9"] {
            let words = text.parse::<Seeds>().unwrap_err();
            assert!(
                words.starts_with("expected each seed once, found"),
                "{text}: {words}"
            );
        }
    }

    proptest! {
        #[test]
        fn places_count_through_all_seeds(
            stretches in proptest::collection::vec((0_u64..50, 0_u64..3), 1..8),
        ) {
            let parts: Vec<_> = stretches
                .iter()
                .map(|(first, more)| format!("{first}..{}", first + more))
                .collect();
            let wanted: Vec<u64> =
                stretches.iter().flat_map(|(first, more)| *first..=first + more).collect();
            let mut once = wanted.clone();
            once.sort_unstable();
            once.dedup();
            match parts.join(",").parse::<Seeds>() {
                Err(_) => prop_assert!(once.len() < wanted.len()),
                Ok(seeds) => {
                    prop_assert_eq!(seeds.count(), wanted.len() as u128);
                    let found: Vec<_> = (0..).map_while(|place| seeds.get(place)).collect();
                    prop_assert_eq!(&found, &wanted);
                    prop_assert_eq!(seeds.iter().collect::<Vec<_>>(), wanted);
                    prop_assert_eq!(seeds.to_string().parse(), Ok(seeds));
                }
            }
        }
    }
}
