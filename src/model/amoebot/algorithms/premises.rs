//! What algorithms demand of the structure in which they start.

use super::super::grid::Node;
use super::super::structure::{Occupant, Structure};
use super::Context;
use crate::scenario::ScenarioError;

/// Every particle takes one node.
pub(super) fn contracted(context: &Context<'_>) -> Result<(), ScenarioError> {
    let bodies = context.placed.structure.bodies();
    match bodies.iter().position(|body| body.is_expanded()) {
        None => Ok(()),
        Some(id) => {
            let message = format!("expected contracted particles, found that {id} is expanded");
            Err(context.swarm.refuse("start", message))
        }
    }
}

/// All particles count directions in the same sense of rotation.
pub(super) fn same_chirality(context: &Context<'_>) -> Result<(), ScenarioError> {
    let mut bodies = context.placed.structure.bodies().windows(2);
    match bodies.any(|pair| pair[0].frame.chirality != pair[1].frame.chirality) {
        false => Ok(()),
        true => {
            let message = "expected the same chirality of all particles, found different ones";
            Err(context.swarm.refuse("chirality", message))
        }
    }
}

/// All particles mean the same directions.
pub(super) fn same_frame(context: &Context<'_>) -> Result<(), ScenarioError> {
    same_chirality(context)?;
    let mut bodies = context.placed.structure.bodies().windows(2);
    match bodies.any(|pair| pair[0].frame.compass != pair[1].frame.compass) {
        false => Ok(()),
        true => {
            let message = "expected the same compass of all particles, found different ones";
            Err(context.swarm.refuse("compass", message))
        }
    }
}

/// Every node without a particle is connected to the outside. Objects are no particles.
pub(super) fn no_holes(context: &Context<'_>) -> Result<(), ScenarioError> {
    match is_simply_connected(&context.placed.structure) {
        true => Ok(()),
        false => {
            let message = "expected a structure without holes, found one with holes";
            Err(context.swarm.refuse("start", message))
        }
    }
}

/// Whether a connected structure of contracted particles has no holes, by Euler's formula: nodes less
/// edges plus triangles are 1 less the number of holes.
fn is_simply_connected(structure: &Structure) -> bool {
    let is_taken = |node: Node| matches!(structure.occupant(node), Some(Occupant::Particle(..)));
    let terms = structure.bodies().iter().map(|body| {
        let [east, north_east, north_west, ..] = body.tail.neighbours().map(is_taken);
        let edges = i64::from(east) + i64::from(north_east) + i64::from(north_west);
        let triangles = i64::from(east && north_east) + i64::from(north_east && north_west);
        1 - edges + triangles
    });
    terms.sum::<i64>() == 1
}
