//! The keys of an amoebot scenario, for people and for editors: one line of a slice each.
//!
//! What reads them is [`Scenario::read`](super::scenario::Scenario::read); tests compare the two,
//! and `docs/scenario.md`.

use super::algorithms::{ALGORITHMS, SCRIPT};
use super::expect;
use super::starts::{self, STARTS};
use crate::registry::{self, Choice, Kind, List, Parameter, Table, erase};

/// What there is to choose from.
pub static LISTS: &[List] = &[
    List {
        title: "algorithms",
        describe: |long| registry::describe(ALGORITHMS, long),
        to_json: || registry::to_json(ALGORITHMS),
        catalogue: || registry::catalogue(ALGORITHMS),
    },
    List {
        title: "starts",
        describe: |long| registry::describe(STARTS, long),
        to_json: || registry::to_json(STARTS),
        catalogue: || registry::catalogue(STARTS),
    },
];

/// The tables, in the order of the documentation.
pub static TABLES: &[Table] = &[
    Table {
        name: "",
        repeated: false,
        summary: "what holds for the whole run",
        keys: &[TOP],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "swarm",
        repeated: false,
        summary: "the particles, what they compute and where they start",
        keys: &[SWARM, starts::COMMON],
        choices: &[
            Choice {
                key: "algorithm",
                entries: || erase(ALGORITHMS),
            },
            Choice {
                key: "start",
                entries: || erase(STARTS),
            },
        ],
        inner: &[],
    },
    Table {
        name: "particles",
        repeated: true,
        summary: "one particle each, for the start explicit",
        keys: &[starts::PARTICLES],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "objects",
        repeated: true,
        summary: "one object each: rigid, and moved only by particles",
        keys: &[starts::OBJECTS],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "script",
        repeated: true,
        summary: "what one particle does in one round, for the algorithm scripted; one table for each \
                  particle and round",
        keys: &[SCRIPT],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "structure",
        repeated: false,
        summary: "joint movements, and what happens where one is impossible",
        keys: &[STRUCTURE],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "circuits",
        repeated: false,
        summary: "how reliable circuits are",
        keys: &[CIRCUITS],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "limits",
        repeated: false,
        summary: "when a run ends although particles could go on",
        keys: &[LIMITS],
        choices: &[],
        inner: &[],
    },
    expect::TABLE,
];

#[rustfmt::skip]
const TOP: &[Parameter] = &[
    Parameter::line("seed", Kind::Seed, Some("0"), "", "where all random numbers come from"),
    Parameter::line("rng", Kind::Word(&["own"]), Some("\"own\""), "", "the kind of random numbers"),
];

#[rustfmt::skip]
const SWARM: &[Parameter] = &[
    Parameter::line("algorithm", Kind::Name, None, "",
        "what the particles compute; its parameters stand in this table too"),
    Parameter::line("start", Kind::Name, Some("that of the algorithm, or \"random\""), "",
        "where the particles start; its parameters stand in this table too"),
];

/// The words for policies.
const POLICIES: &[&str] = &["stop", "continue"];

#[rustfmt::skip]
const STRUCTURE: &[Parameter] = &[
    Parameter::line("collisions", Kind::Truth, Some("true"), "",
        "whether edges that meet while they move are looked for"),
    Parameter::line("on_conflict", Kind::Word(POLICIES), Some("\"stop\""), "",
        "what a conflict does: the round is undone and the run ends with conflict, or the round is \
         undone but for the dice and the run goes on with the next one"),
    Parameter::line("on_collision", Kind::Word(POLICIES), Some("\"stop\""), "",
        "what a collision does once its round is over: the run ends with collision, or goes on"),
    Parameter::line("history", Kind::Whole, Some("0"), "from 0 to 1000000",
        "how many of the last rounds are kept for the command cut"),
];

#[rustfmt::skip]
const CIRCUITS: &[Parameter] = &[
    Parameter::line("failure", Kind::Number, Some("0.0"), "between 0 and 1",
        "the probability with which a partition set receives nothing in a round"),
];

#[rustfmt::skip]
const LIMITS: &[Parameter] = &[
    Parameter::line("rounds", Kind::Whole, Some("no limit"), "of at least 1",
        "the run ends when so many rounds are over; end condition"),
    Parameter::line("time", Kind::Number, Some("no limit"), "of at least 0",
        "nothing happens after this instant; round r is at the instant r; end time"),
    Parameter::line("events", Kind::Whole, Some("no limit"), "of at least 0",
        "at most so many events are handled; end events"),
];
