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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Extras;
    use crate::model::oblot::{Oblot, scenario::Scenario};
    use crate::scenario::Document;

    fn start() -> Saved<Oblot> {
        let text = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n";
        let document = Document::parse("three.toml", text).unwrap();
        let scenario = Scenario::read(&document.root()).unwrap();
        saved(
            0,
            &Checkpoint::start(scenario.plan(Extras::default())).unwrap(),
        )
    }

    fn saved(event: u64, state: &Checkpoint<Oblot>) -> Saved<Oblot> {
        Saved {
            event,
            time: event as f64 / 10.0,
            state: state.clone(),
            memory: Vec::new(),
        }
    }

    #[test]
    fn the_nearest_copy_that_is_not_later_is_found() {
        let first = start();
        let state = first.state.clone();
        let mut checkpoints = Checkpoints::new(first, 3);
        for event in [3000, 6000, 9000] {
            assert!(checkpoints.is_due(event));
            checkpoints.keep(saved(event, &state));
        }
        assert!(!checkpoints.is_due(9001));
        let by_event = |event| checkpoints.before_event(event).event;
        assert_eq!(
            [0, 2999, 3000, 8999, 9000, u64::MAX].map(by_event),
            [0, 0, 3000, 6000, 9000, 9000]
        );
        let by_time = |time| checkpoints.before_time(time).event;
        assert_eq!([0.0, 299.9, 300.0, 1e9].map(by_time), [0, 0, 3000, 9000]);
        checkpoints.cut(3000);
        assert_eq!(checkpoints.before_event(u64::MAX).event, 3000);
    }

    #[test]
    fn there_are_never_too_many_copies_and_the_start_stays() {
        let first = start();
        let state = first.state.clone();
        let mut checkpoints = Checkpoints::new(first, 200_000);
        let mut kept = 0;
        for event in 0..100_000_000u64 / 100_000 {
            let event = event * 100_000;
            if checkpoints.is_due(event) {
                kept += 1;
                checkpoints.keep(saved(event, &state));
            }
            assert!(checkpoints.saved.len() <= checkpoints.most);
        }
        assert!(kept > 4, "{kept}");
        assert_eq!(checkpoints.start().event, 0);
        assert_eq!(checkpoints.before_event(1).event, 0);
    }
}
