//! Asynchronous schedulers that bound how often robots are activated.
//!
//! Every robot has a clock of its own, as in `async`. When its wait is over it is activated, unless
//! that would break the bound; then it is held until it would not.

use std::collections::BTreeSet;

use super::clocks::{Clocks, Timers, read_speed};
use super::recent::Recent;
use super::{Outset, Planner, Schedule, Synchrony};
use crate::dice::Touched;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::{Directive, Payload};
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{Cancel, End, Target, Wake};
use crate::registry::{Kind as ParameterKind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// How often others are activated in a span.
pub(super) const K: Parameter = Parameter {
    name: "k",
    kind: ParameterKind::Whole,
    default: Some("1"),
    range: "of at least 1",
    summary: "how often any other robot may be activated in such a span",
};

/// The spans of a robot in which every other one is activated at most `k` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// From one activation to the next, and from the start to the first.
    BetweenActivations,
    /// From a Look to the end of the cycle.
    Cycle,
}

/// Reads a schedule with such a bound.
pub(super) fn read(
    section: &Section<'_>,
    robots: usize,
    span: Span,
) -> Result<Schedule, ScenarioError> {
    let k = section.usize(K.name).positive().or(1)?;
    let clocks = Clocks::read(section, robots)?;
    let speed = read_speed(section)?;
    Ok(Schedule {
        speed,
        ..Schedule::planned(
            robots,
            Synchrony::Async,
            Box::new(Bounded::new(clocks, span, k)),
        )
    })
}

/// Where a robot stands in the eyes of the planner.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stand {
    /// Inside its cycle, or out of the run.
    Out,
    /// Its activation is pending at this time, with this time of Compute.
    Pending(f64, Option<f64>),
    /// Its wait is over at this time, but the bound may hold it longer.
    Held(f64),
}

/// The planner.
///
/// Activations are numbered in the order in which they are committed, from 1. A robot j may be
/// activated if every other robot i that binds it has a span that began after j's `k`-th last
/// activation; for then at most `k` - 1 activations of j lie in it. A span [between
/// activations](Span::BetweenActivations) began at i's last activation (number 0 where there was
/// none), and every active robot binds the others; a [cycle](Span::Cycle) began at i's Look, and
/// only robots inside their cycles bind. So j is held while the least beginning of a binding span is
/// below the number of its `k`-th last activation.
///
/// **What is allowed stays allowed.** Spans that begin later have greater numbers, and those that
/// end bind nobody, so the least beginning never falls; the number of j's `k`-th last activation
/// changes only when j is activated. So an activation that is allowed may be pending for any time.
///
/// **Nobody is held for ever.** Between activations: let m be the active robot whose last activation
/// is the oldest. Its `k`-th last one is not younger, so m is allowed. It may still be inside its
/// cycle or wait, but both end in finite time, without regard to anybody who is held; so m is
/// activated, and another robot is the oldest. A held robot is bound by those that were activated
/// before its `k`-th last activation; in this way each of them is activated in its turn, and then
/// binds it no longer. In cycles: the robots that bind are inside their cycles, which end in finite
/// time without regard to anybody who is held, and no new cycle binds a robot that is held already.
/// Robots that crash or terminate bind nobody, so neither can leave a robot behind.
#[derive(Clone, Debug)]
struct Bounded {
    span: Span,
    timers: Timers,
    /// How many activations there were.
    activations: u64,
    stands: Vec<Stand>,
    recent: Recent,
    /// Where the span of a robot began, while it binds.
    begun: Vec<Option<u64>>,
    /// The same in order: the beginning of the span and the robot.
    binding: BTreeSet<(u64, u32)>,
    /// The robots that are held, by the number of their `k`-th last activation.
    held: BTreeSet<(u64, u32)>,
}

impl Bounded {
    fn new(clocks: Clocks, span: Span, k: usize) -> Self {
        let robots = clocks.waits.len();
        Bounded {
            span,
            timers: Timers::new(clocks),
            activations: 0,
            stands: vec![Stand::Out; robots],
            recent: Recent::new(robots, k),
            begun: vec![None; robots],
            binding: BTreeSet::new(),
            held: BTreeSet::new(),
        }
    }

    /// Whether the bound lets a robot be activated whose `k`-th last activation has this number. Its
    /// own span does not bind it: that did not begin before.
    fn allows(&self, kth_last: u64) -> bool {
        self.binding
            .first()
            .is_none_or(|&(least, _)| kth_last <= least)
    }

    fn bind(&mut self, robot: u32, begun: u64) {
        self.unbind(robot);
        self.begun[robot as usize] = Some(begun);
        self.binding.insert((begun, robot));
    }

