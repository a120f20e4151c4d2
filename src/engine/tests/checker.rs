//! The checker is tested: it catches what breaks serial equivalence. The faults are planted here.

use std::pin::pin;
use std::sync::{Condvar, Mutex, mpsc};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::{Engine, INLINE, Plan, agreed, boxes, check, run, tiny};
use crate::arbiter::{Arbiter, Next};
use crate::dice::{Dice, Draw as _, Purpose, Stream};
use crate::model::tiny::{Act, Controller, Request, Robot, Script, Tiny, mix};
use crate::model::{
    Answer, Done, Door, Event, Failure, Handler as _, Members, Model, Part as _, SharedDice, Wake,
};

type Kind = <Tiny as Model>::Kind;

/// Robots 0 and 1 compute in one phase.
fn phase_of_two(controller: &Controller) -> Plan<Tiny> {
    let robot =
        |id| Robot::new(id, Script::always(vec![Act::Compute, Act::Turn])).with(controller.clone());
    let phase = Wake::phase(1.0, Members::All, Kind::Early);
    tiny(vec![robot(0), robot(1)], Vec::new(), vec![phase])
}

/// Lets robot 1 draw before robot 0, whatever the threads do. Where both were on one thread, that
/// could not be; the test then fails after a while instead of hanging.
#[derive(Default)]
struct OneFirst {
    one_has_drawn: Mutex<bool>,
    changed: Condvar,
}

impl OneFirst {
    fn draw(&self, id: u32, draw: impl FnOnce() -> u64) -> u64 {
        let mut one_has_drawn = self.one_has_drawn.lock().unwrap();
        if id == 0 {
            let waits = |one_has_drawn: &mut bool| !*one_has_drawn;
            let patience = Duration::from_secs(20);
            let waited = self
                .changed
                .wait_timeout_while(one_has_drawn, patience, waits);
            let (waited, result) = waited.unwrap();
            assert!(
                !result.timed_out(),
                "robot 1 does not draw on a thread of its own"
            );
            one_has_drawn = waited;
        }
        let word = draw();
        *one_has_drawn = true;
        self.changed.notify_all();
        word
    }
}

#[test]
fn dice_that_members_of_a_phase_share_are_caught() {
    // Planted: one generator for all robots. On one thread robot 0 draws first; on two threads
    // it happens that robot 1 does.
    let plan = |engine: Engine| {
        let generator = Mutex::new(Stream::new(1, Purpose::Algorithm, 0));
        let order = OneFirst::default();
        let two_threads = engine == Engine::Inline { threads: 2 };
        let controller = Controller::new(move |(id, _), _| {
            let draw = || generator.lock().unwrap().u64();
            if two_threads {
                order.draw(id, draw)
            } else {
                draw()
            }
        });
        phase_of_two(&controller)
    };
    let difference = check(plan).unwrap_err();
    assert!(
        difference.starts_with("Inline { threads: 2 }"),
        "{difference}"
    );
    assert_ne!(
        run(plan(INLINE), INLINE).digest,
        run(
            plan(Engine::Inline { threads: 2 }),
            Engine::Inline { threads: 2 }
        )
        .digest,
    );
}

#[test]
fn dice_of_ones_own_do_not_care_who_draws_first() {
    // The same threads in the same order, without the fault.
    let plan = |engine: Engine| {
        let order = OneFirst::default();
        let two_threads = engine == Engine::Inline { threads: 2 };
        let controller = Controller::new(move |(id, _), dice: &mut Dice| {
            let mut draw = || dice.on(Purpose::Algorithm, &mut None).u64();
            if two_threads {
                order.draw(id, draw)
            } else {
                draw()
            }
        });
        phase_of_two(&controller)
    };
    check(plan).unwrap();
}

/// The door of the planted driver: parts behind a lock, for handlers on several threads.
struct Locked<'a> {
    parts: &'a Mutex<Vec<<Tiny as Model>::Part>>,
    shared: SharedDice,
}

impl Door<Tiny> for Locked<'_> {
    async fn ask(&mut self, request: Request) -> u64 {
        let place = usize::from(Tiny::route(&request).0);
        match self.parts.lock().unwrap()[place].answer(request, &mut self.shared) {
            Answer::Reply(reply) => reply,
            Answer::Forward(request) => panic!("{request:?} is not passed on here"),
        }
    }

    async fn tell(&mut self, request: Request) {
        self.ask(request).await;
    }

    async fn compute(
        &mut self,
        controller: &Controller,
        percept: (u32, u64),
        dice: &mut Dice,
    ) -> Result<u64, Failure> {
        use crate::model::Controller as _;
        controller.compute(&percept, dice, &mut self.shared)
    }

    async fn turn(&mut self) {}

    fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }
}

