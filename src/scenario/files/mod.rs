//! Files beside a scenario.
//!
//! | file | what it reads |
//! |---|---|
//! | `rows` | tables in CSV, one a line; errors show the cell |
//! | `points` | points in CSV, TSV or JSON, with other columns beside them |
//! | `pairs` | bare pairs of numbers, one a line |
//! | `confined` | which files a scenario may name that came from somewhere else |

mod confined;
mod pairs;
mod points;
mod rows;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{ErrorKind, Place, ScenarioError, Source};
use super::nearest::nearest;
use super::section::Section;

pub(crate) use confined::Confinement;
pub(crate) use pairs::read as read_pairs;
pub(crate) use points::read as read_points;

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
    /// The value is not text, or empty, or it names a file that this document
    /// [may not name](super::Document::confine).
    pub fn file(&self, key: &str) -> Result<Option<PathBuf>, ScenarioError> {
        let Some(node) = self.ask(key) else {
            return Ok(None);
        };
        let path = PathBuf::from(self.str(key).non_empty().check(node)?);
        match self.document.confined() {
            None => Ok(Some(self.folder_of(key).join(path))),
            Some(folder) => self.confined(folder, key, &path).map(Some),
        }
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

    /// The path of a file that the scenario names under a key: relative to the folder of the
    /// scenario's own file, or to the present folder where it was read from none.
    ///
    /// # Errors
    ///
    /// A file that this document [may not name](super::Document::confine).
    pub fn beside(&self, key: &str, file: &str) -> Result<PathBuf, ScenarioError> {
        match self.document.confined() {
            None => Ok(self.document.folder().join(file)),
            Some(folder) => self.confined(folder, key, Path::new(file)),
        }
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    /// What is wrong, in words.
    pub(crate) message: String,
    /// The nearest file beside one that does not exist.
    pub(crate) nearest: Option<String>,
}

/// Reads a file.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let unreadable = |message: &str, nearest| Unreadable {
        message: message.to_owned(),
        nearest,
    };
    if path.is_dir() {
        return Err(unreadable("expected a file, found a directory", None));
    }
    fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unreadable("no such file", neighbour(path)),
        io::ErrorKind::PermissionDenied => unreadable("permission denied", None),
        _ => unreadable(&format!("cannot be read: {error}"), None),
    })
}

/// The name of a file, for errors, and its text.
pub(crate) fn read_text(path: &Path) -> Result<(String, String), ScenarioError> {
    let name = path.display().to_string();
    let bytes = read_file(path).map_err(|Unreadable { message, nearest }| {
        ScenarioError::new(ErrorKind::Unreadable, &Source::new(&name, ""), message)
            .near(nearest.as_deref())
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(not_utf8(
            &name,
            error.as_bytes(),
            error.utf8_error().valid_up_to(),
        )),
    }
}

/// The file in the same directory whose name is nearest.
fn neighbour(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut names: Vec<String> = fs::read_dir(directory)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let near = nearest(wanted, names.iter().map(String::as_str))?;
    Some(path.with_file_name(near).display().to_string())
}

/// The error of a file that is not UTF-8 after its first `valid` bytes.
fn not_utf8(name: &str, bytes: &[u8], valid: usize) -> ScenarioError {
    let text = String::from_utf8_lossy(bytes);
    let source = Source::new(name, &text);
    let message = match bytes.starts_with(b"\x89MCAP") {
        true => {
            "expected a text, found a record (for formicary replay, draw and series)".to_owned()
        }
        false => format!("expected UTF-8, found the byte 0x{:02x}", bytes[valid]),
    };
    // Up to the first bad byte the text is the file itself, so the place is the same in both.
    ScenarioError::new(ErrorKind::Unreadable, &source, message).at(Place::Text(valid..valid + 1))
}

/// The text in these bytes without its byte order mark; otherwise the line of the first byte that
/// is no UTF-8, and that byte.
fn text_of(bytes: Vec<u8>) -> Result<String, (usize, u8)> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let (before, after) = error.as_bytes().split_at(valid);
        let line = before.split(|&byte| byte == b'\n').count();
        (line, after.first().copied().unwrap_or_default())
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
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
