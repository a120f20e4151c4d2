//! The one text of the Look-Compute-Move cycle.

use super::{Compute, Robot};
use crate::dice::{Draw as _, Purpose};
use crate::math::{Point, closer};
use crate::model::oblot::algorithms::Controller;
use crate::model::oblot::directive::{Directive, Payload, Steered, Transient};
use crate::model::oblot::faults::{Sensing, Verdict};
use crate::model::oblot::frames::Frame;
use crate::model::oblot::movement::Movement;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::Path;
use crate::model::oblot::schedulers::Activation;
use crate::model::oblot::senses::Senses;
use crate::model::oblot::{
    Choice, Code, Destination, Intent, Kind, Light, Oblot, Phase, Reply, Request,
};
use crate::model::outside::OnTrouble;
use crate::model::{Conclusion, Door, Failure, SharedDice, Thought};

/// A robot slower than this never arrives anywhere, so its moves end at once.
const SLOWEST: f64 = 1e-9;
/// The least wait between two cycles.
const SHORTEST_WAIT: f64 = 1e-9;
/// How long a light stays before it can change, in simulated time.
const LIGHT_COOLDOWN: f64 = 0.5;
/// A move that takes no longer than this ends at its target even where moves are not rigid.
const INSTANT: f64 = 1e-12;

/// What a robot has decided, in global coordinates.
#[derive(Clone, Copy, Debug)]
struct Decision {
    target: Point,
    light: Option<Light>,
    done: bool,
    by: By,
}

/// Who decided. What the fault injector decides in a robot's place, nothing judges again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The robot's controller.
    Controller,
    /// The fault injector, which sends the robot to its target, however near that is.
    Sent,
    /// The fault injector, which has the robot stay.
    Held,
}

/// What waits for the end of Compute, with what the scheduler said about it.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    outlook: Outlook,
    payload: Payload,
}

/// How far a robot has come that computes.
#[derive(Clone, Debug)]
enum Outlook {
    /// It has decided, and only the time is still to pass.
    Made(Decision),
    /// It has looked, and decides at the end of Compute.
    Open(Percept),
    /// Its algorithm has come to an end meanwhile.
    Concluded(Result<Intent, Failure>),
}

