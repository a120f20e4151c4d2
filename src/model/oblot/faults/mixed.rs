//! Four kinds of faulty robots in one swarm.

use super::{
    Afflicted, Affliction, BuildFault, Fault, FaultDice, byzantine, crash, delay, omission,
};
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "mixed",
    summary: "crash, byzantine, omission and delay in turn",
    help: "The robots that were chosen get these four faults in turn, with the numbers of the \
           original simulator: crashed at the start, wandering, omitting a move with probability \
           1/2, moving at 0.4 of the speed. Source: the original simulator.",
    parameters: &[],
    build: |_| Ok(Box::new(Mixed)),
};

#[derive(Clone, Copy, Debug)]
struct Mixed;

impl Fault for Mixed {
    fn afflict(&self, robot: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        match robot.index % 4 {
            0 => (crash::ENTRY.name, crash::at_start()),
            1 => (byzantine::ENTRY.name, byzantine::wandering(robot, None)),
            2 => (omission::ENTRY.name, omission::original()),
            _ => (delay::ENTRY.name, delay::original()),
        }
    }
}
