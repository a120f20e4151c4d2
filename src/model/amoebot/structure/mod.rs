//! The structure: where all particles and objects are, and who touches whom.
//!
//! A structure is a value: the snapshot that all particles see in a phase. A joint movement makes a new
//! one of it ([`joint`](super::joint)).

pub(super) mod alone;
pub(super) mod nodes;
mod object;
mod start;

use self::nodes::NodeMap;
use super::body::Body;
use super::grid::{Direction, Node};
use super::ports::{Half, MOST_PORTS, Port};

pub use object::Object;
pub use start::Flaw;

/// Who is on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occupant {
    /// A half of a particle; the head where the particle is contracted.
    Particle(u32, Half),
    /// An object.
    Object(u32),
}

/// The particle or object that keeps its place in a joint movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The part of this particle that does not move by itself.
    Particle(u32),
    /// This object.
    Object(u32),
}

impl Default for Anchor {
    fn default() -> Self {
        Anchor::Particle(0)
    }
}

/// Where all particles and objects are. No two of them share a node.
#[derive(Clone, Debug)]
pub struct Structure {
    bodies: Vec<Body>,
    objects: Vec<Object>,
    anchor: Anchor,
    nodes: NodeMap,
    /// By particle and global label: who is beyond that port.
    beyond: Vec<[Code; MOST_PORTS]>,
}

/// An occupant in one word; see [`pack`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u32);

/// Nobody.
const NOBODY: Code = Code(u32::MAX);
/// The bit that tells objects from particles.
const OBJECT: u32 = 1 << 31;
/// The most particles or objects of a structure: their numbers take 30 bits.
pub const MOST_PARTICLES: usize = (1 << 30) - 1;

impl Code {
    #[inline]
    fn pack(occupant: Occupant) -> Self {
        Code(match occupant {
            Occupant::Particle(id, Half::Head) => id << 1,
            Occupant::Particle(id, Half::Tail) => id << 1 | 1,
            Occupant::Object(id) => OBJECT | id,
        })
    }

    #[inline]
    fn unpack(self) -> Option<Occupant> {
        match self.0 {
            u32::MAX => None,
            code if code & OBJECT != 0 => Some(Occupant::Object(code & !OBJECT)),
            code if code & 1 == 0 => Some(Occupant::Particle(code >> 1, Half::Head)),
            code => Some(Occupant::Particle(code >> 1, Half::Tail)),
        }
    }
}

impl Structure {
    /// The structure of these particles and objects.
    ///
    /// # Errors
    ///
    /// [`Flaw::Overlap`] where two of them want the same node.
    pub fn new(bodies: Vec<Body>, objects: Vec<Object>, anchor: Anchor) -> Result<Self, Flaw> {
        let cells: usize = objects.iter().map(|object| object.cells().len()).sum();
        let mut nodes = NodeMap::with_room(2 * bodies.len() + cells);
        let mut put = |node, occupant| {
            let code = Code::pack(occupant);
            nodes.insert(node, code.0).map_err(|other| Flaw::Overlap {
                node,
                first: Code(other).unpack().unwrap_or(occupant),
                second: occupant,
            })
        };
        for (id, body) in (0..).zip(&bodies) {
            put(body.head_node(), Occupant::Particle(id, Half::Head))?;
            if body.is_expanded() {
                put(body.tail, Occupant::Particle(id, Half::Tail))?;
            }
        }
        for (id, object) in (0..).zip(&objects) {
            for node in object.nodes() {
                put(node, Occupant::Object(id))?;
            }
        }
        let beyond = bodies.iter().map(|body| surroundings(body, &nodes));
        let beyond = beyond.collect();
        Ok(Structure {
            bodies,
            objects,
            anchor,
            nodes,
            beyond,
        })
    }

