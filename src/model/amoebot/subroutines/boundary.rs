//! The boundaries of a structure, as one particle sees them.
//!
//! Around a contracted particle there are up to three gaps: largest runs of directions without a
//! neighbour. Each gap is a place of the particle on the boundary of one empty region, the outside or a
//! hole. The neighbour ahead of the gap, in the particle's sense of rotation, is its predecessor on
//! that boundary, and the neighbour after the gap its successor. Who walks from each particle to its
//! successor has the empty region on the right hand, goes once around, and turns by +360 degrees in
//! all around the structure and by -360 degrees around a hole.
//!
//! All particles have to count directions in the same sense of rotation. Objects count as empty.
//! (Padalkin, Scheideler and Warner, DNA 28, 2022, arXiv 2205.02610.)

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Look, State};
use super::super::ports::Port;
use super::strand::{Pair, Strand};

/// The gap between two neighbours of a particle; they are the same where it has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The direction of the neighbour ahead of the gap.
    pub predecessor: Direction,
    /// The direction of the neighbour after the gap.
    pub successor: Direction,
}

/// Which region a boundary belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The outside of the structure.
    Outer,
    /// A hole.
    Inner,
}

/// What a sum of turns, modulo 5, says of a boundary; nothing where it is not that of one whole
/// boundary.
#[must_use]
pub const fn side_of(turns: u8) -> Option<Side> {
    match turns {
        1 => Some(Side::Outer),
        4 => Some(Side::Inner),
        _ => None,
    }
}

impl Gap {
    /// The gaps around a particle that has neighbours in these directions, in the order of their
    /// predecessors; none where it has no neighbours, or six.
    #[must_use]
    pub fn all(neighbours: [bool; 6]) -> Vec<Gap> {
        let is_taken = |direction: Direction| neighbours[direction as usize];
        let ahead = Direction::ALL
            .into_iter()
            .filter(|&direction| is_taken(direction) && !is_taken(direction.rotated(1)));
        let gaps = ahead.map(|predecessor| {
            let turns = (2..=6).map(|steps| predecessor.rotated(steps));
            // The sixth step comes back to the predecessor itself.
            let successor = turns.into_iter().find(|&direction| is_taken(direction));
            Gap {
                predecessor,
                successor: successor.unwrap_or(predecessor),
            }
        });
        gaps.collect()
    }

    /// The gaps around a contracted particle.
    #[must_use]
    pub fn around<S: State>(look: &Look<'_, S>) -> Vec<Gap> {
        Gap::all(Direction::ALL.map(|direction| look.has_neighbour(Port::head(direction))))
    }

    /// By how much who comes from the predecessor turns towards the successor, in steps of 60
    /// degrees in the sense of rotation, modulo 5: -1 (that is 4) to 3.
    #[must_use]
    pub const fn turn(self) -> u8 {
        let steps = match self.predecessor.steps_to(self.successor) {
            0 => 6,
            steps => steps,
        };
        // Straight on is 3 steps from the predecessor.
        (steps + 2) % 5
    }

    /// The two wires of the boundary. They use the pins next to the gap, so two boundaries on the two
    /// sides of an edge with four pins do not touch.
    #[must_use]
    pub const fn strand(self, per_edge: usize, set: usize) -> Strand {
        Strand {
            before: Some(Pair::before(self.predecessor, per_edge)),
            after: Some(Pair::after(self.successor)),
            set,
        }
    }

