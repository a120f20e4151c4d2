//! The Euler tour technique: sums over the subtrees of a tree.
//!
//! Each edge of a tree is two edges with opposite directions. Who comes into a particle on one of its
//! edges leaves it on the next one in its order, so that all edges form one circle; the root splits it,
//! and it is a tour that begins and ends at the root. A place of the tour is where it leaves a particle
//! on an edge; a particle has as many places as edges, and marks some of them. PASC along the tour
//! counts the marked places: for each edge the particle reads how many there are up to and with its
//! own place (OUT), and how many there are up to the place of its neighbour from which the tour comes
//! in on the same edge (IN), both bit by bit, the lowest one first.
//!
//! At the edge to the parent OUT - IN is the number of marks in the particle's own subtree; at the
//! edge to a child IN - OUT is that of the child's subtree. So where the edge leads to is known by
//! which of the two is greater, if there is a mark beyond. (Padalkin and Scheideler, PODC 2024, arXiv
//! 2402.12123; as `SubETT` in AmoebotSim 2.0.)
//!
//! An iteration takes two rounds: the beep of PASC, and a round in which all places beep that became
//! passive by it; where none does, the tour is over. With m marks there are floor(log2 m) + 2 of them.
//! All particles of the tree have to be contracted, with four pins an edge and one sense of rotation.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Beeper, Fault, Look, State};
use super::super::pins::PinConfiguration;
use super::strand::{Pair, Strand};

/// How many pins an edge has.
pub const PINS: usize = 4;
/// The first of the two sets where the tour ends; those below belong to the places.
const END: usize = 12;

/// How two numbers compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// The first one is less.
    Less,
    /// As far as is known both are equal.
    #[default]
    Equal,
    /// The first one is greater.
    Greater,
}

/// An edge of the tree at a particle, and the place where the tour leaves on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Where it leads to.
    pub direction: Direction,
    /// Whether the place is marked and was not yet counted out.
    active: bool,
    /// Whether it was counted out in this iteration.
    fresh: bool,
    /// How OUT compares to IN.
    order: Comparison,
    /// The present bits of OUT, IN, OUT - IN and IN - OUT.
    bits: [bool; 4],
}

/// The part of one particle in a tour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EulerTour {
    edges: Vec<Edge>,
    is_root: bool,
    /// Whether the next beeps say that the tour is not over.
    checks: bool,
    finished: bool,
    iterations: u32,
    /// At the root: whether there are marks, and the present bit of their number.
    sum: [bool; 2],
}

impl EulerTour {
    /// A particle with edges in these directions, which has to be at least one and are passed in this
    /// order, and with marks at some of them. The root of the tree begins the tour at its first
    /// edge.
    ///
    /// # Errors
    ///
    /// Where there is no edge, or there are more than six.
    pub fn new(edges: &[(Direction, bool)], is_root: bool) -> Result<Self, Fault> {
        if edges.is_empty() || edges.len() > 6 {
            let count = edges.len();
            return Err(Fault::because(format!(
                "an Euler tour needs one to six edges at each particle, found {count}"
            )));
        }
        let edges = edges.iter().map(|&(direction, active)| Edge {
            direction,
            active,
            fresh: false,
            order: Comparison::Equal,
            bits: [false; 4],
        });
        Ok(EulerTour {
            edges: edges.collect(),
            is_root,
            ..EulerTour::default()
        })
    }

    /// Whether all bits have been read.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether new bits were read in the last [`receive`](Self::receive).
    #[must_use]
    pub fn has_bits(&self) -> bool {
        self.checks
    }

    /// How many iterations there were.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// How OUT compares to IN at the edge in a direction, as far as bits have been read; equal where
    /// there is no edge. Greater: the parent is there, and there are marks in the own subtree. Less: a
    /// child is there, and there are marks in its subtree.
    #[must_use]
    pub fn comparison(&self, direction: Direction) -> Comparison {
        let edge = self.edges.iter().find(|edge| edge.direction == direction);
        edge.map_or(Comparison::Equal, |edge| edge.order)
    }

    /// The last bits of OUT, IN, OUT - IN and IN - OUT at the edge in a direction. Of a difference
    /// that is negative these are the bits of its two's complement.
    #[must_use]
    pub fn bits(&self, direction: Direction) -> Option<[bool; 4]> {
        let edge = self.edges.iter().find(|edge| edge.direction == direction)?;
        Some(edge.bits)
    }

