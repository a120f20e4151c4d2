//! Edges that collide: the reference's table, and comparisons with slower and simpler definitions.

use super::tree::Times;
use super::*;
use crate::dice::{Draw, Purpose, Stream};
use crate::model::amoebot::grid::Direction;

type Ends = [(i32, i32); 2];

fn movement(start: Ends, end: Ends) -> EdgeMovement {
    let nodes = |ends: Ends| ends.map(|(x, y)| Node::new(x, y));
    EdgeMovement::new(nodes(start), nodes(end))
}

fn at_rest(ends: Ends) -> EdgeMovement {
    movement(ends, ends)
}

#[test]
fn edges_collide_as_in_the_reference() {
    let base = at_rest([(0, 0), (1, 0)]);
    let rows = [
        // Swept across.
        (base, movement([(0, -1), (1, -1)], [(-1, 1), (0, 1)]), true),
        // The same displacement.
        (
            movement([(0, 0), (1, 0)], [(1, 0), (2, 0)]),
            movement([(0, 1), (1, 1)], [(1, 1), (2, 1)]),
            false,
        ),
        // A common node at the start.
        (base, movement([(1, 0), (2, 0)], [(0, 1), (1, 1)]), false),
        // Stops short.
        (
            base,
            movement([(0, -2), (1, -2)], [(0, -1), (1, -1)]),
            false,
        ),
        (
            at_rest([(2, 0), (2, 1)]),
            movement([(0, 1), (0, 1)], [(0, 1), (1, 1)]),
            false,
        ),
        // Touches.
        (base, movement([(0, 1), (-1, 1)], [(2, -1), (1, -1)]), true),
        // Two that grow beside each other.
        (
            movement([(0, 0), (0, 0)], [(0, 0), (1, 0)]),
            movement([(0, 2), (0, 2)], [(0, 2), (1, 2)]),
            false,
        ),
        // The shipped test of collisions.
        (
            movement([(10, 2), (10, 3)], [(6, 2), (6, 3)]),
            movement([(8, 4), (9, 4)], [(8, 2), (9, 2)]),
            true,
        ),
        // Two that grow through each other.
        (
            movement([(0, 0), (0, 0)], [(3, 0), (4, 0)]),
            movement([(4, 0), (4, 0)], [(0, 0), (1, 0)]),
            true,
        ),
        // Swept over as a whole; no end's path meets the other edge.
        (
            movement([(0, 0), (0, 1)], [(3, 1), (3, 2)]),
            at_rest([(1, 1), (2, 1)]),
            true,
        ),
    ];
    for (one, other, expected) in rows {
        assert_eq!(one.collides_with(&other), expected, "{one}, {other}");
        assert_eq!(other.collides_with(&one), expected, "{other}, {one}");
    }
}

/// An edge that is displaced, grows or shrinks.
fn random_edge(die: &mut Stream, reach: i32) -> EdgeMovement {
    let mut below = |n: i32| (die.u32() % n as u32) as i32;
    let mut node = |reach: i32| {
        let span = 2 * reach + 1;
        Node::new(below(span) - reach, below(span) - reach)
    };
    let (from, by) = (node(reach), node(4));
    let turn = node(3).x + 3;
    let direction = Direction::of_index(turn);
    let edge = [from, from.step(direction)];
    let there = edge.map(|node| node + by);
    match node(2).x {
        -2 => EdgeMovement::new([edge[0]; 2], there),
        2 => EdgeMovement::new(edge, [there[0]; 2]),
        _ => EdgeMovement::new(edge, there),
    }
}

/// How long an edge is before and after.
fn lengths(edge: &EdgeMovement) -> [i64; 2] {
    [edge.start, edge.end].map(|[a, b]| i64::from(a != b))
}

