//! `formicary runs export`.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use crate::cli::common::{Exit, Failed, tell};
use crate::cli::run::grouped;
use crate::cli::storing::{SelectionArgs, StoreArgs, named, order};
use crate::dataset::write::{Format, Writer};
use crate::store::{Access, Order, Selection, StoreError};

/// Writes runs to a file: .csv, .jsonl or .parquet.
///
/// docs/store.md says what the columns are, and how each format writes a missing value.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The file; its extension chooses the format.
    file: PathBuf,
    #[command(flatten)]
    which: SelectionArgs,
    /// Which columns, separated by commas; all if missing.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    /// By which columns, separated by commas; with - before it, the largest comes first.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = order, allow_hyphen_values = true)]
    order: Vec<Order>,
    #[command(flatten)]
    store: StoreArgs,
    /// Does not say how many runs were written.
    #[arg(long, short)]
    quiet: bool,
}

pub(in crate::cli) fn run(args: &Args) -> Result<Exit, Failed> {
    let wrong =
        |what: &dyn std::fmt::Display| Failed::Usage(format!("{}: {what}", named(&args.file)));
    let format = Format::of(&args.file).map_err(|error| wrong(&error))?;
    if !format.is_present() {
        return Err(wrong(
            &"this program was built without Parquet (feature parquet)",
        ));
    }
    let store = args.store.open(Access::Read)?;
    let selection = Selection {
        order: args.order.clone(),
        ..args.which.selection(&args.columns)?
    };
    // What cannot be selected leaves no file behind.
    let heads = store.heads(&selection)?;
    store.count(selection.filter.as_ref())?;
    let file = File::create(&args.file).map_err(|error| wrong(&error))?;
    let mut writer =
        Writer::create(BufWriter::new(file), format, &heads).map_err(|error| wrong(&error))?;
    store.visit(&selection, |batch| {
        let written = writer.write(&batch);
        written.map_err(|error| StoreError::Refused(format!("{}: {error}", named(&args.file))))
    })?;
    let rows = writer.rows();
    writer.finish().map_err(|error| wrong(&error))?;
    if !args.quiet {
        tell(&format!("{} runs, {} columns", grouped(rows), heads.len()));
    }
    Ok(Exit::Expected)
}
