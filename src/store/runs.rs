//! Runs: a row for each, whatever became of it.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension as _, Row, params_from_iter};
use serde_json::Value;

use super::columns::{Columns, Room, quoted};
use super::scenarios::{kind, sql};
use super::{Store, StoreError, inputs};
use crate::dataset::{Head, Kind};

/// What runs are made with. The results do not depend on the engine, but may on the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The version of the program.
    pub version: String,
    /// The engine: `inline` or `actors`.
    pub engine: String,
    /// How many threads it had.
    pub threads: u64,
    /// The clock: `virtual` or `wall`.
    pub clock: String,
    /// The processor and the operating system, such as `x86_64-linux`.
    pub platform: String,
}

/// One thing that was measured of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name, which becomes a column.
    pub name: String,
    /// Its value; lists and tables are kept as JSON.
    pub value: Value,
    /// Its unit; empty where it has none.
    pub unit: String,
    /// What it means, in a line.
    pub help: String,
}

/// A run that is to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it was made of, as [`Store::keep_scenario`] numbered it.
    pub scenario: i64,
    /// What it was made with, as [`Store::keep_setup`] numbered it.
    pub setup: i64,
    /// The named scenario that it belongs to, if any.
    pub simulation: Option<i64>,
    /// The sweep that it belongs to, with its place there, if any.
    pub place: Option<(i64, u64)>,
    /// Its seed, in decimal digits.
    pub seed: String,
    /// The word for its end.
    pub end: String,
    /// The simulated time of its last event.
    pub time: f64,
    /// How many events it had.
    pub events: u64,
    /// The digest of the events.
    pub digest: String,
    /// The digest of the dice; missing where they were lost.
    pub dice: Option<String>,
    /// What it did otherwise than the scenario expects, in words.
    pub disappointments: Vec<String>,
    /// Why it failed, in words.
    pub error: Option<String>,
    /// Where its record is, if it left one.
    pub record: Option<String>,
    /// When it began, in milliseconds since 1970, UTC.
    pub began: i64,
    /// How much real time it took, in seconds.
    pub seconds: f64,
    /// What was measured of it.
    pub metrics: Vec<Metric>,
    /// What came from outside, as text; empty where nothing did.
    pub inputs: Vec<u8>,
}

/// A run as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its number.
    pub id: i64,
    /// When it began: ISO 8601, UTC.
    pub began: String,
    /// What it was made with.
    pub setup: Setup,
    /// The name and the version of the scenario it belongs to.
    pub simulation: Option<(String, u64)>,
    /// The rest; its inputs are read by [`Store::inputs`].
    pub run: Run,
}

/// What the columns of every run mean; those of metrics follow them.
pub(super) const COLUMNS: &[(&str, Kind, &str, &str)] = &[
    (
        "id",
        Kind::Integer,
        "",
        "the number of the run in this store",
    ),
    (
        "simulation",
        Kind::Text,
        "",
        "the named scenario that it belongs to",
    ),
    (
        "sweep",
        Kind::Integer,
        "",
        "the number of the sweep that it belongs to",
    ),
    ("place", Kind::Integer, "", "its place in the sweep, from 0"),
    ("model", Kind::Text, "", "the model"),
    (
        "seed",
        Kind::Integer,
        "",
        "the seed; a text where it does not fit into 64 bits",
    ),
    ("end", Kind::Text, "", "why it ended"),
    (
        "time",
        Kind::Real,
        "simulated time",
        "the time of its last event",
    ),
    ("events", Kind::Integer, "", "how many events it had"),
    ("digest", Kind::Text, "", "the digest of its events"),
    ("dice", Kind::Text, "", "the digest of its dice"),
    (
        "expected",
        Kind::Truth,
        "",
        "whether it was as its scenario expects",
    ),
    (
        "disappointments",
        Kind::Text,
        "",
        "what was not, as a list in JSON",
    ),
    ("error", Kind::Text, "", "why it failed"),
    ("record", Kind::Text, "", "where its record is"),
    ("began", Kind::Text, "", "when it began, UTC"),
    ("seconds", Kind::Real, "s", "how much real time it took"),
    (
        "version",
        Kind::Text,
        "",
        "the version of the program that made it",
    ),
    ("engine", Kind::Text, "", "the engine"),
    (
        "threads",
        Kind::Integer,
        "",
        "how many threads the engine had",
    ),
    ("clock", Kind::Text, "", "what paced it"),
    (
        "platform",
        Kind::Text,
        "",
        "the processor and the operating system",
    ),
    (
        "scenario",
        Kind::Text,
        "",
        "the hash of its resolved scenario without the seed",
    ),
];

