//! Whole runs: small ones that were worked out by hand, and numbers of the original simulator.

use std::sync::Arc;

use super::algorithms::{Algorithm, AlgorithmDice};
use super::percept::Percept;
use super::scenario::Scenario;
use super::{Code, Intent, Kind, Light, Oblot, Outcome, Phase, RobotOutcome};
use crate::arbiter::{Committed, Input, RunError};
use crate::engine::{Engine, Flow, Observer, Simulation, State};
use crate::math::Point;
use crate::model::{End, Failure};
use crate::scenario::Document;

/// Keeps the rows of a run: time, id, kind, code (the tick 99, a round 98), light and x.
#[derive(Default)]
struct Log {
    lines: Vec<(f64, i32, Kind, i8, Option<Light>, f64)>,
    rows: usize,
}

impl Observer<Oblot> for Log {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let (event, rows) = (committed.event, committed.rows);
        self.rows += rows.len() / super::ROW_BYTES;
        if event.kind == Kind::Round {
            self.lines
                .push((event.time, -1, event.kind, super::ROUND, None, 0.0));
        }
        for (id, outcome) in committed.results {
            let (code, light, x) = match outcome {
                Outcome::Robot(RobotOutcome {
                    code,
                    position,
                    appearance,
                    ..
                }) => (*code as i8, appearance.light, position.x),
                Outcome::Tick(_) => (super::TICK, None, 0.0),
            };
            self.lines
                .push((event.time, *id, event.kind, code, light, x));
        }
        Flow::Continue
    }
}

impl Log {
    /// Time, id, kind and code.
    fn events(&self) -> Vec<(f64, i32, Kind, i8)> {
        self.lines
            .iter()
            .map(|&(t, id, kind, code, ..)| (t, id, kind, code))
            .collect()
    }

    /// The instants of the rounds.
    fn rounds(&self) -> Vec<f64> {
        let rounds = self.lines.iter().filter(|line| line.3 == super::ROUND);
        rounds.map(|line| line.0).collect()
    }
}

#[track_caller]
fn scenario(text: &str) -> Scenario {
    let document = Document::parse("test.toml", text).unwrap();
    let root = document.root();
    let scenario = Scenario::read(&root).unwrap_or_else(|error| panic!("{text}\n{error}"));
    root.finish()
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    scenario
}

/// Robots on the x axis, no ticks.
fn on_a_line(xs: &[f64], rest: &str) -> Scenario {
    let positions: Vec<_> = xs.iter().map(|x| format!("[{x:?}, 0.0]")).collect();
    scenario(&format!(
        "[swarm]\nrobots = {}\nalgorithm = \"gathering\"\nstart = \"positions\"\n\
         positions = [{}]\n{rest}",
        xs.len(),
        positions.join(", "),
    ))
}

fn rounds_of(xs: &[f64], rest: &str) -> Scenario {
    on_a_line(
        xs,
        &format!("[scheduler]\nkind = \"fsync\"\nvisualize = inf\n{rest}"),
    )
}

fn run(scenario: &Scenario) -> (Log, Result<End, RunError>, State<Oblot>) {
    run_with(scenario, &[])
}

fn run_with(
    scenario: &Scenario,
    inputs: &[(u64, super::Input)],
) -> (Log, Result<End, RunError>, State<Oblot>) {
    let engine = Engine::Inline { threads: 1 };
    let mut simulation =
        Simulation::new(scenario.plan(crate::model::Extras::default()), engine).unwrap();
    for &(before, input) in inputs {
        simulation.schedule(before, Input::Steer(input));
    }
    let (log, end) = simulation.run(Log::default());
    (log, end, simulation.state().unwrap())
}

fn x_of(state: &State<Oblot>, robot: usize) -> f64 {
    state.robots[robot].as_ref().unwrap().position().x
}

/// Goes by a formula of the robot's id, its place and the time.
struct Formula<F>(F);

impl<F> std::fmt::Debug for Formula<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Formula")
    }
}

impl<F: Fn(usize, f64, f64) -> (f64, bool) + Send + Sync> Algorithm for Formula<F> {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let (x, done) = (self.0)(percept.me(), percept.here().x, percept.time());
        let target = Point::new(x, 0.0);
        Ok(Intent::go(target, done))
    }
}

fn by(
    formula: impl Fn(usize, f64, f64) -> (f64, bool) + Send + Sync + 'static,
) -> Arc<dyn Algorithm> {
    Arc::new(Formula(formula))
}

