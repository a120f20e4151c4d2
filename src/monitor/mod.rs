//! Monitors: observers that check a property of a run and never influence it.
//!
//! A monitor watches the committed events of a run. It says how its property develops (a series
//! of [`Line`]s, which a record keeps), and in the end what it found (a [`Finding`]: a verdict and
//! figures, which stand in the summary and which a scenario may expect).
//!
//! What can be monitored depends on the model: [`Monitored`] says which monitors a model has, and
//! is implemented here, above the models, which know nothing of it. Everything else that deals with
//! monitors is generic over it.

pub mod amoebot;
pub mod oblot;

use std::fmt::Debug;

use serde_json::{Map, Value};

use crate::arbiter::Committed;
use crate::model::{Model, Subject};
use crate::scenario::{ScenarioError, Section};

/// The keys of the figures that every run has, besides those of its model.
pub const RUN_FIGURES: [&str; 2] = ["time", "events"];

/// A model whose runs can be monitored.
pub trait Monitored: Subject {
    /// The keys of all figures that the model's summary may hold; see [`Subject::figures`].
    const FIGURES: &'static [&'static str];

    /// Reads the monitors of a scenario; `scenario` is what the model itself read of it.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    fn monitors(
        root: &Section<'_>,
        scenario: &Self::Scenario,
    ) -> Result<Box<dyn Monitors<Self>>, ScenarioError>;
}

/// The monitors of a scenario, ready to watch as many runs as one likes.
pub trait Monitors<M: Model>: Debug + Send + Sync {
    /// What is known of each monitor before a run; empty where nothing is monitored.
    fn known(&self) -> &[Known];

    /// Begins to watch a run that starts with these robots.
    fn begin(&self, robots: &[M::Robot]) -> Box<dyn Watcher<M>>;
}

/// Watches one run for all monitors of its scenario.
///
/// A watcher may lag behind the run, because how a robot moves is known for certain only when its
/// move has ended. So it says a line some events after the one that the line is about.
pub trait Watcher<M: Model>: Send {
    /// Takes note of a committed event.
    fn committed(&mut self, committed: &Committed<'_, M>, door: &mut dyn Listener);

    /// The run has ended. `robots` are those after the last event, by id, and `director` has the books;
    /// `None` where they cannot be asked because the run failed. `time` is that of the last event.
    fn finish(
        &mut self,
        robots: Option<&[Option<M::Robot>]>,
        director: Option<&M::Director>,
        time: f64,
        door: &mut dyn Listener,
    ) -> Vec<Finding>;
}

/// Whoever takes the lines of a [`Watcher`].
pub trait Listener {
    /// Takes a line.
    fn hear(&mut self, line: Line);

    /// Whether nobody waits for further lines, because the run is being stopped. A series with
    /// very many lines between two events is then cut short.
    fn is_leaving(&self) -> bool {
        false
    }
}

/// What is known of a monitor before a run.
#[derive(Clone, Debug)]
pub struct Known {
    /// The name by which the scenario calls it.
    pub name: String,
    /// The name of its registry entry.
    pub kind: &'static str,
    /// Whether it gives a verdict.
    pub judges: bool,
    /// The figures that it finds.
    pub figures: &'static [FigureEntry],
}

/// A figure that a monitor finds, for documents and for the check of expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureEntry {
    /// The key.
    pub key: &'static str,
    /// What it means, with its unit, in one line without a full stop.
    pub summary: &'static str,
}

impl FigureEntry {
    /// A figure.
    #[must_use]
    pub const fn new(key: &'static str, summary: &'static str) -> Self {
        FigureEntry { key, summary }
    }
}

/// What a monitor says of one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The number of the last event at or before that instant; 0 also before the first event.
    pub event: u64,
    /// The instant, in simulated time.
    pub time: f64,
    /// What it says: an object with the `monitor`'s name and at what occasion (`at`) it speaks.
    pub value: Value,
}

/// What a monitor found in a whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name by which the scenario calls the monitor.
    pub name: String,
    /// The name of its registry entry.
    pub kind: &'static str,
    /// Whether the property holds; `None` where the monitor gives no verdict.
    pub holds: Option<bool>,
    /// The figures, in the order in which the monitor lists them.
    pub figures: Vec<(&'static str, Value)>,
}

impl Finding {
    /// The figure of this key.
    #[must_use]
    pub fn figure(&self, key: &str) -> Option<&Value> {
        let found = self.figures.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value)
    }

    /// The verdict and the figures in one line, for people. Lists of more than two entries are
    /// left to programs.
    #[must_use]
    pub fn describe(&self) -> String {
        let verdict = match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "no verdict",
        };
        let figures = self.figures.iter();
        let shown = figures.filter_map(|(key, value)| Some(format!("{key} {}", shown(value)?)));
        format!("{verdict}: {}", shown.collect::<Vec<_>>().join(", "))
    }

    /// The finding as a JSON object: `kind`, `holds`, then the figures.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("kind".to_owned(), self.kind.into());
        object.insert("holds".to_owned(), self.holds.into());
        let figures = self.figures.iter();
        object.extend(figures.map(|(key, value)| ((*key).to_owned(), value.clone())));
        Value::Object(object)
    }
}

/// The findings as one JSON object, by name.
#[must_use]
pub fn findings_to_json(findings: &[Finding]) -> Value {
    let entry = |finding: &Finding| (finding.name.clone(), finding.to_json());
    findings.iter().map(entry).collect()
}

/// A figure for people.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("none".to_owned()),
        Value::Array(entries) if entries.len() > 2 => None,
        Value::Array(entries) => {
            let words: Vec<_> = entries.iter().map(Value::to_string).collect();
            Some(words.join(" and "))
        }
        value => Some(value.to_string()),
    }
}

/// The name of a monitor: its kind, or whatever the scenario calls it. `others` are the monitors before
/// it, `figures` those of a run of its model.
fn read_name(
    section: &Section<'_>,
    kind: &'static str,
    others: &[Known],
    figures: &[&str],
) -> Result<String, ScenarioError> {
    let name = section.str("name").non_empty().or(kind.to_owned())?;
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let refuse = |message: String| Err(section.refuse("name", message));
    if !(name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(word)) {
        return refuse(format!(
            "expected a word of small letters, digits and _, found {name:?}"
        ));
    }
    let mut figures = figures.iter().chain(&RUN_FIGURES);
    if figures.any(|figure| *figure == name) {
        return refuse(format!(
            "expected a name that is no figure of the run, found {name:?}"
        ));
    }
    if others.iter().any(|other| other.name == name) {
        return refuse(format!(
            "expected a name of its own (name = \"...\"), found {name:?} a second time"
        ));
    }
    Ok(name)
}
