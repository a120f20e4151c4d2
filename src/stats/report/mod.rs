//! All that is asked of a data set, in one value: for programs by `serde`, for people as text.

mod fits;
mod lifetimes;
mod metric;
mod pairs;
mod table;
mod text;

use std::ops::ControlFlow;

use serde::Serialize;

use super::bootstrap::{Bootstrap, Method};
use super::groups::{GROUPING, Group, Key, column, columns, groups, label};
use super::{StatsError, check_confidence};
use crate::dataset::{Column, Dataset};

pub use fits::{FitLine, FitOptions, FitPoints};
pub use lifetimes::{GroupCurve, SurvivalOptions, SurvivalReport};
pub use metric::{MetricReport, Numbers, Shares, ValueShare};
pub use pairs::{Pair, Test};

/// What is asked of a data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The columns whose values split the rows into groups; none for one group.
    pub by: Vec<String>,
    /// The columns to describe: numbers by their distribution, texts and truths by shares.
    pub metrics: Vec<String>,
    /// How many resamples a bootstrap draws; with 0 means have no intervals.
    pub resamples: u32,
    /// How a bootstrap makes an interval.
    pub method: Method,
    /// The confidence of all intervals, in 0 < c < 1.
    pub confidence: f64,
    /// The seed of the bootstraps; each starts with it anew.
    pub seed: u64,
    /// Whether the time to an end is studied.
    pub survival: Option<SurvivalOptions>,
    /// Whether the groups are compared in pairs.
    pub pairs: bool,
    /// The columns whose equal values pair the rows of two groups, such as the seed, or the seed and
    /// another varied parameter: compared are then their differences. Any column implies `pairs`.
    pub paired_by: Vec<String>,
    /// Whether laws of growth are fitted.
    pub fit: Option<FitOptions>,
}

impl Options {
    /// The columns that are needed, each once; at least one, so that rows can be counted.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let mut wanted: Vec<&String> = Vec::new();
        let lists = [&self.by, &self.metrics, &self.paired_by];
        let named = lists.into_iter().flatten();
        let survival = self
            .survival
            .iter()
            .flat_map(|survival| [&survival.time, &survival.end]);
        let against = self.fit.iter().map(|fit| &fit.against);
        for name in named.chain(survival).chain(against) {
            if !wanted.contains(&name) {
                wanted.push(name);
            }
        }
        let mut wanted: Vec<String> = wanted.into_iter().cloned().collect();
        if wanted.is_empty() {
            wanted.push("id".to_owned());
        }
        wanted
    }

    /// The same with other names for its columns.
    ///
    /// # Errors
    ///
    /// What `rename` says of one.
    pub fn try_renamed<E>(
        mut self,
        rename: &mut impl FnMut(&str) -> Result<String, E>,
    ) -> Result<Self, E> {
        let lists = [&mut self.by, &mut self.metrics, &mut self.paired_by];
        let survival = self.survival.iter_mut();
        let survival = survival.flat_map(|survival| [&mut survival.time, &mut survival.end]);
        let against = self.fit.iter_mut().map(|fit| &mut fit.against);
        for name in lists.into_iter().flatten().chain(survival).chain(against) {
            *name = rename(name)?;
        }
        Ok(self)
    }
}

impl Default for Options {
    /// Nothing is asked, with the resamples, the method, the confidence and the seed of
    /// [`Bootstrap::default`].
    fn default() -> Self {
        let usual = Bootstrap::default();
        Options {
            by: Vec::new(),
            metrics: Vec::new(),
            resamples: usual.resamples,
            method: usual.method,
            confidence: usual.confidence,
            seed: usual.seed,
            survival: None,
            pairs: false,
            paired_by: Vec::new(),
            fit: None,
        }
    }
}

