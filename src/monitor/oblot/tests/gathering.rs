//! Gathering, patterns and progress.

use serde_json::json;

use super::{Did, Story, figure, number};

const GATHERED: &str = "[[monitors]]\nkind = 'gathered'\ntolerance = 0.5\n";

#[test]
fn robots_gather_at_an_event() {
    let mut story = Story::new(&[(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)], GATHERED);
    story.leaves(0.0, 1, (0.0, 0.0)).leaves(1.0, 2, (0.0, 0.0));
    story
        .arrives(4.0, 1, (0.0, 0.0))
        .arrives(5.0, 2, (0.0, 0.0));
    story.stays(6.0, 0);
    let finding = story.finding();
    assert_eq!((finding.holds, number(&finding, "time")), (Some(true), 5.0));
    assert_eq!(number(&finding, "diameter"), 0.0);
}

#[test]
fn robots_that_gather_and_part_have_not_gathered() {
    let mut story = Story::new(&[(0.0, 0.0), (4.0, 0.0)], GATHERED);
    story.leaves(0.0, 1, (0.0, 0.0)).arrives(4.0, 1, (0.0, 0.0));
    story.leaves(5.0, 1, (0.0, 3.0)).arrives(8.0, 1, (0.0, 3.0));
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "time")),
        (Some(false), 4.0)
    );
    assert_eq!(number(&finding, "diameter"), 3.0);
}

#[test]
fn corners_of_a_cluster_may_be_too_far_apart_although_all_are_near_one_robot() {
    // Robot 0 is within the tolerance of both others, which are farther from each other.
    let mut story = Story::new(&[(0.0, 0.0), (0.4, 0.0), (-0.4, 0.0)], GATHERED);
    let finding = story.stays(1.0, 0).finding();
    assert_eq!(
        (finding.holds, figure(&finding, "time")),
        (Some(false), json!(null))
    );
}

#[test]
fn faulty_robots_need_not_gather() {
    let rest = format!("{GATHERED}[[faults]]\nkind = 'crash'\nrobots = [2]\n");
    let mut story = Story::new(&[(0.0, 0.0), (0.1, 0.0), (70.0, 0.0)], &rest);
    assert_eq!(story.finding().holds, Some(true));
    let all = format!("{GATHERED}[[faults]]\nkind = 'crash'\nrobots = [0, 1]\n");
    assert_eq!(
        Story::new(&[(0.0, 0.0), (7.0, 0.0)], &all).finding().holds,
        Some(true)
    );
}

#[test]
fn the_usual_tolerance_is_twice_the_precision() {
    let gathered = |distance: f64| {
        let start = [(0.0, 0.0), (distance, 0.0)];
        Story::new(&start, "precision = 3\n[[monitors]]\nkind = 'gathered'\n")
            .finding()
            .holds
    };
    assert_eq!(gathered(0.002), Some(true));
    assert_eq!(gathered(0.0021), Some(false));
}

fn pattern(rest: &str) -> String {
    format!("[[monitors]]\nkind = 'pattern'\nper = 'event'\n{rest}\n")
}

#[test]
fn a_square_is_formed_and_left() {
    let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.1)];
    let mut story = Story::new(&square, &pattern("pattern = 'polygon'"));
    story.leaves(0.0, 3, (0.0, 2.0)).arrives(1.0, 3, (0.0, 2.0));
    let finding = story.finding();
    assert_eq!((finding.holds, number(&finding, "time")), (Some(true), 1.0));
    let mut story = Story::new(&square, &pattern("pattern = 'polygon'"));
    story.leaves(0.0, 3, (0.0, 2.0)).arrives(1.0, 3, (0.0, 2.0));
    story.leaves(2.0, 3, (0.0, 3.0)).arrives(3.0, 3, (0.0, 3.0));
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "time")),
        (Some(false), 1.0)
    );
    assert!(number(&finding, "least") < 1e-15 && number(&finding, "residual") > 0.1);
}

