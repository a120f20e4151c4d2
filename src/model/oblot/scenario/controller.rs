//! `[controller]`: which robots are controlled by a program outside.

use std::sync::Arc;

use super::tables::check_ids;
use super::{Algorithm, Light, Seed};
use crate::dice::{Dice, Draw as _, Purpose};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::algorithms::AlgorithmDice;
use crate::model::oblot::percept::Percept;
use crate::model::outside::Setup;
use crate::scenario::{ScenarioError, Section};

/// The owner of the draw that says who is controlled outside.
const CONTROLLER: u32 = u32::MAX - 2;

/// What `[controller]` says, where there is one.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) setup: Setup,
    /// The colours that it declares for robots without an algorithm.
    lights: Vec<Light>,
}

/// Reads `[controller]`.
pub(super) fn read(
    root: &Section<'_>,
    robots: usize,
    seed: Option<u64>,
) -> Result<Option<Read>, ScenarioError> {
    let Some(table) = root.optional_table("controller")? else {
        return Ok(None);
    };
    let ids = ids(&table, robots, seed)?;
    let setup = Setup::read(&table, ids)?;
    let lights = table
        .choice::<Light>("lights")
        .list()
        .optional()?
        .unwrap_or_default();
    let mut sorted = lights.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        let message = "expected each colour once";
        return Err(table.refuse("lights", message));
    }
    Ok(Some(Read { setup, lights }))
}

/// The ids of the robots that are controlled outside, in increasing order.
fn ids(table: &Section<'_>, robots: usize, seed: Option<u64>) -> Result<Vec<u32>, ScenarioError> {
    let named = table
        .usize("robots")
        .at_most(robots - 1)
        .list()
        .non_empty()
        .optional()?;
    let count = table.usize("count").in_range(1..=robots).optional()?;
    let mut ids: Vec<u32> = match (named, count, seed) {
        (Some(_), Some(_), _) => {
            let message = "expected either a number of robots or their ids, found both";
            return Err(table.refuse("count", message));
        }
        (Some(ids), None, _) => {
            check_ids(table, &ids)?;
            ids.into_iter().map(|id| id as u32).collect()
        }
        (None, None, _) => (0..robots as u32).collect(),
        (None, Some(count), Some(seed)) => {
            let mut dice = Dice::new(seed, CONTROLLER);
            let chosen = dice.on(Purpose::Choice, &mut None).choose(robots, count);
            chosen.into_iter().map(|id| id as u32).collect()
        }
        (None, Some(_), None) => {
            let message = "expected the ids of the robots (rng = \"numpy\" draws nothing for it)";
            return Err(table.refuse("count", message));
        }
    };
    ids.sort_unstable();
    Ok(ids)
}

/// The seed from which it is drawn who is controlled outside; with numpy's dice nothing is.
pub(super) fn seed(seed: &Seed, numpy: bool) -> Option<u64> {
    match seed {
        Seed::Small(seed) if !numpy => Some(*seed),
        _ => None,
    }
}

impl Read {
    /// Whether all of so many robots are controlled outside, so that none needs an algorithm.
    pub(super) fn is_for_all(&self, robots: usize) -> bool {
        self.setup.robots.len() == robots
    }

    /// What stands in the place of an algorithm where none is named.
    pub(super) fn algorithm(&self) -> Arc<dyn Algorithm> {
        Arc::new(Elsewhere(self.lights.clone()))
    }

    /// Refuses colours beside an algorithm, which declares its own.
    pub(super) fn check_lights(&self, root: &Section<'_>) -> Result<(), ScenarioError> {
        if self.lights.is_empty() {
            return Ok(());
        }
        let message = "expected no lights beside an algorithm, which declares its colours itself";
        Err(root.table("controller")?.refuse("lights", message))
    }
}

/// Stands in the place of an algorithm where all robots are controlled outside.
#[derive(Clone, Debug)]
struct Elsewhere(Vec<Light>);

impl Algorithm for Elsewhere {
    fn compute(&self, _: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        Err(Failure::Controller("nobody answers outside".to_owned()))
    }

    fn palette(&self) -> &[Light] {
        &self.0
    }
}
