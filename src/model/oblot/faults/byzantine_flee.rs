//! Byzantine robots that run away.

use super::adversary::{byzantine, centroid_of_others, head_for};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_flee",
    summary: "robots run away from the centroid of the others and never end",
    help: "At each activation the robot leaves straight away from the centroid of the other \
           robots that it sees, crashed ones included; along the x axis where it stands on that \
           point itself. It stays where it sees nobody. It does not compute, and the end of the \
           run does not wait for it. Every algorithm that goes for a mean runs after it. Source: \
           none; a simple adversary.",
    parameters: &[Parameter {
        name: "reach",
        kind: Kind::Number,
        default: Some("10.0"),
        range: "above 0",
        summary: "how far it goes at each activation",
    }],
    build: |section| {
        let reach = section.f64("reach").positive().or(10.0)?;
        Ok(Box::new(Flee { reach }))
    },
};

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct Flee {
    reach: f64,
}

impl Fault for Flee {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for Flee {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        let Some(centroid) = centroid_of_others(percept) else {
            return Sensing::Stay;
        };
        let distance = centroid.distance(here);
        let (x, y) = if distance > 0.0 {
            (
                (here.x - centroid.x) / distance,
                (here.y - centroid.y) / distance,
            )
        } else {
            (1.0, 0.0)
        };
        let to = Point::new(here.x + self.reach * x, here.y + self.reach * y);
        head_for(here, to)
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
