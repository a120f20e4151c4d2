//! `formicary runs list`.

use serde_json::{Map, Value};

use crate::cli::common::{Exit, Failed, print, tell};
use crate::cli::storing::{SelectionArgs, StoreArgs, order, table};
use crate::dataset::{self, Dataset};
use crate::store::{Access, Order, Selection};

/// Lists runs as a table for people, or as JSON for programs.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    which: SelectionArgs,
    /// Which columns, separated by commas; `all` for all of them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    /// By which columns, separated by commas; with - before it, the largest comes first.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = order, allow_hyphen_values = true)]
    order: Vec<Order>,
    /// How many at most; 50 for people, all for programs.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// How many are passed over first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints a JSON array with an object for each run.
    #[arg(long)]
    json: bool,
}

/// What people see of a run where they ask for nothing else.
const COLUMNS: [&str; 8] = [
    "id",
    "sweep",
    "simulation",
    "seed",
    "end",
    "time",
    "events",
    "expected",
];

/// People see so many runs where they ask for nothing else.
const LIMIT: u64 = 50;

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let store = args.store.open(Access::Read)?;
    let usual = || COLUMNS.map(str::to_owned).to_vec();
    let columns = match args.columns.as_slice() {
        [] if args.json => Vec::new(),
        [] => usual(),
        [word] if word == "all" => Vec::new(),
        some => some.to_vec(),
    };
    let limit = match (args.limit, args.json) {
        (None, false) => Some(LIMIT),
        (limit, _) => limit,
    };
    let selection = Selection {
        order: args.order.clone(),
        limit,
        offset: args.offset,
        ..args.which.selection(&columns)?
    };
    if args.json {
        let mut first = true;
        let mut trouble = None;
        print("[")?;
        store.visit(&selection, |batch| {
            trouble = trouble.take().or(write(&batch, &mut first).err());
            Ok(())
        })?;
        print("\n]\n")?;
        return trouble.map_or(Ok(Exit::Expected), Err);
    }
    let found = store.select(&selection)?;
    print(&table(&found))?;
    let all = store.count(selection.filter.as_ref())?;
    let shown = found.rows() as u64;
    if shown < all {
        tell(&format!(
            "{shown} of {all} runs; --limit and --offset show others"
        ));
    }
    Ok(Exit::Expected)
}

fn write(batch: &Dataset, first: &mut bool) -> Result<(), Failed> {
    let mut text = String::new();
    for row in 0..batch.rows() {
        text += if *first { "\n" } else { ",\n" };
        *first = false;
        text += &object(batch, row).to_string();
    }
    print(&text)
}

/// A row as JSON; lists and tables, which the store keeps as text, as what they are.
pub(in crate::cli) fn object(batch: &Dataset, row: usize) -> Value {
    let cells = batch.columns().iter().map(|column| {
        let value = match column.values.get(row) {
            dataset::Value::Missing => Value::Null,
            dataset::Value::Integer(whole) => whole.into(),
            dataset::Value::Real(real) => real.into(),
            dataset::Value::Truth(truth) => truth.into(),
            dataset::Value::Text(text) if text.starts_with(['[', '{']) => {
                serde_json::from_str(text).unwrap_or_else(|_| text.into())
            }
            dataset::Value::Text(text) => text.into(),
        };
        (column.name.clone(), value)
    });
    Value::Object(cells.collect::<Map<_, _>>())
}
