//! Cycles are nested or disjoint.

use super::bounded::K;
use super::clocks::{self, Clocks, Timers};
use super::recent::Recent;
use super::{Law, Maker, Outset, Planner, Schedule, Synchrony};
use crate::dice::Touched;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::{Directive, Payload};
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{Cancel, End, Target, Wake};
use crate::registry::{Entry, Explanation, Kind as ParameterKind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "k_nest",
    summary: "asynchronous; cycles are disjoint or nested, at most k of one robot in one of another",
    help: "As `async`, but the cycles of two robots, from the Look to the end of the move, are \
           disjoint or one lies within the other, and at most k cycles of one robot lie within one \
           cycle of another. So that this can be kept, the time of each move is drawn before the \
           cycle begins, however far the move leads; a robot whose cycle might cross another is held \
           until it fits in. A transient fault that ends a move may break the rule. Fair with probability 1, \
           because every cycle ends. Nested activation (k-NestA) of Kirkpatrick, Kostitsyna, \
           Navarra, Prencipe and Santoro, Distrib. Comput. 2024 (arXiv:2105.13042).",
    parameters: &PARAMETERS,
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "A robot looks when its clock rings and its whole cycle fits into those that \
                     are under way; else it is held.",
                ),
                (
                    "compute",
                    "It computes in no time, or for a time by a law, which is drawn before it \
                     looks.",
                ),
                (
                    "move",
                    "Its move takes a time that was drawn before it looked, however far it leads.",
                ),
            ],
            limits: "Robots have no speeds of their own here, since the times of moves are drawn. \
                     A transient fault that ends a move may break the nesting.",
        },
    },
};

const PARAMETERS: [Parameter; 6] = {
    let [rate, rates, wait, compute, _] = clocks::PARAMETERS;
    let travel = Parameter {
        name: "travel",
        kind: ParameterKind::Table,
        default: Some("exponential with the mean 1"),
        range: "",
        summary: "the law of how long each move takes",
    };
    [K, rate, rates, wait, compute, travel]
};

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let k = section.usize(K.name).positive().or(1)?;
    let clocks = Clocks::read(section, robots)?;
    let travel = Law::read(section, "travel")?.unwrap_or(Law::Exponential(1.0));
    if travel.mean() <= 0.0 {
        let message = "expected moves that take time";
        return Err(section.refuse("travel", message));
    }
    let planner = Nested {
        travel,
        timers: Timers::new(clocks),
        recent: Recent::new(robots, k),
        waiting: vec![None; robots],
        under_way: Vec::new(),
        pending: None,
        activations: 0,
    };
    Ok(Schedule::planned(
        robots,
        Synchrony::Async,
        Box::new(planner),
    ))
}

/// The next cycle of a robot that waits.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// When its wait is over.
    due: f64,
    compute: Option<f64>,
    travel: f64,
}

impl Next {
    /// When its Compute ends if it begins then.
    fn departure(&self, begin: f64) -> f64 {
        begin + self.compute.unwrap_or(0.0)
    }

    /// When it ends at the latest if it begins then.
    fn end(&self, begin: f64) -> f64 {
        self.departure(begin) + self.travel
    }
}

/// A cycle that has begun.
#[derive(Clone, Copy, Debug)]
struct Cycle {
    robot: u32,
    /// The number of its activation.
    number: u64,
    /// It does not end before this time: the end of Compute, and then that of the move, because a
    /// robot may decide to stay.
    sure: f64,
    /// It ends at the latest at this time.
    end: f64,
}

/// The planner.
///
/// The cycles that have begun are a stack: each lies within those below it. One activation is
/// pending at a time. It is chosen among the robots that wait, the one first whose wait is over
/// first: while no cycle is under way any of them, and else one whose cycle will be over, however far
/// it leads, before the innermost one can be. So no cycle can cross another, whatever robots decide.
/// Where nobody fits in, nobody is chosen before the innermost cycle departs or ends.
///
/// Nobody waits for ever: the outermost cycle ends in finite time, all others before it, and the
/// next one to begin is that of the robot whose wait was over first.
#[derive(Clone, Debug)]
struct Nested {
    travel: Law,
    timers: Timers,
    recent: Recent,
    /// The next cycle of each robot that waits.
    waiting: Vec<Option<Next>>,
    /// The innermost last.
    under_way: Vec<Cycle>,
    /// Whose activation is pending, and when it comes.
    pending: Option<(u32, f64)>,
    /// How many activations there were.
    activations: u64,
}

impl Nested {
    /// Has a robot wait until it is due.
    fn wait(&mut self, robot: u32, due: f64) {
        let compute = self.timers.compute(robot);
        let travel = self.timers.draw(robot, self.travel);
        self.waiting[robot as usize] = Some(Next {
            due,
            compute,
            // No move takes no time.
            travel: travel.max(f64::MIN_POSITIVE),
        });
    }

