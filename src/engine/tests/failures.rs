//! Whatever goes wrong ends in a named error, the same on every engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{ENGINES, Plan, agreed, boxes, oblot, quiet, ran, scenario, tiny};
use crate::arbiter::{Committed, Input, RunError};
use crate::dice::Numpy;
use crate::engine::{Flow, Observer, Outcome, Simulation};
use crate::model::Limits;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{self as model, Intent, Oblot};
use crate::model::tiny::{Act, Controller, Part, Request, Robot, Script, Steer, Tiny};
use crate::model::{End, Failure, Members, Model, PartId, Target, Wake};

type Kind = <Tiny as Model>::Kind;

fn early(time: f64, robot: u32) -> Wake<Tiny> {
    Wake::robot(time, robot, Kind::Early)
}

/// Robot 0 passes at 1; robot 1 does this at 2; robot 0 passes at 3. There are two boxes.
fn second_event(acts: Vec<Act>) -> Plan<Tiny> {
    let idle = Script::always(Vec::new());
    let robots = vec![Robot::new(0, idle), Robot::new(1, Script::always(acts))];
    tiny(
        robots,
        boxes(2),
        vec![early(1.0, 0), early(2.0, 1), early(3.0, 0)],
    )
}

/// The error in which the run ends on every engine; only the first event is committed.
#[track_caller]
fn error(plan: impl Fn() -> Plan<Tiny>) -> String {
    quiet();
    let ran = agreed(plan);
    assert_eq!(ran.events, 1);
    ran.end.unwrap_err()
}

const SECOND: &str = "robot 1 at time 2, event 1 (EARLY of robot 1): ";

#[test]
fn a_robot_that_panics_is_named() {
    let error = error(|| second_event(vec![Act::Panic("planted: a robot")]));
    assert_eq!(error, format!("{SECOND}panicked: planted: a robot"));
}

#[test]
fn a_controller_that_panics_is_named() {
    let controller = || Controller::new(|_, _| panic!("planted: an algorithm"));
    let error = error(|| {
        let mut plan = second_event(vec![Act::Compute]);
        plan.robots[1].controller = controller();
        plan
    });
    assert_eq!(error, format!("{SECOND}panicked: planted: an algorithm"));
}

#[test]
fn a_part_that_panics_fails_whoever_asked() {
    let error = error(|| second_event(vec![Act::Ask(Request::Panic(0))]));
    assert_eq!(error, format!("{SECOND}panicked: planted: box 0 breaks"));
}

#[test]
fn a_part_that_panics_behind_another_fails_whoever_asked() {
    let request = || Request::Pass(1, Box::new(Request::Panic(0)));
    let error = error(|| second_event(vec![Act::Ask(request())]));
    assert_eq!(error, format!("{SECOND}panicked: planted: box 0 breaks"));
}

#[test]
fn a_part_that_panics_when_told_fails_whoever_asks_it_next() {
    // On the actor engine nobody waits for what is told, so the failure shows at the question;
    // inline it shows at once.
    let acts = || vec![Act::Tell(Request::Panic(0)), Act::Ask(Request::Mix(0, 1))];
    let error = error(|| second_event(acts()));
    assert_eq!(error, format!("{SECOND}panicked: planted: box 0 breaks"));
}

#[test]
fn what_is_told_is_not_passed_on() {
    let pass = || Request::Pass(0, Box::new(Request::Mix(1, 1)));
    let acts = || vec![Act::Tell(pass()), Act::Ask(Request::Mix(0, 1))];
    let error = error(|| second_event(acts()));
    assert_eq!(
        error,
        format!("{SECOND}environment part 0 passed on what it was only told")
    );
}

#[test]
fn a_request_that_goes_in_circles_is_an_error_and_no_hang() {
    let error = error(|| second_event(vec![Act::Ask(Request::Circle(0))]));
    assert_eq!(
        error,
        format!("{SECOND}a request was passed on more than 64 times")
    );
}

