//! Go to the centre of the smallest enclosing circle, without losing sight of anybody.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, hypot, square};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::smallest_circle;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "go_to_center",
    summary: "go to the centre of the smallest circle around all visible robots, losing nobody from sight",
    help: "The robot goes towards the centre of the smallest circle around all visible robots that \
           have not crashed, itself included. With limited visibility it goes only so far that it \
           stays, for each of them, within half the radius of visibility from the middle between \
           the two, so that both see each other whenever the other one does the same. It ends when \
           the radius of the circle is below the precision, or when it sees no other live robot. \
           From every start in which the robots that see each other form one connected graph it \
           converges under semi-synchronous schedulers, fsync among them. Under sequential ones the swarm can come to rest with a circle just above \
           the precision; such a run ends stalled. Sources: the original simulator; Ando, Oasa, \
           Suzuki and Yamashita, IEEE Transactions on Robotics and Automation 15(5), 1999.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees all robots within its radius of visibility that have not \
                     crashed.",
                ),
                (
                    "compute",
                    "It takes the centre of the smallest circle around them, and of the way to it \
                     so much that it stays within half the radius of visibility from the middle \
                     between itself and each of them.",
                ),
                (
                    "move",
                    "It goes so far and no further, so that nobody who does the same loses sight \
                     of it.",
                ),
            ],
            limits: "From a start that is not connected each part gathers by itself. In ASYNC \
                     robots may lose sight of each other, because some move while others act on \
                     what they saw before. Under sequential schedulers the swarm can come to rest \
                     with a circle just above the precision.",
        },
        build: |_, context| Ok(Arc::new(GoToCenter::new(context))),
        requires: Requirements::NONE,
        guarantee: "the robots converge to one point if the visibility graph is connected at the start; under \
                    SSYNC no two robots that see each other ever lose sight of each other",
    },
};

/// Robots closer than this are at the place of the looking robot.
const NO_DISTANCE: f64 = 1e-12;

/// The algorithm of Ando, Oasa, Suzuki and Yamashita.
///
/// It draws, but only to find the circle faster: which circle it is does not depend on the draws, but
/// for the rounding in the comparisons that find it. So it counts as deterministic.
#[derive(Clone, Copy, Debug)]
pub struct GoToCenter {
    context: Context,
}

impl GoToCenter {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        GoToCenter { context }
    }
}

impl Algorithm for GoToCenter {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let (here, mut points) = (percept.here(), percept.live());
        if points.len() <= 1 {
            return Ok(Intent::stay(here, true));
        }
        let circle = smallest_circle(&mut points, &mut dice.die(), &ruler);
        let done = circle.radius < ruler.epsilon();
        let (x, y) = (circle.centre.x - here.x, circle.centre.y - here.y);
        let way = hypot(x, y);
        if way < ruler.epsilon() {
            return Ok(Intent::stay(here, done));
        }
        let direction = Point::new(x / way, y / way);
        let mut step = way;
        if let Some(radius) = self.context.radius {
            let reach = Reach {
                here,
                direction,
                radius: ruler.length(radius),
                nothing: ruler.length(NO_DISTANCE),
            };
            // In any order: it is a minimum.
            for &other in &points {
                step = least(step, reach.keeping(other));
            }
        }
        let step = greatest(0.0, least(way, step));
        let target = Point::new(here.x + direction.x * step, here.y + direction.y * step);
        Ok(Intent::go(target, done))
    }
}

/// How far a robot may go in one direction.
#[derive(Clone, Copy, Debug)]
struct Reach {
    here: Point,
    direction: Point,
    /// The radius of visibility.
    radius: f64,
    /// Lengths up to this are none.
    nothing: f64,
}

