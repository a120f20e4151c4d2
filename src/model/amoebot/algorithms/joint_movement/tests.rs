//! The tables of the reference: what each demonstration looks like in the end, with no collision.

use crate::model::End;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Direction::{E, Nnw, Ssw};
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::trial::{Ran, bounds, run, watch};
use crate::scenario::Document;

fn text(mode: usize, seed: u64, rest: &str, rounds: usize) -> String {
    format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"joint_movement\"\nmode = {mode}\n{rest}\
         [limits]\nrounds = {rounds}\n"
    )
}

/// Runs a mode for some rounds; there is neither a conflict nor a collision.
#[track_caller]
fn ran(mode: usize, seed: u64, rest: &str, rounds: usize) -> Ran {
    let ran = run(&text(mode, seed, rest, rounds));
    let counts = ran.books.counts();
    let conflict = ran.books.conflict();
    assert_eq!(conflict, None, "mode {mode}, seed {seed}");
    assert_eq!(counts.collisions, 0, "mode {mode}, seed {seed}");
    ran
}

fn body(ran: &Ran, id: usize) -> (Node, Option<crate::model::amoebot::grid::Direction>) {
    let Body { tail, head, .. } = ran.structure().bodies()[id];
    (tail, head)
}

fn at(x: i32, y: i32) -> Node {
    Node::new(x, y)
}

#[test]
fn blocks_expand() {
    let sheared = ran(0, 0, "", 9);
    assert_eq!((sheared.end, sheared.rounds()), (End::Terminated, 1));
    assert_eq!(bounds(sheared.structure()), [0, 18, 0, 9]);
    assert_eq!(body(&sheared, 49), (at(17, 9), Some(E)));
    let upright = ran(1, 0, "", 9);
    assert_eq!(bounds(upright.structure()), [0, 9, 0, 9]);
    assert_eq!(body(&upright, 49), (at(8, 9), Some(E)));
    let small = ran(1, 0, "width = 3\nheight = 2\n", 9);
    assert_eq!(bounds(small.structure()), [0, 5, 0, 1]);
}

#[test]
fn four_are_taken_along_in_a_handover() {
    let ran = ran(6, 0, "", 9);
    assert_eq!(ran.end, End::Terminated);
    assert_eq!(body(&ran, 0), (at(0, 0), Some(Nnw)));
    assert_eq!(body(&ran, 1), (at(0, 1), None));
    let others = [(-1, 0), (0, -1), (-2, 2), (-1, 2)].map(|(x, y)| (at(x, y), None));
    assert_eq!([2, 3, 4, 5].map(|id| body(&ran, id)), others);
}

#[test]
fn a_corner_is_handed_over_in_three_variants() {
    let mut seen = [false; 3];
    for seed in 0..40 {
        let ran = ran(10, seed, "", 9);
        let [first, second, third] = [0, 1, 2].map(|id| body(&ran, id));
        assert_eq!(third.1, Some(Ssw));
        assert_eq!(second.1, None);
        // The anchor rests or contracts into its head, and nobody else moves; or it contracts into its
        // tail and takes the others along.
        let (variant, by) = match first {
            (node, Some(E)) if node == at(0, 0) => (0, at(0, 0)),
            (node, None) if node == at(1, 0) => (1, at(0, 0)),
            (node, None) if node == at(0, 0) => (2, at(-1, 0)),
            other => panic!("{other:?}"),
        };
        assert_eq!((second.0, third.0), (at(2, 0) + by, at(1, 2) + by));
        seen[variant] = true;
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn a_parallelogram_opens_and_closes() {
    let start = ran(13, 0, "", 2);
    for rounds in [2, 4, 6] {
        let ran = ran(13, 0, "", rounds);
        assert_eq!(ran.end, End::Condition);
        assert_eq!(bounds(ran.structure()), [0, 11, 0, 9], "{rounds} rounds");
        assert_eq!(ran.structure().bodies(), start.structure().bodies());
    }
    let open = ran(13, 0, "", 1);
    assert!(open.structure().bodies().iter().all(Body::is_expanded));
}

#[test]
fn a_stripe_carries_a_block() {
    for (rounds, by) in [(2, 1), (4, 2), (20, 10)] {
        let ran = ran(15, 0, "", rounds);
        assert_eq!(
            bounds(ran.structure()),
            [by, 19 + by, 0, 9],
            "{rounds} rounds"
        );
    }
}

#[test]
fn a_worm_crawls() {
    for (rounds, first) in [(2, 7), (4, 14), (6, 21)] {
        let ran = ran(16, 0, "floor = 40\n", rounds);
        let worm: Vec<Node> = (40..47).map(|id| body(&ran, id).0).collect();
        let expected: Vec<Node> = (first..first + 7).map(|x| at(x, 1)).collect();
        assert_eq!(worm, expected);
        let floor = (0..40).map(|id| body(&ran, id).0);
        assert!(floor.eq((0..40).map(|x| at(x, 0))), "the floor rests");
    }
}

#[test]
fn a_frame_keeps_its_size() {
    for seed in 0..12 {
        let ran = watch(&text(17, seed, "", 10), |view| {
            assert_eq!(bounds(&view.structure), [0, 16, 0, 3]);
        });
        assert_eq!(
            (ran.end, ran.books.conflict()),
            (End::Condition, None),
            "seed {seed}"
        );
        assert_eq!(ran.books.counts().collisions, 0);
    }
}

#[test]
fn random_modes_never_conflict() {
    for mode in [2, 3, 4, 5, 7, 8, 9, 11, 12, 14] {
        let mut outcomes = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let ran = ran(mode, seed, "", 9);
            assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1), "mode {mode}");
            let bodies = ran.structure().bodies();
            outcomes.insert(format!(
                "{:?}",
                bodies.iter().map(|b| (b.tail, b.head)).collect::<Vec<_>>()
            ));
        }
        let is_random = !matches!(mode, 4 | 5 | 8);
        assert_eq!(outcomes.len() > 1, is_random, "mode {mode}: {outcomes:?}");
    }
}

#[test]
fn a_stack_contracts_to_one_column_or_a_crooked_one() {
    for seed in 0..10 {
        let ran = ran(11, seed, "height = 6\n", 9);
        let bodies = ran.structure().bodies();
        assert!(bodies.iter().all(|body| !body.is_expanded()));
        let rows: Vec<i32> = bodies.iter().map(|body| body.tail.y).collect();
        assert_eq!(rows, [0, 1, 2, 3, 4, 5]);
    }
}

#[test]
fn sizes_of_other_modes_are_refused() {
    let refused = |text: &str| {
        let document = Document::parse("trial.toml", text).unwrap();
        Scenario::read(&document.root()).unwrap_err().to_string()
    };
    for (text, expected) in [
        (
            text(2, 0, "width = 3\n", 1),
            "expected only in modes 0, 1, 13, 15",
        ),
        (text(0, 0, "floor = 3\n", 1), "expected only in mode 16"),
        (
            text(16, 0, "floor = 3\n", 1),
            "expected at most the length of the floor, 3",
        ),
        (
            text(17, 0, "height = 2\n", 1),
            "expected at least 3 in mode 17",
        ),
        (text(18, 0, "", 1), "between 0 and 17"),
        (
            text(0, 0, "start = \"line\"\nrobots = 5\n", 1),
            "expected no start",
        ),
        (
            text(0, 0, "compass = \"W\"\n", 1),
            "drawn in global directions",
        ),
    ] {
        let error = refused(&text);
        assert!(error.contains(expected), "{error}");
    }
}
