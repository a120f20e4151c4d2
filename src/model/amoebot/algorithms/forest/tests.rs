use std::collections::BTreeSet;

use super::*;
use crate::model::End;
use crate::model::amoebot::grid::{Frame, Node};
use crate::model::amoebot::trial;

/// The first nodes of a shape, as the seed on the origin sees them, by coordinates and not by steps.
fn nodes_of(shape: Shape, count: usize) -> Vec<Node> {
    let node = Node::new;
    let ring = |side: i32| match shape {
        Shape::Line => vec![node(side, 0)],
        Shape::Hexagon => {
            // From beside the end of the last ring, counter-clockwise.
            let corners = [
                node(side, 0),
                node(0, side),
                node(-side, side),
                node(-side, 0),
                node(0, -side),
                node(side, -side),
            ];
            let start = node(side, 1 - side);
            path(start, &corners)
        }
        Shape::Square => {
            let corners = [
                node(side, side),
                node(-side, side),
                node(-side, -side),
                node(side, -side),
            ];
            path(node(side, 1 - side), &corners)
        }
        Shape::CentredTriangle => {
            let corners = [
                node(-side, 2 * side),
                node(-side, -side),
                node(2 * side, -side),
            ];
            path(node(2 * side - 1, 1 - side), &corners)
        }
        Shape::CornerTriangle => {
            // Rows across the direction in which the seed points, there and back.
            let row = (0..=side).map(|at| node(side - at, at));
            match side % 2 {
                0 => row.rev().collect(),
                _ => row.collect(),
            }
        }
    };
    let nodes = (1..).flat_map(ring);
    [Node::ORIGIN]
        .into_iter()
        .chain(nodes)
        .take(count)
        .collect()
}

/// The nodes from one to the next corner, and so on; each once.
fn path(start: Node, corners: &[Node]) -> Vec<Node> {
    let mut nodes = vec![start];
    for corner in corners {
        let mut at = *nodes.last().unwrap();
        while at != *corner {
            let steps = at.neighbours().into_iter();
            at = steps.min_by_key(|next| next.distance(*corner)).unwrap();
            nodes.push(at);
        }
    }
    nodes
}

/// A node that the seed calls `local`, globally.
fn seen_by(frame: Frame, local: Node) -> Node {
    let along = |direction, steps| Node::ORIGIN.steps(frame.to_global(direction), steps);
    along(Direction::E, local.x) + along(Direction::Nne, local.y)
}

/// Runs an algorithm from many starts; it has to end with exactly the shape.
pub(in crate::model::amoebot::algorithms) fn check(algorithm: &str, more: &str, shape: Shape) {
    for seed in 0..60_u64 {
        let robots = 1 + seed * 7 % 59;
        let chirality = ["ccw", "cw"][seed as usize % 2];
        let holes = [0.2, 0.0, 0.6][seed as usize % 3];
        let text = format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"{algorithm}\"\n{more}robots = {robots}\n\
             holes = {holes}\ncompass = \"random\"\nchirality = \"{chirality}\"\n\
             [limits]\nevents = 2000000\n"
        );
        let ran = trial::run(&text);
        assert_eq!(ran.end, End::Terminated, "{shape:?}, seed {seed}");
        let bodies = ran.structure().bodies();
        let frame = bodies[0].frame;
        let expected = nodes_of(shape, robots as usize).into_iter();
        let expected: BTreeSet<Node> = expected.map(|node| seen_by(frame, node)).collect();
        assert_eq!(expected.len(), robots as usize);
        let found: BTreeSet<Node> = bodies.iter().flat_map(|body| body.nodes()).collect();
        assert!(bodies.iter().all(|body| !body.is_expanded()));
        assert_eq!(found, expected, "{shape:?}, seed {seed}");
        assert_eq!(ran.ask("retired"), Some(robots.to_string()));
        assert_eq!(ran.ask("roots").as_deref(), Some("0"));
    }
}

#[test]
fn the_rings_and_rows_of_the_test_itself_are_whole() {
    let whole = |shape, counts: [usize; 3]| {
        for (count, corners) in counts.into_iter().zip(1..) {
            let nodes = nodes_of(shape, count);
            let distinct: BTreeSet<_> = nodes.iter().collect();
            assert_eq!(distinct.len(), count, "{shape:?}");
            let farthest = nodes.iter().map(|node| node.distance(Node::ORIGIN)).max();
            assert!(farthest >= Some(corners), "{shape:?}");
        }
    };
    whole(Shape::Hexagon, [7, 19, 37]);
    whole(Shape::Square, [9, 25, 49]);
    whole(Shape::CentredTriangle, [10, 28, 55]);
    whole(Shape::CornerTriangle, [3, 6, 10]);
}

#[test]
fn starts_that_cannot_work_are_refused() {
    let refused = |text: &str| {
        let document = crate::scenario::Document::parse("trial.toml", text).unwrap();
        let scenario = crate::model::amoebot::scenario::Scenario::read(&document.root());
        scenario.unwrap_err().to_string()
    };
    for algorithm in ["hexagon_formation", "shape_formation"] {
        let swarm = format!("[swarm]\nalgorithm = \"{algorithm}\"\nrobots = 30\n");
        let error = refused(&format!("{swarm}chirality = \"random\"\n"));
        assert!(error.contains("expected one chirality"), "{error}");
        let error = refused(&format!(
            "{swarm}start = \"line\"\n[[objects]]\nat = [-1, 0]\n"
        ));
        assert!(error.contains("expected no objects"), "{error}");
        let swarm = format!("[swarm]\nalgorithm = \"{algorithm}\"\nstart = \"explicit\"\n");
        let error = refused(&format!(
            "{swarm}[[particles]]\nat = [0, 0]\nhead = \"E\"\n"
        ));
        assert!(error.contains("particle 0 is expanded"), "{error}");
    }
    let error = refused("[swarm]\nalgorithm = \"shape_formation\"\nshape = \"star\"\n");
    assert!(error.contains("triangle2"), "{error}");
}
