//! Runs to be looked at: of a scenario, or of a record with the inputs that it had.

use std::sync::Arc;

use super::StudyError;
use super::replay::inputs;
use super::subject::Studiable;
use crate::monitor::Monitors;
use crate::record::Record;
use crate::stage::{Player, Setup, Stage};

pub(super) fn stage<M: Studiable>(
    scenario: &Arc<M::Scenario>,
    monitors: &Arc<dyn Monitors<M>>,
    record: Option<&Record>,
) -> Result<Box<dyn Stage>, StudyError> {
    let setup = Setup {
        scenario: Arc::clone(scenario),
        monitors: Arc::clone(monitors),
        inputs: match record {
            Some(record) => inputs(record)?,
            None => Vec::new(),
        },
        follow: None,
        // A cut record is shown to its last whole chunk and no further.
        events: record
            .filter(|record| record.truncated)
            .map(|record| record.events),
        orders: Vec::new(),
        threads: 1,
    };
    Ok(Box::new(Player::new(setup)?))
}
