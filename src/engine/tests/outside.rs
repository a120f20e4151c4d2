//! Robots whose Computes are answered outside: questions, answers, and what is given up.

use super::{ENGINES, Ran, agreed, boxes, check, ran, tiny};
use crate::arbiter::{Input, RunError};
use crate::engine::{Answered, Answerer, Engine, Outcome, Plan, Question, Simulation};
use crate::model::tiny::{Act, Controller, Request, Robot, Script, Steer, Tiny, mix};
use crate::model::{End, Members, Model, Target, Wake};

type Kind = <Tiny as Model>::Kind;

/// What the built-in controller of these robots decides, too.
fn formula((id, seen): (u32, u64)) -> u64 {
    mix(seen, u64::from(id) + 7)
}

fn controller(outside: bool) -> Controller {
    if outside {
        Controller::Outside
    } else {
        Controller::new(|percept, _| formula(percept))
    }
}

/// Three robots: events of their own at 1 and 2 with two Computes each, and a phase at 3 with a
/// Compute on either side of a question to a box. Those in `outside` are answered outside.
fn plan(outside: &[u32]) -> Plan<Tiny> {
    let robot = |id: u32| {
        let script = Script::new(move |event| match event.target {
            Target::Phase(_) => vec![
                Act::Compute,
                Act::Draw,
                Act::Compute,
                Act::Turn,
                Act::Ask(Request::Mix(0, u64::from(id))),
            ],
            _ => vec![
                Act::Compute,
                Act::Draw,
                Act::Ask(Request::Mix(0, 1)),
                Act::Compute,
            ],
        });
        Robot::new(id, script).with(controller(outside.contains(&id)))
    };
    let mut first: Vec<_> = (0..3).map(|id| Wake::robot(1.0, id, Kind::Early)).collect();
    first.push(Wake::robot(2.0, 1, Kind::Late));
    first.push(Wake::phase(3.0, Members::All, Kind::Early));
    tiny((0..3).map(robot).collect(), boxes(1), first)
}

/// Runs step by step and answers all questions as the formula does; also the answers, with the
/// numbers of the events they belong to.
fn answered(outside: &[u32], engine: Engine) -> (Ran, Vec<(u64, Input<Tiny>)>) {
    let mut simulation = Simulation::new(plan(outside), engine).unwrap();
    let (mut inputs, mut log) = (Vec::new(), Vec::new());
    let end = loop {
        match simulation.step(&inputs).unwrap() {
            Outcome::Ended(end) => break end,
            Outcome::Committed { .. } => inputs.clear(),
            Outcome::Needs(questions) => {
                let answer = |question: &crate::engine::Question<Tiny>| Input::Answer {
                    robot: question.robot,
                    intent: formula(question.percept),
                };
                inputs = questions.iter().map(answer).collect();
                let before = simulation.status().events;
                log.extend(inputs.iter().map(|input| (before, input.clone())));
            }
        }
    };
    (ran(&simulation, Ok(end)), log)
}

/// A run as far as controllers do not show in it.
fn without_names(ran: &Ran) -> Ran {
    let state = ran
        .state
        .replace("controller: Outside", "controller: BuiltIn");
    Ran {
        state,
        ..ran.clone()
    }
}

#[test]
fn answers_from_outside_give_the_run_of_the_same_controller_built_in() {
    let built_in = agreed(|| plan(&[]));
    assert_eq!(built_in.events, 5);
    for outside in [&[0][..], &[1], &[0, 2], &[0, 1, 2]] {
        for &engine in ENGINES {
            let (ran, log) = answered(outside, engine);
            assert_eq!(without_names(&ran), built_in, "{engine:?} {outside:?}");
            // Four Computes for each, and two more for robot 1 at its second event.
            let twice = outside.contains(&1);
            assert_eq!(log.len(), 4 * outside.len() + 2 * usize::from(twice));
        }
    }
}

