//! Whole runs under each scheduler: worked out by hand, or checked by rules of their own.

mod activating;
mod adversaries;
mod bounds;
mod clocks;
mod refusals;
mod rounds;
mod scripts;
mod traces;
mod turns;

use std::sync::Arc;

use crate::arbiter::{Committed, Input};
use crate::engine::{Engine, Flow, Observer, Simulation, State};
use crate::math::Point;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{self as oblot, Code, Intent, Kind, Oblot, Outcome};
use crate::model::{End, Extras, Failure};
use crate::scenario::{Document, ScenarioError};

/// What became of one robot in one event.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// The number of the event: members of a round share it.
    number: u64,
    time: f64,
    robot: u32,
    kind: Kind,
    code: Code,
    position: Point,
}

impl Row {
    /// Whether a cycle began.
    fn is_activation(&self) -> bool {
        matches!(self.kind, Kind::Look | Kind::Round) && self.code != Code::Ignored
    }

    /// Whether the robot rests after it, if it lives.
    fn is_end_of_cycle(&self) -> bool {
        use Code::{Activated, Computing, Ignored, Moving};
        !matches!(self.code, Moving | Computing | Ignored | Activated)
    }
}

/// Keeps the rows of a run.
#[derive(Default)]
struct Log(Vec<Row>);

impl Observer<Oblot> for Log {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        for (id, outcome) in committed.results {
            if let Outcome::Robot(outcome) = outcome {
                self.0.push(Row {
                    number: committed.event.number,
                    time: committed.event.time,
                    robot: *id as u32,
                    kind: committed.event.kind,
                    code: outcome.code,
                    position: outcome.position,
                });
            }
        }
        Flow::Continue
    }
}

/// What a run came to.
struct Ran {
    rows: Vec<Row>,
    end: End,
    state: State<Oblot>,
    digest: u128,
}

impl Ran {
    /// Whom each activation began with, and when; the members of a round together.
    fn activations(&self) -> Vec<(f64, Vec<u32>)> {
        let mut activations: Vec<(u64, f64, Vec<u32>)> = Vec::new();
        for row in self.rows.iter().filter(|row| row.is_activation()) {
            match activations.last_mut() {
                Some((number, _, robots)) if *number == row.number => robots.push(row.robot),
                _ => activations.push((row.number, row.time, vec![row.robot])),
            }
        }
        activations
            .into_iter()
            .map(|(_, time, robots)| (time, robots))
            .collect()
    }

    /// The members of the rounds.
    fn rounds(&self) -> Vec<Vec<u32>> {
        self.activations()
            .into_iter()
            .map(|(_, robots)| robots)
            .collect()
    }

    /// Whose turns they were.
    fn turns(&self) -> Vec<u32> {
        self.rounds().concat()
    }

    /// When the rounds or turns began.
    fn times(&self) -> Vec<f64> {
        self.activations()
            .into_iter()
            .map(|(time, _)| time)
            .collect()
    }

    fn position(&self, robot: usize) -> Point {
        self.state.robots[robot].as_ref().unwrap().position()
    }

    fn x(&self, robot: usize) -> f64 {
        self.position(robot).x
    }
}

fn read(text: &str) -> Result<Scenario, ScenarioError> {
    let document = Document::parse("test.toml", text)?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    root.finish()?;
    Ok(scenario)
}

#[track_caller]
fn scenario(text: &str) -> Scenario {
    read(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Robots on the x axis under a scheduler without ticks.
fn line(xs: &[f64], scheduler: &str) -> Scenario {
    scenario(&line_text(xs, scheduler))
}

fn line_text(xs: &[f64], scheduler: &str) -> String {
    let points: Vec<_> = xs.iter().map(|x| format!("[{x:?}, 0.0]")).collect();
    let robots = xs.len();
    format!(
        "[swarm]\nrobots = {robots}\nalgorithm = \"gathering\"\nstart = \"positions\"\n\
         quirks_off = [\"Q1\"]\npositions = [{}]\n[scheduler]\nvisualize = inf\n{scheduler}\n",
        points.join(", ")
    )
}

fn run(scenario: &Scenario) -> Ran {
    run_with(scenario, &[])
}

/// Runs with crashes from outside: before which event, and who.
fn run_with(scenario: &Scenario, crashes: &[(u64, u32)]) -> Ran {
    let crash = |&(before, robot)| (before, oblot::Input::Crash { robot });
    let orders: Vec<_> = crashes.iter().map(crash).collect();
    run_on(Engine::Inline { threads: 1 }, scenario, &orders)
}

/// Runs on an engine with orders from outside, each before an event.
fn run_on(engine: Engine, scenario: &Scenario, orders: &[(u64, oblot::Input)]) -> Ran {
    let mut simulation = Simulation::new(scenario.plan(Extras::default()), engine).unwrap();
    for (before, order) in orders {
        simulation.schedule(*before, Input::Steer(*order));
    }
    let (log, end) = simulation.run(Log::default());
    Ran {
        rows: log.0,
        end: end.unwrap(),
        state: simulation.state().unwrap(),
        digest: simulation.status().digest,
    }
}

/// Decides by a function of what the robot sees.
struct By<F>(F);

impl<F> std::fmt::Debug for By<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("By")
    }
}

