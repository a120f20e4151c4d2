//! The keys of an OBLOT scenario, for people and for editors: one line of a slice each.
//!
//! What reads them is [`Scenario::read`](super::scenario::Scenario::read); tests compare the two,
//! and `docs/scenario.md`.

use super::algorithms::ALGORITHMS;
use super::faults::FAULTS;
use super::schedulers::adversaries::ADVERSARIES;
use super::schedulers::{LAWS, SCHEDULERS};
use super::starts::{self, STARTS};
use crate::model::clock;
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
        title: "schedulers",
        describe: |long| registry::describe(SCHEDULERS, long),
        to_json: || registry::to_json(SCHEDULERS),
        catalogue: || registry::catalogue(SCHEDULERS),
    },
    List {
        title: "adversaries",
        describe: |long| registry::describe(ADVERSARIES, long),
        to_json: || registry::to_json(ADVERSARIES),
        catalogue: || registry::catalogue(ADVERSARIES),
    },
    List {
        title: "laws",
        describe: |long| registry::describe(LAWS, long),
        to_json: || registry::to_json(LAWS),
        catalogue: || registry::catalogue(LAWS),
    },
    List {
        title: "faults",
        describe: |long| registry::describe(FAULTS, long),
        to_json: || registry::to_json(FAULTS),
        catalogue: || registry::catalogue(FAULTS),
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
    clock::TABLE,
    Table {
        name: "swarm",
        repeated: false,
        summary: "the robots, what they compute and where they start",
        keys: &[SWARM, starts::COMMON, REST],
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
        name: "visibility",
        repeated: false,
        summary: "what robots see",
        keys: &[VISIBILITY],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "sensing",
        repeated: false,
        summary: "what robots make of what they see",
        keys: &[SENSING],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "frames",
        repeated: false,
        summary: "the robots' frames of reference; without it all use the global coordinates",
        keys: &[FRAMES],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "lights",
        repeated: false,
        summary: "lights, for algorithms that declare colours",
        keys: &[LIGHTS],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "movement",
        repeated: false,
        summary: "how robots move",
        keys: &[MOVEMENT],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "scheduler",
        repeated: false,
        summary: "who is activated when",
        keys: &[SCHEDULER],
        choices: &[
            Choice {
                key: "kind",
                entries: || erase(SCHEDULERS),
            },
            Choice {
                key: "adversary",
                entries: || erase(ADVERSARIES),
            },
        ],
        inner: &[
            Table {
                name: "wait",
                ..LAW
            },
            Table {
                name: "compute",
                ..LAW
            },
            Table {
                name: "speed",
                ..LAW
            },
            Table {
                name: "turn_gap",
                ..LAW
            },
            Table {
                name: "turns",
                keys: &[TURN, WISHES],
                ..STEPS
            },
            STEPS,
        ],
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
        inner: &[],
    },
    Table {
        name: "controller",
        repeated: false,
        summary: "programs outside that compute for robots; see controllers.md",
        keys: &[CONTROLLER],
        choices: &[],
        inner: &[],
    },
    Table {
        name: "limits",
        repeated: false,
        summary: "when a run ends that does not end by itself",
        keys: &[LIMITS],
        choices: &[],
        inner: &[],
    },
];

/// A law under some key of the scheduler.
const LAW: Table = Table {
    name: "law",
    repeated: false,
    summary: "a law by which numbers are drawn",
    keys: &[&[Parameter::line(
        "law",
        Kind::Name,
        None,
        "",
        "which law; see laws",
    )]],
    choices: &[Choice {
        key: "law",
        entries: || erase(LAWS),
    }],
    inner: &[],
};

/// The steps of a script.
const STEPS: Table = Table {
    name: "steps",
    repeated: true,
    summary: "what is written down",
    keys: &[TURN, STEP, WISHES],
    choices: &[],
    inner: &[Table {
        name: "frame",
        repeated: false,
        summary: "a frame of reference",
        keys: &[FRAME],
        choices: &[],
        inner: &[],
    }],
};