#[test]
fn answers_that_are_scheduled_beforehand_give_the_same_run() {
    let (expected, log) = answered(&[0, 1, 2], ENGINES[0]);
    for &engine in ENGINES {
        let mut simulation = Simulation::new(plan(&[0, 1, 2]), engine).unwrap();
        for (before, input) in log.clone() {
            simulation.schedule(before, input);
        }
        let ((), end) = simulation.run(());
        assert_eq!(
            ran(&simulation, end.map_err(|e| e.to_string())),
            expected,
            "{engine:?}"
        );
    }
}

fn answer(robot: u32) -> Input<Tiny> {
    Input::Answer { robot, intent: 1 }
}

#[track_caller]
fn asked(outcome: Result<Outcome<Tiny>, RunError>) -> Vec<u32> {
    match outcome {
        Ok(Outcome::Needs(questions)) => questions.iter().map(|question| question.robot).collect(),
        other => panic!("{other:?}"),
    }
}

/// A run that stands before the phase, all of whose members are answered outside.
fn before_the_phase(engine: Engine) -> Simulation<Tiny> {
    let mut plan = plan(&[0, 1, 2]);
    plan.first.drain(..4);
    Simulation::new(plan, engine).unwrap()
}

#[test]
fn all_open_computes_of_a_phase_are_asked_at_once_and_may_be_answered_one_by_one() {
    for &engine in ENGINES {
        let mut simulation = before_the_phase(engine);
        assert_eq!(asked(simulation.step(&[])), [0, 1, 2]);
        assert_eq!(asked(simulation.step(&[])), [0, 1, 2]);
        // Robot 1 goes on to its second Compute.
        assert_eq!(asked(simulation.step(&[answer(1)])), [0, 1, 2]);
        assert_eq!(asked(simulation.step(&[answer(1)])), [0, 2]);
        assert_eq!(
            asked(simulation.step(&[answer(2), answer(0), answer(0)])),
            [2]
        );
        let outcome = simulation.step(&[answer(2)]).unwrap();
        assert!(matches!(outcome, Outcome::Committed { .. }));
        assert_eq!(simulation.run(()).1, Ok(End::Terminated));
    }
}

#[test]
fn the_state_cannot_be_copied_while_a_compute_is_open_and_can_be_afterwards() {
    for &engine in ENGINES {
        let mut simulation = before_the_phase(engine);
        asked(simulation.step(&[]));
        assert_eq!(
            simulation.state().unwrap_err().to_string(),
            "time 3, event 0 (EARLY of all robots): waits for an answer from outside and cannot \
             be copied",
        );
        assert!(simulation.checkpoint().is_none());
        // The run has not failed by that.
        let answers = [0, 1, 2, 0, 1, 2].map(answer);
        let outcome = simulation.step(&answers).unwrap();
        assert!(matches!(outcome, Outcome::Committed { ended: None, .. }));
        assert_eq!(
            simulation.state().unwrap().robots.iter().flatten().count(),
            3
        );
    }
}

#[test]
fn a_stop_gives_an_open_event_up_and_its_robots_are_as_they_were() {
    let expected = format!("{:?}", plan(&[0, 1, 2]).robots.map_some());
    for &engine in ENGINES {
        let mut simulation = before_the_phase(engine);
        // Robots 0 and 1 have drawn when the stop comes; robot 1 waits for its turn.
        asked(simulation.step(&[answer(0), answer(1), answer(1)]));
        let outcome = simulation.step(&[Input::Stop(End::Interrupted)]);
        assert!(
            matches!(outcome, Ok(Outcome::Ended(End::Interrupted))),
            "{outcome:?}"
        );
        let state = simulation.state().unwrap();
        assert_eq!(format!("{:?}", state.robots), expected);
        assert_eq!(state.dice_digest(), untouched(), "{engine:?}");
        assert_eq!(state.parts[0].value, 0);
        let status = simulation.status();
        assert_eq!((status.events, status.ended), (0, Some(End::Interrupted)));
        let outcome = simulation.step(&[answer(0)]);
        assert!(
            matches!(outcome, Ok(Outcome::Ended(End::Interrupted))),
            "{outcome:?}"
        );
    }
}

