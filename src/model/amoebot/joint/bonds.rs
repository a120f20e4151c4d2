//! Which bonds exist in a round.

use super::super::grid::Node;
use super::super::ports::{Half, Port};
use super::super::structure::{Occupant, Structure};
use super::Step;
use super::intent::Intent;
use super::pairs::{End, Tie};

/// A bond between two neighbouring nodes: who is at its ends, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    /// Who is at the ends.
    pub ends: [Occupant; 2],
    /// The nodes of the ends.
    pub nodes: [Node; 2],
}

/// The bonds that exist in a round: first those between particles, then those between particles and
/// objects (the particle is the first end), both by the id of the particle and its label; then those
/// between objects, by id and cell. Each is listed once, from the end with the lesser id.
///
/// # Panics
///
/// If there are fewer steps than particles.
#[must_use]
pub fn bonds(structure: &Structure, steps: &[Step], releasing: &[u32]) -> Vec<Bond> {
    let web = Web::new(structure, steps, releasing);
    let mut bonds = Vec::new();
    let bodies = structure.bodies();
    for p in 0..bodies.len() as u32 {
        for (port, tie, q) in web.ties(p).filter(|(_, _, q)| *q > p) {
            let body = &bodies[p as usize];
            bonds.push(Bond {
                ends: [
                    Occupant::Particle(p, tie.from.half),
                    Occupant::Particle(q, tie.to.half),
                ],
                nodes: [body.node(port.half), body.beyond(port)],
            });
        }
    }
    for p in 0..bodies.len() as u32 {
        for (port, end, object) in web.holds(p) {
            let body = &bodies[p as usize];
            bonds.push(Bond {
                ends: [Occupant::Particle(p, end.half), Occupant::Object(object)],
                nodes: [body.node(port.half), body.beyond(port)],
            });
        }
    }
    for o in 0..structure.objects().len() as u32 {
        for (nodes, other) in web.contacts(o).filter(|(_, other)| *other > o) {
            bonds.push(Bond {
                ends: [Occupant::Object(o), Occupant::Object(other)],
                nodes,
            });
        }
    }
    bonds
}

/// The structure with the wishes of a round.
pub(super) struct Web<'a> {
    pub(super) structure: &'a Structure,
    /// By particle.
    pub(super) intents: Vec<Intent>,
    /// By object: whether it releases its bonds to other objects.
    loose: Vec<bool>,
}

impl<'a> Web<'a> {
    /// The steps are ones that pass their check; ids of objects that do not exist release nothing.
    pub(super) fn new(structure: &'a Structure, steps: &[Step], releasing: &[u32]) -> Self {
        let wishes = structure.bodies().iter().zip(steps);
        let mut loose = vec![false; structure.objects().len()];
        for object in releasing {
            if let Some(loose) = loose.get_mut(*object as usize) {
                *loose = true;
            }
        }
        Web {
            structure,
            intents: wishes.map(|(body, step)| Intent::new(body, step)).collect(),
            loose,
        }
    }

    /// Whether nobody released the bond from this port of `p` to a half of `q`; and what its ends
    /// are.
    #[inline]
    pub(super) fn tie(&self, p: u32, label: usize, q: u32, half: Half) -> Option<(Port, Tie)> {
        let port = self.structure.bodies()[p as usize].port(label)?;
        let facing = self.structure.facing(q, half, port.direction);
        let released = self.intents[p as usize].released.contains(label)
            || self.intents[q as usize].released.contains(facing);
        let tie = Tie {
            from: End {
                label,
                half: port.half,
            },
            to: End {
                label: facing,
                half,
            },
        };
        (!released).then_some((port, tie))
    }

    /// The bonds of a particle to others, by label.
    pub(super) fn ties(&self, p: u32) -> impl Iterator<Item = (Port, Tie, u32)> + '_ {
        let neighbours = self.structure.neighbours(p);
        neighbours.filter_map(move |(label, q, half)| {
            let (port, tie) = self.tie(p, label, q, half)?;
            Some((port, tie, q))
        })
    }

    /// The bonds of a particle to objects, by label.
    pub(super) fn holds(&self, p: u32) -> impl Iterator<Item = (Port, End, u32)> + '_ {
        let released = self.intents[p as usize].released;
        let touching = self.structure.touching_objects(p);
        let kept = touching.filter(move |(label, _)| !released.contains(*label));
        kept.filter_map(move |(label, object)| {
            let port = self.structure.bodies()[p as usize].port(label)?;
            let end = End {
                label,
                half: port.half,
            };
            Some((port, end, object))
        })
    }

    /// The bonds of an object to others, by cell and direction: the two nodes, and the other object.
    pub(super) fn contacts(&self, object: u32) -> impl Iterator<Item = ([Node; 2], u32)> + '_ {
        let firm = !self.loose[object as usize];
        let nodes = self.structure.objects()[object as usize].nodes();
        let pairs = nodes
            .filter(move |_| firm)
            .flat_map(|node| node.neighbours().map(|beyond| [node, beyond]));
        pairs.filter_map(move |pair| match self.structure.occupant(pair[1])? {
            Occupant::Object(other) if other != object && !self.loose[other as usize] => {
                Some((pair, other))
            }
            _ => None,
        })
    }
}
