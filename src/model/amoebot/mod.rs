//! The geometric amoebot model with reconfigurable circuits and joint movements: programmable matter
//! on the triangular grid.
//!
//! | room | what it is about |
//! |---|---|
//! | [`grid`], [`ports`], [`body`] | nodes, directions, frames; labels of ports; where a particle is |
//! | [`structure`] | where all are, and who touches whom |
//! | [`joint`] | joint movements, their conflicts, and collisions |
//! | [`pins`], [`circuits`] | partition sets; circuits, beeps and messages |
//! | [`interface`] | what an algorithm is written against |
//! | [`algorithms`] | what particles compute, one file each |
//! | [`subroutines`] | what algorithms are composed of |
//! | [`starts`] | where particles start, one file each |
//! | [`particle`] | the activation of a particle |
//! | [`parts`] | the structure and the circuits as parts of the environment |
//! | [`books`] | rounds, who is next, the end |
//! | [`scenario`] | from a scenario file to a plan |
//!
//! A round is four events at one instant, and a first one that hands out the snapshot:
//!
//! ```text
//!   ROUND  structure       the snapshot of the round
//!   MOVE   all particles   look, compute, say how to move
//!   SHIFT  structure       the joint movement; the snapshot after it
//!   BEEP   all particles   look, compute, say what to beep
//!   SOUND  circuits        the circuits; who hears what
//! ```
//!
//! The semantics are those of AmoebotSim 2.0 and of the papers by Feldmann, Padalkin, Scheideler and
//! Dolev (J. Comput. Biol. 29(4), 2022) and Padalkin, Kumar and Scheideler (arXiv 2305.06146). A second
//! kind of algorithm, activated one particle at a time, follows the older simulator of the SOPS lab.

pub mod algorithms;
pub mod body;
pub mod books;
pub mod circuits;
pub mod collision;
pub mod expect;
pub mod grid;
pub mod interface;
pub mod joint;
pub mod keys;
mod naming;
mod outside;
pub mod particle;
pub mod parts;
pub mod pins;
pub mod ports;
mod row;
pub mod scenario;
pub mod starts;
mod steering;
pub mod structure;
pub mod subroutines;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod trial;
pub mod view;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use self::circuits::{Reception, Signals};
use self::interface::{Acted, Attributes};
use self::joint::{Collision, Conflict, Step};
use self::particle::{Intent, Particle, ParticleOutcome, Percept};
use self::parts::Part;
use self::pins::PinConfiguration;
use self::structure::Structure;
use self::view::{Paint, View};
use super::{Extras, Failure, Figure, Injection, Model, PartId, Phases, Plan, Subject};
use crate::layout::Layout;
use crate::math::Point;
use crate::scenario::{ScenarioError, Section};

pub use row::{ROW_BYTES, flags};
pub use steering::Input;

/// The model of programmable matter on the triangular grid.
#[derive(Clone, Copy, Debug)]
pub struct Amoebot;

/// An event of this model.
pub type Event = super::Event<Amoebot>;

/// The kinds of event, in the order in which they come about at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A round begins: the structure hands out the snapshot.
    Round,
    /// The movement phase: all particles look and compute.
    Move,
    /// The structure carries out the joint movement.
    Shift,
    /// The beep phase: all particles look and compute.
    Beep,
    /// The circuits deliver beeps and messages.
    Sound,
    /// A round that cannot be carried out is taken back.
    Undo,
    /// One particle is activated by itself.
    Activate,
    /// Somebody outside changes the system.
    Edit,
}

impl Kind {
    /// All kinds, by rank.
    pub const ALL: [Kind; 8] = [
        Kind::Round,
        Kind::Move,
        Kind::Shift,
        Kind::Beep,
        Kind::Sound,
        Kind::Undo,
        Kind::Activate,
        Kind::Edit,
    ];
}

impl super::Kind for Kind {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Round => "ROUND",
            Kind::Move => "MOVE",
            Kind::Shift => "SHIFT",
            Kind::Beep => "BEEP",
            Kind::Sound => "SOUND",
            Kind::Undo => "UNDO",
            Kind::Activate => "ACTIVATE",
            Kind::Edit => "EDIT",
        }
    }
}

