//! Keeping a single run in a store.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::common::Failed;
use super::scenario::ScenarioArgs;
use crate::engine::Engine;
use crate::store::{Access, Store};
use crate::study::live::Log;
use crate::study::{RunReport, Study};
use crate::sweep::kept::{Circumstances, failed, origins, row};

/// A store that waits for a run.
pub(super) struct Keeper {
    store: Store,
    simulation: Option<i64>,
    log: Option<Arc<Log>>,
}

/// What is known of the run besides its report.
pub(super) struct Kept<'a> {
    pub(super) began: SystemTime,
    pub(super) took: Duration,
    pub(super) log: Option<&'a Log>,
    pub(super) record: Option<&'a Path>,
}

impl Keeper {
    /// Opens the store that the flag or the scenario names, if either does: before the run, so that none is
    /// carried out that cannot be kept.
    pub(super) fn open(
        flag: Option<&Path>,
        scenario: &ScenarioArgs,
        study: &Study,
    ) -> Result<Option<Self>, Failed> {
        let Some(path) = flag.or(study.about().store.as_deref()) else {
            return Ok(None);
        };
        let store = Store::open(path, Access::Create)?;
        let simulation = scenario.simulation(&store)?;
        Ok(Some(Keeper {
            store,
            simulation,
            log: study.log(),
        }))
    }

    /// Where what comes from outside is noted; always where somebody may steer.
    pub(super) fn log(&self, steered: bool) -> Option<Arc<Log>> {
        let log = self.log.clone();
        log.or_else(|| steered.then(Arc::default))
    }

    /// Keeps a run that could not be carried out.
    pub(super) fn keep_failed(
        &mut self,
        study: &Study,
        engine: Engine,
        error: String,
        began: SystemTime,
        took: Duration,
    ) -> Result<(), Failed> {
        let (scenario, setup) = origins(&mut self.store, study, engine)?;
        let circumstances = Circumstances {
            scenario,
            setup,
            simulation: self.simulation,
            place: None,
            began,
            took,
            log: None,
            record: None,
        };
        let run = failed(study, error, &circumstances);
        Ok(self.store.keep_runs(std::slice::from_ref(&run))?)
    }

    /// Keeps the run, and gives its number.
    pub(super) fn keep(
        &mut self,
        study: &Study,
        engine: Engine,
        report: &RunReport,
        disappointments: Vec<String>,
        kept: &Kept<'_>,
    ) -> Result<i64, Failed> {
        let record = kept.record.map(|path| path.display().to_string());
        let (scenario, setup) = origins(&mut self.store, study, engine)?;
        let circumstances = Circumstances {
            scenario,
            setup,
            simulation: self.simulation,
            place: None,
            began: kept.began,
            took: kept.took,
            log: kept.log,
            record: record.as_deref(),
        };
        let run = row(study, report, disappointments, &circumstances).ok_or_else(|| {
            let words = "more came from outside than can be kept, so the run could not be repeated: it is not \
                         in the store (--record keeps it)";
            Failed::Usage(words.to_owned())
        })?;
        self.store.keep_runs(std::slice::from_ref(&run))?;
        Ok(self.store.last_run())
    }
}
