//! Robots that can no longer move.

use super::when::When;
use super::{
    Afflicted, Affliction, Attempt, BuildFault, Fault, FaultDice, Rule, Sensing, Transient, Verdict,
};
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "mobility",
    summary: "robots never move again, but look, compute and show their lights",
    help: "From the start, from a time or from an activation on. A robot that is on its way at \
           that time rests where it is (a FAULT event). In everything else it is correct: it \
           computes, its light changes, it ends when its algorithm ends, and the end of the run \
           waits for it. It can still be moved by a transient fault. Source: mobility faults, \
           arXiv:2509.10711.",
    parameters: &[
        Parameter {
            name: "time",
            kind: Kind::Number,
            default: Some("from the start"),
            range: "of at least 0",
            summary: "from when on they do not move, in simulated time",
        },
        Parameter {
            name: "activation",
            kind: Kind::Whole,
            default: Some("from the start"),
            range: "of at least 1",
            summary: "from which of its activations on each robot does not move",
        },
    ],
    build: |section| {
        let when = When::read(section)?;
        Ok(Box::new(Immobile {
            when,
            activations: 0,
        }))
    },
};

/// The fault, and its rule.
#[derive(Clone, Copy, Debug)]
struct Immobile {
    when: When,
    /// How often the robot was activated.
    activations: u64,
}

impl Fault for Immobile {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let stop = match self.when {
            When::Time(time) => Some((time, Transient::default())),
            When::Start | When::Activation(_) => None,
        };
        // It only ever keeps a robot from moving, so it cannot wake a swarm that is stalled.
        let affliction = Affliction {
            transients: stop.into_iter().collect(),
            rule: Some(self.copy()),
            ..Affliction::default()
        };
        (ENTRY.name, affliction)
    }
}

impl Rule for Immobile {
    fn judge_look(&mut self, _: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        self.activations = self.activations.saturating_add(1);
        Sensing::Clear
    }

    fn judge_intent(&mut self, attempt: Attempt, _: &mut FaultDice<'_>) -> Verdict {
        if self.when.has_come(attempt.time, self.activations) {
            Verdict::Omit
        } else {
            Verdict::Pass
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
