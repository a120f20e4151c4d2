//! Every shipped scenario gives the recorded digests, on every engine and number of threads.
//!
//! `FORMICARY_BLESS=1 cargo test digests` writes `tests/digests.csv` anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use formicary::engine::Engine;
use formicary::study::{RunOptions, RunReport};

use crate::support::{Shipped, root};

const FILE: &str = "tests/digests.csv";
const HEADING: &str = "scenario,events,digest,dice";

/// The engines that have to agree; the first one is the reference for a new line.
const ENGINES: [Engine; 5] = [
    Engine::Inline { threads: 1 },
    Engine::Inline { threads: 2 },
    Engine::Actors { threads: 1 },
    Engine::Actors { threads: 2 },
    Engine::Actors { threads: 4 },
];

#[test]
fn every_scenario_gives_its_recorded_digests_on_every_engine() {
    let scenarios = Shipped::all();
    let bless = std::env::var_os("FORMICARY_BLESS").is_some_and(|value| value == "1");
    let all_run = scenarios.iter().all(Shipped::can_run);
    let known = if bless && all_run {
        BTreeMap::new()
    } else {
        recorded()
    };
    let recorded = if bless { &BTreeMap::new() } else { &known };
    let mut troubles = Vec::new();
    let mut lines = Vec::new();
    for scenario in &scenarios {
        if !scenario.can_run() {
            lines.extend(known.get(&scenario.name).cloned());
            continue;
        }
        let study = scenario.study();
        let mut first: Option<String> = recorded.get(&scenario.name).cloned();
        let missing = first.is_none() && !bless;
        for engine in ENGINES {
            let name = format!("{} ({})", engine.name(), engine.threads());
            let run = study.run(&RunOptions::on(engine)).unwrap();
            for words in study.about().expect.disappointed_by(&run) {
                troubles.push(format!("{}, {name}: {words}", scenario.name));
            }
            let line = line(&scenario.name, &run);
            match &first {
                Some(first) if *first != line => {
                    troubles.push(format!("{name}:\n  expected {first}\n  found    {line}"));
                }
                Some(_) => {}
                None => first = Some(line),
            }
        }
        let line = first.unwrap_or_default();
        if missing {
            troubles.push(format!("{FILE} has no line for this scenario:\n{line}"));
        }
        lines.push(line);
    }
    for (name, line) in recorded {
        if !scenarios.iter().any(|scenario| scenario.name == *name) {
            troubles.push(format!("there is no scenario for this line:\n{line}"));
        }
    }
    let bar = "\n(if the change is meant: FORMICARY_BLESS=1 cargo test digests)";
    assert!(troubles.is_empty(), "\n{}{bar}", troubles.join("\n"));
    if bless {
        lines.sort();
        let mut text = format!("{HEADING}\n");
        lines
            .iter()
            .for_each(|line| writeln!(text, "{line}").unwrap());
        std::fs::write(root().join(FILE), text).unwrap();
    }
}

fn line(name: &str, run: &RunReport) -> String {
    let dice = run.dice.as_deref().unwrap_or("missing");
    format!("{name},{},{},{dice}", run.events, run.digest)
}

/// The lines of the file by scenario.
pub(crate) fn recorded() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join(FILE)).unwrap_or_default();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADING), "the first line of {FILE}");
    let lines: Vec<_> = lines.map(str::to_owned).collect();
    assert!(
        lines.is_sorted(),
        "the lines of {FILE} have to be sorted by scenario"
    );
    let mut by_name = BTreeMap::new();
    for line in lines {
        let name = line.split(',').next().unwrap_or_default().to_owned();
        let twice = by_name.insert(name, line.clone());
        assert_eq!(twice, None, "two lines of {FILE} for one scenario");
    }
    by_name
}
