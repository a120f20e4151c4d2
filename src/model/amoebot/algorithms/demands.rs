//! What algorithms demand of the structure that they start from.

use super::Context;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Direction;
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