/// Everybody stays and never ends.
fn stays() -> Arc<dyn Algorithm> {
    by(|_, x, _| (x, false))
}

const ROUND: i8 = super::ROUND;
const IGNORED: i8 = Code::Ignored as i8;
const MOVING: i8 = Code::Moving as i8;
const RESTING: i8 = Code::Resting as i8;
const TERMINATED: i8 = Code::Terminated as i8;
const CRASHED: i8 = Code::Crashed as i8;

// ---------------------------------------------------------------------------------------------
// Crashes

#[test]
fn a_crash_on_the_way_stops_the_robot_there_and_its_wait_never_happens() {
    // Both leave for 5 at speed 1. Robot 0 has covered 2 when it crashes; robot 1 arrives and is
    // the only active robot in the round after that.
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 2.0";
    let (log, end, state) = run(&rounds_of(&[0.0, 10.0], crash));
    assert_eq!(end, Ok(End::Terminated));
    assert_eq!(
        log.events(),
        [
            (0.0, -1, Kind::Round, ROUND),
            (0.0, 0, Kind::Round, MOVING),
            (0.0, 1, Kind::Round, MOVING),
            (2.0, 0, Kind::Crash, CRASHED),
            (5.0, 1, Kind::Wait, RESTING),
            (5.0, -1, Kind::Round, ROUND),
            (5.0, 1, Kind::Round, TERMINATED),
        ],
    );
    // Four events; the rounds wrote a row more for each member.
    assert_eq!(log.rows, 4 + 2 + 1);
    assert_eq!((x_of(&state, 0), x_of(&state, 1)), (2.0, 5.0));
    let crashed = state.robots[0].as_ref().unwrap();
    assert_eq!(crashed.travelled(), 2.0);
    assert_eq!(crashed.appearance().phase, Phase::Crash);
    assert_eq!(crashed.target(), Some(Point::new(5.0, 0.0)));
    // Others see it there, whenever they look.
    let super::Part::Positions(tracker) = &state.parts[1] else {
        panic!("{:?}", state.parts[1])
    };
    assert_eq!(tracker.snapshot(1e6).positions()[0], Point::new(2.0, 0.0));
}

#[test]
fn a_crash_at_an_activation_is_an_event_of_its_own_at_that_instant() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [1]\nactivation = 2";
    let (log, end, state) = run(&rounds_of(&[0.0, 10.0], crash));
    assert_eq!(end, Ok(End::Terminated));
    assert_eq!(
        log.events()[3..],
        [
            (5.0, 0, Kind::Wait, RESTING),
            (5.0, 1, Kind::Wait, RESTING),
            // Robot 0 sees that all have gathered and ends, on the same snapshot.
            (5.0, -1, Kind::Round, ROUND),
            (5.0, 0, Kind::Round, TERMINATED),
            (5.0, 1, Kind::Round, IGNORED),
            (5.0, 1, Kind::Crash, CRASHED),
        ],
    );
    assert_eq!(x_of(&state, 1), 5.0);
}

#[test]
fn a_robot_that_rests_crashes_where_it_is_and_its_look_never_happens() {
    let scenario = on_a_line(
        &[0.0, 10.0],
        "[scheduler]\nvisualize = inf\n[limits]\nevents = 3",
    );
    let scenario = scenario.with_algorithm(stays()).with_stall_rule(false);
    // Robot 0 crashes before anything happens; its first LOOK is pending.
    let crash = super::Input::Crash { robot: 0 };
    let (log, end, _) = run_with(&scenario, &[(0, crash)]);
    assert_eq!(end, Ok(End::Terminated));
    // The other one is alone then.
    let looks: Vec<_> = log
        .events()
        .iter()
        .map(|line| (line.1, line.2, line.3))
        .collect();
    assert_eq!(
        looks,
        [(0, Kind::Crash, CRASHED), (1, Kind::Look, TERMINATED)]
    );
}

#[test]
fn a_robot_that_crashes_twice_crashes_once() {
    let crashes = "[[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 2.0\n\
                   [[faults]]\nkind = \"crash\"\nrobots = [0]\ntime = 3.0\n\
                   [[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 2.0\n\
                   [[faults]]\nkind = \"crash\"\nrobots = [1]\ntime = 2.0";
    let (log, end, state) = run(&rounds_of(&[0.0, 10.0, 50.0], crashes));
    assert_eq!(end, Ok(End::Terminated));
    let crashes: Vec<_> = log
        .events()
        .into_iter()
        .filter(|line| line.3 == CRASHED)
        .collect();
    let crash = |time, id| (time, id, Kind::Crash, CRASHED);
    assert_eq!(crashes, [crash(2.0, 0), crash(2.0, 1)]);
    // All leave for 20.
    assert_eq!((x_of(&state, 0), x_of(&state, 1)), (2.0, 12.0));
}

