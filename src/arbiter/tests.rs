//! What the arbiter promises: the order of the events, their numbers, the limits and the errors.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Arbiter, Changes, Heap, Input, Limits, Next, RunError};
use crate::model::tiny::{Books, Kind, Robot, Script, Steer, Tiny};
use crate::model::{Cancel, Done, End, Event, Kind as _, Members, Newcomer, PartId, Target, Wake};

// ---------------------------------------------------------------------------------------------
// The heap

/// Few times, so that ties are frequent; among them both zeros.
fn any_time() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![
        -0.0,
        0.0,
        f64::MIN_POSITIVE,
        0.5,
        1.0,
        1.0 + f64::EPSILON,
        1e300,
    ])
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Early, Kind::Late])
}

fn any_target() -> impl Strategy<Value = Target> {
    prop_oneof![
        (0..4u32).prop_map(Target::Robot),
        Just(Target::Part(PartId(0))),
        Just(Target::Part(PartId(1))),
        Just(Target::Phase(Members::All)),
    ]
}

#[derive(Clone, Debug)]
enum Operation {
    Push(f64, Target, Kind),
    Pop,
    Cancel(f64, i32, Kind),
    Forget(u32),
    BeginIndex,
    DropIndex,
}

fn any_operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        6 => (any_time(), any_target(), any_kind()).prop_map(|(t, target, kind)| Operation::Push(t, target, kind)),
        3 => Just(Operation::Pop),
        2 => (any_time(), -1..4i32, any_kind()).prop_map(|(t, id, kind)| Operation::Cancel(t, id, kind)),
        1 => (0..4u32).prop_map(Operation::Forget),
        1 => Just(Operation::BeginIndex),
        1 => Just(Operation::DropIndex),
    ]
}

/// A pending event in the simplest of all queues. The payload counts pushes.
#[derive(Clone, Debug, PartialEq)]
struct Pending {
    time: f64,
    target: Target,
    kind: Kind,
    payload: u32,
}

impl Pending {
    /// Floats, not bits: 0.0 and -0.0 are one time.
    fn order(&self) -> (f64, i32, u8, u32) {
        (self.time, self.target.id(), self.kind.rank(), self.payload)
    }
}

/// Takes the least of the pending events.
fn take_least(queue: &mut Vec<Pending>) -> Option<Pending> {
    let least = |a: &usize, b: &usize| queue[*a].order().partial_cmp(&queue[*b].order()).unwrap();
    let place = (0..queue.len()).min_by(least)?;
    Some(queue.remove(place))
}

proptest! {
    #[test]
    fn the_heap_is_a_sorted_list_in_which_ties_keep_the_order_of_their_pushes(
        operations in prop::collection::vec(any_operation(), 0..200)
    ) {
        let mut heap = Heap::<Tiny>::with_capacity(4);
        let mut queue: Vec<Pending> = Vec::new();
        for (payload, operation) in (0u32..).zip(operations) {
            match operation {
                Operation::Push(time, target, kind) => {
                    heap.push(Wake { time, target: target.clone(), kind, payload });
                    queue.push(Pending { time, target, kind, payload });
                }
                Operation::Pop => {
                    let popped = heap.pop();
                    // Whatever comes out has a positive zero, whose bits a record keeps.
                    let positive = popped.iter().all(|wake| wake.time.is_sign_positive());
                    prop_assert!(positive);
                    let popped = popped.map(|Wake { time, target, kind, payload }| {
                        Pending { time, target, kind, payload }
                    });
                    prop_assert_eq!(popped, take_least(&mut queue));
                }
                Operation::Cancel(time, id, kind) => {
                    let named = |p: &Pending| p.time == time && p.target.id() == id && p.kind == kind;
                    // Pushes are in the order of the list.
                    let place = queue.iter().position(named);
                    let removed = place.map(|place| queue.remove(place)).is_some();
                    prop_assert_eq!(heap.cancel(&Cancel { time, id, kind }), removed);
                }
                Operation::Forget(robot) => {
                    heap.forget(robot);
                    queue.retain(|pending| pending.target != Target::Robot(robot));
                }
                // Whether there is an index changes nothing that can be seen.
                Operation::BeginIndex => heap.begin_index(),
                Operation::DropIndex => heap.drop_index(),
            }
            prop_assert_eq!(heap.len(), queue.len());
            prop_assert_eq!(heap.is_empty(), queue.is_empty());
            let mut rest = queue.clone();
            prop_assert_eq!(heap.next_time(), take_least(&mut rest).map(|least| least.time));
        }
    }
}

