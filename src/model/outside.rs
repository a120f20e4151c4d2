//! Robots whose Computes are answered by programs outside: what a scenario says of such a program,
//! and how a model speaks with it.
//!
//! The conversation itself (who is started, what is sent when, what may go wrong) is the same for
//! all models and is held in the room `controller`. A model says with [`Remote`] how a percept is
//! written down and what an answer means.

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Subject;
use crate::scenario::{ScenarioError, Section, Word, nearest};

/// What a scenario says of the programs that control its robots.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Where the program is.
    pub place: Place,
    /// Whether each robot has a process of its own.
    pub each: bool,
    /// The robots that are controlled outside, in increasing order of their ids.
    pub robots: Vec<u32>,
    /// How long a program may take for an answer, in real time; `None` sets no limit.
    pub timeout: Option<Duration>,
    /// How long it may take until it has said hello, in real time.
    pub handshake: Duration,
    /// What follows when it does not answer as agreed.
    pub on_trouble: OnTrouble,
    /// Whether the author vouches that its answers depend on nothing but what the robot perceives.
    pub deterministic: bool,
}

/// Where a program is that controls robots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is started: the program and its arguments. It reads stdin and writes to stdout.
    Command(Vec<String>),
    /// It connects to this TCP address.
    Listen(String),
    /// It listens at this TCP address.
    Connect(String),
}

/// What follows when a program outside does not answer as agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnTrouble {
    /// The run ends with a named error.
    #[default]
    Stop,
    /// The robots concerned crash.
    CrashFault,
    /// The robots concerned stay where they are in this cycle.
    Stay,
}

impl Word for OnTrouble {
    const ALL: &'static [Self] = &[Self::Stop, Self::CrashFault, Self::Stay];

    fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::CrashFault => "crash-fault",
            Self::Stay => "stay",
        }
    }
}

/// How long an answer may take where the scenario does not say.
const TIMEOUT: &str = "2s";
/// How long the handshake may take where the scenario does not say.
const HANDSHAKE: &str = "10s";
/// No program is waited for longer than this at a time: a day, in seconds.
const LONGEST: f64 = 86_400.0;

impl Setup {
    /// Reads what `[controller]` says of the program; `robots` are those that it controls.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    pub fn read(table: &Section<'_>, robots: Vec<u32>) -> Result<Self, ScenarioError> {
        let place = place(table)?;
        let each = table.word("processes", &["one", "each"]).or("one")? == "each";
        if each && !matches!(place, Place::Command(_)) {
            let message = "expected \"one\": only a command is started for each robot";
            return Err(table.refuse("processes", message));
        }
        let text = table.str("timeout").or(TIMEOUT.to_owned())?;
        let timeout = if text == "none" {
            None
        } else {
            Some(duration(table, "timeout", &text, ", or \"none\"")?)
        };
        let text = table.str("handshake").or(HANDSHAKE.to_owned())?;
        let handshake = duration(table, "handshake", &text, "")?;
        Ok(Setup {
            place,
            each,
            robots,
            timeout,
            handshake,
            on_trouble: table.choice("on_trouble").or(OnTrouble::Stop)?,
            deterministic: table.bool("deterministic").or(false)?,
        })
    }
}

/// Where the program is: exactly one of three keys says it.
fn place(table: &Section<'_>) -> Result<Place, ScenarioError> {
    let command = command(table)?;
    let address = |key: &'static str| -> Result<Option<String>, ScenarioError> {
        let Some(address) = table.str(key).non_empty().optional()? else {
            return Ok(None);
        };
        let port = address.rsplit_once(':').map(|(host, port)| {
            let port = port.parse::<u16>().ok().filter(|_| !host.is_empty());
            port.is_some()
        });
        if port != Some(true) {
            let message =
                format!("expected an address such as \"127.0.0.1:7000\", found {address:?}");
            return Err(table.refuse(key, message));
        }
        Ok(Some(address))
    };
    let (listen, connect) = (address("listen")?, address("connect")?);
    let more = "expected only one of command, listen and connect";
    match (command, listen, connect) {
        (Some(command), None, None) => Ok(Place::Command(command)),
        (None, Some(address), None) => Ok(Place::Listen(address)),
        (None, None, Some(address)) => Ok(Place::Connect(address)),
        (None, None, None) => {
            let message = "missing, expected one of command, listen and connect";
            Err(table.refuse("command", message))
        }
        (_, Some(_), _) => Err(table.refuse("listen", more)),
        (_, None, Some(_)) => Err(table.refuse("connect", more)),
    }
}

