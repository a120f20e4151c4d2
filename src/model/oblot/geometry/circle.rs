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
