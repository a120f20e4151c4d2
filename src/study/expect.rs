//! What a scenario expects of its runs.

use std::fmt;

use serde_json::Value;

use crate::model::End;
use crate::monitor::{Known, RUN_FIGURES};
use crate::scenario::{
    Field, Node, Refusal, Rule, ScenarioError, Section, Text, Word, nearest, one_of,
};

use super::run::RunReport;

/// The table `[expect]` of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectations {
    /// The ends that are right; without any, a run is right that terminates, stalls or reaches a
    /// limit.
    pub ends: Vec<End>,
    /// The digest of the events.
    pub digest: Option<String>,
    /// The number of events.
    pub events: Option<u64>,
    /// The names of the monitors whose property has to hold.
    pub holds: Vec<String>,
    /// The names of the monitors whose property must not hold.
    pub fails: Vec<String>,
    /// Bounds of figures.
    pub figures: Vec<Bound>,
}

/// What a scenario expects of one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The name of the monitor whose figure it is; `None` for a figure of the run itself.
    pub monitor: Option<String>,
    /// The key of the figure.
    pub figure: String,
    /// The least value that is right.
    pub at_least: Option<f64>,
    /// The largest value that is right.
    pub at_most: Option<f64>,
    /// The one value that is right.
    pub equals: Option<Exactly>,
}

/// A value that a figure has to have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exactly {
    /// A number.
    Number(f64),
    /// Yes or no.
    Truth(bool),
}

/// The bounds that a figure may have.
const BOUNDS: [&str; 3] = ["at_least", "at_most", "equals"];

impl Word for End {
    const ALL: &'static [Self] = &[
        End::Terminated,
        End::Stalled,
        End::Time,
        End::Events,
        End::Turns,
        End::Condition,
        End::Conflict,
        End::Collision,
        End::Timeout,
    ];

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Expectations {
    /// Reads the table. `monitors` are those of the scenario, `figures` the keys of the figures
    /// that a run may have.
    pub(super) fn read(
        root: &Section<'_>,
        monitors: &[Known],
        figures: &[&'static str],
    ) -> Result<Self, ScenarioError> {
        let Some(expect) = root.optional_table("expect")? else {
            return Ok(Expectations::default());
        };
        let ends = expect
            .choice::<End>("end")
            .list()
            .or_one()
            .non_empty()
            .optional()?;
        let digest = expect.str("digest").non_empty().optional()?;
        if let Some(digest) = &digest
            && (digest.len() != 32 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()))
        {
            let message = format!("expected 32 hexadecimal digits, found {digest:?}");
            return Err(expect.refuse("digest", message));
        }
        let events = expect.u64("events").optional()?;
        let holds = read_names(&expect, "holds", monitors)?;
        let fails = read_names(&expect, "fails", monitors)?;
        if let Some(name) = fails.iter().find(|name| holds.contains(name)) {
            let message = format!("expected each monitor in one list, found {name:?} in both");
            return Err(expect.refuse("fails", message));
        }
        Ok(Expectations {
            ends: ends.unwrap_or_default(),
            digest,
            events,
            holds,
            fails,
            figures: read_figures(&expect, monitors, figures)?,
        })
    }

    /// What a run did otherwise than expected, in words.
    #[must_use]
    pub fn disappointed_by(&self, run: &RunReport) -> Vec<String> {
        let mut words = Vec::new();
        if !self.ends.is_empty() && !self.ends.contains(&run.end) {
            let expected: Vec<_> = self.ends.iter().map(|end| end.name()).collect();
            words.push(format!(
                "end: expected {}, was {}",
                expected.join(" or "),
                run.end.name()
            ));
        }
        if let Some(digest) = &self.digest
            && !digest.eq_ignore_ascii_case(&run.digest)
        {
            words.push(format!("digest: expected {digest}, was {}", run.digest));
        }
        if let Some(events) = self.events
            && events != run.events
        {
            words.push(format!("events: expected {events}, were {}", run.events));
        }
        for (names, wanted) in [(&self.holds, true), (&self.fails, false)] {
            let names = names.iter();
            words.extend(names.filter_map(|name| disappointed_by_verdict(name, wanted, run)));
        }
        let bounds = self.figures.iter();
        words.extend(bounds.filter_map(|bound| bound.disappointed_by(run)));
        words.extend(run.disappointments.iter().cloned());
        words
    }
}

