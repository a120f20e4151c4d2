//! The keys of monitors, for people and for editors.

use super::{COMMON, MONITORS};
use crate::registry::{Choice, Kind, Parameter, Table, erase};

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
