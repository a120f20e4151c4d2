//! Two tasks in one swarm.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Gathering, Maker, Sec};
use crate::dice::Draw as _;
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "two_task",
    summary: "each robot has one of two tasks for good: the smallest circle or gathering",
    help: "Before the run each robot draws its task, in the order of the ids: with probability 1/2 \
           it computes as in sec, otherwise as in gathering. Nobody knows the task of another \
           robot. Source: the original simulator.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the others within its radius of visibility are, and \
                     which of them have crashed.",
                ),
                (
                    "compute",
                    "By the task that it drew before the run it computes the smallest circle \
                     around all, or their centre of gravity.",
                ),
                ("move", "It goes onto that circle, or to that centre."),
            ],
            limits: "The goals contradict each other and nobody knows the task of another, so \
                     unless all have drawn the same one the swarm reaches neither; nothing is \
                     promised.",
        },
        build: |_, context| Ok(Arc::new(TwoTask::new(context))),
        requires: Requirements {
            detection: Detection::Strong,
            ..Requirements::NONE
        },
        guarantee: "none: two goals that contradict each other",
    },
};

/// How likely a robot has the task of the circle.
const CIRCLE: f64 = 0.5;

/// Hands out two tasks.
#[derive(Clone, Debug)]
pub struct TwoTask {
    circle: Arc<Sec>,
    gathering: Arc<Gathering>,
}

impl TwoTask {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        TwoTask {
            circle: Arc::new(Sec::new(context)),
            gathering: Arc::new(Gathering::new(context)),
        }
    }
}

impl Algorithm for TwoTask {
    fn assign(&self, dice: &mut AlgorithmDice<'_>) -> Option<Arc<dyn Algorithm>> {
        Some(if dice.die().unit() < CIRCLE {
            Arc::clone(&self.circle) as Arc<dyn Algorithm>
        } else {
            Arc::clone(&self.gathering) as Arc<dyn Algorithm>
        })
    }

    /// A robot without a task gathers: every robot of a plan has one.
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        self.gathering.compute(percept, dice)
    }
}
