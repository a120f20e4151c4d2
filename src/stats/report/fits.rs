//! Laws of growth of a metric with a size.

use serde::Serialize;

use super::{Heading, Work, column_of};
use crate::dataset::Column;
use crate::stats::StatsError;
use crate::stats::describe::Sample;
use crate::stats::fit::{Fit, FitError, Model, fit};
use crate::stats::groups::{groups, label, split};

/// What is asked of the growth of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitOptions {
    /// The laws; their fits of the same points are compared by [`Fit::aic`].
    pub models: Vec<Model>,
    /// The column of the sizes n, such as `swarm.robots`.
    pub against: String,
    /// What is fitted.
    pub points: FitPoints,
}

/// What a law is fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FitPoints {
    /// Each row is a point. The default: the intervals know how much the runs of one size scatter.
    #[default]
    Rows,
    /// The median of the rows of each size is a point: not moved by a few very long runs, but with
    /// as few degrees of freedom as there are sizes.
    Medians,
}

/// The law of one series: the rows that agree in all columns that split the rows, but for the
/// column of the sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitLine {
    /// The series' name.
    pub series: String,
    /// The column of the sizes.
    pub against: Heading,
    /// What was fitted.
    pub points: FitPoints,
    /// The word of the law.
    pub model: Model,
    /// The fit.
    pub fit: Option<Fit>,
    /// Why there is none.
    pub refused: Option<String>,
}

/// Refuses options that no metric can be fitted with.
pub(super) fn check(work: &Work<'_>) -> Result<(), StatsError> {
    let Some(asked) = &work.options.fit else {
        return Ok(());
    };
    if asked.models.is_empty() {
        return Err(StatsError::NoModel);
    }
    column_of(
        work.data,
        &asked.against,
        "numbers",
        "the size that a law is fitted against",
    )?;
    Ok(())
}

/// The fits that are asked for.
pub(super) fn fits(work: &Work<'_>, metric: &Column) -> Result<Vec<FitLine>, StatsError> {
    let Some(asked) = &work.options.fit else {
        return Ok(Vec::new());
    };
    let against = column_of(work.data, &asked.against, "numbers", "the size of a fit")?;
    let by = work
        .options
        .by
        .iter()
        .filter(|name| **name != asked.against);
    let by: Vec<String> = by.cloned().collect();
    let mut lines = Vec::new();
    for series in groups(work.data, &by)? {
        let points = match asked.points {
            FitPoints::Rows => points(against, metric, &series.rows),
            FitPoints::Medians => medians(against, metric, &series.rows),
        };
        for &model in &asked.models {
            let (fit, refused) = match fit(model, &points, work.options.confidence) {
                Ok(fit) => (Some(fit), None),
                Err(FitError::Refused(error)) => return Err(error),
                Err(error) => (None, Some(error.to_string())),
            };
            lines.push(FitLine {
                series: label(&by, &series.key),
                against: Heading::of(against),
                points: asked.points,
                model,
                fit,
                refused,
            });
        }
    }
    Ok(lines)
}

/// The rows that have both a size and a figure.
fn points(against: &Column, metric: &Column, rows: &[usize]) -> Vec<(f64, f64)> {
    let point = |&row: &usize| against.values.number(row).zip(metric.values.number(row));
    let finite = |point: &(f64, f64)| point.0.is_finite() && point.1.is_finite();
    rows.iter().filter_map(point).filter(finite).collect()
}

/// The median figure of each size.
fn medians(against: &Column, metric: &Column, rows: &[usize]) -> Vec<(f64, f64)> {
    let sizes = split(&[against], rows);
    let median = |rows: &[usize]| {
        let own = points(against, metric, rows);
        let size = own.first()?.0;
        let figures = Sample::new(own.iter().map(|point| Some(point.1)));
        figures.describe().median.map(|median| (size, median))
    };
    sizes.iter().filter_map(|size| median(&size.rows)).collect()
}
