//! What algorithms demand of the structure that they start from.

use super::Context;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::{Direction, Node};
use crate::model::amoebot::structure::{Occupant, Structure};
use crate::scenario::ScenarioError;

fn bodies<'s>(context: &Context<'s>) -> &'s [Body] {
    context.placed.structure.bodies()
}

/// Refuses a start with expanded particles.
pub(super) fn contracted(context: &Context<'_>) -> Result<(), ScenarioError> {
    if bodies(context).iter().any(Body::is_expanded) {
        let message = "expected contracted particles for this algorithm, found expanded ones";
        return Err(context.swarm.refuse("start", message));
    }
    Ok(())
}

/// Refuses particles of different chirality.
pub(super) fn one_chirality(context: &Context<'_>) -> Result<(), ScenarioError> {
    let mut all = bodies(context).iter().map(|body| body.frame.chirality);
    let first = all.next();
    if all.any(|other| Some(other) != first) {
        let message = "expected the same chirality for all particles of this algorithm";
        return Err(context.swarm.refuse("chirality", message));
    }
    Ok(())
}

/// Refuses particles whose compasses or chiralities differ.
pub(super) fn one_frame(context: &Context<'_>) -> Result<(), ScenarioError> {
    one_chirality(context)?;
    let mut all = bodies(context).iter().map(|body| body.frame.compass);
    let first = all.next();
    if all.any(|other| Some(other) != first) {
        let message = "expected the same compass for all particles of this algorithm";
        return Err(context.swarm.refuse("compass", message));
    }
    Ok(())
}

/// Refuses everything but contracted particles in a line from west to east, in the order of their
/// ids, as they see it themselves.
pub(super) fn line(context: &Context<'_>) -> Result<(), ScenarioError> {
    contracted(context)?;
    one_frame(context)?;
    let is_line = bodies(context).windows(2).all(|pair| {
        let east = pair[0].frame.to_global(Direction::E);
        pair[0].tail.step(east) == pair[1].tail
    });
    if !is_line {
        let message = "expected particles in a line to their east for this algorithm";
        return Err(context.swarm.refuse("start", message));
    }
    Ok(())
}

/// Refuses structures with holes, which are empty nodes that are cut off from the outside. Objects
/// count as empty.
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
