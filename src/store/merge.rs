//! Joining stores: what several machines have done becomes one store.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _};

use super::runs::{READ, keep, read};
use super::{NewSimulation, NewSweep, Run, Setup, Store, StoreError};
use crate::dataset::Head;

/// What a store got from another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Runs that were not there.
    pub runs: u64,
    /// Runs that were there already.
    pub known: u64,
    /// Sweeps that were not there.
    pub sweeps: u64,
    /// Head scenarios, or versions of them, that were not there.
    pub simulations: u64,
}

/// The numbers that things have in one store, by those that they have in the other.
#[derive(Debug, Default)]
struct Numbers {
    scenarios: BTreeMap<i64, i64>,
    setups: BTreeMap<i64, i64>,
    simulations: BTreeMap<i64, i64>,
    sweeps: BTreeMap<i64, i64>,
}

/// So many runs are taken over in one transaction: others can write in between.
const BATCH: i64 = 1_000;

impl Store {
    /// Takes over what another store has and this one has not. Doing so twice changes nothing: a run of a
    /// sweep is known by its place, and any other by what it was made of, its seed, its digest and the
    /// instant at which it began. A named scenario of which both have different versions is taken over
    /// as a new one.
    ///
    /// # Errors
    ///
    /// What the databases say. What has been taken over by then stays.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let mut numbers = Numbers::default();
        self.merge_scenarios(other, &mut numbers)?;
        self.merge_setups(other, &mut numbers)?;
        self.merge_simulations(other, &mut numbers, &mut merged)?;
        for sweep in other.sweeps()? {
            let new = NewSweep {
                scenario: mapped(&numbers.scenarios, sweep.sweep.scenario)?,
                simulation: optional(&numbers.simulations, sweep.sweep.simulation),
                ..sweep.sweep
            };
            let (id, known) = self.begin_sweep(&new)?;
            merged.sweeps += u64::from(!known);
            numbers.sweeps.insert(sweep.id, id);
        }
        self.merge_runs(other, &numbers, &mut merged)?;
        Ok(merged)
    }

    fn merge_scenarios(&mut self, other: &Store, numbers: &mut Numbers) -> Result<(), StoreError> {
        let about = other.parameters();
        let about: BTreeMap<&str, &Head> =
            about.iter().map(|named| (&*named.name, *named)).collect();
        let describe = |path: &str| {
            let named = about.get(path)?;
            Some((named.unit.clone(), named.help.clone()))
        };
        let mut statement = other
            .connection
            .prepare_cached("SELECT id FROM scenarios ORDER BY id")?;
        let ids = statement.query_map([], |row| row.get(0))?;
        for id in ids.collect::<Result<Vec<i64>, _>>()? {
            let kept = self.keep_scenario(&other.scenario(id)?, &describe)?;
            numbers.scenarios.insert(id, kept);
        }
        Ok(())
    }

    fn merge_setups(&mut self, other: &Store, numbers: &mut Numbers) -> Result<(), StoreError> {
        let text = "SELECT id, version, engine, threads, clock, platform FROM setups ORDER BY id";
        let mut statement = other.connection.prepare_cached(text)?;
        let setups = statement.query_map([], |row| {
            let setup = Setup {
                version: row.get(1)?,
                engine: row.get(2)?,
                threads: row.get::<_, i64>(3)?.unsigned_abs(),
                clock: row.get(4)?,
                platform: row.get(5)?,
            };
            Ok((row.get(0)?, setup))
        })?;
        for (id, setup) in setups.collect::<Result<Vec<(i64, Setup)>, _>>()? {
            let kept = self.keep_setup(&setup)?;
            numbers.setups.insert(id, kept);
        }
        Ok(())
    }

    fn merge_simulations(
        &mut self,
        other: &Store,
        numbers: &mut Numbers,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        for theirs in other.simulations()? {
            let new = NewSimulation {
                scenario: mapped(&numbers.scenarios, theirs.simulation.scenario)?,
                ..theirs.simulation
            };
            let ours = self.simulations()?;
            let ours: Vec<_> = ours
                .iter()
                .filter(|ours| ours.simulation.name == new.name)
                .collect();
            let same = ours.iter().find(|ours| ours.simulation == new);
            let id = match same {
                Some(same) => same.id,
                None => {
                    let version = self.add_simulation(&new, !ours.is_empty())?;
                    merged.simulations += 1;
                    self.simulation(&new.name, Some(version))?.id
                }
            };
            numbers.simulations.insert(theirs.id, id);
        }
        Ok(())
    }

    fn merge_runs(
        &mut self,
        other: &Store,
        numbers: &Numbers,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let text = format!("{READ} WHERE runs.id > ? ORDER BY runs.id LIMIT {BATCH}");
        let mut last = 0;
        loop {
            let mut statement = other.connection.prepare_cached(&text)?;
            let stored = statement.query_map([last], |row| read(row, &other.columns))?;
            let stored = stored.collect::<Result<Vec<_>, _>>()?;
            let Some(end) = stored.last() else {
                return Ok(());
            };
            last = end.id;
            let mut runs = Vec::with_capacity(stored.len());
            for stored in stored {
                let inputs = other.inputs(stored.id)?;
                runs.push(numbers.translate(stored.run, inputs)?);
            }
            let added = self.change(|change, columns| {
                let mut added = 0;
                for run in &runs {
                    if run.place.is_some() || !is_known(change, run)? {
                        added += u64::from(keep(change, columns, run)?);
                    }
                }
                Ok(added)
            })?;
            merged.runs += added;
            merged.known += runs.len() as u64 - added;
        }
    }
}

impl Numbers {
    /// A run of the other store in the numbers of this one.
    fn translate(&self, run: Run, inputs: Vec<u8>) -> Result<Run, StoreError> {
        let place = match run.place {
            Some((sweep, place)) => Some((mapped(&self.sweeps, sweep)?, place)),
            None => None,
        };
        Ok(Run {
            scenario: mapped(&self.scenarios, run.scenario)?,
            setup: mapped(&self.setups, run.setup)?,
            simulation: optional(&self.simulations, run.simulation),
            place,
            inputs,
            ..run
        })
    }
}

/// Whether a run that belongs to no sweep is there already.
fn is_known(change: &Connection, run: &Run) -> Result<bool, rusqlite::Error> {
    let text = "SELECT 1 FROM runs WHERE scenario = ? AND setup = ? AND CAST(seed AS TEXT) = ?
        AND digest = ? AND began = strftime('%Y-%m-%dT%H:%M:%fZ', ? / 1000.0, 'unixepoch')
        AND sweep IS NULL";
    let values = (run.scenario, run.setup, &run.seed, &run.digest, run.began);
    let found = change
        .prepare_cached(text)?
        .query_row(values, |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

fn mapped(numbers: &BTreeMap<i64, i64>, id: i64) -> Result<i64, StoreError> {
    let unknown = || StoreError::Unreadable(format!("a number, {id}, that leads nowhere"));
    numbers.get(&id).copied().ok_or_else(unknown)
}

fn optional(numbers: &BTreeMap<i64, i64>, id: Option<i64>) -> Option<i64> {
    id.and_then(|id| numbers.get(&id).copied())
}
