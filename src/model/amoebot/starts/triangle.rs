//! Particles start in a triangle.

use super::{BuildStart, Crowd, Site};
use crate::dice::Die;
use crate::model::amoebot::grid::Node;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "triangle",
    summary: "in a triangle",
    help: "Contracted particles on all nodes of an equilateral triangle with its corners in the \
           south-west, where the first one is on the origin, in the east and in the north; row by \
           row from the south, each from the west.",
    parameters: &[SIDE],
    build,
};

/// The largest triangle has 998,991 particles.
const SIDES: std::ops::RangeInclusive<i32> = 1..=1413;

const SIDE: Parameter = Parameter {
    name: "side",
    kind: Kind::Whole,
    default: None,
    range: "between 1 and 1413",
    summary: "how many particles a side has",
};

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let side = site.swarm.i32("side").in_range(SIDES).required()?;
    let row = |y| (0..side - y).map(move |x| Node::new(x, y));
    Ok(Crowd::contracted((0..side).flat_map(row)))
}
