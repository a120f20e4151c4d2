//! How long robots wait between their activations.

use super::Scene;

/// The activations of a run, numbered from 1 in the order of the events (those of one round in the
/// order of the ids), and how long robots waited for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    activations: u64,
    robots: Vec<Last>,
    longest: Option<(f64, u32)>,
    most: u64,
}

/// A robot between two activations.
#[derive(Clone, Copy, Debug)]
struct Last {
    active: bool,
    /// The number and the time of its last activation.
    last: Option<(u64, f64)>,
}

impl Gaps {
    /// The run is about to start.
    pub(super) fn begin(&mut self, scene: &Scene) {
        let last = |robot: u32| Last {
            active: scene.body(robot).active,
            last: None,
        };
        self.robots = (0..scene.len() as u32).map(last).collect();
    }

    /// A robot is activated. Returns the number of this activation.
    pub(super) fn activated(&mut self, robot: u32, now: f64) -> u64 {
        self.end(robot, now);
        self.activations += 1;
        self.robots[robot as usize] = Last {
            active: true,
            last: Some((self.activations, now)),
        };
        self.activations
    }

    /// A robot takes part no longer. False if it did not before.
    pub(super) fn retired(&mut self, robot: u32, now: f64) -> bool {
        if !std::mem::replace(&mut self.robots[robot as usize].active, false) {
            return false;
        }
        self.end(robot, now);
        true
    }

    /// The run has ended.
    pub(super) fn finish(&mut self, now: f64) {
        for robot in 0..self.robots.len() as u32 {
            if self.robots[robot as usize].active {
                self.end(robot, now);
            }
        }
    }

    /// A gap is over.
    fn end(&mut self, robot: u32, now: f64) {
        let (number, time) = self.robots[robot as usize].last.unwrap_or((0, 0.0));
        let gap = now - time;
        if self.longest.is_none_or(|(longest, _)| gap > longest) {
            self.longest = Some((gap, robot));
        }
        self.most = self.most.max(self.activations - number);
    }

    /// How many activations there were.
    pub(super) fn activations(&self) -> u64 {
        self.activations
    }

    /// The number of a robot's last activation.
    pub(super) fn last(&self, robot: u32) -> Option<u64> {
        self.robots[robot as usize].last.map(|(number, _)| number)
    }

    /// The longest gap that is over, and whose it was.
    pub(super) fn longest(&self) -> Option<(f64, u32)> {
        self.longest
    }

    /// The most activations of all others, together, in a gap that is over.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// How many active robots were never activated.
    pub(super) fn starved(&self) -> usize {
        let never = |robot: &&Last| robot.active && robot.last.is_none();
        self.robots.iter().filter(never).count()
    }
}
