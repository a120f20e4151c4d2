//! The observer that writes a run into its record.

use serde_json::json;

use super::About;
use crate::arbiter::{Committed, Input, Operation};
use crate::engine::{Engine, Flow, Observer};
use crate::model::{End, Subject};
use crate::record::{FORMAT_VERSION, Frame, Header, InputLine, MonitorLine, RecordError, Recorder};

/// Writes events, inputs and frames, and stops the run where that fails.
#[derive(Debug)]
pub(super) struct Recording {
    pub(super) recorder: Recorder,
    /// Whether the positions at the ticks are kept; they may be there for the monitors only.
    pub(super) frames: bool,
    /// Whether the hashes of percepts are kept; they may be there for the operations only.
    pub(super) percepts: bool,
    /// Whether an input has said how the run ended.
    pub(super) closed: bool,
    /// The first trouble; the run ends with it.
    pub(super) trouble: Option<RecordError>,
}

impl Recording {
    pub(super) fn keep(&mut self, result: Result<(), RecordError>) {
        if let Err(error) = result {
            self.trouble.get_or_insert(error);
        }
    }

    /// Notes that the run was ended from outside, where no input has said so.
    pub(super) fn stopped<M: Subject>(&mut self, before: u64, now: f64, end: End) {
        if !self.closed {
            self.note::<M>(before, now, &Input::Stop(end));
        }
    }

    fn note<M: Subject>(&mut self, before: u64, time: f64, input: &Input<M>) {
        self.closed |= matches!(input, Input::Stop(_) | Input::Close { .. });
        // Inputs are plain data with names for keys, which JSON always takes.
        let input = serde_json::to_value(input).unwrap_or_default();
        let result = self.recorder.input(InputLine {
            before,
            time,
            input,
        });
        self.keep(result);
    }
}

impl<M: Subject> Observer<M> for Recording {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        if let Some(operation) = committed.operation {
            let result = self.recorder.operation(operation);
            self.keep(result);
        }
        let result = self.recorder.event(committed.rows);
        self.keep(result);
        for (id, outcome) in committed.results {
            if self.percepts
                && let Some(hash) = M::percept(outcome)
            {
                let (event, time) = (committed.event.number, committed.event.time);
                let value = percept_value(*id, hash);
                let result = self.recorder.monitor(MonitorLine { event, time, value });
                self.keep(result);
            }
            if self.frames
                && let Some(points) = M::frame(outcome)
            {
                let positions = points.iter().map(|p| [p.x as f32, p.y as f32]).collect();
                let (event, time) = (committed.event.number, committed.event.time);
                let result = self.recorder.frame(Frame {
                    event,
                    time,
                    positions,
                });
                self.keep(result);
            }
        }
        if self.trouble.is_some() {
            Flow::Stop(End::Failed)
        } else {
            Flow::Continue
        }
    }

    fn input(&mut self, before: u64, now: f64, input: &Input<M>) {
        self.note(before, now, input);
    }

    fn failed(&mut self, number: u64, operation: &Operation) {
        let mut row = Vec::new();
        operation.write(number, &mut row);
        // Nothing came of it.
        row.resize(M::operation_layout().row_bytes(), 0xff);
        let result = self.recorder.operation(&row);
        self.keep(result);
    }
}

/// How the hash of a percept stands in the record, among what the monitors say.
pub(super) fn percept_value(robot: i32, hash: u64) -> serde_json::Value {
    json!({ "robot": robot, "percept": format!("{hash:016x}") })
}

/// The header of a record of this study.
pub(super) fn header<M: Subject>(about: &About, engine: Engine) -> Header {
    Header {
        format: FORMAT_VERSION,
        formicary: env!("CARGO_PKG_VERSION").to_owned(),
        model: about.model.to_owned(),
        scenario: about.source.clone(),
        resolved: about.resolved.clone(),
        seed: about.seed.clone(),
        rng: about.rng.clone(),
        engine: engine.name().to_owned(),
        threads: engine.threads() as u32,
        forced: about.forced,
        layout: M::layout(),
        operations: about.clock.is_wall().then(M::operation_layout),
        extra: serde_json::Map::new(),
    }
}
