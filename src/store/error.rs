//! What can be wrong with a store.

use std::path::PathBuf;

/// Why a store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("{}: there is no such store; `formicary run --store`, `sweep` and `sim add` make one", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{}: this is not a store of formicary", .0.display())]
    Foreign(PathBuf),
    /// The file was made by a later version of the program.
    #[error("{}: the store has layout {found}, and this program knows layouts up to {known}: it was made by a \
             later version of formicary", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The last layout that is known here.
        known: i64,
    },
    /// What is in the file does not fit together.
    #[error("{}: the store is damaged ({what}); `sqlite3 {} .recover` may save what is left", path.display(), path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// What was asked for is not in the store.
    #[error("{0}")]
    Absent(String),
    /// What was to be written cannot be.
    #[error("{0}")]
    Refused(String),
    /// The store holds something that cannot be read.
    #[error("the store holds {0}")]
    Unreadable(String),
    /// The database could not do it.
    #[error("the store: {source}{}", hint(.source))]
    Sqlite {
        /// What it says.
        #[from]
        source: rusqlite::Error,
    },
}

/// What may help where a store is damaged.
fn hint(error: &rusqlite::Error) -> &'static str {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
            ": it is damaged; `sqlite3 FILE .recover` may save what is left"
        }
        _ => "",
    }
}
