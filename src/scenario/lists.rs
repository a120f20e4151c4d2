//! Lists of values, and points.

use std::ops::RangeInclusive;

use super::field::{Field, Refusal, Rule};
use super::tree::{Node, Value};

/// Reads a list of values, each by the same rule; made by [`Field::list`].
#[derive(Clone, Debug)]
pub struct List<R> {
    rule: R,
    least: usize,
    most: usize,
    /// Whether a value by itself is a list of one.
    or_one: bool,
}

impl<'s, R: Rule> Field<'s, R> {
    /// A list of such values, of any length; each may be as far as the single value was narrowed
    /// before: `section.f64("weights").positive().list()`.
    pub fn list(self) -> Field<'s, List<R>> {
        let rule = List {
            rule: self.rule,
            least: 0,
            most: usize::MAX,
            or_one: false,
        };
        Field {
            section: self.section,
            key: self.key,
            rule,
        }
    }
}

impl<R: Rule> Field<'_, List<R>> {
    /// Exactly so many entries.
    pub fn exactly(self, length: usize) -> Self {
        self.at_least(length).at_most(length)
    }

    /// So many entries or more.
    pub fn at_least(mut self, least: usize) -> Self {
        self.rule.least = least;
        self
    }

    /// So many entries or fewer.
    pub fn at_most(mut self, most: usize) -> Self {
        self.rule.most = most;
        self
    }

    /// From the start of the range to its end, both included.
    pub fn in_range(self, range: RangeInclusive<usize>) -> Self {
        self.at_least(*range.start()).at_most(*range.end())
    }

    /// A value by itself counts as a list of one.
    pub fn or_one(mut self) -> Self {
        self.rule.or_one = true;
        self
    }

    /// At least one entry.
    pub fn non_empty(self) -> Self {
        self.at_least(1)
    }
}

impl<R: Rule<Default = V, Value = V>, V> Rule for List<R> {
    type Value = Vec<V>;
    type Default = Vec<V>;

    fn expected(&self) -> String {
        let length = match (self.least, self.most) {
            (0, usize::MAX) => String::new(),
            (least, usize::MAX) => format!(" (at least {least})"),
            (least, most) if least == most => format!(" (exactly {least})"),
            (0, most) => format!(" (at most {most})"),
            (least, most) => format!(" ({least} to {most})"),
        };
        format!("a list of {}{length}", self.rule.expected_many())
    }

    fn read(&self, found: &Node) -> Result<Vec<V>, Refusal> {
        match &found.value {
            Value::List(_) => {}
            _ if self.or_one => return self.rule.read(found).map(|value| vec![value]),
            _ => {}
        }
        match &found.value {
            Value::List(entries) if (self.least..=self.most).contains(&entries.len()) => entries
                .iter()
                .enumerate()
                .map(|(index, entry)| self.rule.read(entry).map_err(|no| no.within(index)))
                .collect(),
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &Vec<V>) -> toml::Value {
        toml::Value::Array(value.iter().map(|entry| self.rule.write(entry)).collect())
    }

    fn write_default(&self, default: Vec<V>) -> toml::Value {
        self.write(&default)
    }
}

/// Reads a point `[x, y]`; see [`Section::point`](super::Section::point).
#[derive(Clone, Debug)]
pub struct Point<R>(pub(crate) R);

impl<R: Rule<Default = V, Value = V>, V> Rule for Point<R> {
    type Value = [V; 2];
    type Default = [V; 2];

    fn expected(&self) -> String {
        format!("a point [x, y] of {}", self.0.expected_many())
    }

    fn expected_many(&self) -> String {
        format!("points [x, y] of {}", self.0.expected_many())
    }

    fn read(&self, found: &Node) -> Result<[V; 2], Refusal> {
        let coordinate =
            |node: &Node, index| self.0.read(node).map_err(|refusal| refusal.within(index));
        match &found.value {
            Value::List(entries) => match &entries[..] {
                [x, y] => Ok([coordinate(x, 0)?, coordinate(y, 1)?]),
                _ => Err(Refusal::new(self.expected(), found)),
            },
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &[V; 2]) -> toml::Value {
        toml::Value::Array(
            value
                .iter()
                .map(|coordinate| self.0.write(coordinate))
                .collect(),
        )
    }

    fn write_default(&self, default: [V; 2]) -> toml::Value {
        self.write(&default)
    }
}
