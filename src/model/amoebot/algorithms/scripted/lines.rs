//! The tables `[[script]]` of a scenario.

use std::collections::BTreeMap;

use super::super::super::grid::Direction;
use super::super::super::naming::{AnyName, Called, find};
use super::super::super::ports::Port;
use super::super::Context;
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section, Word, nearest, one_of};

/// What a particle is told to do, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Expand(Direction),
    ContractHead,
    ContractTail,
    Push(Direction),
    PullHead(Direction),
    PullTail(Direction),
}

/// One particle in one round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub(super) action: Option<Move>,
    pub(super) release: Vec<Port>,
    pub(super) mark: Vec<Port>,
    pub(super) automatic: bool,
    pub(super) anchor: bool,
    pub(super) release_objects: Vec<Port>,
    pub(super) write: BTreeMap<String, i64>,
    pub(super) singleton: bool,
    pub(super) global: Option<usize>,
    pub(super) sets: Vec<(usize, Vec<(Port, usize)>)>,
    pub(super) beep: Vec<usize>,
    pub(super) beep_at: Vec<(Port, usize)>,
    pub(super) send: Vec<(usize, u64)>,
    pub(super) write_late: BTreeMap<String, i64>,
}

const MOVES: &[&str] = &[
    "expand",
    "contract-head",
    "contract-tail",
    "push",
    "pull-head",
    "pull-tail",
];

/// The words for directions.
const DIRECTIONS: &[&str] = &["E", "NNE", "NNW", "W", "SSW", "SSE"];

/// The keys of a table `[[script]]`.
#[rustfmt::skip]
pub static KEYS: &[Parameter] = &[
    Parameter::line("round", Kind::Whole, None, "of at least 1", "in which round"),
    Parameter::line("particle", Kind::NameOrWhole, None, "",
        "which particle: its name or its id, or \"all\""),
    Parameter::line("move", Kind::Word(MOVES), Some("none"), "", "what it does in the movement phase"),
    Parameter::line("direction", Kind::Word(DIRECTIONS), Some("none"), "",
        "in which direction it expands, pushes or pulls"),
    Parameter::line("release", Kind::Names, Some("none"), "",
        "the ports whose bonds it releases, each a direction and, for expanded particles, a half: \
         \"NNE\", \"NNE tail\""),
    Parameter::line("mark", Kind::Names, Some("none"), "", "the ports whose bonds move with it"),
    Parameter::line("automatic", Kind::Truth, Some("false"), "",
        "whether releases and marks are left to the model"),
    Parameter::line("anchor", Kind::Truth, Some("false"), "", "whether it becomes the anchor"),
    Parameter::line("release_objects", Kind::Names, Some("none"), "",
        "the ports beyond which objects release their bonds to other objects"),
    Parameter::line("write", Kind::Table, Some("none"), "",
        "whole numbers that it writes to attributes of its own in the movement phase, by name"),
    Parameter::line("singleton", Kind::Truth, Some("false"), "",
        "whether each pin is alone from the beep phase on"),
    Parameter::line("global", Kind::Whole, Some("none"), "", "the partition set that gets all pins"),
    Parameter::line("sets", Kind::Table, Some("none"), "",
        "partition sets by number, each a list of pins: a port and an offset, as in \"E 0\" or \"E tail 0\""),
    Parameter::line("beep", Kind::Wholes, Some("none"), "", "the partition sets on which it beeps"),
    Parameter::line("beep_at", Kind::Names, Some("none"), "", "the pins on whose sets it beeps"),
    Parameter::line("send", Kind::Table, Some("none"), "", "messages, whole numbers, by partition set"),
    Parameter::line("write_late", Kind::Table, Some("none"), "",
        "the same as write, in the beep phase"),
];

/// Reads the script. `pins` is the number of pins of an edge.
///
/// # Errors
///
/// The first table that is wrong, with its place.
pub(super) fn read(
    context: &Context<'_>,
    pins: usize,
) -> Result<BTreeMap<(u32, u64), Line>, ScenarioError> {
    let mut lines = BTreeMap::new();
    for table in context.root.tables("script")? {
        let round = table.u64("round").positive().required()?;
        let particles = particles(&table, context)?;
        let line = line(&table, pins)?;
        for particle in particles {
            if lines.insert((particle, round), line.clone()).is_some() {
                let message =
                    format!("expected one table for particle {particle} in round {round}");
                return Err(table.refuse("particle", message));
            }
        }
    }
    Ok(lines)
}

/// The particles that a table is for.
fn particles(table: &Section<'_>, context: &Context<'_>) -> Result<Vec<u32>, ScenarioError> {
    let called = table.field("particle", AnyName).required()?;
    let count = context.placed.structure.bodies().len();
    if matches!(&called, Called::Name(name) if name == "all") {
        return Ok((0..count as u32).collect());
    }
    let names = &context.placed.names;
    Ok(vec![find(table, "particle", called, count, names)?])
}

