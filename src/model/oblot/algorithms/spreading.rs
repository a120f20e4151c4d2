//! Spread evenly over a region.

use std::f64::consts::PI;
use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, cos, hypot, sin, square};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::geometry::Ruler;
use crate::model::oblot::geometry::circle::TINY;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "spreading",
    summary: "spread evenly over a region, by going to the centre of what is nearest to oneself",
    help: "The region is a box around the origin or, without one, the box around all visible \
           robots that have not crashed, with a margin of 15 % of its longer side. The robot \
           divides it into 32 by 32 cells and goes to the mean of the centres of those to which it \
           is the nearest (of equally near robots the one with the lowest id). Where there are \
           none it steps away from the nearest robot by the longer side of a cell, and from a \
           robot at its own place in a direction that depends on its id. It ends when it is within \
           0.4 % of the region's diagonal of its target. The algorithm of Lloyd, on samples. \
           Sources: the original simulator; Cortés, Martínez, Karatas and Bullo, IEEE Transactions \
           on Robotics and Automation 20(2), 2004.",
    parameters: &[Parameter {
        name: "world",
        kind: Kind::Numbers,
        default: Some("the box around the visible robots"),
        range: "above 0, width and height",
        summary: "the size of the region, which has its centre at the origin",
    }],
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
                    "It divides the region into 32 by 32 cells, and takes the mean of the centres \
                     of those to which it is nearer than anybody else.",
                ),
                (
                    "move",
                    "It goes to that mean, or a step away from the nearest robot where no cell is \
                     its own.",
                ),
            ],
            limits: "It finds an arrangement that is good close by, not the best of all. With \
                     many robots the cells are too few, and some robots find none of their own. \
                     Robots at one place are told apart by their ids, which anonymous robots do \
                     not have.",
        },
        build,
        requires: Requirements {
            detection: Detection::Strong,
            frames: Agreement::Global,
            ..Requirements::NONE
        },
        guarantee: "the coverage cost of Lloyd's method decreases; the robots end near the centroids of their cells",
    },
};

fn build(section: &Section<'_>, context: Context) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let world = section.f64("world").positive().list().exactly(2);
    let world = world.optional()?.map(|sides| (sides[0], sides[1]));
    Ok(Arc::new(Spreading::new(context, world)))
}

/// How many cells there are in each direction.
const CELLS: usize = 32;
/// A robot is settled when it is closer to its target than this part of the region's diagonal.
const SETTLED: f64 = 0.004;
/// The margin around the visible robots, as a part of the longer side of their box.
const MARGIN: f64 = 0.15;
/// The least side that the margin is taken of.
const LEAST_SIDE: f64 = 1.0;

/// Lloyd's algorithm on a grid of samples.
#[derive(Clone, Copy, Debug)]
pub struct Spreading {
    context: Context,
    /// The width and the height of the region.
    world: Option<(f64, f64)>,
}

impl Spreading {
    /// With what holds for a run, and the width and height of the region, if it has one.
    #[must_use]
    pub fn new(context: Context, world: Option<(f64, f64)>) -> Self {
        Spreading { context, world }
    }
}

impl Algorithm for Spreading {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let here = percept.here();
        let robots = percept.live_robots();
        let me = robots.iter().position(|robot| robot.id == percept.me());
        let (Some(me), true) = (me, robots.len() > 1) else {
            return Ok(Intent::stay(here, false));
        };
        let points: Vec<Point> = robots.iter().map(|robot| robot.position).collect();
        let region = match self.world {
            Some((width, height)) => {
                Region::around_origin(ruler.length(width), ruler.length(height))
            }
            None => Region::of(&points, &ruler),
        };
        let target = match region.centre_of_cell(&points, me) {
            Some(centre) => centre,
            None => {
                let nearest = nearest_to(&points, me);
                away_from(nearest, here, percept.me(), region.longer_step(), &ruler)
            }
        };
        let settled = target.distance(here) < SETTLED * region.diagonal();
        Ok(Intent::go(target, settled))
    }
}

