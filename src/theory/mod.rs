//! Theory: what theorems and sums on paper say about the models, and what the program finds.
//!
//! Each claim is one file and one line of [`CLAIMS`]. Checking it runs simulations and compares
//! figures; `formicary theory` prints the findings as they stand in `docs/verification.md`.

mod amoebot;
mod byzantine_midpoint;
mod crashed_mean;
mod go_to_center_edges;
mod go_to_center_polygon;
mod go_to_center_stalls;
mod large_swarms;
mod light_tables;
mod round_robin;
mod runs;
mod universal_gathering;

use std::fmt::Debug;

use crate::registry::{Entry, Facts};

/// How thoroughly a claim is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As `docs/verification.md` reports it.
    Full,
    /// With a twentieth of the runs, and smaller swarms, for tests.
    Quick,
}

impl Effort {
    /// So many runs, or a twentieth of them.
    #[must_use]
    pub fn runs(self, full: u64) -> u64 {
        match self {
            Effort::Full => full,
            Effort::Quick => full.div_ceil(20),
        }
    }
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Finding {
    /// What was looked at.
    pub what: String,
    /// What is expected.
    pub expected: String,
    /// What was measured.
    pub measured: String,
    /// Whether the two agree.
    pub holds: bool,
}

impl Finding {
    /// A finding.
    #[must_use]
    pub fn new(
        what: impl Into<String>,
        expected: impl Into<String>,
        measured: impl Into<String>,
        holds: bool,
    ) -> Self {
        Finding {
            what: what.into(),
            expected: expected.into(),
            measured: measured.into(),
            holds,
        }
    }
}

/// A claim could not be checked: a scenario was refused, or a run failed.
#[derive(Debug, thiserror::Error)]
pub enum TheoryError {
    /// A scenario of this room is not valid.
    #[error(transparent)]
    Scenario(#[from] crate::scenario::ScenarioError),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] crate::arbiter::RunError),
}

/// Checks a claim.
pub type Check = fn(Effort) -> Result<Vec<Finding>, TheoryError>;

impl Facts for Check {}

/// The claims, by name. A new one is a file of this folder and a line here.
pub static CLAIMS: &[Entry<Check>] = &[
    amoebot::boundary_test::ENTRY,
    amoebot::chirality_compass::ENTRY,
    amoebot::leader_election::PLAIN,
    amoebot::leader_election::FAST,
    amoebot::line_formation::ENTRY,
    amoebot::pasc::ENTRY,
    byzantine_midpoint::ENTRY,
    crashed_mean::ENTRY,
    go_to_center_edges::ENTRY,
    go_to_center_polygon::ENTRY,
    go_to_center_stalls::ENTRY,
    large_swarms::ENTRY,
    light_tables::ENTRY,
    round_robin::ENTRY,
    universal_gathering::ENTRY,
];

/// The findings about one claim as a table in Markdown.
#[must_use]
pub fn table(findings: &[Finding]) -> String {
    let mut text = String::from("| what | expected | measured | agrees |\n|---|---|---|---|\n");
    for finding in findings {
        let agrees = if finding.holds { "yes" } else { "**no**" };
        text += &format!(
            "| {} | {} | {} | {agrees} |\n",
            finding.what, finding.expected, finding.measured
        );
    }
    text
}
