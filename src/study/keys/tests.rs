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
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\nterminate = false\n\
     quirks_off = ['Q1']\nforce = true\n[visibility]\nradius = 9.0\nnearest = 1\n\
     obstruction = true\n[sensing]\nnoise = 0.1\n[frames]\nagreement = 'none'\n\
     [movement]\nrigid = false\ndelta = 1.0\nstop = 'fraction'\n[limits]\nepochs = 1\n\
     [scheduler]\nkind = 'async'\nwait = {law = 'fixed', value = 1}\n\
     compute = {law = 'uniform', high = 1}\nspeed = {law = 'gamma', mean = 1}\n\
     [[monitors]]\nkind = 'diameter'\n[[monitors]]\nkind = 'gathered'\nname = 'end'\n\
     [expect]\nholds = 'end'\n[expect.figures]\nevents = {at_least = 1}\n\
     diameter.after = {at_most = 1e9}\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'rendezvous_two_colors'\nforce = true\n\
     [lights]\nsee = 'LUMI'\n[scheduler]\nkind = 'ssync'\nsubset = 'script'\n\
     rounds = [[0], [1]]\nafter = 'repeat'\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n[scheduler]\n\
     kind = 'sequential'\nadversary = 'lonely'\nturn_gap = {law = 'exponential', mean = 1}\n\
     [limits]\nturns = 9\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n[scheduler]\n\
     kind = 'script'\nsteps = [{robot = 0, time = 0, stop = 'never', frame = {angle = 1}}, \
     {robot = 1, time = 2, depart = 3, arrive = 4, tie = 'last'}]\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n[scheduler]\n\
     kind = 'sequential'\norder = 'list'\nturns = [{robot = 0, tie = 0}, {robot = 1}]\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\n[controller]\ncommand = ['none']\ncount = 2\n\
     lights = ['red']\n",
    "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n[controller]\n\
     listen = '127.0.0.1:7000'\nrobots = [0]\ntimeout = 'none'\n",
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

/// What is known of a document: the keys that were asked for in the table at a path.
fn known(document: &Document, path: &str) -> Option<BTreeSet<String>> {
    let steps = path.split('.').filter(|step| !step.is_empty());
    let path = steps.fold(document.root().path().clone(), |path, step| {
        match step.parse::<usize>() {
            Ok(index) => path.index(index),
            Err(_) => path.key(step),
        }
    });
    let ledger = document.ledger().borrow();
    Some(ledger.known(&path)?.iter().cloned().collect())
}

/// Compares the tables under these keys, and those within them, with what was asked for.
fn compare<'t>(
    document: &Document,
    tables: impl IntoIterator<Item = &'t Table>,
    above: &str,
    resolved: &Value,
) {
    for table in tables {
        let path = format!("{above}{}", table.name);
        let found: Vec<(String, &Value)> = match &resolved[table.name] {
            Value::Array(all) if table.repeated => {
                let numbered = all.iter().enumerate();
                let place = |(index, one)| (format!("{path}.{index}"), one);
                numbered.map(place).collect()
            }
            other => vec![(path, other)],
        };
        for (path, values) in found {
            if let Some(known) = known(document, &path) {
                let name = document.name();
                assert_eq!(known, described(table, values), "{name}, {path}");
                compare(document, table.inner, &format!("{path}."), values);
            }
        }
    }
}

#[test]
fn every_key_that_is_read_is_described_and_every_described_key_is_read() {
    let of_models = MODELS.iter().flat_map(|model| model.build.tables);
    let tables: Vec<Table> = TABLES
        .iter()
        .chain(of_models.copied().flatten())
        .copied()
        .collect();
    let (top, tables): (Vec<Table>, Vec<Table>) =
        tables.into_iter().partition(|table| table.name.is_empty());
    for document in documents() {
        let resolved = Study::read(&document).unwrap().about().resolved.clone();
        compare(&document, &tables, "", &resolved);
        let keys = top.iter().flat_map(|table| described(table, &resolved));
        let names = tables.iter().map(|table| table.name.to_owned());
        let expected: BTreeSet<String> = keys.chain(names).collect();
        assert_eq!(known(&document, ""), Some(expected), "{}", document.name());
    }
}

#[test]
fn the_ends_are_those_that_can_be_expected() {
    let words: Vec<&str> = End::ALL.iter().map(|end| end.word()).collect();
    assert_eq!(ENDS, words);
    let text = format!("[expect]\nend = {ENDS:?}\n");
    let document = Document::parse("ends.toml", &text).unwrap();
    let read = Expectations::read(&document.root(), &[], &[]).unwrap();
    assert_eq!(read.ends, End::ALL);
}
