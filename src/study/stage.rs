//! Runs to be looked at: of a scenario, or of a record with the inputs that it had.

use std::sync::Arc;

use super::live::Following;
use super::orders::{self, Order};
use super::subject::Studiable;
use super::{StudyError, replay};
use crate::monitor::Monitors;
use crate::record::Record;
use crate::stage::{Player, Setup, Stage};

pub(super) fn stage<M: Studiable>(
    scenario: &Arc<M::Scenario>,
    monitors: &Arc<dyn Monitors<M>>,
    orders: &[Order<M>],
    record: Option<&Record>,
) -> Result<Box<dyn Stage>, StudyError> {
    let lines = orders::lines(orders);
    // What a record holds besides the orders of its scenario, no line is known for.
    let alone = M::outside(scenario).is_none();
    let told = alone && record.is_none_or(|record| record.inputs.len() <= lines.len());
    let setup = Setup {
        scenario: Arc::clone(scenario),
        monitors: Arc::clone(monitors),
        inputs: match record {
            Some(record) => replay::inputs(record)?,
            None => orders::inputs(orders),
        },
        follow: None,
        // A cut record is shown to its last whole chunk and no further.
        events: record
            .filter(|record| record.truncated)
            .map(|record| record.events),
        orders: told.then_some(lines),
        threads: 1,
    };
    Ok(Box::new(Player::new(setup)?))
}

/// A run that goes on elsewhere, to be looked at as far as its log goes.
pub(super) fn follow<M: Studiable>(
    scenario: &Arc<M::Scenario>,
    monitors: &Arc<dyn Monitors<M>>,
    following: Following,
) -> Result<Box<dyn Stage>, StudyError> {
    let setup = Setup {
        scenario: Arc::clone(scenario),
        monitors: Arc::clone(monitors),
        inputs: Vec::new(),
        follow: Some(Box::new(following)),
        events: None,
        // It is steered there, and what is known here are the inputs.
        orders: None,
        threads: 1,
    };
    Ok(Box::new(Player::new(setup)?))
}