/// A run with all that [`read`] wants of it.
pub(super) const READ: &str =
    "SELECT runs.*, setups.version, setups.engine, setups.threads, setups.clock,
        setups.platform, simulations.name AS simulation_name,
        simulations.version AS simulation_version,
        CAST(round(unixepoch(runs.began, 'subsec') * 1000) AS INTEGER) AS began_at
    FROM runs JOIN setups ON setups.id = runs.setup
        LEFT JOIN simulations ON simulations.id = runs.simulation";

impl Store {
    /// Keeps what runs are made with, unless it is there already, and gives its number.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn keep_setup(&mut self, setup: &Setup) -> Result<i64, StoreError> {
        self.change(|change, _| {
            let values = (
                &setup.version,
                &setup.engine,
                setup.threads,
                &setup.clock,
                &setup.platform,
            );
            let put = "INSERT INTO setups (version, engine, threads, clock, platform)
                       VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
            change.prepare_cached(put)?.execute(values)?;
            let find = "SELECT id FROM setups WHERE version = ? AND engine = ? AND threads = ?
                        AND clock = ? AND platform = ?";
            Ok(change
                .prepare_cached(find)?
                .query_row(values, |row| row.get(0))?)
        })
    }

    /// Keeps runs, all of them or none. A run whose place in its sweep is taken replaces what was
    /// interrupted there, and is dropped where that was finished.
    ///
    /// # Errors
    ///
    /// A metric that cannot be a column, and what the database says.
    pub fn keep_runs(&mut self, runs: &[Run]) -> Result<(), StoreError> {
        self.change(|change, columns| {
            for run in runs {
                keep(change, columns, run)?;
            }
            Ok(())
        })
    }

    /// The run of this number.
    ///
    /// # Errors
    ///
    /// One that there is not.
    pub fn run(&self, id: i64) -> Result<Stored, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("{READ} WHERE runs.id = ?"))?;
        let stored = statement
            .query_row([id], |row| read(row, &self.columns))
            .optional()?;
        stored.ok_or_else(|| StoreError::Absent(format!("there is no run {id}")))
    }

    /// The number of the run that was kept last through this door; 0 where none was.
    #[must_use]
    pub fn last_run(&self) -> i64 {
        // What is written after a run, its inputs, has the run's own number.
        self.connection.last_insert_rowid()
    }

    /// Forgets runs, and says how many there were of them.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn remove_runs(&mut self, ids: &[i64]) -> Result<u64, StoreError> {
        self.change(|change, _| {
            let mut statement = change.prepare_cached("DELETE FROM runs WHERE id = ?")?;
            let mut removed = 0;
            for id in ids {
                removed += statement.execute([id])? as u64;
            }
            Ok(removed)
        })
    }
}

/// Keeps one run, and says whether it was not there already.
pub(super) fn keep(
    change: &Connection,
    columns: &mut Columns,
    run: &Run,
) -> Result<bool, StoreError> {
    if let Some((sweep, place)) = run.place {
        // An interrupted run makes way for any that got further.
        let free = "DELETE FROM runs WHERE sweep = ?1 AND place = ?2 AND \"end\" = 'interrupted'
                    AND (?3 <> 'interrupted' OR events < ?4)";
        change
            .prepare_cached(free)?
            .execute((sweep, place, &run.end, run.events))?;
    }
    let metrics = run.metrics.iter().filter(|metric| !metric.value.is_null());
    let metrics: Vec<&Metric> = metrics.collect();
    let fitting = metrics.iter().filter_map(|metric| {
        let name = columns.fitting(Room::Runs, &metric.name)?;
        Some((
            *metric,
            Head {
                name,
                ..metric.named()
            },
        ))
    });
    let (metrics, named): (Vec<&Metric>, Vec<Head>) = fitting.unzip();
    columns.ensure(change, Room::Runs, named.iter())?;
    let names: String = named
        .iter()
        .map(|named| format!(", {}", quoted(&named.name)))
        .collect();
    let marks = ", ?".repeat(named.len());
    let text = format!(
        "INSERT INTO runs (scenario, setup, simulation, sweep, place, seed, \"end\", time, events, digest,
             dice, expected, disappointments, error, record, seconds, began{names})
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
             strftime('%Y-%m-%dT%H:%M:%fZ', ? / 1000.0, 'unixepoch'){marks})
         ON CONFLICT (sweep, place) DO NOTHING"
    );
    let values = run.values().into_iter();
    let values = values.chain(metrics.iter().map(|metric| sql(&metric.value)));
    let written = change
        .prepare_cached(&text)?
        .execute(params_from_iter(values))?;
    if written > 0 && !run.inputs.is_empty() {
        let put = "INSERT INTO inputs (run, data) VALUES (?, ?)";
        let data = inputs::pack(&run.inputs);
        change
            .prepare_cached(put)?
            .execute((change.last_insert_rowid(), data))?;
    }
    Ok(written > 0)
}

