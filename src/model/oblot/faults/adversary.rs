//! What Byzantine robots have in common.

use super::{Affliction, Rule, Sensing};
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::registry::{Kind, Parameter};

/// How far a robot goes in one activation.
pub(super) const REACH: Parameter = Parameter {
    name: "reach",
    kind: Kind::Number,
    default: Some("no limit"),
    range: "above 0",
    summary: "how far it goes at one activation at most",
};

/// A Byzantine robot with this rule, whose answers follow from what can be seen.
pub(super) fn byzantine(rule: Box<dyn Rule>) -> Affliction {
    Affliction {
        byzantine: true,
        rule: Some(rule),
        ..Affliction::default()
    }
}

/// Goes there; or stays, where that is the robot's own place or beyond all numbers.
pub(super) fn head_for(here: Point, to: Point) -> Sensing {
    let exists = to.x.is_finite() && to.y.is_finite();
    if exists && to != here {
        Sensing::Answer(to)
    } else {
        Sensing::Stay
    }
}

/// The point on the way from here to there that is at most `reach` away.
pub(super) fn at_most(reach: Option<f64>, here: Point, to: Point) -> Point {
    let distance = here.distance(to);
    match reach {
        Some(reach) if distance > reach => {
            let part = reach / distance;
            Point::new(
                here.x + part * (to.x - here.x),
                here.y + part * (to.y - here.y),
            )
        }
        _ => to,
    }
}

/// The mirror image of a point in another one.
pub(super) fn mirrored(point: Point, centre: Point) -> Point {
    Point::new(
        centre.x + (centre.x - point.x),
        centre.y + (centre.y - point.y),
    )
}

/// The centroid of the others that a robot sees, if it sees any. Crashed ones count.
pub(super) fn centroid_of_others(percept: &Percept) -> Option<Point> {
    // Left to right, in the order of the ids.
    let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
    percept.visit(|id, position| {
        if id != percept.me() {
            x += position.x;
            y += position.y;
            count += 1.0;
        }
        true
    });
    (count > 0.0).then(|| Point::new(x / count, y / count))
}

/// The farthest of the others that a robot sees, and its distance, if it sees any. Of equally far
/// ones it is the first in the order of the ids. Crashed ones count.
pub(super) fn farthest_other(percept: &Percept) -> Option<(Point, f64)> {
    let mut farthest: Option<(Point, f64)> = None;
    percept.visit(|id, position| {
        if id != percept.me() {
            let distance = percept.here().distance(position);
            if farthest.is_none_or(|(_, far)| distance > far) {
                farthest = Some((position, distance));
            }
        }
        true
    });
    farthest
}
