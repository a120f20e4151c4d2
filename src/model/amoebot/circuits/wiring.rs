//! Which pins face each other, and which partition sets that makes one circuit.

use super::super::body::Body;
use super::super::grid::Frame;
use super::super::pins::PinConfiguration;
use super::super::ports::Port;
use super::super::structure::Structure;
use std::sync::Arc;

/// No circuit: the partition set is empty.
pub(super) const NONE: u32 = u32::MAX;

/// The pins of a structure and the links between them. It depends on positions, expansions and
/// frames, not on configurations.
#[derive(Debug)]
pub(super) struct Wiring {
    per_edge: usize,
    /// By particle: the place of its set 0 among the sets of all; at the end how many there are.
    first: Vec<u32>,
    links: Vec<Link>,
}

/// An edge between two particles: the pins on either side of it.
#[derive(Clone, Copy, Debug)]
struct Link {
    particles: [u32; 2],
    /// The pins with offset 0.
    pins: [u8; 2],
    /// Whether offset i faces k - 1 - i, and not i.
    turned: bool,
}

impl Wiring {
    pub(super) fn new(per_edge: usize, structure: &Structure) -> Self {
        let bodies = structure.bodies();
        let mut first = Vec::with_capacity(bodies.len() + 1);
        let mut sets = 0;
        for body in bodies {
            first.push(sets);
            sets += (body.ports() * per_edge) as u32;
        }
        first.push(sets);
        let links = if per_edge == 0 {
            Vec::new()
        } else {
            links(per_edge, structure)
        };
        Wiring {
            per_edge,
            first,
            links,
        }
    }

    /// The place of a partition set among the sets of all particles; `None` where the particle has
    /// not so many.
    #[inline]
    pub(super) fn place(&self, particle: u32, set: usize) -> Option<usize> {
        let [from, to] = [0, 1].map(|next| self.first[particle as usize + next] as usize);
        (set < to - from).then_some(from + set)
    }

    /// The place of the first partition set of a particle.
    #[inline]
    pub(super) fn first(&self, particle: usize) -> usize {
        self.first[particle] as usize
    }
}

/// All edges between particles, by the lesser of the two and its labels.
fn links(per_edge: usize, structure: &Structure) -> Vec<Link> {
    let bodies = structure.bodies();
    let mut links = Vec::with_capacity(3 * bodies.len());
    for (id, body) in (0..).zip(bodies) {
        for (label, other, half) in structure.neighbours(id).filter(|&(_, other, _)| id < other) {
            // A neighbour is found by a label of this body, so there is such a port.
            let Some(port) = body.port(label) else {
                continue;
            };
            let neighbour = &bodies[other as usize];
            let back = Port::new(port.direction.opposite(), half);
            let (Some(here), Some(there)) = (local(body, port), local(neighbour, back)) else {
                continue;
            };
            links.push(Link {
                particles: [id, other],
                pins: [here, there].map(|label| (label * per_edge) as u8),
                turned: faces_turned(body.frame, neighbour.frame),
            });
        }
    }
    links
}

/// Each side counts offsets in its own sense of rotation. Where both count alike, they meet in opposite
/// order, because the two face each other.
fn faces_turned(here: Frame, there: Frame) -> bool {
    here.chirality == there.chirality
}

/// The particle's own label of a port given in the global frame.
fn local(body: &Body, port: Port) -> Option<usize> {
    super::super::ports::label(body.local_head(), body.to_local(port))
}

/// The circuits: the connected components of the partition sets that are not empty.
#[derive(Debug)]
pub(super) struct Components {
    /// By place of the set: the number of its circuit, or [`NONE`].
    pub(super) circuit: Vec<u32>,
    /// How many circuits there are.
    pub(super) count: u32,
}

impl Components {
    /// Numbers the circuits in the order in which they first appear, set by set, particle by particle.
    pub(super) fn new(wiring: &Wiring, configurations: &[Arc<PinConfiguration>]) -> Self {
        let sets = wiring.first.last().copied().unwrap_or(0);
        let mut parents: Vec<u32> = (0..sets).collect();
        let k = wiring.per_edge;
        for link in &wiring.links {
            let [here, there] = link.particles.map(|id| id as usize);
            let [a, b] = [&configurations[here], &configurations[there]];
            let [of_a, of_b] = [wiring.first[here], wiring.first[there]];
            let [pin_a, pin_b] = link.pins.map(usize::from);
            for offset in 0..k {
                let facing = if link.turned { k - 1 - offset } else { offset };
                let set = of_a + a.set_of(pin_a + offset) as u32;
                let other = of_b + b.set_of(pin_b + facing) as u32;
                unite(&mut parents, set, other);
            }
        }
        number(parents, wiring, configurations)
    }
}

/// Joins the trees of two sets. The root of a tree is its least member.
#[inline]
fn unite(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parents, a), root(parents, b));
    if a < b {
        parents[b as usize] = a;
    } else {
        parents[a as usize] = b;
    }
}

/// The root of a set; halves the way there.
#[inline]
fn root(parents: &mut [u32], mut at: u32) -> u32 {
    loop {
        let parent = parents[at as usize];
        if parent == at {
            return at;
        }
        let next = parents[parent as usize];
        parents[at as usize] = next;
        at = next;
    }
}

/// Replaces parents by numbers of circuits. Parents come before their children, so one pass in place
/// does it.
fn number(
    mut parents: Vec<u32>,
    wiring: &Wiring,
    configurations: &[Arc<PinConfiguration>],
) -> Components {
    let mut count = 0;
    for (particle, configuration) in configurations.iter().enumerate() {
        let first = wiring.first(particle);
        for set in 0..configuration.pins() {
            let place = first + set;
            let parent = parents[place] as usize;
            parents[place] = if parent != place {
                parents[parent]
            } else if configuration.is_empty(set) {
                NONE
            } else {
                count += 1;
                count - 1
            };
        }
    }
    Components {
        circuit: parents,
        count,
    }
}
