//! Particles start in a ring.

use super::{BuildStart, Crowd, Site, shapes};
use crate::dice::Die;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "ring",
    summary: "in a ring around a hole",
    help: "Contracted particles on the nodes at one distance from the origin, which form a hexagon; \
           counter-clockwise from its corner in the east.",
    parameters: &[RADIUS],
    build,
};

/// The largest ring has 999,996 particles.
const RADII: std::ops::RangeInclusive<i32> = 1..=166_666;

const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Whole,
    default: None,
    range: "between 1 and 166666",
    summary: "the distance from the origin; there are 6 times as many particles",
};

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let radius = site.swarm.i32("radius").in_range(RADII).required()?;
    Ok(Crowd::contracted(shapes::ring(radius)))
}