// ---------------------------------------------------------------------------------------------
// Rounds

#[test]
fn distinct_points_gather_in_one_round_of_moving() {
    // The mean is 4; nobody starts there. The farthest way is 8, at speed 1.
    let (log, end, state) = run(&rounds_of(&[0.0, 1.0, 2.0, 5.0, 12.0], ""));
    assert_eq!(end, Ok(End::Terminated));
    assert_eq!(log.rounds(), [0.0, 8.0]);
    // Two rounds with five rows more each, and five arrivals.
    assert_eq!(log.rows, 2 + 10 + 5);
    let census = &state.director;
    let counts = [
        census.epochs(),
        census.rounds(),
        census.activations(),
        census.moves(),
    ];
    assert_eq!(counts, [1, 1, 10, 5]);
    assert_eq!(census.terminated(), 5);
    assert!((0..5).all(|robot| x_of(&state, robot) == 4.0));
}

#[test]
fn the_next_round_comes_when_the_last_move_has_ended() {
    // Robot 0 goes 1, robot 1 goes 3, to and fro.
    let steps = by(|me, x, _| {
        let (home, far) = [(0.0, 1.0), (10.0, 13.0)][me];
        (if x == home { far } else { home }, false)
    });
    for (gap, expected) in [("0.0", [0.0, 3.0, 6.0]), ("0.5", [0.0, 3.5, 7.0])] {
        let scenario = rounds_of(&[0.0, 10.0], &format!("gap = {gap}\n[limits]\ntime = 8.0"));
        let (log, end, state) = run(&scenario.with_algorithm(Arc::clone(&steps)));
        assert_eq!(end, Ok(End::Time));
        assert_eq!(log.rounds(), expected);
        // Robot 0 arrives at 7 or 8, in the third round, robot 1 at 9 or 10, beyond the limit.
        let arrivals = log
            .events()
            .iter()
            .filter(|line| line.2 == Kind::Wait)
            .count();
        assert_eq!(arrivals, 5);
        assert_eq!((state.director.epochs(), state.director.rounds()), (2, 3));
    }
}

#[test]
fn a_round_in_which_nobody_moves_lasts_for_the_idle_time() {
    for (rest, expected) in [
        ("", vec![0.0, 1.0, 2.0, 3.0]),
        ("idle = 1.5\ngap = 0.25", vec![0.0, 1.5, 3.0]),
    ] {
        let scenario = rounds_of(&[0.0, 10.0], &format!("{rest}\n[limits]\ntime = 3.0"));
        let (log, end, _) = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
        assert_eq!((end, log.rounds()), (Ok(End::Time), expected));
    }
}

#[test]
fn robots_without_speed_are_at_their_target_at_once_and_time_goes_on() {
    let positions = "positions = [[1.0, 0.0], [10.0, 0.0]]";
    let scenario = scenario(&format!(
        "[swarm]\nrobots = 2\nalgorithm = \"gathering\"\nspeed = 0.0\nstart = \"positions\"\n\
         {positions}\n[scheduler]\nkind = \"fsync\"\nvisualize = inf\n[limits]\ntime = 2.0"
    ));
    let (log, end, state) = run(&scenario.with_algorithm(by(|_, x, _| (-x, false))));
    assert_eq!((end, log.rounds()), (Ok(End::Time), vec![0.0, 1.0, 2.0]));
    // Three times to the other side.
    assert_eq!((x_of(&state, 0), x_of(&state, 1)), (-1.0, -10.0));
    assert_eq!((state.director.moves(), state.director.rounds()), (6, 3));
}

#[test]
fn the_limit_of_epochs_is_a_condition() {
    let scenario = rounds_of(&[0.0, 10.0], "[limits]\nepochs = 3");
    let (log, end, _) = run(&scenario.with_algorithm(stays()).with_stall_rule(false));
    assert_eq!(
        (end, log.rounds()),
        (Ok(End::Condition), vec![0.0, 1.0, 2.0])
    );
}

