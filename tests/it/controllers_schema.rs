//! `docs/controllers.schema.json` describes the messages that the program sends and takes.
//!
//! `FORMICARY_BLESS=1 cargo test controllers_schema` writes it anew.

use std::collections::BTreeSet;

use formicary::controller::protocol::{Message, Reply};
use formicary::engine::Engine;
use formicary::model::oblot::outside::{About, Asked, Columns, Said};
use formicary::study::RunOptions;
use jsonschema::Validator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::support::{has_node, root, study_of};

const FILE: &str = "docs/controllers.schema.json";

/// What the program sends.
type Sent = Message<About, Columns, Asked>;
/// What it takes.
type Taken = Reply<Said>;

/// The schema of all messages, from the types that write and read them.
fn generated() -> Value {
    let mut definitions = serde_json::Map::new();
    let settings = SchemaSettings::draft2020_12();
    let mut writing = settings.clone().for_serialize().into_generator();
    writing.subschema_for::<Sent>();
    definitions.extend(writing.take_definitions(true));
    let mut reading = settings.for_deserialize().into_generator();
    reading.subschema_for::<Taken>();
    definitions.extend(reading.take_definitions(true));
    for (type_name, side) in [("Message", "FromFormicary"), ("Reply", "FromController")] {
        let definition = definitions.remove(type_name).expect(type_name);
        definitions.insert(side.to_owned(), definition);
    }
    definitions.sort_keys();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A message between Formicary and a controller, protocol 1",
        "description": "docs/controllers.md explains the protocol. The messages of the two sides are \
                        FromFormicary and FromController among the definitions.",
        "anyOf": [
            { "$ref": "#/$defs/FromFormicary" },
            { "$ref": "#/$defs/FromController" },
        ],
        "$defs": definitions,
    })
}

/// The schema for the messages of one side.
fn validator(side: &str) -> Validator {
    let mut schema = generated();
    schema["anyOf"] = json!([{ "$ref": format!("#/$defs/{side}") }]);
    jsonschema::draft202012::new(&schema).expect("a JSON Schema")
}

#[test]
fn the_schema_that_ships_is_that_of_the_messages() {
    let generated = generated();
    assert!(jsonschema::draft202012::meta::is_valid(&generated));
    let text = format!("{generated:#}\n");
    let path = root().join(FILE);
    if std::env::var_os("FORMICARY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &text).unwrap();
    }
    let shipped = std::fs::read_to_string(path).unwrap_or_default();
    let bar = "(if the change is meant: FORMICARY_BLESS=1 cargo test controllers_schema)";
    assert!(
        shipped.replace('\r', "") == text,
        "{FILE} is not that of the types {bar}"
    );
}

/// What both sides say in a run with a shipped controller: who, and what.
fn transcript(program: &[&str], swarm: &str, more: &str) -> Vec<(String, Value)> {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("said.jsonl");
    let tee = root().join("tests/data/controllers/tee.py");
    let mut command = vec!["python3", tee.to_str().unwrap(), log.to_str().unwrap()];
    let shipped = root().join("scenarios/oblot/controllers").join(program[1]);
    command.extend([program[0], shipped.to_str().unwrap()]);
    let text = format!(
        "model = 'oblot'\nseed = 5\n[swarm]\nforce = true\n{swarm}\n\
         [limits]\nevents = 150\nstalled = false\n\
         [controller]\ncommand = {command:?}\ntimeout = '1m'\nhandshake = '1m'\n{more}"
    );
    let run = study_of(&text).run(&RunOptions::on(Engine::Inline { threads: 1 }));
    assert_eq!(run.unwrap().error, None, "{text}");
    let said = std::fs::read_to_string(log).unwrap();
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let from = line["from"].as_str().unwrap().to_owned();
        (from, line["message"].clone())
    };
    said.lines().map(line).collect()
}

/// The properties of a definition of the schema.
fn properties(definition: &str) -> BTreeSet<String> {
    let schema = generated();
    let properties = schema["$defs"][definition]["properties"].as_object();
    properties.unwrap().keys().cloned().collect()
}

/// Adds the fields of an object that say something.
fn note(fields: &mut BTreeSet<String>, object: &Value) {
    let all = object.as_object().into_iter().flatten();
    fields.extend(
        all.filter(|(_, value)| !value.is_null())
            .map(|(key, _)| key.clone()),
    );
}

