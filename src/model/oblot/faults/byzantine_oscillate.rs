//! Byzantine robots that go to and fro.

use super::adversary::{byzantine, head_for};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_oscillate",
    summary: "robots go to and fro between two points and never end",
    help: "The robot leaves for the first point, and once it stands there for the second, and so \
           on; where it is stopped on its way, it goes on to the same point. It does not compute, \
           and the end of the run does not wait for it. Source: none; a simple adversary.",
    parameters: &[Parameter {
        name: "points",
        kind: Kind::Points,
        default: None,
        range: "one for each end",
        summary: "the two points between which it goes",
    }],
    build,
};

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let points = section.points("points").exactly(2).required()?;
    if points[0] == points[1] {
        let message = "expected two different points, found one point twice";
        return Err(section.refuse("points", message));
    }
    let ends = [points[0], points[1]].map(|[x, y]| Point::new(x, y));
    Ok(Box::new(Oscillate { ends, next: 0 }))
}

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct Oscillate {
    ends: [Point; 2],
    /// For which of them it is bound.
    next: usize,
}

impl Fault for Oscillate {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for Oscillate {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        if here == self.ends[self.next] {
            self.next = 1 - self.next;
        }
        head_for(here, self.ends[self.next])
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
