//! Who keeps its place in joint movements.

use crate::model::amoebot::naming::{AnyName, Called, find};
use crate::model::amoebot::structure::Anchor;
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ANCHOR: Parameter = Parameter {
    name: "anchor",
    kind: Kind::NameOrWhole,
    default: Some("0"),
    range: "",
    summary: "the particle that keeps its place in joint movements: its name or its id",
};

pub(super) const ANCHOR_OBJECT: Parameter = Parameter {
    name: "anchor_object",
    kind: Kind::Whole,
    default: Some("in place of anchor"),
    range: "of at least 0",
    summary: "the object that keeps its place instead, counted from 0",
};

/// Reads `anchor` or `anchor_object`, among so many particles with these names and so many objects.
pub(super) fn read(
    swarm: &Section<'_>,
    particles: usize,
    names: &[String],
    objects: usize,
) -> Result<Anchor, ScenarioError> {
    if let Some(object) = swarm.usize("anchor_object").optional()? {
        if swarm.has("anchor") {
            let message = "expected either a particle or an object as anchor, found both";
            return Err(swarm.refuse("anchor_object", message));
        }
        if object >= objects {
            let message = format!("expected one of the {objects} objects, found {object}");
            return Err(swarm.refuse("anchor_object", message));
        }
        return Ok(Anchor::Object(object as u32));
    }
    let called = swarm.field("anchor", AnyName).or(Called::Id(0))?;
    Ok(Anchor::Particle(find(
        swarm, "anchor", called, particles, names,
    )?))
}