/// What an event carries.
#[derive(Clone, Debug, Default)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// The snapshot of a phase.
    View(Arc<View>),
    /// What all particles decided in the movement phase.
    Moves(Arc<Moves>),
    /// What all particles decided in the beep phase.
    Sounds(Arc<Sounds>),
    /// The failure with which a particle ends the run, once the round is undone.
    Failure(Arc<Failure>),
    /// A change from outside.
    Edit(Arc<Edit>),
}

/// What all particles decided in the movement phase.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The snapshot that they saw, with the attributes and colours that they have now, and the new
    /// anchor.
    pub view: View,
    /// Actions and bonds, by particle.
    pub steps: Vec<Step>,
    /// The objects that release their bonds to other objects.
    pub releasing: Vec<u32>,
}

/// What all particles decided in the beep phase.
#[derive(Clone, Debug)]
pub struct Sounds {
    /// The snapshot that they saw, with the attributes and colours that they have now.
    pub view: View,
    /// Pins, beeps and messages, by particle.
    pub signals: Vec<Signals>,
}

/// A change from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// An attribute of a particle gets a value.
    Attribute {
        /// Which particle.
        particle: u32,
        /// Which attribute, with dots between the names of structs within structs.
        path: String,
        /// The value.
        value: Value,
    },
    /// The system goes back to the end of a round, and on from there.
    Cut {
        /// Which round; 0 is the start.
        round: u64,
    },
}

/// What an event did.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The snapshot was handed out, or the structure was put back.
    Noted,
    /// A particle decided something.
    Particle(ParticleOutcome),
    /// A particle's dice were put back to where they stood when the round began.
    Undone,
    /// The joint movement.
    Shifted(Box<Shifted>),
    /// The end of a round.
    Sounded(Box<Sounded>),
    /// A change from outside.
    Edited(Box<Edited>),
}

/// What became of a change from outside.
#[derive(Clone, Debug)]
pub struct Edited {
    /// What was to be changed.
    pub edit: Arc<Edit>,
    /// How it is now, or why nothing was changed.
    pub result: Result<Arc<View>, String>,
}

/// What a joint movement came to.
#[derive(Clone, Debug)]
pub struct Shifted {
    /// The snapshot afterwards, or why the movement is impossible.
    pub result: Result<Arc<View>, Conflict>,
    /// Two edges that met on the way.
    pub collision: Option<Collision>,
    /// How many particles did something.
    pub actions: u32,
}

/// What a beep phase came to.
#[derive(Clone, Debug)]
pub struct Sounded {
    /// Everything at the end of the round.
    pub view: Arc<View>,
    /// How many circuits there are.
    pub circuits: u32,
    /// How many particles beeped or sent messages.
    pub senders: u32,
    /// The partition sets that failed, as a mask for each particle that has any.
    pub failed: Arc<[(u32, u128)]>,
}

/// The place of the structure in the list of parts.
pub const STRUCTURE: PartId = PartId(0);
/// The place of the circuits in the list of parts.
pub const CIRCUITS: PartId = PartId(1);

/// What a robot or a part asks of a part.
pub enum Request {
    /// To the structure: the snapshot.
    View,
    /// To the structure: a particle acts by itself.
    Act(u32, Arc<Acted>),
    /// To the structure, from the circuits: attributes and colours at the end of a round.
    Publish(Arc<Vec<Attributes>>, Arc<Paint>),
    /// To the circuits, from the structure: a round begins; what is in effect?
    Begin,
    /// To the circuits, from the structure: the particles have moved.
    Shifted {
        /// Where everybody is now.
        structure: Arc<Structure>,
        /// Who expanded or contracted.
        changed: Vec<u32>,
        /// Whether anybody is elsewhere.
        moved: bool,
    },
    /// To the circuits, from the structure: everything is to be as it was.
    Restore {
        /// Where everybody is.
        structure: Arc<Structure>,
        /// The pin configurations.
        configurations: Arc<Vec<Arc<PinConfiguration>>>,
        /// What was received.
        reception: Arc<Reception>,
    },
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Request::View => "View",
            Request::Act(..) => "Act",
            Request::Publish(..) => "Publish",
            Request::Begin => "Begin",
            Request::Shifted { .. } => "Shifted",
            Request::Restore { .. } => "Restore",
        })
    }
}

