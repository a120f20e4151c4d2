//! Points that are drawn: independently, or as a Latin hypercube.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::values::written;
use crate::dice::{Draw as _, Numpy};
use crate::math;

/// From what the values of a parameter are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// Uniformly between two numbers.
    Uniform {
        /// The least.
        from: f64,
        /// The largest.
        to: f64,
    },
    /// So that the logarithm is uniform; both ends are above 0.
    Logarithmic {
        /// The least.
        from: f64,
        /// The largest.
        to: f64,
    },
    /// A whole number, each with the same chance, both ends included.
    Whole {
        /// The least.
        from: i64,
        /// The largest.
        to: i64,
    },
    /// One of some values, each with the same chance.
    Choice(Vec<String>),
}

impl Law {
    /// What is wrong with a law that has no values.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Law::Uniform { from, to } | Law::Logarithmic { from, to }
                if !(from <= to && (to - from).is_finite()) =>
            {
                Err(format!(
                    "expected finite numbers with from <= to, found {from} and {to}"
                ))
            }
            Law::Logarithmic { from, to } if *from <= 0.0 => Err(format!(
                "expected numbers above 0 on a logarithmic scale, found {from} and {to}"
            )),
            Law::Whole { from, to } if from > to => Err(format!(
                "expected whole numbers with from <= to, found {from} and {to}"
            )),
            Law::Choice(values) if values.is_empty() => {
                Err("expected at least one value".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The value at a fraction 0 ≤ u < 1 of the law: the inverse of its distribution function.
    fn at(&self, u: f64) -> String {
        match self {
            Law::Uniform { from, to } => written((from + (to - from) * u).clamp(*from, *to)),
            Law::Logarithmic { from, to } => {
                let (low, high) = (math::ln(*from), math::ln(*to));
                written(math::exp(low + (high - low) * u).clamp(*from, *to))
            }
            Law::Whole { from, to } => {
                // Exact for up to 2^53 values; beyond, some are never drawn.
                let count = to.abs_diff(*from) as f64 + 1.0;
                let place = (count * u) as u64;
                from.saturating_add_unsigned(place).min(*to).to_string()
            }
            Law::Choice(values) => {
                let place = (values.len() as f64 * u) as usize;
                values[place.min(values.len() - 1)].clone()
            }
        }
    }
}

/// The dice of one parameter. They depend on nothing but the seed of the sampling and the parameter's
/// path: another parameter beside it changes no value.
fn dice(seed: u64, path: &str) -> Numpy {
    Numpy::from_seed(xxh3_64_with_seed(path.as_bytes(), seed))
}

/// Values of one parameter, each drawn by itself.
pub(super) fn random(law: &Law, points: u32, seed: u64, path: &str) -> Vec<String> {
    let mut dice = dice(seed, path);
    (0..points).map(|_| law.at(dice.unit())).collect()
}

/// Values of one parameter for a Latin hypercube: one in each of as many strata of equal probability as
/// there are points, in an order drawn at random. McKay, Beckman and Conover, Technometrics 21(2), 1979.
pub(super) fn latin(law: &Law, points: u32, seed: u64, path: &str) -> Vec<String> {
    let mut dice = dice(seed, path);
    let mut strata: Vec<u32> = (0..points).collect();
    // Fisher and Yates, from the end.
    for last in (1..points).rev() {
        strata.swap(last as usize, dice.below(last + 1) as usize);
    }
    strata
        .into_iter()
        .map(|stratum| law.at(within(stratum, dice.unit(), points)))
        .collect()
}

/// The fraction that lies in a stratum as far as `unit` says, from 0 to below 1.
fn within(stratum: u32, unit: f64, points: u32) -> f64 {
    // Neither rounding may reach the stratum that follows.
    let end = f64::from(stratum) + 1.0;
    let place = (f64::from(stratum) + unit).min(end.next_down());
    let (count, below) = (f64::from(points), (end / f64::from(points)).next_down());
    (place / count).min(below)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(values: &[String]) -> Vec<f64> {
        values.iter().map(|value| value.parse().unwrap()).collect()
    }

    #[test]
    fn a_latin_hypercube_has_one_value_in_each_stratum() {
        for points in [1, 2, 7, 100] {
            let law = Law::Uniform {
                from: -5.0,
                to: 15.0,
            };
            let values = numbers(&latin(&law, points, 3, "swarm.width"));
            let strata = values
                .iter()
                .map(|value| ((value + 5.0) / 20.0 * f64::from(points)) as u32);
            let mut strata: Vec<u32> = strata.collect();
            strata.sort_unstable();
            assert_eq!(strata, (0..points).collect::<Vec<_>>());
            let law = Law::Logarithmic { from: 1.0, to: 1e6 };
            let values = numbers(&latin(&law, points, 3, "swarm.width"));
            let below = values.iter().filter(|value| **value < 1e3).count();
            assert!(
                below.abs_diff(points as usize / 2) <= 1,
                "{below} of {points}"
            );
        }
    }

    #[test]
    fn every_value_of_a_law_comes() {
        let law = Law::Whole { from: -1, to: 2 };
        let mut drawn = random(&law, 200, 1, "x");
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn, ["-1", "0", "1", "2"]);
        let words: Vec<String> = ["a", "b"].map(str::to_owned).to_vec();
        let mut drawn = latin(&Law::Choice(words.clone()), 10, 1, "x");
        drawn.sort();
        assert_eq!(drawn.iter().filter(|word| *word == "a").count(), 5);
        let ends = Law::Whole {
            from: i64::MIN,
            to: i64::MAX,
        };
        assert_eq!(random(&ends, 3, 1, "x").len(), 3);
    }

    #[test]
    fn values_depend_on_the_seed_and_the_path_only() {
        let law = Law::Uniform { from: 0.0, to: 1.0 };
        let one = random(&law, 5, 1, "a");
        assert_eq!(one, random(&law, 5, 1, "a"));
        assert_eq!(one[..3], random(&law, 3, 1, "a"));
        assert_ne!(one, random(&law, 5, 2, "a"));
        assert_ne!(one, random(&law, 5, 1, "b"));
    }

    #[test]
    fn large_and_small_numbers_stay_numbers() {
        let law = Law::Uniform {
            from: 1e21,
            to: 1e21,
        };
        assert_eq!(law.at(0.5), "1e21");
        assert_eq!(Law::Uniform { from: 1.0, to: 3.0 }.at(0.5), "2.0");
        assert_eq!(
            Law::Logarithmic {
                from: 1e-9,
                to: 1e-9
            }
            .at(0.3),
            "1e-9"
        );
    }

    #[test]
    fn laws_without_values_are_refused() {
        let nan = f64::NAN;
        for (from, to) in [
            (2.0, 1.0),
            (nan, 1.0),
            (1.0, nan),
            (0.0, f64::INFINITY),
            (-1e308, 1e308),
        ] {
            let words = Law::Uniform { from, to }.check().unwrap_err();
            assert!(
                words.starts_with("expected finite numbers with from <= to"),
                "{words}"
            );
        }
        for (from, to) in [(0.0, 1.0), (-1.0, 1.0)] {
            let words = Law::Logarithmic { from, to }.check().unwrap_err();
            assert!(words.starts_with("expected numbers above 0"), "{words}");
        }
        assert!(Law::Whole { from: 2, to: 1 }.check().is_err());
        assert!(Law::Choice(Vec::new()).check().is_err());
        assert_eq!(Law::Whole { from: 1, to: 1 }.check(), Ok(()));
    }

    #[test]
    fn rounding_never_reaches_the_next_stratum() {
        let largest = 1.0_f64.next_down();
        for points in [1, 3, 10, 49, 1_000_000] {
            for stratum in [0, points / 2, points - 1] {
                let u = within(stratum, largest, points);
                assert!(
                    u < f64::from(stratum + 1) / f64::from(points),
                    "{stratum} of {points}"
                );
                assert!(within(stratum, 0.0, points) >= f64::from(stratum) / f64::from(points));
            }
        }
    }

    proptest! {
        #[test]
        fn each_stratum_is_met_once_whatever_the_seed(points in 1_u32..300, seed: u64, path in "[a-z.]{1,9}") {
            // With as many words as points, a stratum is a word.
            let law = Law::Choice((0..points).map(|word| word.to_string()).collect());
            let mut met: Vec<u32> =
                latin(&law, points, seed, &path).iter().map(|word| word.parse().unwrap()).collect();
            met.sort_unstable();
            prop_assert_eq!(met, (0..points).collect::<Vec<_>>());
        }
    }
}
