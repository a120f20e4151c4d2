//! What must hold for all systems: the anchor decides where they are, and nothing else.

use std::collections::BTreeSet;

use super::super::*;
use super::notation::show;
use crate::dice::{Draw, Purpose, Stream};
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Direction;
use crate::model::amoebot::ports::{Half, Port};
use crate::model::amoebot::structure::{Anchor, Object};

/// A random choice among so many.
fn below(die: &mut Stream, n: usize) -> usize {
    die.u32() as usize % n
}

fn chance(die: &mut Stream, percent: usize) -> bool {
    below(die, 100) < percent
}

fn any_direction(die: &mut Stream) -> Direction {
    Direction::ALL[below(die, 6)]
}

/// The nodes of something new beside what is there: one, or two where it is large, with the direction
/// from the first to the second.
fn place(die: &mut Stream, taken: &mut Vec<Node>, large: bool) -> (Node, Option<Direction>) {
    loop {
        let node = match taken.len() {
            0 => Node::ORIGIN,
            some => taken[below(die, some)].step(any_direction(die)),
        };
        let direction = large.then(|| any_direction(die));
        let second = direction.map(|direction| node.step(direction));
        let free = |node: &Node| !taken.contains(node);
        if free(&node) && second.as_ref().is_none_or(free) {
            taken.push(node);
            taken.extend(second);
            return (node, direction);
        }
    }
}

/// 2 to 5 particles, and up to two objects beside them.
fn random_structure(die: &mut Stream) -> Structure {
    let mut taken = Vec::new();
    let mut bodies = Vec::new();
    for _ in 0..2 + below(die, 4) {
        let large = chance(die, 50);
        let (tail, head) = place(die, &mut taken, large);
        bodies.push(Body {
            head,
            ..Body::contracted(tail)
        });
    }
    let mut objects = Vec::new();
    for _ in 0..[0, 0, 1, 2][below(die, 4)] {
        let large = chance(die, 40);
        let (root, other) = place(die, &mut taken, large);
        let cells = [Some(Node::ORIGIN), other.map(Direction::vector)];
        let cells: Vec<Node> = cells.into_iter().flatten().collect();
        objects.push(Object::new(root, &cells, 0));
    }
    Structure::new(bodies, objects, Anchor::default()).unwrap()
}

/// Movements that each particle could make by itself, handovers that are mostly agreed, and some bonds
/// that are released or marked.
fn random_steps(die: &mut Stream, structure: &Structure) -> Vec<Step> {
    let mut labels =
        |percent: usize| -> Labels { (0..10).filter(|_| chance(die, percent)).collect() };
    let loose = |labels: &mut dyn FnMut(usize) -> Labels| Step {
        released: labels(8),
        marked: labels(30),
        ..Step::default()
    };
    let mut steps: Vec<Step> = structure
        .bodies()
        .iter()
        .map(|_| loose(&mut labels))
        .collect();
    for (step, body) in steps.iter_mut().zip(structure.bodies()) {
        step.automatic = chance(die, 10);
        step.action = match (body.is_expanded(), below(die, 5)) {
            (false, 0 | 1) => Some(Action::Expand(any_direction(die))),
            (true, 0) => Some(Action::ContractHead),
            (true, 1) => Some(Action::ContractTail),
            _ => None,
        };
    }
    for (id, body) in (0..)
        .zip(structure.bodies())
        .filter(|(_, body)| !body.is_expanded())
    {
        let partners = structure.neighbours(id);
        let expanded = |id: u32| structure.bodies()[id as usize].is_expanded();
        let mut partners: Vec<_> = partners.filter(|(_, other, _)| expanded(*other)).collect();
        if partners.is_empty() || !chance(die, 40) {
            continue;
        }
        let (label, other, half) = partners.swap_remove(below(die, partners.len()));
        let Some(Port { direction, .. }) = body.port(label) else {
            continue;
        };
        let pull = match half {
            Half::Head => Action::PullTail(direction.opposite()),
            Half::Tail => Action::PullHead(direction.opposite()),
        };
        steps[id as usize].action = Some(Action::Push(direction));
        if chance(die, 90) {
            steps[other as usize].action = Some(pull);
        }
    }
    steps
}

/// What does not depend on the anchor: the shape, with the first particle moved to the origin.
fn shape(structure: &Structure) -> String {
    let origin = structure.bodies()[0].tail;
    let bodies = structure.bodies().iter().map(|body| Body {
        tail: body.tail - origin,
        ..*body
    });
    let objects = structure
        .objects()
        .iter()
        .map(|object| object.moved_by(-origin));
    let there = Structure::new(bodies.collect(), objects.collect(), Anchor::default());
    show(&there.unwrap())
}

