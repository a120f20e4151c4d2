//! Each robot throws a coin.

use crate::dice::{Dice, Draw as _, Purpose, Touched};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, Outset};
use crate::scenario::{ScenarioError, Section};

/// Each robot is active with a probability; thrown again while nobody is.
///
/// Fair with probability 1: a robot that is free is active with at least this probability.
#[derive(Clone, Debug)]
pub(super) struct Coin {
    probability: f64,
    dice: Dice,
}

/// Below this a round of few robots would be thrown again too often.
const LEAST: f64 = 0.001;

impl Coin {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ScenarioError> {
        Ok(Coin {
            probability: section.f64("probability").in_range(LEAST..=1.0).or(0.5)?,
            dice: Dice::away(),
        })
    }
}

impl Members for Coin {
    fn begin(&mut self, outset: Outset<'_>) {
        self.dice = outset.own_dice;
    }

    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        let ids = free.ids();
        loop {
            let mut none = None;
            let mut die = self.dice.on(Purpose::Choice, &mut none);
            let mut thrown = ids.clone();
            thrown.retain(|_| die.unit() < self.probability);
            if !thrown.is_empty() {
                return Next::Round(thrown, Payload::Nothing);
            }
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