/// A box with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Region {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Region {
    fn around_origin(width: f64, height: f64) -> Self {
        Region {
            left: -width / 2.0,
            right: width / 2.0,
            bottom: -height / 2.0,
            top: height / 2.0,
        }
    }

    /// The box around some points, with its margin.
    fn of(points: &[Point], ruler: &Ruler) -> Self {
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut bottom, mut top) = (left, right);
        for point in points {
            (left, right) = (left.min(point.x), right.max(point.x));
            (bottom, top) = (bottom.min(point.y), top.max(point.y));
        }
        let side = (right - left)
            .max(top - bottom)
            .max(ruler.length(LEAST_SIDE));
        let margin = MARGIN * side;
        Region {
            left: left - margin,
            right: right + margin,
            bottom: bottom - margin,
            top: top + margin,
        }
    }

    fn steps(&self) -> (f64, f64) {
        let cells = CELLS as f64;
        (
            (self.right - self.left) / cells,
            (self.top - self.bottom) / cells,
        )
    }

    /// The longer side of a cell.
    fn longer_step(&self) -> f64 {
        let (x, y) = self.steps();
        x.max(y)
    }

    fn diagonal(&self) -> f64 {
        hypot(self.right - self.left, self.top - self.bottom)
    }

    /// The mean of the samples to which point number `me` is the nearest, of equally near points the
    /// first; nothing where there are none.
    fn centre_of_cell(&self, points: &[Point], me: usize) -> Option<Point> {
        let (step_x, step_y) = self.steps();
        let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
        for column in 0..CELLS {
            let sample_x = self.left + (column as f64 + 0.5) * step_x;
            for row in 0..CELLS {
                let sample_y = self.bottom + (row as f64 + 0.5) * step_y;
                if is_nearest(points, me, Point::new(sample_x, sample_y)) {
                    x += sample_x;
                    y += sample_y;
                    count += 1.0;
                }
            }
        }
        (count > 0.0).then(|| Point::new(x / count, y / count))
    }
}

/// The square of the distance of two points.
fn square_distance(a: Point, b: Point) -> f64 {
    square(a.x - b.x) + square(a.y - b.y)
}

/// Whether point number `me` is the nearest to a sample, and the first of equally near ones.
fn is_nearest(points: &[Point], me: usize, sample: Point) -> bool {
    let own = square_distance(points[me], sample);
    let (before, after) = (&points[..me], &points[me + 1..]);
    // Most samples belong to others, and one of these is soon found.
    before
        .iter()
        .all(|&point| square_distance(point, sample) > own)
        && after
            .iter()
            .all(|&point| square_distance(point, sample) >= own)
}

/// The point that is nearest to point number `me`, of equally near ones the first.
fn nearest_to(points: &[Point], me: usize) -> Point {
    let others = points.iter().enumerate().filter(|&(place, _)| place != me);
    let pairs = others.map(|(_, &point)| (square_distance(point, points[me]), point));
    let nearest = pairs.reduce(|best, other| if other.0 < best.0 { other } else { best });
    nearest.map_or(points[me], |(_, point)| point)
}

