//! What people call particles: names and ids.

use crate::scenario::{Node, Refusal, Rule, ScenarioError, Section, nearest};

/// What a scenario calls a particle.
#[derive(Clone, Debug)]
pub(super) enum Called {
    /// By its id.
    Id(u32),
    /// By its name.
    Name(String),
}

/// Reads the name or the id of a particle.
pub(super) struct AnyName;

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

/// The particle that is called so, among so many with these names.
pub(super) fn find(
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

/// The particle that a word names or numbers, among so many with these names.
///
/// # Errors
///
/// What was expected instead, with the nearest name.
pub(super) fn find_word(word: &str, particles: usize, names: &[String]) -> Result<u32, String> {
    if let Some((id, _)) = (0..).zip(names).find(|(_, name)| *name == word) {
        return Ok(id);
    }
    let id = word
        .parse()
        .ok()
        .filter(|id: &u32| (*id as usize) < particles);
    id.ok_or_else(|| {
        let last = particles.saturating_sub(1);
        let near = nearest(word, names.iter().map(String::as_str));
        let near = near.map_or(String::new(), |name| format!(" (did you mean {name:?}?)"));
        format!("expected a particle from 0 to {last}, or its name, found {word:?}{near}")
    })
}
