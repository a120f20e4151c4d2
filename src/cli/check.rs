//! `formicary check`: is this a scenario, and what does it say in full?

use super::common::{Exit, Failed, print};
use super::scenario::ScenarioArgs;

/// Checks a scenario and prints it with every default filled in.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary check scenarios/oblot/gathering.toml
  formicary check scenarios/oblot/gathering.toml --set swarm.robots=200 --json")]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Prints JSON instead of TOML.
    #[arg(long)]
    json: bool,
    /// Prints nothing; the exit code says it.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let study = args.scenario.study()?;
    if args.json {
        print(&format!("{:#}\n", study.about().resolved))?;
    } else if !args.quiet {
        print(&study.about().text)?;
    }
    Ok(Exit::Expected)
}
