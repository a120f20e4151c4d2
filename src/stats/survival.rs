//! How long it takes until something ends, where not everything was watched to its end.

use serde::Serialize;

use super::distributions::normal_width;
use super::{Interval, StatsError, check_confidence};
use crate::math;

/// What is known of one subject: how long it was watched, and whether it ended then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifetime {
    /// How long it was watched: finite and at least 0.
    pub time: f64,
    /// Whether the event was seen at that time; otherwise the subject is censored: its event, if
    /// any, comes later.
    pub observed: bool,
}

/// The estimate of Kaplan and Meier (1958) of the share that has not ended yet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// How many were watched.
    pub subjects: usize,
    /// How many events were seen.
    pub events: usize,
    /// Where the share falls: one step for each time of an event, ascending. Before the first it is 1.
    pub steps: Vec<Step>,
    /// The longest time that any was watched.
    pub longest: f64,
    /// The median time: that of the first step where the share is at most 1/2; `None` where it
    /// stays above.
    pub median: Option<f64>,
    /// The earliest time that the median may be (Brookmeyer and Crowley 1982): that of the first
    /// step whose lower limit is at most 1/2.
    pub median_low: Option<f64>,
    /// The latest time that the median may be, by the upper limits likewise; `None` where there is
    /// no bound.
    pub median_high: Option<f64>,
}

/// One fall of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The time of the events.
    pub time: f64,
    /// How many were still watched just before. Those censored at this very time are among them.
    pub at_risk: usize,
    /// How many ended.
    pub events: usize,
    /// The share that has not ended after this time.
    pub survival: f64,
    /// The standard error of that share by Greenwood's formula (1926); `None` where none is left.
    pub error: Option<f64>,
    /// The interval of that share, symmetric on the scale of log(-log) (Kalbfleisch and Prentice
    /// 1980), so that it stays within 0..=1; `None` where none is left.
    pub interval: Option<Interval>,
}

/// The area under a curve up to a horizon: the mean of the lesser of the time and the horizon
/// (Irwin 1949).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RestrictedMean {
    /// Where the area ends.
    pub horizon: f64,
    /// The area, in the unit of the times.
    pub mean: f64,
    /// Its standard error (Klein and Moeschberger, *Survival Analysis*, 2003, 4.5.2).
    pub error: f64,
    /// Its normal interval; it may reach beyond the horizon.
    pub interval: Interval,
}

/// How far a product of fractions may be from 1/2 and still be it: where half are left, their
/// share is a product whose rounding must not move the median to the next step.
const ROUNDING: f64 = 1e-12;

/// The Kaplan-Meier curve of these subjects; `None` of none.
///
/// The share after a time is the product, over all earlier or equal times of events, of
/// 1 - d / n, with d events among n that were still watched.
///
/// # Errors
///
/// A time that is negative or not finite, or a confidence outside 0 < c < 1.
pub fn kaplan_meier(lifetimes: &[Lifetime], confidence: f64) -> Result<Option<Curve>, StatsError> {
    check_confidence(confidence)?;
    check(lifetimes)?;
    let mut sorted = lifetimes.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    let Some(longest) = sorted.last().map(|last| last.time) else {
        return Ok(None);
    };
    let steps = steps(&sorted, normal_width(confidence));
    let first = |below: &dyn Fn(&Step) -> bool| {
        let step = steps.iter().find(|step| below(step));
        step.map(|step| step.time)
    };
    let half = 0.5 + ROUNDING;
    Ok(Some(Curve {
        subjects: sorted.len(),
        events: sorted.iter().filter(|one| one.observed).count(),
        longest,
        median: first(&|step| step.survival <= half),
        median_low: first(&|step| step.interval.is_none_or(|limits| limits.low <= half)),
        median_high: first(&|step| step.interval.is_some_and(|limits| limits.high <= half)),
        steps,
    }))
}

/// Refuses times that are negative or not finite.
pub(super) fn check(lifetimes: &[Lifetime]) -> Result<(), StatsError> {
    let bad = |one: &Lifetime| !(one.time >= 0.0 && one.time.is_finite());
    match lifetimes.iter().position(bad) {
        Some(place) => {
            let value = lifetimes[place].time;
            Err(StatsError::Time { place, value })
        }
        None => Ok(()),
    }
}

/// The steps of subjects in the order of their times; `width` is the half width of a normal
/// interval in standard errors.
fn steps(sorted: &[Lifetime], width: f64) -> Vec<Step> {
    let (mut survival, mut greenwood) = (1.0, 0.0);
    let mut at_risk = sorted.len();
    let mut steps = Vec::new();
    for together in sorted.chunk_by(|a, b| a.time == b.time) {
        let events = together.iter().filter(|one| one.observed).count();
        if events > 0 {
            let (n, d) = (at_risk as f64, events as f64);
            survival *= 1.0 - d / n;
            greenwood += d / (n * (n - d));
            let some_left = events < at_risk;
            steps.push(Step {
                time: together[0].time,
                at_risk,
                events,
                survival,
                error: some_left.then(|| survival * greenwood.sqrt()),
                interval: some_left.then(|| log_log(survival, greenwood, width)),
            });
        }
        at_risk -= together.len();
    }
    steps
}

/// The interval S^exp(∓ w √g / ln S) of a share S strictly between 0 and 1.
fn log_log(survival: f64, greenwood: f64, width: f64) -> Interval {
    let log = math::ln(survival);
    let factor = math::exp(width * greenwood.sqrt() / log.abs());
    Interval {
        low: math::exp(log * factor),
        high: math::exp(log / factor),
    }
}

