//! What came from outside while a run went on, as text that can be kept.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::Log;
use crate::arbiter::{Input, Operation};
use crate::model::{End, Model, Subject};

/// Everything that makes a run again, besides its scenario and its seed.
///
/// A run on the virtual clock that nobody touched has none of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    /// The inputs but for operations, as JSON, each with the number of the event that it precedes.
    pub(in super::super) inputs: Vec<(u64, Box<str>)>,
    /// The operations of a wall-clock run; the first takes event 0.
    pub(in super::super) operations: Vec<Operation>,
}

/// A line of the text.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Line {
    Input {
        before: u64,
        input: serde_json::Value,
    },
    Operation(Operation),
}

/// What is wrong with the text of a past.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the inputs of the run, line {line}: {what}")]
pub struct PastError {
    line: usize,
    what: String,
}

impl Past {
    /// What a run had that was stopped before this event, and otherwise left alone.
    pub(in super::super) fn stopped<M: Model>(before: u64, end: End) -> Self {
        let stop: Input<M> = Input::Stop(end);
        // Inputs are plain data with names for keys, which JSON always takes.
        let text = serde_json::to_string(&stop).unwrap_or_default();
        Past {
            inputs: vec![(before, text.into_boxed_str())],
            operations: Vec::new(),
        }
    }

    /// Whether nothing came from outside.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.operations.is_empty()
    }

    /// A line of JSON for each input, and then one for each operation.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (before, input) in &self.inputs {
            // Writing to a String never fails.
            let _ = writeln!(text, "{{\"before\":{before},\"input\":{input}}}");
        }
        for operation in &self.operations {
            text += &serde_json::to_string(operation).unwrap_or_default();
            text.push('\n');
        }
        text
    }

    /// Reads what [`to_text`](Past::to_text) has written.
    ///
    /// # Errors
    ///
    /// A line that is neither an input nor an operation.
    pub fn from_text(text: &str) -> Result<Self, PastError> {
        let mut past = Past::default();
        for (line, text) in (1..).zip(text.lines()) {
            let read = serde_json::from_str(text).map_err(|error| PastError {
                line,
                what: error.to_string(),
            })?;
            match read {
                Line::Input { before, input } => {
                    past.inputs.push((before, input.to_string().into()));
                }
                Line::Operation(operation) => past.operations.push(operation),
            }
        }
        Ok(past)
    }

    /// The inputs as a simulation takes them, each with the number of the event that it precedes.
    pub(in super::super) fn schedule<M: Subject>(
        &self,
        mut schedule: impl FnMut(u64, Input<M>),
    ) -> Result<(), PastError> {
        for (line, (before, text)) in (1..).zip(&self.inputs) {
            let input = serde_json::from_str(text).map_err(|error| PastError {
                line,
                what: error.to_string(),
            })?;
            schedule(*before, input);
        }
        for (number, operation) in (0..).zip(&self.operations) {
            schedule(number, Input::Operation(*operation));
        }
        Ok(())
    }
}

impl Log {
    /// What came from outside so far; `None` where that was more than a log notes.
    #[must_use]
    pub fn past(&self) -> Option<Past> {
        let inner = self.inner();
        (!inner.full).then(|| Past {
            inputs: inner.inputs.clone(),
            operations: inner.operations.clone(),
        })
    }
}
