//! Scenarios: what runs were made of, each kept once.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use super::columns::{Columns, Room, quoted};
use super::{Store, StoreError};
use crate::dataset::{Head, Kind};

/// An array longer than this as JSON, in bytes, is no column; it stands in the scenario all the same.
const LONGEST: usize = 200;
/// Of a list of tables so many have columns.
const MOST_TABLES: usize = 16;

/// The hash of a resolved scenario, without its seed: 32 hexadecimal digits.
#[must_use]
pub fn hash_of(resolved: &Value) -> String {
    format!("{:032x}", xxh3_128(canonical(resolved).as_bytes()))
}

/// A resolved scenario as text, without its seed and what a run leaves where.
fn canonical(resolved: &Value) -> String {
    let mut resolved = resolved.clone();
    if let Value::Object(tables) = &mut resolved {
        tables.shift_remove("seed");
        tables.shift_remove("store");
    }
    resolved.to_string()
}

/// A resolved scenario with a seed, which stands first but for the model.
#[must_use]
pub fn with_seed(mut resolved: Value, seed: &str) -> Value {
    if let Value::Object(tables) = &mut resolved {
        let seed = seed
            .parse()
            .map_or_else(|_| Value::from(seed), |seed: u64| seed.into());
        tables.shift_insert(1.min(tables.len()), "seed".to_owned(), seed);
    }
    resolved
}

impl Store {
    /// Keeps a resolved scenario, unless it is there already, and gives its number. `about` says what
    /// its parameters mean, where somebody knows.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn keep_scenario(
        &mut self,
        resolved: &Value,
        about: &dyn Fn(&str) -> Option<(String, String)>,
    ) -> Result<i64, StoreError> {
        self.change(|change, columns| keep(change, columns, resolved, about))
    }

    /// Keeps several resolved scenarios in one transaction, as [`keep_scenario`](Self::keep_scenario) does
    /// one.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn keep_scenarios(
        &mut self,
        resolved: &[Value],
        about: &dyn Fn(&str) -> Option<(String, String)>,
    ) -> Result<Vec<i64>, StoreError> {
        self.change(|change, columns| {
            let ids = resolved.iter().map(|one| keep(change, columns, one, about));
            ids.collect()
        })
    }

    /// The resolved scenario of this number; it has no seed.
    ///
    /// # Errors
    ///
    /// One that there is not.
    pub fn scenario(&self, id: i64) -> Result<Value, StoreError> {
        let text = "SELECT resolved FROM scenarios WHERE id = ?";
        let mut statement = self.connection.prepare_cached(text)?;
        let text: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
        let text = text.ok_or_else(|| StoreError::Absent(format!("there is no scenario {id}")))?;
        serde_json::from_str(&text).map_err(|error| {
            StoreError::Unreadable(format!("scenario {id}, which is no JSON: {error}"))
        })
    }
}

pub(super) fn keep(
    change: &Connection,
    columns: &mut Columns,
    resolved: &Value,
    about: &dyn Fn(&str) -> Option<(String, String)>,
) -> Result<i64, StoreError> {
    let text = canonical(resolved);
    let hash = format!("{:032x}", xxh3_128(text.as_bytes()));
    let find = "SELECT id FROM scenarios WHERE hash = ?";
    let found = change
        .prepare_cached(find)?
        .query_row([&hash], |row| row.get(0))
        .optional()?;
    if let Some(found) = found {
        return Ok(found);
    }
    let mut leaves = BTreeMap::new();
    if let Value::Object(tables) = resolved {
        // What is expected of runs is no parameter of them.
        let mine = |key: &str| !["seed", "model", "store", "expect"].contains(&key);
        for (key, value) in tables.iter().filter(|(key, _)| mine(key)) {
            flatten(key, value, &mut leaves);
        }
    }
    // What cannot be a column, or is one too many, stands in the resolved scenario all the same.
    let (mut free, mut before) = (columns.free(), BTreeSet::new());
    leaves.retain(|path, _| {
        let is_first = before.insert(path.to_lowercase());
        if columns.has(Room::Scenarios, path) {
            return true;
        }
        let fits = free > 0 && is_first && columns.fitting(Room::Scenarios, path).is_some();
        free -= usize::from(fits);
        fits
    });
    let named: Vec<Head> = leaves
        .iter()
        .map(|(path, value)| {
            let (unit, help) = about(path).unwrap_or_default();
            Head {
                name: path.clone(),
                kind: kind(value),
                unit,
                help,
            }
        })
        .collect();
    columns.ensure(change, Room::Scenarios, named.iter())?;
    let names: String = leaves
        .keys()
        .map(|path| format!(", {}", quoted(path)))
        .collect();
    let marks = ", ?".repeat(leaves.len());
    let model = resolved["model"].as_str().unwrap_or_default();
    let head = [hash.into(), model.to_owned().into(), text.into()];
    let values = head.into_iter().chain(leaves.values().map(sql));
    change.execute(
        &format!("INSERT INTO scenarios (hash, model, resolved{names}) VALUES (?, ?, ?{marks})"),
        params_from_iter(values),
    )?;
    Ok(change.last_insert_rowid())
}

/// The leaves of a table by their dotted paths; tables in a list are counted from 0.
fn flatten(path: &str, value: &Value, leaves: &mut BTreeMap<String, Value>) {
    match value {
        Value::Null => {}
        Value::Object(table) => {
            for (key, value) in table {
                flatten(&format!("{path}.{key}"), value, leaves);
            }
        }
        Value::Array(list) if list.iter().any(Value::is_object) => {
            for (place, value) in list.iter().enumerate().take(MOST_TABLES) {
                flatten(&format!("{path}.{place}"), value, leaves);
            }
        }
        Value::Array(_) => {
            if value.to_string().len() <= LONGEST {
                leaves.insert(path.to_owned(), value.clone());
            }
        }
        leaf => {
            leaves.insert(path.to_owned(), leaf.clone());
        }
    }
}

/// A leaf as the database keeps it: yes and no as 1 and 0.
pub(super) fn sql(leaf: &Value) -> Sql {
    match leaf {
        Value::Null => Sql::Null,
        Value::Bool(truth) => i64::from(*truth).into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.into(),
            (None, Some(real)) if !number.is_u64() => real.into(),
            _ => number.to_string().into(),
        },
        Value::String(text) => match text.as_str() {
            // Numbers that JSON does not have.
            "inf" => f64::INFINITY.into(),
            "-inf" => f64::NEG_INFINITY.into(),
            text => text.to_owned().into(),
        },
        other => other.to_string().into(),
    }
}

/// What kind of values a column with this one has.
pub(super) fn kind(value: &Value) -> Kind {
    match value {
        Value::Bool(_) => Kind::Truth,
        Value::Number(number) if number.is_i64() => Kind::Integer,
        Value::Number(number) if !number.is_u64() => Kind::Real,
        Value::String(text) if matches!(text.as_str(), "inf" | "-inf") => Kind::Real,
        _ => Kind::Text,
    }
}
