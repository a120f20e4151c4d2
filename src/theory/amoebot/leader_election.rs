//! Leader election on one circuit.

use super::super::runs::for_seeds;
use super::super::{Check, Effort, Finding, TheoryError};
use super::{grows_logarithmically, mean, run};
use crate::model::End;
use crate::registry::Entry;

pub(in crate::theory) const PLAIN: Entry<Check> = Entry {
    name: "amoebot_leader_election",
    summary: "leader election takes about 14 rounds more for each doubling, and finds one leader",
    help: "Each toss takes two rounds and leaves about half of the candidates; with kappa = 3 repetitions \
           by helpers a run takes (2 + 4 kappa) log2 n + 3 rounds in the mean. One particle alone \
           takes exactly 15. Feldmann, Padalkin, Scheideler and Dolev, J. Comput. Biol. 29(4), 2022; \
           the shares of unique leaders are those of a counting model of AmoebotSim's algorithm.",
    parameters: &[],
    build: |effort| {
        let mut findings = exact(PLAIN_NAME, 15)?;
        findings.extend(growth(PLAIN_NAME, 13.5..=14.0, effort)?);
        findings.extend(unique(effort)?);
        Ok(findings)
    },
};

pub(in crate::theory) const FAST: Entry<Check> = Entry {
    name: "amoebot_leader_election_fast",
    summary: "the fast leader election takes about 3 rounds more for each doubling",
    help: "With four pins on an edge a toss takes one round, and helpers toss at the same time. One \
           particle alone takes exactly 4: kappa = 3 tosses, and one round to hear the last.",
    parameters: &[],
    build: |effort| {
        let mut findings = exact("leader_election_fast", 4)?;
        findings.extend(growth("leader_election_fast", 3.0..=3.0, effort)?);
        Ok(findings)
    },
};

/// The name of the plain election.
const PLAIN_NAME: &str = "leader_election";

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = {n}
algorithm = '{algorithm}'
start = 'random'
compass = '{compass}'
chirality = '{chirality}'
";

/// The rounds of runs with these seeds, and how many found exactly one leader.
fn rounds(algorithm: &str, n: u64, seeds: u64) -> Result<(Vec<u64>, usize), TheoryError> {
    // Only the plain election works where particles are turned differently.
    let (compass, chirality) = match algorithm {
        PLAIN_NAME => ("random", "random"),
        _ => ("E", "ccw"),
    };
    let runs = for_seeds(seeds, |seed| {
        let words = [
            ("seed", seed.to_string()),
            ("n", n.to_string()),
            ("algorithm", algorithm.to_owned()),
            ("compass", compass.to_owned()),
            ("chirality", chirality.to_owned()),
        ];
        let ran = run(SCENARIO, &words)?;
        let unique = ran.end == End::Terminated && ran.number("leaders") == Some(1);
        Ok((ran.rounds(), unique))
    })?;
    let unique = runs.iter().filter(|(_, unique)| *unique).count();
    Ok((runs.into_iter().map(|(rounds, _)| rounds).collect(), unique))
}

fn exact(algorithm: &str, expected: u64) -> Result<Vec<Finding>, TheoryError> {
    let (rounds, _) = rounds(algorithm, 1, 5)?;
    let all = rounds.iter().all(|rounds| *rounds == expected);
    Ok(vec![Finding::new(
        "one particle: rounds, 5 seeds",
        format!("{expected} each"),
        format!("{rounds:?}"),
        all,
    )])
}

fn growth(
    algorithm: &str,
    slope: std::ops::RangeInclusive<f64>,
    effort: Effort,
) -> Result<Vec<Finding>, TheoryError> {
    let sizes: &[u64] = match effort {
        Effort::Full => &[10, 30, 100, 300, 1_000, 3_000, 10_000],
        Effort::Quick => &[10, 30, 100],
    };
    let seeds = effort.runs(200);
    let mut points = Vec::new();
    let mut findings = Vec::new();
    for &n in sizes {
        let (rounds, unique) = rounds(algorithm, n, seeds)?;
        let (least, most) = (rounds.iter().min(), rounds.iter().max());
        points.push((n as f64, mean(&rounds)));
        findings.push(Finding::new(
            format!("n = {n}, {seeds} seeds: mean rounds; runs with one leader"),
            "all end; nearly all with one leader",
            format!(
                "{:.1} ({} to {}); {unique}",
                mean(&rounds),
                least.copied().unwrap_or(0),
                most.copied().unwrap_or(0)
            ),
            unique as f64 >= 0.97 * seeds as f64 - 1.0,
        ));
    }
    findings.extend(grows_logarithmically("mean rounds", &points, slope, effort));
    Ok(findings)
}

/// The shares of runs with exactly one leader in the smallest systems.
fn unique(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let seeds = effort.runs(10_000);
    let mut findings = Vec::new();
    for (n, expected) in [(2, 0.977), (5, 0.996)] {
        let (_, unique) = rounds(PLAIN_NAME, n, seeds)?;
        let share = unique as f64 / seeds as f64;
        // Four standard deviations of a share.
        let spread = 4.0 * (expected * (1.0 - expected) / seeds as f64).sqrt();
        findings.push(Finding::new(
            format!("n = {n}, {seeds} seeds: share with exactly one leader"),
            format!("{expected} (4 standard deviations: {spread:.4})"),
            format!("{share:.4}"),
            (share - expected).abs() <= spread + 0.0005,
        ));
    }
    Ok(findings)
}
