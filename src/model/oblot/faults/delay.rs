//! Robots that are slow.

use super::{Afflicted, Affliction, BuildFault, Fault};
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "delay",
    summary: "robots move more slowly",
    help: "The robot's speed is multiplied with a factor for the whole run. Source: the original \
           simulator, with factor 0.4.",
    parameters: &[Parameter {
        name: "factor",
        kind: Kind::Number,
        default: Some("0.4"),
        range: "above 0 and at most 1",
        summary: "what the speed is multiplied with",
    }],
    build: |section| {
        let factor = section.f64("factor").positive().at_most(1.0).or(ORIGINAL)?;
        Ok(Box::new(Delay { factor }))
    },
};

/// The factor of the original simulator.
const ORIGINAL: f64 = 0.4;

#[derive(Clone, Copy, Debug)]
struct Delay {
    factor: f64,
}

/// What a robot is like that is as slow as in the original simulator.
pub(super) fn original() -> Affliction {
    slowed(ORIGINAL)
}

fn slowed(factor: f64) -> Affliction {
    Affliction {
        speed_factor: Some(factor),
        ..Affliction::default()
    }
}

impl Fault for Delay {
    fn afflict(&self, _: &Afflicted<'_>) -> (&'static str, Affliction) {
        (ENTRY.name, slowed(self.factor))
    }
}
