//! Monitors on real runs, against what a patient observer sees who looks again and again.

use proptest::prelude::*;
use proptest::test_runner::Config;

use super::asynchrony::{Cycle, Defined};
use super::{figure, number};
use crate::engine::{Engine, Outcome, Simulation};
use crate::math::Point;
use crate::model::Extras;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{self, Code, Kind, Oblot, Phase};
use crate::monitor::Finding;
use crate::scenario::Document;
use crate::study::{RunOptions, RunReport, Study};

const INLINE: Engine = Engine::Inline { threads: 1 };

fn run(text: &str) -> RunReport {
    let document = Document::parse("run.toml", text).unwrap();
    let study = Study::read(&document).unwrap_or_else(|error| panic!("{text}\n{error}"));
    study.run(&RunOptions::on(INLINE)).unwrap()
}

#[track_caller]
fn found<'r>(run: &'r RunReport, name: &str) -> &'r Finding {
    let finding = run.monitors.iter().find(|finding| finding.name == name);
    finding.unwrap_or_else(|| panic!("no {name}"))
}

/// What the patient observer saw.
struct Seen {
    /// The smallest distance of two robots.
    smallest: f64,
    /// The largest distance of two robots that were within the radius at the start.
    longest: f64,
    /// How far robots may have come between two looks.
    step: f64,
}

/// How often the observer looks between two events.
const LOOKS: u32 = 8;

/// Looks at the robots themselves, many times between any two events.
fn look_again_and_again(text: &str, radius: f64) -> Seen {
    let document = Document::parse("run.toml", text).unwrap();
    let scenario = Scenario::read(&document.root()).unwrap();
    let plan = scenario.plan(Extras::default());
    let start: Vec<Point> = plan.robots.iter().map(Robot::position).collect();
    // A law may double the speed.
    let speed = 2.0 * plan.robots.iter().map(Robot::speed).fold(0.0, f64::max);
    let mut simulation = Simulation::new(plan, INLINE).unwrap();
    let (mut last, mut seen) = (
        0.0,
        Seen {
            smallest: f64::INFINITY,
            longest: 0.0,
            step: 0.0,
        },
    );
    let mut robots: Vec<Robot> = simulation
        .state()
        .unwrap()
        .robots
        .into_iter()
        .flatten()
        .collect();
    while let Outcome::Committed { event, .. } = simulation.step(&[]).unwrap() {
        let time = event.time;
        for look in 0..=LOOKS {
            let time = last + (time - last) * f64::from(look) / f64::from(LOOKS);
            let at: Vec<Point> = robots.iter().map(|robot| robot.position_at(time)).collect();
            for i in 0..at.len() {
                for j in 0..i {
                    let distance = at[i].distance(at[j]);
                    seen.smallest = seen.smallest.min(distance);
                    if start[i].distance(start[j]) <= radius {
                        seen.longest = seen.longest.max(distance);
                    }
                }
            }
        }
        seen.step = seen
            .step
            .max(2.0 * speed * (time - last) / f64::from(LOOKS));
        last = time;
        robots = simulation
            .state()
            .unwrap()
            .robots
            .into_iter()
            .flatten()
            .collect();
    }
    seen
}

/// Small scenarios of every kind.
fn scenarios() -> impl Strategy<Value = String> {
    let fault = prop_oneof![
        Just(""),
        Just("[[faults]]\nkind = 'byzantine'\ncount = 1\n"),
        Just("[[faults]]\nkind = 'crash'\ncount = 1\ntime = 6.5\n"),
        Just("[[faults]]\nkind = 'delay'\ncount = 2\nfactor = 0.2\n"),
        Just("[[faults]]\nkind = 'mixed'\ncount = 4\n"),
        Just("[[faults]]\nkind = 'transient'\ncount = 2\ntime = 9.0\nbox = [40.0, 40.0]\n"),
        Just("[[faults]]\nkind = 'transient'\ncount = 2\ntime = 7.0\nlight = 'red'\n"),
    ];
    let scheduler = prop_oneof![
        Just("kind = 'async'\n"),
        Just("kind = 'async'\nrate = 0.3\n"),
        Just("kind = 'async'\ncompute = { law = 'exponential', mean = 2.0 }\n"),
        Just("kind = 'async'\nspeed = { law = 'uniform', low = 0.2, high = 2.0 }\n"),
        Just("kind = 'k_async'\nk = 2\ncompute = { law = 'uniform', low = 0.1, high = 2.0 }\n"),
        Just("kind = 'fsync'\ngap = 0.5\n"),
        Just("kind = 'ssync'\n"),
        Just("kind = 'sequential'\norder = 'random'\ngap = 0.25\n"),
    ];
    let movement = prop_oneof![
        Just(""),
        Just("[movement]\nrigid = false\n"),
        Just("[movement]\nrigid = false\ndelta = 1.0\n"),
    ];
    (
        0_u64..1_000_000,
        2_usize..7,
        scheduler,
        fault,
        movement,
        10.0..80.0_f64,
    )
        .prop_map(|(seed, robots, scheduler, fault, movement, radius)| {
            let robots = if fault.contains("4") {
                robots + 4
            } else {
                robots + 1
            };
            // The precision is fine, because a robot that is nearly at its target is seen there.
            format!(
                "model = 'oblot'\nseed = {seed}\n[swarm]\nrobots = {robots}\nprecision = 10\n\
                 algorithm = 'gathering'\nwidth = 50.0\nheight = 50.0\n\
                 [visibility]\nradius = {radius:?}\n[scheduler]\n{scheduler}{movement}{fault}\
                 [limits]\nevents = 150\n"
            )
        })
}

