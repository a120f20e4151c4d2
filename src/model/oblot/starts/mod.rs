//! Starts: where robots are before the run. One file each, one line in [`STARTS`].

mod positions;
mod uniform;

use crate::dice::{Dice, Numpy};
use crate::math::Point;
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

/// Where the numbers of a start come from.
#[derive(Debug)]
pub enum StartDice {
    /// Each robot's own dice: adding a robot moves none of the others.
    Own(Vec<Dice>),
    /// A generator of its own with the run's seed, as in the original simulator.
    Numpy(Numpy),
}

/// A start with its parameters.
pub trait Start: std::fmt::Debug + Send + Sync {
    /// The positions of so many robots.
    fn place(&self, robots: usize, dice: &mut StartDice) -> Vec<Point>;
}

/// Reads the parameters of a start for so many robots.
pub type BuildStart = fn(&Section<'_>, usize) -> Result<Box<dyn Start>, ScenarioError>;

impl crate::registry::Facts for BuildStart {}

/// The starts, by name. A new one is a file of this folder and a line here.
pub static STARTS: &[Entry<BuildStart>] = &[positions::ENTRY, uniform::ENTRY];
