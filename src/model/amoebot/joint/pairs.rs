//! The table of cases: how two bonded particles are displaced relative to each other.
//!
//! | | the two particles | bonds between them | function |
//! |---|---|---|---|
//! | a | both contracted | one | [`both_contracted`] |
//! | b | a contracted and an expanded one | one | [`mixed_with_one_bond`] |
//! | c | a contracted and an expanded one | two | [`mixed_with_two_bonds`] |
//! | d | both expanded | one | [`both_expanded_with_one_bond`] |
//! | e | both expanded | two that meet in a node | [`both_expanded_around_a_corner`] |
//! | f | both expanded | two that are parallel | [`both_expanded_in_parallel`] |
//! | g | both expanded | three | [`both_expanded_with_three_bonds`] |
//!
//! What is displaced is always the origin of a particle, the half that does not move by itself. All
//! functions are antisymmetric: exchanging the two particles negates the result.

use super::super::grid::Node;
use super::super::ports::Half;
use super::conflict::ConflictKind::{self, HandoverDisagreement, TwoBond};
use super::intent::Intent;

/// One end of a bond: the label of the port, and the half that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    pub(super) label: usize,
    pub(super) half: Half,
}

/// A bond between two particles that exists in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tie {
    pub(super) from: End,
    pub(super) to: End,
}

impl Tie {
    fn flipped(self) -> Self {
        Tie {
            from: self.to,
            to: self.from,
        }
    }
}

/// The most bonds that two particles can have.
const MOST_TIES: usize = 3;

/// All bonds between two particles that exist in this round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ties {
    ties: [Tie; MOST_TIES],
    count: usize,
}

impl Ties {
    /// Adds a bond. Two particles have no more than three: the nodes of one are two or fewer, and
    /// the four edges between two such pairs of nodes cannot all have length 1.
    #[inline]
    pub(super) fn add(&mut self, tie: Tie) {
        self.ties[self.count] = tie;
        self.count += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Tie] {
        &self.ties[..self.count]
    }

    fn flipped(&self) -> Self {
        Ties {
            ties: self.ties.map(Tie::flipped),
            count: self.count,
        }
    }
}

type Verdict = Result<Node, ConflictKind>;

/// The displacement of `q` relative to `p`, over all bonds from `p` to `q`, of which there is at
/// least one.
pub(super) fn relative(p: &Intent, q: &Intent, ties: &Ties) -> Verdict {
    match (p.expanded, q.expanded, ties.as_slice()) {
        (_, _, []) => Ok(Node::ORIGIN),
        (false, false, [tie, ..]) => Ok(both_contracted(p, q, *tie)),
        (false, true, [tie]) => mixed_with_one_bond(p, q, *tie),
        (false, true, [one, other, ..]) => mixed_with_two_bonds(p, q, [*one, *other]),
        (true, false, _) => relative(q, p, &ties.flipped()).map(|displacement| -displacement),
        (true, true, [tie]) => Ok(both_expanded_with_one_bond(p, q, *tie)),
        (true, true, [one, other]) if one.from.half == other.from.half => {
            both_expanded_around_a_corner(p, q, *one)
        }
        (true, true, [one, other]) if one.to.half == other.to.half => {
            both_expanded_around_a_corner(q, p, one.flipped()).map(|displacement| -displacement)
        }
        (true, true, [_, _]) => both_expanded_in_parallel(p, q),
        (true, true, [_, _, _, ..]) => both_expanded_with_three_bonds(p, q),
    }
}

/// Case a: each moves the other along where it moves and its bond is marked.
fn both_contracted(p: &Intent, q: &Intent, tie: Tie) -> Node {
    p.shift(tie.from.label, tie.from.half) - q.shift(tie.to.label, tie.to.half)
}

/// Case b: a handover leaves both where they are, for the node only changes hands. Otherwise the
/// contracted one `c` moves the expanded one `e` along where its bond is marked, and `e` moves `c`
/// along where it contracts away from it.
fn mixed_with_one_bond(c: &Intent, e: &Intent, tie: Tie) -> Verdict {
    if is_handover(c, e, tie)? {
        return Ok(Node::ORIGIN);
    }
    Ok(c.shift(tie.from.label, tie.from.half) - e.shift(tie.to.label, tie.to.half))
}

/// Case c: the contracted one `c` touches both halves of the expanded one `e`, which therefore cannot
/// contract but in a handover, and which `c` can only move along as a whole.
fn mixed_with_two_bonds(c: &Intent, e: &Intent, ties: [Tie; 2]) -> Verdict {
    let handovers = [is_handover(c, e, ties[0])?, is_handover(c, e, ties[1])?];
    if handovers.contains(&true) {
        // Who pushes marks no other bond.
        return Ok(Node::ORIGIN);
    }
    if e.is_contracting() {
        return Err(TwoBond);
    }
    let [one, other] = ties.map(|tie| c.shift(tie.from.label, tie.from.half));
    if one != other {
        return Err(TwoBond);
    }
    Ok(one)
}

/// Case d: each moves the other along where it contracts away from it.
fn both_expanded_with_one_bond(p: &Intent, q: &Intent, tie: Tie) -> Node {
    p.shift(tie.from.label, tie.from.half) - q.shift(tie.to.label, tie.to.half)
}

/// Case e: one half of `corner` touches both halves of `edge`, which therefore cannot contract but in
/// a handover. `tie` is either of the bonds; both leave `corner` from the same half.
fn both_expanded_around_a_corner(corner: &Intent, edge: &Intent, tie: Tie) -> Verdict {
    if edge.is_contracting() {
        return Err(TwoBond);
    }
    Ok(corner.shift(tie.from.label, tie.from.half))
}

/// Case f: the two lie side by side, and only the bonds of head with head and tail with tail (or head
/// with tail and tail with head) exist. Neither can contract without the other.
fn both_expanded_in_parallel(p: &Intent, q: &Intent) -> Verdict {
    match (p.is_contracting(), q.is_contracting()) {
        (false, false) => Ok(Node::ORIGIN),
        (true, true) if p.offset == q.offset => Ok(Node::ORIGIN),
        (true, true) => Ok(p.offset),
        _ => Err(TwoBond),
    }
}

/// Case g: the two lie side by side, and neither can contract but in a handover.
fn both_expanded_with_three_bonds(p: &Intent, q: &Intent) -> Verdict {
    if p.is_contracting() || q.is_contracting() {
        return Err(TwoBond);
    }
    Ok(Node::ORIGIN)
}

/// Whether the contracted `c` and the expanded `e` hand over a node over this bond.
fn is_handover(c: &Intent, e: &Intent, tie: Tie) -> Result<bool, ConflictKind> {
    let pushes = c.hands_over_at(tie.from.label);
    let pulls = e.hands_over_at(tie.to.label);
    if pushes != pulls {
        return Err(HandoverDisagreement);
    }
    Ok(pushes)
}
