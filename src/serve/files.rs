//! Files of the served folder, and nothing else.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files that can be reached.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Without a folder there are none.
    root: Option<PathBuf>,
    /// Where one file was given instead of a folder: only this one, by its name.
    only: Option<String>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// A scenario, in TOML.
    Scenario,
    /// A record.
    Record,
}

impl FileKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            FileKind::Scenario => "scenario",
            FileKind::Record => "record",
        }
    }

    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "toml" => Some(FileKind::Scenario),
            "mcap" | "jsonl" => Some(FileKind::Record),
            _ => None,
        }
    }

    /// The most bytes that such a file may have.
    fn most_bytes(self) -> u64 {
        match self {
            FileKind::Scenario => super::MOST_SCENARIO as u64,
            FileKind::Record => MOST_RECORD,
        }
    }
}

/// A longer record is not opened, in bytes.
const MOST_RECORD: u64 = 4 << 30;
/// So many files are listed at most, in folders so deep.
const MOST_LISTED: usize = 2000;
const DEEPEST: usize = 8;

/// A file that may be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: FileKind,
}

/// Why a file cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// There is none of this name that could be reached.
    #[error("there is no such scenario or record in the served folder")]
    NotFound,
    /// It is too long.
    #[error("the file is too long")]
    TooLong,
}

impl Files {
    /// All scenarios and records below a folder.
    #[must_use]
    pub fn below(root: PathBuf) -> Self {
        Files {
            root: Some(root),
            only: None,
        }
    }

    /// One file.
    #[must_use]
    pub fn only(file: &Path) -> Self {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        Files {
            root: Some(folder.unwrap_or(Path::new(".")).to_owned()),
            only: file
                .file_name()
                .map(|name| name.to_string_lossy().into_owned()),
        }
    }

    /// The folder in which the files are.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The folder that scenarios from elsewhere may name files of; none where one file is served.
    #[must_use]
    pub fn lent(&self) -> Option<&Path> {
        self.root.as_deref().filter(|_| self.only.is_none())
    }

    /// The file of this name: a path below the folder, with `/` between its parts.
    ///
    /// # Errors
    ///
    /// There is none that may be reached. Whether there is one elsewhere is not said.
    pub fn find(&self, name: &str) -> Result<Found, Missing> {
        let root = self.root.as_ref().ok_or(Missing::NotFound)?;
        if self.only.as_ref().is_some_and(|only| only != name) || !is_plain(name) {
            return Err(Missing::NotFound);
        }
        let kind = FileKind::of(Path::new(name)).ok_or(Missing::NotFound)?;
        let real = |path: &Path| path.canonicalize().map_err(|_| Missing::NotFound);
        let (root, path) = (real(root)?, real(&root.join(name))?);
        let about = path.metadata().map_err(|_| Missing::NotFound)?;
        // What a link leads to counts, and its kind too.
        if !path.starts_with(&root) || !about.is_file() || FileKind::of(&path) != Some(kind) {
            return Err(Missing::NotFound);
        }
        if about.len() > kind.most_bytes() {
            return Err(Missing::TooLong);
        }
        Ok(Found { path, kind })
    }

    /// All that can be reached, sorted by name.
    #[must_use]
    pub fn list(&self) -> Vec<(String, FileKind)> {
        let mut listed = Vec::new();
        match (&self.root, &self.only) {
            (Some(_), Some(only)) => {
                listed.extend(self.find(only).ok().map(|found| (only.clone(), found.kind)));
            }
            (Some(root), None) => list(root, "", 0, &mut listed),
            (None, _) => {}
        }
        listed.sort();
        listed
    }
}

/// Whether a name consists of names of files only: no root, no way up, nothing hidden, and nothing that
/// another system reads in another way.
fn is_plain(name: &str) -> bool {
    let path = Path::new(name);
    let plain = |part: Component<'_>| match part {
        Component::Normal(part) => !part.to_string_lossy().starts_with('.'),
        _ => false,
    };
    !name.is_empty() && !name.contains(['\\', '\0', ':']) && path.components().all(plain)
}

