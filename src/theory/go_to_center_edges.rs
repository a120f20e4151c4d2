//! Go-To-Center keeps visibility edges.

use super::runs::{Ran, for_seeds, run};
use super::{Check, Effort, Finding, TheoryError};
use crate::arbiter::Committed;
use crate::engine::{Flow, Observer};
use crate::math::Point;
use crate::model::oblot::{Kind, Oblot, Outcome};
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "go_to_center_edges",
    summary: "Go-To-Center loses no visibility edge",
    help: "Robots that see each other at the start see each other whenever both rest. This is a \
           theorem for SSYNC, and so for the sequential scheduler (Ando, Oasa, Suzuki and Yamashita, \
           1999); for the asynchronous scheduler it is an observation, and nothing more.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = 8
algorithm = 'go_to_center'
width = 60.0
height = 60.0
speed = 3.0
[visibility]
radius = {radius}
[scheduler]
{scheduler}
visualize = inf
[limits]
events = 20000
";

/// How far the robots see.
const RADIUS: f64 = 30.0;
/// Robots that are so much farther apart than the radius have lost sight of each other; less is
/// rounding.
const ROUNDING: f64 = 1e-9;

/// Where the robots rest, and which pairs were ever too far apart while both rested.
struct Edges {
    at: Vec<Point>,
    resting: Vec<bool>,
    edges: Vec<(usize, usize)>,
    lost: usize,
}

impl Observer<Oblot> for Edges {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        if committed.event.kind == Kind::Visualize {
            return Flow::Continue;
        }
        for (id, outcome) in committed.results {
            let Outcome::Robot(outcome) = outcome else {
                continue;
            };
            let id = *id as usize;
            self.at[id] = outcome.position;
            self.resting[id] = outcome.appearance.phase != crate::model::oblot::Phase::Move;
            if !self.resting[id] {
                continue;
            }
            let (at, resting) = (&self.at, &self.resting);
            let before = self.edges.len();
            self.edges.retain(|&(a, b)| {
                let touched = a == id || b == id;
                let apart = || at[a].distance(at[b]) > RADIUS * (1.0 + ROUNDING);
                !(touched && resting[a] && resting[b] && apart())
            });
            self.lost += before - self.edges.len();
        }
        Flow::Continue
    }
}

impl Edges {
    fn new(at: Vec<Point>) -> Self {
        let pairs = (0..at.len()).flat_map(|a| (a + 1..at.len()).map(move |b| (a, b)));
        let edges = pairs.filter(|&(a, b)| at[a].distance(at[b]) <= RADIUS);
        Edges {
            edges: edges.collect(),
            resting: vec![true; at.len()],
            at,
            lost: 0,
        }
    }
}

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let schedulers = [
        (
            "sequential (a theorem)",
            "kind = 'sequential'\norder = 'shuffle'",
        ),
        ("asynchronous (an observation)", "kind = 'async'"),
    ];
    let mut findings = Vec::new();
    for (name, scheduler) in schedulers {
        let runs = effort.runs(1000);
        let ran = for_seeds(runs, |seed| observe(seed, scheduler))?;
        let edges: usize = ran.iter().map(|(edges, _)| edges).sum();
        let lost: usize = ran.iter().map(|(_, lost)| lost).sum();
        findings.push(Finding::new(
            format!("{runs} {name} runs of 8 robots with {edges} edges at the start: edges lost"),
            "0",
            lost.to_string(),
            lost == 0 && edges > 0,
        ));
    }
    Ok(findings)
}

/// How many edges there were, and how many were lost.
fn observe(seed: u64, scheduler: &str) -> Result<(usize, usize), TheoryError> {
    let names = [
        ("seed", seed.to_string()),
        ("radius", format!("{RADIUS:?}")),
        ("scheduler", scheduler.to_owned()),
    ];
    let start = super::runs::start(SCENARIO, &names)?;
    let watcher = Edges::new(start);
    let edges = watcher.edges.len();
    let Ran { observer, .. } = run(SCENARIO, &names, watcher)?;
    Ok((edges, observer.lost))
}