fn place_of(anchor: Anchor, structure: &Structure, steps: &[Step]) -> Node {
    match anchor {
        Anchor::Object(id) => structure.objects()[id as usize].root(),
        Anchor::Particle(id) => {
            let body = &structure.bodies()[id as usize];
            let half = match steps[id as usize].action {
                Some(Action::ContractHead | Action::PullHead(_)) => Half::Head,
                _ => Half::Tail,
            };
            body.node(half)
        }
    }
}

/// Each bond between two particles is displaced as a whole, so the case table keeps all bonds.
fn check_edges(structure: &Structure, steps: &[Step], releasing: &[u32]) {
    let web = Web::new(structure, steps, releasing);
    let displacements = spread::displacements(&web).unwrap();
    let edges = edges::movements(&web, &displacements);
    for edge in &edges {
        for [a, b] in [edge.start, edge.end] {
            assert!(a.distance(b) <= 1, "{edge}");
        }
    }
    let changing =
        |edge: &&EdgeMovement| edge.end[0] - edge.start[0] != edge.end[1] - edge.start[1];
    let alone = |step: &&Step| {
        use Action::{ContractHead, ContractTail, Expand};
        matches!(step.action, Some(Expand(_) | ContractHead | ContractTail))
    };
    // Only particles that expand or contract without a handover change the length of an edge.
    let changes = edges.iter().filter(changing).count();
    assert_eq!(changes, steps.iter().filter(alone).count());
}

#[test]
fn the_anchor_decides_only_where_everything_is() {
    let mut die = Stream::new(1, Purpose::Start, 0);
    let mut smooth = 0;
    let mut kinds: BTreeSet<ConflictKind> = BTreeSet::new();
    for _ in 0..30_000 {
        let structure = random_structure(&mut die);
        let steps = random_steps(&mut die, &structure);
        let releasing: Vec<u32> = (0..structure.objects().len() as u32)
            .filter(|_| chance(&mut die, 20))
            .collect();
        let particles = (0..structure.bodies().len() as u32).map(Anchor::Particle);
        let objects = (0..structure.objects().len() as u32).map(Anchor::Object);
        let mut first: Option<Result<(String, bool), ConflictKind>> = None;
        for anchor in particles.chain(objects) {
            let before = structure.clone().with_anchor(anchor);
            let result = joint_movement(&before, &steps, &releasing, true);
            if let Ok(moved) = &result {
                let there = place_of(
                    anchor,
                    &moved.structure,
                    &vec![Step::default(); steps.len()],
                );
                assert_eq!(there, place_of(anchor, &before, &steps), "{anchor:?} rests");
            }
            let verdict = result.map_err(|conflict| conflict.kind);
            let verdict = verdict.map(|moved| (shape(&moved.structure), moved.collision.is_some()));
            kinds.extend(verdict.as_ref().err());
            match &first {
                None => {
                    smooth += u32::from(verdict.is_ok());
                    if verdict.is_ok() {
                        check_edges(&before, &steps, &releasing);
                    }
                    first = Some(verdict);
                }
                // Of several conflicts, the anchor may decide which is met first; between two
                // particles alone there is only one.
                Some(Err(kind)) => {
                    assert!(verdict.is_err(), "{}: {steps:?}", show(&before));
                    if structure.bodies().len() == 2 && structure.objects().is_empty() {
                        assert_eq!(verdict, Err(*kind), "{}: {steps:?}", show(&before));
                    }
                }
                Some(expected) => assert_eq!(verdict, *expected, "{}: {steps:?}", show(&before)),
            }
        }
    }
    assert!(smooth > 8_000, "{smooth} without conflict");
    // Nobody tries what its shape does not allow.
    assert_eq!(kinds.len(), 7, "all other kinds of conflict: {kinds:?}");
}

#[test]
fn rounds_in_which_nothing_happens_need_no_movement() {
    let idle = Step::default();
    let released = Step {
        released: [0].into_iter().collect(),
        ..idle
    };
    let automatic = Step {
        automatic: true,
        ..released
    };
    assert!(!is_needed(&[idle, automatic], &[]));
    assert!(is_needed(&[idle, released], &[]));
    assert!(is_needed(&[idle, Step::of(Action::ContractHead)], &[]));
    assert!(is_needed(&[idle], &[0]));
}