/// What cycles and views a run had, as a patient observer sees who looks at the robots before and
/// after every event.
struct Noted {
    cycles: Vec<Cycle>,
    /// Of each Compute that came to its end: the age, and how far the robots seen had moved.
    views: Vec<(f64, Vec<f64>)>,
    end: f64,
}

fn note_cycles(text: &str) -> Noted {
    let document = Document::parse("run.toml", text).unwrap();
    let scenario = Scenario::read(&document.root()).unwrap();
    let mut simulation = Simulation::new(scenario.plan(Extras::default()), INLINE).unwrap();
    let state = |simulation: &mut Simulation<Oblot>| -> Vec<Robot> {
        let robots = simulation.state().unwrap().robots;
        robots.into_iter().flatten().collect()
    };
    let mut before = state(&mut simulation);
    let mut looks: Vec<Option<(f64, Vec<Point>)>> = vec![None; before.len()];
    let mut noted = Noted {
        cycles: Vec::new(),
        views: Vec::new(),
        end: 0.0,
    };
    while let Outcome::Committed { event, results, .. } = simulation.step(&[]).unwrap() {
        let (time, number) = (event.time, event.number);
        noted.end = time;
        let at: Vec<Point> = before.iter().map(|r| r.position_at(time)).collect();
        before = state(&mut simulation);
        for (id, outcome) in results {
            let oblot::Outcome::Robot(outcome) = outcome else {
                continue;
            };
            if outcome.code == Code::Ignored {
                continue;
            }
            let robot = id as usize;
            let open = |cycle: &&mut Cycle| cycle.robot == id as u32 && cycle.over.is_none();
            if matches!(event.kind, Kind::Look | Kind::Round) {
                assert!(noted.cycles.iter_mut().find(open).is_none());
                noted.cycles.push(Cycle {
                    robot: id as u32,
                    start: time,
                    end: None,
                    begun: number,
                    over: None,
                });
                looks[robot] = Some((time, at.clone()));
            }
            let acts = matches!(
                outcome.code,
                Code::Moving | Code::Resting | Code::Terminated
            );
            if acts && let Some((look, seen)) = looks[robot].take() {
                let radius = scenario.radius().unwrap_or(f64::INFINITY);
                let in_sight =
                    |other: &usize| *other != robot && seen[*other].distance(seen[robot]) <= radius;
                let others = (0..at.len()).filter(in_sight);
                let moved = others.map(|other| seen[other].distance(at[other]));
                noted.views.push((time - look, moved.collect()));
            }
            let phase = before[robot].appearance().phase;
            if matches!(phase, Phase::Wait | Phase::Crash)
                && let Some(cycle) = noted.cycles.iter_mut().find(open)
            {
                (cycle.end, cycle.over) = (Some(time), Some(number));
            }
        }
    }
    noted
}

