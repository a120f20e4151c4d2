//! A robot, and the one text of its Look-Compute-Move cycle.
//!
//! ```text
//!          LOOK                                   WAIT
//!   look, judge, compute, judge ---- depart ----> arrive, draw the next wait
//!     |        |         |                          |
//!   crash    alone:    done:      stay: draw        v
//!           terminate  terminate  the next wait   LOOK ...
//! ```
//!
//! The order of what happens in a Look, and what others see when, is that of the original
//! simulator; the numbers in comments refer to nothing but the text beside them.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::algorithms::Controller;
use super::faults::{Sensing, Verdict};
use super::percept::Percept;
use super::positions::{Appearance, Path};
use super::schedulers::Activation;
use super::{
    Code, Event, Intent, Kind, Light, Oblot, Outcome, Phase, Reply, Request, RobotOutcome,
};
use crate::dice::{Dice, Touched};
use crate::math::{Point, closer};
use crate::model::{Cancel, Done, Door, Failure, Handler, Kind as _, Wake};

/// A robot slower than this never arrives anywhere, so its moves end at once.
const SLOWEST: f64 = 1e-9;
/// The least wait between two cycles.
const SHORTEST_WAIT: f64 = 1e-9;
/// How long a light stays before it can change, in simulated time.
const LIGHT_COOLDOWN: f64 = 0.5;
/// A move that takes no longer than this ends at its target even where moves are not rigid.
const INSTANT: f64 = 1e-12;

/// What holds for all robots of a run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Points closer than this are one: 10 to the power of minus the precision.
    pub epsilon: f64,
    /// Whether a move ends at its target, or where the robot is when its time is over.
    pub rigid: bool,
    /// When a robot is activated again.
    pub activation: Activation,
    /// Whether a robot whose algorithm panics crashes, or ends the run.
    pub crash_on_panic: bool,
    /// Whether outcomes bring a hash of what the robot saw.
    pub percepts: bool,
}

/// A robot: an oblivious point with a speed, a light and dice of its own.
#[derive(Clone, Debug)]
pub struct Robot {
    id: u32,
    rules: Arc<Rules>,
    controller: Controller,
    /// Whether the fault injector judges this robot.
    judged: bool,
    speed: f64,
    /// The mean wait between two cycles.
    mean_wait: f64,
    position: Point,
    target: Option<Point>,
    trip: Option<Path>,
    appearance: Appearance,
    light_changed: f64,
    travelled: f64,
    dice: Dice,
    /// The event of this robot that is pending, so that a crash can remove it.
    pending: Option<(f64, Kind)>,
    /// Whether its crash has been handled; nobody crashes twice.
    down: bool,
    /// The words for its faults, for people; its behaviour never depends on them.
    faults: Arc<[&'static str]>,
    /// Why its algorithm failed, where that made it crash.
    failure: Option<String>,
    /// The hash of what it saw in the present event, where somebody wants it.
    seen: Option<NonZeroU64>,
}

/// What a robot is made from.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What holds for all robots.
    pub rules: Arc<Rules>,
    /// What computes for it.
    pub controller: Controller,
    /// Whether the fault injector judges it.
    pub judged: bool,
    /// Whether it has crashed before the run starts.
    pub crashed: bool,
    /// The words for its faults.
    pub faults: Arc<[&'static str]>,
    /// Distance per unit of simulated time.
    pub speed: f64,
    /// The mean wait between two cycles, in simulated time.
    pub mean_wait: f64,
    /// Where it starts.
    pub position: Point,
    /// Its dice.
    pub dice: Dice,
}

/// What became of an event, and which event of this robot comes next.
#[derive(Clone, Copy, Debug)]
struct Step {
    code: Code,
    next: Option<(f64, Kind)>,
}

impl Step {
    /// Nothing comes next.
    fn last(code: Code) -> Self {
        Step { code, next: None }
    }

