//! The keys of a scenario that no model reads, for people and for editors: one line of a slice
//! each.

use super::MODELS;
use crate::registry::{Choice, Kind, Parameter, Table, erase};

/// The tables, in the order of the documentation.
pub static TABLES: &[Table] = &[
    Table {
        name: "",
        repeated: false,
        summary: "what kind of world it is",
        keys: &[TOP],
        choices: &[Choice {
            key: "model",
            entries: || erase(MODELS),
        }],
        inner: &[],
    },
    Table {
        name: "orders",
        repeated: true,
        summary: "what is done to a run from outside, before which event",
        keys: &[ORDERS],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "record",
        repeated: false,
        summary: "what a run leaves behind",
        keys: &[RECORD],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "store",
        repeated: false,
        summary: "where its runs are kept",
        keys: &[STORE],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "expect",
        repeated: false,
        summary: "what a run has to be like; where it is not, formicary run says so and exits with 1",
        keys: &[EXPECT],
        choices: &[],
        inner: &[],
    },
];

/// The words for the ends that a scenario can expect.
const ENDS: &[&str] = &[
    "terminated",
    "stalled",
    "time",
    "events",
    "turns",
    "condition",
    "conflict",
    "collision",
    "timeout",
];

#[rustfmt::skip]
const TOP: &[Parameter] = &[
    Parameter::line("model", Kind::Name, None, "",
        "the world with its rules; see models"),
];

#[rustfmt::skip]
const ORDERS: &[Parameter] = &[
    Parameter::line("before", Kind::Whole, None, "of at least 0",
        "the number of the event that the order precedes; the first event is 0"),
    Parameter::line("order", Kind::Text, None, "",
        "a line as of --console: one of the commands of the model, or stop"),
];

#[rustfmt::skip]
const RECORD: &[Parameter] = &[
    Parameter::line("file", Kind::Text, Some("none"), "",
        "where the record is written, relative to the current folder; the extension chooses the \
         format. The flag --record wins. See record.md"),
    Parameter::line("frames", Kind::Truth, Some("true"), "",
        "whether a record keeps the position of every robot at every Visualize tick, for playback"),
    Parameter::line("percepts", Kind::Truth, Some("false"), "",
        "whether a record keeps a hash of what the robot saw in each Look, which a replay then \
         compares too"),
];

#[rustfmt::skip]
const STORE: &[Parameter] = &[
    Parameter::line("file", Kind::Text, Some("none"), "",
        "the store that formicary run keeps the run in, relative to the current folder. The flag --store \
         wins. See store.md"),
];

#[rustfmt::skip]
const EXPECT: &[Parameter] = &[
    Parameter::line("end", Kind::Words(ENDS), Some("any end that is no error"), "",
        "the right ends. OBLOT never ends with conflict or collision, and amoebot never with stalled or \
         turns"),
    Parameter::line("digest", Kind::Text, Some("any"), "of 32 hexadecimal digits",
        "the digest of the events"),
    Parameter::line("events", Kind::Whole, Some("any"), "of at least 0", "the number of events"),
    Parameter::line("holds", Kind::Names, Some("any verdict"), "",
        "the monitors whose property has to hold"),
    Parameter::line("fails", Kind::Names, Some("any verdict"), "",
        "the monitors whose property must not hold, as in a scenario that shows an impossibility"),
    Parameter::line("figures", Kind::Table, Some("any figures"), "",
        "bounds of figures, each {at_least = 1, at_most = 2} or {equals = 3}; see below"),
];

#[cfg(test)]
mod tests;