impl Metric {
    fn named(&self) -> Head {
        Head {
            name: self.name.clone(),
            kind: kind(&self.value),
            unit: self.unit.clone(),
            help: self.help.clone(),
        }
    }
}

impl Run {
    /// The values of the columns that every run has, in the order of the statement.
    fn values(&self) -> [Sql; 17] {
        let text = |text: &Option<String>| text.clone().map_or(Sql::Null, Sql::Text);
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let disappointments = match self.disappointments.as_slice() {
            [] => Sql::Null,
            some => Value::from(some.to_vec()).to_string().into(),
        };
        [
            self.scenario.into(),
            self.setup.into(),
            self.simulation.into(),
            self.place.map(|(sweep, _)| sweep).into(),
            self.place.map(|(_, place)| whole(place)).into(),
            // A seed may have any number of digits.
            self.seed
                .parse()
                .map_or_else(|_| self.seed.clone().into(), Sql::Integer),
            self.end.clone().into(),
            self.time.into(),
            whole(self.events).into(),
            self.digest.clone().into(),
            text(&self.dice),
            i64::from(self.disappointments.is_empty()).into(),
            disappointments,
            text(&self.error),
            text(&self.record),
            self.seconds.into(),
            self.began.into(),
        ]
    }
}

/// A run, from a row that [`READ`] gives.
pub(super) fn read(row: &Row<'_>, columns: &Columns) -> Result<Stored, rusqlite::Error> {
    let whole = |name: &str| row.get::<_, i64>(name).map(i64::unsigned_abs);
    let sweep: Option<i64> = row.get("sweep")?;
    let place: Option<i64> = row.get("place")?;
    let disappointments: Option<String> = row.get("disappointments")?;
    let disappointments = disappointments.and_then(|text| serde_json::from_str(&text).ok());
    let seed = match row.get("seed")? {
        Sql::Integer(seed) => seed.to_string(),
        Sql::Text(seed) => seed,
        other => format!("{other:?}"),
    };
    let mut metrics = Vec::new();
    for named in columns.of(Room::Runs) {
        let value = match (row.get(named.name.as_str())?, named.kind) {
            (Sql::Null, _) => continue,
            (Sql::Integer(truth), Kind::Truth) => Value::Bool(truth != 0),
            (Sql::Integer(whole), _) => whole.into(),
            (Sql::Real(real), _) => real.into(),
            (Sql::Text(text), _) => match text.starts_with(['[', '{']) {
                true => serde_json::from_str(&text).unwrap_or(Value::String(text)),
                false => text.into(),
            },
            (Sql::Blob(_), _) => continue,
        };
        metrics.push(Metric {
            name: named.name.clone(),
            value,
            unit: named.unit.clone(),
            help: named.help.clone(),
        });
    }
    let name: Option<String> = row.get("simulation_name")?;
    let edition: Option<i64> = row.get("simulation_version")?;
    Ok(Stored {
        id: row.get("id")?,
        began: row.get("began")?,
        setup: Setup {
            version: row.get("version")?,
            engine: row.get("engine")?,
            threads: whole("threads")?,
            clock: row.get("clock")?,
            platform: row.get("platform")?,
        },
        simulation: name.zip(edition.map(i64::unsigned_abs)),
        run: Run {
            scenario: row.get("scenario")?,
            setup: row.get("setup")?,
            simulation: row.get("simulation")?,
            place: sweep.zip(place.map(i64::unsigned_abs)),
            seed,
            end: row.get("end")?,
            time: row.get("time")?,
            events: whole("events")?,
            digest: row.get("digest")?,
            dice: row.get("dice")?,
            disappointments: disappointments.unwrap_or_default(),
            error: row.get("error")?,
            record: row.get("record")?,
            began: row.get("began_at")?,
            seconds: row.get("seconds")?,
            metrics,
            inputs: Vec::new(),
        },
    })
}
