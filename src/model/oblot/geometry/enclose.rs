//! The smallest circle around many points.

use super::{Circle, Ruler};
use crate::dice::Draw;
use crate::math::Point;

/// The smallest circle that [covers](Ruler::covers) all points, by the algorithm of Welzl (New
/// Results and New Trends in Computer Science, 1991). Brings the points into another order.
///
/// The draws decide the time it takes, about eleven draws and ten comparisons for each point. Which
/// circle it is they do not decide, but for rounding: it may be smaller than the true one by about the
/// precision of the run. Points that round onto the origin are covered by the circle of no points,
/// which is the origin itself.
pub fn smallest_circle(points: &mut [Point], die: &mut impl Draw, ruler: &Ruler) -> Circle {
    die.shuffle(points);
    enclose(points, Border::EMPTY, die, ruler)
}

/// The smallest circle around `points` with the points of `border` on its line.
///
/// Welzl's recursion takes a random point away, finds the circle of the others, and, if the point is
/// not in it, finds the circle again with that point on the border. Each of its calls goes down to
/// no point at all before it compares anything, so one call and all those that take points away in
/// it are two loops: one that draws, downwards, and one that compares, upwards. What is left of the
/// recursion is the border, of three points at most.
fn enclose(points: &mut [Point], border: Border, die: &mut impl Draw, ruler: &Ruler) -> Circle {
    let mut circle = border.circle(ruler);
    if border.is_full() {
        return circle;
    }
    for last in (0..points.len()).rev() {
        let drawn = die.index(last + 1);
        points.swap(drawn, last);
    }
    for place in 0..points.len() {
        let point = points[place];
        if !ruler.covers(&circle, point) {
            circle = enclose(&mut points[..place], border.with(point), die, ruler);
        }
    }
    circle
}

/// Up to three points that a circle goes through.
#[derive(Clone, Copy, Debug)]
struct Border {
    points: [Point; 3],
    len: usize,
}

impl Border {
    const EMPTY: Border = Border {
        points: [Point::new(0.0, 0.0); 3],
        len: 0,
    };

    fn is_full(&self) -> bool {
        self.len == self.points.len()
    }

    fn with(mut self, point: Point) -> Self {
        self.points[self.len] = point;
        self.len += 1;
        self
    }

    /// The smallest circle around the points of the border: the origin around none.
    fn circle(&self, ruler: &Ruler) -> Circle {
        let [a, b, c] = self.points;
        match self.len {
            0 | 1 => Circle::point(a),
            2 => Circle::diametral(a, b),
            _ => {
                let pairs = [(a, b, c), (b, c, a), (c, a, b)].into_iter();
                let mut circles = pairs.map(|(p, q, other)| (Circle::diametral(p, q), other));
                let of_two = circles.find(|(circle, other)| ruler.covers(circle, *other));
                of_two.map_or_else(|| Circle::through([a, b, c], ruler), |(circle, _)| circle)
            }
        }
    }
}

#[cfg(test)]
mod tests;
