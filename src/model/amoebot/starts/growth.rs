//! Random growth of a connected set of nodes.

use std::collections::VecDeque;

use crate::dice::{Die, Draw as _};
use crate::math;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::structure::nodes::NodeMap;

/// How a set of nodes grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    /// The probability that a candidate becomes a hole.
    pub(super) holes: f64,
    /// Whether every node outside is connected to infinity.
    pub(super) is_filled: bool,
    /// Each candidate is e to the power of minus this as likely as the one before it; `None`
    /// where all are equally likely.
    pub(super) preference: Option<f64>,
}

/// What is known about a node. Nothing is known of those that are beside no taken node.
mod state {
    /// Part of the set.
    pub(super) const TAKEN: u32 = 0;
    /// In the list of candidates.
    pub(super) const CANDIDATE: u32 = 1;
    /// In the list of holes.
    pub(super) const HOLE: u32 = 2;
    /// A candidate that is set aside, because it would cut off what is empty.
    pub(super) const CANDIDATE_ASIDE: u32 = 3;
    /// A hole that is set aside for the same reason.
    pub(super) const HOLE_ASIDE: u32 = 4;
}

/// A set that grows.
struct Growing {
    taken: Vec<Node>,
    states: NodeMap,
    candidates: VecDeque<Node>,
    holes: Vec<Node>,
}

impl Growth {
    /// So many connected nodes, in the order in which they were taken; the first is the origin.
    ///
    /// Each node is drawn at most once for every time that one beside it is taken, so the whole
    /// takes time in proportion to the number of nodes.
    pub(super) fn grow(&self, nodes: usize, die: &mut Die<'_>) -> Vec<Node> {
        let mut growing = Growing {
            taken: Vec::with_capacity(nodes),
            states: NodeMap::with_room(2 * nodes),
            candidates: VecDeque::new(),
            holes: Vec::new(),
        };
        growing.take(Node::ORIGIN);
        while growing.taken.len() < nodes {
            let (node, is_hole) = match self.draw(&mut growing.candidates, die) {
                Some(node) if die.unit() < self.holes => {
                    growing.holes.push(node);
                    growing.states.set(node, state::HOLE);
                    continue;
                }
                Some(node) => (node, false),
                // There is always a node that may be taken: the one in the north-north-east of the
                // last node of the uppermost row is beside that node only. It is in one of the two
                // lists, as what is set aside is beside two nodes or more.
                None => {
                    let index = die.index(growing.holes.len());
                    (growing.holes.swap_remove(index), true)
                }
            };
            if self.is_filled && growing.would_cut(node) {
                let aside = match is_hole {
                    true => state::HOLE_ASIDE,
                    false => state::CANDIDATE_ASIDE,
                };
                growing.states.set(node, aside);
            } else {
                growing.take(node);
            }
        }
        growing.taken
    }

    /// Draws a candidate and takes it off the list; `None` where there is none.
    fn draw(&self, candidates: &mut VecDeque<Node>, die: &mut Die<'_>) -> Option<Node> {
        let count = candidates.len();
        if count == 0 {
            return None;
        }
        let Some(lambda) = self.preference else {
            return candidates.swap_remove_back(die.index(count));
        };
        // The exponential distribution, cut off at the number of candidates, by inversion.
        let all = 1.0 - math::exp(-lambda * count as f64);
        let early = -math::ln_1p(-die.unit() * all) / lambda;
        candidates.remove((early as usize).min(count - 1))
    }
}

impl Growing {
    /// Takes a node: those beside it become candidates, and what was set aside is looked at again.
    fn take(&mut self, node: Node) {
        self.taken.push(node);
        self.states.set(node, state::TAKEN);
        for beside in node.neighbours() {
            match self.states.get(beside) {
                None | Some(state::CANDIDATE_ASIDE) => {
                    self.states.set(beside, state::CANDIDATE);
                    self.candidates.push_back(beside);
                }
                Some(state::HOLE_ASIDE) => {
                    self.states.set(beside, state::HOLE);
                    self.holes.push(beside);
                }
                Some(_) => {}
            }
        }
    }

    /// Whether taking a node would cut empty nodes off from the outside, in a set that is connected
    /// and has cut off none so far: exactly if the taken nodes around it are not in one row, for then
    /// the set joins two of them behind one of the gaps.
    fn would_cut(&self, node: Node) -> bool {
        let around = node.neighbours();
        let is_taken = around.map(|beside| self.states.get(beside) == Some(state::TAKEN));
        let changes = (0..6).filter(|&at| is_taken[at] != is_taken[(at + 1) % 6]);
        changes.count() > 2
    }
}
