//! Algorithms: what robots compute. One file each, one line in [`ALGORITHMS`].
//!
//! An algorithm is a pure function of what the robot perceives and, if it draws, of the robot's
//! own dice. It cannot keep anything between two cycles: [`Algorithm::compute`] takes `&self`.

mod gathering;

use std::fmt::Debug;
use std::sync::Arc;

use super::percept::Percept;
use super::{Intent, Oblot};
use crate::dice::{Dice, Die, Purpose};
use crate::model::{Failure, SharedDice};
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

pub use gathering::Gathering;

/// What holds for the whole run and every algorithm may use.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Points closer than this are one.
    pub epsilon: f64,
}

/// What a robot computes.
pub trait Algorithm: Debug + Send + Sync {
    /// Decides where to go, from what the robot sees at this instant.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where the algorithm cannot decide. A panic has the same effect.
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure>;

    /// Whether the algorithm never draws. Only then can a run be found stalled.
    fn is_deterministic(&self) -> bool {
        true
    }
}

/// The robot's dice, as its algorithm sees them.
#[derive(Debug)]
pub struct AlgorithmDice<'a> {
    dice: &'a mut Dice,
    shared: &'a mut SharedDice,
}

impl AlgorithmDice<'_> {
    /// The die for this robot's computations.
    pub fn die(&mut self) -> Die<'_> {
        self.dice.on(Purpose::Algorithm, self.shared)
    }
}

/// Reads the parameters of an algorithm.
pub type BuildAlgorithm = fn(&Section<'_>, Context) -> Result<Arc<dyn Algorithm>, ScenarioError>;

/// The algorithms, by name. A new one is a file of this folder and a line here.
pub static ALGORITHMS: &[Entry<BuildAlgorithm>] = &[gathering::ENTRY];

/// Whatever answers the Compute of a robot.
#[derive(Clone, Debug)]
pub enum Controller {
    /// An algorithm of this process.
    BuiltIn(Arc<dyn Algorithm>),
    /// A program outside: each Compute comes back from the step as an open question.
    Outside,
}

impl crate::model::Controller<Oblot> for Controller {
    #[inline]
    fn compute(
        &self,
        percept: &Percept,
        dice: &mut Dice,
        shared: &mut SharedDice,
    ) -> Result<Intent, Failure> {
        match self {
            Controller::BuiltIn(algorithm) => {
                algorithm.compute(percept, &mut AlgorithmDice { dice, shared })
            }
            Controller::Outside => Err(Failure::Controller("nobody answers outside".into())),
        }
    }

    fn outside(&self) -> bool {
        matches!(self, Controller::Outside)
    }
}
