//! A tree of moving boxes, which finds the pairs of edges that can meet.
//!
//! Joint movements displace far parts far, so the areas that edges sweep over overlap a lot even where
//! all keep their distance. The boxes of this tree move along with what they hold: two of them meet
//! where there is a time at which they overlap. A branch whose edges all have the same displacement
//! is not compared with itself or others of the same displacement.

use super::super::grid::Node;
use super::EdgeMovement;

/// An axis-parallel box of the grid's coordinates, whose sides move at constant speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Before and after: the least coordinates.
    low: [Node; 2],
    /// Before and after: the greatest coordinates.
    high: [Node; 2],
}

impl Bounds {
    /// The least box around an edge.
    pub(super) fn of(edge: &EdgeMovement) -> Self {
        let at = |[a, b]: [Node; 2]| Bounds::between(a, b);
        let ((low_start, high_start), (low_end, high_end)) = (at(edge.start), at(edge.end));
        Bounds {
            low: [low_start, low_end],
            high: [high_start, high_end],
        }
    }

    fn between(a: Node, b: Node) -> (Node, Node) {
        (
            Node::new(a.x.min(b.x), a.y.min(b.y)),
            Node::new(a.x.max(b.x), a.y.max(b.y)),
        )
    }

    /// A box that holds both at all times.
    fn joined(self, other: Bounds) -> Self {
        let low = |at: usize| Bounds::between(self.low[at], other.low[at]).0;
        let high = |at: usize| Bounds::between(self.high[at], other.high[at]).1;
        Bounds {
            low: [low(0), low(1)],
            high: [high(0), high(1)],
        }
    }

    /// Whether there is a time at which the two overlap or touch.
    pub(super) fn meets(&self, other: &Bounds) -> bool {
        let mut times = Times::ALL;
        let mut order = |low: [i32; 2], high: [i32; 2]| {
            let gap = |at: usize| i64::from(high[at]) - i64::from(low[at]);
            times.keep(gap(0), gap(1))
        };
        let x = |nodes: [Node; 2]| nodes.map(|node| node.x);
        let y = |nodes: [Node; 2]| nodes.map(|node| node.y);
        order(x(self.low), x(other.high))
            && order(x(other.low), x(self.high))
            && order(y(self.low), y(other.high))
            && order(y(other.low), y(self.high))
    }
}

/// A span of times between 0 and 1; both ends are fractions with a positive denominator.
pub(super) struct Times {
    from: (i64, i64),
    to: (i64, i64),
}

impl Times {
    pub(super) const ALL: Times = Times {
        from: (0, 1),
        to: (1, 1),
    };

    /// Keeps the times at which a value is not negative that goes from `start` to `end`; returns
    /// whether there are any.
    #[inline]
    pub(super) fn keep(&mut self, start: i64, end: i64) -> bool {
        match (start >= 0, end >= 0) {
            (true, true) => return true,
            (false, false) => return false,
            (false, true) => {
                let time = (-start, end - start);
                if less(self.from, time) {
                    self.from = time;
                }
            }
            (true, false) => {
                let time = (start, start - end);
                if less(time, self.to) {
                    self.to = time;
                }
            }
        }
        !less(self.to, self.from)
    }
}

/// Whether a fraction is less than another.
fn less(one: (i64, i64), other: (i64, i64)) -> bool {
    i128::from(one.0) * i128::from(other.1) < i128::from(other.0) * i128::from(one.1)
}

/// The most edges of a leaf.
const LEAF: usize = 6;

/// A branch or leaf.
#[derive(Clone, Copy, Debug)]
struct Branch {
    bounds: Bounds,
    /// The displacement that all of its edges have in common.
    common: Option<Node>,
    /// Which places of the order it holds.
    from: u32,
    to: u32,
    /// The two that it is divided into; the first directly follows it. `None` for a leaf.
    second: Option<u32>,
}

/// The tree.
pub(super) struct Tree {
    branches: Vec<Branch>,
    /// The edges, in the order of the leaves, with their boxes.
    order: Vec<(u32, Bounds)>,
}