    /// A crash comes next, at this instant, as an event of its own.
    fn crash_at_once(now: f64) -> Self {
        Step {
            code: Code::Ignored,
            next: Some((now, Kind::Crash)),
        }
    }
}

impl Robot {
    /// A robot that has not been activated yet.
    #[must_use]
    pub fn new(id: u32, setup: Setup) -> Self {
        let phase = if setup.crashed {
            Phase::Crash
        } else {
            Phase::Wait
        };
        Robot {
            id,
            rules: setup.rules,
            controller: setup.controller,
            judged: setup.judged,
            speed: setup.speed,
            mean_wait: setup.mean_wait,
            position: setup.position,
            target: None,
            trip: None,
            appearance: Appearance {
                phase,
                ..Appearance::START
            },
            light_changed: -1.0,
            travelled: 0.0,
            dice: setup.dice,
            pending: None,
            down: false,
            faults: setup.faults,
            failure: None,
            seen: None,
        }
    }

    /// The robot's id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The position at the last finished Wait; not interpolated.
    #[must_use]
    pub fn position(&self) -> Point {
        self.position
    }

    /// Where the robot is at `time`.
    #[must_use]
    pub fn position_at(&self, time: f64) -> Point {
        self.trip
            .map_or(self.position, |path| path.at(time, self.rules.epsilon))
    }

    /// The target computed last.
    #[must_use]
    pub fn target(&self) -> Option<Point> {
        self.target
    }

    /// What others see.
    #[must_use]
    pub fn appearance(&self) -> Appearance {
        self.appearance
    }

    /// The distance travelled in finished moves.
    #[must_use]
    pub fn travelled(&self) -> f64 {
        self.travelled
    }

    /// The distance travelled until `time`, with the part of a move that is under way.
    #[must_use]
    pub fn travelled_at(&self, time: f64) -> f64 {
        self.travelled + self.position.distance(self.position_at(time))
    }

    /// Distance per unit of simulated time.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// The words for the robot's faults; none for a correct robot.
    #[must_use]
    pub fn faults(&self) -> &[&'static str] {
        &self.faults
    }

    /// Why the robot's algorithm failed, where that made it crash.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Has this controller compute from now on.
    pub fn set_controller(&mut self, controller: Controller) {
        self.controller = controller;
    }

    /// The robot's first event, at `time`.
    pub fn first_event(&mut self, time: f64) -> Wake<Oblot> {
        let kind = if self.appearance.is_live() {
            Kind::Look
        } else {
            Kind::Crash
        };
        self.pending = Some((time, kind));
        Wake::robot(time, self.id, kind)
    }

    /// The dice, for draws before the run starts.
    pub fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// The mean wait between two cycles.
    #[must_use]
    pub fn mean_wait(&self) -> f64 {
        self.mean_wait
    }

    /// One Look: everything up to the departure.
    async fn look<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Result<Step, Failure> {
        if !self.appearance.is_active() {
            return Ok(Step::last(Code::Ignored));
        }
        // Others, and the robot in its own percept, see it as it was before this Look.
        let percept = self.see(now, door).await?;
        if self.rules.percepts {
            self.seen = Some(percept.hash());
        }
        let sensing = self.judge_look(&percept, door).await?;
        if matches!(sensing, Sensing::Crash) {
            return Ok(Step::crash_at_once(now));
        }
        self.appearance.phase = Phase::Look;
        self.shine(Light::Blue, now);
        if let Sensing::Answer(target) = sensing {
            drop(percept);
            return match possible(Intent {
                target,
                done: false,
            }) {
                Ok(intent) => {
                    door.turn().await;
                    self.target = Some(intent.target);
                    self.appearance.frozen = false;
                    self.appearance.terminated = false;
                    Ok(self.depart(intent.target, now, door).await)
                }
                Err(failure) => self.fail(failure, now, door).await,
            };
        }
        if percept.active() <= 1 {
            drop(percept);
            door.turn().await;
            self.appearance.frozen = true;
            return Ok(self.terminate(now, door).await);
        }
        let computed = door
            .compute(&self.controller, percept, &mut self.dice)
            .await;
        match computed.and_then(possible) {
            Ok(intent) => self.act(intent, now, door).await,
            Err(failure) => self.fail(failure, now, door).await,
        }
    }

    /// What follows when nothing was decided that the robot can carry out.
    async fn fail<D: Door<Oblot>>(
        &mut self,
        failure: Failure,
        now: f64,
        door: &mut D,
    ) -> Result<Step, Failure> {
        if !self.rules.crash_on_panic {
            return Err(failure);
        }
        tracing::warn!(robot = self.id, time = now, %failure, "crashes");
        self.failure = Some(failure.to_string());
        self.appearance.phase = Phase::Wait;
        door.turn().await;
        Ok(Step::crash_at_once(now))
    }

