//! From when on a robot has a fault.

use crate::scenario::{ScenarioError, Section};

/// From when on a robot has a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum When {
    /// From the start.
    Start,
    /// From this time, in simulated time.
    Time(f64),
    /// From this one of its activations, counted from 1.
    Activation(u64),
}

impl When {
    /// Reads `time` or `activation`.
    pub(super) fn read(section: &Section<'_>) -> Result<When, ScenarioError> {
        let time = section.f64("time").non_negative().optional()?;
        let activation = section.u64("activation").positive().optional()?;
        match (time, activation) {
            (Some(_), Some(_)) => Err(section.refuse(
                "activation",
                "expected either a time or an activation, found both",
            )),
            (Some(time), None) => Ok(When::Time(time)),
            (None, Some(activation)) => Ok(When::Activation(activation)),
            (None, None) => Ok(When::Start),
        }
    }

    /// Whether it has come, at this time and this activation.
    pub(super) fn has_come(self, time: f64, activation: u64) -> bool {
        match self {
            When::Start => true,
            When::Time(from) => from <= time,
            When::Activation(from) => from <= activation,
        }
    }
}
