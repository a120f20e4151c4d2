//! The smallest circle that encloses some points, without draws and without rounding to a precision.
//!
//! The [`enclose`](super::enclose) beside it is Welzl's, with the draws and the rounded comparisons of
//! the original simulator, whose last bits this one need not have.

use std::cmp::Ordering;

use crate::math::Point;

/// A circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::model::oblot) struct Circle {
    pub(in crate::model::oblot) center: Point,
    pub(in crate::model::oblot) radius: f64,
}

/// The smallest circle that encloses these points; around the origin, of radius 0, where there are
/// none.
///
/// The circle is that of at most three of the points. They are found by taking in the farthest
/// point outside until none is left (the pivoting of Gärtner, ESA 1999): the circle grows in each
/// step, and a few steps are enough. Nothing is drawn, and up to rounding the result does not depend
/// on the order of the points.
pub(in crate::model::oblot) fn smallest_circle(points: &[Point]) -> Circle {
    let Some(&first) = points.first() else {
        return around(Point::default(), &[]);
    };
    let mut support = vec![first];
    let mut circle = around(first, &support);
    while let Some(outside) = farthest(circle.center, points) {
        support.push(outside);
        let (grown, carriers) = of_few(&support);
        // Where rounding alone makes the farthest point seem outside, the circle no longer grows.
        // Neither does it where points are so far away that no number holds the radius.
        if grown.radius.partial_cmp(&circle.radius) != Some(Ordering::Greater) {
            break;
        }
        (circle, support) = (grown, carriers);
    }
    // Rounding apart this is the radius that it has.
    around(circle.center, points)
}

/// The smallest circle around this center that encloses the points.
fn around(center: Point, points: &[Point]) -> Circle {
    let far = farthest(center, points);
    let radius = far.map_or(0.0, |point| center.distance(point));
    Circle { center, radius }
}

/// The point farthest from the center, the first one of equally far ones.
fn farthest(center: Point, points: &[Point]) -> Option<Point> {
    let far = |point: &Point| center.distance(*point);
    let mut points = points.iter();
    let first = *points.next()?;
    let best = points.fold((far(&first), first), |best, point| {
        let distance = far(point);
        if distance > best.0 {
            (distance, *point)
        } else {
            best
        }
    });
    Some(best.1)
}

/// The smallest circle of at most four points, and the two or three points that carry it.
///
/// Its center is that of the circle through some two or three of the points. Around any other of
/// these centers a larger circle is needed, so the center that needs the smallest one is taken.
fn of_few(points: &[Point]) -> (Circle, Vec<Point>) {
    let mut best = (around(points[0], points), vec![points[0]]);
    let mut consider = |center: Point, carriers: &[Point]| {
        let circle = around(center, points);
        if circle.radius < best.0.radius {
            best = (circle, carriers.to_vec());
        }
    };
    for (i, &a) in points.iter().enumerate() {
        for (j, &b) in points.iter().enumerate().skip(i + 1) {
            consider(middle(a, b), &[a, b]);
            for &c in &points[j + 1..] {
                if let Some(center) = circumcenter(a, b, c) {
                    consider(center, &[a, b, c]);
                }
            }
        }
    }
    best
}

/// The point half-way between two points.
pub(in crate::model::oblot) fn middle(a: Point, b: Point) -> Point {
    Point::new(a.x + 0.5 * (b.x - a.x), a.y + 0.5 * (b.y - a.y))
}