impl Noted {
    fn check(&self, finding: &Finding, robots: usize) {
        let defined = Defined::of(robots, &self.cycles, self.end);
        defined.check(finding, robots, self.cycles.len(), self.end);
        let near = |key: &str, expected: f64| {
            let found = figure(finding, key).as_f64().unwrap_or(0.0);
            assert!(
                (found - expected).abs() <= 1e-7,
                "{key}: {found}, not {expected}"
            );
        };
        let stale = |moved: &[f64]| moved.iter().copied().fold(0.0, f64::max);
        let drift = |moved: &[f64]| moved.iter().sum::<f64>() / moved.len().max(1) as f64;
        let measures = [
            ("age", self.views.iter().map(|(age, _)| *age).collect()),
            ("stale", self.views.iter().map(|(_, m)| stale(m)).collect()),
            (
                "drift",
                self.views.iter().map(|(_, m)| drift(m)).collect::<Vec<_>>(),
            ),
        ];
        for (name, mut values) in measures {
            values.sort_by(f64::total_cmp);
            let count = values.len();
            // The first value that 95 of 100 reach at most.
            let mut most = values.iter().zip(1..);
            let most = most.find(|(_, rank)| 100 * rank >= 95 * count);
            near(
                &format!("{name}_max"),
                values.last().copied().unwrap_or(0.0),
            );
            let mean = values.iter().sum::<f64>() / count.max(1) as f64;
            near(&format!("{name}_mean"), mean);
            near(&format!("{name}_95"), most.map_or(0.0, |(value, _)| *value));
        }
    }
}

/// A script with crossing cycles and two rounds, in the second of which two robots compute; one of
/// them crashes meanwhile, another robot is taken off its way.
const SCRIPT: &str = "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 4\nprecision = 10\n\
    algorithm = 'gathering'\nwidth = 50.0\nheight = 50.0\n\
    [scheduler]\nkind = 'script'\nsteps = [\n\
    { robot = 0, time = 0.0, arrive = 2.0 },\n\
    { robot = 1, time = 0.0, arrive = 1.5 },\n\
    { robot = 2, time = 0.0, arrive = 2.5 },\n\
    { robot = 3, time = 1.0, depart = 4.0, arrive = 6.0 },\n\
    { robot = 0, time = 2.0, arrive = 5.0 },\n\
    { robot = 2, time = 3.0, depart = 3.5, arrive = 6.5 },\n\
    { robot = 0, time = 7.0, depart = 8.0, arrive = 9.0 },\n\
    { robot = 1, time = 7.0, depart = 8.0, arrive = 9.0 },\n\
    { robot = 2, time = 7.0, arrive = 9.0 },\n\
    ]\n\
    [[faults]]\nkind = 'crash'\nrobots = [1]\ntime = 7.5\n\
    [[faults]]\nkind = 'transient'\nrobots = [2]\ntime = 7.75\nbox = [40.0, 40.0]\n";

const ASYNCHRONY: &str = "[[monitors]]\nkind = 'asynchrony'\n";

#[test]
fn the_cycles_and_views_of_a_script_are_those_that_it_says() {
    let report = run(&format!("{SCRIPT}{ASYNCHRONY}"));
    let noted = note_cycles(SCRIPT);
    let asynchrony = found(&report, "asynchrony");
    noted.check(asynchrony, 4);
    assert_eq!((noted.cycles.len(), noted.views.len()), (9, 8));
    assert_eq!(number(asynchrony, "age_max"), 3.0);
    // From 1 on robot 3 computes, while the others are on their way.
    assert_eq!(number(asynchrony, "concurrency"), 4.0);
    assert_eq!(figure(asynchrony, "nested"), serde_json::json!(false));
}

const PAIRS: &str = "[[monitors]]\nkind = 'distance'\n[[monitors]]\nkind = 'edges'\n\
                     [[monitors]]\nkind = 'progress'\n[[monitors]]\nkind = 'gathered'\n\
                     [[monitors]]\nkind = 'diameter'\n";

proptest! {
    #![proptest_config(Config::with_cases(48))]

    #[test]
    fn monitors_see_what_a_patient_observer_sees(text in scenarios()) {
        let report = run(&format!("{text}{PAIRS}"));
        let document = Document::parse("run.toml", &text).unwrap();
        let radius = Scenario::read(&document.root()).unwrap().radius().unwrap();
        let seen = look_again_and_again(&text, radius);
        let smallest = number(found(&report, "distance"), "smallest");
        prop_assert!(smallest <= seen.smallest + 1e-8, "{smallest} above {}", seen.smallest);
        prop_assert!(seen.smallest <= smallest + seen.step + 1e-8, "{smallest} never seen");
        let longest = number(found(&report, "edges"), "longest");
        prop_assert!((longest - seen.longest).abs() < 1e-8, "{longest}, not {}", seen.longest);
        let lost = number(found(&report, "edges"), "lost");
        prop_assert_eq!(lost > 0.0, seen.longest > radius + 1e-9);
        // What the model itself counts is counted alike.
        let of_run = |key: &str| {
            let figure = report.figures.iter().find(|figure| figure.key == key);
            figure.unwrap().value.as_f64().unwrap()
        };
        let progress = found(&report, "progress");
        for key in ["activations", "moves", "epochs", "rounds"] {
            prop_assert_eq!(number(progress, key), of_run(key), "{}", key);
        }
        let travelled = of_run("travelled");
        prop_assert!((number(progress, "distance") - travelled).abs() <= 1e-9 * travelled);
        let diameter = found(&report, "diameter");
        prop_assert_eq!(number(diameter, "before"), of_run("diameter_before"));
        prop_assert!((number(diameter, "after") - of_run("diameter_after")).abs() < 1e-9);
    }
}

