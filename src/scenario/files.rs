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
        Ok(Some(self.folder_of(key).join(path)))
    }

    /// The folder to which paths under a key are relative: that of the scenario's file, or the
    /// current folder (empty) where the key was set from the command line.
    pub fn folder_of(&self, key: &str) -> PathBuf {
        let folder = match self.ask(key).map(|node| &node.place) {
            Some(Place::Text(_)) => Path::new(&*self.source().name).parent(),
            _ => None,
        };
        folder.map_or_else(PathBuf::new, Path::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use crate::scenario::Document;

    #[test]
    fn files_are_beside_the_scenario_or_where_the_command_was_typed() {
        let file = |name: &str, text: &str, flag: Option<&str>| {
            let mut document = Document::parse(name, text).unwrap();
            if let Some(flag) = flag {
                document.set(flag).unwrap();
            }
            let path = document.root().file("pattern").unwrap();
            assert!(document.root().finish().is_ok());
            assert_eq!(document.resolved().to_string(), "");
            path
        };
        let text = "pattern = 'a/p.csv'";
        let path = |path| Some(PathBuf::from(path));
        assert_eq!(file("folder/x.toml", text, None), path("folder/a/p.csv"));
        assert_eq!(file("x.toml", text, None), path("a/p.csv"));
        assert_eq!(file("run `x`", text, None), path("a/p.csv"));
        let flag = Some("pattern=b/p.csv");
        assert_eq!(file("folder/x.toml", text, flag), path("b/p.csv"));
        assert_eq!(file("folder/x.toml", "", None), None);
        if cfg!(unix) {
            assert_eq!(
                file("folder/x.toml", "pattern = '/p.csv'", None),
                path("/p.csv")
            );
        }
    }

    #[test]
    fn a_file_is_named_by_text() {
        for text in ["pattern = 1", "pattern = ''", "pattern = ['a']"] {
            let document = Document::parse("x.toml", text).unwrap();
            let error = document.root().file("pattern").unwrap_err().to_string();
            assert!(error.starts_with("x.toml:1:11: pattern: expected text that is not empty"));
        }
    }
}
