//! By how much samples differ, in the unit of their values.

/// The estimate of Hodges and Lehmann (1963) of the shift between two samples: the median of all
/// differences of a value of the first and one of the second. Both ascend. `None` if one is empty.
///
/// The differences, n m of them, are never stored: a search among the doubles counts those below,
/// in 64 walks over both samples at most.
#[must_use]
pub fn shift(first: &[f64], second: &[f64]) -> Option<f64> {
    let total = first.len() as u64 * second.len() as u64;
    let at_most = |limit: f64| {
        // As the value of the first sample grows, fewer of the second are small enough to be
        // beaten by more than the limit.
        let (mut count, mut from) = (0, 0);
        for x in first {
            while from < second.len() && x - second[from] > limit {
                from += 1;
            }
            count += (second.len() - from) as u64;
        }
        count
    };
    median(total, at_most)
}

/// The estimate of Hodges and Lehmann (1963) of the centre of symmetry of a sample, such as that of
/// the differences of pairs: the median of the means of all pairs of values, each with itself
/// included. `sorted` ascends. `None` of no values.
#[must_use]
pub fn centre(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len() as u64;
    let mean = |i: usize, j: usize| (sorted[i] + sorted[j]) / 2.0;
    let at_most = |limit: f64| {
        let (mut ordered, mut own, mut until) = (0, 0, sorted.len());
        for i in 0..sorted.len() {
            while until > 0 && mean(i, until - 1) > limit {
                until -= 1;
            }
            ordered += until as u64;
            own += u64::from(mean(i, i) <= limit);
        }
        // Each pair of two places was counted twice, each place with itself once.
        (ordered + own) / 2
    };
    median(n * (n + 1) / 2, at_most)
}

/// The median of `total` numbers of which `at_most` counts those that do not exceed a limit.
fn median(total: u64, at_most: impl Fn(f64) -> u64) -> Option<f64> {
    if total == 0 {
        return None;
    }
    let low = smallest(total.div_ceil(2), &at_most);
    let high = if total.is_multiple_of(2) {
        smallest(total / 2 + 1, &at_most)
    } else {
        low
    };
    Some(low + (high - low) / 2.0)
}

/// The least double that at least `rank` numbers do not exceed: the number of that rank itself.
fn smallest(rank: u64, at_most: impl Fn(f64) -> u64) -> f64 {
    let (mut low, mut high) = (key(f64::NEG_INFINITY), key(f64::INFINITY));
    while low < high {
        let middle = low + (high - low) / 2;
        if at_most(number(middle)) >= rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    // Minus zero and zero are equal; the search ends at the first of them.
    number(low) + 0.0
}

const SIGN: u64 = 1 << 63;

/// The place of a double among all doubles in their order.
fn key(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

fn number(key: u64) -> f64 {
    f64::from_bits(if key & SIGN == 0 { !key } else { key & !SIGN })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn middle(mut all: Vec<f64>) -> Option<f64> {
        all.sort_by(f64::total_cmp);
        crate::stats::describe::quantile(&all, 0.5)
    }

    fn close(a: Option<f64>, b: Option<f64>) -> bool {
        a.zip(b)
            .is_none_or(|(a, b)| (a - b).abs() <= 1e-12 * a.abs().max(1.0))
            && a.is_some() == b.is_some()
    }

    #[test]
    fn small_samples() {
        assert_eq!(
            (shift(&[], &[1.0]), shift(&[1.0], &[]), centre(&[])),
            (None, None, None)
        );
        assert_eq!(shift(&[5.0], &[7.5]), Some(-2.5));
        assert_eq!(centre(&[4.0]), Some(4.0));
        let none = shift(&[3.0; 4], &[3.0; 6]).expect("a shift");
        assert_eq!(none.to_bits(), 0);
    }

    proptest! {
        #[test]
        fn both_are_medians_of_all_pairs(
            mut first in prop::collection::vec((-40..40_i32).prop_map(|x| f64::from(x) / 8.0), 0..12),
            mut second in prop::collection::vec(-5.0..5.0_f64, 0..12),
        ) {
            first.sort_by(f64::total_cmp);
            second.sort_by(f64::total_cmp);
            let pairs = first.iter().flat_map(|x| second.iter().map(move |y| x - y)).collect();
            prop_assert!(close(shift(&first, &second), middle(pairs)));
            for all in [&first, &second] {
                let halves = (0..all.len())
                    .flat_map(|i| (i..all.len()).map(move |j| (all[i] + all[j]) / 2.0))
                    .collect();
                prop_assert!(close(centre(all), middle(halves)));
            }
        }
    }
}
