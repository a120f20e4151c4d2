//! `formicary replay`: does a record come out the same again?

use std::path::PathBuf;

use serde_json::json;

use super::attend::Attended;
use super::common::{Exit, Failed, print, show_difference};
use super::run::grouped;
use super::scenario::EngineArgs;
use crate::record::Record;
use crate::study::{AnswerDifference, Replayed, RunOptions, Study};

/// Runs a recorded scenario again, with its inputs, and compares every event.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary replay run.mcap
  formicary replay run.jsonl --engine inline
  formicary replay run.mcap --controller

A record without an end (a killed run, a cut file) is replayed to its last whole chunk.")]
pub(super) struct Args {
    /// The record, .mcap or .jsonl.
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
    /// Asks the controllers outside again, and compares each answer with the recorded one.
    #[arg(long)]
    controller: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Prints nothing where the record agrees.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let record = Record::open(&args.record)?;
    let study = Study::of_record(&record)?;
    if args.controller && !study.is_controlled_outside() {
        let text = format!(
            "{}: no robot of the recorded run has a controller outside",
            args.record.display()
        );
        return Err(Failed::Usage(text));
    }
    let mut options = RunOptions::on(args.engine.engine());
    options.ask_again = args.controller;
    let attended = Attended::begin(&options.watch, args.quiet, None, &study)?;
    let replayed = study.replay(&record, &options);
    attended.end();
    let replayed = replayed?;
    if args.json {
        print(&format!("{:#}\n", to_json(args, &replayed)))?;
    } else if !args.quiet || !replayed.agrees() {
        print(&text(&replayed))?;
    }
    Ok(match replayed {
        Replayed {
            stopped: Some(_), ..
        } => Exit::Interrupted,
        replayed if replayed.agrees() => Exit::Expected,
        _ => Exit::Differs,
    })
}

fn text(replayed: &Replayed) -> String {
    let mut text = String::new();
    if replayed.truncated {
        text += "the record has no end (a killed run, or a cut file): \
                 replayed to its last whole chunk\n";
    }
    if let Some(end) = replayed.stopped {
        text += &format!("stopped: {}\n", end.name());
    }
    if let Some(answer) = &replayed.answer {
        text += &show_answer(answer);
    }
    if let Some(difference) = &replayed.difference {
        text += &show_difference(difference, "recorded", "replayed");
    }
    for words in &replayed.endings {
        text += &format!("{words}\n");
    }
    let verdict = if replayed.agrees() {
        "agree"
    } else {
        "were compared"
    };
    if let Some(counts) = replayed.controller {
        text += &format!(
            "{} answers and {} troubles of controllers were compared\n",
            grouped(counts.answers),
            grouped(counts.troubles)
        );
    }
    let error = replayed.ending.as_ref().and_then(|end| end.error.as_ref());
    if let (Some(error), true) = (error, replayed.agrees()) {
        text += &format!("the run failed, and the replay does: {error}\n");
    }
    text += &format!(
        "{} events {verdict}, digest {}\n",
        grouped(replayed.events),
        replayed.digest
    );
    text
}

/// The first answer that differs, both versions below each other.
fn show_answer(answer: &AnswerDifference) -> String {
    let AnswerDifference {
        robot,
        event,
        time,
        recorded,
        now,
    } = answer;
    format!(
        "first answer that differs: robot {robot} at time {time}, event {event}:\n  \
         recorded  {recorded}\n  now       {now}\n"
    )
}

fn to_json(args: &Args, replayed: &Replayed) -> serde_json::Value {
    let mut object = json!({
        "record": args.record,
        "engine": args.engine.engine().name(),
        "agrees": replayed.agrees(),
        "events": replayed.events,
        "truncated": replayed.truncated,
        "digest": replayed.digest,
        "end": replayed.ending.as_ref().map(|ending| &ending.end),
        "stopped": replayed.stopped.map(|end| end.name()),
        "difference": replayed.difference.as_ref().map(|difference| json!({
            "event": difference.number,
            "recorded": difference.left,
            "replayed": difference.right,
        })),
        "endings": replayed.endings,
    });
    // Only where they were asked is there anything to say of answers.
    if let Some(counts) = replayed.controller {
        object["answers"] = json!(counts.answers);
        object["troubles"] = json!(counts.troubles);
        object["answer"] = json!(replayed.answer.as_ref().map(|answer| json!({
            "robot": answer.robot,
            "event": answer.event,
            "time": answer.time,
            "recorded": answer.recorded,
            "now": answer.now,
        })));
    }
    object
}
