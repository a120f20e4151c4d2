//! Whether groups differ in the time to an event.

use serde::Serialize;

use super::StatsError;
use super::distributions::chi_squared_tail;
use super::survival::{Lifetime, check};

/// The result of a log-rank test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogRank {
    /// The statistic: chi-squared distributed if all groups follow one law.
    pub statistic: f64,
    /// Its degrees of freedom: the groups that can be told apart, less one.
    pub degrees: usize,
    /// The probability of so large a statistic under one law.
    pub p: f64,
    /// The events seen in each group.
    pub observed: Vec<usize>,
    /// The events expected in each group under one law.
    pub expected: Vec<f64>,
}

/// The smallest part of a variance that a pivot may be and not count as the rounding of zero.
const SINGULAR: f64 = 1e-10;

/// The log-rank test of Mantel (1966) between groups; with ties by the hypergeometric variance
/// (Klein and Moeschberger, *Survival Analysis*, 2003, §7.3).
///
/// At each time of an event with d events among n watched, a group with n_i of them expects
/// d n_i / n; the statistic is the quadratic form of the sums of observed less expected with the
/// inverse of their covariance.
///
/// `None` where there is nothing to test: fewer than two groups that were ever watched at the time
/// of an event.
///
/// # Errors
///
/// A time that is negative or not finite; its place counts within its group.
pub fn logrank(groups: &[&[Lifetime]]) -> Result<Option<LogRank>, StatsError> {
    for group in groups {
        check(group)?;
    }
    let mut all: Vec<(Lifetime, usize)> = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        all.extend(group.iter().map(|&one| (one, place)));
    }
    all.sort_by(|a, b| a.0.time.total_cmp(&b.0.time));
    let sums = Sums::over(&all, groups);
    let difference: Vec<f64> = sums
        .observed
        .iter()
        .zip(&sums.expected)
        .map(|(&seen, expected)| seen as f64 - expected)
        .collect();
    let (statistic, degrees) = quadratic_form(sums.covariance, difference);
    Ok((degrees > 0).then(|| LogRank {
        statistic,
        degrees,
        p: chi_squared_tail(statistic, degrees),
        observed: sums.observed,
        expected: sums.expected,
    }))
}

/// The sums over all times of events.
struct Sums {
    observed: Vec<usize>,
    expected: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Sums {
    fn over(sorted: &[(Lifetime, usize)], groups: &[&[Lifetime]]) -> Self {
        let count = groups.len();
        let mut at_risk: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        let mut sums = Sums {
            observed: vec![0; count],
            expected: vec![0.0; count],
            covariance: vec![vec![0.0; count]; count],
        };
        for together in sorted.chunk_by(|a, b| a.0.time == b.0.time) {
            let seen = together.iter().filter(|(one, _)| one.observed);
            let mut events = 0;
            for (_, group) in seen {
                events += 1;
                sums.observed[*group] += 1;
            }
            if events > 0 {
                sums.add(&at_risk, events);
            }
            for (_, group) in together {
                at_risk[*group] -= 1;
            }
        }
        sums
    }

    fn add(&mut self, at_risk: &[usize], events: usize) {
        let n = at_risk.iter().sum::<usize>() as f64;
        let d = events as f64;
        let spread = if n > 1.0 {
            d * (n - d) / (n - 1.0)
        } else {
            0.0
        };
        let parts: Vec<f64> = at_risk.iter().map(|&own| own as f64 / n).collect();
        for (i, part) in parts.iter().enumerate() {
            self.expected[i] += d * part;
            for (j, other) in parts.iter().enumerate() {
                let own = if i == j { *part } else { 0.0 };
                self.covariance[i][j] += spread * (own - part * other);
            }
        }
    }
}

/// xᵀ M⁻ x for a positive semidefinite M with x in its range, and the rank of M, by elimination
/// with the largest diagonal first. M⁻ is any generalised inverse: the form is the same for all.
fn quadratic_form(mut matrix: Vec<Vec<f64>>, mut x: Vec<f64>) -> (f64, usize) {
    let scale: Vec<f64> = (0..x.len()).map(|i| matrix[i][i]).collect();
    let mut left: Vec<usize> = (0..x.len()).filter(|&i| scale[i] > 0.0).collect();
    let (mut form, mut rank) = (0.0, 0);
    loop {
        let part = |i: usize| matrix[i][i] / scale[i];
        let largest = left
            .iter()
            .copied()
            .max_by(|&i, &j| part(i).total_cmp(&part(j)));
        let Some(pivot) = largest.filter(|&i| part(i) > SINGULAR) else {
            return (form, rank);
        };
        left.retain(|&i| i != pivot);
        rank += 1;
        let row = matrix[pivot].clone();
        form += x[pivot] * x[pivot] / row[pivot];
        for &i in &left {
            let factor = row[i] / row[pivot];
            x[i] -= factor * x[pivot];
            for &j in &left {
                matrix[i][j] -= factor * row[j];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lives(all: &[(f64, bool)]) -> Vec<Lifetime> {
        let of = |&(time, observed)| Lifetime { time, observed };
        all.iter().map(of).collect()
    }

    #[test]
    fn nothing_to_test() {
        let some = lives(&[(1.0, true), (2.0, true)]);
        let censored = lives(&[(1.0, false), (2.0, false)]);
        let gone = lives(&[(0.5, false)]);
        for groups in [
            vec![],
            vec![&some[..]],
            vec![&some[..], &[]],
            vec![&censored[..], &censored[..]],
            vec![&some[..], &gone[..]],
        ] {
            assert_eq!(logrank(&groups), Ok(None), "{groups:?}");
        }
        let bad = lives(&[(-1.0, true)]);
        let refused = logrank(&[&some, &bad]);
        assert_eq!(
            refused,
            Err(StatsError::Time {
                place: 0,
                value: -1.0
            })
        );
    }

    #[test]
    fn equal_groups_do_not_differ_and_an_absent_one_does_not_count() {
        let some = lives(&[(1.0, true), (2.0, false), (3.0, true), (3.0, true)]);
        let gone = lives(&[(0.5, false)]);
        let test = logrank(&[&some, &gone, &some])
            .expect("good times")
            .expect("a test");
        assert_eq!((test.degrees, test.statistic, test.p), (1, 0.0, 1.0));
        assert_eq!(test.observed, [3, 0, 3]);
        assert_eq!(test.expected, [3.0, 0.0, 3.0]);
    }
}
