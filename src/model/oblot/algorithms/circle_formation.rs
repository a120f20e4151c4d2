//! Form a circle with equal gaps.

use std::f64::consts::PI;
use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker, centre_of_gravity};
use crate::math::{Point, atan2, canonical_zero, cos, hypot, modulo, sin};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::circle::TINY;
use crate::model::oblot::geometry::{Circle, sum};
use crate::model::oblot::percept::{Percept, Seen};
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "circle_formation",
    summary: "form a circle around the centre of gravity, with equal gaps",
    help: "The circle is the one around the centre of gravity of all visible robots that have not \
           crashed, with their mean distance from it as the radius. A robot that is off the circle \
           by more than 1 % of the radius goes straight onto it; any other goes along it to the \
           middle between its two neighbours. It ends when all of them are within 2 % of the \
           circle and every gap is within 6 % of the even one, or when the radius is within the \
           precision. Sources: the original simulator; after Défago and Konagaya, POMC 2002.",
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
                    "It takes the circle around the centre of gravity of those that have not, \
                     with their mean distance from it as the radius.",
                ),
                (
                    "move",
                    "A robot off the circle goes straight onto it, one on the circle goes along \
                     it to the middle between its two neighbours.",
                ),
            ],
            limits: "No proof is known to us. Each move changes the circle, so robots that see \
                     different things, or look at different times, may chase different circles. \
                     The run ends within 2 per cent of the circle and 6 per cent of the even gap, \
                     not exactly there.",
        },
        build: |_, context| Ok(Arc::new(CircleFormation::new(context))),
        requires: Requirements {
            detection: Detection::Strong,
            ..Requirements::NONE
        },
        guarantee: "the robots come to stand on a circle around their centre of gravity, evenly spaced within 6 \
                    per cent; no proof is known to us",
    },
};

/// A full turn.
const TURN: f64 = 2.0 * PI;
/// A robot farther off the circle than this part of the radius goes straight onto it.
const OFF_THE_CIRCLE: f64 = 1e-2;
/// Robots off the circle by at most this part of the radius have formed it.
const ON_THE_CIRCLE: f64 = 2e-2;
/// Gaps that differ by less than this part from the even gap are equal.
const EVEN: f64 = 0.06;

/// The algorithm that forms a circle around the centre of gravity.
#[derive(Clone, Copy, Debug)]
pub struct CircleFormation {
    context: Context,
}

impl CircleFormation {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        CircleFormation { context }
    }
}

impl Algorithm for CircleFormation {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let (here, robots) = (percept.here(), percept.live_robots());
        if robots.len() <= 1 {
            return Ok(Intent::stay(here, true));
        }
        let points: Vec<Point> = robots.iter().map(|robot| robot.position).collect();
        let circle = mean_circle(&robots);
        let Circle { centre, radius } = circle;
        if radius <= ruler.epsilon() {
            return Ok(Intent::stay(here, true));
        }
        let done = is_formed(&circle, &points);
        if circle.distance_to_line(here) > radius * OFF_THE_CIRCLE {
            return Ok(Intent::go(circle.project(here, &ruler), done));
        }
        let angle = angle_of(here, centre);
        let others = points
            .iter()
            .filter(|point| point.distance(here) > ruler.length(TINY));
        let ahead = others.map(|&point| modulo(angle_of(point, centre) - angle, TURN));
        let Some((first, last)) = extremes(ahead) else {
            return Ok(Intent::stay(here, done));
        };
        let angle = angle + (first - (TURN - last)) / 2.0;
        let target = Point::new(
            centre.x + radius * cos(angle),
            centre.y + radius * sin(angle),
        );
        Ok(Intent::go(target, done))
    }
}

/// The circle around the centre of gravity with the mean distance from it.
fn mean_circle(robots: &[Seen]) -> Circle {
    let centre = centre_of_gravity(robots);
    let distances = robots.iter().map(|robot| {
        let Point { x, y } = robot.position;
        hypot(x - centre.x, y - centre.y)
    });
    let radius = sum::compensated(distances) / robots.len() as f64;
    Circle { centre, radius }
}

/// The angle under which a point is seen from another one.
fn angle_of(point: Point, from: Point) -> f64 {
    atan2(point.y - from.y, point.x - from.x)
}

/// The least and the greatest of some numbers.
fn extremes(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let pairs = numbers.map(|number| (number, number));
    pairs.reduce(|(least, most), (number, _)| {
        let least = if number < least { number } else { least };
        let most = if number > most { number } else { most };
        (least, most)
    })
}