#[test]
fn a_cancellation_at_no_time_finds_nothing() {
    let mut heap = Heap::<Tiny>::default();
    heap.push(Wake::robot(0.0, 0, Kind::Early));
    for time in [f64::NAN, -1.0, f64::NEG_INFINITY, f64::INFINITY] {
        let kind = Kind::Early;
        assert!(!heap.cancel(&Cancel { time, id: 0, kind }), "{time}");
    }
    for id in [i32::MIN, -2, i32::MAX] {
        let (time, kind) = (0.0, Kind::Early);
        assert!(!heap.cancel(&Cancel { time, id, kind }), "{id}");
    }
    assert_eq!(heap.len(), 1);
}

#[test]
fn a_heap_has_an_index_while_cancellations_come_close_together() {
    const EVENTS: u32 = 1000;
    let mut heap = Heap::<Tiny>::default();
    let event = |robot| Wake::robot(f64::from(robot), robot, Kind::Early);
    let cancel = |robot: u32| Cancel {
        time: f64::from(robot),
        id: robot as i32,
        kind: Kind::Early,
    };
    (0..EVENTS).for_each(|robot| heap.push(event(robot)));
    // Cancellations far apart are paid for by the events between them.
    for round in 0..100 {
        assert!(heap.cancel(&cancel(EVENTS - 1)), "{round}");
        for _ in 0..15 {
            assert_eq!(heap.pop().map(|wake| wake.time), Some(0.0));
            heap.push(event(0));
        }
        heap.push(event(EVENTS - 1));
        assert!(!heap.is_indexed(), "{round}");
    }
    for robot in (500..EVENTS).rev() {
        assert!(heap.cancel(&cancel(robot)) && !heap.cancel(&cancel(robot)));
        assert_eq!(heap.len() as u32, robot);
    }
    assert!(heap.is_indexed());
    // A copy, as in a checkpoint, goes on in the same way.
    let mut copy = heap.clone();
    for heap in [&mut heap, &mut copy] {
        (0..50).for_each(|robot| heap.push(event(robot)));
        assert!(!heap.is_indexed());
        let mut times = Vec::new();
        while let Some(wake) = heap.pop() {
            times.push(wake.time);
        }
        assert_eq!(times.len(), 550);
        assert!(times.is_sorted() && times.last() == Some(&499.0));
    }
}

// ---------------------------------------------------------------------------------------------
// The arbiter

fn arbiter(robots: u32, first: Vec<Wake<Tiny>>) -> Arbiter<Tiny> {
    limited(robots, first, Limits::default())
}

/// What one handler, or the members of a phase, did.
impl Arbiter<Tiny> {
    fn commit_one(
        &mut self,
        event: &Event<Tiny>,
        done: Done<Tiny>,
    ) -> Result<Option<Changes<Tiny>>, RunError> {
        self.commit(event, &mut vec![(event.id(), done)])
    }

    fn commit_phase(
        &mut self,
        event: &Event<Tiny>,
        mut results: Vec<(i32, Done<Tiny>)>,
    ) -> Result<Option<Changes<Tiny>>, RunError> {
        self.commit(event, &mut results)
    }
}

fn limited(robots: u32, first: Vec<Wake<Tiny>>, limits: Limits<Tiny>) -> Arbiter<Tiny> {
    Arbiter::new(robots, first, Books::default(), limits, None).unwrap()
}

fn early(time: f64, robot: u32) -> Wake<Tiny> {
    Wake::robot(time, robot, Kind::Early)
}

fn idle_robot() -> Robot {
    Robot::new(0, Script::always(Vec::new()))
}

