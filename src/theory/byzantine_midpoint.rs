//! The Byzantine-tolerant midpoint on a line.

use super::runs::{run, start};
use super::{Check, Effort, Finding, TheoryError};
use crate::arbiter::Committed;
use crate::engine::{Flow, Observer};
use crate::model::oblot::{Kind, Oblot, Outcome};
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "byzantine_midpoint",
    summary: "with n >= 2f + 1 the correct range at least halves in each round of FSYNC",
    help: "The robots are on a line, f of them are Byzantine. With n = 2f robots, of which half stand \
           on each end of the correct range and follow it, the correct robots never come together. Bouzid, Gradinariu and \
           Tixeuil, arXiv:0905.3967, 0906.0651, 0908.0390; that the range halves is derived here.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = {n}
algorithm = 'byzantine_midpoint'
f = {f}
speed = 1000.0
precision = 9
terminate = false
start = 'line'
length = 100.0
spacing = 'random'
[scheduler]
kind = 'fsync'
visualize = inf
[[faults]]
kind = '{fault}'
robots = {faulty}
{parameters}
[limits]
rounds = {rounds}
stalled = false
";

/// The range of the correct robots before each round.
struct Range {
    at: Vec<f64>,
    faulty: usize,
    ranges: Vec<f64>,
}

impl Observer<Oblot> for Range {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        if committed.event.kind == Kind::Round {
            let correct = &self.at[self.faulty..];
            let low = correct.iter().fold(f64::INFINITY, |low, x| low.min(*x));
            let high = correct
                .iter()
                .fold(f64::NEG_INFINITY, |high, x| high.max(*x));
            self.ranges.push(high - low);
        }
        for (id, outcome) in committed.results {
            if let Outcome::Robot(outcome) = outcome {
                self.at[*id as usize] = outcome.position.x;
            }
        }
        Flow::Continue
    }
}

/// Behaviours that keep Byzantine robots on the line.
const FAULTS: &[(&str, &str)] = &[
    ("byzantine_split", ""),
    ("byzantine_frozen", ""),
    (
        "byzantine_oscillate",
        "points = [[-60.0, 0.0], [60.0, 0.0]]",
    ),
];

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let mut findings = Vec::new();
    for &(fault, parameters) in FAULTS {
        let (mut worst, mut rounds, mut runs) = (0.0_f64, 0, 0);
        for seed in 0..effort.runs(100) {
            let f = 1 + (seed % 3) as usize;
            let n = 2 * f + 1 + (seed / 3 % 4) as usize;
            let ranges = follow(seed, n, f, fault, parameters, 30)?;
            for pair in ranges.windows(2).filter(|pair| pair[0] > 1e-6) {
                worst = worst.max(pair[1] / pair[0]);
                rounds += 1;
            }
            runs += 1;
        }
        findings.push(Finding::new(
            format!("`{fault}`, n from 2f + 1 to 2f + 4, {runs} runs: largest factor of a round"),
            "at most 0.5",
            format!("{worst:.6} in {rounds} rounds"),
            worst <= 0.5 + 1e-9 && rounds > 0,
        ));
    }
    for f in 2..=4 {
        let n = 2 * f;
        let ranges = follow(1, n, f, "byzantine_split", "", 100)?;
        // Where f is odd, the end with fewer Byzantine robots comes as near as the next robot.
        let (middle, last) = (ranges[50], ranges[ranges.len() - 1]);
        findings.push(Finding::new(
            format!("`byzantine_split`, n = 2f = {n}: range after 100 rounds"),
            "that after 50 rounds: it does not converge",
            format!("{last:.6}, and {middle:.6} after 50"),
            last > 1.0 && (last / middle - 1.0).abs() < 1e-9,
        ));
    }
    Ok(findings)
}

fn follow(
    seed: u64,
    n: usize,
    f: usize,
    fault: &str,
    parameters: &str,
    rounds: u32,
) -> Result<Vec<f64>, TheoryError> {
    let faulty: Vec<usize> = (0..f).collect();
    let names = [
        ("seed", seed.to_string()),
        ("n", n.to_string()),
        ("f", f.to_string()),
        ("fault", fault.to_owned()),
        ("faulty", format!("{faulty:?}")),
        ("parameters", parameters.to_owned()),
        ("rounds", rounds.to_string()),
    ];
    let watcher = Range {
        at: start(SCENARIO, &names)?
            .into_iter()
            .map(|at| at.x)
            .collect(),
        faulty: f,
        ranges: Vec::new(),
    };
    Ok(run(SCENARIO, &names, watcher)?.observer.ranges)
}
