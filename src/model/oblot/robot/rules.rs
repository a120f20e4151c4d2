//! What holds for all robots of a run.

use crate::model::oblot::movement::Movement;
use crate::model::oblot::schedulers::{Activation, Law};
use crate::model::oblot::senses::Senses;
use crate::model::outside::OnTrouble;

/// What holds for all robots of a run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Points closer than this are one: 10 to the power of minus the precision.
    pub epsilon: f64,
    /// Whether moves end where they should.
    pub movement: Movement,
    /// When a robot is activated again.
    pub activation: Activation,
    /// How long Compute takes.
    pub compute: Compute,
    /// What the speed of a move is multiplied with; `None` leaves it.
    pub speed: Option<Law>,
    /// How robots perceive what they see; `None` where they perceive it as it is.
    pub senses: Option<Senses>,
    /// What robots do that no model asks for.
    pub quirks: Quirks,
    /// Whether a robot ends when its algorithm has reached its end.
    pub terminate: bool,
    /// Whether lights belong to the algorithm, and do not show the phase.
    pub palette: bool,
    /// Whether a robot whose algorithm panics crashes, or ends the run.
    pub crash_on_panic: bool,
    /// What follows when a program outside does not answer as agreed.
    pub on_trouble: OnTrouble,
    /// Whether outcomes bring a hash of what the robot saw.
    pub percepts: bool,
    /// Whether outcomes bring what the robot decided, and what became of that.
    pub choices: bool,
}

/// How long Compute takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Compute {
    /// No time: LOOK looks, computes and departs.
    #[default]
    AtOnce,
    /// What is drawn; LOOK looks and computes, a later MOVE departs or rests.
    Law(Law),
    /// As long as it really takes: LOOK only looks, and MOVE comes when Compute is over.
    Real,
}

/// What the original simulator does that no model asks for. Each can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// Q1: a robot that sees no other active robot ends wherever it is.
    pub last_active_ends: bool,
    /// Q2: the mean of Gathering includes crashed robots, while its end ignores them.
    pub mean_of_all: bool,
    /// Q4: a robot is seen at its target as soon as less than epsilon of its way is left.
    pub early_arrival: bool,
    /// Q5: the end of a robot leaves its frozen flag as it was.
    pub frozen_survives: bool,
    /// Q7: the reach of a Byzantine robot that wanders shrinks with the swarm.
    pub shrinking_reach: bool,
}

impl Quirks {
    /// All of them, as in the original simulator.
    pub const ALL: Quirks = Quirks {
        last_active_ends: true,
        mean_of_all: true,
        early_arrival: true,
        frozen_survives: true,
        shrinking_reach: true,
    };
}

impl Rules {
    /// How much of its way may be left when a robot is seen at its end.
    #[must_use]
    pub fn early(&self) -> f64 {
        if self.quirks.early_arrival {
            self.epsilon
        } else {
            0.0
        }
    }
}