    /// The same for the first participant of a chain along the boundary, which leads it and ends at
    /// it.
    #[must_use]
    pub const fn strand_of_first(self, per_edge: usize, set: usize) -> Strand {
        Strand {
            before: None,
            ..self.strand(per_edge, set)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::super::grid::{Chirality, Node};
    use super::super::super::structure::{Occupant, Structure};
    use super::*;

    /// A place on a boundary: the particle, and its gap in the global frame.
    pub(crate) type Place = (u32, Gap);

    /// The gaps of a particle in the global frame.
    pub(crate) fn gaps(structure: &Structure, id: u32) -> Vec<Gap> {
        let here = structure.bodies()[id as usize].tail;
        let taken = here
            .neighbours()
            .map(|node| matches!(structure.occupant(node), Some(Occupant::Particle(..))));
        Gap::all(taken)
    }

    /// The boundaries, each in the order of a walk, with what a flood of the outside says of them.
    pub(crate) fn boundaries(structure: &Structure) -> Vec<(Side, Vec<Place>)> {
        let outside = outside(structure);
        let ids = 0..structure.bodies().len() as u32;
        let places: Vec<Place> = ids
            .flat_map(|id| gaps(structure, id).into_iter().map(move |gap| (id, gap)))
            .collect();
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for first in places {
            let mut walk = Vec::new();
            let mut place = first;
            while seen.insert(key(place)) {
                walk.push(place);
                place = successor(structure, place);
            }
            if !walk.is_empty() {
                assert_eq!(key(place), key(first), "a boundary is a circle");
                let is_outer = |&(id, gap): &Place| {
                    let here = structure.bodies()[id as usize].tail;
                    outside.contains(&here.step(gap.predecessor.rotated(1)))
                };
                let is_first_outer = is_outer(&walk[0]);
                assert!(walk.iter().all(|place| is_outer(place) == is_first_outer));
                let side = if is_first_outer {
                    Side::Outer
                } else {
                    Side::Inner
                };
                found.push((side, walk));
            }
        }
        found
    }

    /// What particles found out about their places: a particle, a gap in its own frame, whether it
    /// leads the boundary, and what the boundary is.
    pub(crate) type Told = Vec<(u32, Gap, bool, Option<Side>)>;

    /// Compares what was found out with a flood of the outside, where there is exactly one leader on
    /// each boundary. Returns how many places each boundary has.
    pub(crate) fn check(structure: &Structure, told: &Told) -> Vec<(Side, usize)> {
        let told: BTreeMap<_, _> = told
            .iter()
            .map(|&(id, gap, leads, side)| (global(structure, id, gap), (leads, side)))
            .collect();
        let found = boundaries(structure);
        let places: usize = found.iter().map(|(_, walk)| walk.len()).sum();
        assert_eq!(places, told.len());
        for (side, walk) in &found {
            let told = walk.iter().map(|place| told[&key(*place)]);
            assert!(told.clone().all(|(_, told)| told == Some(*side)));
            assert_eq!(told.filter(|(leads, _)| *leads).count(), 1, "leaders");
        }
        let lengths = found.iter().map(|(side, walk)| (*side, walk.len()));
        lengths.collect()
    }

    /// The key of a place, from its gap in the particle's own frame. Clockwise particles know a gap
    /// from its other end.
    pub(crate) fn global(structure: &Structure, id: u32, gap: Gap) -> (u32, Direction) {
        let frame = structure.bodies()[id as usize].frame;
        let first = match frame.chirality {
            Chirality::Ccw => gap.predecessor,
            Chirality::Cw => gap.successor,
        };
        (id, frame.to_global(first))
    }

    pub(crate) fn key((id, gap): Place) -> (u32, Direction) {
        (id, gap.predecessor)
    }

    fn successor(structure: &Structure, (id, gap): Place) -> Place {
        let node = structure.bodies()[id as usize].tail.step(gap.successor);
        let Some(Occupant::Particle(next, _)) = structure.occupant(node) else {
            panic!("nobody after a gap");
        };
        let back = gap.successor.opposite();
        let mut gaps = gaps(structure, next).into_iter();
        (next, gaps.find(|gap| gap.predecessor == back).unwrap())
    }

    /// The empty nodes of the outside as far as one step from the structure.
    fn outside(structure: &Structure) -> BTreeSet<Node> {
        let [west, east, south, north] = super::super::super::trial::bounds(structure);
        let is_inside = |node: Node| {
            (west - 1..=east + 1).contains(&node.x) && (south - 1..=north + 1).contains(&node.y)
        };
        let mut found = BTreeSet::from([Node::new(west - 1, south - 1)]);
        let mut rim: Vec<Node> = found.iter().copied().collect();
        while let Some(node) = rim.pop() {
            for next in node.neighbours() {
                if is_inside(next) && structure.occupant(next).is_none() && found.insert(next) {
                    rim.push(next);
                }
            }
        }
        found
    }

    fn sums(seed: u64, text: &str) -> Vec<(Side, usize, u8)> {
        let scenario = super::super::super::trial::scenario(&format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"scripted\"\n{text}"
        ));
        let found = boundaries(&scenario.placed().structure).into_iter();
        let sums = found.map(|(side, walk)| {
            let sum: u32 = walk.iter().map(|(_, gap)| u32::from(gap.turn())).sum();
            (side, walk.len(), (sum % 5) as u8)
        });
        sums.collect()
    }

    #[test]
    fn turns_are_counted_from_straight_on() {
        let turn = |successor| {
            let predecessor = Direction::Nnw;
            Gap {
                predecessor,
                successor,
            }
            .turn()
        };
        let turns: Vec<u8> = (2..=6)
            .map(|steps| turn(Direction::Nnw.rotated(steps)))
            .collect();
        assert_eq!(turns, [4, 0, 1, 2, 3]);
    }

    #[test]
    fn gaps_are_the_largest_runs_without_neighbours() {
        assert_eq!(Gap::all([false; 6]), []);
        assert_eq!(Gap::all([true; 6]), []);
        let gap = |predecessor, successor| Gap {
            predecessor,
            successor,
        };
        let alternating = [true, false, true, false, true, false];
        let three = [
            gap(Direction::E, Direction::Nnw),
            gap(Direction::Nnw, Direction::Ssw),
            gap(Direction::Ssw, Direction::E),
        ];
        assert_eq!(Gap::all(alternating), three);
        let one = [false, true, false, false, false, false];
        assert_eq!(Gap::all(one), [gap(Direction::Nne, Direction::Nne)]);
    }

    #[test]
    fn turns_sum_up_as_in_the_reference() {
        let two = "start = \"line\"\nrobots = 2\n";
        assert_eq!(sums(0, two), [(Side::Outer, 2, 1)]);
        for robots in 3..9 {
            let line = format!("start = \"line\"\nrobots = {robots}\n");
            let length = 2 * robots - 2;
            assert_eq!(sums(0, &line), [(Side::Outer, length, 1)], "{robots}");
        }
        let ring = "start = \"ring\"\nradius = 1\n";
        assert_eq!(sums(0, ring), [(Side::Inner, 6, 4), (Side::Outer, 6, 1)]);
    }

    #[test]
    fn turns_tell_the_outside_from_holes() {
        for seed in 0..60 {
            let text = format!("robots = {}\nholes = 0.4\n", 2 + 3 * seed);
            let all = sums(seed, &format!("start = \"random\"\n{text}"));
            assert!(!all.is_empty());
            for (side, _, sum) in all {
                assert_eq!(side_of(sum), Some(side), "seed {seed}");
            }
        }
    }
}
