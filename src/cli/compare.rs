//! `formicary compare`: recorded runs of the original simulator, against ours.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::common::{Exit, Failed, print};
use super::scenario::EngineName;
use crate::engine::Engine;
use crate::record::compare::{NotCompared, compare};
use crate::record::reference::{ReferenceRun, Report, read_file};
use crate::scenario::nearest;

/// Compares recorded runs of the original simulator with ours.
///
/// The settings of each recorded run are executed with numpy's random numbers, and the two runs are
/// compared event by event and robot by robot. Numbers may differ by the tolerances that are shown,
/// everything else must be equal. Runs of algorithms that do not exist here are named and counted
/// apart.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary compare tests/data/reference/gathering_8.json
  formicary compare tests/data/reference/oblot_golden_16.json --run gathering8 --engine actors
  formicary compare tests/data/reference/oblot_golden_16.json --json

Exit codes:
  0  every run that was compared passed
  1  a run differs from the recorded one
  2  bad usage; a file that is missing or damaged; settings that make no scenario;
     no run could be compared, so that nothing is known
  3  our run failed with a named error")]
pub(super) struct Args {
    /// The file of recorded runs.
    file: PathBuf,
    /// Only the run of this name.
    #[arg(long, value_name = "NAME")]
    run: Option<String>,
    /// How events are executed; the results are the same.
    #[arg(long, value_enum, default_value_t = EngineName::Inline)]
    engine: EngineName,
    /// One JSON object with all reports.
    #[arg(long)]
    json: bool,
    /// Only the runs that did not pass; nothing if there are none.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let runs = chosen(read_file(&args.file)?, args.run.as_deref())?;
    let engine = args.engine.with_threads(1);
    let mut findings = Vec::with_capacity(runs.len());
    for run in runs {
        let finding = Finding {
            result: compare(&run, engine),
            run: run.name,
            algorithm: run.config.algorithm,
        };
        if !args.json && (!args.quiet || finding.is_bad()) {
            print(&finding.to_string())?;
        }
        findings.push(finding);
    }
    let tally = Tally::of(&findings);
    if args.json {
        print(&format!(
            "{:#}\n",
            to_json(&args.file, engine, &findings, &tally)
        ))?;
    } else if !args.quiet {
        print(&format!("{tally}\n"))?;
    }
    tally.exit()
}

/// All runs, or those of one name.
fn chosen(runs: Vec<ReferenceRun>, name: Option<&str>) -> Result<Vec<ReferenceRun>, Failed> {
    let Some(name) = name else { return Ok(runs) };
    let (chosen, others): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| run.name == name);
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let names: Vec<&str> = others.iter().map(|run| run.name.as_str()).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("the runs are {}", names.join(", ")),
    };
    let message = format!("--run {name}: the file has no run of this name\nhelp: {help}");
    Err(Failed::Usage(message))
}

/// What came of one recorded run.
struct Finding {
    run: String,
    algorithm: String,
    result: Result<Report, NotCompared>,
}

impl Finding {
    /// Whether there is something to be seen to; a run of an algorithm that does not exist here is
    /// no such thing.
    fn is_bad(&self) -> bool {
        match &self.result {
            Ok(report) => !report.passed,
            Err(why) => !matches!(why, NotCompared::NoAlgorithm(_)),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(report) => report.fmt(f),
            Err(why) => writeln!(f, "{}: not compared, {why}", self.run),
        }
    }
}

/// How many runs came out in which way.
#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    differing: usize,
    unknown: usize,
    refused: usize,
    broken: usize,
}

impl Tally {
    fn of(findings: &[Finding]) -> Self {
        let mut tally = Self::default();
        for finding in findings {
            let counter = match &finding.result {
                Ok(report) if report.passed => &mut tally.passed,
                Ok(_) => &mut tally.differing,
                Err(NotCompared::NoAlgorithm(_)) => &mut tally.unknown,
                Err(NotCompared::Refused(_)) => &mut tally.refused,
                Err(NotCompared::Failed(_)) => &mut tally.broken,
            };
            *counter += 1;
        }
        tally
    }

    /// The worst outcome decides. Where nothing could be compared nothing is known, and that is no
    /// success.
    fn exit(&self) -> Result<Exit, Failed> {
        let reason = match self {
            Self { broken: 1.., .. } => return Ok(Exit::RunFailed),
            Self { differing: 1.., .. } => return Ok(Exit::Differs),
            Self { refused: 1.., .. } => "the settings of a run make no scenario",
            Self { passed: 1.., .. } => return Ok(Exit::Expected),
            _ => "no run was compared, because none has an algorithm that exists here",
        };
        Err(Failed::Usage(reason.to_owned()))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passed, differing) = (self.passed, self.differing);
        let compared = passed + differing;
        let others = self.unknown + self.refused + self.broken;
        write!(
            f,
            "{compared} compared: {passed} passed, {differing} failed; {others} not compared"
        )
    }
}

fn to_json(file: &Path, engine: Engine, findings: &[Finding], tally: &Tally) -> serde_json::Value {
    let reports: Vec<&Report> = findings
        .iter()
        .flat_map(|finding| &finding.result)
        .collect();
    let others = findings.iter().filter_map(|finding| {
        let why = finding.result.as_ref().err()?.to_string();
        Some(json!({ "run": finding.run, "algorithm": finding.algorithm, "reason": why }))
    });
    json!({
        "file": file.display().to_string(),
        "engine": engine.name(),
        "passed": matches!(tally.exit(), Ok(Exit::Expected)),
        "reports": reports,
        "not_compared": others.collect::<Vec<_>>(),
    })
}
