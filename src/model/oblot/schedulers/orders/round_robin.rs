//! The same order for ever.

use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, last};
use crate::scenario::{ScenarioError, Section};

/// All robots in a fixed order, again and again: RROBIN of the literature.
///
/// Fair: an active robot waits for at most one turn of each other.
#[derive(Clone, Debug)]
pub(super) struct RoundRobin {
    order: Vec<u32>,
    next: usize,
}

impl RoundRobin {
    pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Self, ScenarioError> {
        let last = last(robots);
        let permutation = section
            .u32("permutation")
            .at_most(last)
            .list()
            .exactly(robots)
            .optional()?;
        let order = match permutation {
            Some(_) if section.has("first") => {
                let message = "expected either the first robot or a permutation, found both";
                return Err(section.refuse("first", message));
            }
            Some(permutation) => {
                check(section, &permutation)?;
                permutation
            }
            None => {
                let first = section.u32("first").at_most(last).optional()?.unwrap_or(0);
                (first..=last).chain(0..first).collect()
            }
        };
        Ok(RoundRobin { order, next: 0 })
    }

    /// Whose turn it is.
    pub(super) fn turn(&mut self, free: &Free<'_>) -> Option<u32> {
        for _ in 0..self.order.len() {
            let robot = self.order[self.next];
            self.next = (self.next + 1) % self.order.len();
            if free.has(robot) {
                return Some(robot);
            }
        }
        None
    }
}

/// Refuses a permutation in which a robot comes twice.
fn check(section: &Section<'_>, permutation: &[u32]) -> Result<(), ScenarioError> {
    let mut named = vec![false; permutation.len()];
    for &id in permutation {
        // The ids were read as those of robots, and there are as many as robots.
        if std::mem::replace(&mut named[id as usize], true) {
            let message = format!("expected each robot once, found robot {id} twice");
            return Err(section.refuse("permutation", message));
        }
    }
    Ok(())
}

impl Members for RoundRobin {
    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        match self.turn(free) {
            Some(robot) => Next::Round(vec![robot], Payload::Nothing),
            None => Next::Nobody,
        }
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
