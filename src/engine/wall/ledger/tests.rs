//! The order of operations, with a clock that the tests set.

use std::iter::once;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::arbiter::Committed;
use crate::engine::compute_safely;
use crate::model::oblot::{self, Kind, Oblot};
use crate::model::{Extras, Kind as _, Subject as _};
use crate::scenario::Document;

/// What was carried out: stamp, id and kind; and the inputs, in words.
#[derive(Clone, Default)]
struct Log {
    events: Arc<Mutex<Vec<(f64, i32, Kind)>>>,
    inputs: Arc<Mutex<Vec<String>>>,
}

impl Observer<Oblot> for Log {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let event = committed.event;
        let entry = (event.time, event.id(), event.kind);
        self.events.lock().unwrap().push(entry);
        Flow::Continue
    }

    fn input(&mut self, _: u64, _: f64, input: &Input<Oblot>) {
        let words = serde_json::to_string(input).unwrap();
        self.inputs.lock().unwrap().push(words);
    }
}

/// Two robots, ten units apart, that wait for exactly one unit. A second is ten units.
fn ledger(rest: &str) -> (Ledger<Oblot>, Log) {
    let text = format!(
        "[clock]\nkind = 'wall'\n[swarm]\nrobots = 2\nalgorithm = 'go_to_other'\nforce = true\n\
         start = 'positions'\npositions = [[0, 0], [10, 0]]\n[scheduler]\nvisualize = inf\n\
         wait = {{law = 'fixed', value = 1.0}}\n{rest}"
    );
    let document = Document::parse("two.toml", &text).unwrap();
    let scenario = Oblot::read(&document.root()).unwrap();
    let log = Log::default();
    let plan = Oblot::plan(&scenario, Extras::default());
    let clock = WallClock::at_rate(10.0);
    let ledger = Ledger::new(plan, clock, Box::new(log.clone())).unwrap();
    (ledger, log)
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// The reminders among errands, with the seconds at which they are due.
fn reminders(errands: &[Errand<Oblot>]) -> Vec<(Announced, f64)> {
    let reminders = errands.iter().filter_map(|errand| match errand {
        Errand::Remind(announced, at) => Some((announced.clone(), at.as_secs_f64())),
        _ => None,
    });
    reminders.collect()
}

/// The one robot that has to compute, and what comes of it.
fn conclusion(errands: Vec<Errand<Oblot>>) -> (u32, Answer<Oblot>) {
    let mut thoughts = errands.into_iter().filter_map(|errand| match errand {
        Errand::Think(robot, _, thought) => Some((robot, thought)),
        _ => None,
    });
    let (robot, mut thought) = thoughts.next().expect("a robot that computes");
    assert!(thoughts.next().is_none());
    let intent = compute_safely::<Oblot>(
        &thought.controller,
        &thought.percept,
        &mut thought.dice,
        &mut None,
    );
    let dice = thought.dice;
    (robot, Answer::Inside(Conclusion { intent, dice }))
}

fn look(robot: u32, due: f64) -> Announced {
    Announced {
        due,
        target: Target::Robot(robot),
        kind: Kind::Look.rank(),
    }
}

fn unwrap<T>(result: Result<T, Over>) -> T {
    result.unwrap_or_else(|over| panic!("the run is over: {over:?}"))
}

#[test]
fn a_cycle_is_three_operations_each_at_the_time_when_it_came() {
    let (mut ledger, log) = ledger("");
    let first = reminders(&unwrap(ledger.begin()));
    assert_eq!(first, [(look(0, 1.0), 0.1), (look(1, 1.0), 0.1)]);
    let (robot, answer) = conclusion(unwrap(ledger.due(&first[0].0, seconds(0.125))));
    let left = reminders(&unwrap(ledger.concluded(robot, answer, seconds(0.25))));
    // Ten units at one unit of length a unit of time.
    let [(arrival, at)] = &left[..] else {
        panic!("one arrival: {left:?}");
    };
    assert_eq!((arrival.due, *at), (12.5, 1.25));
    // Somebody looks at the clock all the time, or this would be a gap.
    unwrap(ledger.beat(seconds(0.75)));
    let rested = reminders(&unwrap(ledger.due(arrival, seconds(1.5))));
    assert_eq!(rested, [(look(0, 16.0), 1.6)]);
    let events = log.events.lock().unwrap();
    let expected = [
        (1.25, 0, Kind::Look),
        (2.5, 0, Kind::Move),
        (15.0, 0, Kind::Wait),
    ];
    assert_eq!(*events, expected);
}

#[test]
fn operations_at_one_instant_have_stamps_in_a_row() {
    let (mut ledger, log) = ledger("");
    let first = reminders(&unwrap(ledger.begin()));
    for (announced, _) in &first {
        unwrap(ledger.due(announced, seconds(0.125)));
    }
    let events = log.events.lock().unwrap();
    let next = 1.25_f64.next_up();
    assert_eq!(*events, [(1.25, 0, Kind::Look), (next, 1, Kind::Look)]);
}

#[test]
fn a_reminder_that_comes_too_early_or_twice_does_nothing() {
    let (mut ledger, log) = ledger("");
    let first = reminders(&unwrap(ledger.begin()));
    // Time has been slowed down since.
    let slower = Order::Pace(Pace::Rate(5.0));
    let again = unwrap(ledger.obey(once(slower), seconds(0.05)));
    assert!(matches!(again[0], Errand::Forget));
    assert_eq!(reminders(&again)[0], (look(0, 1.0), 0.15));
    let errands = unwrap(ledger.due(&first[0].0, seconds(0.1)));
    assert_eq!(reminders(&errands), [(look(0, 1.0), 0.15)]);
    assert!(log.events.lock().unwrap().is_empty());
    unwrap(ledger.due(&first[0].0, seconds(0.16)));
    assert!(unwrap(ledger.due(&first[0].0, seconds(0.16))).is_empty());
    assert_eq!(log.events.lock().unwrap().len(), 1);
}

#[test]
fn what_comes_while_time_stands_still_waits() {
    let (mut ledger, log) = ledger("");
    let first = reminders(&unwrap(ledger.begin()));
    let (robot, answer) = conclusion(unwrap(ledger.due(&first[0].0, seconds(0.125))));
    unwrap(ledger.obey(once(Order::Pace(Pace::Pause)), seconds(0.2)));
    assert!(unwrap(ledger.concluded(robot, answer, seconds(0.3))).is_empty());
    assert!(unwrap(ledger.due(&first[1].0, seconds(0.3))).is_empty());
    assert_eq!(log.events.lock().unwrap().len(), 1);
    // What somebody does meanwhile is done at once, at the next stamp.
    let crash = Order::Input(oblot::Input::Crash { robot: 1 });
    unwrap(ledger.obey(once(crash), seconds(0.4)));
    let errands = unwrap(ledger.obey(once(Order::Pace(Pace::Resume)), seconds(5.0)));
    assert_eq!(reminders(&errands).len(), 1, "the arrival of robot 0");
    let events = log.events.lock().unwrap();
    let expected = [
        (1.25, 0, Kind::Look),
        (2.0, 1, Kind::Crash),
        (2.0_f64.next_up(), 0, Kind::Move),
    ];
    assert_eq!(*events, expected);
    let inputs = log.inputs.lock().unwrap();
    let expected = [
        r#"{"pace":"pause"}"#,
        r#"{"steer":{"crash":{"robot":1}}}"#,
        r#"{"pace":"resume"}"#,
    ];
    assert_eq!(*inputs, expected);
}

#[test]
fn what_a_robot_decides_that_crashed_meanwhile_is_dropped() {
    let (mut ledger, log) = ledger("");
    let first = reminders(&unwrap(ledger.begin()));
    let (robot, answer) = conclusion(unwrap(ledger.due(&first[0].0, seconds(0.125))));
    let crash = Order::Input(oblot::Input::Crash { robot: 0 });
    unwrap(ledger.obey(once(crash), seconds(0.2)));
    assert!(unwrap(ledger.concluded(robot, answer, seconds(0.3))).is_empty());
    let kinds: Vec<Kind> = log
        .events
        .lock()
        .unwrap()
        .iter()
        .map(|entry| entry.2)
        .collect();
    assert_eq!(kinds, [Kind::Look, Kind::Crash]);
}

#[test]
fn the_end_is_written_down_with_those_in_the_middle_of_a_cycle() {
    let (mut ledger, log) = ledger("[limits]\ntime = 5\n");
    let first = reminders(&unwrap(ledger.begin()));
    unwrap(ledger.due(&first[0].0, seconds(0.125)));
    unwrap(ledger.beat(seconds(0.5)));
    let over = ledger.beat(seconds(0.501)).expect_err("the limit is over");
    assert_eq!(over, Ok(End::Time));
    let inputs = log.inputs.lock().unwrap();
    let expected = r#"{"close":{"end":"time","operations":1,"in_flight":[0]}}"#;
    assert_eq!(*inputs, [expected]);
}
