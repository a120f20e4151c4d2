//! Robots that fail now and then.

use super::actuation::{ANGLE, DEVIATION, Error, FACTOR, refuse_others};
use super::sensing::{Dim, LOSS};
use super::{
    Afflicted, Affliction, Attempt, BuildFault, Fault, FaultDice, Restless, Rule, Sensing, Verdict,
    omission,
};
use crate::dice::Draw;
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "intermittent",
    summary: "another fault comes and goes from activation to activation",
    help: "The fault is dormant or active. At each activation of the robot an active fault is \
           first resolved (becomes dormant) with the probability `resolve`; then a dormant one \
           becomes active with the probability `probability`. While it is active, it has the \
           effect of another fault: `omission` skips the move, `stop` ends it half way, `sensing` \
           misses others, and `invert`, `rotate`, `overshoot` and `random` are the errors of the \
           fault `actuation`. With `resolve = 1.0` every activation is drawn by itself; with \
           `resolve = 0.0` the fault stays once it has come. Source: the intermittent faults, with \
           their states of activation and resolution, in a fork of the original simulator.",
    parameters: &[
        Parameter {
            name: "effect",
            kind: Kind::Word(EFFECTS),
            default: None,
            range: "",
            summary: "what it does while it is active",
        },
        Parameter {
            name: "probability",
            kind: Kind::Number,
            default: Some("0.3"),
            range: "between 0 and 1",
            summary: "how likely a dormant fault becomes active at an activation",
        },
        Parameter {
            name: "resolve",
            kind: Kind::Number,
            default: Some("1.0"),
            range: "between 0 and 1",
            summary: "how likely an active fault is resolved at the next activation",
        },
        Parameter {
            default: Some("0.5, with `sensing`"),
            ..LOSS
        },
        Parameter {
            name: "radius",
            kind: Kind::Number,
            default: Some("as far as all others"),
            range: "of at least 0",
            summary: "`sensing`: how far it sees while the fault is active",
        },
        ANGLE,
        FACTOR,
        DEVIATION,
    ],
    build,
};

const EFFECTS: &[&str] = &[
    "omission",
    "stop",
    "sensing",
    "invert",
    "rotate",
    "overshoot",
    "random",
];

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let effect = section.word("effect", EFFECTS).required()?;
    let probability = section.f64("probability").in_range(0.0..=1.0).or(0.3)?;
    let resolve = section.f64("resolve").in_range(0.0..=1.0).or(1.0)?;
    refuse_others(section, effect, "effect")?;
    for key in [LOSS.name, "radius"] {
        if section.has(key) && effect != "sensing" {
            let message = format!("expected effect = \"sensing\" beside it, found {effect:?}");
            return Err(section.refuse(key, message));
        }
    }
    let effect: Box<dyn Rule> = match effect {
        "omission" => omission::every_move(),
        "stop" => Box::new(HalfWay),
        "sensing" => Box::new(Dim::read(section)?),
        error => Box::new(Error::read(section, error)?),
    };
    Ok(Box::new(Intermittent {
        probability,
        resolve,
        effect,
        active: false,
    }))
}

/// The fault, and its rule.
#[derive(Debug)]
struct Intermittent {
    probability: f64,
    resolve: f64,
    effect: Box<dyn Rule>,
    active: bool,
}

impl Intermittent {
    /// One activation: whether the fault is active in it.
    fn turn(&mut self, dice: &mut FaultDice<'_>) {
        if self.active {
            self.active = dice.die().unit() >= self.resolve;
        }
        if !self.active {
            self.active = dice.die().unit() < self.probability;
        }
    }
}

impl Fault for Intermittent {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let affliction = Affliction {
            restless: Restless::Always,
            rule: Some(self.copy()),
            ..Affliction::default()
        };
        (ENTRY.name, affliction)
    }
}

impl Rule for Intermittent {
    fn judge_look(&mut self, percept: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        self.turn(dice);
        if self.active {
            self.effect.judge_look(percept, dice)
        } else {
            Sensing::Clear
        }
    }

    fn judge_intent(&mut self, attempt: Attempt, dice: &mut FaultDice<'_>) -> Verdict {
        if self.active {
            self.effect.judge_intent(attempt, dice)
        } else {
            Verdict::Pass
        }
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(Intermittent {
            effect: self.effect.copy(),
            ..*self
        })
    }
}

/// Ends a move half way.
#[derive(Clone, Copy, Debug)]
struct HalfWay;

impl Rule for HalfWay {
    fn judge_intent(&mut self, attempt: Attempt, _: &mut FaultDice<'_>) -> Verdict {
        let Attempt { from, to, .. } = attempt;
        let half = Point::new(
            from.x + 0.5 * (to.x - from.x),
            from.y + 0.5 * (to.y - from.y),
        );
        Verdict::Instead(half)
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