impl Tree {
    /// The tree of these movements.
    pub(super) fn new(edges: &[EdgeMovement]) -> Self {
        let order = (0..).zip(edges).map(|(id, edge)| (id, Bounds::of(edge)));
        let mut tree = Tree {
            branches: Vec::with_capacity(edges.len() / 2 + 1),
            order: order.collect(),
        };
        if !edges.is_empty() {
            tree.grow(edges, 0, edges.len());
        }
        tree
    }

    /// Makes the branch of some places; returns its number. Divides across the longer side at the
    /// start. The shape of the tree has no influence on which pairs collide.
    fn grow(&mut self, edges: &[EdgeMovement], from: usize, to: usize) -> u32 {
        let places = &mut self.order[from..to];
        let mut bounds = places[0].1;
        let mut common = edges[places[0].0 as usize].translation();
        for (id, other) in places.iter() {
            bounds = bounds.joined(*other);
            common = common.filter(|by| edges[*id as usize].translation() == Some(*by));
        }
        let number = self.branches.len();
        self.branches.push(Branch {
            bounds,
            common,
            from: from as u32,
            to: to as u32,
            second: None,
        });
        if to - from > LEAF {
            let middle = (to - from) / 2;
            let size =
                |at: fn(Node) -> i32| i64::from(at(bounds.high[0])) - i64::from(at(bounds.low[0]));
            if size(|node| node.x) >= size(|node| node.y) {
                let centre = |b: &Bounds| i64::from(b.low[0].x) + i64::from(b.high[0].x);
                places.select_nth_unstable_by_key(middle, |(id, b)| (centre(b), *id));
            } else {
                let centre = |b: &Bounds| i64::from(b.low[0].y) + i64::from(b.high[0].y);
                places.select_nth_unstable_by_key(middle, |(id, b)| (centre(b), *id));
            }
            self.grow(edges, from, from + middle);
            let second = self.grow(edges, from + middle, to);
            self.branches[number].second = Some(second);
        }
        number as u32
    }

    /// Calls `visit` once for each two edges whose boxes meet and that do not have the same
    /// displacement.
    pub(super) fn pairs(&self, mut visit: impl FnMut(u32, u32)) {
        let mut stack = Vec::new();
        if !self.branches.is_empty() {
            stack.push((0, 0));
        }
        while let Some((one, other)) = stack.pop() {
            let (a, b) = (&self.branches[one as usize], &self.branches[other as usize]);
            if a.common.is_some() && a.common == b.common {
                continue;
            }
            if one == other {
                match a.second {
                    None => self.pairs_of_leaf(a, &mut visit),
                    Some(second) => {
                        stack.extend([(one + 1, one + 1), (second, second), (one + 1, second)])
                    }
                }
            } else if a.bounds.meets(&b.bounds) {
                match (a.second, b.second) {
                    (None, None) => self.pairs_of_leaves(a, b, &mut visit),
                    // The one that holds more is divided.
                    (Some(second), _) if b.second.is_none() || a.to - a.from >= b.to - b.from => {
                        stack.extend([(one + 1, other), (second, other)]);
                    }
                    (_, second) => {
                        let parts = [Some(other + 1), second].into_iter().flatten();
                        stack.extend(parts.map(|part| (one, part)));
                    }
                }
            }
        }
    }

    fn pairs_of_leaf(&self, leaf: &Branch, visit: &mut impl FnMut(u32, u32)) {
        let places = &self.order[leaf.from as usize..leaf.to as usize];
        for (at, (one, bounds)) in places.iter().enumerate() {
            for (other, _) in places[..at].iter().filter(|(_, b)| bounds.meets(b)) {
                visit(*one, *other);
            }
        }
    }

    fn pairs_of_leaves(&self, a: &Branch, b: &Branch, visit: &mut impl FnMut(u32, u32)) {
        for (one, bounds) in &self.order[a.from as usize..a.to as usize] {
            let others = &self.order[b.from as usize..b.to as usize];
            for (other, _) in others.iter().filter(|(_, b)| bounds.meets(b)) {
                visit(*one, *other);
            }
        }
    }
}
