//! The visibility: who sees what.

mod obstruction;

use super::directive::Tie;
use super::percept::{Percept, Seen};
use super::{Oblot, Request};
use crate::model::Answer;

pub use obstruction::Obstruction;

/// How far a robot sees, and what hides from it. A robot always sees itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sight {
    /// Robots at a distance of at most this are visible; `None` sees everything.
    pub radius: Option<f64>,
    /// Only so many of the others are visible, the nearest ones; of equally near ones those with
    /// the lowest ids.
    pub nearest: Option<usize>,
    /// How robots hide what lies behind them, where they do.
    pub obstruction: Option<Obstruction>,
}

impl Sight {
    /// What a robot sees of those within the radius.
    #[must_use]
    pub fn view(&self, percept: Percept) -> Percept {
        let all_visible = percept.world().table.vanished() == 0;
        if self.nearest.is_none() && self.obstruction.is_none() && all_visible {
            return percept;
        }
        let mut robots = percept.robots();
        robots.retain(|seen| seen.id == percept.me() || !seen.appearance.vanished);
        if let Some(obstruction) = &self.obstruction {
            robots = obstruction.visible(percept.here(), robots);
        }
        if let Some(count) = self.nearest {
            robots = nearest(&percept, robots, count);
        }
        percept.with(robots, None, Tie::First)
    }
}

/// The looking robot and the `count` nearest others, in the order of the ids.
fn nearest(percept: &Percept, mut robots: Vec<Seen>, count: usize) -> Vec<Seen> {
    let (me, here) = (percept.me(), percept.here());
    // The looking robot sorts before all others, whoever stands on the same point.
    let key = |seen: &Seen| (seen.id != me, here.distance(seen.position));
    robots.sort_by(|a, b| {
        let ((a_other, a_far), (b_other, b_far)) = (key(a), key(b));
        a_other.cmp(&b_other).then(a_far.total_cmp(&b_far))
    });
    robots.truncate(count.saturating_add(1));
    robots.sort_by_key(|seen| seen.id);
    robots
}

/// The environment part that decides what a robot sees. It is a view over the position tracker:
/// it turns a Look into a request for a snapshot through the robot's eyes.
#[derive(Clone, Debug)]
pub struct Visibility {
    sight: Sight,
}

impl Visibility {
    /// All robots see equally far.
    #[must_use]
    pub fn new(sight: Sight) -> Self {
        Visibility { sight }
    }

    pub(super) fn answer(&mut self, request: Request) -> Answer<Oblot> {
        Answer::Forward(match request {
            Request::Look { robot, time } => Request::Snapshot {
                robot,
                time,
                sight: self.sight,
            },
            other => other,
        })
    }
}
