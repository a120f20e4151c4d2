//! Forming a line.

use std::collections::BTreeSet;

use super::super::runs::for_seeds;
use super::super::{Check, Effort, Finding, TheoryError};
use super::{Fit, Ran, mean, run};
use crate::model::End;
use crate::model::amoebot::grid::{Direction, Node};
use crate::registry::Entry;

pub(in crate::theory) const ENTRY: Entry<Check> = Entry {
    name: "amoebot_line_formation",
    summary: "line formation ends in a straight line of all particles",
    help: "Random structures with holes, from 5 to 60 particles. The rounds grow about linearly with n; no \
           figure is published, so the slope is what was measured here.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = {n}
algorithm = 'line_formation'
start = 'random'
holes = 0.3
[limits]
rounds = 20000
";

/// Whether all particles are contracted and on one line without gaps.
fn is_line(ran: &Ran) -> bool {
    let bodies = ran.view().structure.bodies();
    let nodes: BTreeSet<Node> = bodies.iter().map(|body| body.tail).collect();
    let contracted = bodies.iter().all(|body| !body.is_expanded());
    let axes = [Direction::E, Direction::Nne, Direction::Nnw];
    contracted
        && axes.into_iter().any(|axis| {
            let followed = nodes.iter().filter(|node| nodes.contains(&node.step(axis)));
            followed.count() + 1 == nodes.len()
        })
}

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let runs = effort.runs(1_000);
    let size = |seed: u64| 5 + seed % 56;
    let ended = for_seeds(runs, |seed| {
        let words = [("seed", seed.to_string()), ("n", size(seed).to_string())];
        let ran = run(SCENARIO, &words)?;
        Ok((ran.rounds(), ran.end == End::Terminated && is_line(&ran)))
    })?;
    let lines = ended.iter().filter(|(_, line)| *line).count();
    let rounds: Vec<_> = ended.iter().map(|(rounds, _)| *rounds).collect();
    let points: Vec<_> = (0..runs)
        .zip(&rounds)
        .map(|(seed, rounds)| (size(seed) as f64, *rounds as f64))
        .collect();
    let fit = Fit::of(&points);
    Ok(vec![
        Finding::new(
            format!("{runs} random structures of 5 to 60 particles: runs that end in a line"),
            runs.to_string(),
            lines.to_string(),
            lines as u64 == runs,
        ),
        Finding::new(
            "the same: mean rounds, and rounds for each particle more",
            "no figure is known",
            format!("{:.1}; {:.2}", mean(&rounds), fit.slope),
            true,
        ),
    ])
}
