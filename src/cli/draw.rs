//! `formicary draw`: a picture of a run at a round.

use std::path::PathBuf;

use super::common::{Exit, Failed, print};
use crate::picture::Options;
use crate::record::Record;
use crate::scenario::Document;
use crate::study::{PictureOptions, Study};

/// Draws the structure of an amoebot run at the end of a round: particles, bonds, circuits, objects.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary draw scenarios/amoebot/line_formation.toml --round 20 -o line.svg
  formicary draw run.mcap --round 17 -o run.svg
  formicary draw run.mcap --text

The run is computed again up to that round; a record brings its inputs along.")]
pub(super) struct Args {
    /// A scenario (.toml) or a record (.mcap or .jsonl).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The round at whose end to draw; 0 is the start. The end of the run if missing.
    #[arg(long, short)]
    round: Option<u64>,
    /// Where to write the picture; the terminal if missing.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draws with letters. Chosen by itself for a file that ends with .txt.
    #[arg(long)]
    text: bool,
    /// Leaves the pins and circuits out.
    #[arg(long)]
    no_circuits: bool,
    /// Leaves the grid out.
    #[arg(long)]
    no_grid: bool,
    /// Leaves the names and numbers out.
    #[arg(long)]
    no_labels: bool,
    /// Leaves the legend out.
    #[arg(long)]
    no_legend: bool,
    /// Shows what each particle calls east.
    #[arg(long)]
    compass: bool,
    /// The seed, in place of that of the scenario.
    #[arg(long)]
    seed: Option<u64>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let known = ["svg", "txt"]
        .iter()
        .any(|known| has_extension(args.output.as_ref(), known));
    if let Some(output) = args.output.as_ref().filter(|_| !known) {
        let text = format!("{}: a picture is .svg or .txt", output.display());
        return Err(Failed::Usage(text));
    }
    let options = PictureOptions {
        round: args.round,
        text: args.text || has_extension(args.output.as_ref(), "txt"),
        show: Options {
            grid: !args.no_grid,
            circuits: !args.no_circuits,
            labels: !args.no_labels,
            legend: !args.no_legend,
            compass: args.compass,
            ..Options::default()
        },
    };
    let picture = if has_extension(Some(&args.file), "toml") {
        let mut document = Document::read(&args.file)?;
        if let Some(seed) = args.seed {
            document.set_by(&format!("--seed {seed}"), "seed", &seed.to_string())?;
        }
        Study::read(&document)?.picture(None, &options)?
    } else {
        if args.seed.is_some() {
            let text = "--seed: a record has the seed that it was made with".to_owned();
            return Err(Failed::Usage(text));
        }
        let record = Record::open(&args.file)?;
        Study::of_record(&record)?.picture(Some(&record), &options)?
    };
    match &args.output {
        Some(path) => std::fs::write(path, picture)
            .map_err(|error| Failed::Usage(format!("{}: {error}", path.display())))?,
        None => print(&picture)?,
    }
    Ok(Exit::Expected)
}

fn has_extension(path: Option<&PathBuf>, extension: &str) -> bool {
    path.and_then(|path| path.extension())
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
