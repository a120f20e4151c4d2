//! The resolved scenario: exactly what a run uses.

use std::fmt;

use toml::Value;

use super::path::{Path, Step};

/// Every value that was read from a scenario, defaults included.
///
/// Shown as text it is TOML, with the keys in the order in which they were read; read again it
/// resolves to the same text. Floats are written so that they come back bit for bit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolved {
    root: toml::Table,
}

impl Resolved {
    /// The resolved scenario as JSON.
    ///
    /// JSON has no infinities: they are the strings `inf` and `-inf`, which
    /// [`from_json`](super::Document::from_json) takes back.
    pub fn to_json(&self) -> serde_json::Value {
        json_from_table(&self.root)
    }

    /// The value of a key of the top level.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.root.get(key)
    }

    /// Puts a value at a path, making tables and lists on the way.
    pub(crate) fn insert(&mut self, path: &Path, value: Value) {
        if let [Step::Key(first), rest @ ..] = path.steps() {
            let slot = self
                .root
                .entry(first.clone())
                .or_insert_with(|| container(rest));
            insert_below(slot, rest, value);
        }
    }
}

impl fmt::Display for Resolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}

/// An empty list or table, as the next step needs it.
fn container(steps: &[Step]) -> Value {
    match steps.first() {
        Some(Step::Index(_)) => Value::Array(Vec::new()),
        _ => Value::Table(toml::Table::new()),
    }
}

fn insert_below(slot: &mut Value, steps: &[Step], value: Value) {
    match (steps, slot) {
        ([], slot) => {
            // A table that is opened a second time keeps what was read from it.
            if !(value.is_table() && slot.is_table()) {
                *slot = value;
            }
        }
        ([Step::Key(key), rest @ ..], Value::Table(table)) => {
            let slot = table.entry(key.clone()).or_insert_with(|| container(rest));
            insert_below(slot, rest, value);
        }
        ([Step::Index(index), rest @ ..], Value::Array(entries)) => {
            while entries.len() <= *index {
                entries.push(container(rest));
            }
            insert_below(&mut entries[*index], rest, value);
        }
        // What was read as one value is now read as a table: the later reader is right.
        (steps, slot) => {
            *slot = container(steps);
            insert_below(slot, steps, value);
        }
    }
}

fn json_from_table(table: &toml::Table) -> serde_json::Value {
    table
        .iter()
        .map(|(key, value)| (key.clone(), json_from_value(value)))
        .collect()
}

fn json_from_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Boolean(value) => (*value).into(),
        Value::Integer(value) => (*value).into(),
        Value::Float(value) if value.is_finite() => (*value).into(),
        Value::Float(value) => value.to_string().to_lowercase().into(),
        Value::String(text) => text.as_str().into(),
        Value::Datetime(date) => date.to_string().into(),
        Value::Array(entries) => entries.iter().map(json_from_value).collect(),
        Value::Table(table) => json_from_table(table),
    }
}

/// The TOML table that a JSON object says; whole numbers above 2^63-1 become strings.
///
/// Returns where and why TOML cannot say it.
pub(crate) fn table_from_json(json: &serde_json::Value) -> Result<toml::Table, (Path, String)> {
    match value_from_json(&Path::default(), json)? {
        Value::Table(table) => Ok(table),
        _ => Err((Path::default(), "expected a JSON object".to_owned())),
    }
}

fn value_from_json(path: &Path, json: &serde_json::Value) -> Result<Value, (Path, String)> {
    use serde_json::Value as Json;
    Ok(match json {
        Json::Null => return Err((path.clone(), "expected a value, found null".to_owned())),
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(value), _) => Value::Integer(value),
            (None, Some(value)) if number.is_f64() => Value::Float(value),
            _ => Value::String(number.to_string()),
        },
        Json::String(text) => Value::String(text.clone()),
        Json::Array(entries) => {
            let entry = |(index, entry)| value_from_json(&path.index(index), entry);
            Value::Array(
                entries
                    .iter()
                    .enumerate()
                    .map(entry)
                    .collect::<Result<_, _>>()?,
            )
        }
        Json::Object(members) => {
            let member = |(key, value): (&String, &Json)| {
                Ok((key.clone(), value_from_json(&path.key(key), value)?))
            };
            Value::Table(members.iter().map(member).collect::<Result<_, _>>()?)
        }
    })
}