/// One step away from another robot.
fn away_from(other: Point, here: Point, id: usize, step: f64, ruler: &Ruler) -> Point {
    let (mut x, mut y) = (here.x - other.x, here.y - other.y);
    let mut distance = hypot(x, y);
    if distance < ruler.length(TINY) {
        // Robots at one place have to go different ways: twelve of them by their ids.
        let angle = (id % 12) as f64 * (PI / 6.0);
        (x, y, distance) = (cos(angle), sin(angle), 1.0);
    }
    Point::new(here.x + x / distance * step, here.y + y / distance * step)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{Scene, build, near};
    use super::*;

    /// What a robot decides in a world of 32 by 32, whose cells are 1 by 1.
    fn decide(scene: &Scene, me: u32) -> ((f64, f64), bool) {
        scene.decide(&Spreading::new(scene.context(), Some((32.0, 32.0))), me)
    }

    #[test]
    fn robots_go_to_the_centre_of_what_is_theirs() {
        let scene = Scene::of(&[(-1.0, 3.0), (1.0, 3.0)]);
        assert_eq!(decide(&scene, 0), ((-8.0, 0.0), false));
        assert_eq!(decide(&scene, 1), ((8.0, 0.0), false));
        // The diagonal is 45.25, and 0.4 % of it 0.181.
        let scene = Scene::of(&[(-8.0, 0.18), (8.0, 0.18)]);
        assert_eq!(decide(&scene, 0), ((-8.0, 0.0), true));
        let scene = Scene::of(&[(-8.0, 0.182), (8.0, 0.182)]);
        assert_eq!(decide(&scene, 0), ((-8.0, 0.0), false));
    }

    #[test]
    fn of_robots_at_one_place_the_first_has_everything_and_the_others_step_away() {
        let scene = Scene::of(&[(0.0, 0.0); 3]);
        assert_eq!(decide(&scene, 0), ((0.0, 0.0), true));
        assert!(near(decide(&scene, 1).0, (0.75_f64.sqrt(), 0.5)));
        assert!(near(decide(&scene, 2).0, (0.5, 0.75_f64.sqrt())));
        assert!(!decide(&scene, 1).1);
    }

    #[test]
    fn a_robot_between_two_others_steps_away_from_the_nearest() {
        // Its strip of the world is too narrow for a sample. Both are equally near: the first counts.
        let scene = Scene::of(&[(-0.125, 0.0), (0.0, 0.0), (0.125, 0.0)]);
        assert_eq!(decide(&scene, 1), ((1.0, 0.0), false));
        let scene = Scene::of(&[(-0.125, 0.0), (0.0, 0.0), (0.0625, 0.0)]);
        assert_eq!(decide(&scene, 1), ((-1.0, 0.0), false));
    }

    #[test]
    fn without_a_world_the_region_is_around_the_robots() {
        // 10 by 0 with a margin of 1.5: from -1.5 to 11.5, of which the first has -1.5 to 5.
        let scene = Scene::of(&[(0.0, 0.0), (10.0, 0.0)]);
        let spreading = Spreading::new(scene.context(), None);
        let (target, done) = scene.decide(&spreading, 0);
        assert!(near(target, (1.75, 0.0)) && !done);
        // The margin of robots that are close together is 15 % of 1.
        let scene = Scene::of(&[(0.0, 0.0), (0.1, 0.0)]);
        let (target, _) = scene.decide(&spreading, 0);
        assert!(near(target, ((-0.15 + 0.05) / 2.0, 0.0)));
    }

    #[test]
    fn crashed_robots_and_those_out_of_sight_do_not_count() {
        let scene = Scene::of(&[(-1.0, 3.0), (0.0, 0.0), (1.0, 3.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((-8.0, 0.0), false));
        let scene = Scene::of(&[(-1.0, 3.0), (0.0, -9.0), (1.0, 3.0)]).seeing(2.0);
        assert_eq!(decide(&scene, 0), ((-8.0, 0.0), false));
        // The only one that counts stays, and goes on looking.
        let scene = Scene::of(&[(-1.0, 3.0), (0.0, 0.0)]).crashed(1);
        assert_eq!(decide(&scene, 0), ((-1.0, 3.0), false));
    }

    #[test]
    fn a_world_has_two_positive_sides() {
        let refused = |rest| {
            let context = Scene::of(&[(0.0, 0.0)]).context();
            build("spreading", context, rest).unwrap_err().to_string()
        };
        insta::assert_snapshot!(refused("world = [10.0]"), @"folder/test.toml:1:9: world: expected a list of numbers above 0 (exactly 2), found a list of 1");
        insta::assert_snapshot!(refused("world = [10.0, 0.0]"), @"folder/test.toml:1:16: world[1]: expected a number above 0, found 0.0");
        insta::assert_snapshot!(refused("world = 10.0"), @"folder/test.toml:1:9: world: expected a list of numbers above 0 (exactly 2), found 10.0");
    }

    proptest! {
        #[test]
        fn each_sample_has_one_owner_the_nearest(
            points in prop::collection::vec((-5_i32..5, -5_i32..5), 1..12),
            sample in (-5_i32..5, -5_i32..5),
        ) {
            let point = |(x, y)| Point::new(f64::from(x), f64::from(y));
            let points: Vec<Point> = points.into_iter().map(point).collect();
            let sample = point(sample);
            let distances = points.iter().map(|&point| square_distance(point, sample));
            let best = distances.enumerate().reduce(|best, other| {
                if other.1 < best.1 { other } else { best }
            });
            for me in 0..points.len() {
                prop_assert_eq!(is_nearest(&points, me, sample), best.map(|best| best.0) == Some(me));
            }
        }
    }
}
