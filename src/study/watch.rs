//! Watching a run from another thread, and stopping it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::arbiter::Committed;
use crate::engine::{Flow, Observer};
use crate::model::{Clock, End, Model, Subject};

/// Where a run stands, for whoever looks from another thread; and the wish to stop it.
///
/// The run writes a few numbers now and then and reads one; it never waits.
#[derive(Debug, Default)]
pub struct Watch {
    time: AtomicU64,
    events: AtomicU64,
    done: AtomicU64,
    robots: AtomicU64,
    stop: AtomicU8,
}

/// How often the numbers are written, in events, where these come as fast as they can.
const EVERY: u64 = 256;

impl Watch {
    /// Asks the run to stop after its present event, because somebody interrupted it.
    pub fn interrupt(&self) {
        self.stop.store(1, Ordering::Relaxed);
    }

    /// Asks the run to stop after its present event, because its real time is over.
    pub fn time_out(&self) {
        // An interruption that came first stays one.
        let _ = self
            .stop
            .compare_exchange(0, 2, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the run was asked to stop, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<End> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(End::Interrupted),
            _ => Some(End::Timeout),
        }
    }

    /// The simulated time.
    #[must_use]
    pub fn time(&self) -> f64 {
        f64::from_bits(self.time.load(Ordering::Relaxed))
    }

    /// How many events were committed.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events.load(Ordering::Relaxed)
    }

    /// How many robots are done, of how many.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (
            self.done.load(Ordering::Relaxed),
            self.robots.load(Ordering::Relaxed),
        )
    }

    fn write<M: Subject>(&self, committed: &Committed<'_, M>) {
        let (done, robots) = M::progress(committed.director);
        self.time
            .store(committed.event.time.to_bits(), Ordering::Relaxed);
        self.events
            .store(committed.event.number + 1, Ordering::Relaxed);
        self.done.store(done as u64, Ordering::Relaxed);
        self.robots.store(robots as u64, Ordering::Relaxed);
    }
}

/// The observer that serves a [`Watch`].
#[derive(Debug)]
pub(super) struct Watching {
    watch: std::sync::Arc<Watch>,
    /// How often it writes, in events.
    every: u64,
}

impl Watching {
    /// Serves a watch. Where real time paces the events, each of them is shown.
    pub(super) fn new(watch: &std::sync::Arc<Watch>, clock: Clock) -> Self {
        Watching {
            watch: std::sync::Arc::clone(watch),
            every: if clock.is_wall() { 1 } else { EVERY },
        }
    }
}

impl Watching {
    /// Whether somebody wants the run to stop.
    fn wish(&self) -> Flow {
        self.watch.stopped().map_or(Flow::Continue, Flow::Stop)
    }
}

impl<M: Model + Subject> Observer<M> for Watching {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        if committed.event.number.is_multiple_of(self.every) || committed.ended.is_some() {
            self.watch.write(committed);
        }
        self.wish()
    }

    fn idle(&mut self) -> Flow {
        self.wish()
    }
}
