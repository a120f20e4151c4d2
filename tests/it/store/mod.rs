//! The store and sweeps, by the command line.

mod bad;
mod cluster;
mod export;
mod killed;
mod plots;
mod runs;
mod stats;
mod sweeps;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, root, say};

const TEXT: &str = "model = 'oblot'\n[swarm]\nrobots = 4\nalgorithm = 'gathering'\nwidth = 20.0\n\
                    height = 20.0\n[limits]\nevents = 200\n";

/// A folder with a scenario and a store.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("few.toml"), TEXT).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// The words of a command that uses the store `runs.db` of this folder; a word that ends in `.toml`
    /// or `.db` is a file of it.
    fn words(&self, command: &str) -> Vec<OsString> {
        let words = command.split_whitespace().map(|word| {
            let own = [".toml", ".db", ".csv", ".jsonl", ".mcap"]
                .iter()
                .any(|end| word.ends_with(end));
            match own && !word.contains('/') {
                true => self.path(word).into_os_string(),
                false => word.into(),
            }
        });
        let mut words: Vec<OsString> = words.collect();
        if !command.contains("--store") {
            words.extend(["--store".into(), self.path("runs.db").into_os_string()]);
        }
        words
    }

    fn say(&self, command: &str) -> Said {
        say(self.words(command))
    }

    /// What a command says as JSON; it must succeed.
    fn json(&self, command: &str) -> Value {
        self.say(command).code(0).json()
    }

    /// Every run of the store with all that does not depend on when and where it was made.
    fn results(&self, store: &str) -> Vec<Value> {
        let command = format!("runs list --json --order sweep,place,id --store {store}");
        let mut runs = self.json(&command);
        let runs = runs.as_array_mut().unwrap();
        for run in runs.iter_mut() {
            let cells = run.as_object_mut().unwrap();
            for own in ["id", "began", "seconds", "sweep"] {
                cells.shift_remove(own);
            }
        }
        std::mem::take(runs)
    }
}

/// A shipped scenario.
fn shipped(name: &str) -> String {
    let path: &Path = root();
    path.join("scenarios").join(name).display().to_string()
}
