//! Go onto the smallest enclosing circle.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::Point;
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::{Circle, Ruler, smallest_circle};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "sec",
    summary: "go onto the smallest circle that encloses all visible robots",
    help: "The robot finds the smallest circle around all visible robots that have not crashed, \
           itself included, and goes straight away from its centre onto the circle (to the right \
           if it is at the centre). It ends when all of them are on the circle, up to the \
           precision. The robots that define the circle are on it already, so with unlimited \
           visibility and without faults it stays where it is, but for rounding. \
           Sources: the original simulator; Welzl, 1991, for the circle.",
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
                    "It takes the smallest circle around those that have not, itself included.",
                ),
                (
                    "move",
                    "It goes straight away from the centre onto the circle, and to the right from \
                     the centre itself.",
                ),
            ],
            limits: "Nothing spaces the robots on the circle: several in one direction from the \
                     centre end at one point. With a radius of visibility each robot has a circle \
                     of its own, and the swarm need not come to stand on one.",
        },
        build: |_, context| Ok(Arc::new(Sec::new(context))),
        requires: Requirements::NONE,
        guarantee: "the robots come to stand on their smallest enclosing circle where they see everybody",
    },
};

/// The algorithm of the smallest enclosing circle.
///
/// It draws, but only to find the circle faster: which circle it is does not depend on the draws, but
/// for the rounding in the comparisons that find it. So it counts as deterministic.
#[derive(Clone, Copy, Debug)]
pub struct Sec {
    context: Context,
}

impl Sec {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Sec { context }
    }
}

impl Algorithm for Sec {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let (here, mut points) = (percept.here(), percept.live());
        let circle = match points[..] {
            [] => return Ok(Intent::stay(here, false)),
            [alone] => Circle::point(alone),
            [a, b] => Circle::diametral(a, b),
            [a, b, c] => around_three([a, b, c], &ruler),
            _ => smallest_circle(&mut points, &mut dice.die(), &ruler),
        };
        let target = match points.len() {
            1 => circle.centre,
            _ => circle.project(here, &ruler),
        };
        let on_circle = |&point: &Point| circle.distance_to_line(point) < ruler.epsilon();
        Ok(Intent::go(target, points.iter().all(on_circle)))
    }
}

/// The smallest circle around three points, found without a draw: the first circle of two of them
/// that covers all three, or else the one through all three.
fn around_three(points: [Point; 3], ruler: &Ruler) -> Circle {
    let [a, b, c] = points;
    let circles = [(a, b), (a, c), (b, c)].map(|(p, q)| Circle::diametral(p, q));
    let covers_all = |circle: &Circle| points.iter().all(|&point| ruler.covers(circle, point));
    let of_two = circles.into_iter().find(covers_all);
    of_two.unwrap_or_else(|| Circle::through(points, ruler))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Scene, near};
    use super::*;

    fn decide(scene: &Scene, me: u32) -> ((f64, f64), bool) {
        scene.decide(&Sec::new(scene.context()), me)
    }

    #[test]
    fn two_robots_are_on_their_circle() {
        let scene = Scene::of(&[(1.0, 2.0), (7.0, 10.0)]);
        assert_eq!(decide(&scene, 0), ((1.0, 2.0), true));
        assert_eq!(decide(&scene, 1), ((7.0, 10.0), true));
    }

    #[test]
    fn of_three_robots_the_one_inside_goes_onto_the_circle_of_the_others() {
        // Around (0, 0) with radius 5: straight up from (0, 1), and to the right from the centre.
        let ends = [(-3.0, -4.0), (3.0, 4.0)];
        let scene = |inside| Scene::of(&[ends[0], inside, ends[1]]);
        assert_eq!(decide(&scene((0.0, 1.0)), 1), ((0.0, 5.0), false));
        assert_eq!(decide(&scene((0.0, 0.0)), 1), ((5.0, 0.0), false));
        assert_eq!(decide(&scene((0.0, 1.0)), 0), (ends[0], false));
        // On a right angle all three are on it.
        assert_eq!(decide(&scene((5.0, 0.0)), 1), ((5.0, 0.0), true));
        // On one line with the two ends.
        let (target, done) = decide(&scene((1.5, 2.0)), 1);
        assert!(near(target, ends[1]) && !done);
    }

    #[test]
    fn three_robots_with_sharp_angles_are_on_their_circle() {
        let scene = Scene::of(&[(-3.0, -4.0), (5.0, 0.0), (-3.0, 4.0)]);
        for me in 0..3 {
            let (target, done) = decide(&scene, me);
            let here = scene.percept(me).here();
            assert!(near(target, (here.x, here.y)) && done);
        }
    }

    #[test]
    fn robots_inside_go_onto_the_circle_of_many() {
        let corners = [(4.0, 3.0), (-4.0, 3.0), (-4.0, -3.0), (4.0, -3.0)];
        let scene = Scene::of(&[corners[0], (0.0, -2.0), corners[1], corners[2], corners[3]]);
        let (target, done) = decide(&scene, 1);
        assert!(near(target, (0.0, -5.0)) && !done);
        let (target, done) = decide(&Scene::of(&corners), 2);
        assert!(near(target, corners[2]) && done);
    }

    #[test]
    fn the_test_for_the_end_is_as_precise_as_the_run() {
        let with = |off: f64| {
            let scene = Scene::of(&[(5.0, 0.0), (-5.0, 0.0), (0.0, 5.0 - off), (0.0, -5.0)]);
            decide(&scene, 0).1
        };
        assert!(with(0.9e-5));
        assert!(!with(1.1e-5));
    }

    #[test]
    fn crashed_robots_do_not_count() {
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0), (7.0, 10.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((1.0, 2.0), true));
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((1.0, 2.0), true));
    }

    #[test]
    fn robots_out_of_sight_do_not_count() {
        let scene = Scene::of(&[(0.0, 0.0), (10.0, 0.0), (11.0, 0.0)]).seeing(10.0);
        assert_eq!(decide(&scene, 0), ((0.0, 0.0), true));
        assert!(!decide(&scene, 1).1);
    }
}
