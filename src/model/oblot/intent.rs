//! What a robot decides, and where that is.

use serde::{Deserialize, Serialize};

use super::light::Light;
use crate::math::Point;

/// Where a robot wants to go.
///
/// A robot may name an observed robot instead of a point. Such a destination is looked up among
/// what was seen, in global coordinates, so that no rounding of a private frame keeps two robots
/// from standing on one and the same point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// It stays where it is.
    Stay,
    /// To a point, in the coordinates of the percept.
    To(Point),
    /// Onto the robot with this number in the percept.
    Onto(usize),
    /// Half way to the robot with this number in the percept.
    Midway(usize),
}

impl Destination {
    /// The point, where it is one.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        match self {
            Destination::To(point) => Some(point),
            Destination::Stay | Destination::Onto(_) | Destination::Midway(_) => None,
        }
    }
}

/// What a robot decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// Where it wants to go.
    pub destination: Destination,
    /// The light it shows from now on; `None` keeps the one it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
    /// Whether its algorithm has reached its end. The robot then stays where it is.
    pub done: bool,
}

impl Intent {
    /// Goes to a point, in the coordinates of the percept.
    #[must_use]
    pub fn go(target: Point, done: bool) -> Self {
        Intent::towards(Destination::To(target), done)
    }

    /// Stays at `here`, which is the robot's own place in the coordinates of the percept.
    #[must_use]
    pub fn stay(here: Point, done: bool) -> Self {
        Intent::go(here, done)
    }

    /// Goes to a destination.
    #[must_use]
    pub fn towards(destination: Destination, done: bool) -> Self {
        Intent {
            destination,
            light: None,
            done,
        }
    }

    /// The same, showing this light.
    #[must_use]
    pub fn showing(self, light: Light) -> Self {
        Intent {
            light: Some(light),
            ..self
        }
    }
}