/// The answer. A number that is not finite, or that does not exist, is `null` in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many rows there are.
    pub rows: usize,
    /// The confidence of all intervals.
    pub confidence: f64,
    /// How many resamples each bootstrap drew.
    pub resamples: u32,
    /// How the intervals of means were made.
    pub method: Method,
    /// The seed of the bootstraps.
    pub seed: u64,
    /// The columns that the rows are split by.
    pub by: Vec<Heading>,
    /// The groups, in the order of their keys; all lists of groups below are in this order.
    pub groups: Vec<GroupLine>,
    /// The metrics, in the order they were asked for.
    pub metrics: Vec<MetricReport>,
    /// The times to an end.
    pub survival: Option<SurvivalReport>,
}

/// A column's name, unit and meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its name.
    pub name: String,
    /// The unit of its numbers; empty where they have none.
    pub unit: String,
    /// What it means.
    pub help: String,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupLine {
    /// Its name: `swarm.robots=8, scheduler.kind=fsync`.
    pub label: String,
    /// The values of the columns that the rows are split by.
    pub key: Vec<Key>,
    /// How many rows it has.
    pub rows: usize,
}

impl Heading {
    fn of(column: &Column) -> Self {
        Heading {
            name: column.name.clone(),
            unit: column.unit.clone(),
            help: column.help.clone(),
        }
    }
}

/// A data set with its groups, and how far the work is.
struct Work<'w> {
    data: &'w Dataset,
    options: &'w Options,
    groups: Vec<Group>,
    labels: Vec<String>,
}

/// Computes what is asked. `progress` is told how many resamples of how many are drawn, over all
/// metrics and groups, and may break; without numbers to describe it is never asked.
///
/// # Errors
///
/// A column that does not exist, is named twice or holds the wrong kind of values, options out of
/// range, nothing asked at all, rows that cannot be paired, or the stop. What concerns only one
/// group or series (too few points for a fit, say) is said in its place and is no error.
pub fn report(
    data: &Dataset,
    options: &Options,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Report, StatsError> {
    check_confidence(options.confidence)?;
    if options.metrics.is_empty() && options.survival.is_none() {
        return Err(StatsError::Nothing);
    }
    let groups = groups(data, &options.by)?;
    let labels = groups
        .iter()
        .map(|group| label(&options.by, &group.key))
        .collect();
    let work = Work {
        data,
        options,
        groups,
        labels,
    };
    let by = columns(data, &options.by, GROUPING)?;
    let by = by.into_iter().map(Heading::of).collect();
    // What is cheap and may be refused comes before the bootstraps.
    let survival = options
        .survival
        .as_ref()
        .map(|asked| lifetimes::survival(&work, asked));
    let survival = survival.transpose()?;
    let metrics = metric::metrics(&work, progress)?;
    Ok(Report {
        rows: data.rows(),
        confidence: options.confidence,
        resamples: options.resamples,
        method: options.method,
        seed: options.seed,
        by,
        groups: work.lines(),
        metrics,
        survival,
    })
}

impl Work<'_> {
    fn lines(&self) -> Vec<GroupLine> {
        let line = |(group, label): (&Group, &String)| GroupLine {
            label: label.clone(),
            key: group.key.clone(),
            rows: group.rows.len(),
        };
        self.groups.iter().zip(&self.labels).map(line).collect()
    }
}

/// What a column holds, in words.
const fn kind(column: &Column) -> &'static str {
    use crate::dataset::Values;
    match column.values {
        Values::Integer(_) | Values::Real(_) => "numbers",
        Values::Text(_) => "texts",
        Values::Truth(_) => "truths",
    }
}

/// The column of this name, which has to hold one kind of values.
fn column_of<'d>(
    data: &'d Dataset,
    name: &str,
    expected: &'static str,
    purpose: &'static str,
) -> Result<&'d Column, StatsError> {
    let column = column(data, name)?;
    let found = kind(column);
    if found == expected {
        return Ok(column);
    }
    Err(StatsError::Kind {
        column: name.to_owned(),
        found,
        purpose,
        expected,
    })
}

#[cfg(test)]
mod tests;
