//! `formicary series`: what the monitors of a record said, as a table.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use super::common::{Exit, Failed, print};
use crate::record::Record;

/// Writes what a monitor of a recorded run said, line by line, as CSV.
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
    /// Where to write the table; the terminal if missing.
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
    let table = table(&lines);
    match &args.output {
        Some(path) => std::fs::write(path, table)
            .map_err(|error| Failed::Usage(format!("{}: {error}", path.display())))?,
        None => print(&table)?,
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

/// The lines as CSV. The columns are those of all lines, in the order in which they first come.
fn table(lines: &Lines) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (.., value) in lines {
        for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
            if !NAMES.contains(&key.as_str()) && !columns.contains(&key.as_str()) {
                columns.push(key);
            }
        }
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["event", "time", "at"]
        .into_iter()
        .chain(columns.iter().copied());
    // Writing to memory cannot fail, and all rows have one length.
    let _ = writer.write_record(head);
    for (event, time, value) in lines {
        let row = [event.to_string(), time.to_string(), cell(&value["at"])];
        let cells = columns.iter().map(|column| cell(&value[*column]));
        let _ = writer.write_record(row.into_iter().chain(cells));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