#[test]
fn a_request_may_go_a_long_way() {
    let far = (0..64).fold(Request::Mix(0, 1), |request, step| {
        Request::Pass(step % 2, Box::new(request))
    });
    let ran = agreed(|| second_event(vec![Act::Ask(far.clone())]));
    assert_eq!((ran.end, ran.events), (Ok(End::Terminated), 3));
}

#[test]
fn a_part_that_does_not_exist_cannot_answer() {
    for act in [
        Act::Ask(Request::Mix(9, 1)),
        Act::Tell(Request::Mix(9, 1)),
        Act::Ask(Request::Pass(0, Box::new(Request::Mix(9, 1)))),
    ] {
        let error = error(|| second_event(vec![act.clone()]));
        assert_eq!(
            error,
            format!("{SECOND}its actor is gone: environment part 9 cannot answer now"),
        );
    }
}

#[test]
fn a_part_that_asks_itself_is_an_error_and_no_hang() {
    let itself = || Request::Mix(0, 1);
    for act in [
        Act::Ask(itself()),
        Act::Tell(itself()),
        Act::Ask(Request::Pass(1, Box::new(itself()))),
    ] {
        let error = error(|| {
            let mut plan = second_event(Vec::new());
            plan.parts[0] = Part::new(0, Script::always(vec![act.clone()]));
            plan.first.insert(1, Wake::part(1.5, PartId(0), Kind::Late));
            plan
        });
        assert_eq!(
            error,
            "box at time 1.5, event 1 (LATE of environment part 0): its actor is gone: \
             environment part 0 cannot answer now",
        );
    }
}

#[test]
fn an_event_of_a_part_that_does_not_exist_has_no_target() {
    let error = error(|| {
        let mut plan = second_event(Vec::new());
        plan.first.insert(1, Wake::part(1.5, PartId(9), Kind::Late));
        plan
    });
    assert_eq!(
        error,
        "time 1.5, event 1 (LATE of environment part 9): there is no such target",
    );
}

/// Robots 0 and 1 do this in a phase at 2, after an event at 1.
fn phase(zero: Vec<Act>, one: Vec<Act>) -> Plan<Tiny> {
    let robot = |id, acts: Vec<Act>| {
        let script = Script::new(move |event| match event.target {
            Target::Phase(_) => acts.clone(),
            _ => Vec::new(),
        });
        Robot::new(id, script)
    };
    let first = vec![early(1.0, 0), Wake::phase(2.0, Members::All, Kind::Early)];
    tiny(vec![robot(0, zero), robot(1, one)], boxes(1), first)
}

#[test]
fn of_several_members_that_fail_the_least_is_named() {
    // Robot 1 fails before its Compute, robot 0 after it.
    let later = || vec![Act::Compute, Act::Panic("planted: zero")];
    let error = error(|| phase(later(), vec![Act::Panic("planted: one")]));
    assert_eq!(
        error,
        "robot 0 at time 2, event 1 (EARLY of all robots): panicked: planted: zero",
    );
}

#[test]
fn a_member_that_fails_after_its_turn_is_named() {
    let acts = |text| vec![Act::Compute, Act::Turn, Act::Panic(text)];
    let error = error(|| phase(acts("planted: zero"), acts("planted: one")));
    assert_eq!(
        error,
        "robot 0 at time 2, event 1 (EARLY of all robots): panicked: planted: zero",
    );
}

#[test]
fn a_part_that_panics_in_a_phase_fails_whoever_asked() {
    let error = error(|| phase(Vec::new(), vec![Act::Turn, Act::Ask(Request::Panic(0))]));
    assert_eq!(
        error,
        "robot 1 at time 2, event 1 (EARLY of all robots): panicked: planted: box 0 breaks",
    );
}

