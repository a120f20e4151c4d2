//! Robots that miss others.

use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Restless, Rule, Sensing};
use crate::dice::Draw;
use crate::math::within;
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "sensing",
    summary: "robots miss some of the others when they look",
    help: "At each Look the robot misses each of the others that it would see with a probability, \
           drawn for them one by one in the order of their ids, and all beyond a radius of its \
           own. Whether it is the last active robot, and so ends, is found out by all that it \
           would see. Source: the partial visibility of faulty robots in a fork of the original \
           simulator.",
    parameters: &[
        LOSS,
        Parameter {
            name: "radius",
            kind: Kind::Number,
            default: Some("as far as all others"),
            range: "of at least 0",
            summary: "how far it sees, where that is less than `[visibility] radius`",
        },
    ],
    build: |section| Ok(Box::new(Dim::read(section)?)),
};

/// How likely another robot is missed.
pub(super) const LOSS: Parameter = Parameter {
    name: "loss",
    kind: Kind::Number,
    default: Some("0.5"),
    range: "between 0 and 1",
    summary: "how likely each of the others is missed",
};

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dim {
    loss: f64,
    radius: Option<f64>,
}

impl Dim {
    /// Reads the parameters.
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ScenarioError> {
        Ok(Dim {
            loss: section.f64(LOSS.name).in_range(0.0..=1.0).or(0.5)?,
            radius: section.f64("radius").non_negative().optional()?,
        })
    }
}

impl Fault for Dim {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let affliction = Affliction {
            // Only what is between never and always is a matter of luck.
            restless: if self.loss > 0.0 && self.loss < 1.0 {
                Restless::Always
            } else {
                Restless::Never
            },
            rule: Some(self.copy()),
            ..Affliction::default()
        };
        (ENTRY.name, affliction)
    }
}

impl Rule for Dim {
    fn judge_look(&mut self, percept: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        let here = percept.here();
        let mut missed = Vec::new();
        percept.visit(|id, position| {
            if id != percept.me() {
                let lost = self.loss > 0.0 && dice.die().unit() < self.loss;
                let beyond = self.radius.is_some_and(|radius| {
                    !within(here.x - position.x, here.y - position.y, radius)
                });
                if lost || beyond {
                    missed.push(id as u32);
                }
            }
            true
        });
        if missed.is_empty() {
            Sensing::Clear
        } else {
            Sensing::Loss(missed)
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
