//! `formicary series`: what the monitors of a record said, as a table.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::common::{Exit, Failed, print};
use crate::dataset::write::{Format, Writer};
use crate::dataset::{Column, Dataset, Kind, Values};
use crate::record::Record;

/// Writes what a monitor of a recorded run said, line by line, as CSV, JSON lines or Parquet.
///
/// A column for each figure, besides the number of the event, the instant and the occasion. Figures that
/// are lists or tables are written as JSON.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary run scenarios/amoebot/monitor_activity.toml --record run.mcap
  formicary series run.mcap activity -o activity.csv
  formicary series run.mcap activity --every round")]
pub(super) struct Args {
    /// The record, .mcap or .jsonl.
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// The name of the monitor; the only one if missing.
    monitor: Option<String>,
    /// Only the lines of this occasion (`start`, `round`, `tick`, `epoch`, `event`, `every`, `end`).
    #[arg(long, value_name = "OCCASION")]
    every: Option<String>,
    /// Where to write the table: .csv, .jsonl or .parquet; the terminal if missing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The keys of a line that say what it is and not what it found.
const NAMES: [&str; 2] = ["monitor", "at"];

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let record = Record::open(&args.record)?;
    let mut monitors: BTreeMap<String, Vec<(u64, f64, Value)>> = BTreeMap::new();
    for line in record.monitors()? {
        let line = line?;
        if let Some(name) = line.value["monitor"].as_str() {
            let lines = monitors.entry(name.to_owned()).or_default();
            lines.push((line.event, line.time, line.value));
        }
    }
    let (name, mut lines) = choose(args, monitors)?;
    if let Some(occasion) = &args.every {
        lines.retain(|(.., value)| value["at"] == occasion.as_str());
        if lines.is_empty() {
            let text = format!(
                "{}: {name} never spoke at {occasion:?} (occasions are start, round, tick, epoch, \
                 event, every and end)",
                args.record.display()
            );
            return Err(Failed::Usage(text));
        }
    }
    let data = dataset(&lines)?;
    let mut table = Vec::new();
    let format = match &args.output {
        // Any other extension is somebody's own word for CSV.
        Some(path) => Format::of(path).unwrap_or(Format::Csv),
        None => Format::Csv,
    };
    let written = Writer::create(&mut table, format, &data.heads()).and_then(|mut writer| {
        writer.write(&data)?;
        writer.finish()
    });
    written.map_err(|error| Failed::Usage(error.to_string()))?;
    match &args.output {
        Some(path) => std::fs::write(path, table)
            .map_err(|error| Failed::Usage(format!("{}: {error}", path.display())))?,
        None => print(&String::from_utf8_lossy(&table))?,
    }
    Ok(Exit::Expected)
}

type Lines = Vec<(u64, f64, Value)>;

fn choose(args: &Args, mut monitors: BTreeMap<String, Lines>) -> Result<(String, Lines), Failed> {
    let names: Vec<_> = monitors.keys().cloned().collect();
    let refuse = |what: String| {
        let text = format!("{}: {what}", args.record.display());
        Err(Failed::Usage(text))
    };
    let name = match (&args.monitor, names.as_slice()) {
        (_, []) => {
            let what = "this run had no monitors (its scenario has no table [[monitors]])";
            return refuse(what.to_owned());
        }
        (Some(name), _) => name.clone(),
        (None, [only]) => only.clone(),
        (None, names) => {
            return refuse(format!("which monitor? There are {}", names.join(", ")));
        }
    };
    match monitors.remove(&name) {
        Some(lines) => Ok((name, lines)),
        None => refuse(format!(
            "there is no monitor {name:?}, there are: {}",
            names.join(", ")
        )),
    }
}

/// The lines as a data set. The columns are those of all lines, in the order in which they first come.
fn dataset(lines: &Lines) -> Result<Dataset, Failed> {
    let mut names: Vec<&str> = Vec::new();
    for (.., value) in lines {
        for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
            if !NAMES.contains(&key.as_str()) && !names.contains(&key.as_str()) {
                names.push(key);
            }
        }
    }
    let events = lines.iter().map(|(event, ..)| i64::try_from(*event).ok());
    let times = lines.iter().map(|(_, time, _)| Some(*time));
    let mut columns = vec![
        Column::new(
            "event",
            "the number of the last event",
            Values::Integer(events.collect()),
        ),
        Column::new("time", "the instant", Values::Real(times.collect())).in_unit("simulated time"),
        column("at", lines, "on what occasion the monitor spoke"),
    ];
    columns.extend(
        names
            .into_iter()
            .map(|name| column(name, lines, "a figure")),
    );
    Dataset::new(columns).map_err(|error| Failed::Usage(error.to_string()))
}

/// What all lines say under a key.
fn column(name: &str, lines: &Lines, help: &str) -> Column {
    let cells = || lines.iter().map(|(.., value)| &value[name]);
    let kinds = cells().filter_map(|cell| match cell {
        Value::Null => None,
        Value::Bool(_) => Some(Kind::Truth),
        Value::Number(number) if number.is_i64() => Some(Kind::Integer),
        Value::Number(_) => Some(Kind::Real),
        _ => Some(Kind::Text),
    });
    let values = match kinds.reduce(Kind::or).unwrap_or(Kind::Text) {
        Kind::Truth => Values::Truth(cells().map(Value::as_bool).collect()),
        Kind::Integer => Values::Integer(cells().map(Value::as_i64).collect()),
        Kind::Real => Values::Real(cells().map(Value::as_f64).collect()),
        Kind::Text => Values::Text(cells().map(text).collect()),
    };
    Column::new(name, help, values)
}

/// A text as it is, lists and tables as JSON.
fn text(value: &Value) -> Option<Arc<str>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.as_str().into()),
        value => Some(value.to_string().into()),
    }
}
