//! Robots at the corners of a regular polygon.

use std::f64::consts::TAU;

use super::{Centred, length, times, times_conjugate};
use crate::math::{Point, atan2, cos, sin};

/// Robots are matched with corners in the order of their angles around the centre of gravity,
/// which is right for robots near a regular polygon and a heuristic elsewhere. For that matching
/// turn and scale are optimal in the sum of the squares.
pub(super) fn residual(robots: &Centred) -> f64 {
    let n = robots.points.len();
    if n < 2 {
        return 0.0;
    }
    if robots.size == 0.0 {
        return 1.0;
    }
    let mut sorted = robots.points.clone();
    sorted.sort_by(|a, b| {
        let angle = |point: &Point| atan2(point.y, point.x);
        angle(a)
            .total_cmp(&angle(b))
            .then(length(*a).total_cmp(&length(*b)))
    });
    let corners: Vec<Point> = (0..n)
        .map(|k| {
            let angle = TAU * k as f64 / n as f64;
            Point::new(cos(angle), sin(angle))
        })
        .collect();
    let sum = sorted
        .iter()
        .zip(&corners)
        .fold(Point::default(), |sum, (&robot, &corner)| {
            let turn = times_conjugate(robot, corner);
            Point::new(sum.x + turn.x, sum.y + turn.y)
        });
    let fit = Point::new(sum.x / n as f64, sum.y / n as f64);
    let largest = sorted
        .iter()
        .zip(&corners)
        .map(|(robot, &corner)| robot.distance(times(fit, corner)))
        .fold(0.0, f64::max);
    robots.relative(largest)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use proptest::prelude::*;

    use super::residual;
    use crate::math::{Point, cos, sin};
    use crate::monitor::oblot::pattern::Centred;

    fn polygon(n: usize, centre: (f64, f64), radius: f64, turn: f64) -> Vec<Point> {
        let corner = |k: usize| {
            let angle = turn + TAU * k as f64 / n as f64;
            Point::new(
                centre.0 + radius * cos(angle),
                centre.1 + radius * sin(angle),
            )
        };
        (0..n).map(corner).collect()
    }

    #[test]
    fn a_square_is_regular_and_a_rectangle_is_not() {
        let of = |points: &[(f64, f64)]| {
            let points: Vec<_> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
            residual(&Centred::new(&points))
        };
        assert!(of(&[(4.0, 1.0), (2.0, 1.0), (2.0, 3.0), (4.0, 3.0)]) < 1e-15);
        // Best is the square of the same centre: each corner is off by half the difference.
        let rectangle = of(&[(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)]);
        assert!(rectangle > 0.2, "{rectangle}");
        assert_eq!(of(&[(5.0, 5.0), (5.0, 5.0), (5.0, 5.0)]), 1.0);
        assert_eq!(of(&[(5.0, 5.0)]), 0.0);
        assert!(of(&[(5.0, 5.0), (7.0, 8.0)]) < 1e-15);
        // Two robots at one corner.
        assert!(of(&[(4.0, 1.0), (2.0, 1.0), (2.0, 1.0), (4.0, 3.0)]) > 0.3);
    }

    proptest! {
        #[test]
        fn regular_polygons_have_no_residual_and_a_moved_corner_has(
            n in 3_usize..40,
            centre in (-50.0..50.0_f64, -50.0..50.0_f64),
            radius in 0.1..50.0_f64,
            turn in 0.0..TAU,
            corner in 0_usize..40,
        ) {
            let mut points = polygon(n, centre, radius, turn);
            let exact = residual(&Centred::new(&points));
            prop_assert!(exact < 1e-11, "{exact}");
            let moved = &mut points[corner % n];
            *moved = Point::new(moved.x + 0.1 * radius, moved.y);
            let off = residual(&Centred::new(&points));
            prop_assert!(off > 0.02 && off < 0.2, "{off}");
        }
    }
}
