//! Experiments: a small study as one file, carried out into a folder with a report.
//!
//! An [`Experiment`] names sweeps, tables of statistics and plots. [`reproduce`] runs the sweeps into a store
//! of the folder, computes the tables, draws the plots and writes a report, as Markdown and as HTML, that
//! names every seed and digest. Whoever has the file and the program comes to the same report.

mod carry_out;
mod file;
mod page;
mod report;

pub use carry_out::{Stage, reproduce};
pub use file::{Experiment, PlotSpec, SweepSpec, TableSpec};

use crate::dataset::DatasetError;
use crate::plot::PlotError;
use crate::stats::StatsError;
use crate::store::StoreError;
use crate::sweep::SweepError;

/// Why an experiment could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A sweep could not be carried out.
    #[error("sweep {name:?}: {error}")]
    Sweep {
        /// Its name.
        name: String,
        /// Why.
        error: Box<SweepError>,
    },
    /// The store of the folder cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table could not be computed.
    #[error("table {title:?}: {error}")]
    Table {
        /// Its title.
        title: String,
        /// Why.
        error: Box<StatsError>,
    },
    /// A plot could not be drawn.
    #[error("plot {title:?}: {error}")]
    Plot {
        /// Its title.
        title: String,
        /// Why.
        error: Box<PlotError>,
    },
    /// The runs could not be listed.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A file of the folder could not be written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// Somebody stopped it; what is done stays, and the next attempt goes on.
    #[error("stopped before the experiment was complete; the same command goes on")]
    Stopped,
}
