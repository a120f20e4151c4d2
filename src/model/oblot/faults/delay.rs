//! Robots that are slow.

use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Slow};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "delay",
    summary: "robots move more slowly",
    help: "The robot's speed is multiplied with a factor, for the whole run or for a time. A move \
           keeps the speed with which it began. Source: the original simulator, with factor 0.4 \
           for the whole run.",
    parameters: &[
        Parameter {
            name: "factor",
            kind: Kind::Number,
            default: Some("0.4"),
            range: "above 0 and at most 1",
            summary: "what the speed is multiplied with",
        },
        Parameter {
            name: "time",
            kind: Kind::Number,
            default: Some("0.0"),
            range: "of at least 0",
            summary: "from when on, in simulated time",
        },
        Parameter {
            name: "until",
            kind: Kind::Number,
            default: Some("inf"),
            range: "above 0, or inf",
            summary: "when it has recovered, in simulated time; after the time at which it begins",
        },
    ],
    build,
};

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let factor = section.f64("factor").positive().at_most(1.0).or(ORIGINAL)?;
    let from = section.f64("time").non_negative().or(0.0)?;
    let until = section
        .f64("until")
        .positive()
        .or_infinite()
        .or(f64::INFINITY)?;
    if until <= from {
        let message = format!("expected a time after {from}, when it begins, found {until}");
        return Err(section.refuse("until", message));
    }
    let slow = Slow {
        factor,
        from,
        until,
    };
    Ok(Box::new(Delay { slow }))
}

/// The factor of the original simulator.
const ORIGINAL: f64 = 0.4;

#[derive(Clone, Copy, Debug)]
struct Delay {
    slow: Slow,
}

/// What a robot is like that is as slow as in the original simulator.
pub(super) fn original() -> Affliction {
    slowed(Slow {
        factor: ORIGINAL,
        from: 0.0,
        until: f64::INFINITY,
    })
}

fn slowed(slow: Slow) -> Affliction {
    Affliction {
        slow: Some(slow),
        ..Affliction::default()
    }
}

impl Fault for Delay {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, slowed(self.slow))
    }
}