    /// Chooses who is activated next, unless that is settled or nobody fits in.
    fn choose(&mut self, now: f64) -> Option<Wake<Oblot>> {
        if self.pending.is_some() {
            return None;
        }
        let mut first: Option<(f64, u32, Next)> = None;
        for (robot, next) in (0u32..).zip(&self.waiting) {
            let Some(next) = next else { continue };
            let begin = next.due.max(now);
            // Of equal times the lowest id, of those that are late the one that waited longest.
            let sooner =
                |(time, _, other): &(f64, u32, Next)| (begin, next.due) < (*time, other.due);
            if first.as_ref().is_none_or(sooner) && self.fits(robot, next.end(begin)) {
                first = Some((begin, robot, *next));
            }
        }
        let (
            time,
            robot,
            Next {
                compute, travel, ..
            },
        ) = first?;
        self.pending = Some((robot, time));
        Some(Wake {
            time,
            target: Target::Robot(robot),
            kind: Kind::Look,
            payload: Payload::directive(Directive {
                compute,
                travel: Some(travel),
                ..Directive::default()
            }),
        })
    }

    /// Whether a cycle of this robot that ends then lies within all that are under way, and none of
    /// them holds `k` of its cycles already.
    fn fits(&self, robot: u32, end: f64) -> bool {
        let (Some(outermost), Some(innermost)) = (self.under_way.first(), self.under_way.last())
        else {
            return true;
        };
        end < innermost.sure && self.recent.kth_last(robot) <= outermost.number
    }

    /// No activation of this robot is pending any more.
    fn forget(&mut self, robot: u32) {
        self.pending = self.pending.filter(|&(pending, _)| pending != robot);
    }

    /// Notes that the activation of a robot has come; it was none where it came too late for it.
    fn looked(&mut self, robot: u32, now: f64, census: &Census) {
        self.forget(robot);
        let next = self.waiting[robot as usize].take();
        if census.activations() == self.activations {
            return;
        }
        self.activations = census.activations();
        let least = self
            .under_way
            .first()
            .map_or(u64::MAX, |cycle| cycle.number);
        self.recent.push(robot, self.activations, least);
        if let Some(next) = next.filter(|_| census.is_busy(robot)) {
            let computes = next.compute.is_some_and(|time| time > 0.0);
            let end = next.end(now);
            self.under_way.push(Cycle {
                robot,
                number: self.activations,
                sure: if computes { next.departure(now) } else { end },
                end,
            });
        }
    }

    /// Notes where a robot stands after an event.
    fn settle(&mut self, robot: u32, event: &Event, census: &Census) {
        if census.is_busy(robot) {
            let own = self.under_way.iter_mut().find(|cycle| cycle.robot == robot);
            if let Some(cycle) = own.filter(|_| event.kind == Kind::Move) {
                cycle.sure = cycle.end;
            }
            return;
        }
        self.under_way.retain(|cycle| cycle.robot != robot);
        if !census.is_active(robot) {
            self.waiting[robot as usize] = None;
            self.forget(robot);
        } else if self.waiting[robot as usize].is_none() {
            let due = self.timers.due(robot, event.time);
            self.wait(robot, due);
        }
    }
}

impl Planner for Nested {
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>> {
        self.timers.begin(outset.dice);
        for robot in outset.census.active_ids() {
            let due = self.timers.first_due(robot);
            self.wait(robot, due);
        }
        self.choose(0.0).into_iter().collect()
    }

    fn next(
        &mut self,
        event: &Event,
        census: &Census,
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        if let Target::Robot(robot) = event.target {
            if event.kind == Kind::Look {
                self.looked(robot, event.time, census);
            }
            self.settle(robot, event, census);
            wakes.extend(self.choose(event.time));
        }
        None
    }

    /// The robot is chosen ahead of all others, once its cycle fits in.
    fn activate(
        &mut self,
        robot: u32,
        now: f64,
        _: &Census,
        cancels: &mut Vec<Cancel<Kind>>,
        wakes: &mut Vec<Wake<Oblot>>,
    ) {
        let Some(next) = &mut self.waiting[robot as usize] else {
            return;
        };
        // Nobody has waited for longer.
        next.due = f64::NEG_INFINITY;
        if let Some((pending, time)) = self.pending.take() {
            cancels.push(Cancel {
                time,
                id: pending as i32,
                kind: Kind::Look,
            });
        }
        wakes.extend(self.choose(now));
    }

    fn touched(&self) -> Vec<Touched> {
        self.timers.touched()
    }

    fn copy(&self) -> Box<dyn Planner> {
        Box::new(self.clone())
    }
}
