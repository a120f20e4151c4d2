//! Sweeps: many runs of one scenario, each at its place.

use rusqlite::{Connection, OptionalExtension as _, Row};

use super::{Store, StoreError};

/// A sweep that is to be begun, or continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSweep {
    /// What it is known by: the hash of scenario, variation, seeds and version.
    pub hash: String,
    /// What people call it.
    pub name: String,
    /// The named scenario that it belongs to, if any.
    pub simulation: Option<i64>,
    /// The scenario that is varied, as [`Store::keep_scenario`] numbered it.
    pub scenario: i64,
    /// The scenario that is varied, as text.
    pub text: String,
    /// What is varied and with which seeds, as JSON.
    pub variation: String,
    /// How many runs it has.
    pub size: u64,
    /// The version of the program.
    pub version: String,
}

/// A sweep as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Its number in this store.
    pub id: i64,
    /// When it began: ISO 8601, UTC.
    pub began: String,
    /// How its runs ended, each end with their number, by the words for the ends.
    pub ends: Vec<(String, u64)>,
    /// The rest.
    pub sweep: NewSweep,
}

impl Sweep {
    /// How many of its runs are finished.
    #[must_use]
    pub fn finished(&self) -> u64 {
        let finished = self.ends.iter().filter(|(end, _)| end != INTERRUPTED);
        finished.map(|(_, count)| count).sum()
    }
}

/// Runs that somebody interrupted are not finished.
const INTERRUPTED: &str = "interrupted";

/// Which places of a sweep are finished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// A bit for each place up to the last that is finished.
    words: Vec<u64>,
    count: u64,
}

impl Done {
    /// Whether the run at this place is finished.
    #[must_use]
    pub fn contains(&self, place: u64) -> bool {
        let word = usize::try_from(place / 64)
            .ok()
            .and_then(|word| self.words.get(word));
        word.is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// The places that are finished, from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let words = (0..).zip(&self.words);
        words.flat_map(|(number, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| number * 64 + bit)
        })
    }

    /// How many are finished.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    fn insert(&mut self, place: u64) {
        // As many runs as a sweep is allowed to have find room in memory.
        let word = usize::try_from(place / 64).unwrap_or(usize::MAX);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let bit = 1 << (place % 64);
        self.count += u64::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
    }
}

const READ: &str =
    "SELECT id, hash, name, simulation, scenario, text, variation, size, version, began
                    FROM sweeps";

impl Store {
    /// Begins a sweep, or finds the one that is known by the same hash; says which, and whether it was
    /// there.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn begin_sweep(&mut self, sweep: &NewSweep) -> Result<(i64, bool), StoreError> {
        self.change(|change, _| {
            let put = "INSERT INTO sweeps
                    (hash, name, simulation, scenario, text, variation, size, version, began)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
                ON CONFLICT (hash) DO NOTHING";
            let written = change.prepare_cached(put)?.execute((
                &sweep.hash,
                &sweep.name,
                sweep.simulation,
                sweep.scenario,
                &sweep.text,
                &sweep.variation,
                sweep.size,
                &sweep.version,
            ))?;
            let find = "SELECT id FROM sweeps WHERE hash = ?";
            let id = change
                .prepare_cached(find)?
                .query_row([&sweep.hash], |row| row.get(0))?;
            Ok((id, written == 0))
        })
    }

    /// Which places of a sweep are finished.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn done(&self, sweep: i64) -> Result<Done, StoreError> {
        let text = "SELECT place FROM runs WHERE sweep = ? AND \"end\" <> ?";
        let mut statement = self.connection.prepare_cached(text)?;
        let mut rows = statement.query((sweep, INTERRUPTED))?;
        let mut done = Done::default();
        while let Some(row) = rows.next()? {
            done.insert(row.get::<_, i64>(0)?.unsigned_abs());
        }
        Ok(done)
    }

    /// The sweep of this number.
    ///
    /// # Errors
    ///
    /// One that there is not.
    pub fn sweep(&self, id: i64) -> Result<Sweep, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("{READ} WHERE id = ?"))?;
        let sweep = statement.query_row([id], read).optional()?;
        let mut sweep =
            sweep.ok_or_else(|| StoreError::Absent(format!("there is no sweep {id}")))?;
        sweep.ends = ends(&self.connection, id)?;
        Ok(sweep)
    }

    /// All sweeps, in the order in which they were begun.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn sweeps(&self) -> Result<Vec<Sweep>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("{READ} ORDER BY id"))?;
        let sweeps = statement.query_map([], read)?;
        let mut sweeps = sweeps.collect::<Result<Vec<_>, _>>()?;
        for sweep in &mut sweeps {
            sweep.ends = ends(&self.connection, sweep.id)?;
        }
        Ok(sweeps)
    }

    /// Forgets a sweep with all its runs, and says how many these were.
    ///
    /// # Errors
    ///
    /// One that there is not.
    pub fn remove_sweep(&mut self, id: i64) -> Result<u64, StoreError> {
        self.change(|change, _| {
            let count = "SELECT count(*) FROM runs WHERE sweep = ?";
            let runs: i64 = change.query_row(count, [id], |row| row.get(0))?;
            match change.execute("DELETE FROM sweeps WHERE id = ?", [id])? {
                0 => Err(StoreError::Absent(format!("there is no sweep {id}"))),
                _ => Ok(runs.unsigned_abs()),
            }
        })
    }
}

fn ends(connection: &Connection, sweep: i64) -> Result<Vec<(String, u64)>, rusqlite::Error> {
    let text = "SELECT \"end\", count(*) FROM runs WHERE sweep = ? GROUP BY 1 ORDER BY 1";
    let mut statement = connection.prepare_cached(text)?;
    let ends = statement.query_map([sweep], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
    })?;
    ends.collect()
}

fn read(row: &Row<'_>) -> Result<Sweep, rusqlite::Error> {
    Ok(Sweep {
        id: row.get(0)?,
        began: row.get(9)?,
        ends: Vec::new(),
        sweep: NewSweep {
            hash: row.get(1)?,
            name: row.get(2)?,
            simulation: row.get(3)?,
            scenario: row.get(4)?,
            text: row.get(5)?,
            variation: row.get(6)?,
            size: row.get::<_, i64>(7)?.unsigned_abs(),
            version: row.get(8)?,
        },
    })
}