#[test]
fn a_second_turn_is_an_error_and_a_second_compute_is_none() {
    let error = error(|| phase(vec![Act::Turn, Act::Turn], Vec::new()));
    assert_eq!(
        error,
        "robot 0 at time 2, event 1 (EARLY of all robots): waits for a turn or an answer from \
         outside after its turn",
    );
    let twice = || {
        vec![
            Act::Compute,
            Act::Compute,
            Act::Turn,
            Act::Compute,
            Act::Ask(Request::Mix(0, 1)),
        ]
    };
    let ran = agreed(|| phase(twice(), twice()));
    assert_eq!((ran.end, ran.events), (Ok(End::Terminated), 2));
}

#[test]
fn a_phase_with_one_generator_for_all_is_refused() {
    let error = error(|| Plan {
        shared: Some(Box::new(Numpy::from_seed(1))),
        ..phase(Vec::new(), Vec::new())
    });
    assert_eq!(
        error,
        "time 2, event 1 (EARLY of all robots): a synchronous phase cannot share one generator \
         (rng = \"numpy\")",
    );
}

#[test]
fn one_generator_travels_with_the_grant() {
    let acts = || {
        let pass = Request::Pass(1, Box::new(Request::DrawShared(0)));
        vec![
            Act::DrawShared,
            Act::Ask(Request::DrawShared(0)),
            Act::Ask(pass),
            Act::DrawShared,
        ]
    };
    let ran = agreed(|| {
        let mut plan = second_event(acts());
        plan.shared = Some(Box::new(Numpy::from_seed(1)));
        plan.parts[1] = Part::new(
            1,
            Script::always(vec![Act::DrawShared, Act::Ask(Request::DrawShared(0))]),
        );
        plan.first.push(Wake::part(2.5, PartId(1), Kind::Late));
        plan
    });
    assert_eq!((ran.end, ran.events), (Ok(End::Terminated), 4));
}

#[test]
fn a_failed_run_stays_failed() {
    quiet();
    for &engine in ENGINES {
        let mut simulation =
            Simulation::new(second_event(vec![Act::Panic("planted")]), engine).unwrap();
        simulation.step(&[]).unwrap();
        let error = simulation.step(&[]).unwrap_err();
        assert!(matches!(
            error,
            RunError::Handler {
                failure: Failure::Panicked(_),
                ..
            }
        ));
        let status = simulation.status();
        assert_eq!((status.ended, status.events), (Some(End::Failed), 1));
        for _ in 0..2 {
            // What comes from outside now comes too late.
            let late = [Input::Steer(Steer::Mix(0, 1)), Input::Stop(End::Timeout)];
            let outcome = simulation.step(&late).unwrap();
            assert!(
                matches!(outcome, Outcome::Ended(End::Failed)),
                "{outcome:?}"
            );
        }
        assert_eq!(simulation.run(()).1, Ok(End::Failed));
        assert_eq!(simulation.state().unwrap().parts[0].value, 0);
    }
}

#[test]
fn a_run_that_has_ended_stays_as_it_is() {
    for &engine in ENGINES {
        let mut simulation = Simulation::new(second_event(Vec::new()), engine).unwrap();
        assert_eq!(simulation.run(()).1, Ok(End::Terminated));
        let before = ran(&simulation, Ok(End::Terminated));
        let outcome = simulation.step(&[Input::Steer(Steer::Mix(0, 1)), Input::Stop(End::Timeout)]);
        assert!(
            matches!(outcome, Ok(Outcome::Ended(End::Terminated))),
            "{outcome:?}"
        );
        assert_eq!(
            ran(&simulation, simulation.status().ended.ok_or("".into())),
            before
        );
    }
}

#[test]
fn an_input_that_no_part_can_carry_out_fails_the_run() {
    for &engine in ENGINES {
        let mut simulation = Simulation::new(second_event(Vec::new()), engine).unwrap();
        simulation.step(&[]).unwrap();
        let error = simulation
            .step(&[Input::Steer(Steer::Circle(0))])
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "an input at time 1, event 1 (INPUT of an input): a request was passed on more than \
             64 times",
        );
    }
}

/// Panics, or stops the run, at the event with this number.
struct At(u64, Flow, Vec<u64>);

