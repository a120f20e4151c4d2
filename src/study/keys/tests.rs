//! What is described is what is read.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::super::{Expectations, MODELS, Study};
use super::{ENDS, TABLES};
use crate::model::End;
use crate::registry::Table;
use crate::scenario::{Document, Word};

/// Scenarios with the tables that those that ship may not have.
const MORE: &[&str] = &[
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\nspeeds = [1, 2]\n\
     multiplicities = 1\n[scheduler]\nkind = 'fsync'\n[[faults]]\nkind = 'delay'\nrobots = [1]\n\
     [[faults]]\nkind = 'crash'\ncount = 1\ntime = 1.0\n[limits]\n[record]\n[expect]\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\nstart = 'polygon'\n\
     corners = [[0, 0], [1, 0], [0, 1]]\nspacing = 'jittered'\nmin_distance = 0.01\n",
];

fn documents() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut folders = vec![folder];
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                documents.push(Document::read(path).unwrap());
            }
        }
    }
    let more = MORE.iter().map(|text| Document::parse("more.toml", text));
    documents.extend(more.map(Result::unwrap));
    documents
}

/// The keys of a table, and the parameters of what it chooses.
fn described(table: &Table, resolved: &Value) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = table.parameters().map(|p| p.name.to_owned()).collect();
    for choice in table.choices {
        let chosen = &resolved[choice.key];
        for entry in (choice.entries)() {
            if *chosen == entry.name {
                keys.extend(entry.parameters.iter().map(|p| p.name.to_owned()));
            }
        }
    }
    keys
}

#[test]
fn every_key_that_is_read_is_described_and_every_described_key_is_read() {
    let tables = || {
        TABLES
            .iter()
            .chain(MODELS.iter().flat_map(|model| model.build.tables))
    };
    for document in documents() {
        let name = document.name().to_owned();
        let resolved = Study::read(&document).unwrap().about().resolved.clone();
        let root = document.root();
        let known = |path: &_| {
            let ledger = document.ledger().borrow();
            let known = ledger.known(path)?;
            Some(known.iter().cloned().collect::<BTreeSet<String>>())
        };
        let mut top: BTreeSet<String> = BTreeSet::new();
        for table in tables() {
            if table.name.is_empty() {
                top.extend(described(table, &resolved));
                continue;
            }
            top.insert(table.name.to_owned());
            let path = root.path().key(table.name);
            let paths: Vec<_> = match (table.repeated, &resolved[table.name]) {
                (false, table) => vec![(path, table)],
                (true, Value::Array(all)) => {
                    let numbered = all.iter().enumerate();
                    numbered
                        .map(|(index, one)| (path.index(index), one))
                        .collect()
                }
                (true, _) => Vec::new(),
            };
            for (path, values) in paths {
                if let Some(known) = known(&path) {
                    assert_eq!(known, described(table, values), "{name}, {path}");
                }
            }
        }
        assert_eq!(known(root.path()), Some(top), "{name}");
    }
}

#[test]
fn the_ends_are_those_that_can_be_expected() {
    let words: Vec<&str> = End::ALL.iter().map(|end| end.word()).collect();
    assert_eq!(ENDS, words);
    let text = format!("[expect]\nend = {ENDS:?}\n");
    let document = Document::parse("ends.toml", &text).unwrap();
    let read = Expectations::read(&document.root()).unwrap();
    assert_eq!(read.ends, End::ALL);
}
