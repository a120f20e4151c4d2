//! `formicary runs remove`.

use crate::cli::common::{Exit, Failed, print};
use crate::cli::run::grouped;
use crate::cli::storing::{SelectionArgs, StoreArgs};
use crate::dataset::Value;
use crate::store::Access;

/// Removes runs from a store.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The numbers of runs.
    ids: Vec<i64>,
    #[command(flatten)]
    which: SelectionArgs,
    /// Removes what the filter finds; without it, it is only said how many there are.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let mut store = args.store.open(Access::Write)?;
    let filter = args.which.filter()?;
    let ids = match (args.ids.as_slice(), &filter) {
        ([], None) => {
            return Err(Failed::Usage(
                "expected the numbers of runs, or a filter (--where)".into(),
            ));
        }
        ([_, ..], Some(_)) => {
            return Err(Failed::Usage(
                "expected the numbers of runs or a filter (--where), found both".into(),
            ));
        }
        (ids, None) => {
            for id in ids {
                store.run(*id)?;
            }
            ids.to_vec()
        }
        ([], Some(_)) => {
            let found = store.select(&args.which.selection(&["id".to_owned()])?)?;
            let ids =
                (0..found.rows()).filter_map(|row| match found.columns()[0].values.get(row) {
                    Value::Integer(id) => Some(id),
                    _ => None,
                });
            ids.collect()
        }
    };
    if filter.is_some() && !args.yes {
        print(&format!(
            "{} runs; --yes removes them\n",
            grouped(ids.len() as u64)
        ))?;
        return Ok(Exit::Expected);
    }
    let removed = store.remove_runs(&ids)?;
    print(&format!("removed {} runs\n", grouped(removed)))?;
    Ok(Exit::Expected)
}
