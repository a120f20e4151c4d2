//! Go to the centre of gravity.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, within};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "gathering",
    summary: "go to the centre of gravity of all visible robots",
    help: "The target is the mean of all visible positions, crashed robots and the robot itself \
           included. The robot ends when every visible robot that has not crashed is within the \
           precision of the target. With unlimited visibility and no faults it \
           converges under every scheduler and gathers in one round of FSYNC. \
           Sources: the original simulator; Cohen and Peleg, SIAM J. Comput. 34(6), 2005.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where all robots within its radius of visibility are, itself \
                     and crashed ones included.",
                ),
                (
                    "compute",
                    "It takes the mean of these positions, their centre of gravity.",
                ),
                (
                    "move",
                    "It goes straight to that mean, and ends once all that it sees and that have \
                     not crashed are there.",
                ),
            ],
            limits: "With a radius of visibility the swarm can fall apart and end in several \
                     groups. Where robots crash, the others go to the mean of all, and with \
                     several crashed ones no robot need have been there. Unless all are active \
                     together the robots converge, and meet only up to the precision.",
        },
        build: |_, context| Ok(Arc::new(Gathering::new(context))),
        requires: Requirements {
            detection: Detection::Strong,
            ..Requirements::NONE
        },
        guarantee: "with unlimited visibility and without faults it gathers in one round of FSYNC, \
                    and converges under every other scheduler",
    },
};

/// The algorithm of the centre of gravity.
#[derive(Clone, Copy, Debug)]
pub struct Gathering {
    context: Context,
}

impl Gathering {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Gathering { context }
    }
}

impl Algorithm for Gathering {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        // Whether crashed robots count in the mean.
        let all = self.context.quirks.mean_of_all;
        let live = |id| percept.appearance(id).is_live();
        // Left to right, in the order of the ids: the order of a sum decides its last bits.
        let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
        percept.visit(|id, position| {
            if all || live(id) {
                x += position.x;
                y += position.y;
                count += 1.0;
            }
            true
        });
        let target = Point::new(x / count, y / count);
        let epsilon = self.context.epsilon * percept.scale();
        let done = percept.visit(|id, position| {
            !live(id) || within(target.x - position.x, target.y - position.y, epsilon)
        });
        Ok(Intent::go(target, done))
    }
}
