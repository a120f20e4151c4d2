//! The plane geometry of starts: figures around the origin, their edges, and how robots are laid
//! out in them.
//!
//! | room | what it is about |
//! |---|---|
//! | [`curve`] | circles and paths, by the fraction of their length |
//! | [`polygon`] | polygons: area, inside, insets |
//! | [`mesh`] | uniform points in a polygon |
//! | [`spots`] | even layouts: rows, spirals, loops |

pub(super) mod curve;
pub(super) mod mesh;
pub(super) mod polygon;
pub(super) mod spots;

use self::curve::{Curve, direction};
use self::mesh::Mesh;
use self::polygon::Polygon;
use crate::dice::Draw;
use crate::math::{Point, exp, hypot};

/// A figure around the origin.
#[derive(Clone, Debug)]
pub(super) enum Figure {
    /// A disc of this radius.
    Disc(f64),
    /// A polygon without crossings.
    Polygon(Polygon),
}

impl Figure {
    pub(super) fn area(&self) -> f64 {
        match self {
            Figure::Disc(radius) => std::f64::consts::PI * radius * radius,
            Figure::Polygon(polygon) => polygon.area(),
        }
    }

    /// The point about which the figure is filled most densely where it is filled unevenly.
    pub(super) fn middle(&self) -> Point {
        match self {
            Figure::Disc(_) => Point::new(0.0, 0.0),
            Figure::Polygon(polygon) => polygon.centroid(),
        }
    }

    /// How far inside the edge a point can be, where that is known for all of the figure: not for
    /// a polygon with inward corners.
    pub(super) fn inner_radius(&self) -> Option<f64> {
        match self {
            Figure::Disc(radius) => Some(*radius),
            Figure::Polygon(polygon) => polygon.inner_radius(),
        }
    }

    pub(super) fn contains(&self, point: Point) -> bool {
        match self {
            Figure::Disc(radius) => hypot(point.x, point.y) <= *radius,
            Figure::Polygon(polygon) => polygon.contains(point),
        }
    }

    /// How far inside the edge a point is; below 0 outside. Only for figures with an
    /// [inner radius](Self::inner_radius).
    fn depth(&self, point: Point) -> f64 {
        match self {
            Figure::Disc(radius) => radius - hypot(point.x, point.y),
            Figure::Polygon(polygon) => polygon.depth(point),
        }
    }

    /// The edge.
    pub(super) fn edge(&self) -> Curve {
        match self {
            Figure::Disc(radius) => Curve::circle(*radius),
            Figure::Polygon(polygon) => Curve::closed(polygon.corners().to_vec()),
        }
    }

    /// The points that are `depth` inside the edge, for a depth below the
    /// [inner radius](Self::inner_radius).
    fn outline(&self, depth: f64) -> Curve {
        match self {
            Figure::Disc(radius) => Curve::circle(radius - depth),
            Figure::Polygon(polygon) => Curve::closed(polygon.inset(depth)),
        }
    }
}

/// What robots are spread over in two dimensions: a figure, ready to be drawn from.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    figure: Figure,
    /// For a polygon.
    mesh: Mesh,
}

impl Inside {
    pub(super) fn of(figure: Figure) -> Self {
        let mesh = match &figure {
            Figure::Disc(_) => Mesh::default(),
            Figure::Polygon(polygon) => Mesh::of(polygon),
        };
        Inside { figure, mesh }
    }

    pub(super) fn figure(&self) -> &Figure {
        &self.figure
    }

    /// A uniform point of the figure.
    pub(super) fn random<D: Draw>(&self, die: &mut D) -> Point {
        match &self.figure {
            Figure::Disc(radius) => disc(*radius, die),
            Figure::Polygon(_) => self.mesh.random(die),
        }
    }
}

/// A uniform point of a disc around the origin. Takes two units: the square of the distance in
/// units of the square of the radius, then the angle in turns.
pub(super) fn disc<D: Draw>(radius: f64, die: &mut D) -> Point {
    let distance = radius * die.unit().sqrt();
    let (x, y) = direction(die.unit());
    Point::new(distance * x, distance * y)
}

/// The part of a figure that is at most `thickness` inside its edge. The figure has an inner radius
/// and that is not below the thickness.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pub(super) figure: Figure,
    pub(super) thickness: f64,
}

impl Ring {
    pub(super) fn contains(&self, point: Point) -> bool {
        (0.0..=self.thickness).contains(&self.figure.depth(point))
    }

    /// The points that are `depth` inside the edge.
    fn outline(&self, depth: f64) -> Curve {
        self.figure.outline(depth)
    }

    /// A uniform point of the ring.
    ///
    /// The outlines move inwards at one speed everywhere, so the area between two of them is their
    /// length times the difference of their depths: a depth is drawn and taken with a probability
    /// in proportion to the length of its outline, then a point of that outline.
    pub(super) fn random<D: Draw>(&self, die: &mut D) -> Point {
        let longest = self.figure.edge().length();
        loop {
            let depth = self.thickness * die.unit();
            let outline = self.outline(depth);
            if die.unit() * longest < outline.length() {
                return outline.at(die.unit());
            }
        }
    }

    /// A point whose depth is normally distributed around half the thickness, uniform on the
    /// outline of that depth.
    pub(super) fn gaussian<D: Draw>(&self, spread: f64, die: &mut D) -> Point {
        let half = self.thickness / 2.0;
        loop {
            let outline = self.outline(half + normal_within(half, spread, die));
            // At the very innermost depth rounding may have left nothing.
            if outline.length() > 0.0 {
                return outline.at(die.unit());
            }
        }
    }
}

/// A number from the normal distribution of mean 0 and standard deviation `spread`, given that it is
/// in `-limit..=limit`.
///
/// Where the limit is the wider of the two, normal numbers are drawn until one is within it, and
/// otherwise uniform ones within it until one is taken with a probability in proportion to its
/// density; so either takes two rounds at most on average.
pub(super) fn normal_within<D: Draw>(limit: f64, spread: f64, die: &mut D) -> f64 {
    loop {
        if spread <= limit {
            let x = spread * die.normal();
            if x.abs() <= limit {
                return x;
            }
        } else {
            let x = die.uniform(-limit, limit);
            if die.unit() < bell(x / spread) {
                return x;
            }
        }
    }
}

/// The density of the normal distribution in proportion to that of its mean.
pub(super) fn bell(x: f64) -> f64 {
    exp(-0.5 * x * x)
}

#[cfg(test)]
mod tests;
