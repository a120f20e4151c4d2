//! Files beside a scenario.

use std::path::{Path, PathBuf};

use super::error::{Place, ScenarioError};
use super::section::Section;

impl Section<'_> {
    /// The path of a file that a key names, if there is one. A path in the scenario's file is
    /// relative to the folder of that file, one from the command line to the current folder.
    ///
    /// The key does not become part of the resolved scenario, because a record has to be whole
    /// without the file: whoever reads the file [keeps](super::Field::keep) what it holds under a
    /// key that says the same.
    ///
    /// # Errors
    ///
    /// The value is not text, or empty.
    pub fn file(&self, key: &str) -> Result<Option<PathBuf>, ScenarioError> {
        let Some(node) = self.ask(key) else {
            return Ok(None);
        };
        let path = PathBuf::from(self.str(key).non_empty().check(node)?);
        let folder = match node.place {
            Place::Text(_) => Path::new(&*self.source().name).parent(),
            Place::Flag(_) | Place::Default => None,
        };
        Ok(Some(
            folder.map_or(path.clone(), |folder| folder.join(path)),
        ))
    }
}
