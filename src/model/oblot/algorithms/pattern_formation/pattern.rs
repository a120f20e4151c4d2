//! Patterns: points of which only the shape matters.

use std::f64::consts::PI;

use crate::math::{Point, cos, hypot, sin, square};
use crate::model::oblot::geometry::sum;

/// A pattern.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    /// A star with five spikes, the first one up, for any number of robots.
    Star,
    /// Listed points.
    Points(Vec<Point>),
}

/// How many spikes the star has.
const SPIKES: usize = 5;
/// How far the corners between two spikes are from the centre; the tips are at 1.
const INNER: f64 = 0.382;
/// Edges up to this length are points.
const NO_EDGE: f64 = 1e-12;

impl Pattern {
    pub(super) fn of_points(points: Vec<Point>) -> Self {
        Pattern::Points(points)
    }

    /// So many points of the pattern around their mean, with a root mean square distance of 1 from
    /// it. Listed points that are all at one place stay there.
    pub(super) fn unit_points(&self, count: usize) -> Vec<Point> {
        let mut points = match self {
            Pattern::Star => star(count),
            Pattern::Points(points) => points[..count.min(points.len())].to_vec(),
        };
        normalise(&mut points);
        points
    }
}

/// So many points along the outline of the star, at even distances, from the tip of the first spike.
fn star(count: usize) -> Vec<Point> {
    let corner = |corner: usize| {
        let angle = PI / 2.0 + corner as f64 * PI / SPIKES as f64;
        let radius = if corner.is_multiple_of(2) { 1.0 } else { INNER };
        Point::new(radius * cos(angle), radius * sin(angle))
    };
    let corners: Vec<Point> = (0..2 * SPIKES).map(corner).collect();
    let ends = corners.iter().cycle().skip(1);
    let edges: Vec<(Point, Point, f64)> = corners
        .iter()
        .zip(ends)
        .map(|(&a, &b)| (a, b, hypot(b.x - a.x, b.y - a.y)))
        .collect();
    let outline = edges.iter().fold(0.0, |sum, (_, _, length)| sum + length);
    let way = |point: usize| (point as f64 / count as f64) * outline;
    (0..count).map(|point| along(&edges, way(point))).collect()
}

/// The point so far along some edges.
fn along(edges: &[(Point, Point, f64)], way: f64) -> Point {
    let mut before = 0.0;
    for (number, &(a, b, length)) in edges.iter().enumerate() {
        if before + length >= way || number + 1 == edges.len() {
            let part = if length > NO_EDGE {
                (way - before) / length
            } else {
                0.0
            };
            return Point::new(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y));
        }
        before += length;
    }
    Point::default()
}

/// Moves the mean of the points to the origin and scales them to a root mean square distance of 1.
fn normalise(points: &mut [Point]) {
    let count = points.len() as f64;
    let x = sum::compensated(points.iter().map(|point| point.x)) / count;
    let y = sum::compensated(points.iter().map(|point| point.y)) / count;
    for point in points.iter_mut() {
        *point = Point::new(point.x - x, point.y - y);
    }
    let squares = points.iter().map(|point| square(point.x) + square(point.y));
    let radius = (sum::compensated(squares) / count).sqrt();
    if radius > 0.0 {
        for point in points {
            *point = Point::new(point.x / radius, point.y / radius);
        }
    }
}
