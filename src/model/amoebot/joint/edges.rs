//! The edges that a joint movement sweeps along, for the collision check.

use super::super::grid::{Direction, Node};
use super::super::structure::{Object, Occupant};
use super::EdgeMovement;
use super::bonds::Web;
use super::intent::Movement;
use super::spread::Displacements;

/// The movements of all edges, in a fixed order: particle by particle its own edge, its bonds to
/// particles with a greater id and those to objects, by label; then object by object its boundary
/// and its bonds to objects with a greater id, by cell.
///
/// A bond over which a node is handed over is left out: it is where the particle that pushes grows.
pub(super) fn movements(web: &Web<'_>, displacements: &Displacements) -> Vec<EdgeMovement> {
    let particles = web.intents.len();
    let mut edges = Vec::with_capacity(4 * particles);
    for p in 0..particles as u32 {
        edges.extend(own_edge(web, p, displacements));
        bonds_of_particle(web, p, displacements, &mut edges);
    }
    for (o, object) in (0..).zip(web.structure.objects()) {
        let by = displacements.objects[o as usize].unwrap_or_default();
        let boundary = boundary(web, o, object);
        edges.extend(boundary.map(|edge| EdgeMovement::translated(edge, by)));
        // Objects that are bonded to each other have the same displacement.
        let contacts = web.contacts(o).filter(|(_, other)| *other > o);
        edges.extend(contacts.map(|(nodes, _)| EdgeMovement::translated(nodes, by)));
    }
    edges
}

/// The edge between tail and head. In a handover it has its full length all the time, for the part
/// that the one gives up is what the other takes.
fn own_edge(web: &Web<'_>, p: u32, displacements: &Displacements) -> Option<EdgeMovement> {
    let (body, intent) = (
        &web.structure.bodies()[p as usize],
        &web.intents[p as usize],
    );
    let by = displacements.particles[p as usize];
    let whole = [body.tail, body.head_node()];
    match intent.movement {
        Movement::Idle | Movement::Pulling => body
            .is_expanded()
            .then(|| EdgeMovement::translated(whole, by)),
        Movement::Contracting => {
            let left = body.node(intent.origin) + by;
            Some(EdgeMovement::new(whole, [left; 2]))
        }
        Movement::Growing(direction) => {
            let grown = [body.tail, body.tail.step(direction)];
            let end = grown.map(|node| node + by);
            match intent.handover {
                Some(_) => Some(EdgeMovement::new(grown, end)),
                None => Some(EdgeMovement::new(whole, end)),
            }
        }
    }
}

/// Both ends of a bond move with the half that they are attached to.
fn bonds_of_particle(
    web: &Web<'_>,
    p: u32,
    displacements: &Displacements,
    edges: &mut Vec<EdgeMovement>,
) {
    let (body, intent) = (
        &web.structure.bodies()[p as usize],
        &web.intents[p as usize],
    );
    let here = displacements.particles[p as usize];
    for (port, tie, q) in web.ties(p).filter(|(_, _, q)| *q > p) {
        if intent.hands_over_at(tie.from.label) {
            continue;
        }
        let there = displacements.particles[q as usize];
        let start = [body.node(port.half), body.beyond(port)];
        let end = [
            start[0] + here + intent.shift(tie.from.label, tie.from.half),
            start[1] + there + web.intents[q as usize].shift(tie.to.label, tie.to.half),
        ];
        edges.push(EdgeMovement::new(start, end));
    }
    for (port, end, _) in web.holds(p) {
        let by = here + intent.shift_of_object(end.label, end.half);
        let start = [body.node(port.half), body.beyond(port)];
        edges.push(EdgeMovement::translated(start, by));
    }
}

/// The edges between cells of an object that are not surrounded by six cells of it.
fn boundary<'a>(
    web: &'a Web<'_>,
    id: u32,
    object: &'a Object,
) -> impl Iterator<Item = [Node; 2]> + 'a {
    let belongs = move |node| web.structure.occupant(node) == Some(Occupant::Object(id));
    let rim = move |node: Node| node.neighbours().into_iter().any(|beyond| !belongs(beyond));
    // Each edge once, from the end from which it goes one of three ways.
    let ways = [Direction::E, Direction::Nne, Direction::Nnw];
    let nodes = object.nodes().filter(move |node| rim(*node));
    let edges = nodes.flat_map(move |node| ways.map(|way| [node, node.step(way)]));
    edges.filter(move |[_, beyond]| belongs(*beyond) && rim(*beyond))
}
