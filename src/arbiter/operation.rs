//! Operations: the order of a wall-clock run, which decides in place of the heap.
//!
//! On the wall clock every event is taken from the pending ones when reality says so, at a stamp of
//! its own. The stamps are strictly increasing, so they are an order of all that happened; fed to
//! the arbiter as inputs, they make the same run again.

use serde::{Deserialize, Serialize};

use super::{Arbiter, EventName, RunError};
use crate::model::{Event, Kind, Model, Target, Wake};

/// Which pending event comes next, and when.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// The instant at which it is carried out, in simulated time: finite, and later than that of
    /// the event before it.
    pub stamp: f64,
    /// When the event was due, in simulated time.
    pub due: f64,
    /// Whose event: a robot's id, or -1 for the environment.
    pub id: i32,
    /// The rank of its kind.
    pub kind: u8,
}

/// A change of how simulated time follows real time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Time stands still.
    Pause,
    /// Time goes on.
    Resume,
    /// So many units of simulated time pass in a second of real time.
    Rate(f64),
    /// So many seconds of real time do not count: the machine was suspended, or busy elsewhere.
    Gap(f64),
}

/// A pending event that somebody has to keep the time for.
#[derive(Clone, Debug, PartialEq)]
pub struct Announced {
    /// When it is due, in simulated time.
    pub due: f64,
    /// To whom it will be granted.
    pub target: Target,
    /// The rank of its kind.
    pub kind: u8,
}

impl Announced {
    pub(super) fn of<M: Model>(wake: &Wake<M>) -> Self {
        Announced {
            due: wake.time,
            target: wake.target.clone(),
            kind: wake.kind.rank(),
        }
    }

    /// The operation that carries it out at `stamp`.
    #[must_use]
    pub fn at(&self, stamp: f64) -> Operation {
        Operation {
            stamp,
            due: self.due,
            id: self.target.id(),
            kind: self.kind,
        }
    }
}

/// The length of what every row of operations begins with, as [`Layout::operations`](crate::layout::Layout::operations) has it.
const HEAD_BYTES: usize = 8 + 8 + 8 + 4 + 1;

impl Operation {
    /// Appends the head of the row of a committed event; [`Layout::operations`](crate::layout::Layout::operations) describes it.
    pub(super) fn encode<M: Model>(event: &Event<M>, row: &mut Vec<u8>) {
        let operation = Operation {
            stamp: event.time,
            due: event.due,
            id: event.id(),
            kind: event.kind.rank(),
        };
        operation.write(event.number, row);
    }

    /// Appends the head of the row of the operation with this number.
    pub fn write(&self, number: u64, row: &mut Vec<u8>) {
        row.extend(number.to_le_bytes());
        row.extend(self.stamp.to_le_bytes());
        row.extend(self.due.to_le_bytes());
        row.extend(self.id.to_le_bytes());
        row.push(self.kind);
    }

    /// The number of the event and the operation from a row; `None` where it is too short.
    #[must_use]
    pub fn decode(row: &[u8]) -> Option<(u64, Operation)> {
        let head: &[u8; HEAD_BYTES] = row.first_chunk()?;
        let eight = |at: usize| -> Option<u64> {
            Some(u64::from_le_bytes(*head.get(at..)?.first_chunk()?))
        };
        let operation = Operation {
            stamp: f64::from_bits(eight(8)?),
            due: f64::from_bits(eight(16)?),
            id: i32::from_le_bytes(*head.get(24..)?.first_chunk()?),
            kind: head[28],
        };
        Some((eight(0)?, operation))
    }
}

impl<M: Model> Arbiter<M> {
    /// Has the next event be the pending one that the operation names, at its stamp.
    ///
    /// # Errors
    ///
    /// [`RunError::Operation`] where no such event is pending, or where the stamp is not later
    /// than the last event; the run has then failed.
    pub fn take(&mut self, operation: Operation) -> Result<(), RunError> {
        let Operation {
            stamp,
            due,
            id,
            kind,
        } = operation;
        let later = stamp.is_finite() && stamp >= 0.0 && (stamp > self.now || self.number == 0);
        let what = match later {
            false => "its stamp is not later than the event before it",
            true => match self.heap.take(due, id, kind) {
                Some(wake) => {
                    let wake = Wake {
                        time: stamp + 0.0,
                        ..wake
                    };
                    self.taken = Some((wake, due));
                    return Ok(());
                }
                None => "no such event is pending",
            },
        };
        let event = EventName {
            number: self.number,
            time: self.now,
            kind: "OPERATION",
            target: format!("id {id}, kind {kind}"),
        };
        Err(self.fail(RunError::Operation {
            event,
            due,
            stamp,
            what,
        }))
    }

    /// Whether such an event is pending.
    #[must_use]
    pub fn awaits(&self, announced: &Announced) -> bool {
        let (id, kind) = (announced.target.id(), announced.kind);
        self.heap.contains(announced.due, id, kind)
    }

    /// The pending events, in the order in which they are due.
    #[must_use]
    pub fn pending_events(&self) -> Vec<Announced> {
        let pending = self.heap.iter().map(|wake| Announced::of(&wake));
        let mut pending: Vec<_> = pending.collect();
        let key = |announced: &Announced| (announced.target.id(), announced.kind);
        pending.sort_by(|a, b| a.due.total_cmp(&b.due).then(key(a).cmp(&key(b))));
        pending
    }

    /// Whether nothing is granted any more, so that [`Arbiter::next_event`] names the end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let enough = self.limits.events.is_some_and(|limit| self.number >= limit);
        self.ended.is_some() || enough || self.heap.is_empty()
    }

    /// Has the arbiter announce every event that becomes pending from now on, and those that are.
    pub fn announce(&mut self) {
        self.announced = Some(self.pending_events());
    }

    /// The events that became pending since this was asked last.
    pub fn announced(&mut self) -> Vec<Announced> {
        self.announced
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }
}