impl<F: Fn(&Percept) -> Intent + Send + Sync> Algorithm for By<F> {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        Ok((self.0)(percept))
    }
}

fn by(decide: impl Fn(&Percept) -> Intent + Send + Sync + 'static) -> Arc<dyn Algorithm> {
    Arc::new(By(decide))
}

/// Everybody goes one to the right, for ever.
fn walks() -> Arc<dyn Algorithm> {
    by(|percept| {
        let Point { x, y } = percept.here();
        Intent::go(Point::new(x + 1.0, y), false)
    })
}

/// Everybody stays, for ever.
fn stays() -> Arc<dyn Algorithm> {
    by(|percept| Intent::stay(percept.here(), false))
}

/// Goes to the other one of two points, and stays where there is no other.
fn crosses() -> Arc<dyn Algorithm> {
    by(|percept| {
        let here = percept.here();
        let robots = percept.robots();
        let other = robots.iter().find(|seen| seen.position != here);
        Intent::go(other.map_or(here, |seen| seen.position), false)
    })
}

#[test]
fn schedules_say_what_they_guarantee_and_what_they_order() {
    use super::{Activation, SCHEDULERS, Synchrony};
    let of = |text: &str| {
        let document = Document::parse("scheduler.toml", text).unwrap();
        let root = document.root();
        let entry = root.entry("kind", SCHEDULERS).required().unwrap();
        let schedule = (entry.build.build)(&root, 2).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            schedule.planner.is_some(),
            schedule.activation == Activation::Planned
        );
        (
            schedule.synchrony,
            schedule.stops,
            schedule.random_choices,
            schedule.planner.is_some(),
        )
    };
    let step = |wish: &str| format!("kind = \"script\"\nsteps = [{{robot = 0, time = 1.0{wish}}}]");
    let turn = |wish: &str| {
        format!("kind = \"sequential\"\norder = \"list\"\nturns = [{{robot = 0{wish}}}]")
    };
    let plain = |synchrony| (synchrony, false, false, true);
    assert_eq!(
        of("kind = \"async\""),
        (Synchrony::Async, false, false, false)
    );
    assert_eq!(of("kind = \"fsync\""), plain(Synchrony::Fsync));
    assert_eq!(of("kind = \"ssync\""), plain(Synchrony::Ssync));
    assert_eq!(of("kind = \"sequential\""), plain(Synchrony::Sequential));
    for kind in ["k_async", "k_bounded", "k_nest"] {
        assert_eq!(of(&format!("kind = \"{kind}\"")), plain(Synchrony::Async));
    }
    assert_eq!(of(&step("")), plain(Synchrony::Async));
    assert_eq!(of(&turn("")), plain(Synchrony::Sequential));
    for (wish, stops, decides) in [
        (", stop = \"never\"", false, false),
        (", stop = 1.0", true, false),
        (", stop = \"uniform\"", true, false),
        (", tie = \"first\"", false, true),
        (", frame = {angle = 1.0}", false, true),
    ] {
        assert_eq!(of(&step(wish)), (Synchrony::Async, stops, decides, true));
        assert_eq!(
            of(&turn(wish)),
            (Synchrony::Sequential, stops, decides, true)
        );
    }
    for kind in ["ssync", "sequential"] {
        let stops = |adversary| of(&format!("kind = \"{kind}\"\nadversary = \"{adversary}\"")).1;
        assert!(stops("stop_at_delta") && !stops("keep_apart") && !stops("lonely"));
    }
}
