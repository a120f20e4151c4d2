//! Uniform points in a polygon.

use super::curve::between;
use super::polygon::Polygon;
use crate::dice::Draw;
use crate::math::Point;

/// A polygon cut into triangles, from which points are drawn uniformly.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Mesh {
    triangles: Vec<[Point; 3]>,
    /// The area of all triangles up to each one.
    areas: Vec<f64>,
}

impl Mesh {
    /// Cuts a polygon at the height of every corner. Between two such heights the edges do not end,
    /// so they bound trapezoids: from the first to the second from the left, from the third to the
    /// fourth, and so on.
    pub(in super::super) fn of(polygon: &Polygon) -> Self {
        let mut mesh = Mesh::default();
        let mut heights: Vec<f64> = polygon.corners().iter().map(|corner| corner.y).collect();
        heights.sort_by(f64::total_cmp);
        for slab in heights.windows(2) {
            let [low, high] = [slab[0], slab[1]];
            if low < high {
                mesh.add_slab(polygon, low, high);
            }
        }
        mesh
    }

    fn add_slab(&mut self, polygon: &Polygon, low: f64, high: f64) {
        let mut sides: Vec<[Point; 2]> = polygon
            .edges()
            .map(|(from, to)| {
                if from.y < to.y {
                    [from, to]
                } else {
                    [to, from]
                }
            })
            .filter(|[from, to]| from.y <= low && to.y >= high && from.y < to.y)
            .map(|[from, to]| [low, high].map(|height| at_height(from, to, height)))
            .collect();
        sides.sort_by(|[a, b], [c, d]| (a.x + b.x).total_cmp(&(c.x + d.x)));
        for pair in sides.chunks_exact(2) {
            let ([a, d], [b, c]) = (pair[0], pair[1]);
            self.add([a, b, c]);
            self.add([a, c, d]);
        }
    }

    fn add(&mut self, triangle: [Point; 3]) {
        let [a, b, c] = triangle;
        let double = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        let before = self.areas.last().copied().unwrap_or(0.0);
        self.triangles.push(triangle);
        self.areas.push(before + double.abs() / 2.0);
    }

    /// A uniform point. Takes three units: the triangle, by area; the distance from its first
    /// corner; the place between the two others.
    pub(in super::super) fn random<D: Draw>(&self, die: &mut D) -> Point {
        let all = self.areas.last().copied().unwrap_or(0.0);
        let wanted = all * die.unit();
        let index = self.areas.partition_point(|&area| area <= wanted);
        let (far, across) = (die.unit().sqrt(), die.unit());
        match self.triangles.get(index).or(self.triangles.last()) {
            Some(&[a, b, c]) => between(a, between(b, c, across), far),
            None => Point::default(),
        }
    }
}

/// The point of an edge at a height between those of its ends.
pub(super) fn at_height(from: Point, to: Point, height: f64) -> Point {
    let part = (height - from.y) / (to.y - from.y);
    Point::new(between(from, to, part).x, height)
}
