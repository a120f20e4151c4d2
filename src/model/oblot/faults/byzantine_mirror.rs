//! Byzantine robots that do the opposite.

use super::adversary::{REACH, at_most, byzantine, centroid_of_others, head_for, mirrored};
use super::{Afflicted, Affliction, Attempt, BuildFault, Fault, FaultDice, Rule, Sensing, Verdict};
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_mirror",
    summary: "robots go to the mirror image of a point and never end",
    help: "`target`: the robot computes as its algorithm says, but goes as far in the opposite \
           direction: to the mirror image of its target in its own place. Its algorithm never \
           ends, though it may set lights. `centroid`: it does not compute, but goes to the mirror \
           image of its own place in the centroid of the other robots that it sees, crashed ones \
           included, and so crosses the swarm. The end of the run does not wait for it. The \
           distance to a target may grow with each mirrored step; `reach` limits it. Source: none; \
           a simple adversary.",
    parameters: &[
        Parameter {
            name: "of",
            kind: Kind::Word(OF),
            default: Some("\"target\""),
            range: "",
            summary: "what is mirrored: its own correct target, or its place in the centroid of the others",
        },
        REACH,
    ],
    build: |section| {
        let of = section.word("of", OF).or("target")?;
        let reach = section.f64("reach").positive().optional()?;
        Ok(match of {
            "centroid" => Box::new(OfCentroid { reach }),
            _ => Box::new(OfTarget { reach }),
        })
    },
};

const OF: &[&str] = &["target", "centroid"];

/// Crosses the centroid: the fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct OfCentroid {
    reach: Option<f64>,
}

impl Fault for OfCentroid {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for OfCentroid {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        centroid_of_others(percept).map_or(Sensing::Stay, |centroid| {
            head_for(here, at_most(self.reach, here, mirrored(here, centroid)))
        })
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}

/// Does the opposite of what its algorithm says: the fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct OfTarget {
    reach: Option<f64>,
}

impl Fault for OfTarget {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, byzantine(self.copy()))
    }
}

impl Rule for OfTarget {
    fn judge_intent(&mut self, attempt: Attempt, _: &mut FaultDice<'_>) -> Verdict {
        let Attempt { from, to, .. } = attempt;
        match head_for(from, at_most(self.reach, from, mirrored(to, from))) {
            Sensing::Answer(point) => Verdict::Instead(point),
            _ => Verdict::Omit,
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