/// Whether there is a time at which two edges have a point in common. Edges keep their direction, so
/// all conditions are linear in the time.
fn do_meet(one: &EdgeMovement, other: &EdgeMovement) -> bool {
    let cross =
        |a: Node, b: Node| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x);
    let (d, e) = (one.full(), other.full());
    let (first, second) = (lengths(one), lengths(other));
    let gap = [other.start[0] - one.start[0], other.end[0] - one.end[0]];
    let turn = cross(d, e);
    // Pairs of values, before and after, that must not be negative at the same time.
    let conditions: [[i64; 2]; 4] = if turn != 0 {
        let along = gap.map(|gap| cross(gap, e) * turn);
        let across = gap.map(|gap| cross(gap, d) * turn);
        [
            along,
            [first[0] - along[0], first[1] - along[1]],
            across,
            [second[0] - across[0], second[1] - across[1]],
        ]
    } else {
        let aside = gap.map(|gap| cross(gap, d));
        let along = gap.map(|gap| match d.x {
            0 => i64::from(gap.y * d.y),
            x => i64::from(gap.x * x),
        });
        let forward = i64::from(d == e);
        let low = |at: usize| along[at] - (1 - forward) * second[at];
        let high = |at: usize| along[at] + forward * second[at];
        [
            aside,
            aside.map(|side| -side),
            [first[0] - low(0), first[1] - low(1)],
            [high(0), high(1)],
        ]
    };
    let mut times = Times::ALL;
    conditions
        .iter()
        .all(|[before, after]| times.keep(*before, *after))
}

#[test]
fn edges_that_meet_collide() {
    let mut die = Stream::new(7, Purpose::Start, 0);
    let (mut met, mut spared) = (0, 0);
    for _ in 0..200_000 {
        let (one, other) = (random_edge(&mut die, 3), random_edge(&mut die, 3));
        let collide = one.collides_with(&other);
        assert_eq!(other.collides_with(&one), collide, "{one}, {other}");
        if share_a_node(&one.start, &other.start) || share_a_node(&one.end, &other.end) {
            assert!(!collide, "{one}, {other}");
            continue;
        }
        let meet = do_meet(&one, &other);
        met += u32::from(meet);
        if one.translation().is_some() || other.translation().is_some() {
            assert_eq!(collide, meet, "{one}, {other}");
        } else {
            // The rule for two that change their length is on the safe side.
            assert!(collide || !meet, "{one}, {other}");
            spared += u32::from(!collide);
        }
    }
    assert!(met > 5_000 && spared > 5_000, "{met} met, {spared} spared");
}

/// The definition of what the tree finds.
fn first_of_all_pairs(edges: &[EdgeMovement]) -> Option<Collision> {
    for (at, one) in edges.iter().enumerate() {
        for other in &edges[at + 1..] {
            if one.collides_with(other) {
                let edges = [*one, *other];
                return Some(Collision { edges });
            }
        }
    }
    None
}

#[test]
fn the_tree_finds_the_first_pair() {
    let mut die = Stream::new(8, Purpose::Start, 0);
    let (mut some, mut none) = (0, 0);
    for round in 0..2_000 {
        let count = round % 40;
        let reach = [6, 20, 60][round % 3];
        let edges: Vec<_> = (0..count).map(|_| random_edge(&mut die, reach)).collect();
        let found = first(&edges);
        assert_eq!(found, first_of_all_pairs(&edges));
        match found {
            Some(_) => some += 1,
            None => none += 1,
        }
    }
    assert!(some > 300 && none > 300, "{some} with, {none} without");
}

#[test]
fn coordinates_may_be_large() {
    let far = 1 << 28;
    let one = at_rest([(far, far), (far + 1, far)]);
    let across = movement([(-far, far - 1), (-far, far)], [(far, far), (far, far + 1)]);
    assert!(!one.collides_with(&across), "they share a node at the end");
    let over = movement(
        [(-far, far), (1 - far, far)],
        [(far + 2, far), (far + 3, far)],
    );
    assert!(one.collides_with(&over) && over.collides_with(&one));
}

#[test]
fn a_collision_is_a_sentence() {
    let edges = [
        at_rest([(6, 0), (6, 1)]),
        movement([(3, 2), (4, 1)], [(6, 2), (7, 1)]),
    ];
    let sentence = "the edges (6,0)-(6,1) at rest and (3,2)-(4,1) to (6,2)-(7,1) collide";
    assert_eq!(first(&edges).unwrap().to_string(), sentence);
}
