//! The census: what the run knows of its robots from committed events alone.
//!
//! It counts epochs and rounds, plans the rounds of synchronous schedulers, and names the end.

use super::schedulers::Rounds;
use super::{Code, Event, Kind, Oblot, Outcome, RobotOutcome};
use crate::dice::Touched;
use crate::model::{Director, End, Wake};

/// Counts sweeps: a sweep is over when every robot that takes part was marked since it began.
#[derive(Clone, Debug)]
pub struct Sweep {
    marks: Vec<u64>,
    current: u64,
    missing: usize,
    finished: u64,
}

impl Sweep {
    fn new(robots: usize, taking_part: usize) -> Self {
        Sweep {
            marks: vec![0; robots],
            current: 1,
            missing: taking_part,
            finished: 0,
        }
    }

    /// How many sweeps are over.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished
    }

    fn mark(&mut self, robot: usize) {
        if self.marks[robot] < self.current {
            self.marks[robot] = self.current;
            self.missing -= 1;
        }
    }

    /// A robot takes part no longer.
    fn leave(&mut self, robot: usize) {
        self.mark(robot);
    }

    /// Ends the sweep if nobody is missing; says whether it did.
    fn turn(&mut self, taking_part: usize) -> bool {
        let over = self.missing == 0 && taking_part > 0;
        if over {
            self.finished += 1;
            self.restart(taking_part);
        }
        over
    }

    /// Begins the sweep anew.
    fn restart(&mut self, taking_part: usize) {
        self.current += 1;
        self.missing = taking_part;
    }
}

/// One robot, as the census knows it.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// Neither crashed nor terminated.
    active: bool,
    crashed: bool,
    byzantine: bool,
    moving: bool,
    to_come: Option<ToCome>,
}

/// A crash that is still to come. Until then a stalled swarm may wake up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToCome {
    /// At an activation, unless the robot ends its algorithm before.
    AtActivation,
    /// At a time, whatever the robot does until then.
    AtTime,
}

/// What the census has to know of a robot at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberSetup {
    /// Whether it has crashed before the start.
    pub crashed: bool,
    /// Whether it is Byzantine, so that the end does not wait for it.
    pub byzantine: bool,
    /// Whether it crashes later.
    pub crash_to_come: Option<ToCome>,
}

/// What the census is made from.
#[derive(Clone, Debug, Default)]
pub struct CensusSetup {
    /// The robots, by id.
    pub robots: Vec<MemberSetup>,
    /// The rounds of a synchronous scheduler.
    pub rounds: Option<Rounds>,
    /// The dice that were drawn from before the run: for the start, and for who is faulty.
    pub drawn: Vec<Touched>,
    /// Whether the run ends where nothing can ever change again. Only sound where neither the
    /// algorithm nor a fault draws.
    pub stalls: bool,
}

/// The books of a run.
#[derive(Clone, Debug)]
pub struct Census {
    members: Vec<Member>,
    active: usize,
    moving: usize,
    /// Robots that must terminate before the run ends: neither crashed nor Byzantine.
    awaited: usize,
    epochs: Sweep,
    rounds: Sweep,
    /// Robots that looked since anything changed.
    looked: Sweep,
    /// Whether the present event changed anything.
    changed: bool,
    phases: u64,
    activations: u64,
    moves: u64,
    stalls: bool,
    crashes_to_come: usize,
    plan: Option<Rounds>,
    drawn: Vec<Touched>,
    /// Whether a synchronous round is under way, and whether anybody moved in it.
    round: Option<bool>,
}

impl Census {
    /// The books at the start of a run.
    #[must_use]
    pub fn new(setup: CensusSetup) -> Self {
        let member = |robot: &MemberSetup| Member {
            active: !robot.crashed,
            crashed: robot.crashed,
            byzantine: robot.byzantine,
            moving: false,
            to_come: robot.crash_to_come.filter(|_| !robot.crashed),
        };
        let members: Vec<Member> = setup.robots.iter().map(member).collect();
        let n = members.len();
        let active = members.iter().filter(|member| member.active).count();
        let awaited = members
            .iter()
            .filter(|member| !member.crashed && !member.byzantine)
            .count();
        let crashes_to_come = members
            .iter()
            .filter(|member| member.to_come.is_some())
            .count();
        Census {
            members,
            active,
            moving: 0,
            awaited,
            epochs: Sweep::new(n, active),
            rounds: Sweep::new(n, active),
            looked: Sweep::new(n, active),
            changed: false,
            phases: 0,
            activations: 0,
            moves: 0,
            stalls: setup.stalls,
            crashes_to_come,
            plan: setup.rounds,
            drawn: setup.drawn,
            round: None,
        }
    }

    /// How many robots are neither crashed nor terminated.
    #[must_use]
    pub fn active(&self) -> usize {
        self.active
    }

