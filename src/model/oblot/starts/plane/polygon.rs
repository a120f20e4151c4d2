//! Polygons without crossings.

use super::curve::direction;
use crate::math::Point;

/// A polygon whose edges meet at its corners only, with its corners counter-clockwise.
#[derive(Clone, Debug)]
pub(in super::super) struct Polygon {
    corners: Vec<Point>,
    /// How deep inside it a point can be; known where it is convex.
    inner_radius: Option<f64>,
}

/// Why points are not the corners of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum NoPolygon {
    /// Two of them, by place, are one point.
    Twice(usize, usize),
    /// Two edges, by the places of their first corners, cross or touch.
    Crossing(usize, usize),
    /// They are on a line, or too close to it.
    Flat,
}

impl Polygon {
    /// A rectangle around the origin, from its lower left corner.
    pub(in super::super) fn rectangle(width: f64, height: f64) -> Self {
        let (x, y) = (width / 2.0, height / 2.0);
        Polygon {
            corners: [(-x, -y), (x, -y), (x, y), (-x, y)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec(),
            inner_radius: Some(x.min(y)),
        }
    }

    /// A regular polygon around the origin, from the corner on the x axis.
    pub(in super::super) fn regular(sides: usize, radius: f64) -> Self {
        let corner = |index| {
            let (x, y) = direction(index as f64 / sides as f64);
            Point::new(radius * x, radius * y)
        };
        let (inner, _) = direction(0.5 / sides as f64);
        Polygon {
            corners: (0..sides).map(corner).collect(),
            inner_radius: Some(radius * inner),
        }
    }

    /// The polygon with these corners, which are brought into counter-clockwise order; the first
    /// one stays the first.
    pub(in super::super) fn new(mut corners: Vec<Point>) -> Result<Self, NoPolygon> {
        check(&corners)?;
        if double_area(&corners) < 0.0 {
            corners[1..].reverse();
        }
        let count = corners.len();
        let convex = (0..count).all(|index| {
            let [a, b, c] = [0, 1, 2].map(|more| corners[(index + more) % count]);
            turn(a, b, c) >= 0.0
        });
        let mut polygon = Polygon {
            corners,
            inner_radius: None,
        };
        if convex {
            polygon.inner_radius = Some(polygon.find_inner_radius());
        }
        Ok(polygon)
    }

    pub(in super::super) fn corners(&self) -> &[Point] {
        &self.corners
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    pub(super) fn inner_radius(&self) -> Option<f64> {
        self.inner_radius
    }

    pub(super) fn area(&self) -> f64 {
        double_area(&self.corners) / 2.0
    }

    /// The centre of gravity of the area.
    pub(super) fn centroid(&self) -> Point {
        // Measured from the first corner, so that a polygon far from the origin keeps its digits.
        let from = self.corners[0];
        let (mut x, mut y, mut all) = (0.0, 0.0, 0.0);
        for (a, b) in self.edges() {
            let (ax, ay, bx, by) = (a.x - from.x, a.y - from.y, b.x - from.x, b.y - from.y);
            let double = ax * by - bx * ay;
            x += double * (ax + bx);
            y += double * (ay + by);
            all += double;
        }
        Point::new(from.x + x / (3.0 * all), from.y + y / (3.0 * all))
    }

    /// Whether a ray from the point to the right crosses the edge an odd number of times.
    pub(super) fn contains(&self, point: Point) -> bool {
        let crossed = self.edges().filter(|&(from, to)| {
            let spans = (from.y <= point.y) != (to.y <= point.y);
            spans && super::mesh::at_height(from, to, point.y).x > point.x
        });
        crossed.count() % 2 == 1
    }

    /// The distance from a point inside a convex polygon to the nearest edge; below 0 outside.
    pub(super) fn depth(&self, point: Point) -> f64 {
        let distances = self.edges().map(|(from, to)| distance(from, to, point));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// The corners of what is left of a convex polygon when every edge moves inwards by `depth`;
    /// none where nothing is left.
    pub(super) fn inset(&self, depth: f64) -> Vec<Point> {
        let mut left = self.corners.clone();
        if depth > 0.0 {
            for (from, to) in self.edges() {
                left = cut(&left, |point| distance(from, to, point) - depth);
            }
        }
        left
    }

    /// The greatest depth at which something is left, by bisection to the last bit.
    fn find_inner_radius(&self) -> f64 {
        let widest = self.corners.iter().map(|p| p.distance(self.corners[0]));
        let (mut some, mut none) = (0.0, widest.fold(0.0, f64::max));
        loop {
            let middle = some + (none - some) / 2.0;
            if middle <= some || middle >= none {
                return some;
            }
            let left = self.inset(middle).is_empty();
            *if left { &mut none } else { &mut some } = middle;
        }
    }
}

/// The part of a convex polygon where `height`, which grows or falls evenly, is not below 0
/// (Sutherland and Hodgman 1974).
fn cut(corners: &[Point], height: impl Fn(Point) -> f64) -> Vec<Point> {
    let mut left = Vec::with_capacity(corners.len() + 1);
    for (index, &to) in corners.iter().enumerate() {
        let from = corners[(index + corners.len() - 1) % corners.len()];
        let (before, after) = (height(from), height(to));
        if (before < 0.0) != (after < 0.0) {
            left.push(super::curve::between(from, to, before / (before - after)));
        }
        if after >= 0.0 {
            left.push(to);
        }
    }
    left
}

/// How far to the left of the line through two points a third one is.
fn distance(from: Point, to: Point, point: Point) -> f64 {
    turn(from, to, point) / from.distance(to)
}

/// Above 0 where the way from a over b to c turns left.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
}

/// Twice the area; below 0 where the corners come clockwise.
fn double_area(corners: &[Point]) -> f64 {
    let first = corners[0];
    corners.windows(2).map(|p| turn(first, p[0], p[1])).sum()
}

/// A polygon that is thinner than this in proportion to its width has no inside to speak of.
const FLAT: f64 = 1e-9;

fn check(corners: &[Point]) -> Result<(), NoPolygon> {
    let count = corners.len();
    for (second, b) in corners.iter().enumerate() {
        if let Some(first) = corners[..second].iter().position(|a| a == b) {
            return Err(NoPolygon::Twice(first, second));
        }
    }
    let edge = |index: usize| [corners[index], corners[(index + 1) % count]];
    for second in 0..count {
        for first in 0..second {
            let neighbours = second - first == 1 || second - first == count - 1;
            let meet = match neighbours {
                true => fold_back(edge(first), edge(second)),
                false => touch(edge(first), edge(second)),
            };
            if meet && count > 3 {
                return Err(NoPolygon::Crossing(first, second));
            }
        }
    }
    let width = corners.iter().map(|p| p.distance(corners[0]));
    let width = width.fold(0.0, f64::max);
    if double_area(corners).abs() <= FLAT * width * width {
        return Err(NoPolygon::Flat);
    }
    Ok(())
}

/// Whether two edges with a common corner run over each other.
fn fold_back([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (corner, left, right) = match b == c {
        true => (b, a, d),
        false => (a, b, c),
    };
    let ahead =
        (left.x - corner.x) * (right.x - corner.x) + (left.y - corner.y) * (right.y - corner.y);
    turn(corner, left, right) == 0.0 && ahead > 0.0
}

/// Whether two edges have a point in common.
fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |from, to, point| {
        let turn = turn(from, to, point);
        i8::from(turn > 0.0) - i8::from(turn < 0.0)
    };
    let (ac, ad) = (side(a, b, c), side(a, b, d));
    let (ca, cb) = (side(c, d, a), side(c, d, b));
    if ac != ad && ca != cb {
        return true;
    }
    let within = |from: Point, to: Point, point: Point| {
        (from.x.min(to.x)..=from.x.max(to.x)).contains(&point.x)
            && (from.y.min(to.y)..=from.y.max(to.y)).contains(&point.y)
    };
    ac == 0 && within(a, b, c)
        || ad == 0 && within(a, b, d)
        || ca == 0 && within(c, d, a)
        || cb == 0 && within(c, d, b)
}