/// The next event, which there must be.
fn granted(arbiter: &mut Arbiter<Tiny>) -> Event<Tiny> {
    match arbiter.next_event() {
        Next::Grant(event) => event,
        Next::Ended(end) => panic!("ended: {end:?}"),
    }
}

/// The end, which must have come.
fn ended(arbiter: &mut Arbiter<Tiny>) -> End {
    match arbiter.next_event() {
        Next::Ended(end) => end,
        Next::Grant(event) => panic!("granted {event:?}"),
    }
}

/// Grants the next event and commits that it did nothing; its time and id.
fn pass(arbiter: &mut Arbiter<Tiny>) -> (f64, i32) {
    let event = granted(arbiter);
    arbiter.commit_one(&event, Done::new(0)).unwrap();
    (event.time, event.id())
}

proptest! {
    /// Promise 1: each step handles the least pending (time, id, kind, seq), and time never
    /// decreases.
    #[test]
    fn each_step_handles_the_least_pending_event(
        first in prop::collection::vec((any_time(), any_target(), any_kind()), 1..10),
        wishes in prop::collection::vec(
            prop::collection::vec((0..4u8, any_target(), any_kind()), 0..4),
            0..40,
        ),
    ) {
        let mut pushed = 0;
        let mut push = |queue: &mut Vec<Pending>, time, target: Target, kind| {
            pushed += 1;
            let payload = pushed;
            queue.push(Pending { time, target: target.clone(), kind, payload });
            Wake { time, target, kind, payload }
        };
        let mut queue = Vec::new();
        let first = first.into_iter().map(|(t, target, kind)| push(&mut queue, t, target, kind));
        let first: Vec<_> = first.collect();
        let mut arbiter = arbiter(4, first);
        let mut wishes = wishes.into_iter();
        let mut now = 0.0;
        let mut number = 0;
        while let Next::Grant(event) = arbiter.next_event() {
            let least = take_least(&mut queue).unwrap();
            prop_assert_eq!(least.payload, event.payload);
            prop_assert!(event.time.is_finite() && event.time >= now);
            prop_assert_eq!(event.number, number);
            prop_assert_eq!(arbiter.now(), event.time);
            now = event.time;
            number += 1;
            let mut done = Done::new(0);
            for (later, target, kind) in wishes.next().unwrap_or_default() {
                done = done.wake(push(&mut queue, now + f64::from(later), target, kind));
            }
            if matches!(event.target, Target::Phase(_)) {
                arbiter.commit_phase(&event, vec![(0, done)]).unwrap();
            } else {
                arbiter.commit_one(&event, done).unwrap();
            }
            prop_assert_eq!(arbiter.number(), number);
            prop_assert_eq!(arbiter.pending(), queue.len());
        }
        prop_assert!(queue.is_empty());
        prop_assert_eq!(arbiter.ended(), Some(End::Terminated));
    }
}

#[test]
fn an_event_for_the_present_instant_may_sort_below_one_that_was_handled() {
    let late = |time, robot| Wake::robot(time, robot, Kind::Late);
    let mut arbiter = arbiter(6, vec![late(1.0, 5), early(2.0, 0)]);
    let event = granted(&mut arbiter);
    assert_eq!((event.time, event.id(), event.kind), (1.0, 5, Kind::Late));
    // Both sort below (1, 5, LATE), which has been handled; they come next, in their own order.
    let done = Done::new(0).wake(late(1.0, 0)).wake(early(1.0, 0));
    arbiter.commit_one(&event, done).unwrap();
    for expected in [
        (1.0, 0, Kind::Early),
        (1.0, 0, Kind::Late),
        (2.0, 0, Kind::Early),
    ] {
        let event = granted(&mut arbiter);
        assert_eq!((event.time, event.id(), event.kind), expected);
        arbiter.commit_one(&event, Done::new(0)).unwrap();
    }
}

