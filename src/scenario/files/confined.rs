//! Which files a scenario may name that came from somewhere else.

use std::path::{Component, Path, PathBuf};

use super::super::error::ScenarioError;
use super::super::section::Section;

/// The files that a document may name.
#[derive(Clone, Debug)]
pub(crate) struct Confinement {
    /// They lie below this folder; without it there are none.
    within: Option<PathBuf>,
    /// Paths are relative to this folder.
    beside: PathBuf,
}

/// No file that such a scenario names is longer, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The extensions of files that scenarios read: an error may quote a line of them.
const TABLES: [&str; 3] = ["csv", "json", "tsv"];
const NO_TABLE: &str = "a scenario that comes from elsewhere names only files .csv, .json and .tsv that are not hidden";

impl Confinement {
    /// Files below a folder, in the words of paths that are relative to `beside` within it.
    pub(crate) fn new(within: Option<&Path>, beside: &Path) -> Self {
        Confinement {
            within: within.map(Path::to_owned),
            beside: within.map_or_else(PathBuf::new, |within| within.join(beside)),
        }
    }

    /// The file itself, if it may be named.
    fn find(&self, file: &Path) -> Result<PathBuf, &'static str> {
        const OUTSIDE: &str =
            "a scenario that comes from elsewhere names no file outside the served folder";
        let Some(within) = &self.within else {
            return Err("a scenario that comes from elsewhere names no files");
        };
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !file.components().all(plain) {
            return Err(OUTSIDE);
        }
        let hidden = |part: Component<'_>| matches!(part, Component::Normal(name) if name.as_encoded_bytes().starts_with(b"."));
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        if file.components().any(hidden) || !TABLES.contains(&&*extension.to_lowercase()) {
            return Err(NO_TABLE);
        }
        // What a link leads to counts, for the file and for the folders on the way to it.
        let within = within
            .canonicalize()
            .map_err(|_| "the served folder is gone")?;
        let Ok(found) = self.beside.join(file).canonicalize() else {
            return Err("no such file in the served folder");
        };
        if !found.starts_with(&within) {
            return Err(OUTSIDE);
        }
        let kind = found.extension().unwrap_or_default().to_string_lossy();
        if !TABLES.contains(&&*kind.to_lowercase()) {
            return Err(NO_TABLE);
        }
        match found.metadata() {
            Ok(about) if !about.is_file() => Err("expected a file"),
            Ok(about) if about.len() > MOST_BYTES => Err("the file is longer than 16 MiB"),
            // By the name under which the folder is served: errors tell no more of the machine.
            Ok(_) => Ok(self.beside.join(file)),
            Err(_) => Err("the file cannot be read"),
        }
    }
}

impl Section<'_> {
    /// The path of a file that a key names, where files are confined.
    pub(super) fn confined(
        &self,
        confinement: &Confinement,
        key: &str,
        file: &Path,
    ) -> Result<PathBuf, ScenarioError> {
        confinement.find(file).map_err(|why| self.refuse(key, why))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scenario::Document;

    /// What comes of naming this file in a scenario that is confined to a folder with the files
    /// `a.csv`, `sub/b.csv` and links out of it.
    fn named(file: &str) -> Result<String, String> {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.csv"), "1,2\n").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir(path.join("sub")).unwrap();
        fs::create_dir(path.join("folder.csv")).unwrap();
        fs::create_dir(path.join(".git")).unwrap();
        for inside in [
            "a.csv",
            "sub/b.csv",
            ".env",
            ".hidden.csv",
            ".git/a.csv",
            "notes.txt",
            "b.toml",
        ] {
            fs::write(path.join(inside), "1,2\n").unwrap();
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path(), path.join("out")).unwrap();
            let secret = outside.path().join("secret.csv");
            std::os::unix::fs::symlink(secret, path.join("link.csv")).unwrap();
            std::os::unix::fs::symlink(path.join(".env"), path.join("disguised.csv")).unwrap();
        }
        let mut document = Document::parse("x.toml", &format!("pattern = {file:?}")).unwrap();
        document.confine(Some(path), Path::new(""));
        let found = document.root().file("pattern");
        let found = found.map_err(|error| error.message().to_owned())?.unwrap();
        let within = path.canonicalize().unwrap();
        Ok(found.strip_prefix(within).unwrap().display().to_string())
    }

    #[test]
    fn files_below_the_folder_may_be_named() {
        assert_eq!(named("a.csv"), Ok("a.csv".to_owned()));
        assert_eq!(named("./sub/b.csv"), Ok("sub/b.csv".to_owned()));
    }

    #[test]
    fn nothing_outside_the_folder_may_be_named() {
        let outside =
            "a scenario that comes from elsewhere names no file outside the served folder";
        for file in ["/etc/passwd", "../a.csv", "sub/../../a.csv", "sub/../a.csv"] {
            assert_eq!(named(file), Err(outside.to_owned()), "{file}");
        }
        #[cfg(unix)]
        for file in ["link.csv", "out/secret.csv"] {
            assert_eq!(named(file), Err(outside.to_owned()), "{file}");
        }
    }

    #[test]
    fn a_missing_file_tells_nothing_of_its_neighbours() {
        let missing = "no such file in the served folder";
        for file in ["b.csv", "out/secre.csv", "no/folder.csv"] {
            assert_eq!(named(file), Err(missing.to_owned()), "{file}");
        }
        assert_eq!(named("folder.csv"), Err("expected a file".to_owned()));
    }

    #[test]
    fn only_tables_that_are_not_hidden_may_be_named() {
        for file in [
            ".env",
            ".hidden.csv",
            ".git/a.csv",
            "notes.txt",
            "sub",
            "b.toml",
            "disguised.csv",
        ] {
            assert_eq!(named(file), Err(NO_TABLE.to_owned()), "{file}");
        }
    }

    #[test]
    fn without_a_folder_no_file_may_be_named() {
        let mut document = Document::parse("x.toml", "pattern = 'a.csv'").unwrap();
        document.confine(None, Path::new(""));
        let error = document.root().file("pattern").unwrap_err();
        assert_eq!(
            error.message(),
            "a scenario that comes from elsewhere names no files"
        );
    }
}
