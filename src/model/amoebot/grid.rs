//! The triangular grid: nodes, the six directions, and the frames of particles.
//!
//! Nodes have axial coordinates. The six neighbours of a node, counter-clockwise from east:
//!
//! ```text
//!     NNW   NNE          (-1,1)  (0,1)
//!   W   node   E    =  (-1,0)  (0,0)  (1,0)
//!     SSW   SSE            (0,-1)  (1,-1)
//! ```

use std::fmt;
use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::math::Point;
use crate::scenario::Word;

/// A node of the triangular grid, in axial coordinates; also a vector between two nodes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "[i32; 2]", from = "[i32; 2]")]
pub struct Node {
    /// Steps to the east.
    pub x: i32,
    /// Steps to the north-north-east.
    pub y: i32,
}

/// The sine of 60 degrees, rounded to the nearest double: the height of a row.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

impl Node {
    /// The node with coordinates (0, 0), and the vector of length 0.
    pub const ORIGIN: Node = Node { x: 0, y: 0 };

    /// The node (`x`, `y`).
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Node { x, y }
    }

    /// The neighbour in a direction.
    #[inline]
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        self + direction.vector()
    }

    /// The node `steps` steps away in a direction.
    #[must_use]
    pub fn steps(self, direction: Direction, steps: i32) -> Self {
        let Node { x, y } = direction.vector();
        self + Node::new(x * steps, y * steps)
    }

    /// The least number of steps to another node.
    #[must_use]
    pub fn distance(self, other: Node) -> u32 {
        let Node { x, y } = other - self;
        if (x < 0) == (y < 0) {
            (x + y).unsigned_abs()
        } else {
            x.unsigned_abs().max(y.unsigned_abs())
        }
    }

    /// The direction of a neighbour; `None` where `other` is not one.
    #[must_use]
    pub fn direction_to(self, other: Node) -> Option<Direction> {
        let vector = other - self;
        let mut all = Direction::ALL.into_iter();
        all.find(|direction| direction.vector() == vector)
    }

    /// The neighbours, counter-clockwise from east.
    #[must_use]
    pub fn neighbours(self) -> [Node; 6] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// The place in the plane, where neighbours have distance 1: (x + y/2, y sin 60°).
    #[must_use]
    pub fn to_point(self) -> Point {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        Point::new(x + y / 2.0, y * ROW_HEIGHT)
    }
}

impl Add for Node {
    type Output = Node;

    #[inline]
    fn add(self, other: Node) -> Node {
        Node::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Node {
    type Output = Node;

    #[inline]
    fn sub(self, other: Node) -> Node {
        Node::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Node {
    type Output = Node;

    fn neg(self) -> Node {
        Node::new(-self.x, -self.y)
    }
}

impl From<[i32; 2]> for Node {
    fn from([x, y]: [i32; 2]) -> Self {
        Node { x, y }
    }
}

impl From<Node> for [i32; 2] {
    fn from(node: Node) -> Self {
        [node.x, node.y]
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// One of the six directions of the grid, counter-clockwise from east.
///
/// In the structure directions are global, in the programming interface they are local to the
/// particle that uses them; a [`Frame`] translates.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Direction {
    /// East: (1, 0).
    #[default]
    E,
    /// North-north-east: (0, 1).
    Nne,
    /// North-north-west: (-1, 1).
    Nnw,
    /// West: (-1, 0).
    W,
    /// South-south-west: (0, -1).
    Ssw,
    /// South-south-east: (1, -1).
    Sse,
}

impl Direction {
    /// All directions, by index.
    pub const ALL: [Direction; 6] = [
        Direction::E,
        Direction::Nne,
        Direction::Nnw,
        Direction::W,
        Direction::Ssw,
        Direction::Sse,
    ];

    /// The number of steps of 60 degrees, counter-clockwise from east: 0 to 5.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The direction of an index, taken modulo 6.
    #[inline]
    #[must_use]
    pub const fn of_index(index: i32) -> Self {
        Self::ALL[index.rem_euclid(6) as usize]
    }

    /// The direction `steps` steps of 60 degrees further, counter-clockwise.
    #[inline]
    #[must_use]
    pub const fn rotated(self, steps: i32) -> Self {
        Self::of_index(self as i32 + steps)
    }

    /// The other way.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.rotated(3)
    }

    /// How many steps of 60 degrees it is from this direction to another, counter-clockwise: 0 to 5.
    #[inline]
    #[must_use]
    pub const fn steps_to(self, other: Direction) -> u8 {
        (other as i32 - self as i32).rem_euclid(6) as u8
    }

    /// The vector of one step.
    #[inline]
    #[must_use]
    pub const fn vector(self) -> Node {
        match self {
            Direction::E => Node::new(1, 0),
            Direction::Nne => Node::new(0, 1),
            Direction::Nnw => Node::new(-1, 1),
            Direction::W => Node::new(-1, 0),
            Direction::Ssw => Node::new(0, -1),
            Direction::Sse => Node::new(1, -1),
        }
    }

    /// The word for people and scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::E => "E",
            Direction::Nne => "NNE",
            Direction::Nnw => "NNW",
            Direction::W => "W",
            Direction::Ssw => "SSW",
            Direction::Sse => "SSE",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Word for Direction {
    const ALL: &'static [Self] = &Direction::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// Which way round a particle believes that directions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chirality {
    /// Counter-clockwise, as the grid counts.
    #[default]
    Ccw,
    /// Clockwise.
    Cw,
}

impl Chirality {
    /// The other one.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Chirality::Ccw => Chirality::Cw,
            Chirality::Cw => Chirality::Ccw,
        }
    }
}

impl Word for Chirality {
    const ALL: &'static [Self] = &[Chirality::Ccw, Chirality::Cw];

    fn word(self) -> &'static str {
        match self {
            Chirality::Ccw => "ccw",
            Chirality::Cw => "cw",
        }
    }
}

/// A particle's own idea of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The global direction that the particle calls east.
    pub compass: Direction,
    /// Which way round it counts.
    pub chirality: Chirality,
}

impl Frame {
    /// What the particle calls `local` is globally ...
    #[inline]
    #[must_use]
    pub const fn to_global(self, local: Direction) -> Direction {
        match self.chirality {
            Chirality::Ccw => self.compass.rotated(local as i32),
            Chirality::Cw => self.compass.rotated(-(local as i32)),
        }
    }

