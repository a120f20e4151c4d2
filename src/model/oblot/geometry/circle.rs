//! Circles through few points, and the way onto a circle.

use super::Ruler;
use crate::math::{Point, square};

/// Lengths and areas below this, in the units of the scenario, are none (a constant of the original
/// simulator, whatever the precision).
pub const TINY: f64 = 1e-9;

/// A circle; a single point where the radius is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Its centre.
    pub centre: Point,
    /// Its radius, in the unit of length of its points; NaN where the points were too far away for
    /// the arithmetic.
    pub radius: f64,
}

impl Circle {
    /// The circle of radius zero around a point.
    #[must_use]
    pub const fn point(centre: Point) -> Self {
        let radius = 0.0;
        Circle { centre, radius }
    }

    /// The circle of which `a` and `b` end a diameter.
    #[must_use]
    pub fn diametral(a: Point, b: Point) -> Self {
        Circle {
            centre: Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0),
            radius: a.distance(b) / 2.0,
        }
    }

    /// The circle through three points or, where they are as good as on one line, the diametral
    /// circle of the two that are farthest apart.
    #[must_use]
    pub fn through(points: [Point; 3], ruler: &Ruler) -> Self {
        let [a, b, c] = points;
        let twice_area = a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y);
        if twice_area.abs() < ruler.area(TINY) {
            let [a, b] = farthest_pair(points);
            return Circle::diametral(a, b);
        }
        // The lines that halve ab and ac at right angles, in the coordinates from a.
        let (ab_x, ab_y) = (b.x - a.x, b.y - a.y);
        let (ac_x, ac_y) = (c.x - a.x, c.y - a.y);
        let e = ab_x * (a.x + b.x) + ab_y * (a.y + b.y);
        let f = ac_x * (a.x + c.x) + ac_y * (a.y + c.y);
        let g = 2.0 * (ab_x * (c.y - b.y) - ab_y * (c.x - b.x));
        if g.abs() < ruler.area(TINY) {
            let [a, b] = farthest_pair(points);
            return Circle::diametral(a, b);
        }
        let centre = Point::new((ac_y * e - ab_y * f) / g, (ab_x * f - ac_x * e) / g);
        Circle {
            centre,
            radius: centre.distance(a),
        }
    }

    /// The point of the circle on the ray from the centre through `point`; the rightmost point of
    /// the circle where `point` is as good as the centre.
    #[must_use]
    pub fn project(&self, point: Point, ruler: &Ruler) -> Point {
        let Circle { centre, radius } = *self;
        let distance = centre.distance(point);
        if distance < ruler.length(TINY) {
            return Point::new(centre.x + radius, centre.y);
        }
        let (x, y) = (point.x - centre.x, point.y - centre.y);
        // Not the distance from above, which may have another last bit; but squares may overflow.
        let length = (square(x) + square(y)).sqrt();
        let length = if length.is_finite() { length } else { distance };
        let factor = radius / length;
        Point::new(centre.x + x * factor, centre.y + y * factor)
    }

    /// How far a point is from the line of the circle, inside or outside.
    #[must_use]
    pub fn distance_to_line(&self, point: Point) -> f64 {
        (point.distance(self.centre) - self.radius).abs()
    }
}

