//! OBLOT: oblivious robots in the plane that look, compute and move.
//!
//! | room | what it is about |
//! |---|---|
//! | [`robot`] | the one text of the Look-Compute-Move cycle |
//! | [`positions`] | the position tracker, which owns everything that can be seen |
//! | [`visibility`] | who sees what |
//! | [`faults`] | rules that make robots fail, one file each |
//! | [`schedulers`] | who is activated when, one file each |
//! | [`algorithms`] | what robots compute, one file each |
//! | [`starts`] | where robots start, one file each |
//! | [`census`] | the books: epochs, rounds, the end, the Stalled rule |
//! | [`measure`] | diameters, and what a run came to |
//! | [`scenario`] | from a scenario file to a plan |
//! | [`outside`] | what programs outside are told, and what they answer |
//! | [`keys`] | the keys of a scenario, described |
//!
//! The cycle and its quirks are those of the small Python simulator whose recorded runs this
//! model reproduces event for event (`formicary compare`).

pub mod algorithms;
pub mod census;
pub mod directive;
pub mod faults;
pub mod frames;
pub mod geometry;
mod intent;
pub mod keys;
mod light;
pub mod measure;
pub mod movement;
mod operation;
pub mod outside;
pub mod percept;
pub mod positions;
pub mod requirements;
pub mod robot;
mod row;
pub mod scenario;
pub mod schedulers;
pub mod senses;
pub mod starts;
mod steering;
#[cfg(test)]
mod tests;
pub mod visibility;

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use self::algorithms::Controller;
use self::faults::{FaultInjector, Sensing, Verdict};
use self::percept::Percept;
use self::positions::{Appearance, Path, PositionTracker, Snapshot};
use self::visibility::{Sight, Visibility};
use super::{
    Answer, Clock, Door, Extras, Failure, Figure, Handler, Injection, Model, Part as PartTrait,
    PartId, Plan, SharedDice, Subject,
};
use crate::dice::Touched;
use crate::layout::Layout;
use crate::math::Point;
use crate::scenario::{ScenarioError, Section};

pub use intent::{Destination, Intent};
pub use light::{Light, LightModel};
pub use row::{ROW_BYTES, flags};
pub use steering::Input;

/// The model of oblivious robots in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Oblot;

/// An event of this model.
pub type Event = super::Event<Oblot>;

/// The kinds of event, in the order in which the heap breaks ties: alphabetical, as in the
/// original simulator's heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A robot crashes.
    Crash,
    /// A transient fault strikes a robot.
    Fault,
    /// A robot looks, computes and departs; where Compute takes time, it only looks and computes.
    Look,
    /// A robot whose Compute took time departs or rests.
    Move,
    /// A synchronous phase: all its members look, compute and depart.
    Round,
    /// Reserved for a robot's end as an event of its own.
    Terminated,
    /// A tick of the environment, for whoever draws or samples the run.
    Visualize,
    /// A robot arrives, and waits for its next activation.
    Wait,
}

impl Kind {
    /// All kinds, by rank.
    pub const ALL: [Kind; 8] = [
        Kind::Crash,
        Kind::Fault,
        Kind::Look,
        Kind::Move,
        Kind::Round,
        Kind::Terminated,
        Kind::Visualize,
        Kind::Wait,
    ];
}

impl super::Kind for Kind {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Crash => "CRASH",
            Kind::Fault => "FAULT",
            Kind::Look => "LOOK",
            Kind::Move => "MOVE",
            Kind::Round => "ROUND",
            Kind::Terminated => "TERMINATED",
            Kind::Visualize => "VISUALIZE",
            Kind::Wait => "WAIT",
        }
    }
}

/// Where a robot stands in its cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Phase {
    /// Resting between two cycles.
    Wait,
    /// Looking and computing.
    Look,
    /// On its way.
    Move,
    /// Out of order for good.
    Crash,
}

impl Phase {
    /// The word for people, in capitals.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Wait => "WAIT",
            Phase::Look => "LOOK",
            Phase::Move => "MOVE",
            Phase::Crash => "CRASH",
        }
    }
}

/// What became of a robot's event. The numbers are those of the original simulator's recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum Code {
    /// The event meant nothing to the robot.
    Ignored = 0,
    /// The robot has looked and is computing.
    Computing = 1,
    /// The robot is on its way.
    Moving = 2,
    /// The robot rests: it stays, or its move has ended.
    Resting = 3,
    /// The robot has ended its algorithm.
    Terminated = 4,
    /// The robot has crashed.
    Crashed = 5,
    /// A transient fault has struck the robot.
    Struck = 6,
    /// Somebody from outside has the robot be activated next.
    Activated = 7,
}

