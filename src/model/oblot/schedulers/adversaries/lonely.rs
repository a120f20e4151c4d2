//! One robot is left out.

use super::{Adversary, Board, BuildAdversary, Choice};
use crate::model::oblot::schedulers::last;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildAdversary> = Entry {
    name: "lonely",
    summary: "leaves one robot out for as long as fairness lets it",
    help: "In rounds all robots but one are active, in turns they follow each other, the one that \
           waited longest first. The victim is active alone with nobody, and only when it is due. \
           It shows what an algorithm owes to the robot that looks last: an outdated robot, a \
           starved one, a leader that never comes.",
    parameters: &[Parameter {
        name: "victim",
        kind: Kind::Whole,
        default: Some("0"),
        range: "below the number of robots",
        summary: "the id of the robot that is left out",
    }],
    build,
};

fn build(section: &Section<'_>, robots: usize) -> Result<Box<dyn Adversary>, ScenarioError> {
    let victim = section.u32("victim").at_most(last(robots)).or(0)?;
    Ok(Box::new(Lonely { victim }))
}

#[derive(Clone, Copy, Debug)]
struct Lonely {
    victim: u32,
}

impl Adversary for Lonely {
    fn choose(&mut self, board: &Board<'_>) -> Choice {
        let others = board.may.iter().copied().filter(|&id| id != self.victim);
        Choice::of(match board.one {
            true => board.longest(others).into_iter().collect(),
            false => others.collect(),
        })
    }

    fn copy(&self) -> Box<dyn Adversary> {
        Box::new(*self)
    }
}
