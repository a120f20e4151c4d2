//! What a sample of numbers looks like.

use serde::Serialize;

use crate::math::canonical_zero;

/// A sample: the finite numbers of a column, and how many of its values were none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    values: Vec<f64>,
    sorted: Vec<f64>,
    missing: usize,
}

/// The usual statistics of a sample, in the unit of its values; `None` where it is too small.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// How many finite values there are.
    pub count: usize,
    /// How many values are missing or not finite.
    pub missing: usize,
    /// The arithmetic mean.
    pub mean: Option<f64>,
    /// The standard deviation with divisor n - 1; needs two values.
    pub sd: Option<f64>,
    /// The least value.
    pub min: Option<f64>,
    /// The lower quartile, as [`quantile`] defines it; so the other two.
    pub q1: Option<f64>,
    /// The median.
    pub median: Option<f64>,
    /// The upper quartile.
    pub q3: Option<f64>,
    /// The greatest value.
    pub max: Option<f64>,
}

impl Sample {
    /// The sample of these values, in their order. What is `None`, infinite or NaN is missing.
    pub fn new(all: impl IntoIterator<Item = Option<f64>>) -> Self {
        let (mut values, mut missing) = (Vec::new(), 0);
        for value in all {
            match value {
                Some(value) if value.is_finite() => values.push(canonical_zero(value)),
                _ => missing += 1,
            }
        }
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        Sample {
            values,
            sorted,
            missing,
        }
    }

    /// The finite values in the order they came in.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The finite values from the least to the greatest.
    #[must_use]
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    /// How many values were missing or not finite.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Its statistics.
    #[must_use]
    pub fn describe(&self) -> Description {
        let at = |p| quantile(&self.sorted, p);
        Description {
            count: self.values.len(),
            missing: self.missing,
            mean: mean(&self.values),
            sd: deviation(&self.values),
            min: self.sorted.first().copied(),
            q1: at(0.25),
            median: at(0.5),
            q3: at(0.75),
            max: self.sorted.last().copied(),
        }
    }
}

/// The arithmetic mean: the sum from left to right, divided by the count. `None` of no values.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}

/// The standard deviation: the root of the sum of the squared distances from the mean, divided by
/// n - 1. The mean is computed first (the two-pass algorithm; Chan, Golub and LeVeque 1983).
/// `None` of fewer than two values.
#[must_use]
pub fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// The quantile of type 7 of Hyndman and Fan (1996), the default of numpy and of R: linear between
/// the values at the places around (n - 1) `p`, counted from 0. `sorted` ascends, and `p` is
/// brought into 0..=1. `None` of no values.
///
/// The interpolation is numpy's, bit for bit.
#[must_use]
pub fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = last as f64 * p.clamp(0.0, 1.0);
    let below = (place.floor() as usize).min(last);
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    let part = place - place.floor();
    let step = high - low;
    // From the nearer end, so that the result is exact at both.
    Some(if part < 0.5 {
        low + step * part
    } else {
        high - step * (1.0 - part)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_and_broken_samples() {
        let none = Sample::new([]).describe();
        assert_eq!(
            (none.count, none.mean, none.sd, none.median),
            (0, None, None, None)
        );
        let holes = Sample::new([None, Some(f64::NAN), Some(f64::INFINITY), Some(3.0)]);
        let one = holes.describe();
        assert_eq!((one.count, one.missing), (1, 3));
        assert_eq!((one.mean, one.sd), (Some(3.0), None));
        assert_eq!(
            (one.min, one.q1, one.q3, one.max),
            (Some(3.0), Some(3.0), Some(3.0), Some(3.0))
        );
        let equal = Sample::new([Some(0.1); 7]).describe();
        assert_eq!((equal.q1, equal.q3), (Some(0.1), Some(0.1)));
        assert!(equal.sd.expect("seven values") < 1e-16);
    }

    #[test]
    fn the_sample_keeps_its_order() {
        let sample = Sample::new([Some(2.0), None, Some(-0.0), Some(1.0)]);
        assert_eq!(sample.values(), [2.0, 0.0, 1.0]);
        assert!(sample.values()[1].is_sign_positive());
        assert_eq!(sample.sorted(), [0.0, 1.0, 2.0]);
        assert_eq!(sample.missing(), 1);
    }

    proptest! {
        #[test]
        fn quantiles_ascend_within_the_range(
            mut values in prop::collection::vec(-1e6..1e6_f64, 1..40),
            p in 0.0..=1.0_f64,
            q in 0.0..=1.0_f64,
        ) {
            values.sort_by(f64::total_cmp);
            let at = |p| quantile(&values, p).expect("there are values");
            let (low, high) = (at(p.min(q)), at(p.max(q)));
            // One rounding may turn the order of two quantiles that lie closer than a rounding.
            prop_assert!(low <= high + 1e-9);
            prop_assert!(at(0.0) == values[0] && at(1.0) == values[values.len() - 1]);
            prop_assert!(at(0.0) <= low && high <= at(1.0));
        }
    }
}
