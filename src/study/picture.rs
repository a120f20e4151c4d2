//! Pictures of a run: of a scenario, or of a record with the inputs that it had.

use super::orders::{self, Order};
use super::{About, StudyError};
use crate::engine::{Engine, Simulation};
use crate::model::Extras;
use crate::picture::{Options, Pictured, Wanted};
use crate::record::Record;

/// What picture is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureOptions {
    /// The end of which round; 0 is the start, `None` the end of the run.
    pub round: Option<u64>,
    /// As text, and not as SVG.
    pub text: bool,
    /// What the SVG shows.
    pub show: Options,
}

pub(super) fn picture<M: Pictured>(
    scenario: &M::Scenario,
    orders: &[Order<M>],
    about: &About,
    record: Option<&Record>,
    options: &PictureOptions,
) -> Result<String, StudyError> {
    let mut plan = M::plan(scenario, Extras::default());
    if let Some(record) = record.filter(|record| record.truncated) {
        plan.limits.events = Some(record.events);
    }
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
    orders::schedule_all(&mut simulation, orders, record)?;
    let algorithm = about.resolved["swarm"]["algorithm"].as_str();
    let wanted = Wanted {
        round: options.round,
        again: match record {
            Some(record) => !record.inputs.is_empty(),
            None => !orders.is_empty(),
        },
        text: options.text,
        options: options.show,
        algorithm: algorithm.unwrap_or(about.model),
    };
    M::picture(scenario, simulation, &wanted).map_err(StudyError::Picture)
}
