//! Go to the other point.

use std::sync::Arc;

use super::points::{Points, others_rest};
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::model::Failure;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::{Destination, Intent};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "go_to_other",
    summary: "go to the other occupied point, the nearest one",
    help: "One of two robots without lights has to do this if it is active alone and they are to \
           meet. It shows why that is not enough: two robots that are active together change \
           places for ever; and so do three robots on two points that take turns and cannot tell \
           how many robots are on a point, because those that share one see what the third sees. A \
           robot that sees a single occupied point ends. Sources: Suzuki and Yamashita, SIAM J. \
           Comput. 28(4), 1999, on two robots in SSYNC; Flocchini, Navarra, Pattanayak, Piselli \
           and Santoro, arXiv:2412.10733, 2024, on sequential schedulers without detection.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("look", "The robot sees the occupied points."),
                ("compute", "It takes the nearest one that is not its own."),
                (
                    "move",
                    "It goes to that point, and ends once it sees a single one.",
                ),
            ],
            limits: "Two robots that are active together change places for ever. So do three \
                     robots on two points that take turns, unless they can tell how many are on a \
                     point.",
        },
        build: |_, context| Ok(Arc::new(GoToOther::new(context))),
        requires: Requirements::NONE,
        guarantee: "two robots meet under every sequential scheduler; more robots, or two that \
                    are active at the same time, need not",
    },
};

/// Go to the other point.
#[derive(Clone, Copy, Debug)]
pub struct GoToOther {
    epsilon: f64,
}

impl GoToOther {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        GoToOther {
            epsilon: context.epsilon,
        }
    }
}

impl Algorithm for GoToOther {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let points = Points::of(percept, self.epsilon);
        Ok(match points.nearest(percept, dice) {
            Some(other) => Intent::towards(Destination::Onto(other.id), false),
            None => Intent::towards(Destination::Stay, others_rest(percept)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{Trial, assert_same_in_frames, places, read, some_of};
    use super::*;
    use crate::dice::Numpy;
    use crate::math::Point;
    use crate::model::oblot::frames::Agreement;
    use crate::model::oblot::senses::Detection;

    const NAME: &str = "go_to_other";
    const A: Point = Point::new(0.0, 0.0);
    const B: Point = Point::new(7.0, 1.0);

    fn trial(points: &[Point]) -> Trial {
        let places: Vec<_> = points.iter().map(|at| (at.x, at.y)).collect();
        Trial::running(&places, NAME, "")
    }

    #[test]
    fn two_robots_that_take_turns_meet_at_once() {
        let mut trial = trial(&[A, B]);
        trial.turn(1, None);
        assert!(trial.is_gathered());
        trial.round(&[0, 1]);
        assert!(trial.is_over());
        assert_eq!(trial.positions, [A, A]);
    }

    #[test]
    fn two_robots_that_are_active_together_change_places_for_ever() {
        let mut trial = trial(&[A, B]);
        for round in 0..10 {
            let expected = if round % 2 == 0 { [A, B] } else { [B, A] };
            assert_eq!(trial.positions, expected);
            trial.round(&[0, 1]);
        }
    }

    #[test]
    fn three_robots_on_two_points_that_take_turns_never_gather_without_detection() {
        // Robots 0 and 2 at one point, robot 1 at the other, the order 0, 1, 2: period 6.
        for detection in [Detection::Nothing, Detection::Weak, Detection::Strong] {
            let mut trial = trial(&[A, B, A]);
            trial.senses.detection = detection;
            let mut seen = Vec::new();
            for turn in 0..18 {
                assert!(trial.turn(turn % 3, None), "a robot always moves");
                assert!(!trial.is_gathered());
                seen.push(trial.positions.clone());
            }
            let cycle = [
                [B, B, A],
                [B, A, A],
                [B, A, B],
                [A, A, B],
                [A, B, B],
                [A, B, A],
            ];
            assert_eq!(&seen[..6], cycle.map(Vec::from));
            assert_eq!(seen[..6], seen[6..12]);
            assert_eq!(seen[..6], seen[12..]);
        }
    }

    #[test]
    fn with_more_points_it_goes_to_the_nearest() {
        let mut trial = trial(&[A, B, Point::new(1.0, 1.0)]);
        assert_eq!(trial.wish(0).unwrap().destination, Destination::Onto(2));
        assert_eq!(trial.wish(1).unwrap().destination, Destination::Onto(2));
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
