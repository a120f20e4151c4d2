//! `formicary completions`: what a shell needs to complete our flags.

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::common::{Exit, Failed, print};

/// Prints the completions for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary completions bash > ~/.local/share/bash-completion/completions/formicary
  formicary completions fish > ~/.config/fish/completions/formicary.fish")]
pub(super) struct Args {
    /// Which shell.
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "formicary", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Expected)
}
