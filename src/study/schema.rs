//! The JSON Schema of scenarios.

use serde_json::{Value, json};

use super::MODELS;
use super::keys::TABLES;
use crate::registry;

/// A JSON Schema (draft 2020-12) of all scenarios, for editors: made of the registries and of the
/// [tables](TABLES) of keys.
///
/// It refuses keys that nobody reads and values of the wrong kind or out of range. What depends on
/// other values, such as the length of a list with an entry for each robot, only
/// [`Study::read`](super::Study::read) checks.
pub fn schema() -> Value {
    let models: Vec<_> = MODELS
        .iter()
        .map(|model| (model.name, model.build.tables.concat()))
        .collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of Formicary",
    });
    if let Value::Object(keywords) = registry::scenarios(TABLES, &models) {
        for (keyword, value) in keywords {
            schema[keyword] = value;
        }
    }
    schema
}
