//! What can be wrong with a file of recorded runs.

use std::io;

/// Why a file of recorded runs was refused. Every message names the file; the later ones also the
/// run and the key, such as `events[17].x`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// The file cannot be opened or read.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file, as it was named.
        file: String,
        /// The reason that the operating system gave.
        source: io::Error,
    },
    /// The file is no UTF-8 text.
    #[error("{file} is not UTF-8 text: the first wrong byte stands at offset {offset}")]
    NotText {
        /// The file, as it was named.
        file: String,
        /// Where the first wrong byte stands, from 0.
        offset: usize,
    },
    /// The text is no JSON.
    #[error("{file} is not JSON: {reason}")]
    NotJson {
        /// The file, as it was named.
        file: String,
        /// What the parser met, with the line and the column.
        reason: String,
    },
    /// The file is JSON but holds no recorded run.
    #[error(
        "{file} holds no recorded run: expected an object with `config` or `cfg`, or an object or \
         array of such objects"
    )]
    NoRun {
        /// The file, as it was named.
        file: String,
    },
    /// A run lacks a key that nothing else can stand in for.
    #[error("{file}, run `{run}`: `{key}` is missing (expected {expected})")]
    Missing {
        /// The file, as it was named.
        file: String,
        /// The name of the run.
        run: String,
        /// The path of the key inside the run.
        key: String,
        /// What should stand there.
        expected: String,
    },
    /// A value is of the wrong type, out of range or not one of the known words.
    #[error("{file}, run `{run}`: `{key}` is {found} (expected {expected})")]
    Value {
        /// The file, as it was named.
        file: String,
        /// The name of the run.
        run: String,
        /// The path of the key inside the run.
        key: String,
        /// What should stand there.
        expected: String,
        /// What stands there, shortened if it is long.
        found: String,
    },
    /// Two values of a run contradict each other.
    #[error("{file}, run `{run}`: `{key}` contradicts the rest of the run: {reason}")]
    Contradiction {
        /// The file, as it was named.
        file: String,
        /// The name of the run.
        run: String,
        /// The path of the key that cannot be right.
        key: String,
        /// Why it cannot be right.
        reason: String,
    },
}
