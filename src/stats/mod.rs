//! Statistics of data sets: what a table of runs says, and how far it may be trusted.
//!
//! Everything here is a pure function of its arguments: no file, no database, no clock, and no
//! random number but those of a bootstrap, whose seed is an argument. Each statistic stands in a
//! file of its own with its definition and its source; [`report`] puts them together for a
//! [`Dataset`](crate::dataset::Dataset).
//!
//! | what | where |
//! |---|---|
//! | count, mean, deviation, quantiles | [`describe`] |
//! | interval of a mean | [`bootstrap`] |
//! | share with its interval | [`proportion`] |
//! | time to an end under censoring, and whether groups differ in it | [`survival`], [`logrank`] |
//! | two samples: test, effect size, shift; correction for many tests | [`compare`] |
//! | growth with a size: a + b ln n, a n^b | [`fit`] |
//! | rows by the values of columns | [`groups`] |
//!
//! A number that is missing or not finite is not part of a sample; it is counted as missing. All
//! sums run from the first value to the last, so equal input gives equal bits on one machine. The
//! quantiles and tails of the distributions come from the crate `statrs`, whose logarithms and
//! exponentials may be those of the platform: between platforms the last bits of an interval or of
//! a p value may differ, never those of a count, a quantile of the data or a resample.

pub mod bootstrap;
pub mod compare;
pub mod describe;
mod distributions;
mod error;
pub mod fit;
pub mod groups;
pub mod logrank;
pub mod proportion;
pub mod report;
pub mod survival;

use serde::Serialize;

pub use describe::quantile;
pub use error::StatsError;
pub use report::{Options, Report};

/// An interval with both its ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of this half width around a number.
    #[must_use]
    pub const fn around(centre: f64, half: f64) -> Self {
        Interval {
            low: centre - half,
            high: centre + half,
        }
    }

    /// Whether `x` lies in it; the ends do.
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

/// Refuses a confidence that is not strictly between 0 and 1.
fn check_confidence(confidence: f64) -> Result<(), StatsError> {
    if confidence > 0.0 && confidence < 1.0 {
        Ok(())
    } else {
        Err(StatsError::Confidence(confidence))
    }
}

#[cfg(test)]
mod reference;
