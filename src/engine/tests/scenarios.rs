//! OBLOT scenarios of all kinds give one run, whichever engine executes them.

use proptest::prelude::*;

use super::{ENGINES, agreed, check, oblot, run};
use crate::model::End;
use crate::model::oblot::faults::tests::SAMPLES;

const GATHERING: &str = "algorithm = \"gathering\"";

/// Small scenarios with every feature; each ends by itself or after 250 events.
fn table() -> Vec<(&'static str, String)> {
    let swarm = |head: &str, swarm: &str, rest: &str| {
        format!("{head}\n[swarm]\n{GATHERING}\n{swarm}\n{rest}\n[limits]\nevents = 250\n")
    };
    let faulty = |fault: &str| swarm("seed = 7", "robots = 6", &format!("[[faults]]\n{fault}"));
    vec![
        ("plain", swarm("seed = 7", "robots = 6", "")),
        (
            "fsync",
            swarm(
                "seed = 7",
                "robots = 6",
                "[scheduler]\nkind = \"fsync\"\ngap = 0.25",
            ),
        ),
        (
            "fsync, all faults",
            swarm(
                "seed = 9",
                "robots = 9",
                "[scheduler]\nkind = \"fsync\"\n[[faults]]\nkind = \"mixed\"\ncount = 4\n\
             [[faults]]\nkind = \"crash\"\nactivation = 2\ncount = 1\n\
             [[faults]]\nkind = \"crash\"\ntime = 9.5\ncount = 1",
            ),
        ),
        ("crash at the start", faulty("kind = \"crash\"\ncount = 2")),
        (
            "crash on the way",
            faulty("kind = \"crash\"\nrobots = [0, 3]\ntime = 3.0"),
        ),
        (
            "crash at an activation",
            faulty("kind = \"crash\"\nrobots = [1, 2]\nactivation = 3"),
        ),
        ("byzantine", faulty("kind = \"byzantine\"\ncount = 2")),
        (
            "omission",
            faulty("kind = \"omission\"\ncount = 3\nprobability = 0.3"),
        ),
        ("delay", faulty("kind = \"delay\"\ncount = 3\nfactor = 0.5")),
        ("mixed", faulty("kind = \"mixed\"\ncount = 5")),
        (
            "radius",
            swarm("seed = 7", "robots = 8", "[visibility]\nradius = 40.0"),
        ),
        (
            "radius 0",
            swarm("seed = 7", "robots = 3", "[visibility]\nradius = 0.0"),
        ),
        (
            "rates",
            swarm(
                "seed = 7",
                "robots = 3",
                "[scheduler]\nrates = [0.5, 5.0, 50.0]",
            ),
        ),
        (
            "speeds",
            swarm("seed = 7", "robots = 4\nspeeds = [0.0, 0.1, 10.0, 1e6]", ""),
        ),
        (
            "not rigid",
            swarm("seed = 7", "robots = 5", "[movement]\nrigid = false"),
        ),
        ("one robot", swarm("seed = 7", "robots = 1", "")),
        (
            "one robot, fsync",
            swarm("seed = 7", "robots = 1", "[scheduler]\nkind = \"fsync\""),
        ),
        (
            "two at one point",
            swarm(
                "seed = 7",
                "robots = 3\nstart = \"positions\"\npositions = [[1.0, 2.0], [1.0, 2.0], [-3.0, -0.0]]",
                "",
            ),
        ),
        ("all crashed", faulty("kind = \"crash\"\ncount = 6")),
        ("all byzantine", faulty("kind = \"byzantine\"\ncount = 6")),
        ("seed 0", swarm("seed = 0", "robots = 5", "")),
        (
            "the greatest seed",
            swarm("seed = \"18446744073709551615\"", "robots = 5", ""),
        ),
        (
            "numpy",
            swarm("seed = 7\nrng = \"numpy\"", "robots = 6", ""),
        ),
        (
            "numpy, faults",
            swarm(
                "seed = 7\nrng = \"numpy\"",
                "robots = 8",
                "[[faults]]\nkind = \"mixed\"\ncount = 8",
            ),
        ),
        (
            "a huge seed",
            swarm(
                "seed = \"340282366920938463463374607431768211457\"\nrng = \"numpy\"",
                "robots = 3",
                "",
            ),
        ),
        (
            "no ticks",
            swarm("seed = 7", "robots = 4", "[scheduler]\nvisualize = inf"),
        ),
    ]
}