proptest! {
    #![proptest_config(Config::with_cases(96))]

    #[test]
    fn asynchrony_is_what_a_patient_observer_notes(text in scenarios()) {
        let report = run(&format!("{text}{ASYNCHRONY}"));
        let robots = report.figures.iter().find(|figure| figure.key == "robots");
        let robots = robots.unwrap().value.as_u64().unwrap() as usize;
        note_cycles(&text).check(found(&report, "asynchrony"), robots);
    }
}

#[test]
fn monitors_change_nothing_and_agree_on_all_engines() {
    let text = "model = 'oblot'\nseed = 11\n[swarm]\nrobots = 8\nalgorithm = 'gathering'\n\
                [visibility]\nradius = 70.0\n[limits]\nevents = 900\n\
                [[faults]]\nkind = 'crash'\ncount = 1\ntime = 6.0\n";
    let plain = run(text);
    let monitored = format!(
        "{text}{PAIRS}[[monitors]]\nkind = 'fairness'\n[[monitors]]\nkind = 'asynchrony'\n"
    );
    let study = Study::read(&Document::parse("run.toml", &monitored).unwrap()).unwrap();
    let first = study.run(&RunOptions::on(INLINE)).unwrap();
    assert_eq!((&plain.digest, &plain.dice), (&first.digest, &first.dice));
    assert_eq!(plain.figures, first.figures);
    assert!(plain.monitors.is_empty());
    // The same study may watch any number of runs.
    let again = study.run(&RunOptions::on(INLINE)).unwrap();
    assert_eq!(again.monitors, first.monitors);
    #[cfg(feature = "native")]
    for threads in [1, 2] {
        let actors = study
            .run(&RunOptions::on(Engine::Actors { threads }))
            .unwrap();
        assert_eq!(actors.monitors, first.monitors);
    }
}

#[test]
fn robots_that_jump_cover_their_ways_in_no_time() {
    let report = run(
        "model = 'oblot'\nseed = 3\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\nspeed = 0.0\n\
         [[monitors]]\nkind = 'progress'\n[[monitors]]\nkind = 'diameter'\n\
         [[monitors]]\nkind = 'gathered'\n[[monitors]]\nkind = 'asynchrony'\nk_async = 0\n",
    );
    let travelled = report
        .figures
        .iter()
        .find(|figure| figure.key == "travelled");
    let (travelled, progress) = (&travelled.unwrap().value, found(&report, "progress"));
    assert_eq!(figure(progress, "distance"), *travelled);
    assert!(number(progress, "moves") > 5.0);
    for name in ["diameter", "gathered", "asynchrony"] {
        assert_eq!(found(&report, name).holds, Some(true), "{name}");
    }
}

#[test]
fn the_centre_of_gravity_keeps_the_hull() {
    let scheduler = ["kind = 'async'", "kind = 'fsync'"];
    for scheduler in scheduler {
        let report = run(&format!(
            "model = 'oblot'\nseed = 5\n[swarm]\nrobots = 9\nalgorithm = 'gathering'\n\
             [scheduler]\n{scheduler}\n[[monitors]]\nkind = 'diameter'\nper = 'event'\n\
             [[monitors]]\nkind = 'gathered'\n"
        ));
        assert_eq!(found(&report, "diameter").holds, Some(true), "{scheduler}");
        assert_eq!(found(&report, "gathered").holds, Some(true), "{scheduler}");
    }
}

#[test]
fn a_swarm_that_falls_apart_and_a_robot_that_wanders_off_are_found() {
    let swarm = "model = 'oblot'\nseed = 3\n[swarm]\nrobots = 60\nalgorithm = 'gathering'\n\
                 [visibility]\nradius = 20.0\n[limits]\ntime = 30.0\n";
    let report = run(&format!(
        "{swarm}[[monitors]]\nkind = 'edges'\n[[monitors]]\nkind = 'connectivity'\n"
    ));
    let (edges, connectivity) = (found(&report, "edges"), found(&report, "connectivity"));
    assert_eq!(
        (edges.holds, connectivity.holds),
        (Some(false), Some(false))
    );
    assert_eq!(number(connectivity, "before"), 1.0);
    assert!(number(edges, "longest") > 20.0);
    let report = run(
        "model = 'oblot'\nseed = 5\n[swarm]\nrobots = 6\nalgorithm = 'gathering'\n\
         [[faults]]\nkind = 'byzantine'\nrobots = [2]\n[limits]\ntime = 60.0\n\
         [[monitors]]\nkind = 'diameter'\n",
    );
    assert_eq!(found(&report, "diameter").holds, Some(false));
}

