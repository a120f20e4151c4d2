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
//! | [`keys`] | the keys of a scenario, described |
//!
//! The cycle and its quirks are those of the small Python simulator whose recorded runs this
//! model reproduces event for event (`formicary compare`).

pub mod algorithms;
pub mod census;
pub mod faults;
pub mod keys;
pub mod measure;
pub mod percept;
pub mod positions;
pub mod robot;
pub mod scenario;
pub mod schedulers;
pub mod starts;
#[cfg(test)]
mod tests;
pub mod visibility;

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use self::algorithms::Controller;
use self::faults::{FaultInjector, Sensing, Verdict};
use self::percept::{Percept, Sight};
use self::positions::{Appearance, Path, PositionTracker, Snapshot};
use self::visibility::Visibility;
use super::{
    Answer, Door, Extras, Failure, Figure, Handler, Injection, Model, Part as PartTrait, PartId,
    Plan, SharedDice, Subject, Wake,
};
use crate::dice::Touched;
use crate::layout::{ColumnKind, Layout};
use crate::math::Point;
use crate::scenario::{ScenarioError, Section};

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
    /// A robot looks, computes and departs.
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
    pub const ALL: [Kind; 7] = [
        Kind::Crash,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// The light by which a robot shows its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Light {
    /// Shown when looking.
    Blue = 1,
    /// Shown when departing.
    Red = 2,
    /// Shown when resting.
    Green = 3,
}

impl Light {
    /// The word for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Light::Blue => "blue",
            Light::Red => "red",
            Light::Green => "green",
        }
    }
}

/// What a robot decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// Where it wants to go.
    pub target: Point,
    /// Whether its algorithm has reached its end.
    pub done: bool,
}

/// What became of a robot's event. The numbers are those of the original simulator's recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum Code {
    /// The event meant nothing to the robot.
    Ignored = 0,
    /// The robot is on its way.
    Moving = 2,
    /// The robot rests: it stays, or its move has ended.
    Resting = 3,
    /// The robot has ended its algorithm.
    Terminated = 4,
    /// The robot has crashed.
    Crashed = 5,
}

/// The code of a Visualize tick.
pub const TICK: i8 = 99;
/// The code of the row that a synchronous round writes ahead of its robots' rows.
pub const ROUND: i8 = 98;

/// A robot after one of its events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RobotOutcome {
    /// What became of the event.
    pub code: Code,
    /// The position at the last finished Wait; not interpolated.
    pub position: Point,
    /// The target computed last.
    pub target: Option<Point>,
    /// What others see.
    pub appearance: Appearance,
    /// The hash of what it saw in this event, where somebody wants it; not part of the digest.
    pub percept: Option<NonZeroU64>,
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
        /// The intent.
        intent: Intent,
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

/// What a person or a script may do to a run from outside.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A robot crashes at the present instant.
    Crash {
        /// Which robot.
        robot: u32,
    },
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

/// The length of a packed row, in bytes.
pub const ROW_BYTES: usize = 48;

/// Bits of the flags column.
pub mod flags {
    /// The robot decided to stay when it looked last.
    pub const FROZEN: u8 = 1;
    /// The robot has ended its algorithm.
    pub const TERMINATED: u8 = 2;
    /// The robot has a target.
    pub const TARGET: u8 = 4;
    /// The row belongs to the synchronous round of the rows before it.
    pub const MEMBER: u8 = 8;
    /// How far the phase is shifted: WAIT 0, LOOK 1, MOVE 2, CRASH 3.
    pub const PHASE_SHIFT: u8 = 4;
}

impl Model for Oblot {
    const NAME: &'static str = "oblot";

    type Kind = Kind;
    type Payload = ();
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
            Outcome::Tick(_) => encode_bare(event, id, TICK, row),
            Outcome::Robot(outcome) => encode_robot(event, id, outcome, row),
        }
    }

    fn encode_phase(event: &Event, _: usize, row: &mut Vec<u8>) {
        encode_bare(event, event.id(), ROUND, row);
    }

    fn inject(input: &Input, now: f64) -> Injection<Oblot> {
        match *input {
            Input::Crash { robot } => {
                let wakes = vec![Wake::robot(now, robot, Kind::Crash)];
                Injection {
                    wakes,
                    ..Injection::default()
                }
            }
        }
    }
}

