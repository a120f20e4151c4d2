//! The store: runs, the scenarios that they were made of, and sweeps, in one SQLite file.
//!
//! The store knows scenarios as JSON, and runs as rows. It neither reads scenarios nor carries out
//! runs: that is done above it.
//!
//! Several processes may write to one store at the same time. Whatever is written is written in
//! transactions, so a process that is killed leaves whole rows; a row that was committed outlives
//! the process, though not necessarily the machine (`synchronous = NORMAL`, with a write-ahead log).

mod columns;
mod error;
pub mod filter;
mod inputs;
mod merge;
mod runs;
mod scenarios;
mod schema;
mod select;
mod simulations;
mod sweeps;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

pub use error::StoreError;
pub use filter::{Filter, FilterError};
pub use merge::Merged;
pub use runs::{Metric, Run, Setup, Stored};
pub use scenarios::{hash_of, with_seed};
pub use select::{Cell, Order, Selection};
pub use simulations::{NewSimulation, Simulation};
pub use sweeps::{Done, NewSweep, Sweep};
pub use writer::{Outbox, Writer};

use columns::Columns;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    columns: Columns,
}

/// What somebody wants to do with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only look at it; it has to exist.
    Read,
    /// Change it; it has to exist.
    Write,
    /// Change it, and make it where there is none.
    Create,
}

/// How long one process waits until another has finished writing.
const PATIENCE: Duration = Duration::from_secs(60);

/// What every SQLite file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

impl Store {
    /// Opens a store. One of an older layout is brought to the present one, unless it is only to be
    /// looked at.
    ///
    /// # Errors
    ///
    /// A file that is missing, something else, damaged, or of a later layout; and whatever the
    /// operating system says.
    pub fn open(path: &Path, access: Access) -> Result<Self, StoreError> {
        let length = examine(path)?;
        if length.is_none() && access != Access::Create {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let named = |error| name_damage(path, error);
        let mut connection = connect(path, access).map_err(named)?;
        check(path, &connection, length)?;
        let found = schema::version(&connection).map_err(named)?;
        let known = schema::present();
        if found > known {
            let path = path.to_owned();
            return Err(StoreError::Newer { path, found, known });
        }
        if found < known && access == Access::Read {
            // There is nothing in a file that was only just made.
            connection = connect(path, Access::Write).map_err(named)?;
        }
        if found < known {
            schema::migrate(&mut connection).map_err(|error| match error {
                StoreError::Sqlite { source } => named(source),
                other => other,
            })?;
        }
        let columns = Columns::read(&connection).map_err(named)?;
        Ok(Store {
            connection,
            path: path.to_owned(),
            columns,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Looks through the whole file.
    ///
    /// # Errors
    ///
    /// What does not fit together.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self
            .connection
            .pragma_query_value(None, "quick_check", |row| row.get(0))
            .map_err(|error| self.named(error))?;
        match found.as_str() {
            "ok" => Ok(()),
            what => Err(StoreError::Damaged {
                path: self.path.clone(),
                what: what.to_owned(),
            }),
        }
    }

    /// Carries something out as a whole or not at all. Nobody else writes meanwhile.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Connection, &mut Columns) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let path = &self.path;
        let named = |error| name_damage(path, error);
        let change = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(named)?;
        // What columns this transaction adds are known only once it is committed.
        let mut columns = self.columns.clone();
        columns.refresh(&change).map_err(named)?;
        let done = work(&change, &mut columns).map_err(|error| match error {
            StoreError::Sqlite { source } => named(source),
            other => other,
        })?;
        change.commit().map_err(named)?;
        self.columns = columns;
        Ok(done)
    }

    fn named(&self, error: rusqlite::Error) -> StoreError {
        name_damage(&self.path, error)
    }
}

/// How long a file is that may be a store; `None` where there is none, or an empty one.
fn examine(path: &Path) -> Result<Option<u64>, StoreError> {
    let unreadable =
        |error: std::io::Error| StoreError::Refused(format!("{}: {error}", path.display()));
    // What is no file is not even opened: a pipe would have us wait for ever.
    let about = match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(unreadable)?,
    };
    if !about.is_file() {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    if about.len() == 0 {
        return Ok(None);
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut head = [0; 100];
    let whole = file.read_exact(&mut head);
    if whole.is_err() || !head.starts_with(MAGIC) {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(Some(about.len()))
}

fn connect(path: &Path, access: Access) -> Result<Connection, rusqlite::Error> {
    let mode = match access {
        // A reader takes part in the write-ahead log, too.
        Access::Read | Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    // A name that begins with `file:` or a colon has a meaning of its own there; a whole path has none.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let connection = Connection::open_with_flags(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}

/// Looks whether a file is a store and is whole, as far as its first page tells; has a new one keep a
/// write-ahead log.
fn check(path: &Path, connection: &Connection, length: Option<u64>) -> Result<(), StoreError> {
    let named = |error| name_damage(path, error);
    let pragma = |name: &str| -> Result<i64, rusqlite::Error> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    let mode: String = patiently(|| {
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
    })
    .map_err(named)?;
    if mode != "wal" {
        let what = format!(
            "{}: the file system allows no write-ahead log",
            path.display()
        );
        return Err(StoreError::Refused(what));
    }
    if pragma("application_id").map_err(named)? != i64::from(schema::APPLICATION) {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 = connection
            .query_row(tables, [], |row| row.get(0))
            .map_err(named)?;
        // A file without tables is one that somebody else is making a store of.
        if tables > 0 {
            return Err(StoreError::Foreign(path.to_owned()));
        }
    }
    let Some(length) = length else {
        return Ok(());
    };
    let pages = pragma("page_count").map_err(named)?;
    let expected = pages.saturating_mul(pragma("page_size").map_err(named)?);
    let wal = wal_of(path).metadata().map_or(0, |about| about.len());
    if wal == 0 && length < u64::try_from(expected).unwrap_or(0) {
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            what: format!("it has {length} bytes of {expected}"),
        });
    }
    Ok(())
}

/// Tries something until nobody else is in the way. The database does not wait by itself where a new file
/// gets its write-ahead log, which two may want at the same time.
fn patiently<T>(work: impl Fn() -> Result<T, rusqlite::Error>) -> Result<T, rusqlite::Error> {
    const PAUSE: Duration = Duration::from_millis(5);
    for _ in 0..PATIENCE.as_millis() / PAUSE.as_millis() {
        match work() {
            Err(error) if is_busy(&error) => std::thread::sleep(PAUSE),
            other => return other,
        }
    }
    work()
}

fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

fn wal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// An error of the database, in words where it means that the file is damaged or no database.
fn name_damage(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign(path),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            path,
            what: error.to_string(),
        },
        Some(ErrorCode::DiskFull) => {
            StoreError::Refused(format!("{}: the disk is full", path.display()))
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Refused(format!(
            "{}: somebody else has been writing for more than {} s",
            path.display(),
            PATIENCE.as_secs()
        )),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            StoreError::Refused(format!("{}: {error}", path.display()))
        }
        _ => error.into(),
    }
}
