//! Shares, and how far they may be trusted.

use serde::Serialize;

use super::distributions::normal_width;
use super::{Interval, StatsError, check_confidence};

/// How large a part has a property.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many have it.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// Their part, 0..=1.
    pub share: f64,
    /// Its interval, within 0..=1.
    pub interval: Interval,
}

/// The score interval of Wilson (1927) for the probability of which `count` of `of` is a sample,
/// without a correction for continuity: the probabilities that a normal test would not reject.
/// `None` where `of` is 0; a `count` beyond `of` is taken as `of`.
///
/// Of none (or all) the lower (upper) end is exactly 0 (1).
///
/// # Errors
///
/// A confidence outside 0 < c < 1.
pub fn wilson(count: usize, of: usize, confidence: f64) -> Result<Option<Share>, StatsError> {
    check_confidence(confidence)?;
    if of == 0 {
        return Ok(None);
    }
    let count = count.min(of);
    let (n, share) = (of as f64, count as f64 / of as f64);
    let square = {
        let z = normal_width(confidence);
        z * z
    };
    let scale = 1.0 / (1.0 + square / n);
    let centre = scale * (share + square / (2.0 * n));
    let spread = share * (1.0 - share) / n + square / (4.0 * n * n);
    let half = scale * (square * spread).sqrt();
    let interval = Interval {
        low: if count == 0 {
            0.0
        } else {
            (centre - half).max(0.0)
        },
        high: if count == of {
            1.0
        } else {
            (centre + half).min(1.0)
        },
    };
    Ok(Some(Share {
        count,
        of,
        share,
        interval,
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn none_of_none_is_no_share() {
        assert_eq!(wilson(0, 0, 0.95), Ok(None));
        assert_eq!(wilson(1, 2, 1.0), Err(StatsError::Confidence(1.0)));
        let all = wilson(9, 3, 0.95).expect("a confidence").expect("a share");
        assert_eq!((all.count, all.share, all.interval.high), (3, 1.0, 1.0));
    }

    proptest! {
        #[test]
        fn the_interval_contains_the_share_and_mirrors(of in 1_usize..5000, part in 0.0..=1.0_f64) {
            let count = (of as f64 * part) as usize;
            let of_count = |count| wilson(count, of, 0.95).expect("a confidence").expect("a share");
            let (share, mirror) = (of_count(count), of_count(of - count));
            prop_assert!(share.interval.contains(share.share));
            prop_assert!(share.interval.low >= 0.0 && share.interval.high <= 1.0);
            prop_assert!((share.interval.low - (1.0 - mirror.interval.high)).abs() < 1e-12);
        }
    }
}
