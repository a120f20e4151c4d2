//! The census: what the run knows of its robots from committed events alone.
//!
//! It counts epochs and rounds, has a planner say who is activated next, and names the end.

use super::directive::Payload;
use super::faults::Restless;
use super::positions::Appearance;
use super::schedulers::{Oracle, Outset, Planner};
use super::{Code, Event, Kind, Light, Oblot, Outcome, RobotOutcome};
use crate::dice::{Dice, Touched};
use crate::math::Point;
use crate::model::{Cancel, Director, End, Wake};

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
    /// Inside its cycle: computing or moving.
    busy: bool,
    /// The sweep of looks in which a Compute began that takes time.
    looked: u64,
    /// Whether it crashes at a time, whatever it does until then.
    crash_to_come: bool,
    restless: Restless,
    /// How many transient faults are still to strike it.
    strikes: u32,
    position: Point,
    appearance: Appearance,
}

/// What the census has to know of a robot at the start.
#[derive(Clone, Copy, Debug)]
pub struct MemberSetup {
    /// Where it is.
    pub position: Point,
    /// What is seen of it besides.
    pub appearance: Appearance,
    /// Whether it has crashed before the start.
    pub crashed: bool,
    /// Whether it is Byzantine, so that the end does not wait for it.
    pub byzantine: bool,
    /// Whether it crashes at a time. Until then a stalled swarm may wake up.
    pub crash_to_come: bool,
    /// For how long its faults may change what it does although nothing that can be seen has
    /// changed.
    pub restless: Restless,
    /// How many transient faults will strike it.
    pub strikes: u32,
}

impl Default for MemberSetup {
    /// A robot without faults at the origin.
    fn default() -> Self {
        MemberSetup {
            position: Point::default(),
            appearance: Appearance::START,
            crashed: false,
            byzantine: false,
            crash_to_come: false,
            restless: Restless::Never,
            strikes: 0,
        }
    }
}

/// What the census is made from.
#[derive(Debug, Default)]
pub struct CensusSetup {
    /// The robots, by id.
    pub robots: Vec<MemberSetup>,
    /// Who plans the activations, where the robots have no clocks of their own.
    pub planner: Option<Box<dyn Planner>>,
    /// After so many activations, once everybody rests, the run ends.
    pub turns: Option<u64>,
    /// Whether algorithms read lights, so that a change of light changes what happens.
    pub lights: bool,
    /// The dice that were drawn from before the run: for the start, and for who is faulty.
    pub drawn: Vec<Touched>,
    /// Whether the run ends where nothing can ever change again. Only sound where nothing draws
    /// but the faults of the robots that are restless.
    pub stalls: bool,
}

/// The books of a run.
#[derive(Clone, Debug)]
pub struct Census {
    members: Vec<Member>,
    active: usize,
    /// Robots that have crashed.
    down: usize,
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
    /// Crashes at a time, transient faults, and robots that are restless.
    faults_to_come: usize,
    busy: usize,
    lights: bool,
    turns: Option<u64>,
    planner: Plan,
    /// What the planner has taken back in the present event.
    cancels: Vec<Cancel<Kind>>,
    /// The last order from outside that changed nothing, and why.
    refused: Option<String>,
    drawn: Vec<Touched>,
}

/// The planner; a copy of the books has a copy of it.
#[derive(Debug, Default)]
struct Plan(Option<Box<dyn Planner>>);

