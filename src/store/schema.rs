//! How a store is laid out, and how an older layout becomes the present one.
//!
//! ```text
//! simulations   named scenarios, with a row for each version
//! scenarios     what runs were made of: a row for each resolved scenario, without its seed
//! setups        what runs were made with: version, engine, clock
//! sweeps        many runs of one scenario
//! runs          one row for each run, whatever became of it
//! inputs        what came from outside while a run went on, compressed
//! columns       what the columns mean that are added as scenarios and monitors need them
//! results       a view: every run with its parameters and its setup, for other programs
//! ```
//!
//! Parameters are columns of `scenarios` and metrics are columns of `runs`, added when the first
//! scenario or run has them. So a query never parses JSON, and other programs find plain tables.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// What the header of a file says that is a store: `FMCY` in ASCII.
pub(super) const APPLICATION: i32 = 0x464D_4359;

/// The layouts, from the first to the present one. A new one is a line here; none is ever changed.
const MIGRATIONS: &[&str] = &[FIRST];

const FIRST: &str = "
CREATE TABLE scenarios (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    resolved TEXT NOT NULL
) STRICT;
CREATE TABLE simulations (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    scenario INTEGER NOT NULL REFERENCES scenarios(id),
    text TEXT NOT NULL,
    note TEXT NOT NULL,
    added TEXT NOT NULL,
    UNIQUE (name, version)
) STRICT;
CREATE TABLE setups (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    engine TEXT NOT NULL,
    threads INTEGER NOT NULL,
    clock TEXT NOT NULL,
    platform TEXT NOT NULL,
    UNIQUE (version, engine, threads, clock, platform)
) STRICT;
CREATE TABLE sweeps (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    simulation INTEGER REFERENCES simulations(id) ON DELETE SET NULL,
    scenario INTEGER NOT NULL REFERENCES scenarios(id),
    text TEXT NOT NULL,
    variation TEXT NOT NULL,
    size INTEGER NOT NULL,
    version TEXT NOT NULL,
    began TEXT NOT NULL
) STRICT;
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    scenario INTEGER NOT NULL REFERENCES scenarios(id),
    setup INTEGER NOT NULL REFERENCES setups(id),
    simulation INTEGER REFERENCES simulations(id) ON DELETE SET NULL,
    sweep INTEGER REFERENCES sweeps(id) ON DELETE CASCADE,
    place INTEGER,
    seed ANY NOT NULL,
    \"end\" TEXT NOT NULL,
    time REAL NOT NULL,
    events INTEGER NOT NULL,
    digest TEXT NOT NULL,
    dice TEXT,
    expected INTEGER NOT NULL CHECK (expected IN (0, 1)),
    disappointments TEXT,
    error TEXT,
    record TEXT,
    began TEXT NOT NULL,
    seconds REAL NOT NULL,
    UNIQUE (sweep, place)
) STRICT;
CREATE INDEX runs_by_scenario ON runs (scenario, \"end\");
CREATE INDEX runs_by_simulation ON runs (simulation);
CREATE TABLE inputs (
    run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT;
CREATE TABLE columns (
    room TEXT NOT NULL CHECK (room IN ('runs', 'scenarios')),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('integer', 'real', 'text', 'truth')),
    unit TEXT NOT NULL,
    help TEXT NOT NULL,
    PRIMARY KEY (room, name)
) STRICT;
";

/// The number of the present layout.
pub(super) fn present() -> i64 {
    // There are a few layouts.
    MIGRATIONS.len() as i64
}

/// The number of the layout of a file; 0 where it is empty.
pub(super) fn version(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings a file to the present layout, or leaves it as it was.
///
/// Somebody else may be doing the same at the same time: whoever is second finds nothing to do.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&change)?;
    for (number, layout) in (1..)
        .zip(MIGRATIONS)
        .skip_while(|(number, _)| *number <= found)
    {
        change.execute_batch(layout)?;
        change.pragma_update(None, "user_version", number)?;
    }
    change.pragma_update(None, "application_id", APPLICATION)?;
    super::columns::show_results(&change)?;
    change.commit()?;
    Ok(())
}
