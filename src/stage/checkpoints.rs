//! Copies of a run on its way, from which it goes on again.

use std::sync::Arc;

use super::Staged;
use crate::engine::Checkpoint;

/// A copy of a run, and of what was remembered on the way there.
#[derive(Debug)]
pub(super) struct Saved<M: Staged> {
    pub(super) event: u64,
    pub(super) time: f64,
    pub(super) state: Checkpoint<M>,
    pub(super) memory: M::Memory,
}

/// Copies at growing distances, so many as there is room for.
#[derive(Debug)]
pub(super) struct Checkpoints<M: Staged> {
    /// In the order of the events; the first is the start.
    saved: Vec<Arc<Saved<M>>>,
    /// The least number of events between two of them.
    interval: u64,
    /// How many there may be.
    most: usize,
}

/// About so many bytes all copies together may have.
const ROOM: usize = 128 << 20;
/// About so many bytes a robot has in a copy.
const ROBOT: usize = 600;

impl<M: Staged> Checkpoints<M> {
    /// Begins with the start of a run of so many robots.
    ///
    /// A copy costs as much as some events in which each robot is looked at; the distance is such that
    /// copies are a small part of the work.
    pub(super) fn new(start: Saved<M>, robots: usize) -> Self {
        let most = ROOM / (robots.max(1) * ROBOT);
        Checkpoints {
            saved: vec![Arc::new(start)],
            interval: 2000 + 4 * robots as u64,
            most: most.clamp(4, 400),
        }
    }

    /// Whether it is time for another one at this event.
    pub(super) fn is_due(&self, event: u64) -> bool {
        let last = self.saved.last().map_or(0, |saved| saved.event);
        event >= last + self.interval
    }

    /// Keeps one that is later than all others. Where there are too many, every second one goes.
    pub(super) fn keep(&mut self, saved: Saved<M>) {
        self.saved.push(Arc::new(saved));
        if self.saved.len() > self.most {
            let mut index = 0;
            self.saved.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.interval *= 2;
        }
    }

    /// The start of the run.
    pub(super) fn start(&self) -> Arc<Saved<M>> {
        Arc::clone(&self.saved[0])
    }

    /// The last one at which at most so many events were committed.
    pub(super) fn before_event(&self, event: u64) -> Arc<Saved<M>> {
        let after = self.saved.partition_point(|saved| saved.event <= event);
        Arc::clone(&self.saved[after.saturating_sub(1)])
    }

    /// The last one whose last event is not after this instant.
    pub(super) fn before_time(&self, time: f64) -> Arc<Saved<M>> {
        let after = self.saved.partition_point(|saved| saved.time <= time);
        Arc::clone(&self.saved[after.saturating_sub(1)])
    }

    /// Forgets those at which more than so many events were committed.
    pub(super) fn cut(&mut self, event: u64) {
        self.saved.retain(|saved| saved.event <= event);
    }
}
