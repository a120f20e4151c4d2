//! A fixed number of robots.

use crate::dice::{Dice, Draw as _, Purpose, Touched};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, Outset, last};
use crate::scenario::{ScenarioError, Section};

/// So many robots, or all that are free where there are fewer; each choice equally likely.
///
/// Fair with probability 1.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    size: usize,
    dice: Dice,
}

impl Fixed {
    pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Self, ScenarioError> {
        let most = last(robots) as usize + 1;
        Ok(Fixed {
            size: section.usize("size").in_range(1..=most).required()?,
            dice: Dice::away(),
        })
    }
}

impl Members for Fixed {
    fn begin(&mut self, outset: Outset<'_>) {
        self.dice = outset.own_dice;
    }

    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        let ids = free.ids();
        if ids.len() <= self.size {
            return Next::Round(ids, Payload::Nothing);
        }
        let mut places = self
            .dice
            .on(Purpose::Choice, &mut None)
            .choose(ids.len(), self.size);
        places.sort_unstable();
        let chosen = places.into_iter().map(|place| ids[place]).collect();
        Next::Round(chosen, Payload::Nothing)
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