#[test]
fn red_shows_only_where_the_light_was_blue_already() {
    // A move of 0.2, then a gap of 0.4, at speed 1. At 0 the light turns blue, so the arrival at
    // 0.2 is too early for green and the departure at 0.6 finds it blue: red. The arrival at 0.8 is
    // too early again, and the Look at 1.2 turns it blue (0.6 after red), not red.
    let scenario = rounds_of(&[0.0, 10.0], "gap = 0.4\n[limits]\ntime = 1.3");
    let (log, _, _) = run(&scenario.with_algorithm(by(|_, x, _| (x + 0.2, false))));
    let lights: Vec<_> = log
        .lines
        .iter()
        .filter(|line| line.1 == 0)
        .map(|line| (line.2, line.4))
        .collect();
    let (blue, red) = (Some(Light::Blue), Some(Light::Red));
    assert_eq!(
        lights,
        [
            (Kind::Round, blue),
            (Kind::Wait, blue),
            (Kind::Round, red),
            (Kind::Wait, red),
            (Kind::Round, blue),
        ],
    );
}

// ---------------------------------------------------------------------------------------------
// The end

#[test]
fn the_last_active_robot_ends_wherever_it_is() {
    // Robot 0 ends at its first Compute; robot 1 is on its way then, and alone when it looks.
    let ends = by(|me, x, _| (x + 3.0, me == 0));
    let (log, end, state) = run(&rounds_of(&[0.0, 10.0], "").with_algorithm(ends));
    assert_eq!(end, Ok(End::Terminated));
    assert_eq!(
        log.events()[1..],
        [
            (0.0, 0, Kind::Round, TERMINATED),
            (0.0, 1, Kind::Round, MOVING),
            (3.0, 1, Kind::Wait, RESTING),
            (3.0, -1, Kind::Round, ROUND),
            (3.0, 1, Kind::Round, TERMINATED),
        ],
    );
    assert_eq!(x_of(&state, 1), 13.0);
    // It counts as frozen; robot 0, which computed its end, does not.
    let frozen = |id: usize| state.robots[id].as_ref().unwrap().appearance().frozen;
    assert_eq!((frozen(0), frozen(1)), (false, true));
}

#[test]
fn a_robot_that_sees_no_other_ends_at_once() {
    let (log, end, _) = run(&rounds_of(&[0.0, 10.0], "[visibility]\nradius = 9.5"));
    assert_eq!((end, log.rows), (Ok(End::Terminated), 3));
    // The radius itself is within sight.
    let (log, end, _) = run(&rounds_of(&[0.0, 10.0], "[visibility]\nradius = 10.0"));
    assert_eq!((end, log.rounds()), (Ok(End::Terminated), vec![0.0, 5.0]));
}

#[test]
fn a_swarm_in_which_all_stay_is_stalled() {
    let (log, end, state) = run(&rounds_of(&[0.0, 10.0, 20.0], "").with_algorithm(stays()));
    assert_eq!((end, log.rounds()), (Ok(End::Stalled), vec![0.0]));
    assert_eq!(state.director.active(), 3);

    // With clocks of their own: as soon as the last of the three has looked.
    let scenario = on_a_line(&[0.0, 10.0, 20.0], "[scheduler]\nvisualize = inf");
    let (log, end, _) = run(&scenario.with_algorithm(stays()));
    assert_eq!(end, Ok(End::Stalled));
    let looked: Vec<_> = log.lines.iter().map(|line| line.1).collect();
    let (last, before) = looked.split_last().unwrap();
    assert!(!before.contains(last));
    assert!((0..3).all(|id| looked.contains(&id)));
}

#[test]
fn a_swarm_that_gets_stuck_after_moving_is_stalled() {
    // Robot 1 goes to 12 and stays there.
    let once = by(|me, x, _| (if me == 1 { 12.0 } else { x }, false));
    let (log, end, _) = run(&rounds_of(&[0.0, 10.0], "").with_algorithm(once));
    assert_eq!((end, log.rounds()), (Ok(End::Stalled), vec![0.0, 2.0]));
}

#[test]
fn a_swarm_with_faults_that_draw_is_never_found_stalled() {
    for fault in ["omission\"\nprobability = 0.0", "byzantine\""] {
        let rest = format!("[[faults]]\nrobots = [0]\nkind = \"{fault}\n[limits]\ntime = 20.0");
        let (_, end, _) = run(&rounds_of(&[0.0, 10.0, 20.0], &rest).with_algorithm(stays()));
        assert_eq!(end, Ok(End::Time), "{fault}");
    }
}

