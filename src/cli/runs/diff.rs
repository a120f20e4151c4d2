//! `formicary runs diff`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::cli::common::{Exit, Failed, print};
use crate::cli::storing::{StoreArgs, lines};
use crate::store::{Access, Store, Stored};

/// Compares two runs: what they were made of, and what they came to.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The number of one run.
    one: i64,
    /// The number of the other.
    other: i64,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// What is compared of a run, by name.
type Leaves = BTreeMap<String, Value>;

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let store = args.store.open(Access::Read)?;
    let (one, other) = (store.run(args.one)?, store.run(args.other)?);
    let made = differences(&made_of(&store, &one)?, &made_of(&store, &other)?);
    let came = differences(&came_to(&one), &came_to(&other));
    if args.json {
        let pairs = |differences: &[(String, Value, Value)]| {
            let pairs = differences
                .iter()
                .map(|(name, one, other)| (name.clone(), json!([one, other])));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        let object = json!({ "made_of": pairs(&made), "came_to": pairs(&came) });
        print(&format!("{object:#}\n"))?;
    } else if made.is_empty() && came.is_empty() {
        print("the runs are equal\n")?;
    } else {
        let heading = |place: usize| [args.one, args.other][place].to_string();
        let (mut names, mut left, mut right) =
            (vec![String::new()], vec![heading(0)], vec![heading(1)]);
        for (name, one, other) in made.iter().chain(&came) {
            names.push(name.clone());
            left.push(shown(one));
            right.push(shown(other));
        }
        print(&lines(&[(false, names), (false, left), (false, right)]))?;
    }
    Ok(match came.is_empty() {
        true => Exit::Expected,
        false => Exit::Differs,
    })
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn made_of(store: &Store, stored: &Stored) -> Result<Leaves, Failed> {
    let mut leaves = Leaves::new();
    flatten("", &store.scenario(stored.run.scenario)?, &mut leaves);
    leaves.insert("seed".to_owned(), stored.run.seed.clone().into());
    leaves.insert("version".to_owned(), stored.setup.version.clone().into());
    leaves.insert("engine".to_owned(), stored.setup.engine.clone().into());
    leaves.insert("clock".to_owned(), stored.setup.clock.clone().into());
    Ok(leaves)
}

fn flatten(path: &str, value: &Value, leaves: &mut Leaves) {
    let Value::Object(table) = value else {
        leaves.insert(path.to_owned(), value.clone());
        return;
    };
    for (key, value) in table {
        let dot = if path.is_empty() { "" } else { "." };
        flatten(&format!("{path}{dot}{key}"), value, leaves);
    }
}

fn came_to(stored: &Stored) -> Leaves {
    let run = &stored.run;
    let fixed = [
        ("end", json!(run.end)),
        ("time", json!(run.time)),
        ("events", json!(run.events)),
        ("digest", json!(run.digest)),
        ("dice", json!(run.dice)),
        ("error", json!(run.error)),
    ];
    let fixed = fixed
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    let metrics = run
        .metrics
        .iter()
        .map(|metric| (metric.name.clone(), metric.value.clone()));
    fixed.chain(metrics).collect()
}

fn differences(one: &Leaves, other: &Leaves) -> Vec<(String, Value, Value)> {
    let names: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let value = |leaves: &Leaves, name: &String| leaves.get(name).cloned().unwrap_or_default();
    let pairs = names
        .into_iter()
        .map(|name| (name.clone(), value(one, name), value(other, name)));
    pairs.filter(|(_, one, other)| one != other).collect()
}