#[rustfmt::skip]
const TOP: &[Parameter] = &[
    Parameter::line("seed", Kind::Seed, Some("0"), "",
        "where all random numbers come from; see seeds"),
    Parameter::line("rng", Kind::Word(&["own", "numpy"]), Some("\"own\""), "",
        "own: every robot draws from dice of its own. numpy: all draw from one generator, bit for \
         bit as numpy's default_rng(seed), in the order of the events, to reproduce runs of \
         programs written with numpy; only with the scheduler async"),
    Parameter::line("on_panic", Kind::Word(&["stop", "crash-fault"]), Some("\"stop\""), "",
        "what follows when a robot's algorithm panics, returns a failure, or wants to go to what \
         is no point (NaN, infinite): the run ends with a named error, or the robot crashes and \
         the run goes on (the summary names it)"),
];

#[rustfmt::skip]
const SWARM: &[Parameter] = &[
    Parameter::line("robots", Kind::Whole, None, "from 1 to 10,000,000",
        "how many robots; their ids count from 0"),
    Parameter::line("algorithm", Kind::Name,
        Some("required, unless all robots are controlled outside"), "",
        "what they compute; see algorithms"),
    Parameter::line("precision", Kind::Whole, Some("5"), "from 0 to 30",
        "two points closer than 10^-precision count as one; below called eps"),
    Parameter::line("start", Kind::Name, Some("\"uniform\""), "",
        "where they start; see starts, whose parameters stand in this table"),
];

#[rustfmt::skip]
const REST: &[Parameter] = &[
    Parameter::line("speed", Kind::Number, Some("1.0"), "of at least 0", "the speed of all robots"),
    Parameter::line("speeds", Kind::Numbers,
        Some("in place of speed"), "of at least 0, one per robot",
        "a speed for each robot"),
    Parameter::line("terminate", Kind::Truth, Some("true"), "",
        "whether a robot ends when its algorithm has reached its end; with false robots go on for \
         ever"),
    Parameter::line("quirks_off", Kind::WordList(&["Q1", "Q2", "Q4", "Q5", "Q7"]), Some("none"), "",
        "which of the original simulator's quirks are switched off"),
    Parameter::line("force", Kind::Truth, Some("false"), "",
        "run although the scenario does not give its algorithm what it requires; a record says so"),
];

#[rustfmt::skip]
const VISIBILITY: &[Parameter] = &[
    Parameter::line("radius", Kind::Number, Some("inf"), "of at least 0, or inf",
        "how far robots see; a robot at exactly this distance is seen"),
    Parameter::line("nearest", Kind::Whole, Some("no limit"), "of at least 1",
        "only so many others are seen, the nearest ones; of equally near ones those with the \
         lowest ids"),
    Parameter::line("obstruction", Kind::Truth, Some("false"), "",
        "whether a robot hides what lies behind it: a robot is not seen if another one is nearer \
         by more than eps in the same direction. Robots on the observer's own point (within eps) \
         hide nobody and are always seen; so are all that share the point of the nearest robot of \
         a direction"),
    Parameter::line("tolerance", Kind::Number, Some("1e-9"), "from 0 to 1",
        "with obstruction: directions that differ by at most this are one, in radians"),
];

#[rustfmt::skip]
const SENSING: &[Parameter] = &[
    Parameter::line("multiplicity", Kind::Word(&["strong", "weak", "none"]), Some("\"strong\""), "",
        "what a robot can tell of the number of robots on one point (within eps): how many there \
         are, whether there is more than one, or nothing. With less than strong detection a point \
         is seen once, whoever stands there"),
    Parameter::line("scope", Kind::Word(&["global", "local"]), Some("\"global\""), "",
        "local: a robot can tell it of its own point only"),
    Parameter::line("noise", Kind::Number, Some("0.0"), "of at least 0",
        "standard deviation of the error in each coordinate of what is seen of others; drawn at \
         each Look from the robot's own dice, normally distributed"),
    Parameter::line("relative_noise", Kind::Number, Some("0.0"), "of at least 0",
        "standard deviation of the error of distances to others, in parts of the distance"),
    Parameter::line("tie", Kind::Word(TIES), Some("\"first\""), "",
        "which of several equally good choices an algorithm takes that has to break a tie, in the \
         order of the robot's own coordinates, x before y"),
];