    fn unbind(&mut self, robot: u32) {
        if let Some(begun) = self.begun[robot as usize].take() {
            self.binding.remove(&(begun, robot));
        }
    }

    /// Notes that a robot was activated.
    fn activated(&mut self, robot: u32) {
        let least = self.binding.first().map_or(u64::MAX, |&(least, _)| least);
        self.recent.push(robot, self.activations, least);
        self.bind(robot, self.activations);
    }

    /// Has a robot wait for its next activation, where it rests and does not wait already; and has
    /// it bind others no longer, where its span is over.
    fn settle(&mut self, robot: u32, now: f64, census: &Census, wakes: &mut Vec<Wake<Oblot>>) {
        if !census.is_active(robot) {
            self.unbind(robot);
            self.held.remove(&(self.recent.kth_last(robot), robot));
            self.stands[robot as usize] = Stand::Out;
            return;
        }
        if census.is_busy(robot) {
            return;
        }
        if self.span == Span::Cycle {
            self.unbind(robot);
        }
        if self.stands[robot as usize] == Stand::Out {
            let due = self.timers.due(robot, now);
            self.wait(robot, due, wakes);
        }
    }

    /// Has a robot wait until it is due and allowed.
    fn wait(&mut self, robot: u32, due: f64, wakes: &mut Vec<Wake<Oblot>>) {
        let kth_last = self.recent.kth_last(robot);
        if self.allows(kth_last) {
            wakes.push(self.wake(robot, due));
        } else {
            self.stands[robot as usize] = Stand::Held(due);
            self.held.insert((kth_last, robot));
        }
    }

    /// Lets go of the robots that are allowed by now.
    fn release(&mut self, now: f64, wakes: &mut Vec<Wake<Oblot>>) {
        while let Some(&(kth_last, robot)) = self.held.first() {
            if !self.allows(kth_last) {
                return;
            }
            self.held.pop_first();
            if let Stand::Held(due) = self.stands[robot as usize] {
                wakes.push(self.wake(robot, due.max(now)));
            }
        }
    }

    fn wake(&mut self, robot: u32, time: f64) -> Wake<Oblot> {
        let compute = self.timers.compute(robot);
        self.pend(robot, time, compute)
    }

    /// Has an activation be pending.
    fn pend(&mut self, robot: u32, time: f64, compute: Option<f64>) -> Wake<Oblot> {
        self.stands[robot as usize] = Stand::Pending(time, compute);
        let payload = match compute {
            None => Payload::Nothing,
            compute => Payload::directive(Directive {
                compute,
                ..Directive::default()
            }),
        };
        Wake {
            time,
            target: Target::Robot(robot),
            kind: Kind::Look,
            payload,
        }
    }
}

impl Planner for Bounded {
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>> {
        self.timers.begin(outset.dice);
        let active = outset.census.active_ids();
        if self.span == Span::BetweenActivations {
            active.iter().for_each(|&robot| self.bind(robot, 0));
        }
        let mut wakes = Vec::with_capacity(active.len());
        for robot in active {
            let due = self.timers.first_due(robot);
            self.wait(robot, due, &mut wakes);
        }
        wakes
    }

    fn next(
        &mut self,
        event: &Event,
        census: &Census,
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        let Target::Robot(robot) = event.target else {
            return None;
        };
        if event.kind == Kind::Look {
            self.stands[robot as usize] = Stand::Out;
            // A Look that came too late for a robot is no activation.
            if census.activations() > self.activations {
                self.activations = census.activations();
                self.activated(robot);
            }
        }
        self.settle(robot, event.time, census, wakes);
        self.release(event.time, wakes);
        None
    }

    /// A robot whose activation is pending is allowed already, so it may come sooner; one that is
    /// held comes as soon as the bound lets it.
    fn activate(
        &mut self,
        robot: u32,
        now: f64,
        _: &Census,
        cancels: &mut Vec<Cancel<Kind>>,
        wakes: &mut Vec<Wake<Oblot>>,
    ) {
        match self.stands[robot as usize] {
            Stand::Out => {}
            Stand::Held(_) => self.stands[robot as usize] = Stand::Held(now),
            Stand::Pending(time, compute) => {
                cancels.push(Cancel {
                    time,
                    id: robot as i32,
                    kind: Kind::Look,
                });
                wakes.push(self.pend(robot, now, compute));
            }
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.timers.touched()
    }

    fn copy(&self) -> Box<dyn Planner> {
        Box::new(self.clone())
    }
}
