//! Telling the outer boundary from those of holes.

use super::super::runs::for_seeds;
use super::super::{Check, Effort, Finding, TheoryError};
use super::{grows_logarithmically, mean, run};
use crate::model::End;
use crate::registry::Entry;

pub(in crate::theory) const ENTRY: Entry<Check> = Entry {
    name: "amoebot_boundary_test",
    summary: "the boundary test takes rounds logarithmic in the length of the boundary",
    help: "Rings of 6 r particles have two boundaries of about that length: 6 r places outside and 6 r \
           inside. Each boundary elects a leader and sums its turns by PASC. Padalkin, Scheideler and \
           Warner, DNA 28, 2022.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
algorithm = 'boundary_test'
start = 'ring'
radius = {radius}
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let radii: &[u64] = match effort {
        Effort::Full => &[2, 4, 8, 16, 32, 64, 128, 256],
        Effort::Quick => &[2, 4, 8],
    };
    let seeds = effort.runs(100);
    let mut findings = Vec::new();
    let mut points = Vec::new();
    for &radius in radii {
        let runs = for_seeds(seeds, |seed| {
            let words = [("seed", seed.to_string()), ("radius", radius.to_string())];
            let ran = run(SCENARIO, &words)?;
            Ok((ran.rounds(), ran.end == End::Terminated))
        })?;
        let ended = runs.iter().filter(|(_, ended)| *ended).count();
        let rounds: Vec<_> = runs.into_iter().map(|(rounds, _)| rounds).collect();
        points.push((6.0 * radius as f64, mean(&rounds)));
        findings.push(Finding::new(
            format!(
                "boundaries of {} places, {seeds} seeds: mean rounds",
                6 * radius
            ),
            "all end",
            format!("{:.1}; {ended} ended", mean(&rounds)),
            ended as u64 == seeds,
        ));
    }
    // 3 rounds for each toss of the first part, 5 for each of two repetitions, 7 for each iteration.
    findings.extend(grows_logarithmically(
        "mean rounds",
        &points,
        17.0..=22.0,
        effort,
    ));
    Ok(findings)
}
