//! Simulations: named scenarios. A change makes a new version; the runs of the older ones keep theirs.

use rusqlite::{OptionalExtension as _, Row};

use super::{Store, StoreError};
use crate::scenario::nearest;

/// A named scenario, or a new version of one, that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSimulation {
    /// Its name.
    pub name: String,
    /// What it was made of, as [`Store::keep_scenario`] numbered it.
    pub scenario: i64,
    /// The scenario as text, which needs no file.
    pub text: String,
    /// What somebody wants to say of it.
    pub note: String,
}

/// A named scenario as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The number of this version in the store.
    pub id: i64,
    /// The version, from 1.
    pub version: u64,
    /// When it was added: ISO 8601, UTC.
    pub added: String,
    /// The model.
    pub model: String,
    /// How many runs this version has.
    pub runs: u64,
    /// The rest.
    pub simulation: NewSimulation,
}

impl NewSimulation {
    /// Refuses a name that could not stand after `sim:` on a command line.
    ///
    /// # Errors
    ///
    /// What was expected instead.
    pub fn check_name(name: &str) -> Result<(), StoreError> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        match name.starts_with(char::is_alphanumeric) && name.chars().all(plain) {
            true => Ok(()),
            false => Err(StoreError::Refused(format!(
                "expected a name of letters, digits, -, _ and dots that begins with a letter or digit, found \
                 {name:?}"
            ))),
        }
    }
}

const READ: &str =
    "SELECT simulations.id, name, scenario, text, note, version, added, scenarios.model,
        (SELECT count(*) FROM runs WHERE runs.simulation = simulations.id)
    FROM simulations JOIN scenarios ON scenarios.id = simulations.scenario";

impl Store {
    /// Adds a named scenario. With `edits` it is the next version of one that is there, and without it
    /// the first of one that is not.
    ///
    /// # Errors
    ///
    /// A name that is taken, or that nothing has.
    pub fn add_simulation(
        &mut self,
        simulation: &NewSimulation,
        edits: bool,
    ) -> Result<u64, StoreError> {
        let name = &simulation.name;
        self.change(|change, _| {
            let last = "SELECT coalesce(max(version), 0) FROM simulations WHERE name = ?";
            let last: i64 = change.query_row(last, [name], |row| row.get(0))?;
            match (edits, last) {
                (false, 1..) => {
                    let what = format!(
                        "there is a simulation {name:?} already; edit it, or choose another name"
                    );
                    return Err(StoreError::Refused(what));
                }
                (true, 0) => return Err(absent(name)),
                _ => {}
            }
            let put = "INSERT INTO simulations (name, version, scenario, text, note, added)
                       VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";
            let NewSimulation {
                scenario,
                text,
                note,
                ..
            } = simulation;
            change.execute(put, (name, last + 1, scenario, text, note))?;
            Ok((last + 1).unsigned_abs())
        })
    }

    /// A version of a named scenario; the last one where none is named.
    ///
    /// # Errors
    ///
    /// One that there is not; the nearest name is named.
    pub fn simulation(&self, name: &str, version: Option<u64>) -> Result<Simulation, StoreError> {
        let text = format!(
            "{READ} WHERE name = ? AND (?2 IS NULL OR version = ?2) ORDER BY version DESC LIMIT 1"
        );
        let mut statement = self.connection.prepare_cached(&text)?;
        let found = statement.query_row((name, version), read).optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        let mut error = absent(name).to_string();
        let all = self.simulations()?;
        let versions = all.iter().filter(|other| other.simulation.name == name);
        if let (Some(version), Some(last)) = (version, versions.map(|other| other.version).max()) {
            error = format!("simulation {name:?} has no version {version}; its last is {last}");
        } else if let Some(near) =
            nearest(name, all.iter().map(|other| other.simulation.name.as_str()))
        {
            error = format!("{error}; did you mean {near:?}?");
        }
        Err(StoreError::Absent(error))
    }

    /// All versions of all named scenarios, by name and version.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn simulations(&self) -> Result<Vec<Simulation>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("{READ} ORDER BY name, version"))?;
        let all = statement.query_map([], read)?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Forgets all versions of a named scenario. Its runs stay, unless they are to go too.
    ///
    /// # Errors
    ///
    /// A name that nothing has.
    pub fn remove_simulation(&mut self, name: &str, with_runs: bool) -> Result<(), StoreError> {
        self.change(|change, _| {
            if with_runs {
                let runs = "DELETE FROM runs WHERE simulation IN (SELECT id FROM simulations WHERE name = ?)";
                change.execute(runs, [name])?;
            }
            match change.execute("DELETE FROM simulations WHERE name = ?", [name])? {
                0 => Err(absent(name)),
                _ => Ok(()),
            }
        })
    }
}

fn absent(name: &str) -> StoreError {
    StoreError::Absent(format!("there is no simulation {name:?}"))
}

fn read(row: &Row<'_>) -> Result<Simulation, rusqlite::Error> {
    Ok(Simulation {
        id: row.get(0)?,
        version: row.get::<_, i64>(5)?.unsigned_abs(),
        added: row.get(6)?,
        model: row.get(7)?,
        runs: row.get::<_, i64>(8)?.unsigned_abs(),
        simulation: NewSimulation {
            name: row.get(1)?,
            scenario: row.get(2)?,
            text: row.get(3)?,
            note: row.get(4)?,
        },
    })
}
