//! Robots that go where they please.

use std::f64::consts::TAU;

use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::dice::Draw;
use crate::math::{Point, cos, sin};
use crate::model::oblot::percept::Percept;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine",
    summary: "robots wander at random and never end",
    help: "At each activation the robot draws a direction and leaves for a point half as far away \
           as the farthest robot it sees, or 10 away where it sees none. It does not compute, and \
           the end of the run does not wait for it. Source: the original simulator.",
    parameters: &[],
    build: |_| Ok(Box::new(Byzantine)),
};

/// How far a robot wanders that sees no other.
const ALONE: f64 = 10.0;

#[derive(Clone, Copy, Debug)]
struct Byzantine;

/// Goes anywhere.
#[derive(Clone, Debug)]
struct Wander {
    /// Whether it goes the less far, the nearer the others are.
    shrinking: bool,
}

/// What a Byzantine robot is like.
pub(super) fn wandering(robot: &Afflicted<'_>) -> Affliction {
    Affliction {
        byzantine: true,
        random: true,
        rule: Some(Box::new(Wander {
            shrinking: robot.quirks.shrinking_reach,
        })),
        ..Affliction::default()
    }
}

impl Fault for Byzantine {
    fn afflict(&self, robot: &Afflicted<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, wandering(robot))
    }
}

impl Rule for Wander {
    fn judge_look(&mut self, percept: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        let mut farthest: Option<f64> = None;
        percept.visit(|id, position| {
            if id != percept.me() {
                let distance = here.distance(position);
                farthest = Some(farthest.map_or(distance, |far| far.max(distance)));
            }
            true
        });
        let reach = farthest
            .filter(|_| self.shrinking)
            .map_or(ALONE, |distance| 0.5 * distance);
        let angle = dice.die().uniform(0.0, TAU);
        let (dx, dy) = (reach * cos(angle), reach * sin(angle));
        Sensing::Answer(Point::new(here.x + dx, here.y + dy))
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