impl Curve {
    /// The share that has not ended after this time.
    #[must_use]
    pub fn at(&self, time: f64) -> f64 {
        let behind = self.steps.partition_point(|step| step.time <= time);
        let last = behind.checked_sub(1).map(|place| self.steps[place]);
        last.map_or(1.0, |step| step.survival)
    }

    /// The time up to which the curve is known: for ever once it fell to 0, otherwise the longest
    /// time that any was watched.
    #[must_use]
    pub fn known_until(&self) -> f64 {
        match self.steps.last() {
            Some(last) if last.survival == 0.0 => f64::INFINITY,
            _ => self.longest,
        }
    }

    /// The mean restricted to `horizon`, at least 0; a horizon beyond [`Curve::known_until`] is taken
    /// as that time. (An infinite horizon of a curve that fell to 0 gives the mean itself.)
    ///
    /// # Errors
    ///
    /// A confidence outside 0 < c < 1.
    pub fn restricted_mean(
        &self,
        horizon: f64,
        confidence: f64,
    ) -> Result<RestrictedMean, StatsError> {
        check_confidence(confidence)?;
        let horizon = horizon.min(self.known_until());
        let behind = self.steps.partition_point(|step| step.time < horizon);
        // From the horizon backwards: the area behind a step decides how much its chance counts.
        let (mut area, mut variance, mut end) = (0.0, 0.0, horizon);
        for step in self.steps[..behind].iter().rev() {
            // Nothing lasts behind the fall to 0, however far the horizon is.
            if step.survival > 0.0 {
                area += step.survival * (end - step.time);
            }
            end = step.time;
            let (n, d) = (step.at_risk as f64, step.events as f64);
            if step.events < step.at_risk {
                variance += area * area * d / (n * (n - d));
            }
        }
        let (mean, error) = (area + end, variance.sqrt());
        let interval = Interval::around(mean, normal_width(confidence) * error);
        Ok(RestrictedMean {
            horizon,
            mean,
            error,
            interval,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lives(all: &[(f64, bool)]) -> Vec<Lifetime> {
        let of = |&(time, observed)| Lifetime { time, observed };
        all.iter().map(of).collect()
    }

    fn curve(all: &[(f64, bool)]) -> Curve {
        let curve = kaplan_meier(&lives(all), 0.95).expect("good times");
        curve.expect("subjects")
    }

    #[test]
    fn nobody_and_nothing() {
        assert_eq!(kaplan_meier(&[], 0.95), Ok(None));
        let censored = curve(&[(3.0, false), (5.0, false)]);
        assert_eq!(
            (censored.events, censored.median, censored.median_low),
            (0, None, None)
        );
        assert_eq!(censored.at(4.0), 1.0);
        let mean = censored.restricted_mean(9.0, 0.95).expect("a mean");
        assert_eq!((mean.horizon, mean.mean, mean.error), (5.0, 5.0, 0.0));
    }

    #[test]
    fn bad_times_are_refused_with_their_place() {
        for bad in [-1.0, f64::INFINITY] {
            let lives = lives(&[(1.0, true), (bad, true)]);
            let refused = kaplan_meier(&lives, 0.95);
            assert_eq!(
                refused,
                Err(StatsError::Time {
                    place: 1,
                    value: bad
                })
            );
        }
        let nan = kaplan_meier(&lives(&[(f64::NAN, true)]), 0.95);
        assert!(matches!(nan, Err(StatsError::Time { place: 0, .. })));
    }

    #[test]
    fn the_last_event_leaves_none() {
        let all = curve(&[(1.0, true), (2.0, true)]);
        assert_eq!(all.median, Some(1.0));
        let last = all.steps[1];
        assert_eq!(
            (last.survival, last.error, last.interval),
            (0.0, None, None)
        );
        assert_eq!((all.median_low, all.median_high), (Some(1.0), None));
        assert_eq!((all.at(0.5), all.at(1.0), all.at(7.0)), (1.0, 0.5, 0.0));
        for horizon in [2.0, 50.0, f64::INFINITY] {
            let mean = all.restricted_mean(horizon, 0.95).expect("a mean");
            assert_eq!(
                (mean.horizon, mean.mean, mean.error),
                (horizon, 1.5, 0.125_f64.sqrt())
            );
        }
    }

    #[test]
    fn half_left_is_the_median_despite_rounding() {
        for n in 1..60_u32 {
            let all: Vec<_> = (1..=2 * n).map(|k| (f64::from(k), true)).collect();
            assert_eq!(curve(&all).median, Some(f64::from(n)), "{n}");
        }
    }

    proptest! {
        #[test]
        fn curves_fall_within_their_intervals(
            all in prop::collection::vec((0..20_u8, any::<bool>()), 1..60),
        ) {
            let all: Vec<_> = all.iter().map(|&(time, seen)| (f64::from(time), seen)).collect();
            let curve = curve(&all);
            let mut before = 1.0;
            for step in &curve.steps {
                prop_assert!(step.survival < before && step.survival >= 0.0);
                before = step.survival;
                if let Some(limits) = step.interval {
                    prop_assert!(limits.contains(step.survival));
                    prop_assert!(limits.low >= 0.0 && limits.high <= 1.0);
                }
            }
            let mean = curve.restricted_mean(f64::MAX, 0.95).expect("a mean");
            prop_assert!(mean.mean >= 0.0 && mean.mean <= curve.longest);
            // Without censoring the area is the plain mean.
            if curve.events == curve.subjects {
                let plain = all.iter().map(|one| one.0).sum::<f64>() / all.len() as f64;
                prop_assert!((mean.mean - plain).abs() < 1e-9);
            }
        }
    }
}
