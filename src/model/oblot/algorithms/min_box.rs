//! Go to the centre of the smallest box with sides along the axes.

use std::sync::Arc;

use super::points::all_rest_within;
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::Point;
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::geometry::exact::middle;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "min_box",
    summary: "go to the centre of the smallest box along the axes around all robots",
    help: "The target is the centre of the smallest axis-parallel box that holds all visible \
           robots. All robots need the same axes; which way an axis points does not matter, nor \
           does it how many robots are on one point. The robot ends when all robots are within \
           the precision of the target. Source: Cord-Landwehr et al., A new approach for \
           analyzing convergence algorithms for mobile robots, ICALP 2011.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees all occupied points, along axes on which all robots agree.",
                ),
                (
                    "compute",
                    "It takes the centre of the smallest box along these axes that holds them \
                     all.",
                ),
                (
                    "move",
                    "It goes straight to that centre, or as far as the movement lets it.",
                ),
            ],
            limits: "Robots whose axes are turned against each other see different boxes. Only in \
                     FSYNC with rigid moves they meet in finite time; else they converge. Nothing \
                     is promised where robots fail or see only some of the others.",
        },
        build: |_, context| Ok(Arc::new(MinBox::new(context))),
        requires: Requirements {
            sight: SightNeed::Everything,
            frames: Agreement::OneAxis,
            faultless: true,
            ..Requirements::NONE
        },
        guarantee: "gathers in one round of FSYNC with rigid moves, and converges under every \
                    other scheduler: the box halves in a number of rounds (in each of which every \
                    robot moves at least once) that does not depend on the number of robots",
    },
};

/// The algorithm of the smallest box.
#[derive(Clone, Copy, Debug)]
pub struct MinBox {
    epsilon: f64,
}

impl MinBox {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        MinBox {
            epsilon: context.epsilon,
        }
    }
}

impl Algorithm for MinBox {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        // The robot itself is among them, so neither stays infinite.
        let mut least = Point::new(f64::INFINITY, f64::INFINITY);
        let mut greatest = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        percept.visit(|_, position| {
            least = Point::new(least.x.min(position.x), least.y.min(position.y));
            greatest = Point::new(greatest.x.max(position.x), greatest.y.max(position.y));
            true
        });
        let center = middle(least, greatest);
        Ok(Intent::go(
            center,
            all_rest_within(percept, center, self.epsilon),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{
        Trial, assert_refused, assert_same_in_frames, places, read, some_of,
    };
    use super::*;
    use crate::dice::{Draw as _, Numpy};
    use crate::model::oblot::senses::Detection;
    use proptest::prelude::*;

    const NAME: &str = "min_box";

    /// The longer side of the box.
    fn side(trial: &Trial) -> f64 {
        let extent = |coordinate: fn(&Point) -> f64| {
            let all = trial.positions.iter().map(coordinate);
            all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
        };
        extent(|at| at.x).max(extent(|at| at.y))
    }

    #[test]
    fn the_target_is_the_centre_of_the_box() {
        let places = [(0.0, 1.0), (8.0, 2.0), (3.0, 7.0), (0.0, 1.0), (1.0, -1.0)];
        for detection in [Detection::Strong, Detection::Nothing] {
            let mut trial = Trial::running(&places, NAME, "");
            trial.senses.detection = detection;
            assert!((0..5).all(|id| trial.target(id) == Point::new(4.0, 3.0)));
        }
        assert_eq!(
            Trial::running(&[(2.0, 5.0)], NAME, "").target(0),
            Point::new(2.0, 5.0)
        );
    }

    #[test]
    fn one_round_of_fsync_gathers() {
        let mut die = Numpy::from_seed(2);
        let mut trial = Trial::running(&places(9, &mut die), NAME, "");
        let all: Vec<_> = (0..9).collect();
        trial.round(&all);
        assert!(trial.is_gathered() && !trial.is_over());
        trial.round(&all);
        assert!(trial.is_over());
    }

    #[test]
    fn one_round_of_turns_halves_the_box_however_many_robots_there_are() {
        for robots in [2, 3, 5, 16, 64] {
            let mut die = Numpy::from_seed(robots as u64);
            for _ in 0..20 {
                let mut trial = Trial::running(&places(robots, &mut die), NAME, "");
                let mut order: Vec<_> = (0..robots).collect();
                for _ in 0..8 {
                    let before = side(&trial);
                    die.shuffle(&mut order);
                    for &robot in &order {
                        trial.turn(robot, None);
                    }
                    let after = side(&trial);
                    assert!(after <= 0.5 * before * (1.0 + 1e-12), "{robots}: {after}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn robots_never_leave_the_box_in_ssync_and_converge(seed: u64, robots in 2usize..8) {
            let mut die = Numpy::from_seed(seed);
            let mut trial = Trial::running(&places(robots, &mut die), NAME, "");
            let mut before = f64::INFINITY;
            for round in 0.. {
                let now = side(&trial);
                prop_assert!(now <= before);
                before = now;
                if trial.is_over() {
                    break;
                }
                prop_assert!(round < 200 + 100 * robots, "{:?}", trial.positions);
                trial.round(&some_of(robots, &mut die));
            }
            prop_assert!(trial.diameter() <= 2e-5);
        }

        #[test]
        fn decisions_do_not_depend_on_the_frame(seed: u64, robots in 1usize..8) {
            let mut die = Numpy::from_seed(seed);
            let mut trial = Trial::running(&places(robots, &mut die), NAME, "");
            assert_same_in_frames(&mut trial, Agreement::OneAxis, die.u64());
        }
    }

    #[test]
    fn whatever_it_cannot_do_without_is_asked_for() {
        let radius = "[visibility]\nradius = 5.0";
        let reason = "expected unlimited visibility, found limited visibility";
        assert_refused(4, NAME, radius, reason);
        let crash = "[[faults]]\nkind = \"crash\"\ncount = 1";
        assert_refused(4, NAME, crash, "expected no faulty robots, found faults");
        for frames in ["none", "chirality"] {
            let rest = format!("[frames]\nagreement = \"{frames}\"");
            let reason = format!("expected frames that agree on \"one_axis\", found \"{frames}\"");
            assert_refused(4, NAME, &rest, &reason);
        }
        for frames in ["one_axis", "full", "global"] {
            let rest =
                format!("[frames]\nagreement = \"{frames}\"\n[sensing]\nmultiplicity = \"none\"");
            assert!(read(4, NAME, &rest).is_ok());
        }
    }
}
