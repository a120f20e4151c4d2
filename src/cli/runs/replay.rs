//! `formicary runs replay`.

use std::path::Path;

use serde_json::json;

use crate::cli::attend::catch_interrupts;
use crate::cli::common::{Exit, Failed, print, tell};
use crate::cli::run::grouped;
use crate::cli::scenario::EngineArgs;
use crate::cli::storing::StoreArgs;
use crate::scenario::Document;
use crate::store::{Access, Store, Stored, with_seed};
use crate::study::live::Past;
use crate::study::{RunOptions, RunReport, Study};

/// Runs a run of the store again, with all that came from outside, and compares what it comes to.
///
/// Nothing but the store is needed: neither the file of the scenario, nor the programs that controlled its
/// robots.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The number of the run.
    id: i64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Prints nothing where the two agree.
    #[arg(long, short)]
    quiet: bool,
}

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let store = args.store.open(Access::Read)?;
    let stored = store.run(args.id)?;
    if stored.run.digest.is_empty() {
        let why = stored.run.error.as_deref().unwrap_or_default();
        return Err(Failed::Usage(format!(
            "run {} never began: {why}",
            stored.id
        )));
    }
    if let Some(words) = may_differ(&stored) {
        tell(&format!("warning: {words}"));
    }
    let mut options = RunOptions::on(args.engine.engine());
    options.record = None;
    catch_interrupts(&options.watch)?;
    let report = again(&store, &stored, &options)?;
    if options.watch.stopped().is_some() {
        return Ok(Exit::Interrupted);
    }
    let differences = differences(&stored, &report);
    if args.json {
        let object = json!({
            "id": stored.id,
            "agrees": differences.is_empty(),
            "end": report.end.name(),
            "time": report.time,
            "events": report.events,
            "digest": report.digest,
            "dice": report.dice,
            "differences": differences,
        });
        print(&format!("{object:#}\n"))?;
    } else if differences.is_empty() {
        if !args.quiet {
            let events = grouped(report.events);
            print(&format!(
                "run {} agrees: {events} events, digest {}\n",
                stored.id, report.digest
            ))?;
        }
    } else {
        print(&format!(
            "run {} differs\n{}\n",
            stored.id,
            differences.join("\n")
        ))?;
    }
    Ok(match differences.is_empty() {
        true => Exit::Expected,
        false => Exit::Differs,
    })
}

/// Runs a stored run again.
pub(in crate::cli) fn again(
    store: &Store,
    stored: &Stored,
    options: &RunOptions,
) -> Result<RunReport, Failed> {
    let study = study(store, stored)?;
    let inputs = store.inputs(stored.id)?;
    let text = String::from_utf8_lossy(&inputs);
    let past = Past::from_text(&text)
        .map_err(|error| Failed::Usage(format!("run {}: {error}", stored.id)))?;
    Ok(study.again(&past, options)?)
}

/// The study of a stored run.
pub(in crate::cli) fn study(store: &Store, stored: &Stored) -> Result<Study, Failed> {
    let scenario = with_seed(store.scenario(stored.run.scenario)?, &stored.run.seed);
    let mut document = Document::from_json(&format!("run {}", stored.id), &scenario)?;
    // What is in a store is whole without any file.
    document.confine(None, Path::new(""));
    Ok(Study::read(&document)?)
}

/// Why a run may differ although nothing is wrong.
fn may_differ(stored: &Stored) -> Option<String> {
    let (theirs, ours) = (&stored.setup.version, env!("CARGO_PKG_VERSION"));
    (theirs != ours).then(|| {
        format!(
            "run {} was made by formicary {theirs}, and this is {ours}: between versions the order of events, \
             the draws of the dice and the encoding of rows may differ, and with them time, events, \
             digests and metrics",
            stored.id
        )
    })
}

/// What came out otherwise, in words.
fn differences(stored: &Stored, report: &RunReport) -> Vec<String> {
    let run = &stored.run;
    let mut all = Vec::new();
    let mut compare = |what: &str, then: String, now: String| {
        if then != now {
            all.push(format!("{what}: was {then}, is {now}"));
        }
    };
    compare("end", run.end.clone(), report.end.name().to_owned());
    compare("events", run.events.to_string(), report.events.to_string());
    compare("time", run.time.to_string(), report.time.to_string());
    compare("digest", run.digest.clone(), report.digest.clone());
    // On the wall clock Computes that were under way have drawn.
    if let (Some(then), Some(now), "virtual") = (&run.dice, &report.dice, &*stored.setup.clock) {
        compare("dice", then.clone(), now.clone());
    }
    all
}
