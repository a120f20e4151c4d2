//! Registries and tables as JSON Schema, draft 2020-12.
//!
//! A schema says what the descriptions say: kinds, ranges, defaults, which keys have to be there
//! and which not together. What depends on other values (a list with an entry for each robot) it
//! does not say, so a scenario that passes may still be refused.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{Choice, Kind, Parameter, Table, without_links};

impl Kind {
    /// The kind as a JSON Schema, with the limits of a range for each number or text in it.
    fn to_schema(self, limits: &Limits) -> Value {
        let number = || limits.on(json!({ "type": "number" }));
        let whole = || limits.on(json!({ "type": "integer" }));
        let list = |items: Value| {
            let mut list = json!({ "type": "array", "items": items });
            if limits.unique {
                list["uniqueItems"] = true.into();
            }
            list
        };
        let point = || {
            let number = json!({ "type": "number" });
            json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
        };
        match self {
            Self::Number => number(),
            Self::Whole => whole(),
            Self::Truth => json!({ "type": "boolean" }),
            Self::Text | Self::Name => limits.on(json!({ "type": "string" })),
            Self::Texts => list(json!({ "type": "string" })),
            Self::Word(words) => json!({ "enum": words }),
            Self::Numbers => list(number()),
            Self::Wholes => list(whole()),
            Self::Point => point(),
            Self::Points => list(point()),
            Self::WholeLists => list(json!({ "type": "array", "items": whole() })),
            Self::Table => json!({ "type": "object" }),
            Self::Tables => list(json!({ "type": "object" })),
            Self::Names => one_or_some(json!({ "type": "string" })),
            Self::NameOrWhole => json!({ "anyOf": [whole(), { "type": "string" }] }),
            Self::Words(words) => one_or_some(json!({ "enum": words })),
            Self::WordList(words) => list(json!({ "enum": words })),
            Self::NumberOr(words) => json!({ "anyOf": [number(), { "enum": words }] }),
            Self::WholeOr(words) => json!({ "anyOf": [whole(), { "enum": words }] }),
            Self::Seed => json!({
                "anyOf": [
                    { "type": "integer", "minimum": 0 },
                    { "type": "string", "pattern": "^[0-9]{1,1000}$" },
                ],
            }),
        }
    }
}

/// A value, or a list of at least one.
fn one_or_some(one: Value) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
}

impl Parameter {
    /// The values it takes as a JSON Schema: kind and range.
    pub fn to_schema(&self) -> Value {
        self.kind.to_schema(&Limits::of(self.range))
    }

    /// The same with what people can read about it.
    fn described(&self) -> Value {
        let mut schema = self.to_schema();
        let summary = sentence(self.summary);
        if let Some(default) = self.default_value() {
            schema["description"] = summary.into();
            schema["default"] = default;
            return schema;
        }
        let more = match self.default {
            None => String::new(),
            Some(words) if self.words_say_no_default() => format!(" {}.", capital(words)),
            Some(words) => format!(" Default: {words}."),
        };
        schema["description"] = (summary + &more).into();
        schema
    }

    /// The default, where it is a value and not words.
    fn default_value(&self) -> Option<Value> {
        let default: toml::Value = self.default?.parse().ok()?;
        // What JSON has no number for is said in the description alone.
        serde_json::to_value(default)
            .ok()
            .filter(|value| !value.is_null())
    }
}

/// What the words of a range say.
///
/// They are those that [`Parameter::range`] is written in: `above 0`, `of at least 1`, `at most 1`,
/// `below 1`, `between 0 and 1`, `from 0 to 30`, `or inf`, `each once`, `32 hexadecimal digits`.
/// Other words set no limit.
#[derive(Debug, Default)]
struct Limits {
    keywords: Map<String, Value>,
    infinite: bool,
    unique: bool,
}

impl Limits {
    fn of(range: &str) -> Self {
        // Words of a scenario may stand in backticks.
        let words = range.split(' ').map(|word| word.trim_matches([',', '`']));
        let words: Vec<&str> = words.collect();
        let mut limits = Limits::default();
        for (index, word) in words.iter().enumerate() {
            let after = |more: usize| words.get(index + more).copied().unwrap_or_default();
            match (*word, after(1)) {
                ("above", low) => limits.set("exclusiveMinimum", low),
                ("below", high) => limits.set("exclusiveMaximum", high),
                ("at", "least") => limits.set("minimum", after(2)),
                ("at", "most") => limits.set("maximum", after(2)),
                ("between", low) if after(2) == "and" => {
                    limits.set("minimum", low);
                    limits.set("maximum", after(3));
                }
                ("from", low) if after(2) == "to" => {
                    limits.set("minimum", low);
                    limits.set("maximum", after(3));
                }
                ("or", "inf") => limits.infinite = true,
                ("each", "once") => limits.unique = true,
                (digits, "hexadecimal") if digits.parse::<u32>().is_ok() => {
                    let pattern = format!("^[0-9a-fA-F]{{{digits}}}$");
                    limits.keywords.insert("pattern".to_owned(), pattern.into());
                }
                _ => {}
            }
        }
        limits
    }