impl Clone for Plan {
    fn clone(&self) -> Self {
        Plan(self.0.as_ref().map(|planner| planner.copy()))
    }
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
            busy: false,
            looked: 0,
            crash_to_come: robot.crash_to_come && !robot.crashed,
            restless: match robot.restless {
                Restless::Activations(0) => Restless::Never,
                restless if !robot.crashed => restless,
                _ => Restless::Never,
            },
            strikes: if robot.crashed { 0 } else { robot.strikes },
            position: robot.position,
            appearance: robot.appearance,
        };
        let members: Vec<Member> = setup.robots.iter().map(member).collect();
        let n = members.len();
        let active = members.iter().filter(|member| member.active).count();
        let awaited = members
            .iter()
            .filter(|member| !member.crashed && !member.byzantine)
            .count();
        let to_come = |member: &Member| {
            let restless = member.restless != Restless::Never;
            usize::from(member.crash_to_come) + usize::from(restless) + member.strikes as usize
        };
        let faults_to_come = members.iter().map(to_come).sum();
        Census {
            members,
            active,
            down: n - active,
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
            faults_to_come,
            busy: 0,
            lights: setup.lights,
            turns: setup.turns,
            planner: Plan(setup.planner),
            cancels: Vec::new(),
            refused: None,
            drawn: setup.drawn,
        }
    }

    /// The first activations, where somebody plans them. `dice` are those of a robot, by its id.
    #[must_use]
    pub fn first_events(
        &mut self,
        dice: &dyn Fn(u32) -> Dice,
        own_dice: Dice,
        oracle: Oracle,
    ) -> Vec<Wake<Oblot>> {
        let Some(mut planner) = self.planner.0.take().filter(|_| self.active > 0) else {
            return Vec::new();
        };
        let first = planner.first(Outset {
            census: self,
            dice,
            own_dice,
            oracle,
        });
        self.planner.0 = Some(planner);
        first
    }

    /// How many robots are neither crashed nor terminated.
    #[must_use]
    pub fn active(&self) -> usize {
        self.active
    }

    /// How many robots have terminated.
    #[must_use]
    pub fn terminated(&self) -> usize {
        self.members.len() - self.active - self.down
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

    /// How many robots are inside a cycle: computing or moving.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.busy
    }

    /// Whether a robot is inside its cycle.
    #[must_use]
    pub fn is_busy(&self, robot: u32) -> bool {
        self.members[robot as usize].busy
    }

    /// Whether a robot is neither crashed nor terminated.
    #[must_use]
    pub fn is_active(&self, robot: u32) -> bool {
        self.members[robot as usize].active
    }

    /// Whether somebody plans the activations, so that robots have no clocks of their own.
    #[must_use]
    pub fn is_planned(&self) -> bool {
        self.planner.0.is_some()
    }

    /// The last order from outside that changed nothing, and why.
    #[must_use]
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Where a robot was when it rested last.
    #[must_use]
    pub fn position(&self, robot: u32) -> Point {
        self.members[robot as usize].position
    }

    /// The light that a robot shows.
    #[must_use]
    pub fn light(&self, robot: u32) -> Option<Light> {
        self.members[robot as usize].appearance.light
    }

    /// Where all robots were when they rested last, and what is seen of them, by id.
    #[must_use]
    pub fn standing(&self) -> Vec<(Point, Appearance)> {
        let seen = |member: &Member| (member.position, member.appearance);
        self.members.iter().map(seen).collect()
    }

    fn note(&mut self, kind: Kind, robot: usize, outcome: &RobotOutcome, steered: bool) {
        let member = &mut self.members[robot];
        let light = std::mem::replace(&mut member.appearance, outcome.appearance).light;
        member.position = outcome.position;
        if self.lights && light != outcome.appearance.light {
            self.changed = true;
        }
        match (kind, outcome.code) {
            (_, Code::Crashed) => self.crashed(robot),
            (Kind::Crash, Code::Ignored) => self.crash_has_come(robot),
            (_, Code::Ignored | Code::Activated) => {}
            (_, Code::Struck) => self.struck(robot, steered),
            (Kind::Wait, _) => {
                self.stop_moving(robot);
                self.epochs.mark(robot);
            }
            (_, Code::Computing) => {
                self.activations += 1;
                self.occupy(robot);
                self.members[robot].looked = self.looked.current;
            }
            (Kind::Move, code) => {
                // It was counted as an activation when Compute began.
                self.release(robot);
                let looked = self.members[robot].looked;
                self.acted(robot, code, outcome, looked);
            }
            (_, code) => {
                self.activations += 1;
                self.acted(robot, code, outcome, self.looked.current);
            }
        }
    }

    /// What follows Compute. `looked` is the sweep in which the robot looked.
    fn acted(&mut self, robot: usize, code: Code, outcome: &RobotOutcome, looked: u64) {
        self.calm_down(robot);
        match code {
            Code::Moving => {
                self.moves += 1;
                self.rounds.mark(robot);
                self.moving += 1;
                self.members[robot].moving = true;
                self.occupy(robot);
                self.changed = true;
            }
            Code::Terminated => self.retire(robot),
            _ => {
                self.epochs.mark(robot);
                if !outcome.appearance.frozen {
                    // A move that took no time.
                    self.moves += 1;
                    self.rounds.mark(robot);
                    self.changed = true;
                } else if looked == self.looked.current {
                    self.looked.mark(robot);
                }
            }
        }
    }

    fn occupy(&mut self, robot: usize) {
        if !std::mem::replace(&mut self.members[robot].busy, true) {
            self.busy += 1;
        }
    }

    fn release(&mut self, robot: usize) {
        if std::mem::replace(&mut self.members[robot].busy, false) {
            self.busy -= 1;
        }
    }

    /// A transient fault: a robot on its way rests, one that computes goes on.
    fn struck(&mut self, robot: usize, steered: bool) {
        if self.members[robot].moving {
            self.stop_moving(robot);
        }
        self.changed = true;
        let strikes = &mut self.members[robot].strikes;
        // What somebody does from outside is none of the strikes that are to come.
        if *strikes > 0 && !steered {
            *strikes -= 1;
            self.faults_to_come -= 1;
        }
    }

    fn stop_moving(&mut self, robot: usize) {
        if std::mem::replace(&mut self.members[robot].moving, false) {
            self.moving -= 1;
        }
        self.release(robot);
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
        self.be_calm(robot);
        self.changed = true;
    }

    fn crashed(&mut self, robot: usize) {
        self.stop_moving(robot);
        self.retire(robot);
        let crashed = std::mem::replace(&mut self.members[robot].crashed, true);
        self.down += usize::from(!crashed);
        self.crash_has_come(robot);
        self.faults_to_come -= std::mem::take(&mut self.members[robot].strikes) as usize;
    }

    /// No crash of this robot is to come any more.
    fn crash_has_come(&mut self, robot: usize) {
        if std::mem::take(&mut self.members[robot].crash_to_come) {
            self.faults_to_come -= 1;
        }
    }

    /// An activation of a robot has come to its end. (When it only looked, it is not known yet
    /// what it does.)
    fn calm_down(&mut self, robot: usize) {
        if let Restless::Activations(left) = &mut self.members[robot].restless {
            *left -= 1;
            if *left == 0 {
                self.be_calm(robot);
            }
        }
    }

    /// What a robot does from now on follows from what can be seen.
    fn be_calm(&mut self, robot: usize) {
        if std::mem::take(&mut self.members[robot].restless) != Restless::Never {
            self.faults_to_come -= 1;
        }
    }

    /// What became of an order from outside.
    fn ordered(
        &mut self,
        event: &Event,
        robot: u32,
        outcome: &RobotOutcome,
        wakes: &mut Vec<Wake<Oblot>>,
    ) {
        match outcome.code {
            Code::Ignored => {
                let why = self.why_refused(robot);
                let time = event.time;
                self.refused = Some(format!("robot {robot} {why} (at {time})"));
            }
            Code::Activated => {
                if let Some(mut planner) = self.planner.0.take() {
                    let mut cancels = std::mem::take(&mut self.cancels);
                    planner.activate(robot, event.time, self, &mut cancels, wakes);
                    self.cancels = cancels;
                    self.planner.0 = Some(planner);
                }
            }
            _ => {}
        }
    }

    /// Why a robot takes no order.
    fn why_refused(&self, robot: u32) -> &'static str {
        let member = &self.members[robot as usize];
        match member {
            Member { crashed: true, .. } => "has crashed",
            Member { active: false, .. } => "has terminated",
            Member { moving: true, .. } => "is on its way",
            Member { busy: true, .. } => "is computing",
            _ => "is about to crash",
        }
    }

    /// The named end that this event brought, if any.
    fn end(&self) -> Option<End> {
        if self.awaited == 0 {
            return Some(End::Terminated);
        }
        let still = self.stalls && self.moving == 0 && self.faults_to_come == 0;
        (still && self.looked.missing == 0 && self.active > 0).then_some(End::Stalled)
    }

    /// Has the planner say who is activated next; or ends the run after its last turn.
    fn plan(&mut self, event: &Event, wakes: &mut Vec<Wake<Oblot>>) -> Option<End> {
        if self.busy == 0 && self.turns.is_some_and(|turns| self.activations >= turns) {
            return Some(End::Turns);
        }
        let mut planner = self.planner.0.take()?;
        let end = planner.next(event, self, wakes);
        self.planner.0 = Some(planner);
        end
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
        }
        for (id, outcome) in results {
            if let Outcome::Robot(outcome) = outcome {
                let steered = matches!(event.payload, Payload::Steered(_));
                self.note(event.kind, *id as usize, outcome, steered);
            }
        }
        if std::mem::take(&mut self.changed) {
            // All that looked in this event looked before the change.
            self.looked.restart(self.active);
        }
        self.epochs.turn(self.active);
        self.rounds.turn(self.active);
        if matches!(event.payload, Payload::Steered(_)) {
            for (id, outcome) in results {
                if let Outcome::Robot(outcome) = outcome {
                    self.ordered(event, *id as u32, outcome, wakes);
                }
            }
        }
        self.end().or_else(|| self.plan(event, wakes))
    }

    fn cancels(&mut self) -> Vec<Cancel<Kind>> {
        std::mem::take(&mut self.cancels)
    }

    fn touched(&self) -> Vec<Touched> {
        let mut touched = self.drawn.clone();
        touched.extend(self.planner.0.iter().flat_map(|planner| planner.touched()));
        touched
    }
}

#[cfg(test)]
mod tests;
