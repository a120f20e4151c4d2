//! Particles start in a parallelogram.

use super::{
    BuildStart, Crowd, DIRECTION_KEY, ROBOTS, ROBOTS_RANGE, Site, check_robots, direction,
};
use crate::dice::Die;
use crate::model::amoebot::grid::Node;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "parallelogram",
    summary: "in a parallelogram",
    help: "Contracted particles on all nodes of a parallelogram, row by row; the first one is on \
           the origin. The rows follow each other at 60 degrees, counter-clockwise from the \
           direction of a row, or at 120 degrees where the corner at the origin is not acute. \
           (AmoebotSim 2.0: PlaceParallelogram.)",
    parameters: &[LENGTH, HEIGHT, DIRECTION_KEY, ACUTE],
    build,
};

const LENGTH: Parameter = Parameter {
    name: "length",
    kind: Kind::Whole,
    default: None,
    range: ROBOTS_RANGE,
    summary: "how many particles a row has",
};

const HEIGHT: Parameter = Parameter {
    name: "height",
    kind: Kind::Whole,
    default: Some("1"),
    range: "between 1 and 1000000; together at most 1000000 particles",
    summary: "how many rows there are",
};

const ACUTE: Parameter = Parameter {
    name: "acute",
    kind: Kind::Truth,
    default: Some("true"),
    range: "",
    summary: "whether the corner at the origin has 60 degrees; otherwise it has 120",
};

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let swarm = site.swarm;
    let length = swarm.usize("length").in_range(ROBOTS).required()?;
    let height = swarm.usize("height").in_range(ROBOTS).or(1)?;
    check_robots(swarm, "height", length as u64 * height as u64)?;
    let along = direction(swarm)?;
    let up = along.rotated(if swarm.bool("acute").or(true)? { 1 } else { 2 });
    let row = |row: i32| {
        let first = Node::ORIGIN.steps(up, row);
        (0..length as i32).map(move |step| first.steps(along, step))
    };
    Ok(Crowd::contracted((0..height as i32).flat_map(row)))
}
