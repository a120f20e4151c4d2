//! Edges that meet while everything moves at once.
//!
//! During a joint movement all nodes move in straight lines at constant speeds from where they start
//! to where they end. Two edges *collide* where they meet on the way without having an end in common at
//! the start or at the end; touching counts. The rules are those of AmoebotSim 2.0 with two amendments:
//! it tests only whether the path of an end meets the other edge, and so misses an edge that is swept
//! over as a whole, and of two edges that change their length its verdict may depend on which comes
//! first.

mod segments;
#[cfg(test)]
mod tests;
mod tree;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::grid::Node;
use segments::touches;
use tree::{Bounds, Tree};

/// Where an edge is before and after a joint movement. The two ends are the same node where the edge
/// grows from nothing or shrinks to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeMovement {
    /// Its ends before.
    pub start: [Node; 2],
    /// The same ends afterwards.
    pub end: [Node; 2],
}

impl EdgeMovement {
    /// From these nodes to those.
    #[must_use]
    pub const fn new(start: [Node; 2], end: [Node; 2]) -> Self {
        EdgeMovement { start, end }
    }

    /// An edge that is displaced as a whole.
    #[must_use]
    pub fn translated(start: [Node; 2], by: Node) -> Self {
        EdgeMovement {
            start,
            end: start.map(|node| node + by),
        }
    }

    /// How far each end moves.
    #[inline]
    fn paths(&self) -> [Node; 2] {
        [self.end[0] - self.start[0], self.end[1] - self.start[1]]
    }

    /// How far it moves, where it is displaced as a whole.
    #[inline]
    fn translation(&self) -> Option<Node> {
        let [one, other] = self.paths();
        (one == other).then_some(one)
    }

    /// The vector from the first to the second end at its full length.
    fn full(&self) -> Node {
        let at_start = self.start[1] - self.start[0];
        match at_start == Node::ORIGIN {
            true => self.end[1] - self.end[0],
            false => at_start,
        }
    }

    /// The paths of both ends, as somebody sees them who moves by `frame`.
    fn paths_from(&self, frame: Node) -> [[Node; 2]; 2] {
        let path = |at: usize| [self.start[at], self.end[at] - frame];
        [path(0), path(1)]
    }

    /// Whether two movements collide. It does not matter which comes first.
    #[must_use]
    pub fn collides_with(&self, other: &EdgeMovement) -> bool {
        if self.translation().is_some() && self.translation() == other.translation() {
            return false;
        }
        let shared = share_a_node(&self.start, &other.start) || share_a_node(&self.end, &other.end);
        if shared || !Bounds::of(self).meets(&Bounds::of(other)) {
            return false;
        }
        match (self.translation(), other.translation()) {
            (Some(frame), _) => touches(self.start, other.paths_from(frame)),
            (None, Some(frame)) => touches(other.start, self.paths_from(frame)),
            (None, None) => may_meet(self, other) || may_meet(other, self),
        }
    }
}

fn share_a_node(one: &[Node; 2], other: &[Node; 2]) -> bool {
    one.iter().any(|node| other.contains(node))
}

/// The rule for two edges that both change their length: `other` sweeps over `edge` at full length,
/// as seen from the one end of `edge` and as seen from the other.
fn may_meet(edge: &EdgeMovement, other: &EdgeMovement) -> bool {
    let (full, [first, second]) = (edge.full(), edge.paths());
    let from_first = [edge.start[0], edge.start[0] + full];
    let from_second = [edge.start[1] - full, edge.start[1]];
    touches(from_first, other.paths_from(first)) && touches(from_second, other.paths_from(second))
}

impl fmt::Display for EdgeMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EdgeMovement { start, end } = self;
        match start == end {
            true => write!(f, "{}-{} at rest", start[0], start[1]),
            false => write!(f, "{}-{} to {}-{}", start[0], start[1], end[0], end[1]),
        }
    }
}

/// Two edges that collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collision {
    /// The two movements, in the order of the list that they are from.
    pub edges: [EdgeMovement; 2],
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.edges;
        write!(f, "the edges {one} and {other} collide")
    }
}

/// The first collision of these movements: that of the edge that comes first in the list, with the
/// first one that it collides with.
#[must_use]
pub fn first(edges: &[EdgeMovement]) -> Option<Collision> {
    let common = edges.first()?.translation();
    if common.is_some() && edges.iter().all(|edge| edge.translation() == common) {
        // Nothing moves relative to anything else.
        return None;
    }
    let mut least: Option<[u32; 2]> = None;
    Tree::new(edges).pairs(|one, other| {
        let pair = [one.min(other), one.max(other)];
        let earlier = least.is_none_or(|least| pair < least);
        if earlier && edges[one as usize].collides_with(&edges[other as usize]) {
            least = Some(pair);
        }
    });
    let edges = least?.map(|at| edges[at as usize]);
    Some(Collision { edges })
}
