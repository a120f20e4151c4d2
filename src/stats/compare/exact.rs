//! The exact distributions of rank statistics.

/// The probabilities of each value of the Mann-Whitney statistic of samples of `n` and `m` values
/// without ties, 0..=nm, by the recurrence of Mann and Whitney (1947): the greatest of all values
/// is in the first sample with probability n / (n + m), and then it exceeds all m of the other one.
pub(super) fn mann_whitney(n: usize, m: usize) -> Vec<f64> {
    // The distributions of (i, j) for all j, from i = 0 on; those of i - 1 are replaced in place.
    let mut row: Vec<Vec<f64>> = vec![vec![1.0]; m + 1];
    for i in 1..=n {
        let mut left: Vec<f64> = vec![1.0];
        row[0] = left.clone();
        for (j, above) in row.iter_mut().enumerate().skip(1) {
            let first = i as f64 / (i + j) as f64;
            let mut next = vec![0.0; i * j + 1];
            for (u, p) in above.iter().enumerate() {
                next[u + j] += first * p;
            }
            for (u, p) in left.iter().enumerate() {
                next[u] += (1.0 - first) * p;
            }
            left.clone_from(&next);
            *above = next;
        }
    }
    row.pop().unwrap_or_default()
}

/// The probabilities of each sum of a random part of the ranks 1..=n, 0..=n(n+1)/2: the Wilcoxon
/// signed-rank statistic without ties and zeros (Wilcoxon 1945).
pub(super) fn signed_rank(n: usize) -> Vec<f64> {
    let mut all = vec![0.0; n * (n + 1) / 2 + 1];
    all[0] = 1.0;
    for rank in 1..=n {
        // Downwards, so that each rank is taken once.
        for sum in (0..all.len()).rev() {
            let with = if sum >= rank { all[sum - rank] } else { 0.0 };
            all[sum] = (all[sum] + with) / 2.0;
        }
    }
    all
}

/// Twice the probability of a value of at least `statistic` (which is not below the middle), at
/// most 1.
pub(super) fn two_sided(probabilities: &[f64], statistic: usize) -> f64 {
    // The small probabilities of the far end first.
    let tail: f64 = probabilities.iter().skip(statistic).rev().sum();
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_mirror() {
        for all in [
            mann_whitney(1, 1),
            mann_whitney(5, 9),
            mann_whitney(20, 20),
            signed_rank(50),
        ] {
            let sum: f64 = all.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            let last = all.len() - 1;
            assert!((0..=last).all(|u| (all[u] - all[last - u]).abs() < 1e-14));
        }
        assert!(
            mann_whitney(2, 1)
                .iter()
                .all(|p| (p - 1.0 / 3.0).abs() < 1e-15)
        );
        assert_eq!(signed_rank(2), [0.25; 4]);
    }
}
