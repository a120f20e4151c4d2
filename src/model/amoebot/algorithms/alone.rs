//! What algorithms for one particle at a time ask of a start.

use super::Context;
use crate::scenario::ScenarioError;

/// Refuses a start in which a particle is expanded.
pub(super) fn check_contracted(context: &Context<'_>) -> Result<(), ScenarioError> {
    let bodies = context.placed.structure.bodies();
    match bodies.iter().position(|body| body.is_expanded()) {
        Some(id) => Err(context.swarm.refuse(
            "algorithm",
            format!("expected contracted particles, found that particle {id} is expanded"),
        )),
        None => Ok(()),
    }
}

/// Refuses a start in which particles count directions in different ways.
pub(super) fn check_chirality(context: &Context<'_>) -> Result<(), ScenarioError> {
    let bodies = context.placed.structure.bodies();
    let mut chiralities = bodies.iter().map(|body| body.frame.chirality);
    let first = chiralities.next();
    if chiralities.all(|each| Some(each) == first) {
        return Ok(());
    }
    let message = "expected one chirality for all particles, found both";
    Err(context.swarm.refuse("chirality", message))
}

/// Refuses objects.
pub(super) fn check_no_objects(context: &Context<'_>) -> Result<(), ScenarioError> {
    if context.placed.structure.objects().is_empty() {
        return Ok(());
    }
    let message = "expected no objects: the algorithm cannot do anything with them";
    Err(context.root.refuse("objects", message))
}

/// Refuses a start with holes: empty nodes that the particles, all of them contracted and connected,
/// enclose.
pub(super) fn check_no_holes(context: &Context<'_>) -> Result<(), ScenarioError> {
    let structure = &context.placed.structure;
    // Euler's formula: nodes - edges + triangles = components - holes, and there is one component.
    // Each edge is counted at its western or lower end, each triangle at one of its corners.
    let mut sum = 0_i64;
    for id in 0..structure.bodies().len() as u32 {
        let has = |label| {
            let occupant = structure.beyond(id, label);
            matches!(
                occupant,
                Some(crate::model::amoebot::structure::Occupant::Particle(..))
            )
        };
        let edges = (0..3).filter(|label| has(*label)).count();
        let triangles = (0..2).filter(|label| has(*label) && has(label + 1)).count();
        sum += 1 - edges as i64 + triangles as i64;
    }
    if sum == 1 {
        return Ok(());
    }
    let message = format!(
        "expected a structure without holes, found one with {}",
        1 - sum
    );
    Err(context.swarm.refuse("algorithm", message))
}
