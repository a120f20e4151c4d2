//! Two samples.

use serde::Serialize;

use super::ranks::ranks;
use super::{Law, exact};
use crate::stats::distributions::normal_tail;

/// The greatest product of two sample sizes for which the exact law is computed, whose cost grows
/// with the square of the product: two samples of twenty. Beyond it, with at least nine values in
/// each sample, the normal law misses a p value below 0.06 by less than 0.002.
const EXACT_PAIRS: usize = 400;
/// A sample of at most so many values is small: whatever the size of the other one, the normal law
/// is off, by 0.002 for eight values and by 0.08 for one.
const SMALL: usize = 8;
/// The greatest product of the sizes of a small sample and another one for the exact law.
const EXACT_PAIRS_OF_SMALL: usize = 4_000;

/// The result of a Mann-Whitney test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TwoSamples {
    /// In how many of all pairs of a value of the first sample and one of the second the first is
    /// the greater; a tie counts one half.
    pub u: f64,
    /// The two-sided p value: the probability of a `u` so far from the middle if the samples come
    /// from one law.
    pub p: f64,
    /// How it was computed.
    pub law: Law,
    /// The delta of Cliff (1993), -1..=1: the share of pairs where the first is the greater, less
    /// that where it is the smaller. It is also the rank-biserial correlation.
    pub delta: f64,
    /// The measure A12 of Vargha and Delaney (2000), 0..=1: the probability that a value of the
    /// first sample exceeds one of the second, ties counting one half; (delta + 1) / 2.
    pub a12: f64,
}

/// The test of Mann and Whitney (1947), two-sided. `None` if a sample is empty. No value may be
/// NaN.
///
/// Without ties and with at most 400 pairs of values (4,000 where a sample has at most eight) p is
/// exact, as `scipy.stats.mannwhitneyu(method="exact")`; otherwise it is that of the normal law with
/// the corrections for ties and for continuity, as `method="asymptotic"`.
#[must_use]
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<TwoSamples> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let ranks = ranks(&[first, second].concat());
    let (n, m) = (first.len() as f64, second.len() as f64);
    let sum: f64 = ranks.of[..first.len()].iter().sum();
    let u = sum - n * (n + 1.0) / 2.0;
    let pairs = n * m;
    let far = u.max(pairs - u);
    let bound = if first.len().min(second.len()) <= SMALL {
        EXACT_PAIRS_OF_SMALL
    } else {
        EXACT_PAIRS
    };
    let small = first.len().saturating_mul(second.len()) <= bound;
    let (p, law) = if small && ranks.ties == 0.0 {
        let probabilities = exact::mann_whitney(first.len(), second.len());
        // Without ties u is a whole number.
        (exact::two_sided(&probabilities, far as usize), Law::Exact)
    } else {
        (normal_p(far, n, m, ranks.ties), Law::Normal)
    };
    Some(TwoSamples {
        u,
        p,
        law,
        delta: 2.0 * u / pairs - 1.0,
        a12: u / pairs,
    })
}

/// The two-sided p value of the normal law; 1 where all values are equal.
fn normal_p(far: f64, n: f64, m: f64, ties: f64) -> f64 {
    let all = n + m;
    let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    let above = far - n * m / 2.0 - 0.5;
    if variance <= 0.0 {
        return 1.0;
    }
    (2.0 * normal_tail(above / variance.sqrt())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_and_equal_samples() {
        assert_eq!(mann_whitney(&[], &[1.0]), None);
        assert_eq!(mann_whitney(&[1.0], &[]), None);
        let equal = mann_whitney(&[2.0; 5], &[2.0; 9]).expect("a test");
        assert_eq!((equal.p, equal.delta, equal.a12), (1.0, 0.0, 0.5));
        let one = mann_whitney(&[1.0], &[2.0]).expect("a test");
        assert_eq!(
            (one.u, one.p, one.delta, one.law),
            (0.0, 1.0, -1.0, Law::Exact)
        );
    }

    #[test]
    fn the_law_depends_on_the_sizes() {
        let count = |from: u32, n: u32| (from..from + n).map(f64::from).collect::<Vec<_>>();
        let law = |n, m| mann_whitney(&count(0, n), &count(n, m)).map(|test| test.law);
        for (n, m) in [(20, 20), (1, 4000), (500, 8)] {
            assert_eq!(law(n, m), Some(Law::Exact), "{n}, {m}");
        }
        for (n, m) in [(20, 21), (1, 4001), (501, 8), (9, 45)] {
            assert_eq!(law(n, m), Some(Law::Normal), "{n}, {m}");
        }
    }

    #[test]
    fn the_samples_may_change_places() {
        let (a, b) = ([1.0, 4.0, 9.0], [2.0, 3.0, 5.0, 6.0]);
        let one = mann_whitney(&a, &b).expect("a test");
        let other = mann_whitney(&b, &a).expect("a test");
        assert_eq!(
            (one.p, one.delta, one.u),
            (other.p, -other.delta, 12.0 - other.u)
        );
    }
}
