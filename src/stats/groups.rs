//! The rows of a data set, split by the values of columns.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use super::StatsError;
use crate::dataset::{Column, Dataset, Value};
use crate::math::canonical_zero;
use crate::scenario::nearest_paths;

/// A value that rows have in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Key {
    /// There is none. A number that is NaN is none either.
    Missing,
    /// Yes or no.
    Truth(bool),
    /// A whole number.
    Integer(i64),
    /// A floating-point number.
    Real(f64),
    /// A text.
    Text(String),
}

/// Rows that have the same values in all columns they are split by.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The value of each of these columns, in the order in which they were named.
    pub key: Vec<Key>,
    /// The rows, ascending.
    pub rows: Vec<usize>,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Missing => f.write_str("(none)"),
            Key::Truth(true) => f.write_str("yes"),
            Key::Truth(false) => f.write_str("no"),
            Key::Integer(value) => write!(f, "{value}"),
            Key::Real(value) => {
                // With an exponent where the plain digits would be many.
                let digits = format!("{value:?}");
                f.write_str(digits.strip_suffix(".0").unwrap_or(&digits))
            }
            Key::Text(text) => f.write_str(text),
        }
    }
}

impl From<Value<'_>> for Key {
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Missing => Key::Missing,
            Value::Integer(value) => Key::Integer(value),
            Value::Real(value) if value.is_nan() => Key::Missing,
            Value::Real(value) => Key::Real(canonical_zero(value)),
            Value::Text(text) => Key::Text(text.into()),
            Value::Truth(value) => Key::Truth(value),
        }
    }
}

/// The order of two values of one column: numbers by value, texts by their characters, no before
/// yes, and what is missing last.
fn order(a: Value<'_>, b: Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.cmp(&b),
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Truth(a), Value::Truth(b)) => a.cmp(&b),
        (Value::Real(a), Value::Real(b)) if !a.is_nan() && !b.is_nan() => {
            canonical_zero(a).total_cmp(&canonical_zero(b))
        }
        _ => is_missing(a).cmp(&is_missing(b)),
    }
}

fn is_missing(value: Value<'_>) -> bool {
    match value {
        Value::Missing => true,
        Value::Real(value) => value.is_nan(),
        Value::Integer(_) | Value::Text(_) | Value::Truth(_) => false,
    }
}

/// The column of this name.
///
/// # Errors
///
/// There is none; the nearest name is suggested.
pub fn column<'d>(data: &'d Dataset, name: &str) -> Result<&'d Column, StatsError> {
    data.column(name).ok_or_else(|| StatsError::UnknownColumn {
        name: name.to_owned(),
        nearest: nearest_column(data, name),
    })
}

fn nearest_column(data: &Dataset, name: &str) -> Option<String> {
    let names = data.columns().iter().map(|column| column.name.as_str());
    let near = nearest_paths(name, &names.collect::<Vec<_>>());
    near.first().map(|name| (*name).to_owned())
}

/// The groups of rows that agree in these columns, in the order of their keys, the first column
/// first. Each row is in exactly one. Without columns all rows are one group; without rows there is
/// no group.
///
/// # Errors
///
/// A column that does not exist or is named twice.
pub fn groups(data: &Dataset, by: &[String]) -> Result<Vec<Group>, StatsError> {
    let columns = columns(data, by, GROUPING)?;
    let all: Vec<usize> = (0..data.rows()).collect();
    Ok(split(&columns, &all))
}

/// What columns to group by are called where one is refused.
pub(super) const GROUPING: &str = "columns to group by";

/// The columns of these names, none of which may be named twice; `role` is what they are for.
pub(super) fn columns<'d>(
    data: &'d Dataset,
    names: &[String],
    role: &'static str,
) -> Result<Vec<&'d Column>, StatsError> {
    let mut columns = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        if names[..place].contains(name) {
            let name = name.clone();
            return Err(StatsError::Twice { name, role });
        }
        columns.push(column(data, name)?);
    }
    Ok(columns)
}