fn line(table: &Section<'_>, pins: usize) -> Result<Line, ScenarioError> {
    let mut line = Line {
        action: action(table)?,
        release: ports(table, "release")?,
        mark: ports(table, "mark")?,
        automatic: table.bool("automatic").or(false)?,
        anchor: table.bool("anchor").or(false)?,
        release_objects: ports(table, "release_objects")?,
        write: written(table, "write")?,
        singleton: table.bool("singleton").or(false)?,
        global: table.usize("global").optional()?,
        beep: table
            .usize("beep")
            .list()
            .or_one()
            .optional()?
            .unwrap_or_default(),
        write_late: written(table, "write_late")?,
        ..Line::default()
    };
    let words = table.str("beep_at").list().or_one().optional()?;
    for word in words.unwrap_or_default() {
        line.beep_at.push(pin(table, "beep_at", &word, pins)?);
    }
    if let Some(sets) = table.optional_table("sets")? {
        for key in sets.keys() {
            let set = number(&sets, key)?;
            let words = sets.str(key).list().or_one().required()?;
            let members: Result<_, _> = words
                .iter()
                .map(|word| pin(&sets, key, word, pins))
                .collect();
            line.sets.push((set, members?));
        }
    }
    if let Some(send) = table.optional_table("send")? {
        for key in send.keys() {
            let message = send.u64(key).required()?;
            line.send.push((number(&send, key)?, message));
        }
    }
    Ok(line)
}

fn action(table: &Section<'_>) -> Result<Option<Move>, ScenarioError> {
    let word = table.word("move", MOVES).optional()?;
    let direction = table.choice::<Direction>("direction").optional()?;
    let needed = || {
        let message = "missing, expected the direction of the movement";
        direction.ok_or_else(|| table.refuse("direction", message))
    };
    let action = match word {
        Some("expand") => Move::Expand(needed()?),
        Some("push") => Move::Push(needed()?),
        Some("pull-head") => Move::PullHead(needed()?),
        Some("pull-tail") => Move::PullTail(needed()?),
        word => {
            if direction.is_some() {
                let message =
                    "expected a move that has a direction: expand, push, pull-head or pull-tail";
                return Err(table.refuse("direction", message));
            }
            match word {
                Some("contract-head") => Move::ContractHead,
                Some(_) => Move::ContractTail,
                None => return Ok(None),
            }
        }
    };
    Ok(Some(action))
}

/// Reads a list of ports.
fn ports(table: &Section<'_>, key: &str) -> Result<Vec<Port>, ScenarioError> {
    let words = table.str(key).list().or_one().optional()?;
    let words = words.unwrap_or_default();
    words
        .iter()
        .map(|word| port(table, key, &word.split_whitespace().collect::<Vec<_>>()))
        .collect()
}

/// Reads a port: a direction, and a half where it is not the head.
fn port(table: &Section<'_>, key: &str, words: &[&str]) -> Result<Port, ScenarioError> {
    let (direction, half) = match words {
        [direction] => (*direction, "head"),
        [direction, half] => (*direction, *half),
        _ => {
            let found = words.join(" ");
            let message =
                format!("expected a port such as \"NNE\" or \"NNE tail\", found {found:?}");
            return Err(table.refuse(key, message));
        }
    };
    Ok(Port::new(
        word_of(table, key, direction)?,
        word_of(table, key, half)?,
    ))
}

fn word_of<T: Word>(table: &Section<'_>, key: &str, word: &str) -> Result<T, ScenarioError> {
    let found = T::ALL.iter().find(|value| value.word() == word);
    found.copied().ok_or_else(|| {
        let words = || T::ALL.iter().map(|value| value.word());
        let near = nearest(word, words());
        let near = near.map_or(String::new(), |word| format!(" (did you mean {word:?}?)"));
        let message = format!("expected {}, found {word:?}{near}", one_of(words()));
        table.refuse(key, message)
    })
}

/// Reads a pin: a port, and an offset.
fn pin(
    table: &Section<'_>,
    key: &str,
    text: &str,
    pins: usize,
) -> Result<(Port, usize), ScenarioError> {
    let words: Vec<_> = text.split_whitespace().collect();
    let refused = |message: String| Err(table.refuse(key, message));
    let Some((offset, place)) = words.split_last().filter(|(_, place)| !place.is_empty()) else {
        return refused(format!(
            "expected a pin such as \"E 0\" or \"E tail 0\", found {text:?}"
        ));
    };
    match offset.parse() {
        Ok(offset) if offset < pins => Ok((port(table, key, place)?, offset)),
        _ => refused(format!(
            "expected an offset below {pins}, the number of pins of an edge, found {text:?}"
        )),
    }
}

/// Reads the number that a key is.
fn number(table: &Section<'_>, key: &str) -> Result<usize, ScenarioError> {
    let message = || format!("expected the number of a partition set, found {key:?}");
    key.parse().map_err(|_| table.refuse(key, message()))
}

/// Reads what is written to the particle's own attributes.
fn written(table: &Section<'_>, key: &str) -> Result<BTreeMap<String, i64>, ScenarioError> {
    let Some(values) = table.optional_table(key)? else {
        return Ok(BTreeMap::new());
    };
    let mut written = BTreeMap::new();
    for name in values.keys() {
        if name.contains('.') {
            let message = format!(
                "expected an attribute of the particle itself, found {name:?}: a particle writes to \
                 no other"
            );
            return Err(values.refuse(name, message));
        }
        written.insert(name.to_owned(), values.i64(name).required()?);
    }
    Ok(written)
}