#[test]
fn environment_events_come_before_those_of_robots_and_kinds_in_their_order() {
    let first = vec![
        Wake::robot(1.0, 1, Kind::Early),
        Wake::robot(1.0, 0, Kind::Late),
        Wake::robot(1.0, 0, Kind::Early),
        Wake::phase(1.0, Members::All, Kind::Late),
        Wake::part(1.0, PartId(0), Kind::Early),
    ];
    let mut arbiter = arbiter(2, first);
    let mut order = Vec::new();
    while let Next::Grant(event) = arbiter.next_event() {
        order.push((event.id(), event.kind));
        arbiter.commit_one(&event, Done::new(0)).unwrap();
    }
    let (early, late) = (Kind::Early, Kind::Late);
    assert_eq!(
        order,
        [(-1, early), (-1, late), (0, early), (0, late), (1, early)]
    );
}

#[test]
fn a_wake_at_no_possible_time_fails_the_run_for_good() {
    for (time, shown) in [
        (0.5, "0.5"),
        (-1.0, "-1"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (1.0 - f64::EPSILON / 2.0, "0.9999999999999999"),
    ] {
        let mut arbiter = arbiter(4, vec![early(0.0, 2), early(1.0, 3), early(9.0, 0)]);
        pass(&mut arbiter);
        let (digest, event) = (arbiter.digest(), granted(&mut arbiter));
        let done = Done::new(0).wake(Wake::robot(time, 2, Kind::Late));
        let error = arbiter.commit_one(&event, done).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "time 1, event 1 (EARLY of robot 3): asks for a LATE of robot 2 at time {shown}, \
                 which is no finite time at or after now"
            ),
        );
        assert_eq!(error.time(), 1.0);
        assert_eq!(ended(&mut arbiter), End::Failed);
        assert_eq!(arbiter.ended(), Some(End::Failed));
        // The event was not committed.
        assert_eq!((arbiter.number(), arbiter.digest()), (1, digest));
    }
}

#[test]
fn a_wake_for_exactly_now_is_possible() {
    let mut arbiter = arbiter(1, vec![early(1.0, 0)]);
    let event = granted(&mut arbiter);
    arbiter
        .commit_one(&event, Done::new(0).wake(early(1.0, 0)))
        .unwrap();
    assert_eq!(pass(&mut arbiter), (1.0, 0));
}

#[test]
fn a_first_event_at_no_possible_time_is_refused() {
    let first = vec![early(f64::NAN, 0)];
    let error = Arbiter::<Tiny>::new(1, first, Books::default(), Limits::default(), None);
    assert_eq!(
        error.unwrap_err().to_string(),
        "time 0, event 0 (START of the run): asks for a EARLY of robot 0 at time NaN, which is \
         no finite time at or after now",
    );
}

#[test]
fn a_bad_wake_of_the_director_fails_the_run_before_the_event_counts() {
    let mut books = Books::default();
    books.wakes.insert(0, vec![early(0.5, 0)]);
    let mut arbiter =
        Arbiter::<Tiny>::new(1, vec![early(1.0, 0)], books, Limits::default(), None).unwrap();
    let (digest, event) = (arbiter.digest(), granted(&mut arbiter));
    let error = arbiter.commit_one(&event, Done::new(0)).unwrap_err();
    assert!(matches!(error, RunError::Wake { time: 0.5, .. }));
    assert_eq!((arbiter.number(), arbiter.digest()), (0, digest));
    assert_eq!(ended(&mut arbiter), End::Failed);
}

#[test]
fn wakes_of_the_director_come_after_those_of_the_handler() {
    let mut books = Books::default();
    let wake = |payload| Wake {
        payload,
        ..early(2.0, 0)
    };
    books.wakes.insert(0, vec![wake(3), wake(4)]);
    let mut arbiter =
        Arbiter::<Tiny>::new(1, vec![early(1.0, 0)], books, Limits::default(), None).unwrap();
    let event = granted(&mut arbiter);
    arbiter
        .commit_one(&event, Done::new(0).wake(wake(1)).wake(wake(2)))
        .unwrap();
    for payload in 1..=4 {
        let event = granted(&mut arbiter);
        assert_eq!(event.payload, payload);
        arbiter.commit_one(&event, Done::new(0)).unwrap();
    }
}

