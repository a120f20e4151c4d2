//! Data sets: named, typed columns, as statistics, plots and exports take them.
//!
//! A data set says what its columns mean and in which unit they are, so that whatever is made of it
//! (a table for people, a CSV or Parquet file, the axis of a plot) can say so too. Values may be
//! missing. All columns have the same length.

mod head;
pub mod write;

use std::sync::Arc;

pub use head::{Head, Kind};

/// Named columns of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    columns: Vec<Column>,
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name: unique within its data set.
    pub name: String,
    /// The unit of its numbers; empty where they have none.
    pub unit: String,
    /// What it means, in a line without a full stop.
    pub help: String,
    /// Its values from the first row to the last.
    pub values: Values,
}

/// The values of a column; `None` where one is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Integer(Vec<Option<i64>>),
    /// Floating-point numbers.
    Real(Vec<Option<f64>>),
    /// Texts. Equal texts often share their memory.
    Text(Vec<Option<Arc<str>>>),
    /// Yes or no.
    Truth(Vec<Option<bool>>),
}

/// One value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// There is none.
    Missing,
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// A text.
    Text(&'a str),
    /// Yes or no.
    Truth(bool),
}

/// Why columns are no data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatasetError {
    /// Two columns have one name.
    #[error("two columns are called {0:?}")]
    Twice(String),
    /// A column is longer or shorter than those before it.
    #[error("the column {name:?} has {found} values, and those before it have {expected}")]
    Length {
        /// Its name.
        name: String,
        /// How many values it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
}

impl Dataset {
    /// A data set of these columns.
    ///
    /// # Errors
    ///
    /// Two columns of one name, or of different lengths.
    pub fn new(columns: Vec<Column>) -> Result<Self, DatasetError> {
        let expected = columns.first().map_or(0, |column| column.values.len());
        for (place, column) in columns.iter().enumerate() {
            if columns[..place]
                .iter()
                .any(|other| other.name == column.name)
            {
                return Err(DatasetError::Twice(column.name.clone()));
            }
            let found = column.values.len();
            if found != expected {
                let name = column.name.clone();
                return Err(DatasetError::Length {
                    name,
                    found,
                    expected,
                });
            }
        }
        Ok(Dataset { columns })
    }

    /// The columns, in their order.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// A row as a JSON object; a text that is a list or a table in JSON, as what it is.
    #[must_use]
    pub fn object(&self, row: usize) -> serde_json::Value {
        use serde_json::Value as Json;
        let cells = self.columns.iter().map(|column| {
            let value = match column.values.get(row) {
                Value::Missing => Json::Null,
                Value::Integer(whole) => whole.into(),
                // JSON has no infinities.
                Value::Real(real) if real.is_infinite() => real.to_string().into(),
                Value::Real(real) => real.into(),
                Value::Truth(truth) => truth.into(),
                Value::Text(text) if text.starts_with(['[', '{']) => {
                    serde_json::from_str(text).unwrap_or_else(|_| text.into())
                }
                Value::Text(text) => text.into(),
            };
            (column.name.clone(), value)
        });
        Json::Object(cells.collect())
    }

    /// What the columns are, apart from their values.
    #[must_use]
    pub fn heads(&self) -> Vec<Head> {
        self.columns.iter().map(Column::head).collect()
    }

    /// The column of this name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Column {
    /// A column without a unit.
    pub fn new(name: impl Into<String>, help: impl Into<String>, values: Values) -> Self {
        Column {
            name: name.into(),
            unit: String::new(),
            help: help.into(),
            values,
        }
    }

    /// The same with a unit.
    #[must_use]
    pub fn in_unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = unit.into();
        self
    }

    /// Its name with its unit in brackets, as on the axis of a plot.
    #[must_use]
    pub fn label(&self) -> String {
        match self.unit.as_str() {
            "" => self.name.clone(),
            unit => format!("{} ({unit})", self.name),
        }
    }
}

impl Values {
    /// How many values there are, missing ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::Integer(values) => values.len(),
            Values::Real(values) => values.len(),
            Values::Text(values) => values.len(),
            Values::Truth(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a row; missing where there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Value<'_> {
        match self {
            Values::Integer(values) => one(values, row).copied().map(Value::Integer),
            Values::Real(values) => one(values, row).copied().map(Value::Real),
            Values::Text(values) => one(values, row).map(|text| Value::Text(text)),
            Values::Truth(values) => one(values, row).copied().map(Value::Truth),
        }
        .unwrap_or(Value::Missing)
    }

    /// The value of a row as a number: yes is 1 and no is 0; `None` for texts and where it is missing.
    #[must_use]
    pub fn number(&self, row: usize) -> Option<f64> {
        match self.get(row) {
            Value::Integer(value) => Some(value as f64),
            Value::Real(value) => Some(value),
            Value::Truth(value) => Some(f64::from(u8::from(value))),
            Value::Missing | Value::Text(_) => None,
        }
    }
}

fn one<T>(values: &[Option<T>], row: usize) -> Option<&T> {
    values.get(row).and_then(Option::as_ref)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, values: Vec<Option<i64>>) -> Column {
        Column::new(name, "a test", Values::Integer(values))
    }

    #[test]
    fn columns_have_one_length_and_names_of_their_own() {
        let twice = Dataset::new(vec![column("a", vec![]), column("a", vec![])]);
        assert_eq!(twice, Err(DatasetError::Twice("a".into())));
        let short = Dataset::new(vec![
            column("a", vec![None, Some(1)]),
            column("b", vec![None]),
        ]);
        let words = "the column \"b\" has 1 values, and those before it have 2";
        assert_eq!(short.map_err(|error| error.to_string()), Err(words.into()));
        let whole = Dataset::new(vec![column("a", vec![None, Some(1)])]);
        let whole = whole.expect("a data set");
        assert_eq!(whole.rows(), 2);
        let values = &whole.column("a").expect("the column").values;
        assert_eq!(
            (values.get(0), values.get(1)),
            (Value::Missing, Value::Integer(1))
        );
        assert_eq!(
            (values.number(1), values.get(2)),
            (Some(1.0), Value::Missing)
        );
    }

    #[test]
    fn labels_name_the_unit() {
        let plain = column("robots", vec![]);
        assert_eq!(plain.label(), "robots");
        assert_eq!(plain.in_unit("m").label(), "robots (m)");
    }
}
