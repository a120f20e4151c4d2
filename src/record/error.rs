//! What can go wrong with a record, in words for the person who asked for it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a record could not be written or read.
///
/// Every variant names the file. A record that merely ends early (a killed run, a cut file) is not
/// an error: it is read to its last whole chunk and called
/// [truncated](crate::record::Record::truncated).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is no such file, or no such folder to write it into.
    #[error("{}: there is no such file or folder", path.display())]
    NotFound {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The file is something else: another log, a picture, an empty file.
    #[error("{}: this is not a record of a Formicary run: {what}", path.display())]
    NotARecord {
        /// The path as it was given.
        path: PathBuf,
        /// What gave it away.
        what: String,
    },
    /// The file is a record, and some of its bytes are not those that were written.
    #[error("{}: the record is damaged {at}: {what}", path.display())]
    Damaged {
        /// The path as it was given.
        path: PathBuf,
        /// Where the damage was noticed; it may have begun a little earlier.
        at: Place,
        /// What is wrong there.
        what: String,
    },
    /// The record was written in another version of the record format.
    #[error(
        "{}: the record is of format version {found}, and this program reads version {expected}",
        path.display()
    )]
    OtherVersion {
        /// The path as it was given.
        path: PathBuf,
        /// The version that the record names.
        found: u64,
        /// [`FORMAT_VERSION`](crate::record::FORMAT_VERSION) of this program.
        expected: u32,
    },
    /// The file extension names no format of records.
    #[error("{}: {}", path.display(), unknown_format(found, known, nearest.as_deref()))]
    UnknownFormat {
        /// The path as it was given.
        path: PathBuf,
        /// The extension, without its dot; empty if there is none.
        found: String,
        /// The extensions that this program knows, with their dots and separated by commas.
        known: String,
        /// The known extension that is spelt most like the one found, if one is close.
        nearest: Option<String>,
    },
    /// The format keeps too little of a run to be opened again.
    #[error(
        "{}: a .{extension} file is for analysis and cannot be opened as a record; \
         record the run as .mcap or .jsonl to replay it",
        path.display()
    )]
    NotReplayable {
        /// The path as it was given.
        path: PathBuf,
        /// The extension of the format, without its dot.
        extension: String,
    },
    /// There is no room left for the record.
    #[error("{}: the disk is full: {words}", path.display())]
    DiskFull {
        /// The path as it was given.
        path: PathBuf,
        /// The words of the operating system.
        words: String,
    },
    /// The operating system refused to open, read or write the file.
    #[error("{}: {words}", path.display())]
    Io {
        /// The path as it was given.
        path: PathBuf,
        /// The kind of refusal.
        kind: io::ErrorKind,
        /// The words of the operating system.
        words: String,
    },
    /// What was handed to the recorder does not fit the header of the record. This is a mistake
    /// in the program that records, not in a file.
    #[error("{}: this cannot be recorded: {what}", path.display())]
    Misfit {
        /// The path as it was given.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
}

/// Where in a file something was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the part that begins this many bytes after the beginning of the file.
    Byte(u64),
    /// In this line; the first is line 1.
    Line(u64),
    /// In the file as a whole.
    File,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(offset) => write!(f, "at byte {offset}"),
            Place::Line(line) => write!(f, "in line {line}"),
            Place::File => f.write_str("as a whole"),
        }
    }
}

impl RecordError {
    /// Names an error of the operating system after the file that it happened to.
    pub(super) fn io(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        let words = error.to_string();
        match error.kind() {
            io::ErrorKind::NotFound => RecordError::NotFound { path },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                RecordError::DiskFull { path, words }
            }
            kind => RecordError::Io { path, kind, words },
        }
    }

    /// A damaged record.
    pub(super) fn damaged(path: &Path, at: Place, what: impl Into<String>) -> Self {
        RecordError::Damaged {
            path: path.to_owned(),
            at,
            what: what.into(),
        }
    }

    /// A file that is no record.
    pub(super) fn not_a_record(path: &Path, what: impl Into<String>) -> Self {
        RecordError::NotARecord {
            path: path.to_owned(),
            what: what.into(),
        }
    }

    /// Something that the recorder was wrongly asked to write.
    pub(super) fn misfit(path: &Path, what: impl Into<String>) -> Self {
        RecordError::Misfit {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}

fn unknown_format(found: &str, known: &str, nearest: Option<&str>) -> String {
    let found = match found {
        "" => "a record needs a file extension that names its format".to_owned(),
        found => format!("`.{found}` is no format of records"),
    };
    let nearest = nearest
        .map(|name| format!("; did you mean `.{name}`?"))
        .unwrap_or_default();
    format!("{found}; known are {known}{nearest}")
}
