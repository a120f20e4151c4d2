//! `formicary list`: what there is to choose from.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::common::{Exit, Failed, print, width};
use crate::registry::List;
use crate::study;

/// Lists what a scenario may name: models and, of each, algorithms, schedulers, their adversaries and
/// laws, faults, starts and monitors.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary list
  formicary list faults --long
  formicary list algorithms --model amoebot
  formicary list algorithms --json")]
pub(super) struct Args {
    /// What to list; everything if missing.
    what: Option<What>,
    /// Only what this model has.
    #[arg(long, value_parser = models())]
    model: Option<String>,
    /// Also the full description, the source and the parameters.
    #[arg(long)]
    long: bool,
    /// One JSON object with all names, descriptions and parameters.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Models,
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
            What::Models => "models",
            What::Algorithms => "algorithms",
            What::Schedulers => "schedulers",
            What::Adversaries => "adversaries",
            What::Laws => "laws",
            What::Faults => "faults",
            What::Starts => "starts",
            What::Monitors => "monitors",
        }
    }
}

/// The words for models.
fn models() -> PossibleValuesParser {
    PossibleValuesParser::new(study::models().map(|(name, _)| name))
}

impl Args {
    /// The lists of this title, with their models.
    fn lists(&self, what: What) -> impl Iterator<Item = (&'static str, List)> {
        let model = self.model.clone();
        study::lists().filter(move |(name, list)| {
            list.title == what.title() && model.as_deref().is_none_or(|model| model == *name)
        })
    }

    /// One line for each model.
    fn describe_models(&self) -> String {
        let wanted = study::models().filter(|(name, _)| self.wants(name));
        let lines = wanted.map(|(name, summary)| format!("  {name:<14}{summary}\n"));
        lines.collect()
    }

    fn wants(&self, model: &str) -> bool {
        self.model.as_deref().is_none_or(|wanted| wanted == model)
    }

    /// The entries of all models, each with the word for its model.
    fn to_json(&self, what: What) -> Value {
        if what == What::Models {
            let models = study::models().filter(|(name, _)| self.wants(name));
            return models
                .map(|(name, summary)| json!({ "name": name, "summary": summary }))
                .collect();
        }
        let mut entries = Vec::new();
        for (model, list) in self.lists(what) {
            let all = study::with_scenarios(model, list.title, (list.to_json)());
            if let Value::Array(mut all) = all {
                for entry in &mut all {
                    entry["model"] = model.into();
                }
                entries.append(&mut all);
            }
        }
        Value::Array(entries)
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
            .map(|what| (what.title().to_owned(), args.to_json(*what)))
            .collect();
        print(&format!("{:#}\n", Value::Object(all)))?;
        return Ok(Exit::Expected);
    }
    let long = args.long.then(width);
    let mut sections = Vec::new();
    for what in wanted {
        if what == What::Models {
            sections.push(("models".to_owned(), args.describe_models()));
        }
        for (model, list) in args.lists(what) {
            let heading = format!("{} ({model})", list.title);
            sections.push((heading, (list.describe)(long)));
        }
    }
    // A list by itself needs no heading.
    let text = match sections.as_slice() {
        [(_, only)] => only.clone(),
        [] => return Err(nothing(args)),
        sections => {
            let sections = sections.iter();
            let sections: Vec<_> = sections
                .map(|(heading, text)| format!("{heading}\n{text}"))
                .collect();
            sections.join("\n")
        }
    };
    print(&text)?;
    Ok(Exit::Expected)
}

fn nothing(args: &Args) -> Failed {
    let what = args.what.map_or("entries", What::title);
    let model = args.model.as_deref().unwrap_or_default();
    Failed::Usage(format!("the model {model} has no {what}"))
}