    fn set(&mut self, keyword: &str, number: &str) {
        let number = number.replace(',', "");
        let value = match (number.parse::<i64>(), number.parse::<f64>()) {
            (Ok(whole), _) => whole.into(),
            (Err(_), Ok(number)) if number.is_finite() => number.into(),
            _ => return,
        };
        self.keywords.insert(keyword.to_owned(), value);
    }

    fn on(&self, mut schema: Value) -> Value {
        for (keyword, value) in &self.keywords {
            schema[keyword] = value.clone();
        }
        if self.infinite {
            // In a resolved scenario as JSON infinity is a word; editors that turn TOML into JSON
            // make it null, which TOML itself cannot say.
            schema = json!({ "anyOf": [schema, { "enum": ["inf", null] }] });
        }
        schema
    }
}

impl Table {
    /// The table as a JSON Schema that refuses keys nobody reads; a list of such tables if it may
    /// be repeated.
    fn schema(&self) -> Value {
        let keys: Vec<Parameter> = self.parameters().copied().collect();
        let choices = self.choices.iter().map(|choice| {
            let key = keys.iter().find(|key| key.name == choice.key);
            let entries = (choice.entries)();
            let parts = entries
                .iter()
                .map(|e| (e.name, Part::of_keys(e.parameters, self)));
            Chosen {
                key: choice.key,
                default: key.and_then(Parameter::default_value),
                required: key.is_some_and(|key| key.default.is_none()),
                parts: parts.collect(),
            }
        });
        let mut schema = closed(Part::of_keys(&keys, self), choices.collect());
        if self.repeated {
            schema = json!({ "type": "array", "items": schema });
        }
        schema["description"] = sentence(self.summary).into();
        schema
    }

    /// Whether every scenario needs it.
    fn is_required(&self) -> bool {
        !self.repeated && self.parameters().any(Parameter::is_required)
    }
}

