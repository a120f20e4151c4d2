//! The two particles end where they are sent, and collide exactly where their edges cross.

use crate::model::End;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::trial::{Ran, run};

fn ran(parameters: &str, check: bool) -> Ran {
    run(&format!(
        "[swarm]\nalgorithm = \"collision_edges\"\n{parameters}\n[structure]\ncollisions = {check}\n"
    ))
}

/// How it ends with the check, and the nodes of both particles afterwards, relative to where the frame
/// holds the first one.
#[track_caller]
fn outcome(parameters: &str) -> (End, [Vec<Node>; 2]) {
    let (checked, unchecked) = (ran(parameters, true), ran(parameters, false));
    let conflict = unchecked.books.conflict();
    assert_eq!(unchecked.end, End::Terminated, "{parameters}: {conflict:?}");
    assert_eq!(checked.structure().bodies(), unchecked.structure().bodies());
    let nodes = [0, 1].map(|id| {
        let body = checked.structure().bodies()[id];
        body.nodes().collect::<Vec<_>>()
    });
    (checked.end, nodes)
}

fn nodes(nodes: &[(i32, i32)]) -> Vec<Node> {
    nodes.iter().map(|&(x, y)| Node::new(x, y)).collect()
}

#[test]
fn the_second_particle_is_carried_by_the_arm() {
    for (x, y) in [(0, 0), (2, 0), (-3, 0), (0, -1), (3, -2), (-4, -2)] {
        // Far off, so that nothing is in the way.
        let parameters = format!(
            "offset_x = 9\noffset_y = 9\nmovement_x = {x}\nmovement_y = {y}\n\
             action_1 = \"none\"\naction_2 = \"none\""
        );
        let (end, [first, second]) = outcome(&parameters);
        assert_eq!((end, first), (End::Terminated, nodes(&[(0, 0)])));
        assert_eq!(second, nodes(&[(9 + x, 9 + y)]));
    }
}

#[test]
fn the_shipped_example_ends_as_sent() {
    let (_, [first, second]) = outcome("");
    assert_eq!(first, nodes(&[(0, 0), (0, 1)]));
    assert_eq!(second, nodes(&[(-1, 1), (-1, 0)]));
}

#[test]
fn edges_that_cross_collide_and_others_do_not() {
    let at = |x, y, dx, dy| {
        format!("offset_x = {x}\noffset_y = {y}\nmovement_x = {dx}\nmovement_y = {dy}\n")
    };
    let stand = "action_1 = \"contract\"\naction_2 = \"none\"\n";
    let cases = [
        // A hanging arm that passes through a standing particle, and one that stops short of it.
        (
            at(2, 0, -4, 0) + "action_1 = \"expand\"\naction_2 = \"none\"\n",
            End::Collision,
        ),
        (
            at(4, 0, -2, 0) + "action_1 = \"expand\"\naction_2 = \"none\"\n",
            End::Terminated,
        ),
        (at(4, 4, -8, 0) + stand, End::Terminated),
    ];
    for (parameters, expected) in cases {
        assert_eq!(outcome(&parameters).0, expected, "{parameters}");
    }
}

#[test]
fn handovers_and_contractions_end_as_sent() {
    let far = "offset_x = 9\noffset_y = 9\nmovement_x = 0\nmovement_y = 0\n";
    let cases = [
        (
            "action_1 = \"handover\"\ndirection_1 = \"E\"\naction_2 = \"none\"\n",
            [vec![(-1, -1), (0, -1)], vec![(9, 9)]],
        ),
        (
            "action_1 = \"none\"\naction_2 = \"handover\"\ndirection_2 = \"W\"\n",
            [vec![(0, 0)], vec![(10, 10), (9, 10)]],
        ),
        (
            "action_1 = \"contract\"\naction_2 = \"contract\"\n",
            [vec![(0, 0)], vec![(9, 9)]],
        ),
    ];
    for (parameters, expected) in cases {
        let (end, ended) = outcome(&format!("{far}{parameters}"));
        assert_eq!(end, End::Terminated, "{parameters}");
        assert_eq!(
            ended,
            expected.map(|expected| nodes(&expected)),
            "{parameters}"
        );
    }
}

#[test]
fn directions_into_the_support_are_refused() {
    use crate::model::amoebot::scenario::Scenario;
    use crate::scenario::Document;

    for parameters in [
        "direction_1 = \"SSW\"",
        "direction_2 = \"NNE\"",
        "direction_1 = \"NNE\"\naction_1 = \"handover\"",
    ] {
        let text = format!("[swarm]\nalgorithm = \"collision_edges\"\n{parameters}\n");
        let document = Document::parse("trial.toml", &text).unwrap();
        let error = Scenario::read(&document.root()).unwrap_err().to_string();
        assert!(error.contains("expected another direction than"), "{error}");
    }
}