impl Observer<Tiny> for At {
    fn committed(&mut self, committed: &Committed<'_, Tiny>) -> Flow {
        self.2.push(committed.event.number);
        if committed.event.number < self.0 {
            return Flow::Continue;
        }
        if self.1 == Flow::Continue {
            panic!("planted: an observer");
        }
        self.1
    }
}

#[test]
fn an_observer_that_panics_unwinds_to_its_caller_and_the_run_can_go_on() {
    quiet();
    let undisturbed = agreed(|| second_event(Vec::new()));
    for &engine in ENGINES {
        let mut simulation = Simulation::new(second_event(Vec::new()), engine).unwrap();
        let panics = || simulation.run(At(1, Flow::Continue, Vec::new())).1;
        let panic = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"planted: an observer"));
        assert_eq!(simulation.status().events, 2);
        let ((), end) = simulation.run(());
        assert_eq!(
            ran(&simulation, end.map_err(|e| e.to_string())),
            undisturbed
        );
    }
}

#[test]
fn a_condition_that_panics_unwinds_to_the_caller_of_step() {
    quiet();
    for &engine in ENGINES {
        let mut plan = second_event(Vec::new());
        let condition = |_: &_| panic!("planted: a condition");
        plan.limits.condition = Some(Arc::new(condition));
        let mut simulation = Simulation::new(plan, engine).unwrap();
        let panic = catch_unwind(AssertUnwindSafe(|| simulation.step(&[]))).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"planted: a condition"));
    }
}

#[test]
fn an_observer_stops_the_run_after_its_event() {
    for &engine in ENGINES {
        let mut simulation = Simulation::new(second_event(Vec::new()), engine).unwrap();
        let observer = At(1, Flow::Stop(End::Condition), Vec::new());
        let (observer, end) = simulation.run(observer);
        assert_eq!(end, Ok(End::Condition));
        assert_eq!(observer.2, [0, 1]);
        let outcome = simulation.step(&[]);
        assert!(
            matches!(outcome, Ok(Outcome::Ended(End::Condition))),
            "{outcome:?}"
        );
    }
}

#[test]
fn the_first_of_two_observers_that_stops_the_run_says_why() {
    let mut simulation = Simulation::new(second_event(Vec::new()), super::INLINE).unwrap();
    let stop = |end| At(1, Flow::Stop(end), Vec::new());
    let (observers, end) = simulation.run((stop(End::Timeout), stop(End::Condition)));
    assert_eq!(end, Ok(End::Timeout));
    assert_eq!((observers.0.2, observers.1.2), (vec![0, 1], vec![0, 1]));
}

#[test]
fn robots_that_leave_take_no_draw_out_of_the_digest_of_the_dice() {
    let plan = |leaves: bool| {
        let acts = if leaves {
            vec![Act::Leave(0)]
        } else {
            Vec::new()
        };
        let mut plan = second_event(acts);
        plan.robots[0].script = Script::always(vec![Act::Draw]);
        plan.limits = Limits {
            events: Some(2),
            ..Limits::default()
        };
        plan
    };
    let (left, stayed) = (agreed(|| plan(true)), agreed(|| plan(false)));
    assert_ne!(left.state, stayed.state);
    assert_eq!(left.dice, stayed.dice);
}

// ---------------------------------------------------------------------------------------------
// The same with robots that gather.

/// Goes to and fro; robot 2 panics at its first Compute after time 2.
#[derive(Debug)]
struct Panics;

impl Algorithm for Panics {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        if percept.me() == 2 && percept.time() > 2.0 {
            panic!(
                "planted: robot {} at {}",
                percept.me(),
                percept.here().x > 0.0
            );
        }
        let target = percept.here();
        let target = crate::math::Point::new(1.0 - target.x, 1.0 - target.y);
        Ok(Intent::go(target, false))
    }
}

