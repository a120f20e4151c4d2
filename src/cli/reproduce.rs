//! `formicary reproduce`: an experiment, carried out into a folder.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::attend::catch_interrupts_with;
use super::common::{Exit, Failed, print};
use super::storing::named;
use crate::experiment::{Experiment, ExperimentError, Stage, reproduce};
use crate::scenario::Document;
use crate::sweep::Control;

/// Carries an experiment out: its sweeps, tables and plots, into a folder with a report.
///
/// The report, as Markdown and as HTML, names every seed and digest. What is in the folder already is used, so an
/// experiment that was stopped goes on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
docs/experiments.md says what an experiment is.

Examples:
  formicary reproduce docs/experiments/gathering_size.toml
  formicary reproduce docs/experiments/gathering_byzantine.toml -o byzantine --workers 4")]
pub(super) struct Args {
    /// The file of the experiment.
    #[arg(value_name = "EXPERIMENT")]
    experiment: PathBuf,
    /// The folder; if missing, one with the name of the file, here.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// How many runs go on at the same time; one for each core if missing.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// No progress bar, and no list of files.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let experiment = Experiment::read(&Document::read(&args.experiment)?)?;
    let stem = args.experiment.file_stem().unwrap_or_default();
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(stem));
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = args.workers.map_or_else(cores, usize::from);
    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    catch_interrupts_with(move || {
        let again = stopper.is_stopped();
        stopper.interrupt();
        again
    })?;
    let bar = bar(args.quiet);
    let shown = bar.clone();
    let written = reproduce(&experiment, &folder, workers, &control, move |stage| {
        if let Some(bar) = &shown {
            show(bar, &stage);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    match written {
        Err(ExperimentError::Stopped) => Ok(Exit::Interrupted),
        Err(error) => Err(Failed::Experiment(Box::new(error))),
        Ok(written) if !args.quiet => {
            let lines = written.iter().map(|path| format!("{}\n", named(path)));
            print(&lines.collect::<String>())?;
            Ok(Exit::Expected)
        }
        Ok(_) => Ok(Exit::Expected),
    }
}

fn bar(quiet: bool) -> Option<ProgressBar> {
    if quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(0);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    Some(bar)
}

fn show(bar: &ProgressBar, stage: &Stage) {
    let (words, done, all) = match stage {
        Stage::Sweep(name, progress) => {
            let done = progress.before + progress.done;
            (format!("sweep {name}"), done, progress.all)
        }
        Stage::Table(title, done, all) => (title.clone(), *done, *all),
        Stage::Plot(title) => (title.clone(), 0, 1),
    };
    bar.set_length(all);
    bar.set_position(done);
    bar.set_message(words);
}