    /// What follows Compute: the end of the algorithm, an omission, staying, or the departure.
    async fn act<D: Door<Oblot>>(
        &mut self,
        intent: Intent,
        now: f64,
        door: &mut D,
    ) -> Result<Step, Failure> {
        let Intent { target, done } = intent;
        self.target = Some(target);
        let omitted = !done && self.judge_intent(intent, door).await? == Verdict::Omit;
        door.turn().await;
        if done {
            return Ok(self.terminate(now, door).await);
        }
        let (dx, dy) = (target.x - self.position.x, target.y - self.position.y);
        if omitted || closer(dx, dy, self.rules.epsilon) {
            self.appearance.frozen = true;
            self.rest(now, door).await;
            return Ok(self.activate_again(now, Code::Resting, door));
        }
        self.appearance.frozen = false;
        Ok(self.depart(target, now, door).await)
    }

    async fn see<D: Door<Oblot>>(&self, now: f64, door: &mut D) -> Result<Percept, Failure> {
        match door
            .ask(Request::Look {
                robot: self.id,
                time: now,
            })
            .await
        {
            Reply::Percept(percept) => Ok(percept),
            other => Err(wrong(&other)),
        }
    }

    async fn judge_look<D: Door<Oblot>>(
        &self,
        percept: &Percept,
        door: &mut D,
    ) -> Result<Sensing, Failure> {
        if !self.judged {
            return Ok(Sensing::Clear);
        }
        let request = Request::JudgeLook {
            robot: self.id,
            percept: percept.clone(),
        };
        match door.ask(request).await {
            Reply::Sensing(sensing) => Ok(sensing),
            other => Err(wrong(&other)),
        }
    }

    async fn judge_intent<D: Door<Oblot>>(
        &self,
        intent: Intent,
        door: &mut D,
    ) -> Result<Verdict, Failure> {
        if !self.judged {
            return Ok(Verdict::Pass);
        }
        match door
            .ask(Request::JudgeIntent {
                robot: self.id,
                intent,
            })
            .await
        {
            Reply::Verdict(verdict) => Ok(verdict),
            other => Err(wrong(&other)),
        }
    }

    /// Leaves for `target`, or is there at once where the way takes no time.
    async fn depart<D: Door<Oblot>>(&mut self, target: Point, now: f64, door: &mut D) -> Step {
        let length = self.position.distance(target);
        let path = Path {
            from: self.position,
            to: target,
            start: now,
            speed: self.speed,
            length,
        };
        self.trip = Some(path);
        self.appearance.phase = Phase::Move;
        self.shine(Light::Red, now);
        let duration = if self.speed <= SLOWEST {
            0.0
        } else {
            length / self.speed
        };
        let arrival = now + duration;
        if arrival <= now {
            self.end_trip(now);
            self.rest(now, door).await;
            return self.activate_again(now, Code::Resting, door);
        }
        let (robot, appearance) = (self.id, self.appearance);
        door.tell(Request::Depart {
            robot,
            path,
            appearance,
        })
        .await;
        Step {
            code: Code::Moving,
            next: Some((arrival, Kind::Wait)),
        }
    }

    /// Ends a move, then waits for the next activation.
    async fn arrive<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        if !self.appearance.is_live() || self.trip.is_none() {
            return Step::last(Code::Ignored);
        }
        self.end_trip(now);
        self.rest(now, door).await;
        self.activate_again(now, Code::Resting, door)
    }

