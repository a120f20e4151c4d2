//! Byzantine robots that follow the edge of the swarm.

use super::adversary::{REACH, at_most, byzantine, farthest_other, head_for};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::model::oblot::percept::Percept;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_follow",
    summary: "robots follow the farthest robot and never end",
    help: "At each activation the robot leaves for the place of the farthest robot that it sees, \
           crashed ones included; of equally far ones for the one with the lowest id. So it goes \
           to and fro between the ends of the swarm. It stays where all that it sees are at its \
           own point. It does not compute, and the end of the run does not wait for it. Source: \
           none; a simple adversary.",
    parameters: &[REACH],
    build: |section| {
        let reach = section.f64("reach").positive().optional()?;
        Ok(Box::new(Follow { reach }))
    },
};

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct Follow {
    reach: Option<f64>,
}

impl Fault for Follow {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for Follow {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        farthest_other(percept).map_or(Sensing::Stay, |(farthest, _)| {
            head_for(here, at_most(self.reach, here, farthest))
        })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
