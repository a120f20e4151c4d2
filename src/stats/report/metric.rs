//! One metric over all groups.

use std::ops::ControlFlow;

use serde::Serialize;

use super::fits::{FitLine, fits};
use super::pairs::{Pair, Pairing};
use super::{Heading, Work, kind};
use crate::dataset::Column;
use crate::stats::bootstrap::{Bootstrap, mean_interval};
use crate::stats::describe::{Description, Sample};
use crate::stats::groups::{Key, columns, split};
use crate::stats::proportion::{Share, wilson};
use crate::stats::{Interval, StatsError};

/// What is found of one column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetricReport {
    /// The column.
    #[serde(flatten)]
    pub column: Heading,
    /// The distribution in each group; empty for texts and truths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Numbers>,
    /// The shares in each group; empty for numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Shares>,
    /// The groups compared, where that was asked; empty for texts. (A truth is compared as the
    /// number 1 or 0: its delta is the difference of two shares.)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
    /// The laws fitted, where that was asked; empty for texts and truths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fits: Vec<FitLine>,
}

/// The distribution of numbers in a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Numbers {
    /// The group's name.
    pub group: String,
    /// The statistics.
    #[serde(flatten)]
    pub description: Description,
    /// The bootstrap interval of the mean; `None` of fewer than two values.
    pub mean_interval: Option<Interval>,
}

/// The shares of values in a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// The group's name.
    pub group: String,
    /// How many rows have a value; the shares are of these.
    pub count: usize,
    /// How many have none.
    pub missing: usize,
    /// All values of the column, in their order, those with the share 0 in this group too; empty
    /// where no row of the group has a value.
    pub values: Vec<ValueShare>,
}

/// The share of a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueShare {
    /// The value.
    pub value: Key,
    /// Its share with the interval of Wilson.
    #[serde(flatten)]
    pub share: Share,
}

/// All metrics.
pub(super) fn metrics(
    work: &Work<'_>,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Vec<MetricReport>, StatsError> {
    let columns = columns(work.data, &work.options.metrics, "metrics")?;
    let pairing = Pairing::of(work)?;
    super::fits::check(work)?;
    let samples: Vec<Vec<Sample>> = columns.iter().map(|column| samples(work, column)).collect();
    // What is refused is refused before the first resample is drawn.
    let mut reports = Vec::with_capacity(columns.len());
    for (column, samples) in columns.iter().zip(&samples) {
        reports.push(without_intervals(work, column, samples, pairing.as_ref())?);
    }
    intervals(work, &samples, &mut reports, progress)?;
    Ok(reports)
}

/// The numbers of a column in each group; none for texts.
fn samples(work: &Work<'_>, column: &Column) -> Vec<Sample> {
    let number = |&row: &usize| column.values.number(row);
    let groups = work.groups.iter();
    groups
        .map(|group| Sample::new(group.rows.iter().map(number)))
        .collect()
}

fn without_intervals(
    work: &Work<'_>,
    column: &Column,
    samples: &[Sample],
    pairing: Option<&Pairing<'_>>,
) -> Result<MetricReport, StatsError> {
    let kind = kind(column);
    let (numeric, text) = (kind == "numbers", kind == "texts");
    let describe = |(sample, group): (&Sample, &String)| Numbers {
        group: group.clone(),
        description: sample.describe(),
        mean_interval: None,
    };
    let numbers = if numeric {
        samples.iter().zip(&work.labels).map(describe).collect()
    } else {
        Vec::new()
    };
    let pairs = match pairing {
        Some(pairing) if !text => pairing.compare(work, column, samples)?,
        _ => Vec::new(),
    };
    Ok(MetricReport {
        column: Heading::of(column),
        numbers,
        shares: if numeric {
            Vec::new()
        } else {
            shares(work, column)?
        },
        pairs,
        fits: if numeric {
            fits(work, column)?
        } else {
            Vec::new()
        },
    })
}

fn shares(work: &Work<'_>, column: &Column) -> Result<Vec<Shares>, StatsError> {
    let all: Vec<usize> = (0..work.data.rows()).collect();
    let values = split(&[column], &all);
    let present = |key: &Key| *key != Key::Missing;
    let values: Vec<&Key> = values
        .iter()
        .map(|group| &group.key[0])
        .filter(|key| present(key))
        .collect();
    let mut shares = Vec::with_capacity(work.groups.len());
    for (group, label) in work.groups.iter().zip(&work.labels) {
        let own = split(&[column], &group.rows);
        let count_of = |key: &Key| {
            let same = own.iter().find(|own| own.key[0] == *key);
            same.map_or(0, |same| same.rows.len())
        };
        let missing = count_of(&Key::Missing);
        let count = group.rows.len() - missing;
        let mut lines = Vec::new();
        for value in &values {
            if let Some(share) = wilson(count_of(value), count, work.options.confidence)? {
                let value = (*value).clone();
                lines.push(ValueShare { value, share });
            }
        }
        shares.push(Shares {
            group: label.clone(),
            count,
            missing,
            values: lines,
        });
    }
    Ok(shares)
}

/// Draws the bootstraps of all numbers.
fn intervals(
    work: &Work<'_>,
    samples: &[Vec<Sample>],
    reports: &mut [MetricReport],
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), StatsError> {
    let options = work.options;
    let with = Bootstrap {
        resamples: options.resamples,
        confidence: options.confidence,
        seed: options.seed,
        method: options.method,
    };
    if options.resamples == 0 {
        return Ok(());
    }
    let lines: usize = reports.iter().map(|report| report.numbers.len()).sum();
    let total = lines as u64 * u64::from(options.resamples);
    let mut before = 0;
    for (report, samples) in reports.iter_mut().zip(samples) {
        for (line, sample) in report.numbers.iter_mut().zip(samples) {
            let mut tell = |done: u64, _| progress(before + done, total);
            line.mean_interval = mean_interval(sample.values(), &with, &mut tell)?;
            before += u64::from(options.resamples);
        }
    }
    Ok(())
}