#[test]
fn cancelling_what_is_not_pending_fails_the_run() {
    let pending = early(5.0, 0);
    let right = Cancel {
        time: 5.0,
        id: 0,
        kind: Kind::Early,
    };
    for wrong in [
        Cancel { time: 4.0, ..right },
        Cancel { id: 1, ..right },
        Cancel { id: -1, ..right },
        Cancel {
            kind: Kind::Late,
            ..right
        },
        Cancel {
            time: f64::NAN,
            ..right
        },
        Cancel {
            time: -1.0,
            ..right
        },
    ] {
        let mut arbiter = arbiter(2, vec![early(1.0, 0), pending.clone()]);
        let event = granted(&mut arbiter);
        let error = arbiter
            .commit_one(&event, Done::new(0).cancel(wrong))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "time 1, event 0 (EARLY of robot 0): cancels a {} of id {} at time {}, which is \
                 not pending",
                wrong.kind.name(),
                wrong.id,
                wrong.time,
            ),
        );
        assert_eq!(ended(&mut arbiter), End::Failed);
    }
    // The right name works once.
    let mut arbiter = arbiter(2, vec![early(1.0, 0), pending]);
    let event = granted(&mut arbiter);
    arbiter
        .commit_one(&event, Done::new(0).cancel(right))
        .unwrap();
    assert_eq!(ended(&mut arbiter), End::Terminated);
    assert_eq!(arbiter.number(), 1);
}

#[test]
fn the_first_pushed_of_several_equal_events_is_cancelled() {
    let wake = |payload| Wake {
        payload,
        ..early(2.0, 0)
    };
    let mut arbiter = arbiter(1, vec![early(1.0, 0), wake(1), wake(2), wake(3)]);
    let event = granted(&mut arbiter);
    let (time, id, kind) = (2.0, 0, Kind::Early);
    arbiter
        .commit_one(&event, Done::new(0).cancel(Cancel { time, id, kind }))
        .unwrap();
    assert_eq!(granted(&mut arbiter).payload, 2);
}

#[test]
fn cancellations_come_before_the_further_wakes_and_after_the_first() {
    // `Done::wake` alone is pushed first, so its own event can be named; what is asked for after
    // the cancellation cannot.
    let cancel = Cancel {
        time: 2.0,
        id: 0,
        kind: Kind::Early,
    };
    let mut one = arbiter(1, vec![early(1.0, 0)]);
    let event = granted(&mut one);
    one.commit_one(&event, Done::new(0).wake(early(2.0, 0)).cancel(cancel))
        .unwrap();
    assert_eq!(ended(&mut one), End::Terminated);
    let mut two = arbiter(1, vec![early(1.0, 0)]);
    let event = granted(&mut two);
    let done = Done::new(0).cancel(cancel).wake(early(2.0, 0));
    assert!(matches!(
        two.commit_one(&event, done),
        Err(RunError::Cancel { .. })
    ));
}

#[test]
fn the_event_at_the_limit_of_time_is_handled_and_the_next_is_not() {
    let limits = Limits {
        time: Some(2.0),
        ..Limits::default()
    };
    let after = 2.0 + 2.0 * f64::EPSILON;
    let first = vec![early(1.0, 0), early(2.0, 0), early(2.0, 1), early(after, 0)];
    let mut arbiter = limited(2, first, limits);
    assert_eq!(pass(&mut arbiter), (1.0, 0));
    assert_eq!(pass(&mut arbiter), (2.0, 0));
    assert_eq!(pass(&mut arbiter), (2.0, 1));
    assert_eq!(ended(&mut arbiter), End::Time);
    assert_eq!(ended(&mut arbiter), End::Time);
    // The clock stands at the last event that was handled.
    assert_eq!((arbiter.now(), arbiter.number()), (2.0, 3));
}

#[test]
fn the_limit_of_events_is_exact() {
    for limit in 0..=3 {
        let limits = Limits {
            events: Some(limit),
            ..Limits::default()
        };
        let first = (0..3).map(|time| early(f64::from(time), 0)).collect();
        let mut arbiter = limited(1, first, limits);
        for _ in 0..limit {
            pass(&mut arbiter);
        }
        assert_eq!(ended(&mut arbiter), End::Events);
        assert_eq!(arbiter.number(), limit);
    }
}

