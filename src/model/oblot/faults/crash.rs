//! Robots that stop for good.

use super::when::When;
use super::{
    Afflicted, Affliction, BuildFault, CrashOnWay, Fault, FaultDice, Restless, Rule, Sensing,
};
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "crash",
    summary: "robots stop for good, and are still seen",
    help: "At the start, at a time, at an activation, or on the way. A robot that crashes on its \
           way stops at its interpolated point, and the event that was pending for it never \
           happens. Crashed robots stay in the snapshots of the others, unless they are made \
           invisible. Source: the original simulator (at the start); Agmon and Peleg, SIAM J. \
           Comput. 36(1), 2006.",
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
        Parameter {
            name: "during",
            kind: Kind::Word(DURING),
            default: Some("\"any\""),
            range: "",
            summary: "`move`: they crash on their way, at a departure; `any`: whatever they do then",
        },
        Parameter {
            name: "departure",
            kind: Kind::Whole,
            default: Some("1, with `during = \"move\"`"),
            range: "of at least 1",
            summary: "at which of its departures each robot crashes",
        },
        Parameter {
            name: "fraction",
            kind: Kind::Number,
            default: Some("0.5, with `during = \"move\"`"),
            range: "between 0 and 1",
            summary: "after which part of that way",
        },
        Parameter {
            name: "visible",
            kind: Kind::Truth,
            default: Some("true"),
            range: "",
            summary: "whether others still see the robot once it has crashed, however that came",
        },
    ],
    build,
};

const DURING: &[&str] = &["any", "move"];

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let during = section.word("during", DURING).or("any")?;
    let when = if during == "move" {
        on_the_way(section)?
    } else {
        for key in ["departure", "fraction"] {
            if section.has(key) {
                return Err(section.refuse(key, "expected during = \"move\" beside it"));
            }
        }
        Moment::At(When::read(section)?)
    };
    let visible = section.bool("visible").or(true)?;
    Ok(Box::new(Crash { when, visible }))
}

fn on_the_way(section: &Section<'_>) -> Result<Moment, ScenarioError> {
    for key in ["time", "activation"] {
        if section.has(key) {
            let message = format!("expected either during = \"move\" or {key}, found both");
            return Err(section.refuse(key, message));
        }
    }
    Ok(Moment::OnWay(CrashOnWay {
        departures: section.u64("departure").positive().or(1)?,
        part: section.f64("fraction").in_range(0.0..=1.0).or(0.5)?,
    }))
}

#[derive(Clone, Copy, Debug)]
struct Crash {
    when: Moment,
    visible: bool,
}

/// When a robot crashes.
#[derive(Clone, Copy, Debug)]
enum Moment {
    At(When),
    OnWay(CrashOnWay),
}

/// What a robot that has crashed before the start is like.
pub(super) fn at_start() -> Affliction {
    Affliction {
        crashed: true,
        ..Affliction::default()
    }
}

impl Fault for Crash {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let affliction = match self.when {
            Moment::At(When::Start) => at_start(),
            Moment::At(When::Time(time)) => Affliction {
                crash_time: Some(time),
                ..Affliction::default()
            },
            Moment::At(When::Activation(activation)) => Affliction {
                restless: Restless::Activations(activation),
                rule: Some(Box::new(AtActivation { left: activation })),
                ..Affliction::default()
            },
            // Where nobody departs any more it never happens, so it makes nobody restless.
            Moment::OnWay(crash) => Affliction {
                crash_on_way: Some(crash),
                ..Affliction::default()
            },
        };
        let affliction = Affliction {
            vanishes: !self.visible,
            ..affliction
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
