//! The ports of a particle, and the labels that number them.
//!
//! A port is a place at which a neighbour can be: a direction, and the half of the particle that it
//! leaves from. A contracted particle has 6 ports, an expanded one 10: those of its two halves but for
//! the two that would lead into itself. Labels number the ports around the particle, counter-clockwise
//! in the frame in which the directions are given. The same table serves the global frame and the
//! particle's own.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::grid::Direction;
use crate::scenario::Word;

/// A half of a particle. In a contracted particle both are the same node, which counts as the head.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The half that moved last.
    #[default]
    Head,
    /// The other one.
    Tail,
}

impl Half {
    /// The other half.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Half::Head => Half::Tail,
            Half::Tail => Half::Head,
        }
    }
}

impl Word for Half {
    const ALL: &'static [Self] = &[Half::Head, Half::Tail];

    fn word(self) -> &'static str {
        match self {
            Half::Head => "head",
            Half::Tail => "tail",
        }
    }
}

/// A place at which a particle can have a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Port {
    /// Where it leads to.
    pub direction: Direction,
    /// Which half it leaves from; the head where the particle is contracted.
    pub half: Half,
}

impl Port {
    /// The port in a direction, at a half.
    #[must_use]
    pub const fn new(direction: Direction, half: Half) -> Self {
        Port { direction, half }
    }

    /// The port of the head in a direction.
    #[must_use]
    pub const fn head(direction: Direction) -> Self {
        Port::new(direction, Half::Head)
    }

    /// The port of the tail in a direction.
    #[must_use]
    pub const fn tail(direction: Direction) -> Self {
        Port::new(direction, Half::Tail)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at the {}", self.direction, self.half.word())
    }
}

/// The most ports that a particle has.
pub const MOST_PORTS: usize = 10;

/// For each head direction and label of an expanded particle: the direction and the half.
const EXPANDED: [[Port; MOST_PORTS]; 6] = expanded();

/// The label 0 is the head's port in direction 0 where the head direction is 0, 1 or 2. The walk
/// goes on with the next direction; where that would point into the particle's own other half, it
/// changes to that half and goes on two directions back. Opposite head directions have the same
/// walk with head and tail exchanged.
const fn expanded() -> [[Port; MOST_PORTS]; 6] {
    let mut tables = [[Port::head(Direction::E); MOST_PORTS]; 6];
    let mut head = 0;
    while head < 6 {
        let (mut half, mut direction) = (if head < 3 { Half::Head } else { Half::Tail }, 0);
        let mut label = 0;
        while label < MOST_PORTS {
            tables[head as usize][label] = Port::new(Direction::of_index(direction), half);
            direction = (direction + 1) % 6;
            let inwards = match half {
                Half::Head => (head + 3) % 6,
                Half::Tail => head,
            };
            if direction == inwards {
                half = half.other();
                direction = (direction + 4) % 6;
            }
            label += 1;
        }
        head += 1;
    }
    tables
}

/// How many ports a particle has whose head is in this direction from its tail; `None` where it is
/// contracted.
#[inline]
#[must_use]
pub const fn ports(head: Option<Direction>) -> usize {
    match head {
        None => 6,
        Some(_) => MOST_PORTS,
    }
}

/// The port of a label; `None` where there are not so many.
#[inline]
#[must_use]
pub fn port(head: Option<Direction>, label: usize) -> Option<Port> {
    match head {
        None => Some(Port::head(*Direction::ALL.get(label)?)),
        Some(head) => EXPANDED[head as usize].get(label).copied(),
    }
}

/// The label of a port; `None` where the port would lead into the particle itself. The half means
/// nothing where the particle is contracted.
#[inline]
#[must_use]
pub fn label(head: Option<Direction>, port: Port) -> Option<usize> {
    match head {
        None => Some(port.direction as usize),
        Some(head) => LABELS[head as usize][port.half as usize][port.direction as usize],
    }
}

/// The labels, by head direction, half and direction.
const LABELS: [[[Option<usize>; 6]; 2]; 6] = labels();

const fn labels() -> [[[Option<usize>; 6]; 2]; 6] {
    let mut tables = [[[None; 6]; 2]; 6];
    let mut head = 0;
    while head < 6 {
        let mut label = 0;
        while label < MOST_PORTS {
            let Port { direction, half } = EXPANDED[head][label];
            tables[head][half as usize][direction as usize] = Some(label);
            label += 1;
        }
        head += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directions and halves of the labels, from the reference's table.
    const REFERENCE: [([i32; 10], &str); 6] = [
        ([0, 1, 2, 1, 2, 3, 4, 5, 4, 5], "HHHTTTTTHH"),
        ([0, 1, 2, 3, 2, 3, 4, 5, 0, 5], "HHHHTTTTTH"),
        ([0, 1, 2, 3, 4, 3, 4, 5, 0, 1], "HHHHHTTTTT"),
        ([0, 1, 2, 1, 2, 3, 4, 5, 4, 5], "TTTHHHHHTT"),
        ([0, 1, 2, 3, 2, 3, 4, 5, 0, 5], "TTTTHHHHHT"),
        ([0, 1, 2, 3, 4, 3, 4, 5, 0, 1], "TTTTTHHHHH"),
    ];

    #[test]
    fn expanded_particles_are_labelled_as_in_the_reference() {
        for (head, (directions, halves)) in Direction::ALL.into_iter().zip(REFERENCE) {
            for (at, (direction, half)) in directions.into_iter().zip(halves.chars()).enumerate() {
                let half = if half == 'H' { Half::Head } else { Half::Tail };
                let expected = Port::new(Direction::of_index(direction), half);
                assert_eq!(
                    port(Some(head), at),
                    Some(expected),
                    "head {head}, label {at}"
                );
                assert_eq!(label(Some(head), expected), Some(at));
            }
        }
    }

    #[test]
    fn no_port_leads_into_the_particle_itself() {
        for head in Direction::ALL {
            assert_eq!(label(Some(head), Port::tail(head)), None);
            assert_eq!(label(Some(head), Port::head(head.opposite())), None);
            assert_eq!(port(Some(head), 10), None);
        }
    }

    #[test]
    fn a_contracted_particle_is_labelled_by_direction() {
        for (at, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(port(None, at), Some(Port::head(direction)));
            assert_eq!(label(None, Port::tail(direction)), Some(at));
        }
        assert_eq!(port(None, 6), None);
    }
}