/// In which order the planted driver's two threads come to their ends.
#[derive(Clone, Copy, PartialEq)]
enum Luck {
    FirstGrantFirst,
    SecondGrantFirst,
}

/// Planted: a driver that has two grants outstanding, handles them on two threads and commits the
/// replies as they arrive.
fn two_grants_at_a_time(plan: Plan<Tiny>, luck: Luck) -> u128 {
    let Plan {
        mut robots,
        parts,
        director,
        first,
        limits,
        shared,
    } = plan;
    let mut arbiter =
        Arbiter::<Tiny>::new(robots.len() as u32, first, director, limits, shared).unwrap();
    let parts = Mutex::new(parts);
    while let (Next::Grant(one), Next::Grant(two)) = (arbiter.next_event(), arbiter.next_event()) {
        let (zeroth, first) = robots.split_at_mut(1);
        let (zeroth, first) = (&mut zeroth[0], &mut first[0]);
        assert_eq!(
            (one.id(), two.id()),
            (0, 1),
            "the robots take turns in these tests"
        );
        let (early, late) = match luck {
            Luck::FirstGrantFirst => ((one, zeroth), (two, first)),
            Luck::SecondGrantFirst => ((two, first), (one, zeroth)),
        };
        let (report, arrived) = mpsc::channel();
        let (first_ends, second_may_end) = mpsc::channel::<()>();
        let work = |(event, robot): (Event<Tiny>, &mut Robot)| {
            let done = handle(robot, &event, &parts);
            report.send((event, done)).unwrap();
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                work(early);
                first_ends.send(()).unwrap();
            });
            let work = &work;
            scope.spawn(move || {
                second_may_end.recv().unwrap();
                work(late);
            });
            for _ in 0..2 {
                let (event, done) = arrived.recv().unwrap();
                arbiter
                    .commit(&event, &mut vec![(event.id(), done)])
                    .unwrap();
            }
        });
    }
    arbiter.digest()
}

fn handle(
    robot: &mut Robot,
    event: &Event<Tiny>,
    parts: &Mutex<Vec<<Tiny as Model>::Part>>,
) -> Done<Tiny> {
    let mut door = Locked {
        parts,
        shared: None,
    };
    let mut handling = pin!(robot.handle(event, &mut door));
    match handling
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(done) => done.unwrap(),
        Poll::Pending => panic!("the door never makes anybody wait"),
    }
}

/// Two robots that mix their ids into a box, in turn, at the times 1, 2, 3 and so on.
fn taking_turns() -> Plan<Tiny> {
    let robot = |id: u32| {
        let script = Script::new(move |event| {
            let mut acts = vec![Act::Ask(Request::Mix(0, u64::from(id)))];
            if event.time < 8.0 {
                acts.push(Act::Wake(Wake::robot(event.time + 1.0, id, Kind::Early)));
            }
            acts
        });
        Robot::new(id, script)
    };
    let first = |id| Wake::robot(1.0, id, Kind::Early);
    tiny(vec![robot(0), robot(1)], boxes(1), vec![first(0), first(1)])
}

#[test]
fn two_outstanding_grants_committed_as_they_arrive_are_caught() {
    let honest = agreed(taking_turns).digest;
    let lucky = two_grants_at_a_time(taking_turns(), Luck::FirstGrantFirst);
    let unlucky = two_grants_at_a_time(taking_turns(), Luck::SecondGrantFirst);
    // The comparison of two repetitions catches it, and so does that with an honest engine. The
    // lucky repetition alone betrays nothing.
    assert_eq!(lucky, honest);
    assert_ne!(unlucky, lucky);
    assert_ne!(unlucky, honest);
}

#[test]
fn a_silent_extra_draw_is_caught_by_the_digest_of_the_dice() {
    // Planted: on two threads robot 1 draws a word that decides nothing.
    let plan = |engine: Engine| {
        let extra = engine == Engine::Inline { threads: 2 };
        let controller = Controller::new(move |(id, seen), dice: &mut Dice| {
            if extra && id == 1 {
                dice.on(Purpose::Algorithm, &mut None).u64();
            }
            mix(seen, 1)
        });
        phase_of_two(&controller)
    };
    check(plan).unwrap_err();
    let two = Engine::Inline { threads: 2 };
    let (one, two) = (run(plan(INLINE), INLINE), run(plan(two), two));
    assert_eq!(one.digest, two.digest);
    assert_ne!(one.dice, two.dice);
}