#[test]
fn every_pattern_tells_its_own_from_others() {
    let ring = [(1.0, 0.0), (0.6, 0.8), (-0.8, 0.6), (0.28, -0.96)];
    let line = [(1.0, 1.0), (2.0, 2.0), (4.0, 4.0), (-3.0, -3.0)];
    let point = [(7.0, 7.0), (7.0, 7.0), (7.0, 7.0), (7.0, 7.0)];
    let square = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let l = "points = [[0, 0], [0, 1], [0, 2], [1, 0]]";
    let starts = [
        ring,
        line,
        point,
        square,
        [(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (0.0, 2.0)],
    ];
    for (rest, expected) in [
        (
            "pattern = 'circle'".to_owned(),
            [true, false, false, true, false],
        ),
        (
            "pattern = 'line'".to_owned(),
            [false, true, true, false, false],
        ),
        (
            "pattern = 'point'".to_owned(),
            [false, false, true, false, false],
        ),
        (
            "pattern = 'polygon'".to_owned(),
            [false, false, false, true, false],
        ),
        (
            format!("pattern = 'points'\n{l}"),
            [false, false, false, false, true],
        ),
        (
            // The last set is the mirror image of the letter L, turned.
            format!("pattern = 'points'\nmirror = false\n{l}"),
            [false; 5],
        ),
    ] {
        for (start, expected) in starts.iter().zip(expected) {
            let finding = Story::new(start, &pattern(&rest)).finding();
            assert_eq!(
                finding.holds,
                Some(expected),
                "{rest}: {start:?}: {finding:?}"
            );
        }
    }
}

#[test]
fn a_pattern_of_the_correct_robots_has_a_point_for_each_of_them() {
    let rest = "[[faults]]\nkind = 'crash'\nrobots = [1]\n";
    let three = "pattern = 'points'\npoints = [[0, 0], [1, 0], [0, 1]]";
    let start = [(0.0, 0.0), (9.0, 9.0), (3.0, 0.0), (0.0, 3.0)];
    let finding = Story::new(&start, &format!("{}{rest}", pattern(three))).finding();
    assert_eq!(finding.holds, Some(true));
}

#[test]
fn the_tolerance_of_a_pattern() {
    let nearly = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.1)];
    let formed = |rest: &str| Story::new(&nearly, &pattern(rest)).finding().holds;
    assert_eq!(formed("pattern = 'polygon'\ntolerance = 0.01"), Some(false));
    assert_eq!(formed("pattern = 'polygon'\ntolerance = 0.1"), Some(true));
    assert_eq!(formed("pattern = 'point'\ntolerance = 2.5"), Some(false));
    assert_eq!(formed("pattern = 'point'\ntolerance = 2.95"), Some(true));
}

#[test]
fn progress_counts_for_the_run_and_for_each_robot() {
    let mut story = Story::new(
        &[(0.0, 0.0), (9.0, 0.0)],
        "[[monitors]]\nkind = 'progress'\n",
    );
    story
        .leaves(0.0, 0, (3.0, 4.0))
        .stays(1.0, 1)
        .arrives(5.0, 0, (3.0, 4.0));
    // Not activations: an event that means nothing, and an arrival.
    story
        .looks(6.0, 1, Did::Ignores)
        .looks(7.0, 1, Did::Hops((9.0, 1.0)));
    let finding = story.finding();
    assert_eq!(figure(&finding, "each"), json!([[1, 1, 5.0], [2, 1, 1.0]]));
    for (key, value) in [
        ("epochs", 1.0),
        ("rounds", 1.0),
        ("synchronous_rounds", 0.0),
        ("activations", 3.0),
        ("least_activations", 1.0),
        ("most_activations", 2.0),
        ("moves", 2.0),
        ("least_moves", 1.0),
        ("most_moves", 1.0),
        ("distance", 6.0),
        ("least_distance", 1.0),
        ("most_distance", 5.0),
    ] {
        assert_eq!(number(&finding, key), value, "{key}");
    }
}