trait MapSome<T> {
    fn map_some(self) -> Vec<Option<T>>;
}

impl<T> MapSome<T> for Vec<T> {
    fn map_some(self) -> Vec<Option<T>> {
        self.into_iter().map(Some).collect()
    }
}

/// The digest of dice that nobody has touched.
fn untouched() -> u128 {
    crate::dice::dice_digest(Vec::new(), None)
}

#[test]
fn a_compute_that_nobody_answers_fails_the_run() {
    for (outside, who, number) in [
        (&[1][..], "robot 1", 1),
        (&[2, 1], "robot 1", 1),
        (&[2], "robot 2", 2),
    ] {
        let ran = check(|_| plan(outside)).unwrap();
        let error = format!(
            "{who} at time 1, event {number} (EARLY of {who}): controller: no answer was given"
        );
        assert_eq!((ran.end, ran.events), (Err(error), number));
    }
    for &engine in ENGINES {
        let mut simulation = before_the_phase(engine);
        let error = simulation.run(()).1.unwrap_err();
        assert_eq!(
            error.to_string(),
            "robot 0 at time 3, event 0 (EARLY of all robots): controller: no answer was given",
        );
        // Nothing is open any more.
        let state = simulation.state().unwrap();
        assert_eq!(state.robots.iter().flatten().count(), 3);
        assert_eq!(state.dice_digest(), untouched());
        assert_eq!(simulation.run(()).1, Ok(End::Failed));
    }
}

#[test]
fn an_answer_that_nobody_asked_for_fails_the_run_ahead_of_the_event() {
    for (outside, answers, robot) in [
        // A robot that computes itself; one whose event this is not; one that does not exist.
        (&[1][..], vec![answer(0)], 0),
        (&[0], vec![answer(0), answer(2), answer(0)], 2),
        (&[0], vec![answer(0), answer(0), answer(9)], 9),
        // One answer too many.
        (&[0], vec![answer(0), answer(0), answer(0)], 0),
    ] {
        for &engine in ENGINES {
            let mut simulation = Simulation::new(plan(outside), engine).unwrap();
            let error = simulation.step(&answers).unwrap_err();
            let text = format!("at time 1, before event 0: no open question of robot {robot}");
            assert_eq!(error.to_string(), text);
            let status = simulation.status();
            assert_eq!((status.events, status.ended), (0, Some(End::Failed)));
        }
    }
}

#[test]
fn steering_waits_for_the_event_after_an_open_one() {
    let expected = {
        let mut simulation = before_the_phase(ENGINES[0]);
        simulation.step(&[0, 1, 2, 0, 1, 2].map(answer)).unwrap();
        simulation.state().unwrap().parts[0].value
    };
    for &engine in ENGINES {
        for by_schedule in [false, true] {
            let mut simulation = before_the_phase(engine);
            let steer = Input::Steer(Steer::Mix(0, 9));
            asked(simulation.step(&[]));
            if by_schedule {
                simulation.schedule(0, steer);
                asked(simulation.step(&[]));
            } else {
                asked(simulation.step(&[steer]));
            }
            simulation.step(&[0, 1, 2, 0, 1, 2].map(answer)).unwrap();
            assert_eq!(simulation.state().unwrap().parts[0].value, expected);
            // No further event comes, but the input is due.
            assert_eq!(simulation.run(()).1, Ok(End::Terminated));
            assert_eq!(simulation.state().unwrap().parts[0].value, mix(expected, 9));
        }
    }
}