    /// Crashes: a robot on its way stops where it is.
    async fn crash<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        if std::mem::replace(&mut self.down, true) {
            return Step::last(Code::Ignored);
        }
        if let Some(path) = self.trip.take() {
            self.position = path.at(now, self.rules.epsilon);
            self.travelled += path.from.distance(self.position);
        }
        self.appearance.phase = Phase::Crash;
        let (robot, at, appearance) = (self.id, self.position, self.appearance);
        door.tell(Request::Rest {
            robot,
            at,
            appearance,
        })
        .await;
        Step::last(Code::Crashed)
    }

    async fn terminate<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        self.appearance.terminated = true;
        self.rest(now, door).await;
        Step::last(Code::Terminated)
    }

    /// Goes back to waiting, in the position where it is, and shows it.
    async fn rest<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) {
        self.appearance.phase = Phase::Wait;
        self.shine(Light::Green, now);
        let (robot, at, appearance) = (self.id, self.position, self.appearance);
        door.tell(Request::Rest {
            robot,
            at,
            appearance,
        })
        .await;
    }

    /// Ends a move at `now`: at its target, or, where moves are not rigid, where the robot is.
    fn end_trip(&mut self, now: f64) {
        let Some(path) = self.trip.take() else { return };
        self.position = if self.rules.rigid || now <= path.start + INSTANT {
            path.to
        } else {
            path.at(now, self.rules.epsilon)
        };
        self.travelled += path.from.distance(self.position);
    }

    /// Changes the light, unless it shows this colour or changed too short a while ago. Blue, red
    /// and green attempts of one Look come at one instant, so at most one of them succeeds.
    fn shine(&mut self, light: Light, now: f64) {
        if self.appearance.light != Some(light) && now - self.light_changed >= LIGHT_COOLDOWN {
            self.appearance.light = Some(light);
            self.light_changed = now;
        }
    }

    /// Draws the wait before the next activation, where the robots have clocks of their own.
    fn activate_again<D: Door<Oblot>>(&mut self, now: f64, code: Code, door: &mut D) -> Step {
        match self.rules.activation {
            Activation::Phases => Step::last(code),
            Activation::ExponentialClocks => {
                let wait = self.draw_wait(door.shared()).max(SHORTEST_WAIT);
                // A wait too short for the present time is the shortest that there is.
                let next = (now + wait).max(now.next_up());
                Step {
                    code,
                    next: Some((next, Kind::Look)),
                }
            }
        }
    }

    /// Draws a wait from the robot's clock.
    pub fn draw_wait(&mut self, shared: &mut crate::model::SharedDice) -> f64 {
        use crate::dice::{Draw as _, Purpose};
        self.dice
            .on(Purpose::Activation, shared)
            .exponential(self.mean_wait)
    }

    fn outcome(&self, code: Code) -> Outcome {
        Outcome::Robot(RobotOutcome {
            code,
            position: self.position,
            target: self.target,
            appearance: self.appearance,
            percept: self.seen,
        })
    }
}

impl Handler<Oblot> for Robot {
    async fn handle<D: Door<Oblot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Oblot>, Failure> {
        // What was pending is the event at hand, unless this is a crash from elsewhere.
        let pending = self.pending.take();
        self.seen = None;
        let step = match event.kind {
            Kind::Look | Kind::Round => self.look(event.time, door).await?,
            Kind::Wait => self.arrive(event.time, door).await,
            Kind::Crash => self.crash(event.time, door).await,
            kind => {
                let text = format!("a robot handles no {}", kind.name());
                return Err(Failure::Invalid(text));
            }
        };
        self.pending = step.next;
        let mut done = Done::new(self.outcome(step.code));
        done.wake = step
            .next
            .map(|(time, kind)| Wake::robot(time, self.id, kind));
        match pending {
            // What a crashed robot was about to do never happens.
            Some((time, kind))
                if event.kind == Kind::Crash && (time, kind) != (event.time, Kind::Crash) =>
            {
                let id = self.id as i32;
                Ok(done.cancel(Cancel { time, id, kind }))
            }
            _ => Ok(done),
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

impl crate::model::Robot<Oblot> for Robot {
    fn set_id(&mut self, id: u32) {
        self.id = id;
    }

    fn is_controlled_outside(&self) -> bool {
        matches!(self.controller, Controller::Outside)
    }
}

/// Refuses an intent that no robot can carry out.
fn possible(intent: Intent) -> Result<Intent, Failure> {
    let Point { x, y } = intent.target;
    if x.is_finite() && y.is_finite() {
        Ok(intent)
    } else {
        let text = format!("its target ({x}, {y}) is not a point");
        Err(Failure::Invalid(text))
    }
}

/// Every part answers each request with its own kind of reply, so this names a fault of the model.
fn wrong(reply: &Reply) -> Failure {
    Failure::Invalid(format!("a part gave the wrong kind of answer: {reply:?}"))
}

#[cfg(test)]
mod tests;