/// Whether all points are on the circle with equal gaps.
fn is_formed(circle: &Circle, points: &[Point]) -> bool {
    let off = |point: &&Point| circle.distance_to_line(**point) > circle.radius * ON_THE_CIRCLE;
    if points.iter().any(|point| off(&point)) {
        return false;
    }
    let angles = points.iter().map(|&point| angle_of(point, circle.centre));
    let mut angles: Vec<f64> = angles.map(|angle| modulo(angle, TURN)).collect();
    // A total order of whatever the angles may be; the two zeros are one angle.
    angles.sort_by(|a, b| canonical_zero(*a).total_cmp(&canonical_zero(*b)));
    let even = TURN / angles.len() as f64;
    let next = angles.iter().cycle().skip(1);
    let mut gaps = angles
        .iter()
        .zip(next)
        .map(|(angle, next)| modulo(next - angle, TURN));
    gaps.all(|gap| (gap - even).abs() < even * EVEN)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Scene, near};
    use super::*;

    fn decide(scene: &Scene, me: u32) -> ((f64, f64), bool) {
        scene.decide(&CircleFormation::new(scene.context()), me)
    }

    /// Points on the circle of radius 10 around (1, 2), at these degrees.
    fn at_degrees(degrees: &[f64]) -> Vec<(f64, f64)> {
        let radians = degrees.iter().map(|degree| degree.to_radians());
        let points = radians.map(|angle| (1.0 + 10.0 * cos(angle), 2.0 + 10.0 * sin(angle)));
        points.collect()
    }

    #[test]
    fn two_robots_have_equal_gaps() {
        let scene = Scene::of(&[(1.0, 2.0), (7.0, 10.0)]);
        let (target, done) = decide(&scene, 0);
        assert!(near(target, (1.0, 2.0)) && done);
    }

    #[test]
    fn robots_off_the_circle_go_straight_onto_it() {
        // The mean distance from (0, 0) is 20/3.
        let scene = Scene::of(&[(-10.0, 0.0), (0.0, 0.0), (10.0, 0.0)]);
        let targets = [0, 1, 2].map(|me| decide(&scene, me));
        for (((x, y), done), expected) in targets.into_iter().zip([-1.0, 1.0, 1.0]) {
            assert!(near((x, y), (expected * 20.0 / 3.0, 0.0)) && !done);
        }
    }

    #[test]
    fn robots_on_the_circle_go_to_the_middle_of_their_gap() {
        // Opposite pairs keep the centre where it is.
        let points = at_degrees(&[0.0, 60.0, 180.0, 240.0]);
        let scene = Scene::of(&points);
        // Behind the first is 240, ahead 60: its middle is at -30. Behind the second is 0, ahead
        // 180: 90.
        for (me, expected) in [(0, -30.0), (1, 90.0), (2, 150.0), (3, 270.0)] {
            let (target, done) = decide(&scene, me);
            assert!(near(target, at_degrees(&[expected])[0]) && !done, "{me}");
        }
    }

    #[test]
    fn the_end_allows_for_gaps_and_distances_that_are_a_little_off() {
        let square = |degrees: f64, radius: f64| {
            let mut points = at_degrees(&[degrees, 90.0, 180.0 + degrees, 270.0]);
            for point in &mut points[..1] {
                *point = (
                    1.0 + (point.0 - 1.0) * radius,
                    2.0 + (point.1 - 2.0) * radius,
                );
            }
            decide(&Scene::of(&points), 1).1
        };
        assert!(square(0.0, 1.0));
        // Six per cent of 90 degrees are 5.4.
        assert!(square(5.3, 1.0) && square(-5.3, 1.0));
        assert!(!square(5.5, 1.0) && !square(-5.5, 1.0));
        assert!(square(0.0, 1.02));
        assert!(!square(0.0, 1.05));
    }

    #[test]
    fn a_circle_within_the_precision_is_the_end() {
        assert!(decide(&Scene::of(&[(0.0, 0.0), (2e-5, 0.0), (1e-5, 0.0)]), 0).1);
    }

    #[test]
    fn robots_at_one_place_have_no_gap_to_go_to() {
        // Too near to count as two places, too far for a precision of twelve digits.
        let scene = Scene::of(&[(0.0, 0.0), (1e-10, 0.0)]).precise(12);
        assert_eq!(decide(&scene, 0), ((0.0, 0.0), true));
        let scene = Scene::of(&[(0.0, 0.0), (0.0, 0.0), (1e-10, 0.0)]).precise(12);
        assert!(!decide(&scene, 2).1);
    }

    #[test]
    fn crashed_robots_do_not_count() {
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0), (7.0, 10.0)]).crashed(1);
        assert!(decide(&scene, 0).1);
        let scene = Scene::of(&[(1.0, 2.0), (90.0, 90.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((1.0, 2.0), true));
    }

    #[test]
    fn robots_out_of_sight_do_not_count() {
        let scene = Scene::of(&[(0.0, 0.0), (10.0, 0.0), (11.0, 0.0)]).seeing(10.0);
        assert!(decide(&scene, 0).1);
        assert!(!decide(&scene, 1).1);
    }

    #[test]
    fn sums_before_the_first_move_keep_what_rounding_takes() {
        // Plainly added, the ones are lost.
        let points = [(1e16, 0.0), (1.0, 0.0), (1.0, 0.0), (-1e16, 0.0)];
        let scene = Scene::of(&points);
        let x = |scene: &Scene| mean_circle(&scene.percept(0).live_robots()).centre.x;
        assert_eq!(x(&scene), 0.0);
        assert_eq!(x(&scene.fresh()), 0.5);
    }
}