    /// What is globally `global`, the particle calls ...
    #[inline]
    #[must_use]
    pub const fn to_local(self, global: Direction) -> Direction {
        let steps = global as i32 - self.compass as i32;
        match self.chirality {
            Chirality::Ccw => Direction::of_index(steps),
            Chirality::Cw => Direction::of_index(-steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_counter_clockwise() {
        for direction in Direction::ALL {
            let (here, next) = (direction.vector(), direction.rotated(1).vector());
            // A turn by 60 degrees takes (x, y) to (-y, x + y).
            assert_eq!(next, Node::new(-here.y, here.x + here.y));
            assert_eq!(direction.opposite().vector(), -here);
            assert_eq!(Node::ORIGIN.direction_to(here), Some(direction));
            assert_eq!(direction.steps_to(direction.rotated(4)), 4);
        }
    }

    #[test]
    fn distances_are_those_of_shortest_paths() {
        let distance = |x, y| Node::ORIGIN.distance(Node::new(x, y));
        assert_eq!(distance(0, 0), 0);
        assert_eq!(distance(3, 2), 5);
        assert_eq!(distance(-3, -2), 5);
        assert_eq!(distance(3, -2), 3);
        assert_eq!(distance(-3, 5), 5);
        assert_eq!(distance(0, -4), 4);
    }

    #[test]
    fn neighbours_have_distance_one_in_the_plane() {
        for node in Node::new(3, -7).neighbours() {
            let (a, b) = (Node::new(3, -7).to_point(), node.to_point());
            let (x, y) = (a.x - b.x, a.y - b.y);
            assert!((x * x + y * y - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn frames_translate_as_in_the_reference() {
        let frame = |chirality| Frame {
            compass: Direction::Nnw,
            chirality,
        };
        let local = [Direction::E, Direction::Nne, Direction::Sse];
        let ccw = local.map(|direction| frame(Chirality::Ccw).to_global(direction));
        assert_eq!(ccw, [Direction::Nnw, Direction::W, Direction::Nne]);
        let cw = local.map(|direction| frame(Chirality::Cw).to_global(direction));
        assert_eq!(cw, [Direction::Nnw, Direction::Nne, Direction::W]);
    }

    #[test]
    fn frames_translate_there_and_back() {
        for compass in Direction::ALL {
            for chirality in [Chirality::Ccw, Chirality::Cw] {
                let frame = Frame { compass, chirality };
                for direction in Direction::ALL {
                    assert_eq!(frame.to_local(frame.to_global(direction)), direction);
                }
            }
        }
    }
}
