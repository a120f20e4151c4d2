//! `formicary run`: one run of a scenario, with its summary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::attend::Attended;
use super::common::{Exit, Failed, print, tell};
use super::scenario::{EngineArgs, ScenarioArgs, quoted};
use crate::model::{Clock, End};
use crate::monitor::findings_to_json;
use crate::study::{RunOptions, RunReport, Study};

/// Runs a scenario to its end and sums it up.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary run scenarios/oblot/gathering.toml
  formicary run scenarios/oblot/gathering.toml --seed 7 --set swarm.robots=200
  formicary run scenarios/oblot/gathering.toml --record run.mcap
  formicary run scenarios/oblot/gathering.toml --engine inline --json")]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Writes a record; the extension names the format: .mcap, .jsonl or .csv.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keeps the run in this store, whatever becomes of it.
    #[cfg(feature = "store")]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Stops the run after so many seconds of real time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Steers the run by lines on stdin: pause, resume, crash 3, list ...; `help` lists them.
    #[arg(long)]
    console: bool,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    json: bool,
    /// No progress bar, and no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds of at least 0".to_owned())
}

/// A run with everything that its summary says of it.
struct Finished<'a> {
    args: &'a Args,
    study: &'a Study,
    run: RunReport,
    record: Option<PathBuf>,
    took: Duration,
    disappointments: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    #[cfg(feature = "store")]
    let study = args.scenario.study_in(args.store.as_deref())?;
    #[cfg(not(feature = "store"))]
    let study = args.scenario.study()?;
    let record = args.record.clone().or(study.about().record.file.clone());
    if let Some(record) = &record
        && is_same_file(record, &args.scenario.scenario)
    {
        let text = format!(
            "{}: the record would replace the scenario",
            record.display()
        );
        return Err(Failed::Usage(text));
    }
    let mut options = RunOptions::on(args.engine.engine());
    options.record.clone_from(&record);
    #[cfg(feature = "store")]
    let mut keeper = super::keeper::Keeper::open(args.store.as_deref(), &args.scenario, &study)?;
    #[cfg(feature = "store")]
    if let Some(keeper) = &keeper {
        options.log = keeper.log(args.console);
    }
    if args.console {
        options.console = Some(Arc::new(super::console::open()));
    }
    if args.scenario.names_rate() && !study.about().clock.is_wall() {
        tell("warning: --rate has no effect on the virtual clock (--clock wall)");
    }
    let attended = Attended::begin(&options.watch, args.quiet, args.timeout, &study)?;
    let started = Instant::now();
    #[cfg(feature = "store")]
    let began = std::time::SystemTime::now();
    let run = study.run(&options);
    let took = started.elapsed();
    #[cfg(feature = "store")]
    if let (Err(error), Some(keeper)) = (&run, keeper.as_mut()) {
        keeper.keep_failed(&study, args.engine.engine(), error.to_string(), began, took)?;
    }
    let run = run?;
    attended.end();
    let mut expect = study.about().expect.clone();
    if !expect.ends.is_empty() {
        expect.ends.extend(args.scenario.wanted_ends());
    }
    let disappointments = expect.disappointed_by(&run);
    let finished = Finished {
        args,
        study: &study,
        run,
        record,
        took,
        disappointments,
    };
    #[cfg(feature = "store")]
    let mut not_kept = None;
    #[cfg(feature = "store")]
    if let Some(mut keeper) = keeper {
        let log = options.log.as_deref();
        let record = finished.record.as_deref();
        let words = finished.disappointments.clone();
        let kept = super::keeper::Kept {
            began,
            took,
            log,
            record,
        };
        match keeper.keep(&study, args.engine.engine(), &finished.run, words, &kept) {
            Ok(id) if !args.quiet => tell(&format!("kept as run {id}")),
            Ok(_) => {}
            // What the run came to is shown all the same.
            Err(error) => not_kept = Some(error),
        }
    }
    if args.json {
        print(&format!("{:#}\n", finished.to_json()))?;
    } else if !args.quiet {
        print(&finished.summary())?;
    }
    finished.complain();
    #[cfg(feature = "store")]
    if let Some(error) = not_kept {
        tell("error: the run is not in the store");
        return Err(error);
    }
    Ok(finished.exit())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

