//! Robots that go where they please.

use std::f64::consts::TAU;

use super::{Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
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

/// The fault, and its rule.
#[derive(Clone, Debug)]
struct Byzantine;

/// What a Byzantine robot is like.
pub(super) fn wandering() -> Affliction {
    Affliction {
        byzantine: true,
        random: true,
        rule: Some(Box::new(Byzantine)),
        ..Affliction::default()
    }
}

impl Fault for Byzantine {
    fn afflict(&self, _: usize) -> (&'static str, Affliction) {
        (ENTRY.name, wandering())
    }
}

impl Rule for Byzantine {
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
        let reach = farthest.map_or(ALONE, |distance| 0.5 * distance);
        let angle = dice.die().uniform(0.0, TAU);
        let (dx, dy) = (reach * cos(angle), reach * sin(angle));
        Sensing::Answer(Point::new(here.x + dx, here.y + dy))
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
