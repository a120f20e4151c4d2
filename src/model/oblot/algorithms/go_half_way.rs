//! Go half-way to the other point.

use std::sync::Arc;

use super::points::{Points, others_rest};
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::model::Failure;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::{Destination, Intent};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "go_half_way",
    summary: "go half-way to the other occupied point, the nearest one",
    help: "Two robots without lights that are active together have to do this if they are to meet. \
           It shows why that is not enough: where they are not always active together their \
           distance halves for ever. (A simulated run then stalls, or ends when the robots are \
           within the precision.) A robot that sees a single occupied point ends. Source: Suzuki \
           and Yamashita, SIAM J. Comput. 28(4), 1999, on two robots in SSYNC.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("look", "The robot sees the occupied points."),
                (
                    "compute",
                    "It takes the nearest one that is not its own, and the middle of the way to \
                     it.",
                ),
                (
                    "move",
                    "It goes to that middle, where two robots that do the same at the same time \
                     meet.",
                ),
            ],
            limits: "Two robots that are not always active together halve their distance for ever \
                     and never meet. More than two robots go to different middles, and need not \
                     come together.",
        },
        build: |_, context| Ok(Arc::new(GoHalfWay::new(context))),
        requires: Requirements::NONE,
        guarantee: "two robots meet in one round of FSYNC with rigid moves and converge under \
                    every other scheduler; more robots need not",
    },
};

/// Go half-way to the other point.
#[derive(Clone, Copy, Debug)]
pub struct GoHalfWay {
    epsilon: f64,
}

impl GoHalfWay {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        GoHalfWay {
            epsilon: context.epsilon,
        }
    }
}

impl Algorithm for GoHalfWay {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let points = Points::of(percept, self.epsilon);
        Ok(match points.nearest(percept, dice) {
            Some(other) => Intent::towards(Destination::Midway(other.id), false),
            None => Intent::towards(Destination::Stay, others_rest(percept)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{EPSILON, Trial, assert_same_in_frames, places, read, some_of};
    use crate::dice::Numpy;
    use crate::math::Point;
    use crate::model::oblot::frames::Agreement;

    const NAME: &str = "go_half_way";
    const START: [(f64, f64); 2] = [(0.0, 0.0), (64.0, 0.0)];

    #[test]
    fn two_robots_that_are_active_together_meet_in_the_middle() {
        let mut trial = Trial::running(&START, NAME, "");
        trial.round(&[0, 1]);
        assert_eq!(trial.positions, [Point::new(32.0, 0.0); 2]);
        trial.round(&[0, 1]);
        assert!(trial.is_over());
    }

    #[test]
    fn the_distance_of_two_robots_that_take_turns_halves_until_they_are_stuck() {
        let mut trial = Trial::running(&START, NAME, "");
        let (mut distance, mut robot) = (64.0, 0);
        while distance >= 2.0 * EPSILON {
            assert!(trial.turn(robot, None));
            robot = 1 - robot;
            distance /= 2.0;
            assert_eq!(trial.diameter(), distance);
        }
        // Half of the way is shorter than the precision, the way is not.
        assert!(distance > EPSILON && !trial.is_gathered());
        assert!(!trial.turn(0, None) && !trial.turn(1, None) && !trial.is_over());
    }

    #[test]
    fn it_needs_nothing_and_decides_the_same_in_every_frame() {
        let rest = "[sensing]\nmultiplicity = \"none\"\n[frames]\nagreement = \"none\"";
        assert!(read(3, NAME, rest).is_ok());
        let mut die = Numpy::from_seed(1);
        for seed in 0..20 {
            let robots = 1 + some_of(5, &mut die).len();
            let mut trial = Trial::running(&places(robots, &mut die), NAME, "");
            assert_same_in_frames(&mut trial, Agreement::Nothing, seed);
        }
    }
}