#[test]
fn every_feature_gives_one_run_on_all_engines() {
    for (name, text) in table() {
        let ran = check(|_| oblot(&text)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(ran.end.is_ok(), "{name}: {ran:?}");
        assert!(ran.events > 0, "{name}");
    }
}

#[test]
fn every_fault_gives_one_run_on_all_engines() {
    let schedulers = [
        "",
        "kind = \"fsync\"",
        "kind = \"sequential\"\norder = \"shuffle\"",
        "kind = \"ssync\"",
        "kind = \"k_async\"\ncompute = { law = \"uniform\", low = 0.1, high = 0.9 }",
    ];
    for fault in SAMPLES {
        for scheduler in schedulers {
            let text = format!(
                "seed = 7\n[swarm]\n{GATHERING}\nrobots = 6\n[scheduler]\n{scheduler}\n\
                 [[faults]]\ncount = 3\n{fault}\n[limits]\nevents = 150\n"
            );
            let ran = check(|_| oblot(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(ran.end.is_ok(), "{text}: {ran:?}");
        }
    }
}

#[test]
fn different_scenarios_give_different_runs() {
    let mut digests: Vec<_> = table()
        .into_iter()
        .map(|(name, text)| (run(oblot(&text), super::INLINE).digest, name))
        .collect();
    digests.sort_unstable();
    for pair in digests.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "{} and {}", pair[0].1, pair[1].1);
    }
}

#[test]
fn runs_at_the_same_time_in_one_process_do_not_meet() {
    let table = table();
    let alone: Vec<_> = table
        .iter()
        .map(|(_, text)| run(oblot(text), super::INLINE))
        .collect();
    // Each thread runs all scenarios, from another one on, with another engine each time.
    std::thread::scope(|scope| {
        for shift in 0..4 {
            let (table, alone) = (&table, &alone);
            scope.spawn(move || {
                for step in 0..table.len() {
                    let place = (step + shift * table.len() / 4) % table.len();
                    let engine = ENGINES[(step + shift) % ENGINES.len()];
                    let (name, text) = &table[place];
                    assert_eq!(
                        run(oblot(text), engine),
                        alone[place],
                        "{name} on {engine:?}"
                    );
                }
            });
        }
    });
}

#[test]
fn runs_that_take_turns_in_one_thread_do_not_meet() {
    let table = table();
    let alone: Vec<_> = table
        .iter()
        .map(|(_, text)| run(oblot(text), super::INLINE))
        .collect();
    let start = |(place, (_, text)): (usize, &(&str, String))| {
        let engine = ENGINES[place % ENGINES.len()];
        crate::engine::Simulation::new(oblot(text), engine).unwrap()
    };
    let mut simulations: Vec<_> = table.iter().enumerate().map(start).collect();
    for _ in 0..=250 {
        for simulation in &mut simulations {
            simulation.step(&[]).unwrap();
        }
    }
    for (simulation, expected) in simulations.iter().zip(alone) {
        let end = simulation.status().ended;
        assert_eq!(
            super::ran(simulation, end.ok_or("goes on".into())),
            expected
        );
    }
}

/// Schedulers of all kinds for so many robots.
fn schedulers(robots: usize) -> Vec<String> {
    let last = robots - 1;
    let all: Vec<_> = (0..robots).map(|id| format!("[{id}]")).collect();
    let turns: Vec<_> = (0..robots)
        .map(|id| format!("{{robot = {id}, stop = 0.5, tie = \"random\"}}"))
        .collect();
    let steps: Vec<_> = (0..robots)
        .map(|id| format!("{{robot = {id}, time = {}.5, compute = 0.25}}", id / 2))
        .collect();
    let mut schedulers: Vec<String> = [
        "",
        "rate = 0.5\nvisualize = 3.0",
        "wait = {law = \"gamma\", mean = 0.5}\nspeed = {law = \"uniform\", high = 2.0}",
        "compute = {law = \"exponential\", mean = 0.5}",
        "kind = \"fsync\"",
        "kind = \"fsync\"\ngap = 0.5\nidle = 2.0",
        "kind = \"k_bounded\"",
        "kind = \"k_bounded\"\nk = 2\ncompute = {law = \"uniform\", high = 3.0}",
        "kind = \"k_async\"\nrate = 2.0\nspeed = {law = \"gamma\", mean = 1.0}",
        "kind = \"k_nest\"\nk = 2\ncompute = {law = \"gamma\", mean = 0.5, shape = 0.2}",
        "kind = \"ssync\"",
        "kind = \"ssync\"\nsubset = \"uniform\"\nrestricted = true",
        "kind = \"ssync\"\nsubset = \"fixed\"\nsize = 1",
        "kind = \"ssync\"\nsubset = \"script\"\nrounds = [[0]]",
        "kind = \"ssync\"\nadversary = \"keep_apart\"\nfairness = 3",
        "kind = \"ssync\"\nadversary = \"stop_at_delta\"",
        "kind = \"sequential\"\nturn_gap = {law = \"exponential\", mean = 0.5}",
        "kind = \"sequential\"\norder = \"shuffle\"",
        "kind = \"sequential\"\norder = \"random\"\ngap = 0.5",
        "kind = \"sequential\"\nadversary = \"keep_wide\"",
        "kind = \"sequential\"\nadversary = \"farthest_first\"",
        "kind = \"sequential\"\nadversary = \"lonely\"",
    ]
    .map(str::to_owned)
    .into();
    schedulers.push(format!(
        "kind = \"ssync\"\nsubset = \"groups\"\ngroups = [{}]",
        all.join(", ")
    ));
    schedulers.push(format!("kind = \"sequential\"\nfirst = {last}"));
    schedulers.push(format!(
        "kind = \"sequential\"\norder = \"list\"\nafter = \"repeat\"\nturns = [{}]",
        turns.join(", ")
    ));
    for after in ["after = \"end\"", "after = \"repeat\"\nperiod = 9.5"] {
        let steps = steps.join(", ");
        schedulers.push(format!("kind = \"script\"\nsteps = [{steps}]\n{after}"));
    }
    schedulers
}

/// Scenarios of few robots with any features, at most 250 events long.
pub(super) fn any_scenario() -> impl Strategy<Value = String> {
    let fault = prop::sample::select(SAMPLES.to_vec());
    let seed = prop_oneof![
        Just(0),
        Just(i64::MAX),
        any::<i64>().prop_map(|seed| seed & i64::MAX)
    ];
    (
        seed,
        any::<bool>(),
        1..9usize,
        prop::sample::select(vec!["inf", "60.0", "20.0"]),
        any::<bool>(),
        any::<prop::sample::Index>(),
        prop::collection::vec((fault, any::<prop::sample::Index>()), 0..4),
        prop::sample::select(vec!["1.0", "0.0", "30.0"]),
    )
        .prop_map(
            |(seed, numpy, robots, radius, rigid, scheduler, faults, speed)| {
                let schedulers = schedulers(robots);
                let scheduler = &schedulers[scheduler.index(schedulers.len())];
                // The shared generator goes with clocks only.
                let numpy = numpy && !scheduler.contains("kind") && !scheduler.contains("gamma");
                // Some schedules stop robots.
                let (rigid, delta) = match scheduler.contains("stop") {
                    true => (false, "delta = 0.5"),
                    false => (rigid, ""),
                };
                let rng = if numpy { "numpy" } else { "own" };
                let mut text = format!(
                    "seed = {seed}\nrng = \"{rng}\"\n[swarm]\nrobots = {robots}\n{GATHERING}\n\
                 speed = {speed}\n[visibility]\nradius = {radius}\n[movement]\nrigid = {rigid}\n{delta}\n\
                 [scheduler]\n{scheduler}\n[limits]\nevents = 250\n"
                );
                for (fault, robot) in faults {
                    let robot = robot.index(robots);
                    text += &format!("[[faults]]\n{fault}\nrobots = [{robot}]\n");
                }
                text
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]
    #[test]
    fn any_scenario_gives_one_run_on_all_engines(text in any_scenario()) {
        let ran = check(|_| oblot(&text)).map_err(TestCaseError::fail)?;
        prop_assert!(ran.end.is_ok(), "{:?}", ran.end);
    }
}

#[test]
fn robots_that_gather_in_rounds_do_so_on_all_engines() {
    let text = format!(
        "seed = 4\n[swarm]\nrobots = 50\n{GATHERING}\n[scheduler]\nkind = \"fsync\"\nvisualize = inf\n"
    );
    let ran = agreed(|| oblot(&text));
    // A round, fifty arrivals, and a round in which all end.
    assert_eq!((ran.end, ran.events), (Ok(End::Terminated), 52));
}
