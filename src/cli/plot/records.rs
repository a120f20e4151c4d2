//! Charts of records.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Page;
use crate::cli::common::Failed;
use crate::cli::storing::named;
use crate::plot::{AfterEnd, Axis, Chart, Many, Robot, Run, RunGroup, Series, Shape, Trajectories};
use crate::record::Record;
use crate::scenario::nearest;

/// What a monitor said, of one record or of many.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SeriesArgs {
    /// The records, .mcap or .jsonl.
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// The monitor; the only one if missing.
    #[arg(long)]
    monitor: Option<String>,
    /// The figure; the first one with numbers if missing.
    #[arg(long)]
    figure: Option<String>,
    /// Draws each run, and not the median with its band.
    #[arg(long)]
    each: bool,
    /// Runs that have ended leave, instead of holding their last value.
    #[arg(long)]
    leave: bool,
    #[command(flatten)]
    pub(super) page: Page,
}

/// So many robots have colours of their own.
const COLOURED: usize = 8;

/// The ways of the robots of a record, from its frames.
pub(super) fn trajectories(path: &Path) -> Result<Chart, Failed> {
    let record = Record::open(path)?;
    let mut robots: Vec<Robot> = Vec::new();
    for frame in record.frames()? {
        let frame = frame?;
        for (id, [x, y]) in frame.positions.iter().enumerate() {
            if robots.len() <= id {
                robots.push(Robot {
                    name: format!("robot {id}"),
                    points: Vec::new(),
                    faults: Vec::new(),
                });
            }
            robots[id].points.push([f64::from(*x), f64::from(*y)]);
        }
    }
    if robots.is_empty() {
        let text = format!(
            "{}: the record has no frames ([record] frames = true)",
            named(path)
        );
        return Err(Failed::Usage(text));
    }
    Ok(Chart::Trajectories(Trajectories {
        x: Axis::new("x"),
        y: Axis::new("y"),
        robots,
        coloured: COLOURED,
    }))
}

/// What a monitor said of each record.
pub(super) fn series(args: &SeriesArgs) -> Result<Chart, Failed> {
    let mut choice = (args.monitor.clone(), args.figure.clone());
    let mut runs = Vec::new();
    for path in &args.records {
        runs.push(run(path, &mut choice)?);
    }
    let (monitor, figure) = (choice.0.unwrap_or_default(), choice.1.unwrap_or_default());
    Ok(Chart::Series(Series {
        time: Axis::new("simulated time"),
        value: Axis::new(format!("{monitor}: {figure}")),
        by: String::new(),
        groups: vec![RunGroup {
            name: monitor,
            runs,
        }],
        shape: Shape::Steps,
        after_end: match args.leave {
            true => AfterEnd::Leaves,
            false => AfterEnd::Holds,
        },
        many: match args.each {
            true => Many::Each,
            false => Many::Bands,
        },
    }))
}

/// What a monitor said of one record. What nobody has chosen is chosen by the first record.
fn run(
    path: &Path,
    (monitor, figure): &mut (Option<String>, Option<String>),
) -> Result<Run, Failed> {
    let wrong = |what: String| Failed::Usage(format!("{}: {what}", named(path)));
    let record = Record::open(path)?;
    let mut lines: Vec<(f64, Value)> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for line in record.monitors()? {
        let line = line?;
        let Some(name) = line.value["monitor"].as_str() else {
            continue;
        };
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        let chosen = monitor.get_or_insert_with(|| name.to_owned());
        if chosen == name {
            lines.push((line.time, line.value));
        }
    }
    let chosen = monitor.clone().unwrap_or_default();
    if names.is_empty() {
        return Err(wrong("this run had no monitors".to_owned()));
    }
    if !names.contains(&chosen) {
        let near = nearest(&chosen, names.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        return Err(wrong(format!(
            "there is no monitor {chosen:?}, there are: {}{near}",
            names.join(", ")
        )));
    }
    let is_number = |value: &Value| value.is_number() || value.is_boolean();
    let figures = lines
        .iter()
        .filter_map(|(_, value)| value.as_object())
        .flatten();
    let figures: Vec<&String> = figures
        .filter(|(_, value)| is_number(value))
        .map(|(key, _)| key)
        .collect();
    let first = figures.first().map(|key| (*key).clone());
    let figure = figure.get_or_insert(first.unwrap_or_default()).clone();
    if !figures.iter().any(|known| **known == figure) {
        let near = nearest(&figure, figures.iter().map(|key| key.as_str()));
        let near = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        return Err(wrong(format!(
            "{chosen} has no figure {figure:?} with numbers{near}"
        )));
    }
    let number = |value: &Value| match value {
        Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
        value => value.as_f64(),
    };
    let points = lines
        .iter()
        .filter_map(|(time, value)| Some((*time, number(&value[&figure])?)));
    let (times, values) = points.unzip();
    Ok(Run {
        name: named(path),
        times,
        values,
    })
}