#[test]
fn inputs_are_carried_out_in_their_order_ahead_of_their_event() {
    let run = |engine, steps: bool| {
        let mut simulation = Simulation::new(plan(&[]), engine).unwrap();
        let inputs = [Steer::Mix(0, 3), Steer::Wake(2, 0.0), Steer::Mix(0, 4)].map(Input::Steer);
        if steps {
            simulation.step(&[]).unwrap();
            simulation.step(&[]).unwrap();
            simulation.step(&inputs).unwrap();
        } else {
            inputs
                .into_iter()
                .for_each(|input| simulation.schedule(2, input));
        }
        let ((), end) = simulation.run(());
        ran(&simulation, end.map_err(|e| e.to_string()))
    };
    let expected = run(ENGINES[0], true);
    // The one that was woken, and the five of the plan.
    assert_eq!(expected.events, 6);
    for &engine in ENGINES {
        for steps in [true, false] {
            assert_eq!(run(engine, steps), expected, "{engine:?} {steps}");
        }
    }
}

/// Answers as the formula does, at most so many questions at a time, and `Err` from an event on.
#[derive(Clone, Debug)]
struct Formula {
    most: usize,
    ends: Option<(u64, End)>,
    broken: Option<u32>,
    asked: usize,
}

impl Formula {
    fn new(most: usize) -> Self {
        Formula {
            most,
            ends: None,
            broken: None,
            asked: 0,
        }
    }
}

impl Answerer<Tiny> for Formula {
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<Tiny>>,
    ) -> Result<Vec<Answered<Tiny>>, End> {
        assert_eq!(time, [1.0, 1.0, 1.0, 2.0, 3.0][event as usize]);
        if let Some((from, end)) = self.ends
            && event >= from
        {
            return Err(end);
        }
        self.asked += questions.len();
        let answer = |question: Question<Tiny>| Answered {
            robot: question.robot,
            intent: match self.broken {
                Some(robot) if robot == question.robot => Err("a trouble".to_owned()),
                _ => Ok(formula(question.percept)),
            },
        };
        Ok(questions.into_iter().take(self.most).map(answer).collect())
    }
}

#[test]
fn whoever_answers_gives_the_run_of_the_same_controller_built_in() {
    let built_in = agreed(|| plan(&[]));
    for &engine in ENGINES {
        // One that leaves questions open is asked again.
        for (most, asked) in [(9, 14), (1, 20)] {
            let mut simulation = Simulation::new(plan(&[0, 1, 2]), engine).unwrap();
            let ((), formula, end) = simulation.run_with((), Formula::new(most));
            assert_eq!(formula.asked, asked, "{engine:?}");
            let ran = ran(&simulation, end.map_err(|error| error.to_string()));
            assert_eq!(without_names(&ran), built_in, "{engine:?}");
        }
        let mut simulation = Simulation::new(plan(&[0, 2]), engine).unwrap();
        let mut formula = Formula::new(9);
        while let Outcome::Committed { .. } = simulation.step_with(&mut formula).unwrap() {}
        assert_eq!(simulation.status().digest, built_in.digest, "{engine:?}");
    }
}

#[test]
fn whoever_answers_may_end_the_run_before_the_event() {
    for &engine in ENGINES {
        let mut simulation = Simulation::new(plan(&[0, 1, 2]), engine).unwrap();
        let formula = Formula {
            ends: Some((4, End::Interrupted)),
            ..Formula::new(9)
        };
        let ((), _, end) = simulation.run_with((), formula);
        assert_eq!(end, Ok(End::Interrupted));
        assert_eq!(simulation.status().events, 4);
        assert!(simulation.state().is_ok());
    }
}

#[test]
fn a_trouble_is_a_failure_of_its_robot() {
    for &engine in ENGINES {
        let mut simulation = Simulation::new(plan(&[0, 1, 2]), engine).unwrap();
        let formula = Formula {
            broken: Some(1),
            ..Formula::new(9)
        };
        let ((), _, end) = simulation.run_with((), formula);
        let words = "robot 1 at time 1, event 1 (EARLY of robot 1): controller: a trouble";
        assert_eq!(end.unwrap_err().to_string(), words, "{engine:?}");
    }
}
