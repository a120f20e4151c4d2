//! Particles start where the scenario says.

use std::collections::BTreeMap;

use super::frames::{CHIRALITIES, COMPASSES, Wish};
use super::{BuildStart, Crowd, DIRECTIONS, Place, ROBOTS, Site, node};
use crate::dice::Die;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "explicit",
    summary: "where the tables [[particles]] say",
    help: "One table `[[particles]]` for each particle, in the order of the ids. Only with this start \
           particles have names.",
    parameters: &[],
    build,
};

pub(super) const KEYS: &[Parameter] = &[
    Parameter::line(
        "name",
        Kind::Text,
        Some("the letters of its id"),
        "with at least one character that is no digit",
        "what the particle is called; without names they are A to Z, AA, AB and so on",
    ),
    Parameter::line(
        "at",
        Kind::Point,
        None,
        "of whole numbers from -100000000 to 100000000",
        "the node of the particle, of its tail where it is expanded",
    ),
    Parameter::line(
        "head",
        Kind::Word(DIRECTIONS),
        Some("contracted"),
        "",
        "the direction from the tail to the head, in the global frame",
    ),
    Parameter::line(
        "compass",
        Kind::Word(COMPASSES),
        Some("as in [swarm]"),
        "",
        "the direction that the particle calls east",
    ),
    Parameter::line(
        "chirality",
        Kind::Word(CHIRALITIES),
        Some("as in [swarm]"),
        "",
        "which way round the particle counts directions",
    ),
];

fn build(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let tables = site.root.tables("particles")?;
    if tables.is_empty() {
        let message = "missing, expected a table [[particles]] for each particle";
        return Err(site.root.missing("particles", message));
    }
    if let Some(table) = tables.get(*ROBOTS.end()) {
        let message = format!("expected at most {} particles", ROBOTS.end());
        return Err(table.refuse("at", message));
    }
    let mut crowd = Crowd::default();
    let mut ids = BTreeMap::new();
    for (id, table) in tables.iter().enumerate() {
        let (name, place, wish) = read_one(table, id)?;
        if let Some(other) = ids.insert(name.clone(), id) {
            let message = format!("expected another name than that of particle {other}, {name:?}");
            return Err(table.refuse("name", message));
        }
        crowd.names.push(name);
        crowd.places.push(place);
        crowd.wishes.push(wish);
    }
    Ok(crowd)
}

/// Reads the table of a particle: its name, its place, and how it is turned.
pub(super) fn read_one(
    table: &Section<'_>,
    id: usize,
) -> Result<(String, Place, Wish), ScenarioError> {
    let name = name(table, id)?;
    let at = node(table, "at")?;
    let head = table.choice("head").optional()?;
    Ok((name, (at, head), Wish::read(table)?))
}

/// The name of a particle, as given or by its id.
fn name(table: &Section<'_>, id: usize) -> Result<String, ScenarioError> {
    let Some(name) = table.str("name").non_empty().optional()? else {
        return Ok(letters(id));
    };
    if name.chars().all(|c| c.is_ascii_digit()) {
        let message = format!("expected a name that cannot be taken for an id, found {name:?}");
        return Err(table.refuse("name", message));
    }
    Ok(name)
}

/// A to Z for the first 26, then AA, AB and so on.
fn letters(id: usize) -> String {
    let last = char::from(b'A' + (id % 26) as u8);
    match id / 26 {
        0 => last.to_string(),
        before => letters(before - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn ids_are_counted_in_letters() {
        let ids = [0, 25, 26, 27, 51, 52, 26 * 27 - 1, 26 * 27];
        let names = ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"];
        assert_eq!(ids.map(letters), names);
    }
}
