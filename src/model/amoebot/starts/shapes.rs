//! The nodes of simple shapes.

use crate::model::amoebot::grid::{Direction, Node};

/// The nodes at this distance from the origin, counter-clockwise from the east: 6 `radius`, or the
/// origin itself.
pub(super) fn ring(radius: i32) -> impl Iterator<Item = Node> {
    let sides = if radius == 0 { 1 } else { 6 };
    (0..sides).flat_map(move |side| {
        let corner = Node::ORIGIN.steps(Direction::of_index(side), radius);
        let along = Direction::of_index(side + 2);
        (0..radius.max(1)).map(move |step| corner.steps(along, step))
    })
}

/// All nodes, ring by ring around the origin. The first so many are connected.
pub(super) fn spiral() -> impl Iterator<Item = Node> {
    (0..).flat_map(ring)
}