    /// At the root: whether there are marks at all, as far as bits have been read.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        self.sum[0]
    }

    /// At the root: the last bit of the number of all marks.
    #[must_use]
    pub fn sum_bit(&self) -> bool {
        self.sum[1]
    }

    /// Lays the pins of the tour, into the partition sets from 0 to 13.
    ///
    /// # Errors
    ///
    /// Where an edge has not [`PINS`] pins.
    pub fn lay(&self, next: &mut PinConfiguration) -> Result<(), Fault> {
        let count = self.edges.len();
        for (index, edge) in self.edges.iter().enumerate() {
            let from = self.edges[(index + count - 1) % count].direction;
            let before = Pair::before(from, PINS);
            let begins = self.is_root && index == 0;
            let strand = Strand {
                before: (!begins).then_some(before),
                after: Some(Pair::after(edge.direction)),
                set: 2 * index,
            };
            strand.lay(next, edge.active)?;
            if begins {
                let end = Strand {
                    before: Some(before),
                    after: None,
                    set: END,
                };
                end.lay(next, false)?;
            }
        }
        Ok(())
    }

    /// Has the root beep along the tour ahead of the first iteration: who hears it is in its tree. The
    /// pins have to be laid.
    ///
    /// # Errors
    ///
    /// Where there are no such partition sets.
    pub fn call<S: State>(&self, particle: &mut Beeper<'_, S>) -> Result<(), Fault> {
        match self.is_root {
            true => particle.beep(0),
            false => Ok(()),
        }
    }

    /// Whether a [`call`](Self::call) of the root was heard.
    #[must_use]
    pub fn is_called<S: State>(&self, look: &Look<'_, S>) -> bool {
        look.heard(0) || look.heard(1)
    }

    /// Lays the pins for the next beeps and sends them.
    ///
    /// # Errors
    ///
    /// Where an edge has not [`PINS`] pins.
    pub fn send<S: State>(&self, particle: &mut Beeper<'_, S>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        self.lay(&mut next)?;
        particle.set_next(next)?;
        if self.checks {
            let edges = self.edges.iter().enumerate();
            for (index, _) in edges.filter(|(_, edge)| edge.fresh) {
                particle.beep(2 * index)?;
                particle.beep(2 * index + 1)?;
            }
        } else if self.is_root {
            // The first place of the tour has nobody before it to cross wires with: it counts itself
            // by the wire on which it beeps.
            particle.beep(usize::from(self.edges[0].active))?;
        }
        Ok(())
    }

    /// Takes in what came of the last [`send`](Self::send), in the beep phase of the round after it.
    ///
    /// # Errors
    ///
    /// Where no beep or two were heard, which cannot be unless beeps get lost, or the tree has no
    /// root or several.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        if self.checks {
            self.finished = !look.heard(0);
            self.checks = false;
            return Ok(());
        }
        let count = self.edges.len();
        for index in 0..count {
            let one = bit(look, 2 * index)?;
            let edge = &mut self.edges[index];
            edge.fresh = edge.active && one;
            // Up to the place before, it is one mark less.
            let counts = edge.active;
            edge.active &= !one;
            edge.bits[0] = one;
            self.edges[(index + count - 1) % count].bits[1] = one != counts;
        }
        if self.is_root {
            let one = bit(look, END)?;
            self.edges[count - 1].bits[1] = one;
            self.sum = [self.sum[0] || one, one];
        }
        for edge in &mut self.edges {
            edge.compare();
        }
        self.iterations += 1;
        self.checks = true;
        Ok(())
    }
}

impl Edge {
    /// Goes on with the subtractions by the new bits of OUT and IN.
    fn compare(&mut self) {
        let [out, into, ..] = self.bits;
        let differ = out != into;
        // What was less so far has borrowed from this bit.
        self.bits[2] = differ != (self.order == Comparison::Less);
        self.bits[3] = differ != (self.order == Comparison::Greater);
        match (out, into) {
            (true, false) => self.order = Comparison::Greater,
            (false, true) => self.order = Comparison::Less,
            _ => {}
        }
    }
}

/// Which of the two wires of a place beeped: true for the second one.
fn bit<S: State>(look: &Look<'_, S>, set: usize) -> Result<bool, Fault> {
    match [look.heard(set), look.heard(set + 1)] {
        [true, false] => Ok(false),
        [false, true] => Ok(true),
        [false, false] => Err(Fault::because("Euler tour: no beep was heard")),
        [true, true] => Err(Fault::because("Euler tour: a beep was heard on both wires")),
    }
}