#[rustfmt::skip]
const FRAMES: &[Parameter] = &[
    Parameter::line("agreement", Kind::Word(&["global", "full", "one_axis", "chirality", "none"]),
        Some("\"global\""), "",
        "what robots agree on: everything; both axes (not the unit, not the origin); the direction \
         of the x axis only; which way round is clockwise only; nothing"),
    Parameter::line("redraw", Kind::Word(&["never", "activation"]), Some("\"never\""), "",
        "whether a robot keeps its frame for the whole run or draws a new one at each activation"),
    Parameter::line("scale", Kind::Numbers, Some("[0.5, 2.0]"), "above 0",
        "the least and the greatest number of own units in one global unit, drawn uniformly"),
];

#[rustfmt::skip]
const LIGHTS: &[Parameter] = &[
    Parameter::line("see", Kind::Word(&["LUMI", "FCOM", "FSTA", "OBLOT"]), Some("\"LUMI\""), "",
        "which lights a robot perceives: all, those of the others, its own, none"),
    Parameter::line("start", Kind::Words(COLOURS), Some("the algorithm's first colour"), "",
        "the light at the start: one colour for all, or one for each robot"),
];

#[rustfmt::skip]
const MOVEMENT: &[Parameter] = &[
    Parameter::line("rigid", Kind::Truth, Some("true"), "",
        "true: a move ends at its target. false: it ends where the robot is when the time of the \
         move is over, which differs from the target by rounding at most (the non-rigid moves of \
         the original simulator, which always arrive)"),
    Parameter::line("delta", Kind::Number, Some("none"), "above 0",
        "with rigid = false: the adversary may stop a robot on its way, but never before it came \
         this far; a destination that is nearer is reached. The robot rests at the stopping point"),
    Parameter::line("stop", Kind::Word(&["uniform", "delta", "fraction", "never"]),
        Some("\"uniform\""), "",
        "with delta: where robots are stopped of whom the scheduler says nothing: anywhere from \
         delta to the destination, drawn from the robot's own dice; after exactly delta; after a \
         part of the way; nowhere"),
    Parameter::line("fraction", Kind::Number, Some("0.5"), "from 0 to 1",
        "with stop = \"fraction\": the part of the way (at least delta)"),
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
const CONTROLLER: &[Parameter] = &[
    Parameter::line("command", Kind::Texts, Some("one of these three"), "of at least 1",
        "the program and its arguments, which is started with the run, reads stdin and writes to \
         stdout. A word after the first that names a file beside the scenario stands for that file, \
         and so does the first if it names a folder too; any other first word is looked up in PATH"),
    Parameter::line("listen", Kind::Text, Some("in place of command"), "",
        "the TCP address to which the program connects, such as \"127.0.0.1:7000\""),
    Parameter::line("connect", Kind::Text, Some("in place of command"), "",
        "the TCP address at which the program listens"),
    Parameter::line("processes", Kind::Word(&["one", "each"]), Some("\"one\""), "",
        "one: one program for all its robots. each: the command is started for each robot"),
    Parameter::line("robots", Kind::Wholes, Some("all"), "each once",
        "the ids of the robots that are controlled outside; the others compute what [swarm] says"),
    Parameter::line("count", Kind::Whole, Some("in place of robots"), "of at least 1",
        "how many robots are controlled outside, chosen by the seed"),
    Parameter::line("lights", Kind::WordList(COLOURS), Some("none"), "",
        "the colours that the robots show, where [swarm] names no algorithm; a robot starts with \
         the first one"),
    Parameter::line("timeout", Kind::Text, Some("\"2s\""), "",
        "how long an answer may take in real time: \"500ms\", \"2s\", \"1m\", or \"none\""),
    Parameter::line("handshake", Kind::Text, Some("\"10s\""), "",
        "how long the program may take in real time until it has connected, and until it has said \
         hello"),
    Parameter::line("on_trouble", Kind::Word(&["stop", "crash-fault", "stay"]), Some("\"stop\""), "",
        "what follows when it does not answer as agreed: the run ends with a named error, the \
         robots concerned crash, or they stay where they are in this cycle"),
    Parameter::line("deterministic", Kind::Truth, Some("false"), "",
        "whether its answers depend on nothing but what the robot perceives; only then can a run \
         be found stalled"),
];

#[rustfmt::skip]
const LIMITS: &[Parameter] = &[
    Parameter::line("time", Kind::Number, Some("no limit"), "of at least 0",
        "events after this simulated time are not handled; end time"),
    Parameter::line("events", Kind::Whole, Some("no limit"), "of at least 0",
        "at most so many events; end events"),
    Parameter::line("epochs", Kind::Whole, Some("no limit"), "of at least 1",
        "the run ends when so many epochs are over; end condition"),
    Parameter::line("rounds", Kind::Whole, Some("no limit"), "of at least 1",
        "the run ends when so many synchronous rounds are over, with their moves; end condition"),
    Parameter::line("turns", Kind::Whole, Some("no limit"), "of at least 1",
        "with a sequential scheduler: the run ends after so many turns; the last turn's move still \
         finishes; end turns"),
    Parameter::line("stalled", Kind::Truth, Some("true"), "",
        "whether a run ends where nothing can ever change again; see ends"),
];

/// How a tie may be broken.
const TIES: &[&str] = &["first", "last", "random"];

/// The colours of lights.
const COLOURS: &[&str] = &[
    "blue", "red", "green", "black", "white", "yellow", "orange", "purple", "cyan", "magenta",
];

#[rustfmt::skip]
const TURN: &[Parameter] = &[
    Parameter::line("robot", Kind::Whole, None, "of at least 0", "whose cycle it is"),
];

#[rustfmt::skip]
const STEP: &[Parameter] = &[
    Parameter::line("time", Kind::Number, None, "of at least 0",
        "when it looks; not before the step ahead of it in the list"),
    Parameter::line("compute", Kind::Number, Some("no time"), "of at least 0",
        "how long Compute takes"),
    Parameter::line("depart", Kind::Number, Some("in place of compute"), "of at least 0",
        "when Compute ends"),
    Parameter::line("travel", Kind::Number, Some("as its speed says"), "above 0",
        "how long the move takes, however far it leads"),
    Parameter::line("arrive", Kind::Number, Some("in place of travel"), "of at least 0",
        "when the move ends"),
];

#[rustfmt::skip]
const WISHES: &[Parameter] = &[
    Parameter::line("stop", Kind::NumberOr(&["delta", "uniform", "never"]), Some("as in [movement]"), "from 0 to 1",
        "where the robot is stopped: after this part of its way, but never before delta; after \
         exactly delta; anywhere from there, drawn from its own dice; nowhere. All but \"never\" \
         need rigid = false and a delta"),
    Parameter::line("tie", Kind::WholeOr(TIES), Some("as in [sensing]"), "of at least 0",
        "which of several equally good choices it takes; a number counts them from 0, and around"),
    Parameter::line("frame", Kind::Table, Some("as in [frames]"), "",
        "the frame in which it sees the world, with itself at the origin"),
];

#[rustfmt::skip]
const FRAME: &[Parameter] = &[
    Parameter::line("angle", Kind::Number, Some("0.0"), "", "how far it is turned, in radians"),
    Parameter::line("scale", Kind::Number, Some("1.0"), "above 0",
        "how many of its units make one global unit"),
    Parameter::line("mirrored", Kind::Truth, Some("false"), "", "whether it is mirrored"),
];

#[cfg(test)]
mod tests {
    use super::{COLOURS, TABLES};
    use crate::model::oblot::frames::Agreement;
    use crate::model::oblot::light::{Light, LightModel};
    use crate::model::oblot::senses::Detection;
    use crate::registry::Kind;
    use crate::scenario::Word;

    fn words<W: Word>() -> Vec<&'static str> {
        let mut words: Vec<&str> = W::ALL.iter().map(|word| word.word()).collect();
        words.sort_unstable();
        words
    }

    /// The words that a key takes, sorted.
    fn listed(table: &str, key: &str) -> Vec<&'static str> {
        let table = TABLES.iter().find(|t| t.name == table).unwrap();
        let parameter = table.parameters().find(|p| p.name == key).unwrap();
        let Kind::Word(words) = parameter.kind else {
            panic!("{key} takes no word");
        };
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    }

    #[test]
    fn words_are_those_that_are_read() {
        assert_eq!(listed("frames", "agreement"), words::<Agreement>());
        assert_eq!(listed("lights", "see"), words::<LightModel>());
        assert_eq!(listed("sensing", "multiplicity"), words::<Detection>());
        assert_eq!(COLOURS, Light::ALL.map(Light::name));
    }
}
