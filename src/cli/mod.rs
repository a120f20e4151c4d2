//! The command line: one file per subcommand, one line in `Command`.
//!
//! This is the only place that knows clap, terminals and exit codes. Everything a command does is
//! done by the library; a command reads flags, calls it and shows what came out.

mod attend;
mod check;
mod common;
mod compare;
mod completions;
mod console;
mod draw;
#[cfg(feature = "serve")]
mod export_page;
#[cfg(feature = "store")]
mod keeper;
mod list;
mod new;
#[cfg(feature = "plot")]
mod plot;
mod replay;
#[cfg(feature = "plot")]
mod reproduce;
mod run;
#[cfg(feature = "store")]
mod runs;
mod scenario;
mod schema;
mod series;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "store")]
mod sim;
#[cfg(feature = "store")]
mod stats;
#[cfg(feature = "store")]
mod storing;
#[cfg(feature = "store")]
mod sweep;
mod theory;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use common::{Exit, Failed};

/// An actor-based concurrent swarm simulator: deterministic, recorded, replayable.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  formicary run scenarios/oblot/gathering.toml
  formicary run scenarios/oblot/gathering.toml --seed 7 --record run.mcap
  formicary replay run.mcap
  formicary list algorithms --long

Exit codes:
  0    the run ended as the scenario expects
  1    an expectation failed, or a replay or comparison differs
  2    bad usage, bad scenario, or a file that is missing, damaged or of another version
  3    the run failed with a named error
  130  interrupted; the record is complete")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Args),
    Check(check::Args),
    List(list::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Compare(compare::Args),
    Draw(draw::Args),
    Series(series::Args),
    #[cfg(feature = "store")]
    Sim(sim::Args),
    #[cfg(feature = "store")]
    Runs(runs::Args),
    #[cfg(feature = "store")]
    Sweep(sweep::Args),
    #[cfg(feature = "store")]
    Stats(stats::Args),
    #[cfg(feature = "plot")]
    Plot(plot::Args),
    #[cfg(feature = "plot")]
    Reproduce(reproduce::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "serve")]
    ExportPage(export_page::Args),
    New(new::Args),
    Schema(schema::Args),
    Theory(theory::Args),
    Completions(completions::Args),
}

/// Reads the command line, carries the command out and says how it went.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return common::usage(&error),
    };
    common::log();
    let result = match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::run(&args),
        Command::List(args) => list::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Series(args) => series::run(&args),
        #[cfg(feature = "store")]
        Command::Sim(args) => sim::run(&args),
        #[cfg(feature = "store")]
        Command::Runs(args) => runs::run(&args),
        #[cfg(feature = "store")]
        Command::Sweep(args) => sweep::run(&args),
        #[cfg(feature = "store")]
        Command::Stats(args) => stats::run(&args),
        #[cfg(feature = "plot")]
        Command::Plot(args) => plot::run(&args),
        #[cfg(feature = "plot")]
        Command::Reproduce(args) => reproduce::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "serve")]
        Command::ExportPage(args) => export_page::run(&args),
        Command::New(args) => new::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Theory(args) => theory::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failed) => failed.report(),
    }
}