/// The order of two rows by these columns, the first one first.
pub(super) fn order_rows(columns: &[&Column], a: usize, b: usize) -> Ordering {
    let mut orders = columns
        .iter()
        .map(|column| order(column.values.get(a), column.values.get(b)));
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The groups of some of the rows, which ascend.
pub(super) fn split(columns: &[&Column], rows: &[usize]) -> Vec<Group> {
    let compare = |a: usize, b: usize| order_rows(columns, a, b);
    let mut sorted = rows.to_vec();
    // Stable, so that the rows of a group still ascend.
    sorted.sort_by(|&a, &b| compare(a, b));
    let same = sorted.chunk_by(|&a, &b| compare(a, b).is_eq());
    same.map(|rows| Group {
        key: columns
            .iter()
            .map(|column| column.values.get(rows[0]).into())
            .collect(),
        rows: rows.to_vec(),
    })
    .collect()
}

/// What a group is called: `swarm.robots=8, scheduler.kind=fsync`; `all` without a key.
#[must_use]
pub fn label(by: &[String], key: &[Key]) -> String {
    let parts = by
        .iter()
        .zip(key)
        .map(|(name, value)| format!("{name}={value}"));
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() {
        "all".to_owned()
    } else {
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dataset::Values;

    fn data() -> Dataset {
        let texts = ["b", "a", "b", "a", "b"]
            .map(|text| Some(text.into()))
            .to_vec();
        let numbers = vec![Some(10.0), Some(9.0), None, Some(f64::NAN), Some(9.0)];
        Dataset::new(vec![
            Column::new("scheduler.kind", "a text", Values::Text(texts)),
            Column::new("rate", "a number", Values::Real(numbers)),
        ])
        .expect("a data set")
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn numbers_go_by_value_and_what_is_missing_comes_last() {
        let all = groups(&data(), &names(&["rate"])).expect("groups");
        let keys: Vec<_> = all
            .iter()
            .map(|group| label(&names(&["rate"]), &group.key))
            .collect();
        assert_eq!(keys, ["rate=9", "rate=10", "rate=(none)"]);
        let rows: Vec<_> = all.into_iter().map(|group| group.rows).collect();
        assert_eq!(rows, [vec![1, 4], vec![0], vec![2, 3]]);
    }

    #[test]
    fn the_first_column_comes_first() {
        let by = names(&["scheduler.kind", "rate"]);
        let all = groups(&data(), &by).expect("groups");
        let labels: Vec<_> = all.iter().map(|group| label(&by, &group.key)).collect();
        let expected = [
            "scheduler.kind=a, rate=9",
            "scheduler.kind=a, rate=(none)",
            "scheduler.kind=b, rate=9",
            "scheduler.kind=b, rate=10",
            "scheduler.kind=b, rate=(none)",
        ];
        assert_eq!(labels, expected);
    }

    #[test]
    fn no_column_unknown_column_column_twice_and_no_rows() {
        let all = groups(&data(), &[]).expect("groups");
        assert_eq!((all.len(), all[0].rows.len()), (1, 5));
        assert_eq!(label(&[], &all[0].key), "all");
        let unknown = groups(&data(), &names(&["kind"])).expect_err("a refusal");
        let words = "there is no column \"kind\"; did you mean \"scheduler.kind\"?";
        assert_eq!(unknown.to_string(), words);
        let twice = groups(&data(), &names(&["rate", "rate"])).expect_err("a refusal");
        assert!(twice.to_string().contains("named twice"), "{twice}");
        assert_eq!(groups(&Dataset::default(), &[]), Ok(vec![]));
    }

    proptest! {
        #[test]
        fn groups_partition_the_rows(
            all in prop::collection::vec((prop::option::of(0..4_i64), any::<bool>()), 0..50),
        ) {
            let numbers = Values::Integer(all.iter().map(|row| row.0).collect());
            let truths = Values::Truth(all.iter().map(|row| Some(row.1)).collect());
            let data = Dataset::new(vec![
                Column::new("n", "a number", numbers),
                Column::new("yes", "a truth", truths),
            ]).expect("a data set");
            let groups = groups(&data, &names(&["yes", "n"])).expect("groups");
            let mut rows: Vec<_> = groups.iter().flat_map(|group| group.rows.clone()).collect();
            prop_assert!(groups.iter().all(|group| group.rows.is_sorted()));
            rows.sort_unstable();
            prop_assert_eq!(rows, (0..all.len()).collect::<Vec<_>>());
            for (place, group) in groups.iter().enumerate() {
                prop_assert!(groups[..place].iter().all(|other| other.key != group.key));
            }
        }
    }
}
