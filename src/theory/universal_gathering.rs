//! Universal gathering under random semi-synchronous schedules.

use super::runs::{for_seeds, run};
use super::{Check, Effort, Finding, TheoryError};
use crate::model::End;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "universal_gathering",
    summary: "universal gathering never fails from a start that is not bivalent",
    help: "Three to eight robots at random places, strong multiplicity detection, SSYNC with a coin \
           for each robot. Courtieu, Rieg, Tixeuil and Urbain, DISC 2016 (arXiv:1602.08361).",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = {n}
algorithm = 'universal_gathering'
speed = 10.0
[scheduler]
kind = 'ssync'
subset = 'coin'
visualize = inf
[limits]
rounds = 1000
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let runs = effort.runs(1000);
    let ran = for_seeds(runs, |seed| {
        let names = [
            ("seed", seed.to_string()),
            ("n", (3 + seed % 6).to_string()),
        ];
        let ran = run(SCENARIO, &names, ())?;
        let positions = ran.positions();
        let first = positions[0];
        let gathered = positions.iter().all(|at| at.distance(first) <= 2e-5);
        Ok(ran.end == End::Terminated && gathered)
    })?;
    let failures = ran.iter().filter(|gathered| !**gathered).count();
    Ok(vec![Finding::new(
        format!("{runs} random SSYNC runs with 3 to 8 robots: failures"),
        "0",
        failures.to_string(),
        failures == 0,
    )])
}
