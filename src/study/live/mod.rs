//! Following a run while it goes on, from other threads.
//!
//! A run fills a [`Log`] with all that makes it again: its inputs, the operations of the wall clock, how
//! many events are committed, and its end. Whoever [follows](Following) it carries the same events out
//! on his own, as far as the log goes: so he can go back in it, and however slow he is, the run does
//! not wait for him. On the virtual clock the log is also a gate: the run goes no further than it is
//! [allowed](Log::allow).

mod follow;
mod logging;
mod past;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arbiter::Operation;
use crate::model::End;

pub use follow::{Following, Hand};
pub(super) use logging::Logging;
pub use past::{Past, PastError};

/// What is known of a run that goes on in another thread.
#[derive(Default)]
pub struct Log {
    inner: Mutex<Inner>,
    nudge: Mutex<Option<Nudge>>,
}

/// Has the run look again whether it may go on.
type Nudge = Box<dyn Fn() + Send>;

/// How far a run may go on the virtual clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Allowed {
    /// To its end.
    #[default]
    All,
    /// Until so many events are committed.
    Events(u64),
    /// To this instant of simulated time, with all events at it.
    Time(f64),
}

impl Allowed {
    /// Whether the event with this number, which comes at this time, may be carried out.
    fn allows(self, number: u64, time: f64) -> bool {
        match self {
            Allowed::All => true,
            Allowed::Events(events) => number < events,
            Allowed::Time(limit) => time <= limit,
        }
    }
}

#[derive(Debug, Default)]
struct Inner {
    /// The inputs but for operations, as JSON, each with the number of the event that it precedes.
    inputs: Vec<(u64, Box<str>)>,
    /// The operations of a wall-clock run; the first takes event 0.
    operations: Vec<Operation>,
    events: u64,
    time: f64,
    allowed: Allowed,
    /// The time of the next event, while that is held back.
    held: Option<f64>,
    /// Nothing is noted any more, because too much has been.
    full: bool,
    /// Whether an input has said how the run ended.
    closed: bool,
    ending: Option<Outcome>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Why it ended.
    pub end: End,
    /// What failed, in words.
    pub error: Option<String>,
    /// The digest of its events, in hexadecimal digits; `None` where it could not even start.
    pub digest: Option<String>,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// How many events are committed.
    pub events: u64,
    /// The time of the last of them.
    pub time: f64,
    /// How far the run may go.
    pub allowed: Allowed,
    /// Whether so much was noted that nothing more is: the run goes on, but can be followed no
    /// further.
    pub full: bool,
    /// How it ended, once it has.
    pub ending: Option<Outcome>,
}

/// So many operations are noted at most, of 24 bytes each.
const MOST_OPERATIONS: usize = 1 << 23;
/// So many other inputs are noted at most, of about 100 bytes each.
const MOST_INPUTS: usize = 1 << 20;

impl Log {
    /// Where the run stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let inner = self.inner();
        Standing {
            events: inner.events,
            time: inner.time,
            allowed: inner.allowed,
            full: inner.full,
            ending: inner.ending.clone(),
        }
    }

    /// How the run ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Outcome> {
        self.inner().ending.clone()
    }

    /// Lets a run on the virtual clock go so far, and no further. One that is there already waits for
    /// more; it is not taken back. The wall clock waits for nobody.
    pub fn allow(&self, allowed: Allowed) {
        self.inner().allowed = allowed;
        let nudge = self.nudge.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nudge) = &*nudge {
            nudge();
        }
    }

    /// Notes how the run ended, if nothing is noted of that yet. A run notes its own end; this is for
    /// one that could not start, or that was lost.
    pub fn end(&self, outcome: Outcome) {
        self.inner().ending.get_or_insert(outcome);
        self.attach(None);
    }

    /// Has somebody else do the nudging from now on, or nobody.
    fn attach(&self, nudge: Option<Nudge>) {
        *self.nudge.lock().unwrap_or_else(PoisonError::into_inner) = nudge;
    }

    /// The lock is held for a few instructions only, by the run and by all who follow it.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.standing()).finish()
    }
}