/// The code of a Visualize tick.
pub const TICK: i8 = 99;
/// The code of the row that a synchronous round writes ahead of its robots' rows.
pub const ROUND: i8 = 98;
/// The code of the row that an order to the scheduler writes ahead of its robot's row.
pub const ORDER: i8 = 97;

/// A robot after one of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotOutcome {
    /// What became of the event.
    pub code: Code,
    /// The position at the last finished Wait; not interpolated.
    pub position: Point,
    /// The target computed last.
    pub target: Option<Point>,
    /// What others see.
    pub appearance: Appearance,
    /// What else is known of the event, where there is anything; not part of the digest.
    pub aside: Option<Box<Aside>>,
}

/// What is known of a robot's event besides what the digest is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aside {
    /// The hash of what it saw, where somebody wants it.
    pub percept: Option<NonZeroU64>,
    /// Where it was on its way when a transient fault took it off.
    pub halted: Option<Point>,
    /// What it decided and what became of that, where somebody wants it.
    pub choice: Option<Choice>,
}

/// What a robot decided, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The intent, in global coordinates.
    pub intent: Intent,
    /// What the fault injector made of it.
    pub verdict: Verdict,
    /// Where the robot will come to rest: the end of its way, or where it stays.
    pub stop: Point,
}

impl RobotOutcome {
    /// What is known besides.
    #[must_use]
    pub fn aside(&self) -> Aside {
        self.aside.as_deref().copied().unwrap_or_default()
    }
}

/// What an event did.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A robot's event.
    Robot(RobotOutcome),
    /// A Visualize tick, with the world at that instant if somebody wants frames.
    Tick(Option<Snapshot>),
}

/// The place of the visibility in the list of parts.
pub const VISIBILITY: PartId = PartId(0);
/// The place of the position tracker in the list of parts.
pub const POSITIONS: PartId = PartId(1);
/// The place of the fault injector in the list of parts.
pub const FAULTS: PartId = PartId(2);

/// What a robot or a part asks of a part.
#[derive(Debug)]
pub enum Request {
    /// To the visibility: what does the robot see?
    Look {
        /// Who looks.
        robot: u32,
        /// When.
        time: f64,
    },
    /// To the position tracker, from the visibility: the world, for one robot's eyes.
    Snapshot {
        /// Who looks.
        robot: u32,
        /// When.
        time: f64,
        /// How far it sees.
        sight: Sight,
    },
    /// To the fault injector, before Compute.
    JudgeLook {
        /// Who looks.
        robot: u32,
        /// What it sees.
        percept: Percept,
    },
    /// To the fault injector, after Compute and after the termination test.
    JudgeIntent {
        /// Whose intent.
        robot: u32,
        /// When it would leave.
        time: f64,
        /// Where the robot is.
        from: Point,
        /// Where it wants to go.
        to: Point,
    },
    /// To the position tracker: a robot leaves.
    Depart {
        /// Who.
        robot: u32,
        /// Along which path.
        path: Path,
        /// What others see from now on.
        appearance: Appearance,
    },
    /// To the position tracker: a robot rests, or stops for good.
    Rest {
        /// Who.
        robot: u32,
        /// Where.
        at: Point,
        /// What others see from now on.
        appearance: Appearance,
    },
}

/// What a part answers.
#[derive(Debug)]
pub enum Reply {
    /// What the robot sees.
    Percept(Percept),
    /// The judgement before Compute.
    Sensing(Sensing),
    /// The judgement after Compute.
    Verdict(Verdict),
    /// Noted.
    Noted,
}

/// The environment parts of this model.
#[derive(Clone, Debug)]
pub enum Part {
    /// Who sees what.
    Visibility(Visibility),
    /// Where everybody is.
    Positions(PositionTracker),
    /// Who fails, and how.
    Faults(FaultInjector),
}

impl Handler<Oblot> for Part {
    async fn handle<D: Door<Oblot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<super::Done<Oblot>, Failure> {
        match self {
            Part::Positions(positions) => positions.handle(event, door).await,
            Part::Visibility(_) | Part::Faults(_) => Err(Failure::Invalid(format!(
                "{} handles no events",
                self.name()
            ))),
        }
    }

    fn touched(&self) -> Vec<Touched> {
        match self {
            Part::Faults(faults) => faults.touched(),
            Part::Visibility(_) | Part::Positions(_) => Vec::new(),
        }
    }
}

