//! The keys of monitors, for people and for editors.

use super::{COMMON, MONITORS};
use crate::registry::{self, Choice, Kind, List, Parameter, Table, erase};

/// What there is to choose from.
pub static LISTS: &[List] = &[List {
    title: "monitors",
    describe: |long| registry::describe(MONITORS, long),
    to_json: || registry::to_json(MONITORS),
    catalogue: || registry::catalogue(MONITORS),
}];

/// The tables of monitors.
pub static TABLES: &[Table] = &[Table {
    name: "monitors",
    repeated: true,
    summary: "each table has one property of the run watched",
    keys: &[KIND, COMMON],
    choices: &[Choice {
        key: "kind",
        entries: || erase(MONITORS),
    }],
    inner: &[],
}];

#[rustfmt::skip]
const KIND: &[Parameter] = &[
    Parameter::line("kind", Kind::Name, None, "",
        "what is watched; see monitors, whose parameters stand in this table"),
];
