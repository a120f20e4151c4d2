//! From the settings of a recorded run to a scenario.

use serde_json::{Value, json};

use super::NotCompared;
use crate::model::oblot::algorithms::ALGORITHMS;
use crate::model::oblot::scenario::Scenario;
use crate::record::reference::{ReferenceConfig, ReferenceRun};
use crate::registry;
use crate::scenario::{Document, ScenarioError, Seed};

/// Our word for an algorithm of the original: `GoToCenter` is `go_to_center`.
///
/// The rule is all there is; an algorithm whose word here is not that of the original needs a line
/// of its own.
#[must_use]
pub fn algorithm(original: &str) -> String {
    let mut word = String::with_capacity(original.len() + 4);
    let mut after_small_letter = false;
    for letter in original.chars() {
        if letter.is_ascii_uppercase() && after_small_letter {
            word.push('_');
        }
        after_small_letter = letter.is_ascii_lowercase();
        word.push(letter.to_ascii_lowercase());
    }
    word
}

/// The scenario of a recorded run, read and checked.
///
/// # Errors
///
/// [`NotCompared::NoAlgorithm`] or [`NotCompared::Refused`].
pub fn scenario(run: &ReferenceRun) -> Result<Scenario, NotCompared> {
    let original = &run.config.algorithm;
    if registry::find(ALGORITHMS, &algorithm(original)).is_none() {
        return Err(NotCompared::NoAlgorithm(original.clone()));
    }
    let document = document(run)?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    root.finish()?;
    Ok(scenario)
}

/// The scenario of a recorded run, as a file would say it.
///
/// # Errors
///
/// Where the settings cannot be said in TOML.
pub fn document(run: &ReferenceRun) -> Result<Document, ScenarioError> {
    let config = &run.config;
    let seed = match &config.seed {
        Seed::Small(seed) => json!(seed),
        Seed::Large(digits) => json!(digits),
    };
    let mut scenario = json!({
        "seed": seed,
        "rng": "numpy",
        "swarm": swarm(config),
        "movement": { "rigid": config.rigid },
        "scheduler": { "kind": "async", "rate": config.lambda, "visualize": config.sampling },
        // The original knows no stalled runs: it goes on until all robots are done.
        "limits": { "events": most_events(run), "stalled": false },
    });
    if let Some(radius) = config.visibility_radius {
        scenario["visibility"] = json!({ "radius": radius });
    }
    let faults = config.faults.min(config.robots);
    if faults > 0 {
        scenario["faults"] = json!([{ "kind": config.fault_type.word(), "count": faults }]);
    }
    Document::from_json(&format!("run `{}`", run.name), &scenario)
}

fn swarm(config: &ReferenceConfig) -> Value {
    let mut swarm = json!({
        "robots": config.robots,
        "algorithm": algorithm(&config.algorithm),
        "speed": config.speed,
        "precision": config.precision,
    });
    if let Some(points) = &config.initial_positions {
        swarm["start"] = json!("positions");
        swarm["positions"] = json!(points);
    } else {
        let (width, height) = config.start_box();
        swarm["start"] = json!("uniform");
        swarm["width"] = json!(width);
        swarm["height"] = json!(height);
    }
    // Where only one of them is set, the original takes neither.
    if let ("Spreading", Some(width), Some(height)) =
        (config.algorithm.as_str(), config.width, config.height)
    {
        swarm["world"] = json!([width, height]);
    }
    swarm
}

