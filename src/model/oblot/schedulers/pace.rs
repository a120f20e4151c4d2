//! How much time passes between rounds or turns.

use super::Law;
use crate::dice::{Dice, Purpose, Touched};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// Time between rounds.
pub(super) const GAP: Parameter = Parameter {
    name: "gap",
    kind: Kind::Number,
    default: Some("0.0"),
    range: "of at least 0",
    summary: "time between the end of a round's last move and the next round",
};

/// How long a round lasts in which nobody moves.
pub(super) const IDLE: Parameter = Parameter {
    name: "idle",
    kind: Kind::Number,
    default: Some("1.0"),
    range: "above 0",
    summary: "how long a round lasts in which nobody is on the way",
};

/// Time between turns.
pub(super) const TURN_GAPS: [Parameter; 3] = [
    Parameter {
        summary: "time between the end of a turn's move and the next turn",
        ..GAP
    },
    Parameter {
        summary: "how long a turn lasts in which the robot is not on the way",
        ..IDLE
    },
    Parameter {
        name: "turn_gap",
        kind: Kind::Table,
        default: Some("in place of gap"),
        range: "",
        summary: "the law (`formicary list laws`) by which the gaps are drawn",
    },
];

/// The time between one round or turn and the next.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    gap: Law,
    idle: f64,
    /// The dice for gaps that are drawn.
    dice: Option<Dice>,
}

impl Pace {
    /// Reads `gap` and `idle`.
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ScenarioError> {
        Ok(Pace {
            gap: Law::Fixed(section.f64(GAP.name).non_negative().or(0.0)?),
            idle: section.f64(IDLE.name).positive().or(1.0)?,
            dice: None,
        })
    }

    /// Reads `gap` and `idle`, or `turn_gap` in the place of `gap`.
    pub(super) fn read_turns(section: &Section<'_>) -> Result<Self, ScenarioError> {
        match Law::read(section, "turn_gap")? {
            Some(_) if section.has(GAP.name) => {
                let message = "expected either one gap or a law for the gaps \
                               ([scheduler.turn_gap]), found both";
                Err(section.refuse(GAP.name, message))
            }
            Some(gap) => Ok(Pace {
                gap,
                idle: section.f64(IDLE.name).positive().or(1.0)?,
                dice: None,
            }),
            None => Self::read(section),
        }
    }

    /// Takes over the dice of the planner, where gaps are drawn.
    pub(super) fn begin(&mut self, own_dice: &Dice) {
        let drawn = !matches!(self.gap, Law::Fixed(_));
        self.dice = drawn.then(|| own_dice.clone());
    }

    /// When the next round begins, where the present one `began` and has ended `now`: after the
    /// gap, or, where nobody moved, after the idle time. Always later than the present one began,
    /// by the least step of the clock if need be.
    pub(super) fn next(&mut self, began: f64, now: f64) -> f64 {
        if now > began {
            now + self.draw()
        } else {
            self.idle_until(now)
        }
    }

    /// When a round ends that begins `now` and in which nobody moves.
    pub(super) fn idle_until(&self, now: f64) -> f64 {
        (now + self.idle).max(now.next_up())
    }

    fn draw(&mut self) -> f64 {
        match (&self.gap, &mut self.dice) {
            (Law::Fixed(gap), _) => *gap,
            (law, Some(dice)) => law.draw(&mut dice.on(Purpose::Activation, &mut None)),
            // Nothing is drawn before the run begins.
            (law, None) => law.mean(),
        }
    }

    /// The dice that were drawn from.
    pub(super) fn touched(&self) -> impl Iterator<Item = Touched> + '_ {
        self.dice.iter().flat_map(Dice::touched)
    }
}
