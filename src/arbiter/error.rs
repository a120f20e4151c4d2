//! The one error of a run.

use std::fmt;

use crate::model::{Event, Failure, Kind, Model};

/// Names an event in an error: which one, when, of what kind, whose.
#[derive(Clone, Debug, PartialEq)]
pub struct EventName {
    /// How many events were committed before it.
    pub number: u64,
    /// Its instant, in simulated time.
    pub time: f64,
    /// Its kind.
    pub kind: &'static str,
    /// To whom it was granted.
    pub target: String,
}

impl EventName {
    /// The name of an event.
    #[must_use]
    pub fn of<M: Model>(event: &Event<M>) -> Self {
        EventName {
            number: event.number,
            time: event.time,
            kind: event.kind.name(),
            target: event.target.to_string(),
        }
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "time {}, event {} ({} of {})",
            self.time, self.number, self.kind, self.target
        )
    }
}

/// Why a run failed. Every variant names who, when and in which event; a failed run stays failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// A robot or a part could not handle its event.
    #[error("{who} at {event}: {failure}")]
    Handler {
        /// The robot or part.
        who: String,
        /// The event it was handling.
        event: EventName,
        /// What went wrong.
        failure: Failure,
    },
    /// A handler asked for an event that cannot be: in the past, or at no time at all.
    #[error(
        "{event}: asks for a {kind} of {target} at time {time}, which is no finite time at or after now"
    )]
    Wake {
        /// The event whose handler asked.
        event: EventName,
        /// The kind asked for.
        kind: &'static str,
        /// Whom it was to be granted to.
        target: String,
        /// The impossible time.
        time: f64,
    },
    /// A handler named a pending event that does not exist.
    #[error("{event}: cancels a {kind} of id {id} at time {time}, which is not pending")]
    Cancel {
        /// The event whose handler asked.
        event: EventName,
        /// The kind named.
        kind: &'static str,
        /// The id named.
        id: i32,
        /// The time named.
        time: f64,
    },
    /// An event is addressed to a robot or part that does not exist.
    #[error("{event}: there is no such target")]
    NoTarget {
        /// The event.
        event: EventName,
    },
    /// A copy of the state was wanted in the middle of an event.
    #[error("{event}: waits for an answer from outside and cannot be copied")]
    Open {
        /// The event.
        event: EventName,
    },
    /// An answer came for a robot that asked nothing.
    #[error("at time {time}, before event {before}: no open question of robot {robot}")]
    NoQuestion {
        /// The robot that the answer names.
        robot: u32,
        /// The present instant.
        time: f64,
        /// The number of the next event.
        before: u64,
    },
    /// An operation of a wall-clock run names an event that is not pending, or no later time.
    #[error("{event}: the operation at {stamp} takes what was due at {due}: {what}")]
    Operation {
        /// The operation.
        event: EventName,
        /// When it was due.
        due: f64,
        /// The instant at which it was carried out.
        stamp: f64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A synchronous phase was granted in a run with one shared generator, whose draws would
    /// depend on the order of computation.
    #[error("{event}: a synchronous phase cannot share one generator (rng = \"numpy\")")]
    SharedDiceInPhase {
        /// The phase.
        event: EventName,
    },
}

impl RunError {
    /// The instant at which the run failed, in simulated time.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            RunError::Handler { event, .. }
            | RunError::Wake { event, .. }
            | RunError::Cancel { event, .. }
            | RunError::NoTarget { event }
            | RunError::Open { event }
            | RunError::Operation { event, .. }
            | RunError::SharedDiceInPhase { event } => event.time,
            RunError::NoQuestion { time, .. } => *time,
        }
    }
}
