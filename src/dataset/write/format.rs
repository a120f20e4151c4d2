//! The formats of files that hold data sets.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How a data set is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values after RFC 4180, in UTF-8, with a heading: `.csv`.
    Csv,
    /// A JSON object in each line: `.jsonl`.
    JsonLines,
    /// Apache Parquet, compressed by Zstandard: `.parquet`. It needs the cargo feature `parquet`.
    Parquet,
}

/// Why a format cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// There is no such format.
    #[error("expected {expected}, found {found:?}{}", help(.nearest.as_ref()))]
    Unknown {
        /// The formats that this build has, in words.
        expected: String,
        /// What was found instead.
        found: String,
        /// The nearest word.
        nearest: Option<String>,
    },
    /// This build lacks the format.
    #[error("this build cannot write {0}: it was made without the feature parquet")]
    Absent(Format),
}

fn help(nearest: Option<&String>) -> String {
    nearest.map_or_else(String::new, |word| format!("; did you mean {word}?"))
}

impl Format {
    /// All formats, whether this build has them or not.
    pub const ALL: [Format; 3] = [Format::Csv, Format::JsonLines, Format::Parquet];

    /// The word by which people choose the format: the extension of its files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
            Format::Parquet => "parquet",
        }
    }

    /// Whether this build can write it.
    #[must_use]
    pub fn is_present(self) -> bool {
        self != Format::Parquet || cfg!(feature = "parquet")
    }

    /// The format of a file by its extension, in any case.
    ///
    /// # Errors
    ///
    /// Another extension or none, or a format that this build lacks.
    pub fn of(path: &Path) -> Result<Self, FormatError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self::read(&extension, &name, "a file that ends in", ".")
    }

    /// The format of a word, for whoever was shown `found`; `what` is expected, with `dot` before each
    /// word.
    fn read(word: &str, found: &str, what: &str, dot: &str) -> Result<Self, FormatError> {
        let own = |format: &Format| format.word().eq_ignore_ascii_case(word);
        match Self::ALL.into_iter().find(own) {
            Some(format) if format.is_present() => Ok(format),
            Some(format) => Err(FormatError::Absent(format)),
            None => {
                let words: Vec<_> = Self::ALL
                    .into_iter()
                    .filter(|format| format.is_present())
                    .collect();
                let nearest =
                    crate::scenario::nearest(word, words.iter().map(|format| format.word()));
                let words: Vec<_> = words
                    .iter()
                    .map(|format| format!("{dot}{}", format.word()))
                    .collect();
                Err(FormatError::Unknown {
                    expected: format!("{what} {}", words.join(" or ")),
                    found: found.to_owned(),
                    nearest: nearest.map(|word| format!("{dot}{word}")),
                })
            }
        }
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(word: &str) -> Result<Self, FormatError> {
        Self::read(word, word, "one of", "")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Csv => "CSV",
            Format::JsonLines => "JSON lines",
            Format::Parquet => "Parquet",
        })
    }
}
