//! The seeds of a sweep.

use std::fmt;
use std::str::FromStr;

/// Seeds, each once, in the order in which they are written: `0..999`, `7`, `1,5,9`, `0..9,100..109`.
/// Ranges include both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first and the last of each stretch.
    ranges: Vec<(u64, u64)>,
}

impl Seeds {
    /// So many seeds from the first on; `None` where that is none, or more than there are.
    #[must_use]
    pub fn from_first(first: u64, count: u64) -> Option<Self> {
        let last = first.checked_add(count.checked_sub(1)?)?;
        Some(Seeds {
            ranges: vec![(first, last)],
        })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u128 {
        let counts = self
            .ranges
            .iter()
            .map(|(first, last)| u128::from(last - first) + 1);
        counts.sum()
    }

    /// The seed at a place, from 0.
    #[must_use]
    pub fn get(&self, mut place: u64) -> Option<u64> {
        for (first, last) in &self.ranges {
            if place <= last - first {
                return Some(first + place);
            }
            // Not less than 0, as it is more than what is taken away.
            place -= last - first + 1;
        }
        None
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().flat_map(|(first, last)| *first..=*last)
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected seeds such as 0..999 or 1,5,9, found {text:?}");
        let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| expected());
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
            None => Ok(Seeds { ranges }),
        }
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (first, last)) in self.ranges.iter().enumerate() {
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
        let all: Vec<_> = (0..5).map(|place| seeds.get(place).unwrap()).collect();
        assert_eq!(all, [7, 1, 2, 10, 11]);
        assert_eq!(seeds.to_string(), "7,1..2,10..11");
        let every: Seeds = format!("0..{}", u64::MAX).parse().unwrap();
        assert_eq!(every.count(), 1 << 64);
        assert_eq!(every.get(u64::MAX), Some(u64::MAX));
        assert_eq!(Seeds::from_first(5, 3).unwrap().to_string(), "5..7");
        assert_eq!(Seeds::from_first(5, 0), None);
    }

    #[test]
    fn what_are_no_seeds_is_refused() {
        for text in ["", "x", "1..", "..3", "-1", "1.5", "1..2..3", "1,"] {
            let words = text.parse::<Seeds>().unwrap_err();
            assert!(
                words.starts_with("expected seeds such as"),
                "{text}: {words}"
            );
        }
        let words = "5..1".parse::<Seeds>().unwrap_err();
        assert_eq!(words, "expected a last seed of at least 5, found 1");
        let words = "0..9,3".parse::<Seeds>().unwrap_err();
        assert_eq!(words, "expected each seed once, found 3 twice");
    }
}