fn disappointed_by_verdict(name: &str, wanted: bool, run: &RunReport) -> Option<String> {
    let expected = if wanted { "to hold" } else { "not to hold" };
    let found = run.monitors.iter().find(|finding| finding.name == name);
    match found {
        Some(finding) if finding.holds == Some(wanted) => None,
        Some(finding) => Some(format!(
            "{name}: expected {expected}, {}",
            finding.describe()
        )),
        None => Some(format!(
            "{name}: expected {expected}, but there is no such monitor"
        )),
    }
}

/// Reads the name of a monitor that gives a verdict.
struct Verdict<'k> {
    names: Vec<&'k str>,
}

impl Rule for Verdict<'_> {
    type Value = String;
    type Default = String;

    fn expected(&self) -> String {
        if self.names.is_empty() {
            return "no monitor, as the scenario has none with a verdict".to_owned();
        }
        let names = one_of(self.names.iter().copied());
        format!("{names} (the monitors with a verdict)")
    }

    fn read(&self, found: &Node) -> Result<String, Refusal> {
        let refused = || Refusal::new(self.expected(), found);
        let name = Text::default().read(found).map_err(|_| refused())?;
        if self.names.contains(&name.as_str()) {
            return Ok(name);
        }
        Err(refused().near(nearest(&name, self.names.iter().copied())))
    }

    fn write(&self, value: &String) -> toml::Value {
        toml::Value::String(value.clone())
    }

    fn write_default(&self, default: String) -> toml::Value {
        self.write(&default)
    }
}

fn read_names(
    expect: &Section<'_>,
    key: &str,
    monitors: &[Known],
) -> Result<Vec<String>, ScenarioError> {
    let judges = monitors.iter().filter(|monitor| monitor.judges);
    let rule = Verdict {
        names: judges.map(|monitor| monitor.name.as_str()).collect(),
    };
    let field = Field {
        section: expect,
        key,
        rule,
    };
    let names = field.list().or_one().non_empty().optional()?;
    Ok(names.unwrap_or_default())
}

