//! Two robots that meet by their lights.

use super::runs::{for_seeds, run};
use super::{Check, Effort, Finding, TheoryError};
use crate::model::End;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "light_tables",
    summary: "two robots meet by the light tables, and do not without lights",
    help: "Random places, random colours, SSYNC with a coin for each robot, moves that may be stopped \
           anywhere after delta = 1. Viglietta, ALGOSENSORS 2013; Heriban, Defago and Tixeuil, ICDCN \
           2018. Without lights, going half-way fails where the robots are active in turn: their \
           distance halves for ever; and going to the other fails where both are active: they swap \
           places for ever.",
    parameters: &[],
    build: check,
};

const MEETING: &str = "
seed = {seed}
[swarm]
robots = 2
algorithm = '{algorithm}'
speed = 10.0
[lights]
start = {colours}
[movement]
rigid = false
delta = 1.0
[scheduler]
kind = 'ssync'
visualize = inf
[limits]
rounds = 1000
";

const ALONE: &str = "
seed = 1
[swarm]
robots = 2
algorithm = '{algorithm}'
start = 'positions'
positions = [[0.0, 0.0], [8.0, 0.0]]
precision = {precision}
[scheduler]
kind = 'ssync'
subset = 'script'
rounds = {rounds}
after = 'repeat'
visualize = inf
[limits]
rounds = 41
";

/// The tables, and whether they know a third colour.
const TABLES: &[(&str, bool)] = &[
    ("rendezvous_two_colors", false),
    ("rendezvous_two_colors_optimal", false),
    ("rendezvous_three_colors", true),
    ("rendezvous_three_external", true),
];

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let mut findings = Vec::new();
    for &(table, three) in TABLES {
        let runs = effort.runs(500);
        let met = for_seeds(runs, |seed| meet(table, three, seed))?;
        let met = met.into_iter().filter(|met| *met).count() as u64;
        findings.push(Finding::new(
            format!("`{table}`: runs that meet, of {runs}"),
            runs.to_string(),
            met.to_string(),
            met == runs,
        ));
    }
    findings.push(alternating()?);
    findings.push(swapping()?);
    Ok(findings)
}

fn meet(table: &str, three: bool, seed: u64) -> Result<bool, TheoryError> {
    const COLOURS: [&str; 3] = ["black", "white", "red"];
    let known = if three { 3 } else { 2 };
    let (a, b) = (seed % known, seed / known % known);
    let colours = format!("['{}', '{}']", COLOURS[a as usize], COLOURS[b as usize]);
    let names = [
        ("seed", seed.to_string()),
        ("algorithm", table.to_owned()),
        ("colours", colours),
    ];
    let ran = run(MEETING, &names, ())?;
    let positions = ran.positions();
    Ok(ran.end == End::Terminated && positions[0].distance(positions[1]) <= 1e-5)
}

/// Half-way, one robot after the other: the distance halves in each round and is never 0.
fn alternating() -> Result<Finding, TheoryError> {
    let names = [
        ("algorithm", "go_half_way".to_owned()),
        ("precision", "30".to_owned()),
        ("rounds", "[[0], [1]]".to_owned()),
    ];
    let ran = run(ALONE, &names, ())?;
    let positions = ran.positions();
    let (measured, expected) = (
        positions[0].distance(positions[1]),
        8.0 / (1_u64 << 41) as f64,
    );
    Ok(Finding::new(
        "half-way without lights, active in turn from 8 apart: distance after 41 rounds",
        format!("{expected:.3e} = 8 / 2^41"),
        format!("{measured:.3e}"),
        (measured / expected - 1.0).abs() < 1e-3,
    ))
}

/// To the other, both at once: they swap for ever.
fn swapping() -> Result<Finding, TheoryError> {
    let names = [
        ("algorithm", "go_to_other".to_owned()),
        ("precision", "5".to_owned()),
        ("rounds", "[[0, 1]]".to_owned()),
    ];
    let ran = run(ALONE, &names, ())?;
    let x: Vec<f64> = ran.positions().into_iter().map(|at| at.x).collect();
    Ok(Finding::new(
        "to the other without lights, both active from 0 and 8: places after 41 rounds",
        "8 and 0",
        format!("{} and {}", x[0], x[1]),
        x == [8.0, 0.0],
    ))
}
