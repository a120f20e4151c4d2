//! Robots that sometimes do not move.

use super::{
    Afflicted, Affliction, Attempt, BuildFault, Fault, FaultDice, Restless, Rule, Verdict,
};
use crate::dice::Draw;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "omission",
    summary: "robots skip their move with a probability",
    help: "Drawn at each activation after Compute and after the test whether the algorithm has \
           ended. Source: the original simulator, with probability 1/2.",
    parameters: &[Parameter {
        name: "probability",
        kind: Kind::Number,
        default: Some("0.5"),
        range: "between 0 and 1",
        summary: "how likely a move is skipped",
    }],
    build: |section| {
        let probability = section
            .f64("probability")
            .in_range(0.0..=1.0)
            .or(ORIGINAL)?;
        Ok(Box::new(Omission { probability }))
    },
};

/// The probability of the original simulator.
const ORIGINAL: f64 = 0.5;

/// The fault, and its rule.
#[derive(Clone, Debug)]
struct Omission {
    probability: f64,
}

/// A rule that skips every move.
pub(super) fn every_move() -> Box<dyn Rule> {
    Box::new(Omission { probability: 1.0 })
}

/// What a robot is like that skips its moves as often as in the original simulator.
pub(super) fn original() -> Affliction {
    Omission {
        probability: ORIGINAL,
    }
    .affliction()
}

impl Omission {
    fn affliction(&self) -> Affliction {
        Affliction {
            restless: Restless::Always,
            rule: Some(self.copy()),
            ..Affliction::default()
        }
    }
}

impl Fault for Omission {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, self.affliction())
    }
}

impl Rule for Omission {
    fn judge_intent(&mut self, _: Attempt, dice: &mut FaultDice<'_>) -> Verdict {
        if dice.die().unit() < self.probability {
            Verdict::Omit
        } else {
            Verdict::Pass
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