/// The center of the circle through three points; `None` where they are on one line.
fn circumcenter(a: Point, b: Point, c: Point) -> Option<Point> {
    // As seen from a, so that nothing is lost far from the origin.
    let (bx, by) = (b.x - a.x, b.y - a.y);
    let (cx, cy) = (c.x - a.x, c.y - a.y);
    let twice_area = bx * cy - by * cx;
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    let x = (cy * b2 - by * c2) / (2.0 * twice_area);
    let y = (bx * c2 - cx * b2) / (2.0 * twice_area);
    let center = Point::new(a.x + x, a.y + y);
    (center.x.is_finite() && center.y.is_finite()).then_some(center)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Draw as _, Numpy};
    use crate::math::{cos, sin};
    use proptest::prelude::*;
    use std::f64::consts::TAU;

    fn circle(points: &[(f64, f64)]) -> (f64, f64, f64) {
        let points: Vec<_> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let Circle { center, radius } = smallest_circle(&points);
        (center.x, center.y, radius)
    }

    #[test]
    fn points_beyond_all_measure_come_to_an_end() {
        let far = [1e300, -1e300, 1.7e308, f64::INFINITY, f64::NAN, 0.0];
        for a in far {
            for b in far {
                circle(&[(a, b), (b, -a), (1.0, a), (-a, -b), (0.5, 2.0)]);
            }
        }
    }

    #[test]
    fn circles_worked_out_by_hand() {
        assert_eq!(circle(&[]), (0.0, 0.0, 0.0));
        assert_eq!(circle(&[(3.0, 4.0)]), (3.0, 4.0, 0.0));
        assert_eq!(circle(&[(3.0, 4.0), (3.0, 4.0)]), (3.0, 4.0, 0.0));
        assert_eq!(circle(&[(0.0, 0.0), (6.0, 8.0)]), (3.0, 4.0, 5.0));
        // On a line, whatever the order.
        let line = [(2.0, 2.0), (-4.0, -4.0), (0.0, 0.0), (8.0, 8.0), (1.0, 1.0)];
        assert_eq!(circle(&line), (2.0, 2.0, 72.0_f64.sqrt()));
        // A right angle: the hypotenuse is a diameter.
        assert_eq!(
            circle(&[(0.0, 0.0), (6.0, 0.0), (0.0, 8.0)]),
            (3.0, 4.0, 5.0)
        );
        // An obtuse angle: the third point is inside.
        assert_eq!(
            circle(&[(0.0, 0.0), (10.0, 0.0), (5.0, 1.0)]),
            (5.0, 0.0, 5.0)
        );
        // An acute triangle and what is inside its circle.
        let acute = [
            (0.0, 5.0),
            (4.0, -3.0),
            (-4.0, -3.0),
            (0.0, -4.0),
            (3.0, 3.9),
        ];
        assert_eq!(circle(&acute), (0.0, 0.0, 5.0));
        // A square, and one that is far away.
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
        assert_eq!(circle(&square), (1.0, 1.0, 2.0_f64.sqrt()));
        let far = square.map(|(x, y)| (x + 1e9, y - 1e9));
        assert_eq!(circle(&far), (1e9 + 1.0, 1.0 - 1e9, 2.0_f64.sqrt()));
    }

    /// The smallest circle among those of all pairs and triples that encloses all points.
    fn by_force(points: &[Point]) -> f64 {
        let mut least = f64::INFINITY;
        for a in points {
            for b in points {
                least = least.min(around(middle(*a, *b), points).radius);
                let centers = points.iter().filter_map(|c| circumcenter(*a, *b, *c));
                least = centers.fold(least, |least, c| least.min(around(c, points).radius));
            }
        }
        least
    }

    fn agrees(points: &[Point]) {
        let Circle { center, radius } = smallest_circle(points);
        assert!(points.iter().all(|point| center.distance(*point) <= radius));
        let least = by_force(points);
        assert!(
            radius <= least * (1.0 + 1e-12),
            "{radius} {least} {points:?}"
        );
    }

    proptest! {
        #[test]
        fn no_circle_of_two_or_three_points_is_smaller(seed: u64, count in 1usize..14, kind in 0..4) {
            let mut die = Numpy::from_seed(seed);
            let points: Vec<_> = (0..count)
                .map(|_| match kind {
                    // Anywhere; on a small grid; nearly on a line; on a circle up to rounding.
                    0 => Point::new(die.uniform(-1.0, 1.0), die.uniform(-1.0, 1.0)),
                    1 => Point::new(f64::from(die.below(4)), f64::from(die.below(4))),
                    2 => Point::new(die.uniform(-1.0, 1.0), 1e-12 * die.unit()),
                    _ => {
                        let angle = die.uniform(0.0, TAU);
                        Point::new(100.0 + cos(angle), sin(angle))
                    }
                })
                .collect();
            agrees(&points);
        }
    }

    #[test]
    fn many_points_take_few_steps_and_the_order_does_not_matter() {
        let mut die = Numpy::from_seed(4);
        let mut points: Vec<_> = (0..20_000)
            .map(|_| Point::new(die.uniform(-1.0, 1.0), die.uniform(-1.0, 1.0)))
            .collect();
        let first = smallest_circle(&points);
        assert!(first.radius > 1.3 && first.radius < 2.0_f64.sqrt());
        die.shuffle(&mut points);
        let second = smallest_circle(&points);
        assert!(first.center.distance(second.center) < 1e-12);
        assert!((first.radius - second.radius).abs() < 1e-12);
    }
}
