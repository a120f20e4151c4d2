//! Who keeps its place in joint movements.

use crate::model::amoebot::structure::Anchor;
use crate::registry::{Kind, Parameter};
use crate::scenario::{Node, Refusal, Rule, ScenarioError, Section, nearest};

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

/// What a scenario calls a particle.
#[derive(Clone, Debug)]
pub(in crate::model::amoebot) enum Called {
    /// By its id.
    Id(u32),
    /// By its name.
    Name(String),
}

/// Reads the name or the id of a particle.
pub(in crate::model::amoebot) struct AnyName;

impl Rule for AnyName {
    type Value = Called;
    type Default = Called;

    fn expected(&self) -> String {
        "the name or the id of a particle".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Called, Refusal> {
        let id = found.whole().and_then(|id| u32::try_from(id).ok());
        let name = found.text().map(str::to_owned);
        let called = id.map(Called::Id).or(name.map(Called::Name));
        called.ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &Called) -> toml::Value {
        match value {
            Called::Id(id) => i64::from(*id).into(),
            Called::Name(name) => name.as_str().into(),
        }
    }

    fn write_default(&self, default: Called) -> toml::Value {
        self.write(&default)
    }
}

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

/// The particle that is called so, among so many with these names.
pub(in crate::model::amoebot) fn find(
    table: &Section<'_>,
    key: &str,
    called: Called,
    particles: usize,
    names: &[String],
) -> Result<u32, ScenarioError> {
    match called {
        Called::Id(id) if (id as usize) < particles => Ok(id),
        Called::Id(id) => {
            let last = particles.saturating_sub(1);
            let message = format!("expected the id of a particle (0 to {last}), found {id}");
            Err(table.refuse(key, message))
        }
        Called::Name(name) => match (0..).zip(names).find(|(_, known)| **known == name) {
            Some((id, _)) => Ok(id),
            None if names.is_empty() => {
                let message =
                    format!("expected the id of a particle, as none has a name, found {name:?}");
                Err(table.refuse(key, message))
            }
            None => {
                let message = format!("expected the name or the id of a particle, found {name:?}");
                let near = nearest(&name, names.iter().map(String::as_str));
                Err(table.refuse(key, message).near(near))
            }
        },
    }
}
