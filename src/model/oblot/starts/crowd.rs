//! Several robots in one place: initial configurations with multiplicities.

use crate::math::Point;
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const MULTIPLICITIES: Parameter = Parameter {
    name: "multiplicities",
    kind: Kind::Whole,
    default: Some("none"),
    range: "of at least 0",
    summary: "at how many points several robots start together, whatever the start: the first \
              robots, in the order of their ids, are at the first of these points, and so on; the \
              start places a point as it places a robot",
};

pub(super) const MULTIPLICITY_SIZE: Parameter = Parameter {
    name: "multiplicity_size",
    kind: Kind::Whole,
    default: Some("2 with multiplicities"),
    range: "of at least 2",
    summary: "how many robots start at each of these points",
};

/// How robots are shared out among the places of a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    robots: usize,
    /// The places that hold several robots; they are the first ones.
    multiplicities: usize,
    /// How many they hold.
    size: usize,
}

impl Crowd {
    pub(super) fn read(swarm: &Section<'_>, robots: usize) -> Result<Self, ScenarioError> {
        let Some(multiplicities) = swarm.usize("multiplicities").optional()? else {
            if swarm.has("multiplicity_size") {
                let message = "expected no multiplicity_size without multiplicities";
                return Err(swarm.refuse("multiplicity_size", message));
            }
            return Ok(Crowd {
                robots,
                multiplicities: 0,
                size: 1,
            });
        };
        let size = swarm.usize("multiplicity_size").at_least(2).or(2)?;
        let most = robots / size;
        if multiplicities > most {
            let message = format!(
                "expected at most {most} (points with {size} of the {robots} robots each), found \
                 {multiplicities}"
            );
            return Err(swarm.refuse("multiplicities", message));
        }
        Ok(Crowd {
            robots,
            multiplicities,
            size,
        })
    }

    pub(super) fn places(&self) -> usize {
        self.robots - self.multiplicities * (self.size - 1)
    }

    /// The first robot of a place.
    pub(super) fn first_robot(&self, place: usize) -> usize {
        place + place.min(self.multiplicities) * (self.size - 1)
    }

    /// The first robot of each place: it draws for it.
    pub(super) fn first_robots(self) -> impl Iterator<Item = u32> {
        (0..self.places()).map(move |place| self.first_robot(place) as u32)
    }

    /// The position of each robot.
    pub(super) fn positions(&self, places: &[Point]) -> Vec<Point> {
        let mut positions = Vec::with_capacity(self.robots);
        for (index, place) in places.iter().enumerate() {
            let robots = if index < self.multiplicities {
                self.size
            } else {
                1
            };
            positions.extend(std::iter::repeat_n(*place, robots));
        }
        positions
    }
}
