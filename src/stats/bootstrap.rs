//! The interval of a mean, without a guess at how the values are distributed.

use std::ops::ControlFlow;

use serde::Serialize;

use super::describe::{mean, quantile};
use super::distributions::{normal_cdf, normal_quantile};
use super::{Interval, StatsError, check_confidence};
use crate::dice::{Draw, Numpy};

/// How an interval is made of the means of the resamples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Their quantiles (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, §13.3): the
    /// default, because it cannot fail and is read off the resamples.
    #[default]
    Percentile,
    /// Bias-corrected and accelerated (Efron 1987; Efron and Tibshirani 1993, §14.3): quantiles
    /// shifted for bias and skewness, closer to the wanted confidence for small skewed samples.
    /// Where all values are equal, or all resamples lie on one side of the mean, it is undefined and
    /// the percentile interval stands in.
    Bca,
}

/// What a bootstrap is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// How many resamples are drawn; at least 1.
    pub resamples: u32,
    /// The probability that the interval is meant to cover the true mean, in 0 < c < 1.
    pub confidence: f64,
    /// The seed of the resamples.
    pub seed: u64,
    /// How the interval is made.
    pub method: Method,
}

impl Bootstrap {
    /// 2,000 resamples: Efron and Tibshirani (1993, §14.3) ask for at least 1,000, and with 2,000
    /// the share of resamples beyond an end of a 95 % interval, meant to be 2.5 %, has a standard
    /// error of 0.35 %; halving that would take four times as long.
    pub const RESAMPLES: u32 = 2_000;
    /// The seed: the year of Efron's *Bootstrap methods: another look at the jackknife*.
    pub const SEED: u64 = 1979;
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap {
            resamples: Self::RESAMPLES,
            confidence: 0.95,
            seed: Self::SEED,
            method: Method::default(),
        }
    }
}

/// How many values are drawn between two calls for progress, at least: a few milliseconds.
const BETWEEN_CALLS: usize = 1 << 20;

