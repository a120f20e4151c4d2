//! `formicary runs show`.

use serde_json::{Value, json};

use crate::cli::common::{Exit, Failed, print};
use crate::cli::storing::{StoreArgs, cell, lines};
use crate::store::{Access, Selection, with_seed};

/// Shows everything about one run.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The number of the run.
    id: i64,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints its scenario as TOML, ready to be run.
    #[arg(long, conflicts_with = "json")]
    scenario: bool,
    /// Prints one JSON object, with the resolved scenario.
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let store = args.store.open(Access::Read)?;
    let stored = store.run(args.id)?;
    let scenario = with_seed(store.scenario(stored.run.scenario)?, &stored.run.seed);
    if args.scenario {
        let document = crate::scenario::Document::from_json("scenario", &scenario)?;
        let study = crate::study::Study::read(&document)?;
        print(&study.about().text)?;
        return Ok(Exit::Expected);
    }
    let filter = format!("id = {}", args.id);
    let selection = Selection {
        filter: filter.parse().ok(),
        ..Selection::default()
    };
    let found = store.select(&selection)?;
    if args.json {
        let mut run = found.object(0);
        if let Value::Object(cells) = &mut run {
            cells.retain(|_, value| !value.is_null());
            cells.insert("resolved".to_owned(), scenario);
            cells.insert("inputs".to_owned(), json!(store.inputs(args.id)?.len()));
        }
        print(&format!("{run:#}\n"))?;
        return Ok(Exit::Expected);
    }
    let there = found
        .columns()
        .iter()
        .filter(|column| column.values.get(0) != crate::dataset::Value::Missing);
    let (names, (values, helps)): (Vec<_>, (Vec<_>, Vec<_>)) = there
        .map(|column| {
            (
                column.name.clone(),
                (cell(column.values.get(0)), column.help.clone()),
            )
        })
        .unzip();
    print(&lines(&[(false, names), (false, values), (false, helps)]))?;
    Ok(Exit::Expected)
}
