//! Byzantine robots that never move.

use super::adversary::byzantine;
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::model::oblot::percept::Percept;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_frozen",
    summary: "robots stay where they start and never end, as if they were correct",
    help: "The robot looks but neither computes nor moves, and the end of the run does not wait \
           for it. Unlike a crashed robot it counts as live to the others, so an algorithm whose \
           end depends on it never ends. Source: none; the simplest adversary.",
    parameters: &[],
    build: |_| Ok(Box::new(Frozen)),
};

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct Frozen;

impl Fault for Frozen {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for Frozen {
    fn judge_look(&mut self, _: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        Sensing::Stay
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
