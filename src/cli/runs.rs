//! `formicary runs`: what a store holds of runs.

mod diff;
mod export;
mod list;
mod merge;
mod remove;
mod replay;
mod show;

use clap::Subcommand;

use super::common::{Exit, Failed};

/// Lists, shows, replays, compares, exports, joins and removes the runs of a store.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Filters (--where) compare columns with values:
  swarm.robots > 50 and end = \"stalled\"
  not (scheduler.kind in (\"fsync\", \"ssync\") or epochs is missing)
A column is the dotted path of a parameter, a metric, or what every run has (id, seed, end, time, events,
digest, ...); any unambiguous ending of a path will do. Comparisons are = != < <= > >=, ~ (contains), !~,
in (...), not in (...), is missing, is not missing; a column of yes and no may stand alone. Texts stand in
quotes. A comparison with a missing value is false.

Examples:
  formicary runs list --where 'swarm.robots > 50' --order -events --limit 20
  formicary runs show 17
  formicary runs replay 17
  formicary runs export runs.csv --where 'sweep = 3'
  formicary runs merge part1.db part2.db --store all.db")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Replay(replay::Args),
    Diff(diff::Args),
    Export(export::Args),
    Merge(merge::Args),
    Remove(remove::Args),
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Export(args) => export::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Remove(args) => remove::run(args),
    }
}