/// What became of an event, and which event of this robot comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) code: Code,
    pub(super) next: Option<(f64, Kind)>,
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
    /// One Look: everything up to the departure, or up to the end of a Compute that takes time.
    pub(super) async fn look<D: Door<Oblot>>(
        &mut self,
        now: f64,
        payload: &Payload,
        door: &mut D,
    ) -> Result<Step, Failure> {
        if !self.appearance.is_active() {
            return Ok(Step::last(Code::Ignored));
        }
        // Others, and the robot in its own percept, see it as it was before this Look.
        let percept = self.see(now, door).await?;
        if self.rules.percepts {
            self.seen = Some(percept.hash());
        }
        let sensing = match self.judge_look(&percept, door).await? {
            Sensing::Crash => return Ok(Step::crash_at_once(now)),
            _ if self.is_held() => Sensing::Stay,
            sensing => sensing,
        };
        self.appearance.phase = Phase::Look;
        self.shine(Light::Blue, now);
        let decision = match sensing {
            Sensing::Answer(target) => {
                drop(percept);
                Decision::of(Intent::go(target, false), By::Sent)
            }
            Sensing::Stay => {
                drop(percept);
                Decision::of(Intent::stay(self.position, false), By::Held)
            }
            _ if percept.active() <= 1 && self.ends_when_alone() => {
                drop(percept);
                door.turn().await;
                self.appearance.frozen = true;
                return Ok(self.terminate(now, door).await);
            }
            sensing => {
                let percept = match sensing {
                    Sensing::Loss(hidden) => percept.without(&hidden),
                    _ => percept,
                };
                let percept = self.perceive(percept, payload, door);
                if self.rules.compute == Compute::Real {
                    let outlook = Outlook::Open(percept);
                    return Ok(self.ponder(outlook, now, payload, door).await);
                }
                self.decide(percept, door).await
            }
        };
        let decision = match self.or_stay(decision, now) {
            Ok(decision) => decision,
            Err(failure) => return self.fail(failure, now, door).await,
        };
        match self.end_of_compute(now, payload, door) {
            None => self.act(decision, now, payload, door).await,
            Some(end) => {
                let outlook = Outlook::Made(decision);
                Ok(self.ponder(outlook, end, payload, door).await)
            }
        }
    }

    /// Whether somebody from outside has it stay.
    fn is_held(&self) -> bool {
        self.flaws.as_ref().is_some_and(|flaws| flaws.held)
    }

    fn ends_when_alone(&self) -> bool {
        self.rules.quirks.last_active_ends && self.ends()
    }

    /// Whether it ends when its algorithm has reached its end.
    fn ends(&self) -> bool {
        let byzantine = self.flaws.as_ref().is_some_and(|flaws| flaws.byzantine);
        self.rules.terminate && !byzantine
    }

    /// What the robot makes of what it sees, where that is not just the same.
    fn perceive<D: Door<Oblot>>(
        &mut self,
        percept: Percept,
        payload: &Payload,
        door: &mut D,
    ) -> Percept {
        let order = payload.of(self.id);
        let (ordered_frame, ordered_tie) = order.map_or((None, None), |o| (o.frame, o.tie));
        let senses = match &self.rules.senses {
            Some(senses) => *senses,
            None if ordered_frame.is_none() && ordered_tie.is_none() => return percept,
            None => Senses::perfect(self.rules.epsilon),
        };
        let frame = ordered_frame.or_else(|| self.own_frame(&senses, door.shared()));
        let tie = ordered_tie.unwrap_or(senses.tie);
        let percept = senses.perceive(&percept, frame, tie, &mut self.dice, door.shared());
        if self.rules.percepts {
            self.seen = Some(percept.hash());
        }
        percept
    }

    /// The frame of this activation, where the robots have frames of their own.
    fn own_frame(&mut self, senses: &Senses, shared: &mut SharedDice) -> Option<Frame> {
        let frames = senses.frames?;
        let dice = &mut self.dice;
        let mut draw = || frames.draw(&mut dice.on(Purpose::Frame, shared));
        if frames.each_activation {
            return Some(draw());
        }
        Some(**self.frame.get_or_insert_with(|| Box::new(draw())))
    }

    /// Has the controller compute, and finds where its answer leads.
    async fn decide<D: Door<Oblot>>(
        &mut self,
        percept: Percept,
        door: &mut D,
    ) -> Result<Decision, Failure> {
        // An algorithm of this process settles its intent itself, and the percept goes with it.
        let kept = matches!(self.controller, Controller::Outside).then(|| percept.clone());
        let intent = door
            .compute(&self.controller, percept, &mut self.dice)
            .await?;
        Decision::of(
            match kept {
                Some(percept) => percept.settle(intent),
                None => intent,
            },
            By::Controller,
        )
    }

    /// When this Compute is over, where it takes any time.
    fn end_of_compute<D: Door<Oblot>>(
        &mut self,
        now: f64,
        payload: &Payload,
        door: &mut D,
    ) -> Option<f64> {
        let ordered = payload.of(self.id).and_then(|order| order.compute);
        let time = match (ordered, &self.rules.compute) {
            (Some(time), _) => time,
            (None, Compute::AtOnce) => return None,
            (None, Compute::Law(law)) => {
                let mut die = self.dice.on(Purpose::Activation, door.shared());
                law.draw(&mut die)
            }
            (None, Compute::Real) => return Some(now),
        };
        (time > 0.0).then_some(now + time)
    }

    /// Goes on computing until `end`.
    async fn ponder<D: Door<Oblot>>(
        &mut self,
        outlook: Outlook,
        end: f64,
        payload: &Payload,
        door: &mut D,
    ) -> Step {
        self.decided = Some(Box::new(Decided {
            outlook,
            payload: payload.clone(),
        }));
        door.turn().await;
        self.show(door).await;
        Step {
            code: Code::Computing,
            next: Some((end, Kind::Move)),
        }
    }

    /// The end of a Compute that took time.
    pub(super) async fn carry_out<D: Door<Oblot>>(
        &mut self,
        now: f64,
        door: &mut D,
    ) -> Result<Step, Failure> {
        let decided = self.decided.take();
        let Some(decided) = decided.filter(|_| self.appearance.is_active()) else {
            return Ok(Step::last(Code::Ignored));
        };
        let Decided { outlook, payload } = *decided;
        let decision = match outlook {
            Outlook::Made(decision) => Ok(decision),
            Outlook::Open(percept) => self.decide(percept, door).await,
            Outlook::Concluded(intent) => {
                intent.and_then(|intent| Decision::of(intent, By::Controller))
            }
        };
        match self.or_stay(decision, now) {
            Ok(decision) => self.act(decision, now, &payload, door).await,
            Err(failure) => self.fail(failure, now, door).await,
        }
    }

    /// The Compute that lies open until its next event.
    pub(super) fn open_compute(&self) -> Option<Thought<Oblot>> {
        self.open_view().map(|percept| Thought {
            controller: self.controller.clone(),
            percept: percept.clone(),
            dice: self.dice.clone(),
        })
    }

    /// What it sees in it.
    pub(super) fn open_view(&self) -> Option<&Percept> {
        match &self.decided.as_deref()?.outlook {
            Outlook::Open(percept) => Some(percept),
            Outlook::Made(_) | Outlook::Concluded(_) => None,
        }
    }

    /// Takes what came of the open Compute.
    pub(super) fn close_compute(&mut self, conclusion: Conclusion<Oblot>) {
        if let Some(decided) = &mut self.decided
            && matches!(decided.outlook, Outlook::Open(_))
        {
            decided.outlook = Outlook::Concluded(conclusion.intent);
            self.dice = conclusion.dice;
        }
    }

    /// The decision; or that to stay in this cycle, where a program outside did not answer as agreed
    /// and robots are to stay then.
    fn or_stay(&self, decision: Result<Decision, Failure>, now: f64) -> Result<Decision, Failure> {
        match decision {
            Err(failure @ Failure::Controller(_)) if self.rules.on_trouble == OnTrouble::Stay => {
                tracing::warn!(robot = self.id, time = now, %failure, "stays");
                Decision::of(Intent::stay(self.position, false), By::Held)
            }
            decision => decision,
        }
    }

    /// What follows when nothing was decided that the robot can carry out.
    async fn fail<D: Door<Oblot>>(
        &mut self,
        failure: Failure,
        now: f64,
        door: &mut D,
    ) -> Result<Step, Failure> {
        let crashes = match failure {
            Failure::Controller(_) => self.rules.on_trouble == OnTrouble::CrashFault,
            _ => self.rules.crash_on_panic,
        };
        if !crashes {
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
        decision: Decision,
        now: f64,
        payload: &Payload,
        door: &mut D,
    ) -> Result<Step, Failure> {
        let Decision {
            target,
            light,
            done,
            by,
        } = decision;
        self.target = Some(target);
        let done = done && self.ends();
        let verdict = if done || by != By::Controller {
            Verdict::Pass
        } else {
            self.judge_intent(target, now, door).await?
        };
        let goal = match verdict {
            Verdict::Instead(goal) => goal,
            _ => target,
        };
        if self.rules.choices {
            let destination = Destination::To(target);
            self.choice = Some(Box::new(Choice {
                intent: Intent {
                    destination,
                    light,
                    done,
                },
                verdict,
                stop: self.position,
            }));
        }
        if let Err(failure) = check_point("where a fault sends it", goal) {
            return self.fail(failure, now, door).await;
        }
        door.turn().await;
        if light.is_some() {
            self.appearance.light = light;
        }
        if done {
            return Ok(self.terminate(now, door).await);
        }
        let (dx, dy) = (goal.x - self.position.x, goal.y - self.position.y);
        let stays = match by {
            By::Controller => verdict == Verdict::Omit || closer(dx, dy, self.rules.epsilon),
            By::Sent => false,
            By::Held => true,
        };
        if stays {
            self.appearance.frozen = true;
            self.rest(now, door).await;
            return Ok(self.activate_again(now, Code::Resting, door));
        }
        self.appearance.frozen = false;
        Ok(self.depart(goal, now, payload.of(self.id), door).await)
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
        to: Point,
        now: f64,
        door: &mut D,
    ) -> Result<Verdict, Failure> {
        if !self.judged {
            return Ok(Verdict::Pass);
        }
        match door
            .ask(Request::JudgeIntent {
                robot: self.id,
                time: now,
                from: self.position,
                to,
            })
            .await
        {
            Reply::Verdict(verdict) => Ok(verdict),
            other => Err(wrong(&other)),
        }
    }

    /// Leaves for `goal`, or is there at once where the way takes no time.
    async fn depart<D: Door<Oblot>>(
        &mut self,
        goal: Point,
        now: f64,
        order: Option<&Directive>,
        door: &mut D,
    ) -> Step {
        let path = self.way(goal, now, order, door.shared());
        let travel = order.and_then(|order| order.travel);
        self.trip = Some(path);
        if let Some(choice) = &mut self.choice {
            choice.stop = path.to;
        }
        self.appearance.phase = Phase::Move;
        self.shine(Light::Red, now);
        let duration = match travel {
            Some(travel) => travel,
            None if path.speed <= SLOWEST => 0.0,
            None => path.length / path.speed,
        };
        let crash = self.crash_on_way().map(|part| now + part * duration);
        let arrival = now + duration;
        if arrival <= now && crash.is_none() {
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
        let next = match crash {
            Some(time) => (time, Kind::Crash),
            None => (arrival, Kind::Wait),
        };
        Step {
            code: Code::Moving,
            next: Some(next),
        }
    }

    /// Counts a departure down; the part of this way after which the robot crashes, where it does.
    fn crash_on_way(&mut self) -> Option<f64> {
        let crash = self.flaws.as_mut()?.crash.as_mut()?;
        crash.departures = crash.departures.saturating_sub(1);
        (crash.departures == 0).then_some(crash.part)
    }

    /// Its speed, if it leaves at this instant.
    fn speed_at(&self, now: f64) -> f64 {
        let Some(flaws) = &self.flaws else {
            return self.speed;
        };
        let slow = flaws.slow.iter().filter(|slow| slow.holds(now));
        let speed = slow.fold(self.speed, |speed, slow| speed * slow.factor);
        match flaws.slowed {
            Some(factor) => scaled(speed, factor),
            None => speed,
        }
    }

    /// The way towards `goal`: how far the robot comes, and how fast.
    fn way(
        &mut self,
        goal: Point,
        now: f64,
        order: Option<&Directive>,
        shared: &mut SharedDice,
    ) -> Path {
        let from = self.position;
        let mut length = from.distance(goal);
        let stop = order.and_then(|order| order.stop);
        let dice = &mut self.dice;
        let draw = |low, high| dice.on(Purpose::Movement, shared).uniform(low, high);
        let to = self.rules.movement.end(from, goal, length, stop, draw);
        if to != goal {
            length = from.distance(to);
        }
        let speed = match (order.and_then(|order| order.travel), &self.rules.speed) {
            (Some(travel), _) => length / travel,
            (None, None) => self.speed_at(now),
            (None, Some(law)) => {
                let mut die = self.dice.on(Purpose::Movement, shared);
                let factor = law.draw(&mut die);
                scaled(self.speed_at(now), factor)
            }
        };
        Path {
            from,
            to,
            start: now,
            speed,
            length,
        }
    }

    /// Ends a move, then waits for the next activation.
    pub(super) async fn arrive<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        if !self.appearance.is_live() || self.trip.is_none() {
            return Step::last(Code::Ignored);
        }
        self.end_trip(now);
        self.rest(now, door).await;
        self.activate_again(now, Code::Resting, door)
    }

    /// Crashes: a robot on its way stops where it is.
    pub(super) async fn crash<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        if std::mem::replace(&mut self.down, true) {
            return Step::last(Code::Ignored);
        }
        self.stop_short(now);
        self.decided = None;
        self.appearance.phase = Phase::Crash;
        self.appearance.vanished = self.flaws.as_ref().is_some_and(|flaws| flaws.vanishes);
        self.show(door).await;
        Step::last(Code::Crashed)
    }

    /// Ends a move on the way, where the robot is.
    fn stop_short(&mut self, now: f64) {
        if let Some(path) = self.trip.take() {
            self.position = path.at(now, self.early());
            self.travelled += path.from.distance(self.position);
        }
    }

    /// Suffers a transient fault: it is somewhere else, or shows another light. A robot on its way
    /// rests at once; one that rests or computes goes on as if nothing had happened.
    pub(super) async fn suffer<D: Door<Oblot>>(
        &mut self,
        transient: &Transient,
        now: f64,
        pending: Option<(f64, Kind)>,
        door: &mut D,
    ) -> Result<(Step, Option<(f64, Kind)>), Failure> {
        if !self.appearance.is_live() {
            return Ok((Step::last(Code::Ignored), None));
        }
        let moving = self.trip.is_some();
        self.stop_short(now);
        let Point { x, y } = transient.position.unwrap_or(self.position);
        let by = transient.displacement.unwrap_or_default();
        let position = Point::new(x + by.x, y + by.y);
        check_point("where a transient fault puts it", position)?;
        self.position = position;
        self.appearance.light = transient.light.or(self.appearance.light);
        if moving {
            self.rest(now, door).await;
            return Ok((self.activate_again(now, Code::Struck, door), pending));
        }
        self.show(door).await;
        self.pending = pending;
        Ok((Step::last(Code::Struck), None))
    }

    /// Takes what somebody from outside does to it.
    pub(super) async fn obey<D: Door<Oblot>>(
        &mut self,
        order: &Steered,
        now: f64,
        pending: Option<(f64, Kind)>,
        door: &mut D,
    ) -> Result<(Step, Option<(f64, Kind)>), Failure> {
        let mut transient = Transient::default();
        match *order {
            Steered::Hold => self.flaws.get_or_insert_default().held = true,
            Steered::Slow(factor) => self.flaws.get_or_insert_default().slowed = Some(factor),
            Steered::Put(position) => transient.position = Some(position),
            Steered::Show(light) => transient.light = Some(light),
            Steered::Activate => return Ok(self.hurry(now, pending)),
        }
        self.suffer(&transient, now, pending, door).await
    }

    /// Somebody has it be activated next. With a clock of its own its wait ends at this instant; where
    /// a planner activates it, that does the rest. Refused inside a cycle, and by robots that are
    /// activated no more.
    fn hurry(&mut self, now: f64, pending: Option<(f64, Kind)>) -> (Step, Option<(f64, Kind)>) {
        let rests = self.appearance.is_active() && self.trip.is_none() && self.decided.is_none();
        match (self.rules.activation, pending) {
            (Activation::Clocks, Some((time, Kind::Look))) if rests && time > now => {
                let step = Step {
                    code: Code::Activated,
                    next: Some((now, Kind::Look)),
                };
                (step, pending)
            }
            (Activation::Clocks, Some((_, Kind::Look))) | (Activation::Planned, None) if rests => {
                self.pending = pending;
                (Step::last(Code::Activated), None)
            }
            _ => {
                self.pending = pending;
                (Step::last(Code::Ignored), None)
            }
        }
    }

    async fn terminate<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) -> Step {
        self.appearance.terminated = true;
        self.appearance.frozen |= !self.rules.quirks.frozen_survives;
        self.rest(now, door).await;
        Step::last(Code::Terminated)
    }

    /// Goes back to waiting, in the position where it is, and shows it.
    async fn rest<D: Door<Oblot>>(&mut self, now: f64, door: &mut D) {
        self.appearance.phase = Phase::Wait;
        self.shine(Light::Green, now);
        self.show(door).await;
    }

    /// Has the tracker show the robot as it stands.
    async fn show<D: Door<Oblot>>(&mut self, door: &mut D) {
        let (robot, at, appearance) = (self.id, self.position, self.appearance);
        door.tell(Request::Rest {
            robot,
            at,
            appearance,
        })
        .await;
    }

    /// Ends a move at `now`: at its end, or, where moves are as in the original simulator, where
    /// the robot is.
    pub(super) fn end_trip(&mut self, now: f64) {
        let Some(path) = self.trip.take() else { return };
        let original = self.rules.movement == Movement::Original && now > path.start + INSTANT;
        self.position = if original {
            path.at(now, self.early())
        } else {
            path.to
        };
        self.travelled += path.from.distance(self.position);
    }

    /// How much of its way may be left when a robot counts as arrived.
    pub(super) fn early(&self) -> f64 {
        self.rules.early()
    }

    /// Changes the light, unless it shows this colour or changed too short a while ago. Blue, red
    /// and green attempts of one Look come at one instant, so at most one of them succeeds.
    pub(super) fn shine(&mut self, light: Light, now: f64) {
        if self.rules.palette {
            return;
        }
        if self.appearance.light != Some(light) && now - self.light_changed >= LIGHT_COOLDOWN {
            self.appearance.light = Some(light);
            self.light_changed = now;
        }
    }

    /// Draws the wait before the next activation, where the robots have clocks of their own.
    fn activate_again<D: Door<Oblot>>(&mut self, now: f64, code: Code, door: &mut D) -> Step {
        match self.rules.activation {
            Activation::Planned => Step::last(code),
            Activation::Clocks => {
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
    pub fn draw_wait(&mut self, shared: &mut SharedDice) -> f64 {
        let mut die = self.dice.on(Purpose::Activation, shared);
        self.wait.draw(&mut die)
    }
}

impl Decision {
    /// What a settled intent comes to; refuses one that no robot can carry out.
    fn of(intent: Intent, by: By) -> Result<Self, Failure> {
        let target = match intent.destination {
            Destination::To(target) => target,
            other => {
                let text = format!("{other:?} was not settled to a point");
                return Err(Failure::Invalid(text));
            }
        };
        check_point("its target", target)?;
        Ok(Decision {
            target,
            light: intent.light,
            done: intent.done,
            by,
        })
    }
}

/// A speed, multiplied. However small the factor, a robot that can move does not jump.
fn scaled(speed: f64, factor: f64) -> f64 {
    if speed > SLOWEST {
        (speed * factor).max(SLOWEST.next_up())
    } else {
        speed * factor
    }
}

/// Refuses what is no point of the plane.
fn check_point(what: &str, point: Point) -> Result<(), Failure> {
    let Point { x, y } = point;
    if x.is_finite() && y.is_finite() {
        return Ok(());
    }
    let text = format!("{what} ({x}, {y}) is not a point");
    Err(Failure::Invalid(text))
}

/// Every part answers each request with its own kind of reply, so this names a fault of the model.
fn wrong(reply: &Reply) -> Failure {
    Failure::Invalid(format!("a part gave the wrong kind of answer: {reply:?}"))
}