/// The bootstrap interval of the mean of `values`; `None` of fewer than two values, which say
/// nothing of their spread.
///
/// A resample takes the values at the indices that numpy's `default_rng(seed).integers(0, n,
/// size=n)` gives, one call after the other on one generator. So the interval is that of
/// `scipy.stats.bootstrap(..., rng=numpy.random.default_rng(seed))`. The generator starts anew with
/// each sample: an interval does not depend on what else is computed.
///
/// The time grows with n times the resamples, about 3 ns for each draw while the sample fits into
/// the cache: 2,000 resamples of a thousand values take some milliseconds, of a million values
/// ten to twenty seconds. For so large a sample the interval is narrow and 200 resamples will do.
///
/// `progress` is called now and then with the resamples done and all of them, and at the end; where
/// it breaks, the computation stops.
///
/// # Errors
///
/// No resamples, a confidence outside 0 < c < 1, more than 2³² - 1 values, or the stop.
pub fn mean_interval(
    values: &[f64],
    with: &Bootstrap,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Option<Interval>, StatsError> {
    check_confidence(with.confidence)?;
    if with.resamples == 0 {
        return Err(StatsError::Resamples);
    }
    if u32::try_from(values.len()).is_err() {
        return Err(StatsError::TooMany(values.len()));
    }
    let Some(mean) = mean(values).filter(|_| values.len() > 1) else {
        return Ok(None);
    };
    let means = resampled_means(values, with, progress)?;
    let (low, high) = match with.method {
        Method::Percentile => tails(with.confidence),
        Method::Bca => corrected(values, mean, &means, with.confidence)
            .unwrap_or_else(|| tails(with.confidence)),
    };
    let ends = quantile(&means, low).zip(quantile(&means, high));
    Ok(ends.map(|(low, high)| Interval { low, high }))
}

/// The shares of a distribution below the ends of the central interval.
fn tails(confidence: f64) -> (f64, f64) {
    let below = (1.0 - confidence) / 2.0;
    (below, 1.0 - below)
}

/// The means of the resamples, ascending.
fn resampled_means(
    values: &[f64],
    with: &Bootstrap,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Vec<f64>, StatsError> {
    let mut dice = Numpy::from_seed(with.seed);
    let (count, total) = (values.len(), with.resamples);
    let mut means = Vec::with_capacity(total as usize);
    let mut drawn = 0;
    for done in 1..=total {
        let sum: f64 = (0..count).map(|_| values[dice.index(count)]).sum();
        means.push(sum / count as f64);
        drawn += count;
        if drawn >= BETWEEN_CALLS || done == total {
            drawn = 0;
            if progress(u64::from(done), u64::from(total)).is_break() {
                return Err(StatsError::Stopped);
            }
        }
    }
    means.sort_unstable_by(f64::total_cmp);
    Ok(means)
}

/// The shares of the resamples below the ends of the BCa interval; `None` where it is undefined.
fn corrected(values: &[f64], mean: f64, means: &[f64], confidence: f64) -> Option<(f64, f64)> {
    let below = means.partition_point(|other| *other < mean);
    let not_above = means.partition_point(|other| *other <= mean);
    let bias = normal_quantile((below + not_above) as f64 / (2 * means.len()) as f64);
    // The mean without the i-th value lies (x_i - mean) / (n - 1) below the mean; that factor
    // cancels, so the acceleration is that of the distances themselves.
    let (mut squares, mut cubes) = (0.0, 0.0);
    for value in values {
        let far = value - mean;
        squares += far * far;
        cubes += far * far * far;
    }
    let acceleration = cubes / (6.0 * squares * squares.sqrt());
    let share = |p: f64| {
        let z = bias + normal_quantile(p);
        normal_cdf(bias + z / (1.0 - acceleration * z))
    };
    let (low, high) = tails(confidence);
    let (low, high) = (share(low), share(high));
    (low.is_finite() && high.is_finite() && bias.is_finite()).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_on(_: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn interval(values: &[f64], method: Method) -> Option<Interval> {
        let with = Bootstrap {
            method,
            resamples: 50,
            ..Bootstrap::default()
        };
        mean_interval(values, &with, &mut go_on).expect("an interval")
    }

    #[test]
    fn samples_without_spread() {
        for method in [Method::Percentile, Method::Bca] {
            assert_eq!(interval(&[], method), None);
            assert_eq!(interval(&[4.0], method), None);
            let point = Interval {
                low: 2.5,
                high: 2.5,
            };
            assert_eq!(interval(&[2.5; 9], method), Some(point));
        }
    }

    #[test]
    fn bad_options_are_refused() {
        let mut with = Bootstrap {
            resamples: 0,
            ..Bootstrap::default()
        };
        let refused = |with: &Bootstrap| mean_interval(&[1.0, 2.0], with, &mut go_on);
        assert_eq!(refused(&with), Err(StatsError::Resamples));
        with.resamples = 10;
        for confidence in [0.0, 1.0, -0.5, 95.0] {
            with.confidence = confidence;
            assert_eq!(refused(&with), Err(StatsError::Confidence(confidence)));
        }
        with.confidence = f64::NAN;
        assert!(matches!(refused(&with), Err(StatsError::Confidence(_))));
    }

    #[test]
    fn progress_ends_with_all_and_can_stop() {
        let values: Vec<f64> = (0..100_000).map(f64::from).collect();
        let with = Bootstrap {
            resamples: 30,
            ..Bootstrap::default()
        };
        let mut calls = Vec::new();
        let mut note = |done, total| {
            calls.push((done, total));
            ControlFlow::Continue(())
        };
        mean_interval(&values, &with, &mut note).expect("an interval");
        assert_eq!(calls, [(11, 30), (22, 30), (30, 30)]);
        let mut stop = |_, _| ControlFlow::Break(());
        assert_eq!(
            mean_interval(&values, &with, &mut stop),
            Err(StatsError::Stopped)
        );
    }
}