    /// The particles, by id.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The objects, by id.
    #[must_use]
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The particle or object that keeps its place.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// The same structure with another anchor.
    #[must_use]
    pub fn with_anchor(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// Who is on a node.
    #[inline]
    #[must_use]
    pub fn occupant(&self, node: Node) -> Option<Occupant> {
        Code(self.nodes.get(node)?).unpack()
    }

    /// Who is beyond the port of a particle that has this global label.
    ///
    /// # Panics
    ///
    /// If there is no such particle, or the label is 10 or more.
    #[inline]
    #[must_use]
    pub fn beyond(&self, particle: u32, label: usize) -> Option<Occupant> {
        self.beyond[particle as usize][label].unpack()
    }

    /// Who is beyond a port, given in the global frame; nobody where it would lead into the
    /// particle itself.
    #[inline]
    #[must_use]
    pub fn beyond_port(&self, particle: u32, port: Port) -> Option<Occupant> {
        let label = self.bodies[particle as usize].label(port)?;
        self.beyond(particle, label)
    }

    /// The neighbouring particles of a particle: the global label of the port, who is beyond it,
    /// and with which half. In the order of the labels.
    pub fn neighbours(&self, particle: u32) -> impl Iterator<Item = (usize, u32, Half)> + '_ {
        let codes = self.beyond[particle as usize].iter().enumerate();
        codes.filter_map(|(label, code)| match code.unpack()? {
            Occupant::Particle(id, half) => Some((label, id, half)),
            Occupant::Object(_) => None,
        })
    }

    /// The neighbouring objects of a particle, with the global label of the port.
    pub fn touching_objects(&self, particle: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let codes = self.beyond[particle as usize].iter().enumerate();
        codes.filter_map(|(label, code)| match code.unpack()? {
            Occupant::Object(id) => Some((label, id)),
            Occupant::Particle(..) => None,
        })
    }

    /// The label of the neighbour's port that faces this particle's port: the other end of the
    /// edge. `half` is the half of the neighbour that is beyond the port.
    #[inline]
    #[must_use]
    pub fn facing(&self, neighbour: u32, half: Half, direction: Direction) -> usize {
        let port = Port::new(direction.opposite(), half);
        // The other end of an edge between two particles leads to the first one, so it does not
        // lead into the neighbour itself.
        self.bodies[neighbour as usize].label(port).unwrap_or(0)
    }
}

/// Who is beyond the ports of a body.
fn surroundings(body: &Body, nodes: &NodeMap) -> [Code; MOST_PORTS] {
    let mut codes = [NOBODY; MOST_PORTS];
    for (label, code) in codes.iter_mut().enumerate().take(body.ports()) {
        if let Some(port) = body.port(label)
            && let Some(word) = nodes.get(body.beyond(port))
        {
            *code = Code(word);
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_found_by_label() {
        let bodies = vec![
            Body::contracted(Node::new(0, 0)),
            Body::expanded(Node::new(1, 0), Direction::Nnw),
        ];
        let cells = [Node::ORIGIN];
        let object = Object::new(Node::new(0, -1), &cells, 7);
        let structure = Structure::new(bodies, vec![object], Anchor::default()).unwrap();
        let found: Vec<_> = structure.neighbours(0).collect();
        assert_eq!(found, [(0, 1, Half::Tail), (1, 1, Half::Head)]);
        assert_eq!(structure.touching_objects(0).collect::<Vec<_>>(), [(4, 0)]);
        for (label, id, half) in found {
            let direction = structure.bodies()[0].port(label).unwrap().direction;
            let back = structure.beyond(id, structure.facing(id, half, direction));
            assert_eq!(back, Some(Occupant::Particle(0, Half::Head)));
        }
        let nobody = structure.beyond_port(1, Port::tail(Direction::Nnw));
        assert_eq!(nobody, None, "a particle is no neighbour of itself");
    }

    #[test]
    fn two_on_one_node_are_refused() {
        let bodies = vec![
            Body::expanded(Node::new(0, 0), Direction::E),
            Body::contracted(Node::new(1, 0)),
        ];
        let flaw = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap_err();
        let expected = Flaw::Overlap {
            node: Node::new(1, 0),
            first: Occupant::Particle(0, Half::Head),
            second: Occupant::Particle(1, Half::Head),
        };
        assert_eq!(flaw, expected);
    }
}
