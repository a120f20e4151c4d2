//! `formicary verify`: do all engines agree on a scenario?

use serde_json::{Value, json};

use super::attend::catch_interrupts;
use super::common::{Exit, Failed, print, show_difference};
use super::run::grouped;
use super::scenario::ScenarioArgs;
use crate::engine::Engine;
use crate::scenario::Seeds;
use crate::study::{RunOptions, Verified};

/// Runs a scenario on the inline engine and on actors with 1, 2 and 4 threads, side by side, and
/// stops at the first event that differs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary verify scenarios/oblot/gathering.toml
  formicary verify scenarios/oblot/gathering.toml --seeds 0..99")]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Several seeds, such as 0..99 or 1,5,9; both ends of a range belong to it.
    #[arg(
        long,
        value_name = "SEEDS",
        conflicts_with = "seed",
        allow_hyphen_values = true
    )]
    seeds: Option<Seeds>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Prints nothing where the engines agree.
    #[arg(long, short)]
    quiet: bool,
}

/// The engines that are compared with the inline engine.
const ENGINES: [Engine; 3] = [
    Engine::Actors { threads: 1 },
    Engine::Actors { threads: 2 },
    Engine::Actors { threads: 4 },
];

/// One comparison.
struct Row {
    seed: String,
    /// As a number where JSON takes it exactly.
    seed_in_json: Value,
    engine: Engine,
    verified: Verified,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let mut rows = Vec::new();
    let range = args.seeds.iter().flat_map(Seeds::iter).map(Some);
    let own = args.seeds.is_none().then_some(None);
    'all: for seed in range.chain(own) {
        let study = args.scenario.study_with_seed(seed)?;
        for engine in ENGINES {
            let options = RunOptions::on(engine);
            catch_interrupts(&options.watch)?;
            let verified = study.verify(&options)?;
            let row = Row {
                seed: study.about().seed.clone(),
                seed_in_json: study.about().resolved["seed"].clone(),
                engine,
                verified,
            };
            if !args.json && (!args.quiet || !row.verified.agrees()) {
                print(&row.text())?;
            }
            let go_on = row.verified.agrees() && row.verified.stopped.is_none();
            if !args.json {
                rows.clear();
            }
            rows.push(row);
            if !go_on {
                break 'all;
            }
        }
    }
    if args.json {
        let all: Vec<_> = rows.iter().map(Row::to_json).collect();
        let agrees = rows.iter().all(|row| row.verified.agrees());
        print(&format!(
            "{:#}\n",
            json!({ "agrees": agrees, "comparisons": all })
        ))?;
    }
    Ok(match rows.last() {
        Some(row) if row.verified.stopped.is_some() => Exit::Interrupted,
        Some(row) if !row.verified.agrees() => Exit::Differs,
        _ => Exit::Expected,
    })
}

impl Row {
    fn text(&self) -> String {
        let Row {
            seed,
            engine,
            verified,
            ..
        } = self;
        let threads = if engine.threads() == 1 {
            "thread"
        } else {
            "threads"
        };
        let name = format!("{} ({} {threads})", engine.name(), engine.threads());
        let mut text = String::new();
        if let Some(difference) = &verified.difference {
            text += &show_difference(difference, "inline", &name);
        }
        for words in &verified.endings {
            text += &format!("{words}\n");
        }
        let verdict = match (verified.agrees(), verified.stopped) {
            (false, _) => "differs from",
            (true, Some(_)) => "agreed, until it was stopped, with",
            (true, None) => "agrees with",
        };
        text += &format!(
            "seed {seed}: {name} {verdict} inline, {} events, digest {}\n",
            grouped(verified.events),
            verified.digest
        );
        text
    }

    fn to_json(&self) -> Value {
        let Row {
            seed_in_json,
            engine,
            verified,
            ..
        } = self;
        json!({
            "seed": seed_in_json,
            "engine": engine.name(),
            "threads": engine.threads(),
            "agrees": verified.agrees(),
            "events": verified.events,
            "digest": verified.digest,
            "stopped": verified.stopped.map(|end| end.name()),
            "difference": verified.difference.as_ref().map(|difference| json!({
                "event": difference.number,
                "inline": difference.left,
                engine.name(): difference.right,
            })),
            "endings": verified.endings,
        })
    }
}
