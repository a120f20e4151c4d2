//! Any robot, each time anew.

use crate::dice::{Dice, Draw as _, Purpose, Touched};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, Outset};

/// Each turn goes to any active robot with the same probability.
///
/// Fair with probability 1.
#[derive(Clone, Debug)]
pub(super) struct Random {
    dice: Dice,
}

impl Default for Random {
    fn default() -> Self {
        Random { dice: Dice::away() }
    }
}

impl Members for Random {
    fn begin(&mut self, outset: Outset<'_>) {
        self.dice = outset.own_dice;
    }

    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        let ids = free.ids();
        if ids.is_empty() {
            return Next::Nobody;
        }
        let place = self.dice.on(Purpose::Choice, &mut None).index(ids.len());
        Next::Round(vec![ids[place]], Payload::Nothing)
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