#[test]
fn synchronous_rounds_are_fair_and_exponential_clocks_are_not() {
    let measured = |scheduler: &str| {
        let report = run(&format!(
            "model = 'oblot'\nseed = 5\n[swarm]\nrobots = 9\nalgorithm = 'gathering'\n\
             [scheduler]\n{scheduler}\n[[monitors]]\nkind = 'fairness'\nk_bounded = 1\n\
             [[monitors]]\nkind = 'asynchrony'\nk_async = 1\nk_nest = 1\n"
        ));
        ["fairness", "asynchrony"].map(|name| found(&report, name).clone())
    };
    let rounds = measured("kind = 'fsync'");
    assert!(
        rounds.iter().all(|found| found.holds == Some(true)),
        "{rounds:?}"
    );
    let [fairness, asynchrony] = measured("kind = 'async'");
    assert_eq!(
        (fairness.holds, asynchrony.holds),
        (Some(false), Some(false))
    );
    assert!(number(&fairness, "k_bounded") > 1.0 && number(&asynchrony, "k_async") > 1.0);
    assert_eq!(figure(&asynchrony, "nested"), serde_json::json!(false));
}

/// The bounds that a scheduler promises are the bounds that are measured.
#[test]
fn schedulers_keep_the_bounds_that_they_promise() {
    let compute = "compute = { law = 'exponential', mean = 1.0 }";
    for (scheduler, bounded, asynchronous) in [
        (
            "kind = 'sequential'",
            "k_bounded = 1",
            "k_async = 0\nk_nest = 0",
        ),
        (
            "kind = 'sequential'\norder = 'shuffle'",
            "k_bounded = 2",
            "k_async = 0",
        ),
        ("kind = 'ssync'", "", "k_async = 1\nk_nest = 1"),
        (
            "kind = 'ssync'\nsubset = 'groups'\ngroups = [[0, 1, 2, 3], [4, 5, 6, 7]]",
            "k_bounded = 1",
            "",
        ),
        ("kind = 'k_bounded'\nk = 1", "k_bounded = 1", ""),
        ("kind = 'k_bounded'\nk = 3", "k_bounded = 3", ""),
        ("kind = 'k_async'\nk = 1", "", "k_async = 1"),
        ("kind = 'k_async'\nk = 4", "", "k_async = 4"),
        ("kind = 'k_nest'\nk = 2", "", "k_nest = 2"),
        (
            &format!("kind = 'k_bounded'\nk = 2\n{compute}"),
            "k_bounded = 2",
            "",
        ),
        (
            &format!("kind = 'k_async'\nk = 2\n{compute}"),
            "",
            "k_async = 2",
        ),
        (
            &format!("kind = 'k_nest'\nk = 1\n{compute}"),
            "",
            "k_nest = 1",
        ),
    ] {
        for seed in 0..5 {
            let report = run(&format!(
                "model = 'oblot'\nseed = {seed}\n[swarm]\nrobots = 8\nalgorithm = 'gathering'\n\
                 [scheduler]\n{scheduler}\n[limits]\nevents = 1500\n\
                 [[monitors]]\nkind = 'fairness'\n{bounded}\n\
                 [[monitors]]\nkind = 'asynchrony'\n{asynchronous}\n"
            ));
            for (name, bounds) in [("fairness", bounded), ("asynchrony", asynchronous)] {
                let finding = found(&report, name);
                let expected = (!bounds.is_empty()).then_some(true);
                assert_eq!(
                    finding.holds, expected,
                    "{scheduler}, seed {seed}: {finding:?}"
                );
            }
        }
    }
}

#[test]
fn a_run_that_fails_has_findings() {
    let report = run(
        "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n\
         start = 'positions'\npositions = [[1e308, 0], [1e308, 0]]\n\
         [[monitors]]\nkind = 'gathered'\n[[monitors]]\nkind = 'progress'\n",
    );
    assert_eq!(report.end.name(), "failed");
    assert_eq!(found(&report, "gathered").holds, Some(true));
}
