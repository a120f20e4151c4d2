//! From committed events to facts about single robots, in order and complete.
//!
//! An event says where a robot stands and that it leaves, but not when and where it will arrive:
//! moves may end before their target, and robots may crash on the way. So a departure is complete
//! only when the move has ended. The timeline keeps facts back until all of them are complete up to
//! there; whoever takes them knows every motion exactly and needs no guess. It relies on nothing
//! but the kinds, codes, phases and positions of the events.
//!
//! Facts wait for the longest move that is under way. Where very many wait, the next tick that
//! brings the positions cuts the moves in two: up to the tick they are known too.

use std::collections::VecDeque;

use crate::arbiter::Committed;
use crate::math::Point;
use crate::model::oblot::census::Census;
use crate::model::oblot::positions::{Path, Snapshot};
use crate::model::oblot::robot::Robot;
use crate::model::oblot::{Code, Kind, Oblot, Outcome, Phase, RobotOutcome};

/// How many facts may wait before moves are cut at a tick: some 20 MB.
const MOST_WAITING: usize = 1 << 18;

/// What changed about a robot's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Nothing: it rests on, or moves on.
    Stays,
    /// It leaves the point where it is. The arrival is known once it has ended, and is always
    /// known in a fact that was taken from the timeline.
    Leaves(Option<(f64, Point)>),
    /// It has arrived where its move led.
    Arrives,
    /// It goes straight to a point, in no time.
    Hops(Point),
    /// It is put to a point, without a way.
    Jumps(Point),
}

/// What one event did to one robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// Which robot.
    pub robot: u32,
    /// Whether a cycle starts: the robot was activated.
    pub starts: bool,
    /// Whether its cycle is over. A cycle may start and be over with one event.
    pub ends: bool,
    /// Whether its Compute is over, and it acts: it departs, rests, or ends its algorithm.
    pub decides: bool,
    /// Whether it departed in this event; also where the way took no time.
    pub departs: bool,
    /// Whether it takes part no longer: it has crashed, or ended its algorithm.
    pub retires: bool,
    /// Where it wants to go, while its cycle goes on.
    pub target: Option<Point>,
    /// What changed about its motion.
    pub step: Step,
}

/// A committed event after all that it did to robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its number.
    pub event: u64,
    /// Whether it is a Visualize tick.
    pub tick: bool,
    /// How many epochs are over.
    pub epochs: u64,
    /// How many rounds are over: in each, every active robot moved.
    pub rounds: u64,
    /// How many synchronous rounds there were.
    pub synchronous_rounds: u64,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    /// Something happened to a robot.
    Act(Act),
    /// An event is over.
    Mark(Mark),
}

/// One thing that happened, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fact {
    /// The instant, in simulated time.
    pub(super) time: f64,
    /// What happened.
    pub(super) what: What,
}

/// What is known of a robot after the last committed event.
#[derive(Clone, Copy, Debug)]
struct Live {
    /// Where it rested last.
    at: Point,
    speed: f64,
    /// Whether it is in a cycle.
    in_cycle: bool,
    way: Option<Way>,
}

/// A move under way.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The number of the fact that waits for the arrival, counted from the first fact of the run.
    fact: u64,
    start: f64,
    target: Option<Point>,
}

/// The facts that wait to be taken.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    waiting: VecDeque<Fact>,
    /// How many facts have been taken.
    taken: u64,
    robots: Vec<Live>,
    epsilon: f64,
    most_waiting: usize,
}

impl Timeline {
    /// A timeline of a run that starts with these robots; `epsilon` is its precision.
    pub(super) fn new(robots: &[Robot], epsilon: f64) -> Self {
        let live = |robot: &Robot| Live {
            at: robot.position(),
            speed: robot.speed(),
            in_cycle: false,
            way: None,
        };
        Timeline {
            waiting: VecDeque::new(),
            taken: 0,
            robots: robots.iter().map(live).collect(),
            epsilon,
            most_waiting: MOST_WAITING,
        }
    }

    /// Cuts moves where more facts than this wait.
    #[cfg(test)]
    pub(super) fn cut_above(&mut self, most_waiting: usize) {
        self.most_waiting = most_waiting;
    }

    /// Takes note of an event.
    pub(super) fn committed(&mut self, committed: &Committed<'_, Oblot>) {
        let event = committed.event;
        for (id, outcome) in committed.results {
            match outcome {
                Outcome::Robot(outcome) => self.robot(event.time, event.kind, *id as u32, outcome),
                Outcome::Tick(Some(snapshot)) if self.waiting.len() > self.most_waiting => {
                    self.cut(snapshot);
                }
                Outcome::Tick(_) => {}
            }
        }
        let census: &Census = committed.director;
        self.push(
            event.time,
            What::Mark(Mark {
                event: event.number,
                tick: event.kind == Kind::Visualize,
                epochs: census.epochs(),
                rounds: census.rounds(),
                synchronous_rounds: census.synchronous_rounds(),
            }),
        );
    }

    /// The next fact, if everything is known about it.
    pub(super) fn take(&mut self) -> Option<Fact> {
        let complete = !matches!(
            self.waiting.front()?.what,
            What::Act(Act {
                step: Step::Leaves(None),
                ..
            })
        );
        if !complete {
            return None;
        }
        self.taken += 1;
        self.waiting.pop_front()
    }

