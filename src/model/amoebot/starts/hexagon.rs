//! Particles start in a hexagon.

use super::{BuildStart, Crowd, ROBOTS, ROBOTS_KEY, Site, shapes};
use crate::dice::Die;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "hexagon",
    summary: "in a hexagon",
    help: "Contracted particles around the origin, ring by ring from the inside, each ring \
           counter-clockwise from the east. A radius gives whole rings; a number of robots leaves \
           the last ring open where they do not fill it.",
    parameters: &[RADIUS, ROBOTS_INSTEAD],
    build,
};

/// The largest hexagon has 997,057 particles.
const RADII: std::ops::RangeInclusive<usize> = 0..=576;

const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Whole,
    default: Some("required without robots"),
    range: "between 0 and 576",
    summary: "how many rings there are around the particle on the origin",
};

const ROBOTS_INSTEAD: Parameter = Parameter {
    default: Some("in place of radius"),
    ..ROBOTS_KEY
};

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let swarm = site.swarm;
    let robots = match swarm.usize("robots").in_range(ROBOTS).optional()? {
        Some(_) if swarm.has("radius") => {
            let message = "expected either a number of robots or a radius, found both";
            return Err(swarm.refuse("robots", message));
        }
        Some(robots) => robots,
        None => {
            let radius = swarm.usize("radius").in_range(RADII).required()?;
            1 + 3 * radius * (radius + 1)
        }
    };
    Ok(Crowd::contracted(shapes::spiral().take(robots)))
}
