//! The observer that keeps what is to be kept of a run: its record, and what its monitors find.

use std::sync::Arc;

use super::lateness::Lateness;
use super::orders::Tally;
use super::recording::Recording;
use super::watch::Watch;
use crate::arbiter::{Committed, Input, Operation};
use crate::engine::{Flow, Observer};
use crate::model::{End, Subject};
use crate::monitor::{Finding, Line, Listener, Watcher};
use crate::record::MonitorLine;

/// The record and the monitors of a run, as far as it has them.
pub(super) struct Keeping<M: Subject> {
    pub(super) recording: Option<Recording>,
    /// How late operations were, on the wall clock.
    pub(super) lateness: Option<Lateness>,
    /// Which orders of the scenario were reached.
    pub(super) tally: Tally,
    watcher: Option<Box<dyn Watcher<M>>>,
    watch: Arc<Watch>,
}

impl<M: Subject> Keeping<M> {
    pub(super) fn new(
        recording: Option<Recording>,
        watcher: Option<Box<dyn Watcher<M>>>,
        tally: Tally,
        watch: &Arc<Watch>,
    ) -> Self {
        Keeping {
            recording,
            lateness: None,
            tally,
            watcher,
            watch: Arc::clone(watch),
        }
    }

    /// The run has ended: has the monitors say what they still have to say, and what they found.
    pub(super) fn finish(
        &mut self,
        robots: Option<&[Option<M::Robot>]>,
        director: Option<&M::Director>,
        time: f64,
    ) -> Vec<Finding> {
        let mut ear = Ear {
            recording: self.recording.as_mut(),
            watch: &self.watch,
        };
        let watcher = self.watcher.as_mut();
        watcher.map_or_else(Vec::new, |watcher| {
            watcher.finish(robots, director, time, &mut ear)
        })
    }
}

impl<M: Subject> Observer<M> for Keeping<M> {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        let recording = self.recording.as_mut();
        let flow = recording.map_or(Flow::Continue, |recording| recording.committed(committed));
        if let Some(lateness) = &mut self.lateness {
            lateness.committed(committed);
        }
        if let Some(watcher) = &mut self.watcher {
            let mut ear = Ear {
                recording: self.recording.as_mut(),
                watch: &self.watch,
            };
            watcher.committed(committed, &mut ear);
        }
        flow
    }

    fn input(&mut self, before: u64, now: f64, input: &Input<M>) {
        self.tally.input(before, input);
        if let Some(recording) = &mut self.recording {
            recording.input(before, now, input);
        }
    }

    fn failed(&mut self, number: u64, operation: &Operation) {
        if let Some(recording) = &mut self.recording {
            Observer::<M>::failed(recording, number, operation);
        }
    }

    fn idle(&mut self) -> Flow {
        let trouble = |recording: &Recording| recording.trouble.is_some();
        match self.recording.as_ref().is_some_and(trouble) {
            true => Flow::Stop(End::Failed),
            false => Flow::Continue,
        }
    }
}

/// Takes what monitors say into the record, if there is one.
struct Ear<'a> {
    recording: Option<&'a mut Recording>,
    watch: &'a Watch,
}

impl Listener for Ear<'_> {
    fn hear(&mut self, line: Line) {
        if let Some(recording) = &mut self.recording {
            let Line { event, time, value } = line;
            let result = recording
                .recorder
                .monitor(MonitorLine { event, time, value });
            // Trouble ends the run with its next event, or is told at its end.
            recording.keep(result);
        }
    }

    fn is_leaving(&self) -> bool {
        self.watch.stopped().is_some()
    }
}
