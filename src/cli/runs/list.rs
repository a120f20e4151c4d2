//! `formicary runs list`.

use crate::cli::common::{Exit, Failed, print, tell};
use crate::cli::storing::{SelectionArgs, StoreArgs, order, table};
use crate::dataset::Dataset;
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
        text += &batch.object(row).to_string();
    }
    print(&text)
}
