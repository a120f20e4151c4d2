//! Algorithms: what robots compute. One file each, one line in [`ALGORITHMS`].
//!
//! An algorithm is a pure function of what the robot perceives and, if it draws, of the robot's
//! own dice. It cannot keep anything between two cycles: [`Algorithm::compute`] takes `&self`.

mod byzantine_midpoint;
mod circle_formation;
mod circumcenter;
mod gathering;
mod go_half_way;
mod go_to_center;
mod go_to_other;
mod leader_following;
mod min_box;
mod pattern_formation;
mod points;
mod rendezvous;
mod sec;
mod spreading;
mod sq_gathering;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trials;
mod two_task;
mod universal_gathering;

use std::fmt::Debug;
use std::sync::Arc;

use super::geometry::{Ruler, sum};
use super::percept::{Percept, Seen};
use super::requirements::Requirements;
use super::robot::Quirks;
use super::{Intent, Light, Oblot};
use crate::dice::{Dice, Die, Purpose};
use crate::math::{Point, power_of_ten_inverse};
use crate::model::{Failure, SharedDice};
use crate::registry::{Entry, Explanation, Facts};
use crate::scenario::{ScenarioError, Section};

pub use byzantine_midpoint::ByzantineMidpoint;
pub use circle_formation::CircleFormation;
pub use circumcenter::Circumcenter;
pub use gathering::Gathering;
pub use go_half_way::GoHalfWay;
pub use go_to_center::GoToCenter;
pub use go_to_other::GoToOther;
pub use leader_following::LeaderFollowing;
pub use min_box::MinBox;
pub use pattern_formation::PatternFormation;
pub use rendezvous::{Rendezvous, RendezvousTable};
pub use sec::Sec;
pub use spreading::Spreading;
pub use sq_gathering::SqGathering;
pub use two_task::TwoTask;
pub use universal_gathering::UniversalGathering;

/// What holds for the whole run and every algorithm may use.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// How many decimal places count.
    pub precision: u32,
    /// Points closer than this are one: 10 to the power of minus the precision.
    pub epsilon: f64,
    /// How far robots see; `None` where they see everything.
    pub radius: Option<f64>,
    /// How many robots there are.
    pub robots: usize,
    /// What the original simulator does that no model asks for.
    pub quirks: Quirks,
}

impl Context {
    /// The context of a run with so many decimal places, in which so many robots see so far.
    #[must_use]
    pub fn new(precision: u32, radius: Option<f64>, robots: usize) -> Self {
        Context {
            precision,
            epsilon: power_of_ten_inverse(precision),
            radius,
            robots,
            quirks: Quirks::ALL,
        }
    }

    /// How exactly the robot measures that has this percept.
    #[must_use]
    pub fn ruler(&self, percept: &Percept) -> Ruler {
        Ruler::new(self.precision, self.epsilon, percept.scale())
    }
}

/// What a robot computes.
pub trait Algorithm: Debug + Send + Sync {
    /// Decides where to go, from what the robot sees at this instant.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where the algorithm cannot decide. A panic has the same effect.
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure>;

    /// Whether what the algorithm decides never depends on a draw. Only then can a run be found
    /// stalled. (An algorithm may draw all the same, to decide faster.)
    fn is_deterministic(&self) -> bool {
        true
    }

    /// The colours that robots may show; without any, lights show the phase of the cycle. A robot
    /// starts with the first one, unless the scenario says otherwise.
    fn palette(&self) -> &[Light] {
        &[]
    }

    /// The algorithm that one robot gets for the whole run, where they do not all compute the same.
    /// Asked before the run, in the order of the ids.
    fn assign(&self, dice: &mut AlgorithmDice<'_>) -> Option<Arc<dyn Algorithm>> {
        let _ = dice;
        None
    }
}

/// The mean of the robots' positions.
///
/// The position of a robot that has not been activated yet is one of Python's floats in the original
/// simulator, that of any other robot is one of numpy's.
fn centre_of_gravity(robots: &[Seen]) -> Point {
    let mean = |coordinate: fn(Point) -> f64| {
        let numbers = robots
            .iter()
            .map(|robot| (coordinate(robot.position), robot.appearance.has_looked()));
        sum::python(numbers) / robots.len() as f64
    };
    Point::new(mean(|point| point.x), mean(|point| point.y))
}

/// The robot's dice, as its algorithm sees them.
#[derive(Debug)]
pub struct AlgorithmDice<'a> {
    dice: &'a mut Dice,
    shared: &'a mut SharedDice,
}

impl<'a> AlgorithmDice<'a> {
    /// The dice of a robot, and the run's shared dice where it has them.
    pub(super) fn new(dice: &'a mut Dice, shared: &'a mut SharedDice) -> Self {
        AlgorithmDice { dice, shared }
    }

    /// The die for this robot's computations.
    pub fn die(&mut self) -> Die<'_> {
        self.dice.on(Purpose::Algorithm, self.shared)
    }
}

/// Reads the parameters of an algorithm.
pub type BuildAlgorithm = fn(&Section<'_>, Context) -> Result<Arc<dyn Algorithm>, ScenarioError>;

/// The algorithms, by name. A new one is a file of this folder and a line here.
pub static ALGORITHMS: &[Entry<Maker>] = &[
    byzantine_midpoint::ENTRY,
    circle_formation::ENTRY,
    circumcenter::ENTRY,
    gathering::ENTRY,
    go_half_way::ENTRY,
    go_to_center::ENTRY,
    go_to_other::ENTRY,
    leader_following::ENTRY,
    min_box::ENTRY,
    pattern_formation::ENTRY,
    rendezvous::THREE_COLORS,
    rendezvous::THREE_EXTERNAL,
    rendezvous::TWO_COLORS,
    rendezvous::TWO_COLORS_OPTIMAL,
    sec::ENTRY,
    spreading::ENTRY,
    sq_gathering::ENTRY,
    two_task::ENTRY,
    universal_gathering::ENTRY,
];

/// How an algorithm is made, and what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Reads its parameters.
    pub build: BuildAlgorithm,
    /// What it requires of a scenario.
    pub requires: Requirements,
    /// What it guarantees where it is given that.
    pub guarantee: &'static str,
    /// What it does in each step of a cycle, and what it cannot do.
    pub explanation: Explanation,
}

impl Facts for Maker {
    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("requires", self.requires.describe()),
            ("guarantee", self.guarantee.to_owned()),
        ]
    }

    fn explanation(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

/// Whatever answers the Compute of a robot.
#[derive(Clone, Debug)]
pub enum Controller {
    /// An algorithm of this process.
    BuiltIn(Arc<dyn Algorithm>),
    /// A program outside: each Compute comes back from the step as an open question.
    Outside,
}

impl crate::model::Controller<Oblot> for Controller {
    /// The destination of the intent is settled to a point in global coordinates.
    #[inline]
    fn compute(
        &self,
        percept: &Percept,
        dice: &mut Dice,
        shared: &mut SharedDice,
    ) -> Result<Intent, Failure> {
        match self {
            Controller::BuiltIn(algorithm) => {
                let intent = algorithm.compute(percept, &mut AlgorithmDice { dice, shared })?;
                Ok(percept.settle(intent))
            }
            Controller::Outside => Err(Failure::Controller("nobody answers outside".into())),
        }
    }

    fn outside(&self) -> bool {
        matches!(self, Controller::Outside)
    }
}
