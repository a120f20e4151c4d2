//! Circles and paths.

use std::f64::consts::TAU;

use crate::math::{Point, cos, sin};

/// The point of the unit circle at so many turns from the x axis, counter-clockwise. Multiples of a
/// quarter turn are exact, so that figures on the axes are symmetric to the last bit.
pub(in super::super) fn direction(turns: f64) -> (f64, f64) {
    let turns = turns - turns.floor();
    // Rounding may carry a tiny negative number of turns to 1.
    let quarter = (turns * 4.0).floor();
    let angle = (turns - quarter / 4.0) * TAU;
    let (x, y) = (cos(angle), sin(angle));
    // Adding 0 leaves no minus zero.
    match quarter as u8 % 4 {
        0 => (x, y),
        1 => (0.0 - y, x),
        2 => (0.0 - x, 0.0 - y),
        _ => (y, 0.0 - x),
    }
}

/// A curve on which a robot's place is a fraction of the length.
#[derive(Clone, Debug)]
pub(in super::super) enum Curve {
    /// A circle around the origin, from the x axis counter-clockwise.
    Circle {
        /// Its radius.
        radius: f64,
    },
    /// Straight from corner to corner.
    Path {
        /// The corners; of a closed path the first one comes again at the end.
        corners: Vec<Point>,
        /// How long the path is up to each corner.
        lengths: Vec<f64>,
        /// Whether it ends where it begins.
        closed: bool,
    },
}

impl Curve {
    pub(in super::super) fn circle(radius: f64) -> Self {
        Curve::Circle { radius }
    }

    /// From each corner to the next, and from the last to the first. Without corners there is one
    /// point, the origin.
    pub(in super::super) fn closed(mut corners: Vec<Point>) -> Self {
        let first = corners.first().copied();
        corners.extend(first);
        Self::path(corners, true)
    }

    /// Straight from one point to another.
    pub(in super::super) fn line(from: Point, to: Point) -> Self {
        Self::path(vec![from, to], false)
    }

    fn path(corners: Vec<Point>, closed: bool) -> Self {
        let mut lengths = Vec::with_capacity(corners.len());
        let mut length = 0.0;
        for (index, corner) in corners.iter().enumerate() {
            if index > 0 {
                length += corners[index - 1].distance(*corner);
            }
            lengths.push(length);
        }
        Curve::Path {
            corners,
            lengths,
            closed,
        }
    }

    pub(in super::super) fn length(&self) -> f64 {
        match self {
            Curve::Circle { radius } => TAU * radius,
            Curve::Path { lengths, .. } => lengths.last().copied().unwrap_or(0.0),
        }
    }

    pub(in super::super) fn is_closed(&self) -> bool {
        match self {
            Curve::Circle { .. } => true,
            Curve::Path { closed, .. } => *closed,
        }
    }

    /// The point at this fraction of the length. On a closed curve fractions go round; on a line
    /// those beyond its ends are its ends.
    pub(in super::super) fn at(&self, fraction: f64) -> Point {
        let fraction = if self.is_closed() {
            fraction - fraction.floor()
        } else {
            fraction.clamp(0.0, 1.0)
        };
        match self {
            Curve::Circle { radius } => {
                let (x, y) = direction(fraction);
                Point::new(radius * x, radius * y)
            }
            Curve::Path {
                corners, lengths, ..
            } => {
                let along = fraction * self.length();
                // The corner after the point: the first that is farther, or the last.
                let next = lengths.partition_point(|&length| length <= along);
                let next = next.min(corners.len().saturating_sub(1));
                match next.checked_sub(1) {
                    Some(last) => {
                        let part = (along - lengths[last]) / (lengths[next] - lengths[last]);
                        between(corners[last], corners[next], part)
                    }
                    None => corners.first().copied().unwrap_or_default(),
                }
            }
        }
    }
}

/// The point at this part of the way, which is the first point where the way has no length.
pub(in super::super) fn between(from: Point, to: Point, part: f64) -> Point {
    let part = if part.is_finite() { part } else { 0.0 };
    Point::new(
        from.x + part * (to.x - from.x),
        from.y + part * (to.y - from.y),
    )
}