#[test]
fn a_condition_ends_the_run_after_the_event_that_fulfils_it() {
    let limits = Limits {
        condition: Some(Arc::new(|books: &Books| books.committed == 2)),
        ..Limits::default()
    };
    let first = (0..3).map(|time| early(f64::from(time), 0)).collect();
    let mut arbiter = limited(1, first, limits);
    pass(&mut arbiter);
    assert_eq!(arbiter.ended(), None);
    pass(&mut arbiter);
    assert_eq!(arbiter.ended(), Some(End::Condition));
    assert_eq!(ended(&mut arbiter), End::Condition);
}

#[test]
fn the_end_that_the_director_names_goes_before_a_condition_and_a_stop() {
    let books = Books {
        ends: Some((0, End::Stalled)),
        ..Books::default()
    };
    let limits = Limits {
        condition: Some(Arc::new(|_: &Books| true)),
        ..Limits::default()
    };
    let first = vec![early(0.0, 0), early(1.0, 0)];
    let mut arbiter = Arbiter::<Tiny>::new(1, first, books, limits, None).unwrap();
    pass(&mut arbiter);
    arbiter.stop(End::Interrupted);
    assert_eq!(ended(&mut arbiter), End::Stalled);
}

#[test]
fn a_stop_ends_the_run_at_once() {
    let mut arbiter = arbiter(1, vec![early(0.0, 0)]);
    arbiter.stop(End::Timeout);
    arbiter.stop(End::Interrupted);
    assert_eq!(ended(&mut arbiter), End::Timeout);
    assert_eq!(arbiter.number(), 0);
}

/// The inputs that are due now, by the word they mix in.
fn due(arbiter: &mut Arbiter<Tiny>) -> Vec<u64> {
    let mut words = Vec::new();
    while let Some(input) = arbiter.due_input() {
        match input {
            Input::Steer(Steer::Mix(_, word)) => words.push(word),
            other => panic!("{other:?}"),
        }
    }
    words
}

#[test]
fn inputs_are_due_ahead_of_their_event_in_the_order_in_which_they_came() {
    let mut arbiter = arbiter(1, (0..3).map(|time| early(f64::from(time), 0)).collect());
    for (before, word) in [(2, 1), (1, 2), (2, 3), (0, 4), (2, 5)] {
        arbiter.schedule(before, Input::Steer(Steer::Mix(0, word)));
    }
    assert_eq!(due(&mut arbiter), [4]);
    pass(&mut arbiter);
    assert_eq!(due(&mut arbiter), [2]);
    pass(&mut arbiter);
    // An event that is over already: the input comes ahead of the next one.
    arbiter.schedule(0, Input::Steer(Steer::Mix(0, 6)));
    assert_eq!(due(&mut arbiter), [1, 3, 5, 6]);
    assert_eq!(due(&mut arbiter), [0u64; 0]);
}

#[test]
fn wakes_of_an_input_are_pushed_at_the_present_instant() {
    let mut arbiter = arbiter(2, vec![early(1.0, 0), early(1.0, 1)]);
    pass(&mut arbiter);
    arbiter.inject(Vec::new(), vec![early(1.0, 0)]).unwrap();
    assert_eq!(pass(&mut arbiter), (1.0, 0));
    let error = arbiter.inject(Vec::new(), vec![early(0.5, 0)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "time 1, event 2 (INPUT of an input): asks for a EARLY of robot 0 at time 0.5, which is \
         no finite time at or after now",
    );
}

#[test]
fn a_robot_that_leaves_takes_its_events_along_and_what_is_sent_to_it_vanishes() {
    let mut arbiter = arbiter(2, vec![early(1.0, 0), early(2.0, 1), early(3.0, 1)]);
    let event = granted(&mut arbiter);
    let changes = arbiter
        .commit_one(&event, Done::new(0).leave(1))
        .unwrap()
        .unwrap();
    assert_eq!(changes.left, [1]);
    assert!(arbiter.is_present(0) && !arbiter.is_present(1));
    assert_eq!(arbiter.pending(), 0);
    arbiter.inject(Vec::new(), vec![early(4.0, 1)]).unwrap();
    assert_eq!(arbiter.pending(), 0);
    assert_eq!(arbiter.members(&Members::All), [0]);
    assert_eq!(arbiter.members(&Members::Only(Arc::new(vec![0, 1]))), [0]);
    assert_eq!(ended(&mut arbiter), End::Terminated);
}

#[test]
fn an_event_for_a_robot_that_never_was_fails_the_run() {
    let nobody = Arc::new(vec![0, 2]);
    for wake in [
        early(2.0, 2),
        Wake::phase(2.0, Members::Only(nobody), Kind::Early),
    ] {
        let mut arbiter = arbiter(2, vec![early(1.0, 0)]);
        let event = granted(&mut arbiter);
        let error = arbiter
            .commit_one(&event, Done::new(0).wake(wake))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "time 1, event 0 (EARLY of robot 0): there is no such target",
        );
        assert_eq!(ended(&mut arbiter), End::Failed);
    }
    let mut arbiter = arbiter(2, vec![early(1.0, 0)]);
    let event = granted(&mut arbiter);
    let error = arbiter
        .commit_one(&event, Done::new(0).leave(2))
        .unwrap_err();
    assert!(matches!(error, RunError::NoTarget { .. }));
}