/// The two of three points that are farthest apart; of equal distances the first in the order ab,
/// ac, bc.
fn farthest_pair([a, b, c]: [Point; 3]) -> [Point; 2] {
    let apart = |[p, q]: [Point; 2]| square(p.x - q.x) + square(p.y - q.y);
    let mut farthest = [a, b];
    for pair in [[a, c], [b, c]] {
        if apart(pair) > apart(farthest) {
            farthest = pair;
        }
    }
    farthest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RULER: Ruler = Ruler::of_tests(5);

    fn point((x, y): (f64, f64)) -> Point {
        Point::new(x, y)
    }

    fn circle(x: f64, y: f64, radius: f64) -> Circle {
        let centre = Point::new(x, y);
        Circle { centre, radius }
    }

    fn through(points: [(f64, f64); 3]) -> Circle {
        Circle::through(points.map(point), &RULER)
    }

    #[test]
    fn two_points_end_a_diameter() {
        let found = Circle::diametral(Point::new(1.0, 2.0), Point::new(7.0, 10.0));
        assert_eq!(found, circle(4.0, 6.0, 5.0));
        let twice = Point::new(1.0, 2.0);
        assert_eq!(Circle::diametral(twice, twice), Circle::point(twice));
    }

    #[test]
    fn three_points_lie_on_their_circle() {
        assert_eq!(
            through([(5.0, 0.0), (0.0, 5.0), (-3.0, -4.0)]),
            circle(0.0, 0.0, 5.0)
        );
        assert_eq!(
            through([(1.0, 1.0), (3.0, 1.0), (3.0, 3.0)]),
            circle(2.0, 2.0, 2.0_f64.sqrt())
        );
    }

    #[test]
    fn of_points_on_a_line_the_farthest_count() {
        let between = circle(2.0, 2.0, 8.0_f64.sqrt());
        for points in [
            [(0.0, 0.0), (1.0, 1.0), (4.0, 4.0)],
            [(1.0, 1.0), (4.0, 4.0), (0.0, 0.0)],
            [(4.0, 4.0), (0.0, 0.0), (1.0, 1.0)],
        ] {
            assert_eq!(through(points), between);
        }
        let twice = (3.0, -1.0);
        assert_eq!(through([twice, twice, (0.0, 3.0)]), circle(1.5, 1.0, 2.5));
        assert_eq!(through([twice; 3]), circle(3.0, -1.0, 0.0));
    }

    #[test]
    fn of_equal_distances_the_first_counts() {
        // Degenerate by its area, and all three sides are equally long.
        let height = 0.75_f64.sqrt() * 1e-6;
        let found = through([(0.0, 0.0), (1e-6, 0.0), (5e-7, height)]);
        assert_eq!(found, circle(5e-7, 0.0, 5e-7));
    }

    #[test]
    fn a_point_goes_straight_onto_the_circle() {
        let unit = circle(10.0, 0.0, 5.0);
        let onto = |x, y| unit.project(Point::new(x, y), &RULER);
        assert_eq!(onto(10.0, 2.0), Point::new(10.0, 5.0));
        assert_eq!(onto(16.0, 8.0), Point::new(13.0, 4.0));
        // The centre, and what is as good as it, goes to the right.
        assert_eq!(onto(10.0, 0.0), Point::new(15.0, 0.0));
        assert_eq!(onto(10.0, 9e-10), Point::new(15.0, 0.0));
        assert_eq!(onto(10.0, 2e-9), Point::new(10.0, 5.0));
    }

    #[test]
    fn a_point_far_away_goes_onto_the_circle_though_its_squares_overflow() {
        let onto = circle(0.0, 0.0, 1e200).project(Point::new(3e200, 4e200), &RULER);
        assert!((onto.x / 6e199 - 1.0).abs() < 1e-15 && (onto.y / 8e199 - 1.0).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn all_three_points_are_equally_far_from_the_centre(
            points in prop::array::uniform3((-100.0..100.0, -100.0..100.0)),
        ) {
            let points = points.map(point);
            let [a, b, c] = points;
            let twice_area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            prop_assume!(twice_area.abs() > 1.0);
            let circle = Circle::through(points, &RULER);
            for point in points {
                prop_assert!(circle.distance_to_line(point) < 1e-9 * circle.radius.max(1.0));
            }
        }

        #[test]
        fn what_was_projected_is_on_the_circle(
            (x, y) in (-100.0..100.0, -100.0..100.0),
            radius in 0.0..100.0,
        ) {
            let circle = circle(1.0, 2.0, radius);
            let there = circle.project(Point::new(x, y), &RULER);
            prop_assert!(circle.distance_to_line(there) < 1e-12 * radius.max(1.0));
        }
    }
}
