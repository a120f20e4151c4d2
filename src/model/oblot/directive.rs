//! What an event of this model carries: the wishes of a scheduler, or a transient fault.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::frames::Frame;
use super::light::Light;
use super::movement::Stop;
use crate::math::Point;

/// What an event carries.
#[derive(Clone, Debug, Default)]
pub enum Payload {
    /// Nothing.
    #[default]
    Nothing,
    /// How the activated robots are to fare.
    Directives(Arc<Directives>),
    /// What a transient fault sets.
    Transient(Arc<Transient>),
    /// What somebody from outside does to a robot.
    Steered(Arc<Steered>),
}

impl Payload {
    /// The payload of an activation of one robot.
    #[must_use]
    pub fn directive(directive: Directive) -> Self {
        Payload::Directives(Arc::new(Directives {
            common: directive,
            own: BTreeMap::new(),
        }))
    }

    /// What this robot is told, if it is told anything.
    #[must_use]
    pub fn of(&self, robot: u32) -> Option<&Directive> {
        match self {
            Payload::Directives(directives) => Some(directives.of(robot)),
            _ => None,
        }
    }
}

/// The directives of the members of one activation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directives {
    /// What holds for everybody who has no directive of his own.
    pub common: Directive,
    /// Directives of single robots, by id.
    pub own: BTreeMap<u32, Directive>,
}

impl Directives {
    /// What this robot is told.
    #[must_use]
    pub fn of(&self, robot: u32) -> &Directive {
        self.own.get(&robot).unwrap_or(&self.common)
    }
}

/// What a scheduler, or the adversary behind it, decides about one activation. What it leaves open
/// is as the scenario says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Directive {
    /// How long Compute takes, in simulated time.
    pub compute: Option<f64>,
    /// How long the move takes, in simulated time, however far it leads; above 0.
    pub travel: Option<f64>,
    /// Where the robot is stopped on its way.
    pub stop: Option<Stop>,
    /// Which of several equally good choices the algorithm takes.
    pub tie: Option<Tie>,
    /// The frame in which the robot sees the world.
    pub frame: Option<Frame>,
}

/// Which of several equally good choices an algorithm takes. The model leaves it to the adversary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The first one in the order of the robot's own coordinates, x before y.
    #[default]
    First,
    /// The last one in that order.
    Last,
    /// Drawn from the robot's own dice.
    Random,
    /// This one in that order, counted from 0 and around.
    Number(u32),
}

/// What a transient fault sets in one robot. Whatever it sets, a robot on its way rests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Transient {
    /// Where the robot is from now on.
    pub position: Option<Point>,
    /// How far it is moved from there, or from where it was: this much along x and y.
    pub displacement: Option<Point>,
    /// The light it shows from now on.
    pub light: Option<Light>,
}

/// What somebody from outside does to a robot. Like a transient fault, it has a robot on its way
/// rest where it is; only an order to look is refused there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steered {
    /// The robot stays where it is from now on, whatever it decides.
    Hold,
    /// The robot's speed is multiplied with this from now on, in place of an earlier order.
    Slow(f64),
    /// The robot is put here.
    Put(Point),
    /// The robot shows this light.
    Show(Light),
    /// The robot is activated next.
    Activate,
}
