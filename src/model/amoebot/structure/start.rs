//! What a structure has to be like at the start of a run.

use super::super::grid::Node;
use super::{Object, Occupant, Structure};

/// Why a run cannot start from a structure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Two particles or objects want the same node.
    #[error("{} and {} are both on {node}", name(*first), name(*second))]
    Overlap {
        /// The node.
        node: Node,
        /// Who was there first.
        first: Occupant,
        /// Who came second.
        second: Occupant,
    },
    /// The particles do not hang together. Objects do not connect them.
    #[error("no chain of neighbouring particles connects particle {particle} to particle 0")]
    ParticleApart {
        /// The first one that particle 0 is not connected to.
        particle: u32,
    },
    /// An object touches no particle, and no other object that is connected to one.
    #[error("object {object} touches no particle, neither itself nor through other objects")]
    ObjectApart {
        /// Which object.
        object: u32,
    },
    /// The cells of an object do not hang together, or it has none.
    #[error("the cells of object {object} are not connected among themselves")]
    ObjectBroken {
        /// Which object.
        object: u32,
    },
}

fn name(occupant: Occupant) -> String {
    match occupant {
        Occupant::Particle(id, _) => format!("particle {id}"),
        Occupant::Object(id) => format!("object {id}"),
    }
}

impl Structure {
    /// Whether a run can start from here: the particles are connected among themselves, each object
    /// is connected in itself, and to a particle, directly or through other objects. Where there are
    /// no particles at all, nothing is demanded.
    ///
    /// # Errors
    ///
    /// The first [`Flaw`], of particles before objects and of lesser ids before greater ones.
    pub fn check_start(&self) -> Result<(), Flaw> {
        if self.bodies.is_empty() {
            return Ok(());
        }
        self.check_particles()?;
        for (id, object) in (0..).zip(&self.objects) {
            if !is_connected(object) {
                return Err(Flaw::ObjectBroken { object: id });
            }
        }
        self.check_objects()
    }

    fn check_particles(&self) -> Result<(), Flaw> {
        let mut reached = vec![false; self.bodies.len()];
        let mut stack = vec![0];
        reached[0] = true;
        while let Some(particle) = stack.pop() {
            for (_, other, _) in self.neighbours(particle) {
                if !reached[other as usize] {
                    reached[other as usize] = true;
                    stack.push(other);
                }
            }
        }
        match (0..).zip(&reached).find(|(_, reached)| !**reached) {
            Some((particle, _)) => Err(Flaw::ParticleApart { particle }),
            None => Ok(()),
        }
    }

    fn check_objects(&self) -> Result<(), Flaw> {
        let mut reached = vec![false; self.objects.len()];
        let mut stack = Vec::new();
        let particles = 0..self.bodies.len() as u32;
        for (_, object) in particles.flat_map(|particle| self.touching_objects(particle)) {
            if !reached[object as usize] {
                reached[object as usize] = true;
                stack.push(object);
            }
        }
        while let Some(object) = stack.pop() {
            for node in self.objects[object as usize].nodes() {
                for beyond in node.neighbours() {
                    if let Some(Occupant::Object(other)) = self.occupant(beyond)
                        && !reached[other as usize]
                    {
                        reached[other as usize] = true;
                        stack.push(other);
                    }
                }
            }
        }
        match (0..).zip(&reached).find(|(_, reached)| !**reached) {
            Some((object, _)) => Err(Flaw::ObjectApart { object }),
            None => Ok(()),
        }
    }
}

/// Whether the cells of an object hang together. An object without cells is nowhere and does not.
fn is_connected(object: &Object) -> bool {
    let mut cells = object.cells().to_vec();
    cells.sort_unstable();
    let mut reached = vec![false; cells.len()];
    let mut stack = Vec::new();
    if let Some(first) = reached.first_mut() {
        *first = true;
        stack.push(0);
    }
    let mut count = stack.len();
    while let Some(at) = stack.pop() {
        for beyond in Node::neighbours(cells[at]) {
            if let Ok(other) = cells.binary_search(&beyond)
                && !reached[other]
            {
                reached[other] = true;
                stack.push(other);
                count += 1;
            }
        }
    }
    count > 0 && count == cells.len()
}

#[cfg(test)]
mod tests {
    use super::super::{Anchor, Body};
    use super::*;

    fn check(particles: &[(i32, i32)], objects: &[&[(i32, i32)]]) -> Result<(), Flaw> {
        let node = |(x, y): &(i32, i32)| Node::new(*x, *y);
        let bodies = particles.iter().map(|at| Body::contracted(node(at)));
        let object = |cells: &&[(i32, i32)]| {
            let cells: Vec<Node> = cells.iter().map(node).collect();
            Object::new(Node::ORIGIN, &cells, 0)
        };
        let objects = objects.iter().map(object);
        let structure = Structure::new(bodies.collect(), objects.collect(), Anchor::default());
        structure.unwrap().check_start()
    }

    #[test]
    fn what_hangs_together_can_start() {
        assert_eq!(check(&[(0, 0), (1, 0), (1, -1)], &[]), Ok(()));
        assert_eq!(check(&[(0, 0)], &[&[(0, 1), (0, 2)], &[(0, 3)]]), Ok(()));
        // The chain may go through an object with a greater id.
        assert_eq!(check(&[(0, 0)], &[&[(0, 3)], &[(0, 2), (0, 1)]]), Ok(()));
    }

    #[test]
    fn an_expanded_particle_bridges_two_nodes() {
        let bodies = vec![
            Body::contracted(Node::new(0, 0)),
            Body::expanded(Node::new(1, 0), super::super::Direction::E),
            Body::contracted(Node::new(3, 0)),
        ];
        let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
        assert_eq!(structure.check_start(), Ok(()));
    }

    #[test]
    fn without_particles_nothing_is_demanded() {
        assert_eq!(check(&[], &[]), Ok(()));
        assert_eq!(check(&[], &[&[(0, 0), (5, 0)], &[(9, 9)]]), Ok(()));
    }

    #[test]
    fn particles_are_not_connected_by_objects() {
        let flaw = Flaw::ParticleApart { particle: 1 };
        assert_eq!(check(&[(0, 0), (2, 0)], &[&[(1, 0)]]), Err(flaw.clone()));
        assert_eq!(check(&[(0, 0), (1, 1)], &[]), Err(flaw));
    }

    #[test]
    fn objects_must_be_within_reach() {
        let flaw = Flaw::ObjectApart { object: 1 };
        let objects: [&[_]; 2] = [&[(1, 0)], &[(3, 0)]];
        assert_eq!(check(&[(0, 0)], &objects), Err(flaw));
    }

    #[test]
    fn objects_must_be_whole() {
        let flaw = Flaw::ObjectBroken { object: 0 };
        assert_eq!(check(&[(0, 0)], &[&[(1, 0), (0, 2)]]), Err(flaw.clone()));
        assert_eq!(check(&[(0, 0)], &[&[]]), Err(flaw.clone()));
        let sentence = "the cells of object 0 are not connected among themselves";
        assert_eq!(flaw.to_string(), sentence);
    }
}
