//! Every subset is equally likely.

use crate::dice::{Dice, Draw, Purpose, Touched};
use crate::model::oblot::directive::Payload;
use crate::model::oblot::schedulers::{Free, Members, Next, Outset};

/// A subset of the free robots, each but the empty one equally likely.
///
/// Fair with probability 1: more than half of the subsets hold a given robot.
#[derive(Clone, Debug)]
pub(super) struct Uniform {
    dice: Dice,
}

impl Default for Uniform {
    fn default() -> Self {
        Uniform { dice: Dice::away() }
    }
}

impl Members for Uniform {
    fn begin(&mut self, outset: Outset<'_>) {
        self.dice = outset.own_dice;
    }

    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        let ids = free.ids();
        loop {
            let drawn = half(&ids, &mut self.dice.on(Purpose::Choice, &mut None));
            if !drawn.is_empty() {
                return Next::Round(drawn, Payload::Nothing);
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

/// A subset, the empty one included, each equally likely: one bit for each robot, from the lowest
/// bit of a word up.
fn half(ids: &[u32], die: &mut impl Draw) -> Vec<u32> {
    let mut subset = Vec::new();
    for ids in ids.chunks(32) {
        let word = die.u32();
        let bits = ids.iter().enumerate();
        subset.extend(
            bits.filter(|(bit, _)| word >> bit & 1 == 1)
                .map(|(_, id)| id),
        );
    }
    subset
}
