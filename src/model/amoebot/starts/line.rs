//! Particles start in a line.

use super::{BuildStart, Crowd, DIRECTION_KEY, ROBOTS_KEY, Site, direction, robots};
use crate::dice::Die;
use crate::model::amoebot::grid::Node;
use crate::registry::Entry;
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "line",
    summary: "in a line",
    help: "Contracted particles from the origin on, one on each node, in the order of their ids.",
    parameters: &[ROBOTS_KEY, DIRECTION_KEY],
    build,
};

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let robots = robots(site.swarm)?;
    let direction = direction(site.swarm)?;
    let nodes = (0..robots as i32).map(|step| Node::ORIGIN.steps(direction, step));
    Ok(Crowd::contracted(nodes))
}
