//! `formicary schema`: what scenarios may say, for editors.

use super::common::{Exit, Failed, print};
use crate::study::schema;

/// Prints a JSON Schema of scenarios, by which editors complete and check them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary schema > formicary.schema.json

Editors that use Taplo (Even Better TOML) take it for a scenario that begins with
  #:schema ./formicary.schema.json")]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<Exit, Failed> {
    print(&format!("{:#}\n", schema()))?;
    Ok(Exit::Expected)
}
