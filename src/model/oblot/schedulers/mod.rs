//! Schedulers: who is activated when. One file each, one line in [`SCHEDULERS`].
//!
//! A scheduler either gives every robot a clock of its own, from which the robot draws its waits
//! ([`Activation::ExponentialClocks`]), or activates robots in synchronous rounds, which the
//! census plans ([`Activation::Phases`]).

mod asynchronous;
mod fsync;

use super::Oblot;
use super::robot::Robot;
use crate::model::{SharedDice, Wake};
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

pub use fsync::Rounds;

/// How a robot comes to its next activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// It draws an exponentially distributed wait from its own dice.
    ExponentialClocks,
    /// It takes part in the next synchronous round.
    Phases,
}

/// A scheduler with its parameters.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// How a robot comes to its next activation.
    pub activation: Activation,
    /// The mean wait of each robot, in simulated time.
    pub mean_waits: Vec<f64>,
    /// The rounds, where there are any.
    pub rounds: Option<Rounds>,
}

impl Schedule {
    /// The first events of the robots, in the order in which they are pushed.
    pub fn first_events(
        &self,
        robots: &mut [Robot],
        active: Vec<u32>,
        shared: &mut SharedDice,
    ) -> Vec<Wake<Oblot>> {
        match &self.rounds {
            None => asynchronous::first_events(robots, shared),
            Some(rounds) => rounds.first_events(robots, active),
        }
    }
}

/// Reads the parameters of a scheduler for so many robots.
pub type BuildScheduler = fn(&Section<'_>, usize) -> Result<Schedule, ScenarioError>;

/// The schedulers, by name. A new one is a file of this folder and a line here.
pub static SCHEDULERS: &[Entry<BuildScheduler>] = &[asynchronous::ENTRY, fsync::ENTRY];
