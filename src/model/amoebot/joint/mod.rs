//! Joint movements: all particles of a round move at once and take their neighbours along.
//!
//! After Padalkin, Kumar and Scheideler, *Shape Formation and Locomotion with Joint Movements in the
//! Amoebot Model* (2023), with the rules of AmoebotSim 2.0 where the paper leaves a choice.
//!
//! Each two neighbours are bonded at the start of a round. A particle releases bonds, marks others
//! that shall go with the half that moves, and says how it moves. The anchor rests; from there the
//! displacements spread over the bonds (`spread`), pair by pair (`pairs`). If all agree and no node
//! is taken twice, everything moves at the same time, and the edges that are swept along must not
//! meet ([`collision`]).

mod action;
mod bonds;
mod conflict;
mod edges;
mod intent;
mod labels;
mod pairs;
mod spread;
#[cfg(test)]
mod tests;

use self::bonds::Web;
use self::spread::Displacements;
use super::collision;
use super::grid::Node;
use super::structure::{Flaw, Occupant, Structure};

pub use self::action::{Action, Invalid, Step, is_needed};
pub use self::bonds::{Bond, bonds};
pub use self::conflict::{Conflict, ConflictKind};
pub use self::labels::Labels;
pub use super::collision::{Collision, EdgeMovement};

/// What a joint movement leaves behind.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Where everybody is afterwards.
    pub structure: Structure,
    /// By particle: how far its origin was displaced, the half that did not move by itself.
    pub displacements: Vec<Node>,
    /// Two edges that met on the way. The movement is carried out all the same.
    pub collision: Option<Collision>,
}

/// Moves all particles and objects of a round. `steps` are the wishes by particle, `releasing` the
/// objects that release their bonds to other objects.
///
/// # Errors
///
/// [`Conflict`] where the movement is impossible; nobody moves then.
///
/// # Panics
///
/// If there are not as many steps as particles.
pub fn joint_movement(
    structure: &Structure,
    steps: &[Step],
    releasing: &[u32],
    check_collisions: bool,
) -> Result<Moved, Conflict> {
    assert_eq!(
        steps.len(),
        structure.bodies().len(),
        "a step for each particle"
    );
    check_actions(structure, steps)?;
    let web = Web::new(structure, steps, releasing);
    check_handovers(&web)?;
    let displacements = spread::displacements(&web)?;
    let after = displaced(&web, &displacements)?;
    let collision = match check_collisions {
        true => collision::first(&edges::movements(&web, &displacements)),
        false => None,
    };
    Ok(Moved {
        structure: after,
        displacements: displacements.particles,
        collision,
    })
}

/// All particles may try what they try.
fn check_actions(structure: &Structure, steps: &[Step]) -> Result<(), Conflict> {
    for (id, step) in (0..).zip(steps) {
        if let Some(action) = step.action {
            let refused = |_| Conflict::particles(ConflictKind::Invalid, [id]);
            action.check(structure, id).map_err(refused)?;
        }
    }
    Ok(())
}

/// All handovers have a bond.
fn check_handovers(web: &Web<'_>) -> Result<(), Conflict> {
    for (id, intent) in (0..).zip(&web.intents) {
        let Some(label) = intent.handover else {
            continue;
        };
        if let Some(Occupant::Particle(other, half)) = web.structure.beyond(id, label)
            && web.tie(id, label, other, half).is_none()
        {
            return Err(Conflict::particles(ConflictKind::NoBond, [id, other]));
        }
    }
    Ok(())
}

/// The structure after the movement. An object that nothing reached may be hit where it is; otherwise
/// that it is loose is the conflict.
fn displaced(web: &Web<'_>, displacements: &Displacements) -> Result<Structure, Conflict> {
    let structure = web.structure;
    let moves = web.intents.iter().zip(&displacements.particles);
    let bodies = structure.bodies().iter().zip(moves);
    let bodies = bodies.map(|(body, (intent, by))| intent.apply(body, *by));
    let objects = structure.objects().iter().zip(&displacements.objects);
    let objects = objects.map(|(object, by)| object.moved_by(by.unwrap_or_default()));
    let after = Structure::new(bodies.collect(), objects.collect(), structure.anchor());
    let after = after.map_err(occupied)?;
    let loose: Vec<u32> = (0..)
        .zip(&displacements.objects)
        .filter(|(_, displacement)| displacement.is_none())
        .map(|(id, _)| id)
        .collect();
    if !loose.is_empty() {
        return Err(Conflict {
            kind: ConflictKind::Disconnected,
            particles: Vec::new(),
            objects: loose,
        });
    }
    Ok(after)
}

fn occupied(flaw: Flaw) -> Conflict {
    let mut conflict = Conflict::particles(ConflictKind::Occupied, []);
    if let Flaw::Overlap { first, second, .. } = flaw {
        for occupant in [first, second] {
            match occupant {
                Occupant::Particle(id, _) => conflict.particles.push(id),
                Occupant::Object(id) => conflict.objects.push(id),
            }
        }
    }
    conflict
}