#[test]
fn the_messages_of_runs_are_as_the_schema_says() {
    let gathering = ["python3", "gathering.py"];
    let mut runs = vec![
        transcript(&gathering, "robots = 6", ""),
        transcript(&gathering, "robots = 6", "[visibility]\nradius = 60.0"),
        transcript(
            &gathering,
            "robots = 6",
            "[scheduler]\nkind = 'fsync'\n[visibility]\nradius = 60.0\n[sensing]\nnoise = 0.01",
        ),
        transcript(
            &gathering,
            "robots = 6\nmultiplicities = 2\nmultiplicity_size = 2",
            "[frames]\nagreement = 'none'\n[sensing]\nmultiplicity = 'weak'\n\
             tie = 'last'\n[[faults]]\nkind = 'crash'\ncount = 1\ntime = 1.0",
        ),
        transcript(
            &["python3", "random_walk.py"],
            "robots = 4",
            "lights = ['black', 'white']",
        ),
        transcript(&["python3", "echo.py"], "robots = 4", ""),
        // Robots end one after the other.
        transcript(
            &gathering,
            "robots = 6\nprecision = 1\nwidth = 2.0\nheight = 2.0",
            "",
        ),
    ];
    if has_node() {
        let swarm = "robots = 6";
        runs.push(transcript(&["node", "go_to_center.mjs"], swarm, ""));
    }
    let [ours, theirs] = ["FromFormicary", "FromController"].map(validator);
    let [mut columns, mut asked, mut said] = [const { BTreeSet::new() }; 3];
    for run in &runs {
        assert!(run.len() > 4, "{run:?}");
        for (from, message) in run {
            let validator = if from == "formicary" { &ours } else { &theirs };
            let errors: Vec<_> = validator
                .iter_errors(message)
                .map(|e| e.to_string())
                .collect();
            assert!(errors.is_empty(), "{from}: {message}\n{errors:#?}");
            note(&mut columns, &message["snapshot"]);
            for robot in message["robots"].as_array().into_iter().flatten() {
                note(&mut columns, &robot["view"]);
                note(&mut asked, robot);
            }
            let intents = message["intents"].as_array();
            intents
                .into_iter()
                .flatten()
                .for_each(|intent| note(&mut said, intent));
        }
        let kinds = |from: &str| -> Vec<&str> {
            let messages = run.iter().filter(|(who, _)| who == from);
            messages
                .filter_map(|(_, message)| message["type"].as_str())
                .collect()
        };
        let (ours, theirs) = (kinds("formicary"), kinds("controller"));
        assert_eq!((ours[0], theirs[0]), ("hello", "hello"));
        assert_eq!(ours.last(), Some(&"bye"));
        assert!(
            ours[1..ours.len() - 1]
                .iter()
                .all(|kind| *kind == "compute")
        );
        assert!(theirs[1..].iter().all(|kind| *kind == "intents"));
    }
    // Every field that there is has been said by somebody, but for those that name a robot.
    assert_eq!(columns, properties("Columns"));
    assert_eq!(asked, properties("Asked"));
    let named = ["onto", "midway"].map(str::to_owned);
    assert_eq!(said, &properties("Said") - &BTreeSet::from(named));
}

/// Messages of a controller, good or bad.
fn messages() -> [Vec<Value>; 2] {
    let intent = |fields: Value| {
        let mut intent = json!({ "robot": 3 });
        let more = fields.as_object().unwrap().clone();
        intent.as_object_mut().unwrap().extend(more);
        json!({ "type": "intents", "id": 17, "intents": [intent] })
    };
    let good = vec![
        json!({ "type": "hello", "protocol": 1 }),
        json!({ "type": "hello", "protocol": 1, "name": "x", "capabilities": ["batch"] }),
        json!({ "type": "refuse", "reason": "no lights" }),
        json!({ "type": "intents", "id": 0, "intents": [] }),
        intent(json!({ "to": [1, -2.5e-300] })),
        intent(json!({ "stay": true, "done": true })),
        intent(json!({ "onto": 7, "light": "red" })),
        intent(json!({ "midway": 7, "done": false })),
    ];
    let bad = vec![
        json!([]),
        json!({}),
        json!({ "type": "greeting", "protocol": 1 }),
        json!({ "type": "hello" }),
        json!({ "type": "hello", "protocol": "1" }),
        json!({ "type": "hello", "protocol": 1, "capabilities": ["flying"] }),
        json!({ "type": "hello", "protocol": 1, "capabilites": ["batch"] }),
        json!({ "type": "refuse" }),
        json!({ "type": "intents", "intents": [] }),
        json!({ "type": "intents", "id": -1, "intents": [] }),
        json!({ "type": "intents", "id": 1, "intents": {} }),
        json!({ "type": "intents", "id": 1, "intents": [{ "stay": true }] }),
        intent(json!({ "to": [1] })),
        intent(json!({ "to": [1, 2, 3] })),
        intent(json!({ "to": [1, null] })),
        intent(json!({ "to": { "x": 1, "y": 2 } })),
        intent(json!({ "onto": -1 })),
        intent(json!({ "onto": 1.5 })),
        intent(json!({ "stay": true, "light": 1 })),
        intent(json!({ "stay": true, "done": "yes" })),
        intent(json!({ "stay": true, "ligth": "red" })),
    ];
    [good, bad]
}

#[test]
fn schema_and_program_take_and_refuse_the_same() {
    let theirs = validator("FromController");
    let [good, bad] = messages();
    for message in good {
        assert!(theirs.is_valid(&message), "{message}");
        assert!(
            serde_json::from_value::<Taken>(message.clone()).is_ok(),
            "{message}"
        );
    }
    for message in bad {
        assert!(!theirs.is_valid(&message), "{message}");
        assert!(
            serde_json::from_value::<Taken>(message.clone()).is_err(),
            "{message}"
        );
    }
    // That exactly one field decides, the program finds out when it understands the intent.
    let several = json!({ "robot": 3, "stay": true, "onto": 7 });
    for intent in [several, json!({ "robot": 3 })] {
        let message = json!({ "type": "intents", "id": 17, "intents": [intent] });
        assert!(!theirs.is_valid(&message), "{message}");
    }
}
