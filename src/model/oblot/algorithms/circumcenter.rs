//! Go to the centre of the smallest enclosing circle.

use std::sync::Arc;

use super::points::all_rest_within;
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::exact::smallest_circle;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::schedulers::Synchrony;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "circumcenter",
    summary: "go to the centre of the smallest circle around all robots",
    help: "The target is the centre of the smallest circle that encloses all visible robots. Only \
           the occupied points matter, not how many robots are on them. The robot ends when all \
           robots are within the precision of the target. Sources: Suzuki and Yamashita, SIAM J. \
           Comput. 28(4), 1999; Ando, Oasa, Suzuki and Yamashita, IEEE Trans. Robotics and \
           Automation 15(5), 1999, whose algorithm for limited visibility it is without the limit.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees all occupied points, but need not see how many robots are on \
                     one.",
                ),
                (
                    "compute",
                    "It takes the centre of the smallest circle that encloses these points.",
                ),
                (
                    "move",
                    "It goes straight to that centre, or as far as the movement lets it.",
                ),
            ],
            limits: "Only in FSYNC with rigid moves the robots meet in finite time; else they \
                     converge. With a radius of visibility they may lose sight of each other, \
                     which go_to_center prevents. Nothing is promised in ASYNC or where robots \
                     fail.",
        },
        build: |_, context| Ok(Arc::new(Circumcenter::new(context))),
        requires: Requirements {
            schedulers: Synchrony::ATOMIC,
            sight: SightNeed::Everything,
            faultless: true,
            ..Requirements::NONE
        },
        guarantee: "gathers in one round of FSYNC with rigid moves, and converges under every \
                    other scheduler with atomic cycles",
    },
};

/// The algorithm of the smallest enclosing circle.
#[derive(Clone, Copy, Debug)]
pub struct Circumcenter {
    epsilon: f64,
}

impl Circumcenter {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Circumcenter {
            epsilon: context.epsilon,
        }
    }
}

impl Algorithm for Circumcenter {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let mut points = Vec::new();
        percept.visit(|_, position| {
            points.push(position);
            true
        });
        let center = smallest_circle(&points).center;
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
    use crate::math::Point;
    use crate::model::oblot::frames::Agreement;
    use crate::model::oblot::senses::Detection;
    use proptest::prelude::*;

    const NAME: &str = "circumcenter";

    #[test]
    fn only_the_points_matter_and_not_how_many_robots_are_there() {
        let places = [(0.0, 0.0), (6.0, 8.0), (0.0, 0.0), (0.0, 0.0), (4.0, 4.0)];
        for detection in [Detection::Strong, Detection::Weak, Detection::Nothing] {
            let mut trial = Trial::running(&places, NAME, "");
            trial.senses.detection = detection;
            assert!((0..5).all(|id| trial.target(id) == Point::new(3.0, 4.0)));
        }
    }

    #[test]
    fn one_round_of_fsync_gathers() {
        let mut die = Numpy::from_seed(2);
        let mut trial = Trial::running(&places(9, &mut die), NAME, "").disoriented(true, 2);
        let all: Vec<_> = (0..9).collect();
        trial.round(&all);
        assert!(trial.is_gathered() && !trial.is_over());
        trial.round(&all);
        assert!(trial.is_over());
    }

    #[test]
    fn robots_within_the_precision_of_the_centre_are_done() {
        let done = |far: f64| {
            let places = [(1.0, 1.0), (1.0 + far, 1.0), (1.0, 1.0 + far)];
            Trial::running(&places, NAME, "").wish(1).unwrap().done
        };
        assert!(done(1.4e-5) && !done(1.5e-5));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn the_circle_never_grows_in_ssync_and_robots_converge(seed: u64, robots in 2usize..8) {
            let mut die = Numpy::from_seed(seed);
            let mut trial = Trial::running(&places(robots, &mut die), NAME, "");
            let mut radius = f64::INFINITY;
            for round in 0.. {
                let now = smallest_circle(&trial.positions).radius;
                prop_assert!(now <= radius * (1.0 + 1e-12));
                radius = now;
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
            assert_same_in_frames(&mut trial, Agreement::Nothing, die.u64());
        }
    }

    #[test]
    fn whatever_it_cannot_do_without_is_asked_for() {
        let fsync = "[scheduler]\nkind = \"fsync\"\n";
        let atomic = "expected FSYNC or sequential or SSYNC scheduler, found ASYNC";
        assert_refused(4, NAME, "", atomic);
        let radius = format!("{fsync}[visibility]\nradius = 5.0");
        let reason = "expected unlimited visibility, found limited visibility";
        assert_refused(4, NAME, &radius, reason);
        let crash = format!("{fsync}[[faults]]\nkind = \"crash\"\ncount = 1");
        assert_refused(4, NAME, &crash, "expected no faulty robots, found faults");
        let rest = format!(
            "{fsync}[sensing]\nmultiplicity = \"none\"\n[frames]\nagreement = \"none\"\n\
             [movement]\nrigid = false\ndelta = 1.0"
        );
        assert!(read(4, NAME, &rest).is_ok());
    }
}
