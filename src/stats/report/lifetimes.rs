//! The time to an end, in each group.

use serde::Serialize;

use super::{Heading, Work, column_of};
use crate::dataset::{Column, Value};
use crate::stats::StatsError;
use crate::stats::groups::Group;
use crate::stats::logrank::{LogRank, logrank};
use crate::stats::survival::{Curve, Lifetime, RestrictedMean, kaplan_meier};

/// What is asked of the time to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurvivalOptions {
    /// The column of numbers that says how long a run took, at least 0.
    pub time: String,
    /// The column of texts that says how it ended.
    pub end: String,
    /// The ends that are the event. A run that ended in another way is censored: had it gone on,
    /// the event might have come later.
    pub ends: Vec<String>,
}

/// The time to an end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurvivalReport {
    /// The column of the times.
    pub time: Heading,
    /// The name of the column of the ends.
    pub end: String,
    /// The ends that are the event.
    pub ends: Vec<String>,
    /// Those of them that no row has: rightly, or because they are misspelt.
    pub absent_ends: Vec<String>,
    /// Where the restricted means end: the least time up to which the curves of all groups are known
    /// (a curve that fell to 0 is known for ever); if all fell to 0, their longest time. `None` where
    /// no group has a row.
    pub horizon: Option<f64>,
    /// The groups.
    pub groups: Vec<GroupCurve>,
    /// The log-rank test between all groups; `None` where there are not two to compare.
    pub logrank: Option<LogRank>,
}

/// The time to an end in a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupCurve {
    /// The group's name.
    pub group: String,
    /// How many rows have no time or no end; they are left out.
    pub missing: usize,
    /// The curve; `None` where no row is left.
    pub curve: Option<Curve>,
    /// The mean time up to the common horizon.
    pub restricted_mean: Option<RestrictedMean>,
}

/// The curves of all groups.
pub(super) fn survival(
    work: &Work<'_>,
    asked: &SurvivalOptions,
) -> Result<SurvivalReport, StatsError> {
    if asked.ends.is_empty() {
        return Err(StatsError::NoEnd);
    }
    let time = column_of(work.data, &asked.time, "numbers", "the time to an end")?;
    let end = column_of(work.data, &asked.end, "texts", "what an end is called")?;
    let confidence = work.options.confidence;
    let (mut lifetimes, mut groups) = (Vec::new(), Vec::new());
    for (group, label) in work.groups.iter().zip(&work.labels) {
        let own = lives(group, time, end, &asked.ends)?;
        groups.push(GroupCurve {
            group: label.clone(),
            missing: group.rows.len() - own.len(),
            curve: kaplan_meier(&own, confidence)?,
            restricted_mean: None,
        });
        lifetimes.push(own);
    }
    let horizon = horizon(&groups);
    for group in &mut groups {
        if let Some((curve, horizon)) = group.curve.as_ref().zip(horizon) {
            group.restricted_mean = Some(curve.restricted_mean(horizon, confidence)?);
        }
    }
    let lifetimes: Vec<&[Lifetime]> = lifetimes.iter().map(Vec::as_slice).collect();
    Ok(SurvivalReport {
        time: Heading::of(time),
        end: end.name.clone(),
        ends: asked.ends.clone(),
        absent_ends: absent(end, &asked.ends),
        horizon,
        groups,
        logrank: logrank(&lifetimes)?,
    })
}

fn horizon(groups: &[GroupCurve]) -> Option<f64> {
    let curves = || groups.iter().filter_map(|group| group.curve.as_ref());
    let known = curves().map(Curve::known_until).min_by(f64::total_cmp);
    let longest = curves().map(|curve| curve.longest).max_by(f64::total_cmp);
    known.filter(|known| known.is_finite()).or(longest)
}

/// The lifetimes of the rows that have a time and an end. A refused time is named with its row of
/// the data set.
fn lives(
    group: &Group,
    time: &Column,
    end: &Column,
    ends: &[String],
) -> Result<Vec<Lifetime>, StatsError> {
    let mut lives = Vec::with_capacity(group.rows.len());
    for &row in &group.rows {
        let Value::Text(ended) = end.values.get(row) else {
            continue;
        };
        let Some(time) = time.values.number(row).filter(|time| !time.is_nan()) else {
            continue;
        };
        if !(time >= 0.0 && time.is_finite()) {
            let (place, value) = (row, time);
            return Err(StatsError::Time { place, value });
        }
        let observed = ends.iter().any(|end| end == ended);
        lives.push(Lifetime { time, observed });
    }
    Ok(lives)
}

/// The ends that no row has.
fn absent(end: &Column, ends: &[String]) -> Vec<String> {
    let has = |wanted: &str| {
        let mut rows = 0..end.values.len();
        rows.any(|row| end.values.get(row) == Value::Text(wanted))
    };
    ends.iter().filter(|wanted| !has(wanted)).cloned().collect()
}
