//! `formicary runs merge`.

use std::path::PathBuf;

use crate::cli::common::{Exit, Failed, print};
use crate::cli::run::grouped;
use crate::cli::storing::{StoreArgs, named};
use crate::store::{Access, Store};

/// Takes over what other stores have and this one has not.
///
/// Doing so twice changes nothing. The parts of a sweep, carried out on several machines, become one.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The other stores.
    #[arg(required = true, value_name = "FILE")]
    from: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let own = args.store.path();
    let mut others = Vec::new();
    for path in &args.from {
        if let (Ok(one), Ok(other)) = (own.canonicalize(), path.canonicalize())
            && one == other
        {
            return Err(Failed::Usage(format!(
                "{}: a store cannot be merged into itself",
                named(path)
            )));
        }
        others.push((path, Store::open(path, Access::Read)?));
    }
    let mut store = Store::open(&own, Access::Create)?;
    for (path, other) in others {
        let merged = store.merge(&other);
        let merged = merged.map_err(|error| Failed::Usage(format!("{}: {error}", named(path))))?;
        print(&format!(
            "{}: {} runs taken over, {} known, {} sweeps, {} simulations\n",
            named(path),
            grouped(merged.runs),
            grouped(merged.known),
            grouped(merged.sweeps),
            grouped(merged.simulations)
        ))?;
    }
    Ok(Exit::Expected)
}
