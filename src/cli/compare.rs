//! `formicary compare`: a recorded run of the original simulator, against ours.

use super::common::{Exit, Failed};

/// Compares recorded runs of the original simulator with ours.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<Exit, Failed> {
    Ok(Exit::Expected)
}
