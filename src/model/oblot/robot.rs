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

mod cycle;
mod rules;

use std::num::NonZeroU64;
use std::sync::Arc;

use self::cycle::Decided;
use super::algorithms::Controller;
use super::directive::{Payload, Steered};
use super::faults::Flaws;
use super::frames::Frame;
use super::percept::Percept;
use super::positions::{Appearance, Path};
use super::schedulers::Law;
use super::{Aside, Choice, Code, Event, Kind, Light, Oblot, Outcome, Phase, RobotOutcome};
use crate::dice::{Dice, Touched};
use crate::math::Point;
use crate::model::{Cancel, Conclusion, Done, Door, Failure, Handler, Kind as _, Thought, Wake};

pub use rules::{Compute, Quirks, Rules};

/// A robot: an oblivious point with a speed, a light and dice of its own.
#[derive(Clone, Debug)]
pub struct Robot {
    id: u32,
    rules: Arc<Rules>,
    controller: Controller,
    /// Whether the fault injector judges this robot.
    judged: bool,
    /// What is wrong with its body, where anything is.
    flaws: Option<Box<Flaws>>,
    speed: f64,
    /// The wait between two cycles.
    wait: Law,
    position: Point,
    target: Option<Point>,
    trip: Option<Path>,
    /// What it has decided while its Compute still takes time.
    decided: Option<Box<Decided>>,
    /// Its own frame, once drawn, where it keeps one for the whole run. It belongs to the robot's
    /// body: its algorithm cannot write to it.
    frame: Option<Box<Frame>>,
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
    /// What it decided in the present event, where somebody wants it.
    choice: Option<Box<Choice>>,
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
    /// What is wrong with its body, where anything is.
    pub flaws: Option<Box<Flaws>>,
    /// The words for its faults.
    pub faults: Arc<[&'static str]>,
    /// Distance per unit of simulated time.
    pub speed: f64,
    /// The wait between two cycles, in simulated time.
    pub wait: Law,
    /// Where it starts.
    pub position: Point,
    /// The light it shows at the start.
    pub light: Option<Light>,
    /// Its dice.
    pub dice: Dice,
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
        let vanishes = setup.flaws.as_ref().is_some_and(|flaws| flaws.vanishes);
        Robot {
            id,
            rules: setup.rules,
            controller: setup.controller,
            judged: setup.judged,
            flaws: setup.flaws,
            speed: setup.speed,
            wait: setup.wait,
            position: setup.position,
            target: None,
            trip: None,
            decided: None,
            frame: None,
            appearance: Appearance {
                phase,
                light: setup.light,
                vanished: setup.crashed && vanishes,
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
            choice: None,
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
            .map_or(self.position, |path| path.at(time, self.early()))
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

    /// Distance per unit of simulated time, where no fault slows the robot down.
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

    /// The law of the wait between two cycles.
    #[must_use]
    pub fn wait(&self) -> Law {
        self.wait
    }

    fn outcome(&mut self, code: Code, halted: Option<Point>) -> Outcome {
        let (percept, choice) = (self.seen.take(), self.choice.take());
        let known = percept.is_some() || halted.is_some() || choice.is_some();
        let aside = || Aside {
            percept,
            halted,
            choice: choice.map(|choice| *choice),
        };
        Outcome::Robot(RobotOutcome {
            code,
            position: self.position,
            target: self.target,
            appearance: self.appearance,
            aside: known.then(|| Box::new(aside())),
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
        let mut pending = self.pending.take();
        let mut halted = None;
        let step = match (event.kind, &event.payload) {
            (Kind::Look | Kind::Round, payload) => self.look(event.time, payload, door).await?,
            (Kind::Move, _) => self.carry_out(event.time, door).await?,
            (Kind::Wait, _) => self.arrive(event.time, door).await,
            (Kind::Crash, _) => self.crash(event.time, door).await,
            (Kind::Fault, Payload::Transient(transient)) => {
                halted = self.trip.map(|path| path.at(event.time, self.early()));
                let (step, dropped) = self.suffer(transient, event.time, pending, door).await?;
                pending = dropped;
                step
            }
            (Kind::Fault, Payload::Steered(order)) => {
                let halts = **order != Steered::Activate;
                let trip = self.trip.filter(|_| halts);
                halted = trip.map(|path| path.at(event.time, self.early()));
                let (step, dropped) = self.obey(order, event.time, pending, door).await?;
                pending = dropped;
                step
            }
            (kind, _) => {
                let text = format!("a robot handles no {}", kind.name());
                return Err(Failure::Invalid(text));
            }
        };
        if step.next.is_some() || event.kind != Kind::Fault {
            self.pending = step.next;
        }
        let mut done = Done::new(self.outcome(step.code, halted));
        done.wake = step
            .next
            .map(|(time, kind)| Wake::robot(time, self.id, kind));
        match pending {
            // What a robot was about to do never happens once it has crashed or was moved away.
            Some((time, kind))
                if matches!(event.kind, Kind::Crash | Kind::Fault)
                    && (time, kind) != (event.due, Kind::Crash) =>
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

    fn thought(&self) -> Option<Thought<Oblot>> {
        self.open_compute()
    }

    fn view_bytes(&self) -> usize {
        self.open_view().map_or(0, Percept::bytes)
    }

    fn conclude(&mut self, conclusion: Conclusion<Oblot>) {
        self.close_compute(conclusion);
    }

    fn is_in_flight(&self) -> bool {
        self.decided.is_some() || self.trip.is_some()
    }
}

#[cfg(test)]
mod tests;
