//! The commands of a page.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::Problem;

/// A scenario to be opened or checked.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Open {
    /// TOML.
    pub(super) text: String,
    /// What it is called in messages and file names.
    pub(super) name: Option<String>,
    /// `path=value`, as of `--set`.
    #[serde(default)]
    pub(super) set: Vec<String>,
    /// In decimal digits.
    pub(super) seed: Option<String>,
    /// Kinds of monitors to watch besides those of the scenario.
    #[serde(default)]
    pub(super) monitors: Vec<String>,
}

/// A speed as a page gives it.
#[derive(Clone, Copy, Debug)]
pub(super) enum SpeedWord {
    Units(f64),
    Most,
}

impl<'de> Deserialize<'de> for SpeedWord {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(word) if word == "max" => Ok(SpeedWord::Most),
            Value::Number(number) => Ok(SpeedWord::Units(number.as_f64().unwrap_or(f64::NAN))),
            _ => Err(serde::de::Error::custom("expected a speed, or \"max\"")),
        }
    }
}

/// What a page can ask for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Command {
    Open(Open),
    Check(Open),
    OpenRecord {
        name: String,
        text: String,
    },
    About,
    Status,
    Play {
        speed: SpeedWord,
    },
    Pause,
    Step {
        by: String,
        count: i64,
    },
    Seek {
        event: Option<u64>,
        time: Option<f64>,
        #[serde(default)]
        end: bool,
    },
    Reset,
    Card {
        robot: u32,
    },
    Find {
        text: String,
    },
    Show {
        targets: Option<bool>,
        bonds: Option<bool>,
        circuits: Option<bool>,
    },
    Marks {
        since: usize,
    },
    Curves {
        #[serde(default)]
        since: Map<String, Value>,
    },
    Steer {
        line: String,
    },
    Commands,
    Export {
        what: String,
    },
    Start,
    Catalogue,
}

/// Reads a command.
pub(super) fn read(text: &str) -> Result<Command, Problem> {
    serde_json::from_str(text).map_err(|error| Problem::new(format!("no command: {error}")))
}