    /// How many robots have terminated.
    #[must_use]
    pub fn terminated(&self) -> usize {
        self.members
            .iter()
            .filter(|member| !member.active && !member.crashed)
            .count()
    }

    /// How many robots there are.
    #[must_use]
    pub fn robots(&self) -> usize {
        self.members.len()
    }

    /// How many epochs are over: in each, every active robot completed a cycle.
    #[must_use]
    pub fn epochs(&self) -> u64 {
        self.epochs.finished()
    }

    /// How many rounds are over: in each, every active robot moved.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds.finished()
    }

    /// How many synchronous rounds there were.
    #[must_use]
    pub fn synchronous_rounds(&self) -> u64 {
        self.phases
    }

    /// How many cycles were started.
    #[must_use]
    pub fn activations(&self) -> u64 {
        self.activations
    }

    /// How many departures there were.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The robots that take part in the next synchronous round.
    #[must_use]
    pub fn active_ids(&self) -> Vec<u32> {
        let ids = (0u32..).zip(&self.members);
        ids.filter(|(_, member)| member.active)
            .map(|(id, _)| id)
            .collect()
    }

    fn note(&mut self, kind: Kind, robot: usize, outcome: &RobotOutcome) {
        match (kind, outcome.code) {
            (_, Code::Crashed) => self.crashed(robot),
            (Kind::Crash, Code::Ignored) => self.crash_has_come(robot),
            (_, Code::Ignored) => {}
            (Kind::Wait, _) => {
                self.stop_moving(robot);
                self.epochs.mark(robot);
            }
            (_, Code::Moving) => {
                self.activations += 1;
                self.moves += 1;
                self.rounds.mark(robot);
                self.moving += 1;
                self.members[robot].moving = true;
                if let Some(moved) = &mut self.round {
                    *moved = true;
                }
                self.changed = true;
            }
            (_, Code::Resting) => {
                self.activations += 1;
                self.epochs.mark(robot);
                if outcome.appearance.frozen {
                    self.looked.mark(robot);
                } else {
                    // A move that took no time.
                    self.moves += 1;
                    self.rounds.mark(robot);
                    self.changed = true;
                }
            }
            (_, Code::Terminated) => {
                self.activations += 1;
                self.retire(robot);
                if self.members[robot].to_come == Some(ToCome::AtActivation) {
                    self.crash_has_come(robot);
                }
            }
        }
    }

    fn stop_moving(&mut self, robot: usize) {
        if std::mem::replace(&mut self.members[robot].moving, false) {
            self.moving -= 1;
        }
        self.changed = true;
    }

    /// A robot is active no longer.
    fn retire(&mut self, robot: usize) {
        if !std::mem::replace(&mut self.members[robot].active, false) {
            return;
        }
        self.active -= 1;
        if !self.members[robot].byzantine {
            self.awaited -= 1;
        }
        self.epochs.leave(robot);
        self.rounds.leave(robot);
        self.changed = true;
    }

    fn crashed(&mut self, robot: usize) {
        self.stop_moving(robot);
        self.retire(robot);
        self.members[robot].crashed = true;
        self.crash_has_come(robot);
    }

    /// No crash of this robot is to come any more.
    fn crash_has_come(&mut self, robot: usize) {
        if self.members[robot].to_come.take().is_some() {
            self.crashes_to_come -= 1;
        }
    }

    /// The named end that this event brought, if any.
    fn end(&self) -> Option<End> {
        if self.awaited == 0 {
            return Some(End::Terminated);
        }
        let still = self.stalls && self.moving == 0 && self.crashes_to_come == 0;
        (still && self.looked.missing == 0 && self.active > 0).then_some(End::Stalled)
    }

    /// Plans the next synchronous round once the last move of the present one has ended.
    fn plan_round(&mut self, now: f64, wakes: &mut Vec<Wake<Oblot>>) {
        let (Some(plan), Some(moved)) = (&self.plan, self.round) else {
            return;
        };
        if self.moving == 0 {
            wakes.push(plan.next(now, moved, self.active_ids()));
            self.round = None;
        }
    }
}

impl Director<Oblot> for Census {
    fn committed(
        &mut self,
        event: &Event,
        results: &[(i32, Outcome)],
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        if event.kind == Kind::Visualize {
            return None;
        }
        if event.kind == Kind::Round {
            self.phases += 1;
            self.round = Some(false);
        }
        for (id, outcome) in results {
            if let Outcome::Robot(outcome) = outcome {
                self.note(event.kind, *id as usize, outcome);
            }
        }
        if std::mem::take(&mut self.changed) {
            // All that looked in this event looked before the change.
            self.looked.restart(self.active);
        }
        self.epochs.turn(self.active);
        self.rounds.turn(self.active);
        let end = self.end();
        if end.is_none() {
            self.plan_round(event.time, wakes);
        }
        end
    }

    fn touched(&self) -> Vec<Touched> {
        self.drawn.clone()
    }
}

#[cfg(test)]
mod tests;
