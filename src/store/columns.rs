//! The columns that are added as scenarios and runs need them, and what they mean.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::StoreError;
use crate::dataset::{Head, Kind};

/// The two tables that grow columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Room {
    Runs,
    Scenarios,
}

impl Room {
    pub(super) fn table(self) -> &'static str {
        match self {
            Room::Runs => "runs",
            Room::Scenarios => "scenarios",
        }
    }
}

/// What is known of the added columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    known: BTreeMap<(Room, String), Head>,
    /// The number of the schema of which it is known.
    schema: i64,
}

/// SQLite takes 2,000 columns in a table and as many in a result; the view `results` has both rooms.
const MOST: usize = 1_900;

/// The columns that runs have anyway. No metric may have one of these names, or that of a column of the view.
const RESERVED: [&str; 27] = [
    "id",
    "scenario",
    "setup",
    "simulation",
    "sweep",
    "place",
    "seed",
    "end",
    "time",
    "events",
    "digest",
    "dice",
    "expected",
    "disappointments",
    "error",
    "record",
    "began",
    "seconds",
    "hash",
    "resolved",
    "model",
    "version",
    "engine",
    "threads",
    "clock",
    "platform",
    "rowid",
];

impl Columns {
    pub(super) fn read(connection: &Connection) -> Result<Self, rusqlite::Error> {
        let mut columns = Columns::default();
        columns.refresh(connection)?;
        Ok(columns)
    }

    /// Reads the columns again if somebody has added some.
    pub(super) fn refresh(&mut self, connection: &Connection) -> Result<(), rusqlite::Error> {
        let schema = connection.pragma_query_value(None, "schema_version", |row| row.get(0))?;
        if schema == self.schema {
            return Ok(());
        }
        let mut known = BTreeMap::new();
        let text = "SELECT room, name, kind, unit, help FROM columns";
        let mut statement = connection.prepare_cached(text)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let room = match row.get_ref(0)?.as_str()? {
                "runs" => Room::Runs,
                _ => Room::Scenarios,
            };
            let named = Head {
                name: row.get(1)?,
                kind: Kind::from_word(row.get_ref(2)?.as_str()?),
                unit: row.get(3)?,
                help: row.get(4)?,
            };
            known.insert((room, named.name.clone()), named);
        }
        *self = Columns { known, schema };
        Ok(())
    }

    /// The columns of a table that were added, by name.
    pub(super) fn of(&self, room: Room) -> impl Iterator<Item = &Head> {
        let known = self.known.iter();
        known.filter_map(move |((of, _), named)| (*of == room).then_some(named))
    }

    /// Sees to it that a table has these columns.
    pub(super) fn ensure<'n>(
        &mut self,
        connection: &Connection,
        room: Room,
        wanted: impl Iterator<Item = &'n Head>,
    ) -> Result<(), StoreError> {
        let mut added = false;
        for named in wanted {
            let key = (room, named.name.clone());
            let kind = match self.known.get(&key) {
                Some(known) if known.kind.or(named.kind) == known.kind => continue,
                Some(known) => known.kind.or(named.kind),
                None => {
                    self.add(connection, room, named)?;
                    added = true;
                    named.kind
                }
            };
            let text = "INSERT INTO columns (room, name, kind, unit, help) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET kind = excluded.kind";
            let values = (
                room.table(),
                &named.name,
                kind.word(),
                &named.unit,
                &named.help,
            );
            connection.prepare_cached(text)?.execute(values)?;
            let known = Head {
                kind,
                ..named.clone()
            };
            self.known.insert(key, known);
        }
        if added {
            show_results(connection)?;
            self.schema =
                connection.pragma_query_value(None, "schema_version", |row| row.get(0))?;
        }
        Ok(())
    }

    /// How many columns can be added.
    pub(super) fn free(&self) -> usize {
        MOST.saturating_sub(self.known.len())
    }

    /// Whether a table has this column.
    pub(super) fn has(&self, room: Room, name: &str) -> bool {
        self.known.contains_key(&(room, name.to_owned()))
    }

    /// The name under which something has a column, or can have one; `None` where it cannot: the store has as
    /// many as it may, or another column is called so, for the database in any case. A metric that is
    /// called like another column has `monitors.` before its name.
    pub(super) fn fitting(&self, room: Room, name: &str) -> Option<String> {
        let own = |name: &str| self.known.contains_key(&(room, name.to_owned()));
        let taken = |name: &str| {
            let known = || {
                self.known
                    .keys()
                    .any(|(_, known)| known.eq_ignore_ascii_case(name))
            };
            RESERVED.contains(&name.to_lowercase().as_str()) || known()
        };
        let fits = |name: &str| own(name) || (self.known.len() < MOST && !taken(name));
        if fits(name) {
            return Some(name.to_owned());
        }
        let other = format!("monitors.{name}");
        (room == Room::Runs && fits(&other)).then_some(other)
    }

    fn add(&self, connection: &Connection, room: Room, named: &Head) -> Result<(), StoreError> {
        let (table, name) = (room.table(), quoted(&named.name));
        connection.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {name} ANY"))?;
        Ok(())
    }
}

/// Makes the view for other programs anew: every run with its parameters, its setup and its names.
pub(super) fn show_results(connection: &Connection) -> Result<(), rusqlite::Error> {
    let columns = Columns::read(connection)?;
    let parameters = columns.of(Room::Scenarios);
    let parameters: String = parameters
        .map(|named| format!(", scenarios.{}", quoted(&named.name)))
        .collect();
    connection.execute_batch(&format!(
        "DROP VIEW IF EXISTS results;
         CREATE VIEW results AS SELECT runs.*, scenarios.model, scenarios.hash{parameters},
             setups.version, setups.engine, setups.threads, setups.clock, setups.platform
         FROM runs JOIN scenarios ON scenarios.id = runs.scenario
             JOIN setups ON setups.id = runs.setup;"
    ))
}

/// A name as SQL takes it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
