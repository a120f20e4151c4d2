//! What demonstrations with a structure of their own demand of a scenario.

use super::Context;
use crate::model::amoebot::grid::Frame;
use crate::scenario::ScenarioError;

/// The scenario names no other start.
pub(super) fn check_start(context: &Context<'_>) -> Result<(), ScenarioError> {
    if context.swarm.has("start") {
        let message = "expected no start, as the algorithm has a structure of its own";
        return Err(context.swarm.refuse("start", message));
    }
    Ok(())
}

/// The scenario names no other start, and all particles call east what is east: the demonstration is
/// drawn in global directions.
pub(super) fn check(context: &Context<'_>) -> Result<(), ScenarioError> {
    check_start(context)?;
    for (key, differs) in [
        (
            "compass",
            (|frame, east| frame.compass != east.compass) as Differs,
        ),
        ("chirality", |frame, east| frame.chirality != east.chirality),
    ] {
        let mut bodies = context.placed.structure.bodies().iter();
        if bodies.any(|body| differs(&body.frame, &Frame::default())) {
            let message =
                "expected the default, as the demonstration is drawn in global directions";
            return Err(context.swarm.refuse(key, message));
        }
    }
    Ok(())
}

type Differs = fn(&Frame, &Frame) -> bool;
