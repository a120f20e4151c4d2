//! Robots that move otherwise than they want to.

use std::f64::consts::FRAC_PI_2;

use super::adversary::mirrored;
use super::{
    Afflicted, Affliction, Attempt, BuildFault, Fault, FaultDice, Restless, Rule, Verdict,
};
use crate::dice::Draw;
use crate::math::{Point, cos, sin};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "actuation",
    summary: "robots move inverted, rotated, too far or with a random deviation",
    help: "The robot looks and computes correctly, but goes elsewhere: `invert` as far in the \
           opposite direction, `rotate` in a direction that is rotated counter-clockwise, \
           `overshoot` in the right direction by a factor too far (or not far enough), `random` to \
           a point that deviates in x and y by normally distributed errors, drawn at each \
           activation. The way is straight all the same. Source: the inverted movement of faulty \
           robots in a fork of the original simulator; the others are its relatives.",
    parameters: &[
        Parameter {
            name: "error",
            kind: Kind::Word(ERRORS),
            default: None,
            range: "",
            summary: "what goes wrong",
        },
        ANGLE,
        FACTOR,
        DEVIATION,
    ],
    build: |section| {
        let error = section.word("error", ERRORS).required()?;
        refuse_others(section, error, "error")?;
        Ok(Box::new(Error::read(section, error)?))
    },
};

/// The words for the errors.
const ERRORS: &[&str] = &["invert", "rotate", "overshoot", "random"];

/// By how much a way is rotated.
pub(super) const ANGLE: Parameter = Parameter {
    name: "angle",
    kind: Kind::Number,
    default: Some("a right angle, with `rotate`"),
    range: "",
    summary: "`rotate`: by how much the way is rotated counter-clockwise, in radians",
};

/// By how much a way is stretched.
pub(super) const FACTOR: Parameter = Parameter {
    name: "factor",
    kind: Kind::Number,
    default: Some("1.5, with `overshoot`"),
    range: "above 0",
    summary: "`overshoot`: what the length of the way is multiplied with",
};

/// By how much a target deviates.
pub(super) const DEVIATION: Parameter = Parameter {
    name: "deviation",
    kind: Kind::Number,
    default: Some("0.1, with `random`"),
    range: "of at least 0",
    summary: "`random`: the standard deviation of the errors in x and y, in parts of the way",
};

/// Refuses the parameters of all errors but the one that was chosen.
pub(super) fn refuse_others(
    section: &Section<'_>,
    chosen: &str,
    key: &str,
) -> Result<(), ScenarioError> {
    let of = [
        (ANGLE.name, "rotate"),
        (FACTOR.name, "overshoot"),
        (DEVIATION.name, "random"),
    ];
    for (parameter, error) in of {
        if section.has(parameter) && error != chosen {
            let message = format!("expected {key} = {error:?} beside it, found {chosen:?}");
            return Err(section.refuse(parameter, message));
        }
    }
    Ok(())
}

/// What goes wrong: the fault, and its rule.
#[derive(Clone, Copy, Debug)]
pub(super) enum Error {
    Invert,
    Rotate { sine: f64, cosine: f64 },
    Overshoot { factor: f64 },
    Random { deviation: f64 },
}

impl Error {
    /// Reads the parameters of the error that this word names.
    pub(super) fn read(section: &Section<'_>, error: &str) -> Result<Self, ScenarioError> {
        Ok(match error {
            "rotate" => {
                let angle = section.f64(ANGLE.name).or(FRAC_PI_2)?;
                Error::Rotate {
                    sine: sin(angle),
                    cosine: cos(angle),
                }
            }
            "overshoot" => Error::Overshoot {
                factor: section.f64(FACTOR.name).positive().or(1.5)?,
            },
            "random" => Error::Random {
                deviation: section.f64(DEVIATION.name).non_negative().or(0.1)?,
            },
            _ => Error::Invert,
        })
    }

    /// Where a robot goes that wants to go from one point to another.
    fn misses(&self, from: Point, to: Point, dice: &mut FaultDice<'_>) -> Point {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        match *self {
            Error::Invert => mirrored(to, from),
            Error::Rotate { sine, cosine } => Point::new(
                from.x + (cosine * dx - sine * dy),
                from.y + (sine * dx + cosine * dy),
            ),
            Error::Overshoot { factor } => Point::new(from.x + factor * dx, from.y + factor * dy),
            Error::Random { deviation } => {
                let size = deviation * from.distance(to);
                let mut die = dice.die();
                let (ex, ey) = (die.normal(), die.normal());
                Point::new(to.x + size * ex, to.y + size * ey)
            }
        }
    }
}

impl Fault for Error {
    fn afflict(&self, _: &Afflicted<'_>, _: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let affliction = Affliction {
            restless: match self {
                Error::Random { .. } => Restless::Always,
                _ => Restless::Never,
            },
            rule: Some(self.copy()),
            ..Affliction::default()
        };
        (ENTRY.name, affliction)
    }
}

impl Rule for Error {
    fn judge_intent(&mut self, attempt: Attempt, dice: &mut FaultDice<'_>) -> Verdict {
        Verdict::Instead(self.misses(attempt.from, attempt.to, dice))
    }

    fn copy(&self) -> Box<dyn Rule> {
        Box::new(*self)
    }
}
