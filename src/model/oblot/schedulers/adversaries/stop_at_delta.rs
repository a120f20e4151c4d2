//! Nobody comes farther than he must.

use super::{Adversary, Board, BuildAdversary, Choice};
use crate::model::oblot::movement::Stop;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildAdversary> = Entry {
    name: "stop_at_delta",
    summary: "stops every robot as early as it may",
    help: "In rounds all robots are active, in turns the one that waited longest. Every move ends \
           after the least distance, whatever `[movement] stop` says, so moves must not be rigid. \
           The slowest execution that the non-rigid model allows (Flocchini, Prencipe and Santoro, \
           2012).",
    parameters: &[],
    build: |_, _| Ok(Box::new(StopAtDelta)),
};

#[derive(Clone, Copy, Debug)]
struct StopAtDelta;

impl Adversary for StopAtDelta {
    fn choose(&mut self, board: &Board<'_>) -> Choice {
        let all = board.may.iter().copied();
        let robots = match board.one {
            true => board.longest(all).into_iter().collect(),
            false => all.collect(),
        };
        Choice::of(robots).stopped(Stop::AtDelta, board)
    }

    fn stops(&self) -> bool {
        true
    }

    fn copy(&self) -> Box<dyn Adversary> {
        Box::new(*self)
    }
}