/// Lists a folder. Links are not followed: `find` would refuse most of them, and they can go in circles.
fn list(folder: &Path, prefix: &str, depth: usize, listed: &mut Vec<(String, FileKind)>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_plain(name)) else {
            continue;
        };
        if listed.len() >= MOST_LISTED {
            return;
        }
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let path = format!("{prefix}{name}");
        if kind.is_dir() && depth < DEEPEST {
            list(&entry.path(), &format!("{path}/"), depth + 1, listed);
        } else if kind.is_file()
            && let Some(kind) = FileKind::of(Path::new(name))
        {
            listed.push((path, kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with files of all sorts, and beside it a file that must not be reached.
    fn folder() -> tempfile::TempDir {
        let around = tempfile::tempdir().unwrap();
        let served = around.path().join("served");
        fs::create_dir_all(served.join("sub")).unwrap();
        fs::write(around.path().join("secret.toml"), "secret").unwrap();
        for name in [
            "a.toml",
            "b.jsonl",
            "sub/c.mcap",
            "notes.txt",
            ".hidden.toml",
            "sub/d.toml",
        ] {
            fs::write(served.join(name), "text").unwrap();
        }
        #[cfg(unix)]
        for (target, link) in [
            ("../secret.toml", "link.toml"),
            ("..", "up"),
            ("notes.txt", "notes.toml"),
        ] {
            std::os::unix::fs::symlink(target, served.join(link)).unwrap();
        }
        around
    }

    #[test]
    fn scenarios_and_records_below_the_folder_are_found_and_listed() {
        let around = folder();
        let files = Files::below(around.path().join("served"));
        let listed: Vec<_> = files
            .list()
            .into_iter()
            .map(|(name, kind)| (name, kind.word()))
            .collect();
        let wanted = [
            ("a.toml", "scenario"),
            ("b.jsonl", "record"),
            ("sub/c.mcap", "record"),
            ("sub/d.toml", "scenario"),
        ];
        assert_eq!(listed, wanted.map(|(name, kind)| (name.to_owned(), kind)));
        for (name, _) in wanted {
            assert!(files.find(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn nothing_else_is_reached() {
        let around = folder();
        let files = Files::below(around.path().join("served"));
        let absolute = around.path().join("served/a.toml").display().to_string();
        for name in [
            "",
            ".",
            "..",
            "../secret.toml",
            "sub/../../secret.toml",
            "sub/../a.toml",
            "./a.toml",
            &absolute,
            "/etc/passwd",
            "notes.txt",
            ".hidden.toml",
            "sub",
            "sub/",
            "missing.toml",
            "..\\secret.toml",
            "a.toml\0.jsonl",
            "link.toml",
            "up/secret.toml",
            "notes.toml",
            "C:\\a.toml",
            "%2e%2e/secret.toml",
        ] {
            assert_eq!(files.find(name), Err(Missing::NotFound), "{name:?}");
        }
    }

    #[test]
    fn one_file_is_all_there_is_where_one_was_given() {
        let around = folder();
        let files = Files::only(&around.path().join("served/a.toml"));
        assert_eq!(files.list(), [("a.toml".to_owned(), FileKind::Scenario)]);
        assert!(files.find("a.toml").is_ok());
        assert_eq!(files.find("b.jsonl"), Err(Missing::NotFound));
        assert_eq!(Files::default().find("a.toml"), Err(Missing::NotFound));
        assert_eq!(Files::default().list(), []);
    }

    #[test]
    fn a_scenario_that_is_too_long_is_refused() {
        let around = folder();
        let files = Files::below(around.path().join("served"));
        let long = "#".repeat(super::super::MOST_SCENARIO + 1);
        fs::write(around.path().join("served/long.toml"), long).unwrap();
        assert_eq!(files.find("long.toml"), Err(Missing::TooLong));
    }
}
