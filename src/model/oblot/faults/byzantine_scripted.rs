//! Byzantine robots that follow a script.

use std::sync::Arc;

use super::adversary::{byzantine, head_for};
use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Restless, Rule, Sensing};
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "byzantine_scripted",
    summary: "robots go to the points of a list, one at each activation, and never end",
    help: "At its k-th activation the robot leaves for the k-th point, and after the last one \
           begins anew or goes on heading for the last. It does not compute, and the end of the \
           run does not wait for it. A script can play the adversary of a proof, move by move; \
           give each robot a table of its own. Source: none.",
    parameters: &[
        Parameter {
            name: "points",
            kind: Kind::Points,
            default: None,
            range: "one for each activation",
            summary: "where it goes",
        },
        Parameter {
            name: "then",
            kind: Kind::Word(THEN),
            default: Some("\"stay\""),
            range: "",
            summary: "what follows the last point: it stays there, or the list begins anew",
        },
    ],
    build,
};

const THEN: &[&str] = &["stay", "repeat"];

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let points = section.points("points").non_empty().required()?;
    let then = section.word("then", THEN).or("stay")?;
    let points = points.iter().map(|&[x, y]| Point::new(x, y)).collect();
    Ok(Box::new(Scripted {
        points,
        repeat: then == "repeat",
        next: 0,
    }))
}

/// The fault, and its rule.
#[derive(Clone, Debug)]
struct Scripted {
    /// At least one.
    points: Arc<[Point]>,
    repeat: bool,
    next: usize,
}

impl Fault for Scripted {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let restless = match self.points.len() {
            several if self.repeat && several > 1 => Restless::Always,
            activations => Restless::Activations(activations as u64),
        };
        let affliction = Affliction {
            restless,
            ..byzantine(self.copy())
        };
        (ENTRY.name, affliction)
    }
}

impl Rule for Scripted {
    fn judge_look(&mut self, percept: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        let to = self.points[self.next];
        self.next = match self.next + 1 {
            next if next < self.points.len() => next,
            _ if self.repeat => 0,
            _ => self.next,
        };
        head_for(percept.here(), to)
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
