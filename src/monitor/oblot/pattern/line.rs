//! Robots on one line.

use super::Centred;
use crate::math::Point;
use crate::model::oblot::measure::convex_hull;

/// Half the width of the hull: no line has all robots closer. Optimal, because the narrowest strip
/// around a convex polygon has one of its edges on its border.
pub(super) fn residual(robots: &Centred) -> f64 {
    let hull = convex_hull(&robots.points);
    if hull.len() <= 2 {
        return 0.0;
    }
    let edges = (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
    let widths = edges.map(|(a, b)| {
        let edge = a.distance(b);
        let distance = |corner: &Point| {
            ((b.x - a.x) * (corner.y - a.y) - (b.y - a.y) * (corner.x - a.x)) / edge
        };
        hull.iter().map(distance).fold(0.0, f64::max)
    });
    robots.relative(0.5 * widths.fold(f64::INFINITY, f64::min))
}

#[cfg(test)]
mod tests {
    use super::residual;
    use crate::math::Point;
    use crate::monitor::oblot::pattern::Centred;

    fn of(points: &[(f64, f64)]) -> f64 {
        let points: Vec<_> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        residual(&Centred::new(&points))
    }

    #[test]
    fn points_on_a_line_have_no_residual() {
        assert_eq!(of(&[]), 0.0);
        assert_eq!(of(&[(2.0, 2.0), (2.0, 2.0)]), 0.0);
        assert_eq!(of(&[(0.0, 0.0), (1.0, 2.0), (3.0, 6.0), (-2.0, -4.0)]), 0.0);
    }

    #[test]
    fn the_narrowest_strip_counts() {
        // Width 2, size sqrt(26).
        let flat = of(&[(-5.0, -1.0), (5.0, -1.0), (5.0, 1.0), (-5.0, 1.0)]);
        assert!((flat - 1.0 / 26.0_f64.sqrt()).abs() < 1e-15, "{flat}");
        // A triangle is narrowest over its longest edge: 3, 4, 5 has the height 2.4.
        let triangle = of(&[(0.0, 0.0), (3.0, 0.0), (0.0, 4.0)]);
        let size = ((25.0 * 2.0) / 9.0_f64).sqrt();
        assert!((triangle - 1.2 / size).abs() < 1e-12, "{triangle}");
    }
}