impl Subject for Oblot {
    type Scenario = scenario::Scenario;

    fn read(root: &Section<'_>) -> Result<Self::Scenario, ScenarioError> {
        scenario::Scenario::read(root)
    }

    fn plan(scenario: &Self::Scenario, extras: Extras) -> Plan<Self> {
        scenario.plan(extras)
    }

    fn layout() -> Layout {
        let kinds = Kind::ALL.map(|kind| (i64::from(kind as u8), super::Kind::name(kind)));
        Layout::new()
            .column("time", ColumnKind::F64)
            .column("id", ColumnKind::I32)
            .column("kind", ColumnKind::U8)
            .words(&kinds)
            .column("code", ColumnKind::I8)
            .words(&[
                (Code::Ignored as i64, "ignored"),
                (Code::Moving as i64, "moving"),
                (Code::Resting as i64, "resting"),
                (Code::Terminated as i64, "terminated"),
                (Code::Crashed as i64, "crashed"),
                (i64::from(ROUND), "round"),
                (i64::from(TICK), "tick"),
            ])
            .column("flags", ColumnKind::U8)
            .column("light", ColumnKind::U8)
            .words(&[
                (0, "none"),
                (Light::Blue as i64, "blue"),
                (Light::Red as i64, "red"),
                (Light::Green as i64, "green"),
            ])
            .column("x", ColumnKind::F64)
            .column("y", ColumnKind::F64)
            .column("target_x", ColumnKind::F64)
            .column("target_y", ColumnKind::F64)
            .follower("flags", flags::MEMBER)
    }

    fn frame(outcome: &Outcome) -> Option<Vec<Point>> {
        match outcome {
            Outcome::Tick(snapshot) => Some(snapshot.as_ref()?.positions()),
            Outcome::Robot(_) => None,
        }
    }

    fn percept(outcome: &Outcome) -> Option<u64> {
        match outcome {
            Outcome::Robot(outcome) => outcome.percept.map(NonZeroU64::get),
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

/// The row of an event without a robot: time, id, kind and code; no flags, no light, and 0xff
/// where a robot's row has its position and target.
fn encode_bare(event: &Event, id: i32, code: i8, row: &mut Vec<u8>) {
    let mut bytes = [0xff; ROW_BYTES];
    (bytes[14], bytes[15]) = (0, 0);
    bytes[..8].copy_from_slice(&event.time.to_le_bytes());
    bytes[8..12].copy_from_slice(&id.to_le_bytes());
    bytes[12] = event.kind as u8;
    bytes[13] = code as u8;
    row.extend_from_slice(&bytes);
}

/// The row of a robot's event: time f64, id i32, kind u8, code i8, flags u8, light u8, position
/// and target as f64 x, y; the target is sixteen bytes 0xff where there is none.
fn encode_robot(event: &Event, id: i32, outcome: &RobotOutcome, row: &mut Vec<u8>) {
    let RobotOutcome {
        code,
        position,
        target,
        appearance,
        ..
    } = outcome;
    let mut bytes = [0xff; ROW_BYTES];
    bytes[..8].copy_from_slice(&event.time.to_le_bytes());
    bytes[8..12].copy_from_slice(&id.to_le_bytes());
    bytes[12] = event.kind as u8;
    bytes[13] = *code as u8;
    bytes[14] = (u8::from(appearance.frozen) * flags::FROZEN)
        | (u8::from(appearance.terminated) * flags::TERMINATED)
        | (u8::from(target.is_some()) * flags::TARGET)
        | (u8::from(event.kind == Kind::Round) * flags::MEMBER)
        | ((appearance.phase as u8) << flags::PHASE_SHIFT);
    bytes[15] = appearance.light.map_or(0, |light| light as u8);
    bytes[16..24].copy_from_slice(&position.x.to_le_bytes());
    bytes[24..32].copy_from_slice(&position.y.to_le_bytes());
    if let Some(target) = target {
        bytes[32..40].copy_from_slice(&target.x.to_le_bytes());
        bytes[40..].copy_from_slice(&target.y.to_le_bytes());
    }
    row.extend_from_slice(&bytes);
}