#[test]
fn a_swarm_whose_crashes_are_still_to_come_is_not_stalled() {
    // At 5.5 robot 0 crashes; then the round at 6 finds nothing that could change.
    let crash = "[[faults]]\nrobots = [0]\nkind = \"crash\"\n";
    let at_time = format!("{crash}time = 5.5");
    let (log, end, _) = run(&rounds_of(&[0.0, 10.0, 20.0], &at_time).with_algorithm(stays()));
    let whole: Vec<f64> = (0..=6).map(f64::from).collect();
    assert_eq!((end, log.rounds()), (Ok(End::Stalled), whole));

    // At its third activation: the rounds at 0, 1, 2, and the one after the crash.
    let at_activation = format!("{crash}activation = 3");
    let scenario = rounds_of(&[0.0, 10.0, 20.0], &at_activation);
    let (log, end, _) = run(&scenario.with_algorithm(stays()));
    assert_eq!(
        (end, log.rounds()),
        (Ok(End::Stalled), vec![0.0, 1.0, 2.0, 3.0])
    );

    // Where robot 0 ends before, it never comes to its third activation.
    let scenario = rounds_of(&[0.0, 10.0, 20.0], &at_activation);
    let zero_ends = by(|me, x, _| (x, me == 0));
    let (log, end, _) = run(&scenario.with_algorithm(zero_ends));
    assert_eq!((end, log.rounds()), (Ok(End::Stalled), vec![0.0, 1.0]));
}

#[test]
fn a_crash_from_outside_does_not_stand_for_one_that_is_to_come() {
    let crash = "[[faults]]\nrobots = [0]\nkind = \"crash\"\ntime = 5.5";
    let scenario = rounds_of(&[0.0, 10.0, 20.0, 30.0], crash).with_algorithm(stays());
    let (log, end, _) = run_with(&scenario, &[(1, super::Input::Crash { robot: 3 })]);
    assert_eq!(end, Ok(End::Stalled));
    assert_eq!(log.rounds().last(), Some(&6.0));
}

// ---------------------------------------------------------------------------------------------
// The original simulator

/// Runs of the original simulator, from a text of its own: 600 by 600, speed 2, rate 5, ticks of
/// 0.2, precision 5. The settings, the number of events and the time of the last one.
const GOLDEN: &[(&str, &str, u64, f64)] = &[
    (
        "seed = 12345\n[swarm]\nrobots = 8",
        "[movement]\nrigid = true",
        3_789,
        164.205_419,
    ),
    (
        "seed = 12345\n[swarm]\nrobots = 8",
        "[movement]\nrigid = false",
        3_789,
        164.205_419,
    ),
    (
        "seed = 42\n[swarm]\nrobots = 8",
        "[[faults]]\nkind = \"crash\"\ncount = 3",
        5_645,
        247.761_768,
    ),
    (
        "seed = 42\n[swarm]\nrobots = 8",
        "[[faults]]\nkind = \"byzantine\"\ncount = 1",
        6_862,
        300.729_015,
    ),
    (
        "seed = 42\n[swarm]\nrobots = 8",
        "[[faults]]\nkind = \"omission\"\ncount = 3",
        4_416,
        192.757_421,
    ),
    (
        "seed = 42\n[swarm]\nrobots = 8",
        "[[faults]]\nkind = \"delay\"\ncount = 3",
        12_221,
        337.700_217,
    ),
    (
        "seed = 42\n[swarm]\nrobots = 8",
        "[[faults]]\nkind = \"mixed\"\ncount = 4",
        20_000,
        641.264_914,
    ),
    (
        "seed = 7\n[swarm]\nrobots = 20",
        "[visibility]\nradius = 150.0",
        4_231,
        110.776_897,
    ),
];

#[test]
fn runs_of_the_original_simulator_have_its_numbers_of_events_and_its_times() {
    for &(head, rest, events, time) in GOLDEN {
        let text = format!(
            "rng = \"numpy\"\n{head}\nalgorithm = \"gathering\"\nspeed = 2.0\nwidth = 600.0\n\
             height = 600.0\n{rest}\n[limits]\nevents = 20000\nstalled = false\n"
        );
        let engine = Engine::Inline { threads: 1 };
        let mut simulation = Simulation::new(
            scenario(&text).plan(crate::model::Extras::default()),
            engine,
        )
        .unwrap();
        let end = simulation.run(()).1.unwrap();
        let capped = if events == 20_000 {
            End::Events
        } else {
            End::Terminated
        };
        let status = simulation.status();
        assert_eq!((status.events, end), (events, capped), "{text}");
        // The times were written with six decimals.
        assert!(
            (status.time - time).abs() < 1e-6,
            "{} {time}\n{text}",
            status.time
        );
    }
}
