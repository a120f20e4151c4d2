//! What has been asked of a scenario so far, and what the answers were.

use std::collections::BTreeMap;

use super::path::Path;
use super::resolved::Resolved;

/// The keys that readers asked for, table by table, and the values they were given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    known: BTreeMap<Path, Vec<String>>,
    resolved: Resolved,
}

impl Ledger {
    /// Notes that a table was opened, so that its keys will be checked.
    pub(crate) fn open(&mut self, table: &Path) {
        self.known.entry(table.clone()).or_default();
    }

    /// Notes that a key is one that somebody reads.
    pub(crate) fn ask(&mut self, table: &Path, key: &str) {
        let keys = self.known.entry(table.clone()).or_default();
        if !keys.iter().any(|known| known == key) {
            keys.push(key.to_owned());
        }
    }

    /// The keys that were asked for in a table, in the order of asking; `None` if it was never
    /// opened.
    pub(crate) fn known(&self, table: &Path) -> Option<&[String]> {
        self.known.get(table).map(Vec::as_slice)
    }

    /// Notes the value that a reader was given.
    pub(crate) fn record(&mut self, path: &Path, value: toml::Value) {
        self.resolved.insert(path, value);
    }

    /// All that was recorded.
    pub(crate) fn resolved(&self) -> &Resolved {
        &self.resolved
    }
}
