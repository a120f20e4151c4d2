//! `formicary list`: what there is to choose from.

use clap::ValueEnum;

use super::common::{Exit, Failed, print, width};
use crate::model::oblot::schedulers::adversaries;
use crate::model::oblot::{algorithms, faults, schedulers, starts};
use crate::monitor::oblot::MONITORS;
use crate::registry;

/// Lists what a scenario may name: algorithms, schedulers, their adversaries and laws, faults,
/// starts and monitors.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary list
  formicary list faults --long
  formicary list algorithms --json")]
pub(super) struct Args {
    /// What to list; everything if missing.
    what: Option<What>,
    /// Also the full description, the source and the parameters.
    #[arg(long)]
    long: bool,
    /// One JSON object with all names, descriptions and parameters.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Algorithms,
    Schedulers,
    Adversaries,
    Laws,
    Faults,
    Starts,
    Monitors,
}

impl What {
    fn title(self) -> &'static str {
        match self {
            What::Algorithms => "algorithms",
            What::Schedulers => "schedulers",
            What::Adversaries => "adversaries",
            What::Laws => "laws",
            What::Faults => "faults",
            What::Starts => "starts",
            What::Monitors => "monitors",
        }
    }

    /// One line each; with a width for long lines, all there is to say.
    fn describe(self, long: Option<usize>) -> String {
        match self {
            What::Algorithms => registry::describe(algorithms::ALGORITHMS, long),
            What::Schedulers => registry::describe(schedulers::SCHEDULERS, long),
            What::Adversaries => registry::describe(adversaries::ADVERSARIES, long),
            What::Laws => registry::describe(schedulers::LAWS, long),
            What::Faults => registry::describe(faults::FAULTS, long),
            What::Starts => registry::describe(starts::STARTS, long),
            What::Monitors => registry::describe(MONITORS, long),
        }
    }

    fn to_json(self) -> serde_json::Value {
        match self {
            What::Algorithms => registry::to_json(algorithms::ALGORITHMS),
            What::Schedulers => registry::to_json(schedulers::SCHEDULERS),
            What::Adversaries => registry::to_json(adversaries::ADVERSARIES),
            What::Laws => registry::to_json(schedulers::LAWS),
            What::Faults => registry::to_json(faults::FAULTS),
            What::Starts => registry::to_json(starts::STARTS),
            What::Monitors => registry::to_json(MONITORS),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let wanted = match args.what {
        Some(what) => vec![what],
        None => What::value_variants().to_vec(),
    };
    if args.json {
        let all: serde_json::Map<_, _> = wanted
            .iter()
            .map(|what| (what.title().to_owned(), what.to_json()))
            .collect();
        print(&format!("{:#}\n", serde_json::Value::Object(all)))?;
        return Ok(Exit::Expected);
    }
    let long = args.long.then(width);
    let sections = wanted.iter().map(|what| {
        let heading = if args.what.is_none() {
            format!("{}\n", what.title())
        } else {
            String::new()
        };
        heading + &what.describe(long)
    });
    print(&sections.collect::<Vec<_>>().join("\n"))?;
    Ok(Exit::Expected)
}