impl Finished<'_> {
    fn exit(&self) -> Exit {
        match self.run.end {
            End::Interrupted => Exit::Interrupted,
            End::Failed => Exit::RunFailed,
            _ if !self.disappointments.is_empty() => Exit::Differs,
            end @ (End::Conflict | End::Collision)
                if !self.study.about().expect.ends.contains(&end) =>
            {
                Exit::RunFailed
            }
            _ => Exit::Expected,
        }
    }

    /// The error and the command that reproduces it, on stderr.
    fn complain(&self) {
        for words in &self.disappointments {
            tell(&format!("expectation failed: {words}"));
        }
        if let Some(error) = &self.run.record_error {
            tell(&format!("error: {error}"));
        }
        if let Some(error) = &self.run.error {
            tell(&format!("error: {error}"));
        }
        let end = self.run.end;
        if self.exit() == Exit::RunFailed && matches!(end, End::Conflict | End::Collision) {
            let key = format!("{}_text", end.name());
            let mut figures = self.run.figures.iter();
            let what = figures.find(|figure| figure.key == key);
            let what = what.and_then(|figure| figure.value.as_str());
            tell(&format!(
                "error: the run ended with {}, which the scenario does not expect: {}",
                end.name(),
                what.unwrap_or_default()
            ));
        }
        if !matches!(self.exit(), Exit::Expected | Exit::Interrupted) {
            tell(&format!("reproduce: {}", self.reproduce()));
        }
    }

    /// The command that makes the same run again as far as it came, or how there will be one.
    fn reproduce(&self) -> String {
        if self.study.about().clock.is_wall() {
            let nothing =
                "with --record FILE; on the wall clock no two runs are the same".to_owned();
            return self.replay().unwrap_or(nothing);
        }
        let scenario = &self.args.scenario;
        let seed = &self.study.about().seed;
        match self.run.end {
            // Where somebody stopped the run, no simulated time but the last event says how far.
            End::Timeout | End::Interrupted => {
                format!(
                    "{} --events {}",
                    scenario.command(seed, None),
                    self.run.events
                )
            }
            _ => scenario.command(seed, self.run.error.as_ref().map(|_| self.run.time)),
        }
    }

    /// The command that replays the record, where there is one to be replayed.
    fn replay(&self) -> Option<String> {
        let record = self.record.as_ref()?;
        let replayable = record
            .extension()
            .is_some_and(|extension| extension != "csv");
        let command = || format!("formicary replay {}", quoted(&record.display().to_string()));
        replayable.then(command)
    }

    /// The command that repeats the run.
    fn repeat(&self) -> String {
        self.replay().unwrap_or_else(|| self.reproduce())
    }

    fn events_per_second(&self) -> f64 {
        self.run.events as f64 / self.took.as_secs_f64().max(1e-9)
    }

    fn to_json(&self) -> Value {
        let about = self.study.about();
        let engine = self.args.engine.engine();
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("scenario", json!(self.study.name()));
        put("model", json!(about.model));
        put("seed", about.resolved["seed"].clone());
        put("engine", json!(engine.name()));
        put("threads", json!(engine.threads()));
        match about.clock {
            Clock::Virtual => put("clock", json!("virtual")),
            Clock::Wall(clock) => {
                put("clock", json!("wall"));
                put("rate", json!(clock.rate))
            }
        };
        put("end", json!(self.run.end.name()));
        put("time", json!(self.run.time));
        put("events", json!(self.run.events));
        put("events_per_second", json!(self.events_per_second()));
        put("seconds", json!(self.took.as_secs_f64()));
        put("digest", json!(self.run.digest));
        put("dice", json!(self.run.dice));
        for figure in &self.run.figures {
            put(figure.key, figure.value.clone());
        }
        if let Some(counts) = self.run.controller {
            put("answers", json!(counts.answers));
            put("troubles", json!(counts.troubles));
            put("trouble", json!(self.run.trouble));
        }
        if !self.run.unreached.is_empty() {
            put("orders_not_reached", self.run.unreached_to_json());
        }
        put("monitors", findings_to_json(&self.run.monitors));
        put("expected", json!(self.disappointments.is_empty()));
        put("disappointments", json!(self.disappointments));
        let record = self.record.as_ref().map(|path| path.display().to_string());
        put("record", json!(record));
        let errors = (self.run.record_error.as_ref(), self.run.error.as_ref());
        put(
            "error",
            match errors {
                (Some(error), _) => json!(error.to_string()),
                (None, Some(error)) => json!(error.to_string()),
                (None, None) => Value::Null,
            },
        );
        put("repeat", json!(self.repeat()));
        Value::Object(object)
    }

    fn summary(&self) -> String {
        let about = self.study.about();
        let engine = self.args.engine.engine();
        let threads = match engine.threads() {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let clock = match about.clock {
            Clock::Virtual => "virtual".to_owned(),
            Clock::Wall(clock) => format!("wall, {} units a second", clock.rate),
        };
        let monitors = self.run.monitors.iter();
        let monitors: Vec<_> = monitors
            .map(|finding| format!("monitor {}", finding.name))
            .collect();
        let mut lines = vec![
            (
                "scenario",
                format!("{} ({})", self.study.name(), about.model),
            ),
            ("engine", format!("{}, {threads}", engine.name())),
            ("clock", clock),
            ("end", self.run.end.name().to_owned()),
            ("simulated time", self.run.time.to_string()),
            ("events", grouped(self.run.events)),
        ];
        let figures = self.run.figures.iter();
        for figure in figures.filter(|figure| !figure.value.is_null()) {
            lines.push((figure.label, shown(&figure.value)));
        }
        if let Some(counts) = self.run.controller {
            let (answers, troubles) = (grouped(counts.answers), grouped(counts.troubles));
            lines.push((
                "controller",
                format!("{answers} answers, {troubles} troubles"),
            ));
            if let Some(trouble) = &self.run.trouble {
                lines.push(("first trouble", trouble.clone()));
            }
        }
        if !self.run.unreached.is_empty() {
            let orders = self.run.unreached.iter();
            let orders = orders.map(|order| format!("{} before {}", order.order, order.before));
            let orders: Vec<_> = orders.collect();
            lines.push(("orders not reached", orders.join("; ")));
        }
        for (label, finding) in monitors.iter().zip(&self.run.monitors) {
            lines.push((label, finding.describe()));
        }
        lines.push((
            "events per second",
            grouped(self.events_per_second() as u64),
        ));
        lines.push(("seed", about.seed.clone()));
        lines.push(("digest", self.run.digest.clone()));
        if let Some(dice) = &self.run.dice {
            lines.push(("dice", dice.clone()));
        }
        if let Some(record) = &self.record {
            lines.push(("record", record.display().to_string()));
        }
        lines.push(("repeat", self.repeat()));
        let width = lines
            .iter()
            .map(|(label, _)| label.len())
            .max()
            .unwrap_or(0);
        lines
            .iter()
            .fold(String::new(), |mut text, (label, value)| {
                // Writing to a String never fails.
                let _ = writeln!(text, "{label:width$}  {value}");
                text
            })
    }
}

/// A figure for people.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join("; "),
        Value::Object(entries) => {
            let ids = |value: &Value| value.to_string().replace(['[', ']'], "").replace(',', ", ");
            let entries = entries
                .iter()
                .map(|(word, list)| format!("{word}: {}", ids(list)));
            entries.collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

/// A whole number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        // Decimal digits are text wherever they are cut.
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }
}
