//! The values of a scenario, each with the place it came from.

use std::sync::Arc;

use toml::Spanned;
use toml::de::DeValue;

use super::error::Place;

/// One value of a scenario, with the place it came from.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) value: Value,
    pub(crate) place: Place,
}

/// What a scenario can say.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a point or an exponent; `inf` and `nan` too.
    Float(f64),
    /// Text in quotes.
    Text(String),
    /// A date or a time, which no scenario needs.
    Date(String),
    /// A list in brackets, or the tables under one `[[name]]`.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// The keys of a table, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

/// A key, where it stands, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) place: Place,
    pub(crate) node: Node,
}

impl Table {
    /// The entry of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a key, which is put there first if it is missing.
    pub(crate) fn get_or_insert(&mut self, key: &str, missing: impl FnOnce() -> Node) -> &mut Node {
        let index = self
            .entries
            .iter()
            .position(|entry| entry.key == key)
            .unwrap_or_else(|| {
                let node = missing();
                self.entries.push(Entry {
                    key: key.to_owned(),
                    place: node.place.clone(),
                    node,
                });
                self.entries.len() - 1
            });
        &mut self.entries[index].node
    }
}

impl Node {
    /// What was found, in words: `-3`, `"gatering"`, `a list of 3`.
    pub(crate) fn found(&self) -> String {
        match &self.value {
            Value::Bool(value) => value.to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Float(value) => format!("{value:?}").to_lowercase(),
            Value::Text(text) => quoted(text),
            Value::Date(date) => format!("the date {date}"),
            Value::List(entries) => format!("a list of {}", entries.len()),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The text, if it is one; for rules that take text and something else.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, whole or not, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Float(value) => Some(value),
            Value::Integer(value) => Some(value as f64),
            _ => None,
        }
    }

    /// The whole number, if it is one.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self.value {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// A value of the spanned tree that the `toml` crate reads.
    ///
    /// Returns the place and the message of a number that no scenario can hold.
    pub(crate) fn from_toml(spanned: &Spanned<DeValue<'_>>) -> Result<Self, (Place, String)> {
        let place = Place::Text(spanned.span());
        let value = match spanned.get_ref() {
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::String(text) => Value::Text(text.clone().into_owned()),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix())
                .map(Value::Integer)
                .map_err(|_| (place.clone(), too_large(&digits.to_string())))?,
            DeValue::Float(digits) => {
                float(digits.as_str()).map_err(|message| (place.clone(), message))?
            }
            DeValue::Array(entries) => Value::List(
                entries
                    .iter()
                    .map(Self::from_toml)
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => Value::Table(Table::from_toml(table)?),
        };
        Ok(Self { value, place })
    }

    /// A value that stands in no file.
    pub(crate) fn from_default(value: &toml::Value) -> Self {
        let value = match value {
            toml::Value::Boolean(value) => Value::Bool(*value),
            toml::Value::String(text) => Value::Text(text.clone()),
            toml::Value::Datetime(date) => Value::Date(date.to_string()),
            toml::Value::Integer(value) => Value::Integer(*value),
            toml::Value::Float(value) => Value::Float(*value),
            toml::Value::Array(entries) => {
                Value::List(entries.iter().map(Self::from_default).collect())
            }
            toml::Value::Table(table) => {
                let entry = |(key, value): (&String, &toml::Value)| Entry {
                    key: key.clone(),
                    place: Place::Default,
                    node: Self::from_default(value),
                };
                Value::Table(Table {
                    entries: table.iter().map(entry).collect(),
                })
            }
        };
        Self {
            value,
            place: Place::Default,
        }
    }

    /// The value that a flag gives: a TOML value, or, where the text is none, the text itself.
    ///
    /// A date is taken as text, and so is a whole number that TOML cannot hold, because a seed may
    /// be that large.
    pub(crate) fn from_flag(text: &str, flag: &Arc<str>) -> Self {
        let parsed = DeValue::parse(text.trim())
            .ok()
            .and_then(|value| Self::from_toml(&value).ok());
        let mut node = match parsed {
            Some(node) if !matches!(node.value, Value::Date(_)) => node,
            _ => Self {
                value: Value::Text(text.trim().to_owned()),
                place: Place::Default,
            },
        };
        node.come_from(&Place::Flag(Arc::clone(flag)));
        node
    }

    /// Moves the value, and all that it holds, to a place.
    fn come_from(&mut self, place: &Place) {
        self.place = place.clone();
        match &mut self.value {
            Value::List(entries) => entries.iter_mut().for_each(|node| node.come_from(place)),
            Value::Table(table) => {
                for entry in &mut table.entries {
                    entry.place = place.clone();
                    entry.node.come_from(place);
                }
            }
            _ => {}
        }
    }
}

/// For the readers of sweeps, which take any value.
#[cfg(feature = "store")]
impl Node {
    /// The entries, if it is a list.
    pub(crate) fn entries(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(entries) => Some(entries),
            _ => None,
        }
    }

    /// The keys, if it is a table.
    pub(crate) fn keys(&self) -> Option<Vec<&str>> {
        match &self.value {
            Value::Table(table) => {
                let keys = table.entries.iter().map(|entry| entry.key.as_str());
                Some(keys.collect())
            }
            _ => None,
        }
    }

    /// The value of a key, if it is a table that has it.
    pub(crate) fn at(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(table) => table.get(key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// The word that means this value on the command line; `None` for dates.
    pub(crate) fn word(&self) -> Option<String> {
        let toml = self.to_toml()?;
        let bare = self.text().filter(|text| {
            let read = Self::from_flag(text, &"".into());
            read.text() == Some(text)
        });
        Some(bare.map_or_else(|| toml.to_string(), str::to_owned))
    }

    fn to_toml(&self) -> Option<toml::Value> {
        Some(match &self.value {
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => (*value).into(),
            Value::Float(value) => (*value).into(),
            Value::Text(text) => text.clone().into(),
            Value::Date(_) => return None,
            Value::List(entries) => {
                let entries = entries.iter().map(Self::to_toml);
                entries.collect::<Option<Vec<_>>>()?.into()
            }
            Value::Table(table) => {
                let entries = table.entries.iter();
                let entries = entries.map(|entry| Some((entry.key.clone(), entry.node.to_toml()?)));
                toml::Value::Table(entries.collect::<Option<toml::Table>>()?)
            }
        })
    }
}

impl Table {
    /// A table of the spanned tree that the `toml` crate reads; errors as [`Node::from_toml`].
    pub(crate) fn from_toml(table: &toml::de::DeTable<'_>) -> Result<Self, (Place, String)> {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table.iter() {
            entries.push(Entry {
                key: key.get_ref().clone().into_owned(),
                place: Place::Text(key.span()),
                node: Node::from_toml(value)?,
            });
        }
        Ok(Self { entries })
    }
}

/// Text in quotes, cut short where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

fn float(digits: &str) -> Result<Value, String> {
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() || !digits.contains(|c: char| c.is_ascii_digit()) => {
            Ok(Value::Float(value))
        }
        _ => Err(format!("expected a number below 1.8e308, found {digits}")),
    }
}

fn too_large(digits: &str) -> String {
    format!(
        "expected a whole number between {} and {}, found {digits} (a larger seed is written in \
         quotes)",
        i64::MIN,
        i64::MAX
    )
}