impl PartTrait<Oblot> for Part {
    fn name(&self) -> &'static str {
        match self {
            Part::Visibility(_) => "visibility",
            Part::Positions(_) => "position tracker",
            Part::Faults(_) => "fault injector",
        }
    }

    #[inline]
    fn answer(&mut self, request: Request, shared: &mut SharedDice) -> Answer<Oblot> {
        match self {
            Part::Visibility(visibility) => visibility.answer(request),
            Part::Positions(positions) => positions.answer(request),
            Part::Faults(faults) => faults.answer(request, shared),
        }
    }
}

impl Model for Oblot {
    const NAME: &'static str = "oblot";

    type Kind = Kind;
    type Payload = directive::Payload;
    type Robot = robot::Robot;
    type Part = Part;
    type Request = Request;
    type Reply = Reply;
    type Percept = Percept;
    type Intent = Intent;
    type Controller = Controller;
    type Outcome = Outcome;
    type Director = census::Census;
    type Input = Input;

    #[inline]
    fn route(request: &Request) -> PartId {
        match request {
            Request::Look { .. } => VISIBILITY,
            Request::Snapshot { .. } | Request::Depart { .. } | Request::Rest { .. } => POSITIONS,
            Request::JudgeLook { .. } | Request::JudgeIntent { .. } => FAULTS,
        }
    }

    fn encode(event: &Event, robot: Option<u32>, outcome: &Outcome, row: &mut Vec<u8>) {
        let id = robot.map_or(event.id(), |id| id as i32);
        match outcome {
            Outcome::Tick(_) => row::bare(event, id, TICK, row),
            Outcome::Robot(outcome) => row::robot(event, id, outcome, row),
        }
    }

    fn encode_phase(event: &Event, _: usize, row: &mut Vec<u8>) {
        let code = if event.kind == Kind::Round {
            ROUND
        } else {
            ORDER
        };
        row::bare(event, event.id(), code, row);
    }

    fn encode_operation(outcome: &Outcome, row: &mut Vec<u8>) {
        operation::encode(outcome, row);
    }

    fn inject(input: &Input, census: &census::Census, now: f64) -> Injection<Oblot> {
        steering::inject(input, census, now)
    }
}

impl Subject for Oblot {
    type Scenario = scenario::Scenario;
    type Expected = ();

    fn read(root: &Section<'_>) -> Result<Self::Scenario, ScenarioError> {
        scenario::Scenario::read(root)
    }

    fn plan(scenario: &Self::Scenario, extras: Extras) -> Plan<Self> {
        scenario.plan(extras)
    }

    fn is_forced(scenario: &Self::Scenario) -> bool {
        scenario.is_forced()
    }

    fn footprint(scenario: &Self::Scenario) -> u64 {
        // Measured from 1,000 to a million robots: each with its dice, its place in the table and in the
        // grid, its pending event, and its start, which the figures are compared with.
        const ROBOT: u64 = 2_900;
        4_000_000 + ROBOT * scenario.robots() as u64
    }

    fn clock(scenario: &Self::Scenario) -> Clock {
        scenario.clock()
    }

    fn layout() -> Layout {
        row::layout()
    }

    fn operation_layout() -> Layout {
        operation::layout()
    }

    fn is_timed(kind: Kind) -> bool {
        kind != Kind::Move
    }

    fn command(scenario: &Self::Scenario, words: &[&str]) -> Result<Input, String> {
        steering::command(words, scenario.robots(), scenario.palette())
    }

    fn commands() -> &'static [(&'static str, &'static str)] {
        steering::COMMANDS
    }

    fn describe(robots: &[Option<robot::Robot>], census: &census::Census, now: f64) -> Vec<String> {
        steering::describe(robots, census, now)
    }

    fn frame(outcome: &Outcome) -> Option<Vec<Point>> {
        match outcome {
            Outcome::Tick(snapshot) => Some(snapshot.as_ref()?.positions()),
            Outcome::Robot(_) => None,
        }
    }

    fn percept(outcome: &Outcome) -> Option<u64> {
        match outcome {
            Outcome::Robot(outcome) => outcome.aside().percept.map(NonZeroU64::get),
            Outcome::Tick(_) => None,
        }
    }

    fn progress(census: &census::Census) -> (usize, usize) {
        (census.terminated(), census.robots())
    }

    fn figures(
        before: &[robot::Robot],
        after: &[Option<robot::Robot>],
        census: &census::Census,
        now: f64,
    ) -> Vec<Figure> {
        measure::figures(before, after, census, now)
    }
}