fn panicking(on_panic: &str, scheduler: &str) -> Plan<Oblot> {
    let text = format!(
        "seed = 3\non_panic = \"{on_panic}\"\n\
         [swarm]\nrobots = 4\nalgorithm = \"gathering\"\nspeed = 100.0\n\
         [scheduler]\nkind = \"{scheduler}\"\nvisualize = inf\n[limits]\nevents = 200\n"
    );
    scenario(&text)
        .with_algorithm(Arc::new(Panics))
        .plan(crate::model::Extras::default())
}

#[test]
fn an_algorithm_that_panics_stops_the_run_with_robot_time_and_event() {
    quiet();
    for scheduler in ["async", "fsync"] {
        let ran = agreed(|| panicking("stop", scheduler));
        let mut simulation = Simulation::new(panicking("stop", scheduler), super::INLINE).unwrap();
        let error = simulation.run(()).1.unwrap_err();
        assert_eq!(ran.end, Err(error.to_string()));
        let RunError::Handler {
            who,
            event,
            failure,
        } = error
        else {
            panic!("{error}")
        };
        assert_eq!(who, "robot 2");
        assert_eq!(event.number, ran.events);
        assert!(event.time > 2.0);
        let kind = if scheduler == "async" {
            "LOOK"
        } else {
            "ROUND"
        };
        assert_eq!(event.kind, kind);
        let Failure::Panicked(text) = failure else {
            panic!("{failure}")
        };
        assert!(text.starts_with("planted: robot 2 at "), "{text}");
    }
}

#[test]
fn an_algorithm_that_panics_makes_its_robot_crash_where_that_is_wanted() {
    quiet();
    for scheduler in ["async", "fsync"] {
        let ran = agreed(|| panicking("crash-fault", scheduler));
        assert_eq!((ran.end, ran.events), (Ok(End::Events), 200));
        let mut simulation =
            Simulation::new(panicking("crash-fault", scheduler), super::INLINE).unwrap();
        simulation.run(()).1.unwrap();
        let state = simulation.state().unwrap();
        let failures: Vec<_> = state
            .robots
            .iter()
            .flatten()
            .map(|robot| robot.failure())
            .collect();
        assert!(
            failures[2]
                .unwrap()
                .starts_with("panicked: planted: robot 2")
        );
        assert_eq!([failures[0], failures[1], failures[3]], [None; 3]);
        let phase = |id: usize| state.robots[id].as_ref().unwrap().appearance().phase;
        assert_eq!(phase(2), model::Phase::Crash);
        assert_ne!(phase(1), model::Phase::Crash);
    }
}

/// Decides to go nowhere that exists.
#[derive(Debug)]
struct Nowhere;

impl Algorithm for Nowhere {
    fn compute(&self, _: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let target = crate::math::Point::new(f64::NAN, 0.0);
        Ok(Intent::go(target, false))
    }
}

#[test]
fn a_target_that_is_no_point_is_a_failure_of_the_algorithm() {
    let plan = |on_panic: &str| {
        let text = format!(
            "on_panic = \"{on_panic}\"\n[swarm]\nrobots = 2\nalgorithm = \"gathering\"\n\
             [scheduler]\nkind = \"fsync\"\n"
        );
        scenario(&text)
            .with_algorithm(Arc::new(Nowhere))
            .plan(crate::model::Extras::default())
    };
    assert_eq!(
        agreed(|| plan("stop")).end,
        Err(
            "robot 0 at time 0, event 0 (ROUND of 2 robots): its target (NaN, 0) is not a point"
                .into()
        ),
    );
    // The round, the two crashes, and then nobody is left.
    let ran = agreed(|| plan("crash-fault"));
    assert_eq!((ran.end, ran.events), (Ok(End::Terminated), 3));
}

#[test]
fn a_wish_for_a_robot_that_never_was_is_named() {
    let plan = || oblot("[swarm]\nrobots = 2\nalgorithm = \"gathering\"\n");
    for &engine in ENGINES {
        let mut simulation = Simulation::new(plan(), engine).unwrap();
        let crash = Input::Steer(model::Input::Crash { robot: 2 });
        let error = simulation.step(&[crash]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "time 0, event 0 (INPUT of an input): there is no such target",
        );
    }
}