#[test]
fn newcomers_get_the_next_ids_which_are_never_used_again() {
    let newcomer = |time| Newcomer {
        robot: idle_robot(),
        time,
        kind: Kind::Early,
        payload: 0,
    };
    let mut arbiter = arbiter(2, vec![early(1.0, 0), early(2.0, 0)]);
    let event = granted(&mut arbiter);
    let done = Done::new(0)
        .leave(1)
        .join(newcomer(5.0))
        .join(newcomer(4.0));
    let changes = arbiter.commit_one(&event, done).unwrap().unwrap();
    let ids: Vec<_> = changes
        .joined
        .iter()
        .map(|(id, robot)| (*id, robot.id))
        .collect();
    assert_eq!(ids, [(2, 2), (3, 3)]);
    assert_eq!(arbiter.population(), 4);
    assert_eq!(arbiter.members(&Members::All), [0, 2, 3]);
    let event = granted(&mut arbiter);
    arbiter
        .commit_one(&event, Done::new(0).leave(3).join(newcomer(6.0)))
        .unwrap();
    assert_eq!(arbiter.members(&Members::All), [0, 2, 4]);
    assert_eq!(pass(&mut arbiter), (5.0, 2));
    assert_eq!(pass(&mut arbiter), (6.0, 4));
}

#[test]
fn a_phase_is_one_event_whose_members_are_present_in_order_and_once() {
    let unordered = Members::Only(Arc::new(vec![2, 0, 2]));
    let mut arbiter = arbiter(3, vec![Wake::phase(1.0, unordered, Kind::Early)]);
    let event = granted(&mut arbiter);
    let Target::Phase(members) = &event.target else {
        panic!("{event:?}")
    };
    assert_eq!(arbiter.members(members), [0, 2]);
    let results = vec![
        (0, Done::new(7).wake(early(2.0, 0))),
        (2, Done::new(8).wake(early(2.0, 0))),
    ];
    arbiter.commit_phase(&event, results).unwrap();
    assert_eq!(arbiter.number(), 1);
    let committed = arbiter.committed(&event);
    assert_eq!(committed.results, [(0, 7), (2, 8)]);
    // One row of 21 bytes for the phase and one for each member.
    assert_eq!(committed.rows.len(), 3 * 21);
    assert_eq!(arbiter.pending(), 2);
}

#[test]
fn the_digest_is_the_hash_of_the_rows_in_order() {
    let mut arbiter = arbiter(2, vec![early(1.0, 0), early(2.0, 1)]);
    let mut rows = Vec::new();
    while let Next::Grant(event) = arbiter.next_event() {
        arbiter.commit_one(&event, Done::new(9)).unwrap();
        rows.extend_from_slice(arbiter.committed(&event).rows);
    }
    assert_eq!(rows.len(), 2 * 21);
    assert_eq!(arbiter.digest(), xxhash_rust::xxh3::xxh3_128(&rows));
}
