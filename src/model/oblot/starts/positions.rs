//! Robots start where the scenario says.

use super::{BuildStart, Start, StartDice};
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "positions",
    summary: "at the positions listed in the scenario",
    help: "One point for each robot, in the order of the ids. Several robots may start at one \
           point.",
    parameters: &[Parameter {
        name: "positions",
        kind: Kind::Points,
        default: None,
        range: "one point per robot",
        summary: "where each robot starts",
    }],
    build,
};

fn build(section: &Section<'_>, robots: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let points = section.points("positions").exactly(robots).required()?;
    let points = points.into_iter().map(|[x, y]| Point::new(x, y)).collect();
    Ok(Box::new(Positions { points }))
}

#[derive(Clone, Debug)]
struct Positions {
    points: Vec<Point>,
}

impl Start for Positions {
    fn place(&self, _: usize, _: &mut StartDice) -> Vec<Point> {
        self.points.clone()
    }
}
