//! What robots saw, kept for a while.

use std::collections::VecDeque;

use serde_json::{Map, Value};

/// What was found of a robot's last Look.
type Found = Option<Map<String, Value>>;

/// The last few percepts that somebody wanted to see.
#[derive(Debug, Default)]
pub(super) struct Percepts(VecDeque<(u32, u64, Found)>);

/// How many are kept.
const MOST: usize = 16;

impl Percepts {
    /// What the robot saw in the event, if it was asked for before.
    pub(super) fn get(&self, robot: u32, event: u64) -> Option<&Found> {
        let mut kept = self.0.iter();
        let kept = kept.find(|(id, look, _)| (*id, *look) == (robot, event));
        kept.map(|(.., found)| found)
    }

    pub(super) fn keep(&mut self, robot: u32, event: u64, found: Found) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((robot, event, found));
    }

    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}
