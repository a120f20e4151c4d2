//! Pairs.

use serde::Serialize;

use super::ranks::ranks;
use super::{Law, exact};
use crate::stats::distributions::normal_tail;

/// The greatest number of pairs for which the exact law is computed; scipy's bound.
const EXACT_PAIRS: usize = 50;

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The lesser of the rank sums of the positive and of the negative differences.
    pub statistic: f64,
    /// The two-sided p value: the probability of so small a statistic if the differences are
    /// symmetric around 0.
    pub p: f64,
    /// How it was computed.
    pub law: Law,
    /// How many differences are not zero, and so were ranked.
    pub ranked: usize,
    /// The matched-pairs rank-biserial correlation (Kerby 2014), -1..=1: the rank sum of the
    /// positive differences less that of the negative ones, over both.
    pub rank_biserial: f64,
}

/// The signed-rank test of Wilcoxon (1945), two-sided, for differences of pairs, first less second;
/// differences of zero are dropped, as Wilcoxon did. `None` of no pairs. No value may be NaN.
///
/// Where no sizes tie and at most 50 differences are left, p is exact, as
/// `scipy.stats.wilcoxon(method="exact")`; otherwise it is that of the normal law with the
/// correction for ties and, as is scipy's default, none for continuity (`method="asymptotic"`).
#[must_use]
pub fn wilcoxon(differences: &[f64]) -> Option<Paired> {
    if differences.is_empty() {
        return None;
    }
    let ranked: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let sizes: Vec<f64> = ranked.iter().map(|d| d.abs()).collect();
    let ranks = ranks(&sizes);
    let (mut plus, mut minus) = (0.0, 0.0);
    for (difference, rank) in ranked.iter().zip(&ranks.of) {
        *(if *difference > 0.0 {
            &mut plus
        } else {
            &mut minus
        }) += rank;
    }
    let far: f64 = f64::max(plus, minus);
    let (p, law) = if ranks.ties == 0.0 && ranked.len() <= EXACT_PAIRS {
        let probabilities = exact::signed_rank(ranked.len());
        // Without ties the sums are whole numbers.
        (exact::two_sided(&probabilities, far as usize), Law::Exact)
    } else {
        (normal_p(far, ranked.len() as f64, ranks.ties), Law::Normal)
    };
    let both = plus + minus;
    Some(Paired {
        statistic: plus.min(minus),
        p,
        law,
        ranked: ranked.len(),
        rank_biserial: if both > 0.0 {
            (plus - minus) / both
        } else {
            0.0
        },
    })
}

fn normal_p(far: f64, n: f64, ties: f64) -> f64 {
    let middle = n * (n + 1.0) / 4.0;
    let variance = (n * (n + 1.0) * (2.0 * n + 1.0) - ties / 2.0) / 24.0;
    (2.0 * normal_tail((far - middle) / variance.sqrt())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pairs_and_no_differences() {
        assert_eq!(wilcoxon(&[]), None);
        let zero = wilcoxon(&[0.0, -0.0]).expect("a test");
        assert_eq!((zero.p, zero.ranked, zero.rank_biserial), (1.0, 0, 0.0));
        let one = wilcoxon(&[-3.0]).expect("a test");
        assert_eq!((one.p, one.statistic, one.rank_biserial), (1.0, 0.0, -1.0));
    }

    #[test]
    fn signs_mirror() {
        let all = [1.0, -2.0, 3.5, 4.0, -0.5, 2.0, 2.0];
        let one = wilcoxon(&all).expect("a test");
        let other = wilcoxon(&all.map(|d| -d)).expect("a test");
        assert_eq!((one.p, one.statistic), (other.p, other.statistic));
        assert_eq!(
            (one.law, one.rank_biserial),
            (Law::Normal, -other.rank_biserial)
        );
    }
}
