//! A new order in each epoch.

use crate::dice::{Dice, Draw as _, Purpose, Touched};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, Outset};

/// A permutation of the robots that are active at the beginning of each epoch: PERM of the
/// literature.
///
/// Fair: between two turns of a robot each other one has at most two.
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    /// Whose turn is still to come in this epoch, the next one last.
    left: Vec<u32>,
    dice: Dice,
}

impl Default for Shuffle {
    fn default() -> Self {
        Shuffle {
            left: Vec::new(),
            dice: Dice::away(),
        }
    }
}

impl Members for Shuffle {
    fn begin(&mut self, outset: Outset<'_>) {
        self.dice = outset.own_dice;
    }

    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        loop {
            while let Some(robot) = self.left.pop() {
                if free.has(robot) {
                    return Next::Round(vec![robot], Payload::Nothing);
                }
            }
            self.left = free.ids();
            if self.left.is_empty() {
                return Next::Nobody;
            }
            self.dice
                .on(Purpose::Choice, &mut None)
                .shuffle(&mut self.left);
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(self.clone())
    }
}