    /// The run has ended: whoever is on the way has come to where it is now. Without the robots
    /// nothing more becomes known.
    pub(super) fn finish(&mut self, robots: Option<&[Option<Robot>]>, time: f64) {
        for (id, robot) in robots.into_iter().flatten().enumerate() {
            if let (Some(way), Some(robot)) = (self.way_of(id), robot) {
                self.complete(way, time, robot.position_at(time));
            }
        }
    }

    /// The time of the first fact that is not known completely.
    pub(super) fn blocked_at(&self) -> Option<f64> {
        self.waiting.front().map(|fact| fact.time)
    }

    fn way_of(&self, robot: usize) -> Option<Way> {
        self.robots.get(robot)?.way
    }

    fn push(&mut self, time: f64, what: What) {
        self.waiting.push_back(Fact { time, what });
    }

    /// The number of the next fact that is pushed.
    fn next(&self) -> u64 {
        self.taken + self.waiting.len() as u64
    }

    /// A move has ended.
    fn complete(&mut self, way: Way, time: f64, at: Point) {
        // A fact that waits for its arrival cannot have been taken.
        let index = (way.fact - self.taken) as usize;
        if let Some(Fact {
            what: What::Act(act),
            ..
        }) = self.waiting.get_mut(index)
        {
            act.step = Step::Leaves(Some((time, at)));
        }
    }

    fn robot(&mut self, time: f64, kind: Kind, id: u32, outcome: &RobotOutcome) {
        let Some(&live) = self.robots.get(id as usize) else {
            return;
        };
        let RobotOutcome {
            code,
            position,
            appearance,
            ..
        } = *outcome;
        if matches!(code, Code::Ignored | Code::Activated) {
            return;
        }
        // What a robot does by itself leads it along straight ways. Whatever else changes its
        // position puts it there.
        let by_itself = matches!(
            kind,
            Kind::Look | Kind::Round | Kind::Move | Kind::Wait | Kind::Crash
        );
        let under_way = appearance.phase == Phase::Move;
        let departs_now = code == Code::Moving;
        let mut at = live.at;
        let mut way = live.way;
        let mut steps = [None, None];
        if let Some(open) = way
            && (departs_now || !under_way || position != at)
        {
            at = if by_itself && !departs_now {
                position
            } else {
                let known = outcome.aside().halted;
                known.unwrap_or_else(|| self.guess(&live, open, time))
            };
            self.complete(open, time, at);
            way = None;
            steps[0] = Some(Step::Arrives);
        }
        if position != at {
            steps[0] = Some(if by_itself && !departs_now {
                Step::Hops(position)
            } else {
                Step::Jumps(position)
            });
            at = position;
        }
        let leaves = way.is_none() && (departs_now || under_way);
        if leaves {
            steps[1] = Some(Step::Leaves(None));
        }
        let starts = matches!(kind, Kind::Look | Kind::Round);
        let ends = match code {
            Code::Resting | Code::Terminated | Code::Crashed => true,
            _ => matches!(appearance.phase, Phase::Wait | Phase::Crash),
        };
        let in_cycle = (starts || live.in_cycle) && !ends;
        let mut act = Act {
            robot: id,
            starts,
            ends,
            decides: (starts || kind == Kind::Move)
                && matches!(code, Code::Moving | Code::Resting | Code::Terminated),
            departs: departs_now || is_hop(kind, outcome),
            retires: !appearance.is_active(),
            target: outcome.target.filter(|_| in_cycle),
            step: Step::Stays,
        };
        if steps == [None, None] {
            steps[0] = Some(Step::Stays);
        }
        for step in steps.into_iter().flatten() {
            if step == Step::Leaves(None) {
                way = Some(Way {
                    fact: self.next(),
                    start: time,
                    target: outcome.target,
                });
            }
            self.push(time, What::Act(Act { step, ..act }));
            // What the event means for the cycle is told once.
            (act.starts, act.decides, act.departs) = (false, false, false);
        }
        self.robots[id as usize] = Live {
            at,
            in_cycle,
            way,
            ..live
        };
    }

    /// Where a robot is that leaves its way unasked: on the way to its target at its speed.
    fn guess(&self, live: &Live, way: Way, time: f64) -> Point {
        let to = way.target.unwrap_or(live.at);
        let path = Path {
            from: live.at,
            to,
            start: way.start,
            speed: live.speed,
            length: live.at.distance(to),
        };
        path.at(time, self.epsilon)
    }

    /// Cuts all moves that are under way at an instant at which the positions are known.
    fn cut(&mut self, snapshot: &Snapshot) {
        for id in 0..self.robots.len().min(snapshot.table.len()) {
            let Some(way) = self.robots[id].way else {
                continue;
            };
            let time = snapshot.time;
            if way.start >= time {
                continue;
            }
            self.complete(way, time, snapshot.table.position(id, time));
            let fact = self.next();
            let target = way.target;
            self.push(
                time,
                What::Act(Act {
                    robot: id as u32,
                    starts: false,
                    ends: false,
                    decides: false,
                    departs: false,
                    retires: false,
                    target,
                    step: Step::Leaves(None),
                }),
            );
            self.robots[id].way = Some(Way { fact, ..way });
        }
    }
}

/// Whether a robot departed and was there at once: it rests after its activation, but did not
/// decide to stay.
fn is_hop(kind: Kind, outcome: &RobotOutcome) -> bool {
    outcome.code == Code::Resting && kind != Kind::Wait && !outcome.appearance.frozen
}