/// What a part answers.
#[derive(Debug)]
pub enum Reply {
    /// Noted.
    Noted,
    /// The snapshot.
    View(Arc<View>),
    /// Where the particle is now.
    Acted(body::Body),
    /// The pin configurations in effect, and what was received.
    Wiring(Arc<Vec<Arc<PinConfiguration>>>, Arc<Reception>),
}

impl Model for Amoebot {
    const NAME: &'static str = "amoebot";
    const PHASES: Phases = Phases::Apart;

    type Kind = Kind;
    type Payload = Payload;
    type Robot = Particle;
    type Part = Part;
    type Request = Request;
    type Reply = Reply;
    type Percept = Percept;
    type Intent = Intent;
    type Controller = particle::Controller;
    type Outcome = Outcome;
    type Director = books::Books;
    type Input = Input;

    fn route(request: &Request) -> PartId {
        match request {
            Request::View | Request::Act(..) | Request::Publish(..) => STRUCTURE,
            Request::Begin | Request::Shifted { .. } | Request::Restore { .. } => CIRCUITS,
        }
    }

    fn encode(event: &Event, robot: Option<u32>, outcome: &Outcome, row: &mut Vec<u8>) {
        row::encode(event, robot, outcome, row);
    }

    fn encode_phase(event: &Event, _: usize, row: &mut Vec<u8>) {
        row::phase(event, row);
    }

    fn inject(input: &Input, _: &Self::Director, now: f64) -> Injection<Amoebot> {
        steering::inject(input, now)
    }
}

impl Subject for Amoebot {
    type Scenario = scenario::Scenario;
    type Expected = expect::Expected;

    fn read(root: &Section<'_>) -> Result<Self::Scenario, ScenarioError> {
        scenario::Scenario::read(root)
    }

    fn expected(
        expect: &Section<'_>,
        scenario: &Self::Scenario,
    ) -> Result<Self::Expected, ScenarioError> {
        expect::read(expect, scenario)
    }

    fn disappointed(expected: &Self::Expected, books: &books::Books) -> Vec<String> {
        expected.disappointed_by(books)
    }

    fn plan(scenario: &Self::Scenario, extras: Extras) -> Plan<Self> {
        scenario.plan(extras)
    }

    fn footprint(scenario: &Self::Scenario) -> u64 {
        // Measured from 1,000 to 100,000 particles: each with its dice, its attributes, its nodes and its
        // pins, now and at the last phase.
        const PARTICLE: u64 = 2_200;
        4_000_000 + PARTICLE * scenario.robots() as u64
    }

    fn layout() -> Layout {
        row::layout()
    }

    fn command(scenario: &Self::Scenario, words: &[&str]) -> Result<Input, String> {
        steering::command(words, scenario)
    }

    fn commands() -> &'static [(&'static str, &'static str)] {
        steering::COMMANDS
    }

    fn describe(_: &[Option<Particle>], books: &books::Books, _: f64) -> Vec<String> {
        steering::describe(books)
    }

    fn frame(outcome: &Outcome) -> Option<Vec<Point>> {
        let Outcome::Sounded(sounded) = outcome else {
            return None;
        };
        let bodies = sounded.view.structure.bodies().iter();
        Some(bodies.map(|body| body.head_node().to_point()).collect())
    }

    fn percept(outcome: &Outcome) -> Option<u64> {
        match outcome {
            Outcome::Particle(outcome) => outcome.percept.map(std::num::NonZeroU64::get),
            _ => None,
        }
    }

    fn progress(books: &books::Books) -> (usize, usize) {
        (books.finished(), books.particles())
    }

    fn figures(
        _: &[Particle],
        _: &[Option<Particle>],
        books: &books::Books,
        _: f64,
    ) -> Vec<Figure> {
        books.figures()
    }
}
