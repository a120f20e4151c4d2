//! The keys of an OBLOT scenario, for people and for editors: one line of a slice each.
//!
//! What reads them is [`Scenario::read`](super::scenario::Scenario::read); tests compare the two, and
//! `docs/scenario.md`.

use super::algorithms::ALGORITHMS;
use super::faults::FAULTS;
use super::schedulers::SCHEDULERS;
use super::starts::{self, STARTS};
use crate::registry::{Choice, Kind, Parameter, Table, erase};

/// The tables, in the order of the documentation.
pub static TABLES: &[Table] = &[
    Table {
        name: "",
        repeated: false,
        summary: "what holds for the whole run",
        keys: &[TOP],
        choices: &[],
    },
    Table {
        name: "swarm",
        repeated: false,
        summary: "the robots, what they compute and where they start",
        keys: &[SWARM, starts::COMMON, SPEEDS],
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
    },
    Table {
        name: "visibility",
        repeated: false,
        summary: "what robots see",
        keys: &[VISIBILITY],
        choices: &[],
    },
    Table {
        name: "movement",
        repeated: false,
        summary: "how robots move",
        keys: &[MOVEMENT],
        choices: &[],
    },
    Table {
        name: "scheduler",
        repeated: false,
        summary: "who is activated when",
        keys: &[SCHEDULER],
        choices: &[Choice {
            key: "kind",
            entries: || erase(SCHEDULERS),
        }],
    },
    Table {
        name: "faults",
        repeated: true,
        summary: "each table adds one fault; without any, all robots are correct",
        keys: &[FAULT],
        choices: &[Choice {
            key: "kind",
            entries: || erase(FAULTS),
        }],
    },
    Table {
        name: "limits",
        repeated: false,
        summary: "when a run ends that does not end by itself",
        keys: &[LIMITS],
        choices: &[],
    },
];

#[rustfmt::skip]
const TOP: &[Parameter] = &[
    Parameter::line("seed", Kind::Seed, Some("0"), "",
        "where all random numbers come from; see seeds"),
    Parameter::line("rng", Kind::Word(&["own", "numpy"]), Some("\"own\""), "",
        "own: every robot draws from dice of its own. numpy: all draw from one generator, bit for \
         bit as numpy's default_rng(seed), in the order of the events, to reproduce runs of \
         programs written with numpy; not with synchronous rounds"),
    Parameter::line("on_panic", Kind::Word(&["stop", "crash-fault"]), Some("\"stop\""), "",
        "what follows when a robot's algorithm panics, returns a failure, or wants to go to what \
         is no point (NaN, infinite): the run ends with a named error, or the robot crashes and \
         the run goes on (the summary names it)"),
];

#[rustfmt::skip]
const SWARM: &[Parameter] = &[
    Parameter::line("robots", Kind::Whole, None, "from 1 to 10,000,000",
        "how many robots; their ids count from 0"),
    Parameter::line("algorithm", Kind::Name, None, "", "what they compute; see algorithms"),
    Parameter::line("precision", Kind::Whole, Some("5"), "from 0 to 30",
        "two points closer than 10^-precision count as one; below called eps"),
    Parameter::line("start", Kind::Name, Some("\"uniform\""), "",
        "where they start; see starts, whose parameters stand in this table"),
];

#[rustfmt::skip]
const SPEEDS: &[Parameter] = &[
    Parameter::line("speed", Kind::Number, Some("1.0"), "of at least 0", "the speed of all robots"),
    Parameter::line("speeds", Kind::Numbers, Some("in place of speed"), "of at least 0, one per robot",
        "a speed for each robot"),
];

#[rustfmt::skip]
const VISIBILITY: &[Parameter] = &[
    Parameter::line("radius", Kind::Number, Some("inf"), "of at least 0, or inf",
        "how far robots see; a robot at exactly this distance is seen"),
];

#[rustfmt::skip]
const MOVEMENT: &[Parameter] = &[
    Parameter::line("rigid", Kind::Truth, Some("true"), "",
        "true: a move ends at its target. false: it ends where the robot is when the time of the \
         move is over, which differs from the target by rounding at most (the non-rigid moves of \
         the original simulator, which always arrive)"),
];

#[rustfmt::skip]
const SCHEDULER: &[Parameter] = &[
    Parameter::line("kind", Kind::Name, Some("\"async\""), "",
        "who is activated when; see schedulers, whose parameters stand in this table"),
    Parameter::line("visualize", Kind::Number, Some("0.2"), "above 0, or inf",
        "the time between two Visualize ticks; inf: none. Ticks are events: they are counted, \
         hashed and recorded"),
];

#[rustfmt::skip]
const FAULT: &[Parameter] = &[
    Parameter::line("kind", Kind::Name, None, "",
        "what goes wrong; see faults, whose parameters stand in this table"),
    Parameter::line("count", Kind::Whole, Some("required without robots"), "of at least 0",
        "how many robots have it, chosen by the seed among those that have no fault from a table \
         above; at most as many as there are"),
    Parameter::line("robots", Kind::Wholes, Some("in place of count"), "each once",
        "the ids of the robots that have it; a robot may be named in several tables and then has \
         all these faults"),
];

#[rustfmt::skip]
const LIMITS: &[Parameter] = &[
    Parameter::line("time", Kind::Number, Some("no limit"), "of at least 0",
        "events after this simulated time are not handled; end time"),
    Parameter::line("events", Kind::Whole, Some("no limit"), "of at least 0",
        "at most so many events; end events"),
    Parameter::line("epochs", Kind::Whole, Some("no limit"), "of at least 1",
        "the run ends when so many epochs are over; end condition"),
    Parameter::line("stalled", Kind::Truth, Some("true"), "",
        "whether a run ends where nothing can ever change again; see ends"),
];