/// Scenarios as a JSON Schema: the tables that all have, and those of each model, which the key
/// `model` of the top level chooses. A table of one name among both is one table.
pub fn scenarios(common: &[Table], models: &[(&'static str, Vec<Table>)]) -> Value {
    let is_of_a_model = |table: &Table| {
        let mut all = models.iter().flat_map(|(_, tables)| tables);
        !table.name.is_empty() && all.any(|other| other.name == table.name)
    };
    let (shared, common): (Vec<Table>, Vec<Table>) = common.iter().partition(|t| is_of_a_model(t));
    let chosen = Chosen {
        key: "model",
        default: None,
        required: true,
        parts: models
            .iter()
            .map(|(name, tables)| (*name, Part::of_tables(&[&shared[..], tables].concat())))
            .collect(),
    };
    closed(Part::of_tables(&common), vec![chosen])
}

impl Choice {
    /// Puts the names of the entries, and what they are, into the property that chooses one.
    fn name(&self, property: &mut Value) {
        let entries = (self.entries)();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let lines: Vec<String> = entries
            .iter()
            .map(|entry| format!("- {}: {}", entry.name, entry.summary))
            .collect();
        let summary = property["description"].as_str().unwrap_or_default();
        property["description"] = format!("{summary}\n\n{}", lines.join("\n")).into();
        property["enum"] = names.into();
    }
}

/// What an object holds, always or on a condition.
#[derive(Debug, Default)]
struct Part {
    properties: Map<String, Value>,
    required: Vec<&'static str>,
    /// Schemas that have to hold as well.
    conditions: Vec<Value>,
}

impl Part {
    /// The keys of a table, or of an entry that is chosen in it.
    fn of_keys(keys: &[Parameter], table: &Table) -> Self {
        let described = keys.iter().map(|key| {
            let mut property = key.described();
            if let Some(choice) = table.choices.iter().find(|choice| choice.key == key.name) {
                choice.name(&mut property);
            }
            let inner = table.inner.iter().find(|inner| inner.name == key.name);
            if let (Some(inner), Kind::Table | Kind::Tables) = (inner, key.kind) {
                let description = property["description"].take();
                property = inner.schema();
                property["description"] = description;
            }
            (key.name.to_owned(), property)
        });
        let required = keys.iter().filter(|key| key.default.is_none());
        let mut part = Part {
            properties: described.collect(),
            required: required.map(|key| key.name).collect(),
            conditions: Vec::new(),
        };
        for key in keys {
            if let Some(other) = key.unless() {
                let either = json!([{ "required": [key.name] }, { "required": [other] }]);
                part.conditions.push(json!({ "oneOf": either }));
            } else if let Some(other) = key.in_place_of() {
                // Where one of the two is required, that says it already.
                let said = |key: &Parameter| key.name == other && key.unless().is_some();
                if !keys.iter().any(said) {
                    let both = json!({ "required": [key.name, other] });
                    part.conditions.push(json!({ "not": both }));
                }
            }
        }
        part
    }

    fn of_tables(tables: &[Table]) -> Self {
        let mut part = Part::default();
        for table in tables {
            if table.name.is_empty() {
                let keys: Vec<Parameter> = table.parameters().copied().collect();
                let top = Part::of_keys(&keys, table);
                part.properties.extend(top.properties);
                part.required.extend(top.required);
                part.conditions.extend(top.conditions);
            } else {
                match part.properties.get_mut(table.name) {
                    Some(known) => unite(known, table.schema()),
                    None => {
                        let schema = table.schema();
                        part.properties.insert(table.name.to_owned(), schema);
                    }
                }
                if table.is_required() {
                    part.required.push(table.name);
                }
            }
        }
        part
    }
}

/// Adds the keys of a table to another one of the same name, whose description stays. Neither has
/// choices.
fn unite(known: &mut Value, mut other: Value) {
    if let (Some(known), Value::Object(other)) = (
        known["properties"].as_object_mut(),
        other["properties"].take(),
    ) {
        known.extend(other);
    }
    if let Value::Array(other) = other["required"].take() {
        match known["required"].as_array_mut() {
            Some(known) => known.extend(other),
            None => known["required"] = other.into(),
        }
    }
}

/// What an object holds depending on the value of a key.
struct Chosen {
    key: &'static str,
    /// The value where the key is missing.
    default: Option<Value>,
    /// Whether it is never missing.
    required: bool,
    parts: Vec<(&'static str, Part)>,
}

/// An object that holds nothing but what is said: `always`, and what was chosen.
///
/// The keys of all choices stand among the properties, where editors look for them, and each choice
/// forbids those of the others. A key that entries of several choices have is never forbidden: what is
/// chosen for one key may have it where what is chosen for another has not. The conditions stand in a `then` without a real `if`, because
/// editors that use Taplo overlook the properties beside an `allOf`.
fn closed(always: Part, choices: Vec<Chosen>) -> Value {
    let mut properties = always.properties;
    let mut conditions = always.conditions;
    let shared = keys_of_several(&choices);
    for Chosen {
        key,
        default,
        required,
        parts,
    } in choices
    {
        let mut variants: Map<String, Value> = Map::new();
        for (name, schema) in parts.iter().flat_map(|(_, part)| &part.properties) {
            let known = variants.entry(name).or_insert_with(|| json!([]));
            if let Value::Array(known) = known
                && !known.contains(schema)
            {
                known.push(schema.clone());
            }
        }
        if default.is_none() && !required {
            // Without a choice there is none of its keys.
            let missing = json!({ "not": { "required": [key] } });
            let then = then(Part::default(), &variants, &shared);
            conditions.push(json!({ "if": missing, "then": then }));
        }
        for (name, part) in parts {
            let then = then(part, &variants, &shared);
            if then.is_empty() {
                continue;
            }
            let mut chosen = json!({ "properties": { key: { "const": name } } });
            if default.as_ref() != Some(&Value::from(name)) {
                chosen["required"] = json!([key]);
            }
            conditions.push(json!({ "if": chosen, "then": then }));
        }
        for (name, variants) in variants {
            let mut variants = match variants {
                Value::Array(variants) => variants,
                other => vec![other],
            };
            if let Some(known) = properties.remove(&name).filter(|_| shared.contains(&name)) {
                variants.insert(0, known);
            }
            let schema = match variants.len() {
                1 => variants.remove(0),
                _ => json!({ "anyOf": variants }),
            };
            properties.insert(name, schema);
        }
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    if !always.required.is_empty() {
        schema["required"] = always.required.into();
    }
    schema["additionalProperties"] = false.into();
    if !conditions.is_empty() {
        schema["if"] = true.into();
        schema["then"] = json!({ "allOf": conditions });
    }
    schema
}

/// The keys that entries of several choices have.
fn keys_of_several(choices: &[Chosen]) -> BTreeSet<String> {
    let mut seen = BTreeMap::new();
    let mut shared = BTreeSet::new();
    for Chosen { key, parts, .. } in choices {
        for name in parts.iter().flat_map(|(_, part)| part.properties.keys()) {
            if *seen.entry(name).or_insert(*key) != *key {
                shared.insert(name.clone());
            }
        }
    }
    shared
}

/// What holds where a part is chosen, of all the keys that the choices have.
fn then(
    part: Part,
    variants: &Map<String, Value>,
    shared: &BTreeSet<String>,
) -> Map<String, Value> {
    let mut properties = Map::new();
    for (name, variants) in variants {
        match part.properties.get(name) {
            None if shared.contains(name) => None,
            None => properties.insert(name.clone(), false.into()),
            Some(schema) if variants.as_array().is_some_and(|all| all.len() > 1) => {
                properties.insert(name.clone(), schema.clone())
            }
            Some(_) => None,
        };
    }
    let mut then = Map::new();
    if !properties.is_empty() {
        then.insert("properties".to_owned(), properties.into());
    }
    if !part.required.is_empty() {
        then.insert("required".to_owned(), part.required.into());
    }
    if !part.conditions.is_empty() {
        then.insert("allOf".to_owned(), part.conditions.into());
    }
    then
}

/// A summary as a sentence.
fn sentence(summary: &str) -> String {
    format!("{}.", capital(&without_links(summary)))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
