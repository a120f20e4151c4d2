//! Robots on one circle.

use super::Centred;
use crate::math::Point;
use crate::model::oblot::measure::convex_hull;

/// The most steps towards the best centre.
const STEPS: usize = 64;

/// Half the width of the ring around the best centre that holds all robots.
///
/// The centre is the one with the least sum of squared distances from the circle (Gander, Golub and
/// Strebel, BIT 34, 1994), found by Gauss-Newton steps from the algebraic fit of Kasa (IEEE T-IM
/// 25(1), 1976). The narrowest ring may have another centre, so the residual is an upper bound.
pub(super) fn residual(robots: &Centred) -> f64 {
    let points = &robots.points;
    if points.len() < 2 {
        return 0.0;
    }
    if robots.size == 0.0 {
        return 1.0;
    }
    if convex_hull(points).len() <= 2 {
        // Two points lie on a circle, three on a line do not.
        let ends = convex_hull(points);
        return if points.iter().all(|point| ends.contains(point)) {
            0.0
        } else {
            1.0
        };
    }
    let Some(start) = algebraic_centre(points) else {
        return 1.0;
    };
    let mut centre = start;
    let mut squares = sum_of_squares(points, centre);
    for _ in 0..STEPS {
        let Some(next) = step(points, centre) else {
            break;
        };
        let after = sum_of_squares(points, next);
        if after.is_nan() || after >= squares {
            break;
        }
        (centre, squares) = (next, after);
    }
    let distances = || points.iter().map(|point| point.distance(centre));
    let (most, least) = (
        distances().fold(0.0, f64::max),
        distances().fold(f64::INFINITY, f64::min),
    );
    robots.relative(0.5 * (most - least))
}

/// The centre of the circle with the least sum of squared algebraic distances.
fn algebraic_centre(points: &[Point]) -> Option<Point> {
    let sum = |of: fn(&Point) -> f64| points.iter().map(of).fold(0.0, |sum, term| sum + term);
    let (xx, xy, yy) = (sum(|p| p.x * p.x), sum(|p| p.x * p.y), sum(|p| p.y * p.y));
    let x = 0.5 * sum(|p| p.x * (p.x * p.x + p.y * p.y));
    let y = 0.5 * sum(|p| p.y * (p.x * p.x + p.y * p.y));
    solve([xx, xy, yy], x, y)
}

/// The solution of a symmetric system of two equations: (`xx` `xy`; `xy` `yy`) times it is (`x`,
/// `y`).
fn solve([xx, xy, yy]: [f64; 3], x: f64, y: f64) -> Option<Point> {
    let determinant = xx * yy - xy * xy;
    let solution = Point::new(
        (x * yy - y * xy) / determinant,
        (y * xx - x * xy) / determinant,
    );
    (solution.x.is_finite() && solution.y.is_finite()).then_some(solution)
}

/// The sum of the squared distances from the circle around `centre` that fits best.
fn sum_of_squares(points: &[Point], centre: Point) -> f64 {
    let radius = mean(points.iter().map(|point| point.distance(centre)));
    points.iter().fold(0.0, |sum, point| {
        let off = point.distance(centre) - radius;
        sum + off * off
    })
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.fold(0.0, |sum, value| sum + value) / n
}

/// One Gauss-Newton step.
fn step(points: &[Point], centre: Point) -> Option<Point> {
    let distances: Vec<f64> = points.iter().map(|point| point.distance(centre)).collect();
    if distances.contains(&0.0) {
        return None;
    }
    let along = |of: fn(&Point) -> f64, at: f64| -> Vec<f64> {
        let pairs = points.iter().zip(&distances);
        pairs
            .map(|(point, distance)| (of(point) - at) / distance)
            .collect()
    };
    let (ux, uy) = (along(|p| p.x, centre.x), along(|p| p.y, centre.y));
    let radius = mean(distances.iter().copied());
    let (mx, my) = (mean(ux.iter().copied()), mean(uy.iter().copied()));
    let mut matrix = [0.0; 3];
    let (mut x, mut y) = (0.0, 0.0);
    for ((ux, uy), distance) in ux.iter().zip(&uy).zip(&distances) {
        let (dx, dy) = (ux - mx, uy - my);
        matrix[0] += dx * dx;
        matrix[1] += dx * dy;
        matrix[2] += dy * dy;
        x += dx * (distance - radius);
        y += dy * (distance - radius);
    }
    let change = solve(matrix, x, y)?;
    Some(Point::new(centre.x + change.x, centre.y + change.y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::residual;
    use crate::math::{Point, cos, sin};
    use crate::monitor::oblot::pattern::Centred;

    fn of(points: &[(f64, f64)]) -> f64 {
        let points: Vec<_> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        residual(&Centred::new(&points))
    }

    #[test]
    fn few_points_and_lines() {
        assert_eq!(of(&[]), 0.0);
        assert_eq!(of(&[(1.0, 1.0), (1.0, 1.0)]), 1.0);
        assert_eq!(of(&[(1.0, 1.0), (4.0, 1.0), (1.0, 1.0)]), 0.0);
        assert_eq!(of(&[(1.0, 1.0), (4.0, 1.0), (2.0, 1.0)]), 1.0);
        assert!(of(&[(1.0, 1.0), (4.0, 1.0), (2.0, 5.0)]) < 1e-15);
    }

    #[test]
    fn a_robot_in_the_middle_is_off_the_circle() {
        let ring = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        assert!(of(&ring) < 1e-15);
        let with_centre: Vec<_> = ring.into_iter().chain([(0.0, 0.0)]).collect();
        assert!(of(&with_centre) > 0.4);
    }

    proptest! {
        #[test]
        fn points_on_a_circle_have_no_residual_and_one_off_it_has(
            centre in (-50.0..50.0_f64, -50.0..50.0_f64),
            radius in 0.5..50.0_f64,
            angles in proptest::collection::vec(0.0..std::f64::consts::TAU, 8..30),
        ) {
            // Not all on a short arc, where any point is close to some circle.
            let spread = angles.into_iter().chain([0.0, 2.1, 4.2]);
            let on = |angle: f64| {
                (centre.0 + radius * cos(angle), centre.1 + radius * sin(angle))
            };
            let mut points: Vec<_> = spread.map(on).collect();
            let exact = of(&points);
            prop_assert!(exact < 1e-10, "{exact}");
            points[0] = (centre.0, centre.1);
            let off = of(&points);
            prop_assert!(off > 0.2, "{off}");
        }
    }
}