impl Reach {
    /// How far the robot may go so as to keep within half the radius of visibility from the middle
    /// between itself and `other`. Infinitely far for a robot at its own place.
    fn keeping(&self, other: Point) -> f64 {
        let (x, y) = (other.x - self.here.x, other.y - self.here.y);
        let distance = hypot(x, y);
        if distance <= self.nothing || distance > self.radius {
            return f64::INFINITY;
        }
        let along = (self.direction.x * x + self.direction.y * y) / distance;
        let cosine = greatest(-1.0, least(1.0, along));
        let sine = greatest(0.0, 1.0 - cosine * cosine).sqrt();
        let middle = distance / 2.0;
        let half = self.radius / 2.0;
        middle * cosine + greatest(0.0, half * half - square(middle * sine)).sqrt()
    }
}

/// The lesser of two numbers; the first where they cannot be compared.
fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers; the first where they cannot be compared.
fn greatest(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{Scene, near};
    use super::*;

    fn decide(scene: &Scene, me: u32) -> ((f64, f64), bool) {
        scene.decide(&GoToCenter::new(scene.context()), me)
    }

    #[test]
    fn robots_go_to_the_centre_of_their_circle() {
        let two = Scene::of(&[(1.0, 2.0), (7.0, 10.0)]);
        let (target, done) = decide(&two, 0);
        assert!(near(target, (4.0, 6.0)) && !done);
        let three = Scene::of(&[(-3.0, -4.0), (5.0, 0.0), (-3.0, 4.0)]);
        let (target, done) = decide(&three, 1);
        assert!(near(target, (0.0, 0.0)) && !done);
        let on_a_line = Scene::of(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (8.0, 8.0)]);
        let (target, done) = decide(&on_a_line, 1);
        assert!(near(target, (4.0, 4.0)) && !done);
    }

    #[test]
    fn a_robot_at_the_centre_stays() {
        let scene = Scene::of(&[(-5.0, 0.0), (4e-6, 0.0), (5.0, 0.0)]);
        assert_eq!(decide(&scene, 1), ((4e-6, 0.0), false));
    }

    #[test]
    fn a_circle_below_the_precision_is_the_end() {
        let (_, done) = decide(&Scene::of(&[(1.0, 1.0), (1.0 + 1.9e-5, 1.0)]), 0);
        assert!(done);
        let (_, done) = decide(&Scene::of(&[(1.0, 1.0), (1.0 + 2.1e-5, 1.0)]), 0);
        assert!(!done);
    }

    #[test]
    fn crashed_robots_do_not_count() {
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0), (7.0, 10.0)]).crashed(1);
        assert!(near(decide(&scene, 0).0, (4.0, 6.0)));
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((1.0, 2.0), true));
    }

    #[test]
    fn nobody_is_lost_from_sight() {
        // The circle of the first two is around (0, 6), and 6 away. The robot at (0, -2) is on it
        // too; the middle to it is (0, -1), and 5 from there is (0, 4).
        let scene = Scene::of(&[(-8.0, 6.0), (8.0, 6.0), (0.0, -2.0), (0.0, 0.0)]);
        let (target, done) = decide(&scene, 3);
        assert!(near(target, (0.0, 6.0)) && !done);
        let (target, done) = decide(&scene.seeing(10.0), 3);
        assert!(near(target, (0.0, 4.0)) && !done);
    }

    proptest! {
        #[test]
        fn those_who_see_each_other_still_do_when_both_have_moved(
            points in prop::collection::vec((-20.0..20.0, -20.0..20.0), 2..10),
        ) {
            let scene = Scene::of(&points).seeing(15.0);
            let targets: Vec<Point> = (0..points.len() as u32)
                .map(|me| decide(&scene, me).0)
                .map(|(x, y)| Point::new(x, y))
                .collect();
            let robots: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
            for (i, robot) in robots.iter().enumerate() {
                for (j, other) in robots[..i].iter().enumerate() {
                    if robot.distance(*other) <= 15.0 {
                        prop_assert!(targets[i].distance(targets[j]) <= 15.0 + 1e-9);
                    }
                }
            }
        }
    }
}
