//! What is described is what is read.

use std::collections::{BTreeMap, BTreeSet};
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
    "model = 'amoebot'\n[swarm]\nalgorithm = 'scripted'\nstart = 'explicit'\nanchor_object = 0\n\
     [[particles]]\nat = [0, 0]\n[[particles]]\nname = 'next'\nat = [1, 0]\nhead = 'E'\n\
     compass = 'NNE'\nchirality = 'cw'\n[[objects]]\nat = [0, 1]\n\
     [[script]]\nround = 1\nparticle = 'next'\nmove = 'contract-tail'\nwrite = {x = 1}\n\
     [structure]\nhistory = 3\n[circuits]\nfailure = 0.5\n[limits]\nrounds = 9\n\
     [[monitors]]\nkind = 'activity'\nevery = 2\n[record]\n\
     [expect]\ncollision = false\nbox = [[-9, -9], [9, 9]]\npositions = {next = [[1, 0]]}\n\
     objects = {0 = [0, 1]}\nheard = {next = []}\nattributes = {next = {round = 2}}\n",
    "model = 'amoebot'\n[swarm]\nalgorithm = 'compression'\nstart = 'random'\nrobots = 5\n\
     compass = 'random'\nchirality = 'random'\nanchor = 3\n",
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

/// Tables of one name are one table, to which several rooms have something to say.
fn by_name<'t>(
    tables: impl IntoIterator<Item = &'t Table>,
) -> BTreeMap<&'static str, Vec<&'t Table>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for table in tables {
        all.entry(table.name).or_default().push(table);
    }
    all
}

/// Whether a key of an algorithm is one of starts as well, and the scenario names a start: then the
/// algorithm does not read it.
fn is_for_no_start(key: &str, values: &Value, parts: &[&Table]) -> bool {
    let mut starts = parts
        .iter()
        .flat_map(|part| part.choices)
        .filter(|choice| choice.key == "start")
        .flat_map(|choice| (choice.entries)())
        .flat_map(|entry| entry.parameters);
    values["start"].is_string() && starts.any(|parameter| parameter.name == key)
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
fn compare(document: &Document, tables: &[&Table], above: &str, resolved: &Value) {
    for (table, parts) in by_name(tables.iter().copied()) {
        let path = format!("{above}{table}");
        let repeated = parts.iter().any(|part| part.repeated);
        let found: Vec<(String, &Value)> = match &resolved[table] {
            Value::Array(all) if repeated => {
                let numbered = all.iter().enumerate();
                let place = |(index, one)| (format!("{path}.{index}"), one);
                numbered.map(place).collect()
            }
            other => vec![(path, other)],
        };
        for (path, values) in found {
            if let Some(known) = known(document, &path) {
                let name = document.name();
                let mut described: BTreeSet<String> = parts
                    .iter()
                    .flat_map(|part| described(part, values))
                    .collect();
                described
                    .retain(|key| known.contains(key) || !is_for_no_start(key, values, &parts));
                assert_eq!(known, described, "{name}, {path}");
                let inner: Vec<_> = parts.iter().flat_map(|part| part.inner).collect();
                compare(document, &inner, &format!("{path}."), values);
            }
        }
    }
}

/// Tables of the top level that are only read where `[swarm]` chooses something: the table, the key,
/// and the word.
const CHOSEN: &[(&str, &str, &str)] = &[
    ("particles", "start", "explicit"),
    ("script", "algorithm", "scripted"),
];

/// Whether a table of the top level is read in a scenario.
fn is_read(table: &str, resolved: &Value) -> bool {
    let mut chosen = CHOSEN.iter();
    chosen.all(|(name, key, word)| *name != table || resolved["swarm"][*key] == *word)
}

#[test]
fn every_key_that_is_read_is_described_and_every_described_key_is_read() {
    let mut shown: BTreeSet<(&str, &str)> = BTreeSet::new();
    for document in documents() {
        let study = Study::read(&document).unwrap_or_else(|error| panic!("{error}"));
        let resolved = study.about().resolved.clone();
        let of_model = MODELS
            .iter()
            .filter(|entry| entry.name == study.about().model);
        let of_model = of_model.flat_map(|entry| entry.build.tables.iter().copied().flatten());
        let (top, tables): (Vec<&Table>, Vec<&Table>) = TABLES
            .iter()
            .chain(of_model)
            .partition(|table| table.name.is_empty());
        compare(&document, &tables, "", &resolved);
        let keys = top.iter().flat_map(|table| described(table, &resolved));
        let names = tables.iter().map(|table| table.name);
        let names = names.filter(|name| is_read(name, &resolved));
        let expected: BTreeSet<String> = keys.chain(names.clone().map(str::to_owned)).collect();
        assert_eq!(known(&document, ""), Some(expected), "{}", document.name());
        let there =
            names.filter(|name| known(&document, name).is_some() || resolved[*name].is_array());
        shown.extend(there.map(|name| (study.about().model, name)));
    }
    // Each table of each model was compared at least once.
    for model in MODELS {
        for table in model.build.tables.iter().copied().flatten() {
            if !table.name.is_empty() {
                assert!(
                    shown.contains(&(model.name, table.name)),
                    "{}: [{}]",
                    model.name,
                    table.name
                );
            }
        }
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
