//! Sweeps: many runs of one scenario, each kept as it comes.
//!
//! A [`Plan`] says which runs there are; [`carry_out`] has workers carry them out and the store keep them.
//! A run depends on nothing but its scenario and its seed, so neither the number of workers nor an
//! interruption changes what a sweep comes to.

pub mod file;
pub mod kept;
mod order;
mod plan;
pub mod variation;
mod workers;

pub use order::{Order, Shard};
pub use plan::{Limits, MOST_RUNS, Plan};
pub use workers::{Control, Progress, Sweeping, carry_out};

use crate::scenario::ScenarioError;
use crate::store::StoreError;
use crate::study::StudyError;

/// Why a sweep could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// A scenario of it is not valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The store could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A run could not even start.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Somebody stopped it before its first run.
    #[error("stopped before the first run")]
    Stopped,
    /// What is asked for cannot be done.
    #[error("{0}")]
    Refused(String),
}
