//! Robots that stop for good.

use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Rule, Sensing};
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "crash",
    summary: "robots stop for good, and are still seen",
    help: "At the start, at a time, or at an activation. A robot that crashes on its way stops at \
           its interpolated point, and the event that was pending for it never happens. Crashed \
           robots stay in the snapshots of the others. Source: the original simulator (at the \
           start); Agmon and Peleg, SIAM J. Comput. 36(1), 2006.",
    parameters: &[
        Parameter {
            name: "time",
            kind: Kind::Number,
            default: Some("at the start"),
            range: "of at least 0",
            summary: "when they crash, in simulated time",
        },
        Parameter {
            name: "activation",
            kind: Kind::Whole,
            default: Some("at the start"),
            range: "of at least 1",
            summary: "at which of its activations each robot crashes",
        },
    ],
    build,
};

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let time = section.f64("time").non_negative().optional()?;
    let activation = section.u64("activation").positive().optional()?;
    match (time, activation) {
        (Some(_), Some(_)) => Err(section.refuse(
            "activation",
            "expected either a time or an activation, found both",
        )),
        (Some(time), None) => Ok(Box::new(When::Time(time))),
        (None, Some(activation)) => Ok(Box::new(When::Activation(activation))),
        (None, None) => Ok(Box::new(When::Start)),
    }
}

/// When a robot crashes.
#[derive(Clone, Copy, Debug)]
enum When {
    Start,
    Time(f64),
    Activation(u64),
}

/// What a robot that has crashed before the start is like.
pub(super) fn at_start() -> Affliction {
    Affliction {
        crashed: true,
        ..Affliction::default()
    }
}

impl Fault for When {
    fn afflict(&self, _: &Afflicted<'_>) -> (&'static str, Affliction) {
        let affliction = match *self {
            When::Start => at_start(),
            When::Time(time) => Affliction {
                crash_time: Some(time),
                ..Affliction::default()
            },
            When::Activation(activation) => Affliction {
                crashes_later: true,
                rule: Some(Box::new(AtActivation { left: activation })),
                ..Affliction::default()
            },
        };
        (ENTRY.name, affliction)
    }
}

/// Counts a robot's activations down.
#[derive(Clone, Debug)]
struct AtActivation {
    left: u64,
}

impl Rule for AtActivation {
    fn judge_look(&mut self, _: &Percept, _: &mut FaultDice<'_>) -> Sensing {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            Sensing::Crash
        } else {
            Sensing::Clear
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