/// Reads `[expect.figures]`: bounds of the run's figures and, in a table for each, of the
/// monitors'.
fn read_figures(
    expect: &Section<'_>,
    monitors: &[Known],
    figures: &[&'static str],
) -> Result<Vec<Bound>, ScenarioError> {
    let Some(table) = expect.optional_table("figures")? else {
        return Ok(Vec::new());
    };
    let own: Vec<&str> = figures.iter().copied().chain(RUN_FIGURES).collect();
    let mut bounds = Vec::new();
    for key in table.keys() {
        let monitor = monitors.iter().find(|monitor| monitor.name == key);
        if let Some(monitor) = monitor {
            let inner = table.table(key)?;
            let known = || monitor.figures.iter().map(|figure| figure.key);
            for figure in inner.keys() {
                check_known(&inner, "figure", figure, known())?;
                bounds.push(Bound::read(&inner, Some(&monitor.name), figure)?);
            }
        } else {
            let names = monitors.iter().map(|monitor| monitor.name.as_str());
            check_known(&table, "figure", key, own.iter().copied().chain(names))?;
            bounds.push(Bound::read(&table, None, key)?);
        }
    }
    Ok(bounds)
}

/// Refuses a key that is not known; `what` it should be, for people.
fn check_known<'k>(
    table: &Section<'_>,
    what: &str,
    key: &str,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Result<(), ScenarioError> {
    if known.clone().any(|known| known == key) {
        return Ok(());
    }
    let message = format!("unknown {what}, expected {}", one_of(known.clone()));
    Err(table.refuse(key, message).near(nearest(key, known)))
}

impl Bound {
    fn read(
        table: &Section<'_>,
        monitor: Option<&str>,
        figure: &str,
    ) -> Result<Self, ScenarioError> {
        let bound = table.required_table(figure)?;
        for key in bound.keys() {
            check_known(&bound, "bound", key, BOUNDS.into_iter())?;
        }
        let at_least = bound.f64("at_least").optional()?;
        let at_most = bound.f64("at_most").optional()?;
        let equals = read_exactly(&bound)?;
        let limited = at_least.or(at_most).is_some();
        if limited == equals.is_some() {
            let message = if limited {
                "expected either equals or at_least and at_most, found both"
            } else {
                "expected one of at_least, at_most, equals, found none"
            };
            return Err(table.refuse(figure, message));
        }
        if let (Some(least), Some(most)) = (at_least, at_most)
            && least > most
        {
            let message = format!("expected at most at_most ({most}), found {least}");
            return Err(bound.refuse("at_least", message));
        }
        Ok(Bound {
            monitor: monitor.map(str::to_owned),
            figure: figure.to_owned(),
            at_least,
            at_most,
            equals,
        })
    }

    fn disappointed_by(&self, run: &RunReport) -> Option<String> {
        let Some(value) = self.value(run) else {
            return Some(format!("{self}, but this run has no such figure"));
        };
        let right = match (&value, self.equals) {
            (Value::Bool(value), Some(Exactly::Truth(wanted))) => *value == wanted,
            (Value::Number(value), _) => value.as_f64().is_some_and(|value| self.allows(value)),
            _ => false,
        };
        (!right).then(|| format!("{self}, was {value}"))
    }

    fn allows(&self, value: f64) -> bool {
        self.at_least.is_none_or(|least| value >= least)
            && self.at_most.is_none_or(|most| value <= most)
            && self
                .equals
                .is_none_or(|equals| equals == Exactly::Number(value))
    }

    /// The figure that the run has.
    fn value(&self, run: &RunReport) -> Option<Value> {
        match &self.monitor {
            Some(name) => {
                let finding = run.monitors.iter().find(|finding| finding.name == *name)?;
                finding.figure(&self.figure).cloned()
            }
            None if self.figure == "time" => Some(run.time.into()),
            None if self.figure == "events" => Some(run.events.into()),
            None => {
                let mut figures = run.figures.iter();
                let figure = figures.find(|figure| figure.key == self.figure)?;
                Some(figure.value.clone())
            }
        }
    }
}

/// What is expected, in words.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(monitor) = &self.monitor {
            write!(f, "{monitor}.")?;
        }
        write!(f, "{}: expected ", self.figure)?;
        match (self.equals, self.at_least, self.at_most) {
            (Some(Exactly::Number(number)), ..) => write!(f, "{number}"),
            (Some(Exactly::Truth(truth)), ..) => write!(f, "{truth}"),
            (None, Some(least), Some(most)) => write!(f, "{least} to {most}"),
            (None, Some(least), None) => write!(f, "at least {least}"),
            (None, None, Some(most)) => write!(f, "at most {most}"),
            (None, None, None) => f.write_str("anything"),
        }
    }
}

/// A number, or true or false.
fn read_exactly(bound: &Section<'_>) -> Result<Option<Exactly>, ScenarioError> {
    if let Ok(truth) = bound.bool("equals").optional() {
        return Ok(truth.map(Exactly::Truth));
    }
    let number = bound.f64("equals").optional().map_err(|_| {
        let message = "expected a finite number, true or false";
        bound.refuse("equals", message)
    })?;
    Ok(number.map(Exactly::Number))
}
