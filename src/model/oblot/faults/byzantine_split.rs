//! Byzantine robots that keep the correct ones apart.

use std::sync::Arc;

use super::adversary::{REACH, at_most, byzantine, head_for};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::math::Point;
use crate::model::oblot::measure::farthest_pair;
use crate::model::oblot::percept::Percept;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_split",
    summary: "robots sit on both ends of the correct ones to keep them apart, and never end",
    help: "An adaptive adversary. At each activation the robot looks at the whole world, however \
           far it sees, and leaves for one end of the correct robots: the robots that neither \
           have this fault from the same table nor have crashed. Their ends are the two that are \
           farthest apart; the first half of the faulty robots goes to the one with the lesser x \
           (then y), the others to the other one. They stay where the correct robots share one \
           point. They do not compute, and the end of the run does not wait for them. On a line, \
           an algorithm that discards the f lowest and the f highest of n = 2f robots then never \
           brings the lower half of the correct ones to the upper half. (Where robots have clocks \
           of their own, the adversary has to be there before the correct ones are: start it on \
           their ends.) Source of the bound: Bouzid, Gradinariu Potop-Butucaru and Tixeuil, \
           arXiv:0905.3967.",
    parameters: &[REACH],
    build: |section| {
        let reach = section.f64("reach").positive().optional()?;
        Ok(Box::new(Split { reach }))
    },
};

#[derive(Clone, Copy, Debug)]
struct Split {
    reach: Option<f64>,
}

/// Which end one robot makes for.
#[derive(Clone, Debug)]
struct End {
    reach: Option<f64>,
    /// All robots of the adversary, in increasing order of their ids.
    accomplices: Arc<[usize]>,
    /// Whether it is the lower one.
    lower: bool,
}

impl Fault for Split {
    fn afflict(&self, robot: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let mut accomplices = robot.all.to_vec();
        accomplices.sort_unstable();
        let end = End {
            reach: self.reach,
            accomplices: accomplices.into(),
            lower: robot.index < robot.all.len() / 2,
        };
        (ENTRY.name, byzantine(Box::new(end)))
    }
}

impl Rule for End {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let world = percept.world();
        let mut correct = Vec::new();
        world.table.visit(world.time, |id, x, y| {
            let live = world.table.appearance(id).is_live();
            if live && self.accomplices.binary_search(&id).is_err() {
                correct.push(Point::new(x, y));
            }
            true
        });
        let Some((lower, upper)) = farthest_pair(&correct) else {
            return Sensing::Stay;
        };
        let here = percept.here();
        let end = if self.lower { lower } else { upper };
        head_for(here, at_most(self.reach, here, end))
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
