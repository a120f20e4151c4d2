//! The observer that fills a log.

use std::sync::Arc;

use super::super::run::RunReport;
use super::{Inner, Log, MOST_INPUTS, MOST_OPERATIONS, Outcome};
use crate::arbiter::{Committed, Input, Operation};
#[cfg(feature = "native")]
use crate::engine::steering::Steering;
use crate::engine::{Flow, Observer};
use crate::model::{End, Model, Subject};

/// Fills the log of a run, if somebody wants one.
#[derive(Debug)]
pub(in super::super) struct Logging(pub(in super::super) Option<Arc<Log>>);

impl Inner {
    fn input<M: Model>(&mut self, before: u64, input: &Input<M>) {
        self.closed |= matches!(input, Input::Stop(_) | Input::Close { .. });
        self.full |= self.inputs.len() >= MOST_INPUTS;
        if !self.full {
            // Inputs are plain data with names for keys, which JSON always takes.
            let text = serde_json::to_string(input).unwrap_or_default();
            self.inputs.push((before, text.into_boxed_str()));
        }
    }

    fn operation(&mut self, operation: Operation) {
        self.full |= self.operations.len() >= MOST_OPERATIONS;
        if !self.full {
            self.operations.push(operation);
        }
    }
}

impl Log {
    /// Has whoever steers the run nudge it.
    #[cfg(feature = "native")]
    pub(in super::super) fn begin<M: Model>(&self, steering: &Steering<M>) {
        let steering = steering.clone();
        self.attach(Some(Box::new(move || steering.nudge())));
    }

    /// Notes the end of the run. Where nothing else says why it ended, an input does, so that whoever
    /// follows ends as well.
    pub(in super::super) fn finish<M: Model>(&self, report: &RunReport) {
        let mut inner = self.inner();
        let stopped = match report.end {
            End::Interrupted | End::Timeout => true,
            End::Failed => report.error.is_none(),
            _ => false,
        };
        if stopped && !inner.closed {
            inner.input::<M>(report.events, &Input::Stop(report.end));
        }
        let record_error = report.record_error.as_ref().map(ToString::to_string);
        let error = report.error.as_ref().map(ToString::to_string);
        inner.ending = Some(Outcome {
            end: report.end,
            error: error.or(record_error),
            digest: Some(report.digest.clone()),
        });
        drop(inner);
        self.attach(None);
    }
}

impl<M: Subject> Observer<M> for Logging {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        let Some(log) = &self.0 else {
            return Flow::Continue;
        };
        let mut inner = log.inner();
        let operation = committed.operation.and_then(Operation::decode);
        if let Some((_, operation)) = operation {
            inner.operation(operation);
        }
        inner.held = None;
        if !inner.full {
            inner.events = committed.event.number + 1;
            inner.time = committed.event.time;
        }
        Flow::Continue
    }

    fn input(&mut self, before: u64, _: f64, input: &Input<M>) {
        if let Some(log) = &self.0 {
            log.inner().input(before, input);
        }
    }

    fn failed(&mut self, _: u64, operation: &Operation) {
        if let Some(log) = &self.0 {
            log.inner().operation(*operation);
        }
    }

    fn holds(&mut self, number: u64, time: f64) -> bool {
        let Some(log) = &self.0 else {
            return false;
        };
        let mut inner = log.inner();
        inner.held = (!inner.allowed.allows(number, time)).then_some(time);
        inner.held.is_some()
    }
}