/// After how many events our run is stopped. TOML has no whole numbers beyond 63 bits, and no run
/// comes there.
fn most_events(run: &ReferenceRun) -> u64 {
    let most = if run.ended {
        run.max_events
    } else {
        run.events_total
    };
    most.min(i64::MAX as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Extras;
    use crate::record::reference::{self, FaultType};
    use proptest::prelude::*;

    /// A run of three robots, whose settings can be changed.
    fn run() -> ReferenceRun {
        let text = r#"{ "config": { "robots": 3, "seed": 7, "algorithm": "Gathering" },
            "events_total": 20, "ended": true, "events": [] }"#;
        reference::read_str(text, "short.json").unwrap().remove(0)
    }

    fn refusal(change: fn(&mut ReferenceConfig)) -> String {
        let mut run = run();
        change(&mut run.config);
        scenario(&run).unwrap_err().to_string()
    }

    #[test]
    fn words_of_algorithms_follow_those_of_the_original() {
        let words = [
            ("Gathering", "gathering"),
            ("SEC", "sec"),
            ("GoToCenter", "go_to_center"),
            ("CircleFormation", "circle_formation"),
            ("TwoTask", "two_task"),
            ("", ""),
        ];
        for (original, ours) in words {
            assert_eq!(algorithm(original), ours);
        }
    }

    #[test]
    fn settings_become_a_scenario() {
        insta::assert_snapshot!(document(&run()).unwrap().text(), @r#"
        seed = 7
        rng = "numpy"

        [swarm]
        robots = 3
        algorithm = "gathering"
        speed = 1.0
        precision = 5
        start = "uniform"
        width = 100.0
        height = 100.0

        [movement]
        rigid = true

        [scheduler]
        kind = "async"
        rate = 5.0
        visualize = 0.2

        [limits]
        events = 20000
        stalled = false
        "#);
        let mut run = run();
        run.ended = false;
        run.config = ReferenceConfig {
            seed: Seed::parse("18446744073709551616").unwrap(),
            speed: 0.1,
            visibility_radius: Some(1e-3),
            rigid: false,
            precision: 9,
            faults: 5,
            fault_type: FaultType::Mixed,
            initial_positions: Some(vec![(0.0, -0.0), (1e9, -1.5e-7), (0.1, 2.0 / 3.0)]),
            ..run.config
        };
        insta::assert_snapshot!(document(&run).unwrap().text(), @r#"
        seed = "18446744073709551616"
        rng = "numpy"

        [swarm]
        robots = 3
        algorithm = "gathering"
        speed = 0.1
        precision = 9
        start = "positions"
        positions = [[0.0, -0.0], [1000000000.0, -0.00000015], [0.1, 0.6666666666666666]]

        [movement]
        rigid = false

        [scheduler]
        kind = "async"
        rate = 5.0
        visualize = 0.2

        [limits]
        events = 20
        stalled = false

        [visibility]
        radius = 0.001

        [[faults]]
        kind = "mixed"
        count = 3
        "#);
        assert_eq!(scenario(&run).unwrap().robots(), 3);
    }

    #[test]
    fn a_world_with_both_sides_is_where_robots_spread() {
        let swarm = |algorithm: &str, width, height| {
            let mut run = run();
            run.config.algorithm = algorithm.into();
            (run.config.width, run.config.height) = (width, height);
            assert!(scenario(&run).is_ok());
            swarm(&run.config)
        };
        let both = swarm("Spreading", Some(80.0), Some(60.0));
        assert_eq!(both["world"], json!([80.0, 60.0]));
        for (width, height) in [(None, Some(60.0)), (Some(80.0), None), (None, None)] {
            assert_eq!(swarm("Spreading", width, height)["world"], Value::Null);
        }
        // Nobody else has one.
        let gathering = swarm("Gathering", Some(80.0), Some(60.0));
        assert_eq!(gathering["world"], Value::Null);
    }

    #[test]
    fn the_most_a_record_may_say_is_no_mistake() {
        let mut run = run();
        run.max_events = u64::MAX;
        run.config.faults = usize::MAX;
        assert!(scenario(&run).is_ok());
    }

    #[test]
    fn what_a_scenario_may_not_say_is_refused_by_name() {
        insta::assert_snapshot!(refusal(|config| config.algorithm = "Gatering".into()), @"the algorithm Gatering does not exist here");
        insta::assert_snapshot!(refusal(|config| config.precision = 31), @"its settings make no scenario: run `short`:8:13: swarm.precision: expected a whole number between 0 and 30, found 31");
        insta::assert_snapshot!(refusal(|config| config.robots = 0), @"its settings make no scenario: run `short`:5:10: swarm.robots: expected a whole number between 1 and 10000000, found 0");
    }

    proptest! {
        #[test]
        fn numbers_reach_the_robots_in_all_their_bits(
            points in prop::collection::vec((any::<f64>(), any::<f64>()), 3),
            lambda in f64::MIN_POSITIVE..f64::MAX,
        ) {
            prop_assume!(points.iter().all(|(x, y)| x.is_finite() && y.is_finite()));
            let mut run = run();
            run.config.lambda = lambda;
            run.config.initial_positions = Some(points.clone());
            let plan = scenario(&run).unwrap().plan(Extras::default());
            for (robot, (x, y)) in plan.robots.iter().zip(points) {
                prop_assert_eq!(robot.wait().mean().to_bits(), (1.0 / lambda).to_bits());
                prop_assert_eq!(robot.position().x.to_bits(), x.to_bits());
                prop_assert_eq!(robot.position().y.to_bits(), y.to_bits());
            }
        }
    }
}