/// The program and its arguments.
///
/// A word after the first that names a file beside the scenario stands for that file, and so does
/// the first if it names a folder too. Any other first word is looked up in `PATH` by whoever
/// starts it. The resolved scenario holds what the words stand for.
fn command(table: &Section<'_>) -> Result<Option<Vec<String>>, ScenarioError> {
    let field = || table.str("command").non_empty().list().non_empty();
    let Some(words) = field().replaced_in_resolved()? else {
        return Ok(None);
    };
    let folder = table.folder_of("command");
    let beside = |(index, word): (usize, String)| {
        let folders = word.contains(['/', std::path::MAIN_SEPARATOR]);
        let file = folder.join(&word);
        if (index > 0 || folders) && file.is_file() {
            file.to_string_lossy().into_owned()
        } else {
            word
        }
    };
    let words: Vec<String> = words.into_iter().enumerate().map(beside).collect();
    field().keep(&words);
    Ok(Some(words))
}

/// A length of real time: a number with its unit.
fn duration(
    table: &Section<'_>,
    key: &str,
    text: &str,
    or: &str,
) -> Result<Duration, ScenarioError> {
    let split = text.find(|c: char| c.is_ascii_alphabetic());
    let (digits, unit) = text.split_at(split.unwrap_or(text.len()));
    let seconds = match unit {
        "ms" => Some(1e-3),
        "s" => Some(1.0),
        "m" => Some(60.0),
        _ => None,
    };
    let seconds = seconds.zip(digits.trim().parse::<f64>().ok());
    let seconds = seconds.map(|(unit, number)| unit * number);
    match seconds.filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST) {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => {
            let message = format!(
                "expected a time above 0 and up to a day, such as \"500ms\", \"2s\" or \"1m\"{or}, \
                 found {text:?}"
            );
            Err(table.refuse(key, message))
        }
    }
}

/// Percepts, written down: the snapshot that they share, where it is needed, and the robots.
pub type Written<S, R> = (Option<S>, Vec<R>);

/// A model whose robots programs outside may control: how percepts are written down for them, and
/// what their answers mean.
pub trait Remote: Subject {
    /// What a program is told of the run when it is greeted, besides what all models say.
    type About: Clone + fmt::Debug + Serialize + JsonSchema + Send + Sync + 'static;
    /// A snapshot that the robots of one request share.
    type Shared: Serialize + JsonSchema + Send;
    /// One robot of a request.
    type Asked: Serialize + JsonSchema + Send;
    /// What a program answers for one robot.
    type Said: DeserializeOwned + JsonSchema + Send;

    /// The fields of [`Remote::Said`].
    const SAID: &'static [&'static str];

    /// What the scenario says of programs outside; `None` where all robots compute themselves.
    fn outside(scenario: &Self::Scenario) -> Option<&Setup>;

    /// What a program is told of the run.
    fn about(scenario: &Self::Scenario) -> Self::About;

    /// When the robot looked that has this percept, in simulated time.
    fn seen_at(percept: &Self::Percept) -> f64;

    /// Whether two percepts are views of one snapshot, so that one request may hold both.
    fn is_shared(one: &Self::Percept, other: &Self::Percept) -> bool;

    /// Writes down what these robots perceive, all of one snapshot, each with its id and the seed
    /// for its randomness. `None`: there is a number in it for which JSON has no word.
    fn ask(
        robots: &[(u32, u64)],
        percepts: &[Self::Percept],
    ) -> Option<Written<Self::Shared, Self::Asked>>;

    /// The robot that an answer is for.
    fn said_for(said: &Self::Said) -> u32;

    /// What an answer means for a robot with this percept.
    ///
    /// # Errors
    ///
    /// Why it is no answer.
    fn understand(
        said: Self::Said,
        percept: &Self::Percept,
        about: &Self::About,
    ) -> Result<Self::Intent, Misfit>;
}

/// Why an answer is none, although it is well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// It decides nothing, or several things.
    #[error("expected exactly one of {}, found {found}", expected.join(", "))]
    NotOne {
        /// The fields of which one decides.
        expected: Vec<&'static str>,
        /// Those that are there, in words.
        found: String,
    },
    /// A light of which nobody has heard, or that the robot may not show.
    #[error("unknown light {light:?}, {}{}", known_lights(known), help(nearest.as_deref()))]
    Light {
        /// The word.
        light: String,
        /// The lights that it may show.
        known: Vec<String>,
        /// The nearest of them.
        nearest: Option<String>,
    },
    /// It names a robot that was not seen.
    #[error("{field} names robot {robot}, which was not seen")]
    NotSeen {
        /// The field that names it.
        field: &'static str,
        /// The robot.
        robot: u32,
    },
}

impl Misfit {
    /// A light that the robot may not show.
    #[must_use]
    pub fn light(light: &str, known: &[String]) -> Self {
        let near = nearest(light, known.iter().map(String::as_str));
        Misfit::Light {
            light: light.to_owned(),
            known: known.to_vec(),
            nearest: near.map(str::to_owned),
        }
    }
}

fn known_lights(known: &[String]) -> String {
    match known {
        [] => "expected none: the algorithm declares no colours".to_owned(),
        known => format!("expected one of {}", known.join(", ")),
    }
}

/// The nearest word, for the end of a sentence.
pub(crate) fn help(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |word| format!(" (did you mean {word:?}?)"))
}
