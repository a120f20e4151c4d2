//! `formicary theory`: what theorems say, and what simulations find.

use std::io::{IsTerminal as _, stderr};

use super::common::{Exit, Failed, print, tell, width};
use crate::registry;
use crate::theory::{CLAIMS, Check, Effort, Finding, table};

/// Checks what theory says about the models: runs simulations and compares the figures.
///
/// Prints the tables of `docs/verification.md`. Exits with 1 where a finding does not agree.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary theory
  formicary theory round_robin light_tables
  formicary theory --quick --json
  formicary theory --list")]
pub(super) struct Args {
    /// The claims to check; all of them if missing.
    claims: Vec<String>,
    /// A twentieth of the runs, and smaller swarms.
    #[arg(long)]
    quick: bool,
    /// One JSON object: an array of findings for each claim.
    #[arg(long)]
    json: bool,
    /// Shows which claims there are, and checks none.
    #[arg(long, conflicts_with_all = ["quick", "json", "claims"])]
    list: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    if args.list {
        print(&registry::describe(CLAIMS, Some(width())))?;
        return Ok(Exit::Expected);
    }
    let effort = if args.quick {
        Effort::Quick
    } else {
        Effort::Full
    };
    let mut all = serde_json::Map::new();
    let mut agree = true;
    for claim in chosen(&args.claims)? {
        if stderr().is_terminal() {
            tell(&format!("checking {} ...", claim.name));
        }
        let findings = (claim.build)(effort)?;
        agree &= findings.iter().all(|finding: &Finding| finding.holds);
        if args.json {
            // Findings are plain data with names for keys, which JSON always takes.
            let value = serde_json::to_value(&findings).unwrap_or_default();
            all.insert(claim.name.to_owned(), value);
        } else {
            let (name, summary) = (claim.name, claim.summary);
            print(&format!("### `{name}`\n\n{}.\n\n", capital(summary)))?;
            print(&format!("{}\n", table(&findings)))?;
        }
    }
    if args.json {
        print(&format!("{:#}\n", serde_json::Value::Object(all)))?;
    }
    Ok(if agree { Exit::Expected } else { Exit::Differs })
}

/// The claims of these names, in their order; all of them where none is named.
fn chosen(names: &[String]) -> Result<Vec<&'static registry::Entry<Check>>, Failed> {
    if names.is_empty() {
        return Ok(CLAIMS.iter().collect());
    }
    let find = |name: &String| {
        registry::find(CLAIMS, name).ok_or_else(|| {
            let known: Vec<_> = registry::names(CLAIMS).collect();
            Failed::Usage(format!(
                "expected one of the claims {}, found {name:?}",
                known.join(", ")
            ))
        })
    };
    names.iter().map(find).collect()
}

/// A sentence begins with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
