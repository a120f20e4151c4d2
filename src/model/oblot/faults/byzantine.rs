//! Robots that go where they please.

use std::f64::consts::TAU;

use super::adversary::{byzantine, farthest_other};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Restless, Rule, Sensing};
use crate::dice::Draw;
use crate::math::{Point, cos, sin};
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine",
    summary: "robots wander at random and never end",
    help: "At each activation the robot draws a direction and leaves for a point half as far away \
           as the farthest robot it sees, or 10 away where it sees none. It does not compute, and \
           the end of the run does not wait for it. Source: the original simulator.",
    parameters: &[Parameter {
        name: "reach",
        kind: Kind::Number,
        default: Some("half as far as the farthest robot"),
        range: "above 0",
        summary: "how far it goes at each activation, whatever it sees",
    }],
    build: |section| {
        let reach = section.f64("reach").positive().optional()?;
        Ok(Box::new(Byzantine { reach }))
    },
};

/// How far a robot wanders that sees no other.
const ALONE: f64 = 10.0;

#[derive(Clone, Copy, Debug)]
struct Byzantine {
    reach: Option<f64>,
}

/// Goes anywhere.
#[derive(Clone, Debug)]
struct Wander {
    /// How far; `None` depends on what it sees.
    reach: Option<f64>,
}

/// What a Byzantine robot is like.
pub(super) fn wandering(robot: &Afflicted<'_>, reach: Option<f64>) -> Affliction {
    // It goes the less far, the nearer the others are.
    let shrinking = robot.quirks.shrinking_reach;
    let reach = reach.or((!shrinking).then_some(ALONE));
    Affliction {
        restless: Restless::Always,
        ..byzantine(Box::new(Wander { reach }))
    }
}

impl Fault for Byzantine {
    fn afflict(&self, robot: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, wandering(robot, self.reach))
    }
}

impl Rule for Wander {
    fn judge_look(&mut self, percept: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        let reach = self.reach.unwrap_or_else(|| {
            let farthest = farthest_other(percept);
            farthest.map_or(ALONE, |(_, distance)| 0.5 * distance)
        });
        let angle = dice.die().uniform(0.0, TAU);
        let (dx, dy) = (reach * cos(angle), reach * sin(angle));
        Sensing::Answer(Point::new(here.x + dx, here.y + dy))
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
