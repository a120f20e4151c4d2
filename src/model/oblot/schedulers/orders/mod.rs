//! Whose turn it is.

mod list;
mod random;
mod round_robin;
mod shuffle;

use self::round_robin::RoundRobin;
use super::Members;
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// The words for what chooses the robot.
const ORDERS: &[&str] = &["round_robin", "shuffle", "random", "list"];

/// What a scenario may say about turns.
pub(super) const PARAMETERS: [Parameter; 5] = [
    Parameter {
        name: "order",
        kind: Kind::Word(ORDERS),
        default: Some("\"round_robin\""),
        range: "",
        summary: "whose turn it is",
    },
    Parameter {
        name: "first",
        kind: Kind::Whole,
        default: Some("robot 0"),
        range: "below the number of robots",
        summary: "with `order = \"round_robin\"`, or where that follows a list: whose turn is the \
                  first; the others follow by their ids",
    },
    Parameter {
        name: "permutation",
        kind: Kind::Wholes,
        default: Some("in place of first"),
        range: "that name every robot once",
        summary: "in the same places: the order of all robots",
    },
    Parameter {
        name: "turns",
        kind: Kind::Tables,
        default: Some("required with order = \"list\""),
        range: "",
        summary: "with `order = \"list\"`: the turns: robot, stop, tie and frame of each",
    },
    Parameter {
        name: "after",
        kind: Kind::Word(list::AFTER),
        default: Some("round_robin with order = \"list\""),
        range: "",
        summary: "with `order = \"list\"`: what follows the last turn: turns in a fixed order, the \
                  list again (which then has to name every robot), or the end `turns`",
    },
];

/// The keys that go with a list only.
const OF_LISTS: [&str; 2] = ["turns", "after"];
/// The keys that say in which order robots follow each other.
const OF_ROUND_ROBIN: [&str; 2] = ["first", "permutation"];

/// Refuses all keys of this table but the adversary's: it chooses alone.
pub(super) fn refuse(section: &Section<'_>) -> Result<(), ScenarioError> {
    let keys = PARAMETERS.iter().map(|parameter| parameter.name);
    for key in keys {
        if section.has(key) {
            let message = "expected no adversary beside it: an adversary chooses the robot itself";
            return Err(section.refuse(key, message));
        }
    }
    Ok(())
}

/// An order of turns, and what it says about activations.
pub(super) struct Order {
    pub(super) members: Box<dyn Members>,
    /// Whether it stops robots on their way.
    pub(super) stops: bool,
    /// Whether it says how robots decide.
    pub(super) decides: bool,
}

impl Order {
    /// An order that leaves everything else open.
    fn plain(members: impl Members + 'static) -> Self {
        Order {
            members: Box::new(members),
            stops: false,
            decides: false,
        }
    }
}

/// Reads whose turn it is.
pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Order, ScenarioError> {
    let order = section.word("order", ORDERS).or("round_robin")?;
    for key in OF_LISTS {
        if section.has(key) && order != "list" {
            let message = format!("expected order = \"list\" beside it, found \"{order}\"");
            return Err(section.refuse(key, message));
        }
    }
    for key in OF_ROUND_ROBIN {
        if section.has(key) && !matches!(order, "list" | "round_robin") {
            let message = format!("expected order = \"round_robin\" beside it, found \"{order}\"");
            return Err(section.refuse(key, message));
        }
    }
    Ok(match order {
        "shuffle" => Order::plain(shuffle::Shuffle::default()),
        "random" => Order::plain(random::Random::default()),
        "list" => list::read(section, robots)?,
        _ => Order::plain(RoundRobin::read(section, robots)?),
    })
}
