//! Agreement on chirality and compass.

use super::super::runs::for_seeds;
use super::super::{Check, Effort, Finding, TheoryError};
use super::{grows_logarithmically, mean, run};
use crate::model::End;
use crate::registry::Entry;

pub(in crate::theory) const ENTRY: Entry<Check> = Entry {
    name: "amoebot_chirality_compass",
    summary: "agreeing on chirality and compass takes about 19 to 21 rounds more for each doubling",
    help: "Regions that agree merge by tossing coins: about half of them in each iteration of 7 rounds \
           for the chirality and of 11 for the compass. Feldmann, Padalkin, Scheideler and Dolev, J. \
           Comput. Biol. 29(4), 2022.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = {n}
algorithm = 'chirality_compass'
start = 'random'
compass = 'random'
chirality = 'random'
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let sizes: &[u64] = match effort {
        Effort::Full => &[10, 50, 100, 250, 500, 1_000, 2_000],
        Effort::Quick => &[10, 20, 40],
    };
    let seeds = effort.runs(200);
    let mut findings = Vec::new();
    let mut points = Vec::new();
    for &n in sizes {
        let rounds = for_seeds(seeds, |seed| {
            let ran = run(
                SCENARIO,
                &[("seed", seed.to_string()), ("n", n.to_string())],
            )?;
            Ok((ran.rounds(), ran.end == End::Terminated))
        })?;
        let ended = rounds.iter().filter(|(_, ended)| *ended).count();
        let rounds: Vec<_> = rounds.into_iter().map(|(rounds, _)| rounds).collect();
        // What is asked for begins at 100 particles: small systems have few regions.
        if n >= 100 || effort == Effort::Quick {
            points.push((n as f64, mean(&rounds)));
        }
        findings.push(Finding::new(
            format!("n = {n}, {seeds} seeds: mean rounds"),
            "all agree and end",
            format!("{:.1}; {ended} ended", mean(&rounds)),
            ended as u64 == seeds,
        ));
    }
    findings.extend(grows_logarithmically(
        "mean rounds",
        &points,
        19.0..=21.0,
        effort,
    ));
    Ok(findings)
}
