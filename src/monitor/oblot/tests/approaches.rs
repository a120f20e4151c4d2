//! The smallest distance, collisions and visibility edges: exact between the events.

use serde_json::json;

use super::{Did, Story, figure, number};
use crate::math::hypot;

const DISTANCE: &str = "[[monitors]]\nkind = 'distance'\n";
const COLLISIONS: &str = "[[monitors]]\nkind = 'collisions'\n";

#[test]
fn crossing_paths_are_closest_between_the_events() {
    let mut story = Story::new(&[(-4.0, 0.0), (0.0, -3.0), (50.0, 50.0)], DISTANCE);
    // Robot 0 passes the origin at 4, robot 1 at 5: they are closest between.
    story.leaves(0.0, 0, (4.0, 0.0)).leaves(2.0, 1, (0.0, 3.0));
    story
        .arrives(8.0, 0, (4.0, 0.0))
        .arrives(8.0, 1, (0.0, 3.0));
    let finding = story.finding();
    assert_eq!(finding.holds, None);
    assert!(
        (number(&finding, "smallest") - 0.5_f64.sqrt()).abs() < 1e-12,
        "{finding:?}"
    );
    assert!(
        (number(&finding, "time") - 4.5).abs() < 1e-12,
        "{finding:?}"
    );
    assert_eq!(figure(&finding, "robots"), json!([0, 1]));
}

#[test]
fn a_pair_that_never_moves_has_its_distance_too() {
    let mut story = Story::new(&[(0.0, 0.0), (3.0, 4.0)], DISTANCE);
    let finding = story.stays(1.0, 0).finding();
    assert_eq!(
        (number(&finding, "smallest"), number(&finding, "time")),
        (5.0, 0.0)
    );
    let alone = Story::new(&[(0.0, 0.0)], DISTANCE).finding();
    assert_eq!(figure(&alone, "smallest"), json!(null));
    assert_eq!(figure(&alone, "robots"), json!(null));
}

#[test]
fn a_move_that_ends_early_comes_no_closer() {
    let mut story = Story::new(&[(0.0, 0.0), (10.0, 0.0)], DISTANCE);
    // It wants to go past the other, and stops after a third of the way.
    story
        .leaves(0.0, 0, (15.0, 0.0))
        .arrives(5.0, 0, (5.0, 0.0));
    assert_eq!(number(&story.finding(), "smallest"), 5.0);
    let mut story = Story::new(&[(0.0, 0.0), (10.0, 0.0)], DISTANCE);
    story
        .leaves(0.0, 0, (15.0, 0.0))
        .crashes(7.0, 0, Some((7.0, 0.0)));
    assert_eq!(number(&story.finding(), "smallest"), 3.0);
}

#[test]
fn only_the_robots_it_is_about_count() {
    let rest = "[[monitors]]\nkind = 'distance'\nof = 'correct'\n\
                [[faults]]\nkind = 'byzantine'\nrobots = [1]\n";
    let mut story = Story::new(&[(0.0, 0.0), (1.0, 0.0), (9.0, 0.0)], rest);
    story.leaves(0.0, 1, (9.0, 0.0)).arrives(8.0, 1, (9.0, 0.0));
    let finding = story.finding();
    assert_eq!(
        (number(&finding, "smallest"), figure(&finding, "robots")),
        (9.0, json!([0, 2]))
    );
}

#[test]
fn paths_that_cross_at_one_instant_are_a_collision() {
    let mut story = Story::new(&[(-4.0, 0.0), (0.0, -4.0)], COLLISIONS);
    story.leaves(0.0, 0, (4.0, 0.0)).leaves(0.0, 1, (0.0, 4.0));
    story
        .arrives(8.0, 0, (4.0, 0.0))
        .arrives(8.0, 1, (0.0, 4.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(false));
    assert_eq!(figure(&finding, "collisions"), json!(1));
    assert_eq!(
        (number(&finding, "time"), figure(&finding, "robots")),
        (4.0, json!([0, 1]))
    );
}

#[test]
fn paths_that_cross_at_two_instants_are_none() {
    let mut story = Story::new(&[(-4.0, 0.0), (0.0, -4.0)], COLLISIONS);
    story.leaves(0.0, 0, (4.0, 0.0)).arrives(8.0, 0, (4.0, 0.0));
    story
        .leaves(8.0, 1, (0.0, 4.0))
        .arrives(16.0, 1, (0.0, 4.0));
    let finding = story.finding();
    assert_eq!(
        (finding.holds, figure(&finding, "collisions")),
        (Some(true), json!(0))
    );
    assert_eq!(figure(&finding, "time"), json!(null));
}

#[test]
fn the_tolerance_decides_how_close_is_a_collision() {
    let pass = |tolerance: f64| {
        let rest = format!("{COLLISIONS}tolerance = {tolerance:?}\n");
        let mut story = Story::new(&[(-4.0, 0.0), (0.0, 1.0)], &rest);
        story.leaves(0.0, 0, (4.0, 0.0)).arrives(8.0, 0, (4.0, 0.0));
        story.finding().holds
    };
    assert_eq!(pass(0.99), Some(true));
    assert_eq!(pass(1.0), Some(false));
}

#[test]
fn a_robot_that_runs_into_a_resting_one_collides_once_for_each_approach() {
    let mut story = Story::new(&[(0.0, 0.0), (2.0, 0.0)], COLLISIONS);
    story.leaves(0.0, 0, (2.0, 0.0)).arrives(2.0, 0, (2.0, 0.0));
    // Together they look, stay and part: no further collision.
    story.stays(3.0, 0).stays(3.5, 1);
    story.leaves(4.0, 0, (0.0, 0.0)).arrives(6.0, 0, (0.0, 0.0));
    assert_eq!(figure(&story.finding(), "collisions"), json!(1));
    let mut story = Story::new(&[(0.0, 0.0), (2.0, 0.0)], COLLISIONS);
    for time in [0.0, 4.0] {
        story
            .leaves(time, 0, (2.0, 0.0))
            .arrives(time + 2.0, 0, (2.0, 0.0));
        story
            .leaves(time + 2.0, 0, (0.0, 0.0))
            .arrives(time + 4.0, 0, (0.0, 0.0));
    }
    let finding = story.finding();
    assert_eq!(
        (figure(&finding, "collisions"), number(&finding, "time")),
        (json!(2), 2.0)
    );
}

#[test]
fn robots_that_start_together_and_go_together_have_not_collided() {
    let mut story = Story::new(&[(0.0, 0.0), (0.0, 0.0)], COLLISIONS);
    story.leaves(0.0, 0, (5.0, 0.0)).leaves(0.0, 1, (5.0, 0.0));
    story
        .arrives(5.0, 0, (5.0, 0.0))
        .arrives(5.0, 1, (5.0, 0.0));
    assert_eq!(story.finding().holds, Some(true));
}

#[test]
fn a_hop_passes_whoever_stands_in_its_way() {
    let mut story = Story::new(&[(0.0, 0.0), (2.0, 0.0)], COLLISIONS);
    let finding = story.looks(1.0, 0, Did::Hops((5.0, 0.0))).finding();
    assert_eq!(
        (finding.holds, number(&finding, "time")),
        (Some(false), 1.0)
    );
}

#[test]
fn the_first_collision_counts_even_if_it_is_told_later() {
    let mut story = Story::new(
        &[(0.0, 0.0), (10.0, 0.0), (0.0, 9.0), (1.0, 9.0)],
        COLLISIONS,
    );
    // Robot 0 passes robot 1 at 10 and goes on for long; robots 2 and 3 meet at 11.
    story.leaves(0.0, 0, (99.0, 0.0));
    story
        .leaves(10.0, 2, (1.0, 9.0))
        .arrives(11.0, 2, (1.0, 9.0));
    story.arrives(99.0, 0, (99.0, 0.0));
    let finding = story.finding();
    assert_eq!(figure(&finding, "collisions"), json!(2));
    assert_eq!(
        (number(&finding, "time"), figure(&finding, "robots")),
        (10.0, json!([0, 1]))
    );
}

const EDGES: &str = "[visibility]\nradius = 5.0\n[[monitors]]\nkind = 'edges'\n";

#[test]
fn edges_of_the_start_are_kept() {
    let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0), (11.0, 0.0)], EDGES);
    story.leaves(0.0, 0, (2.0, 0.0)).arrives(2.0, 0, (2.0, 0.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(true));
    // The robot at 11 never saw anybody.
    assert_eq!(
        (figure(&finding, "edges"), figure(&finding, "lost")),
        (json!(1), json!(0))
    );
    assert_eq!(number(&finding, "longest"), 5.0);
    assert_eq!(
        (figure(&finding, "time"), figure(&finding, "robots")),
        (json!(null), json!(null))
    );
}

#[test]
fn an_edge_that_is_too_long_for_a_while_is_lost() {
    let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)], EDGES);
    // It comes back before anybody else looks.
    story
        .leaves(1.0, 0, (-3.0, 0.0))
        .arrives(4.0, 0, (-3.0, 0.0));
    story.leaves(5.0, 0, (0.0, 0.0)).arrives(8.0, 0, (0.0, 0.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(false));
    assert_eq!(
        (figure(&finding, "edges"), figure(&finding, "lost")),
        (json!(2), json!(2))
    );
    assert_eq!(
        (number(&finding, "longest"), number(&finding, "time")),
        (8.0, 4.0)
    );
}

#[test]
fn edges_are_measured_between_two_that_move() {
    let mut story = Story::new(&[(0.0, 0.0), (4.0, 0.0)], EDGES);
    // Both go the same way, robot 0 first; when robot 1 starts they are 4 + 2 apart.
    story
        .leaves(0.0, 0, (-9.0, 0.0))
        .leaves(2.0, 1, (-5.0, 0.0));
    story
        .arrives(9.0, 0, (-9.0, 0.0))
        .arrives(11.0, 1, (-5.0, 0.0));
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "longest")),
        (Some(false), 6.0)
    );
    assert_eq!(number(&finding, "time"), 2.0);
}

#[test]
fn the_tolerance_forgives_rounding_and_the_radius_may_be_another() {
    let longer = |by: f64, rest: &str| {
        let mut story = Story::new(&[(0.0, 0.0), (5.0, 0.0)], &format!("{EDGES}{rest}"));
        story.leaves(0.0, 0, (-by, 0.0)).arrives(1.0, 0, (-by, 0.0));
        story.finding()
    };
    assert_eq!(longer(5e-10, "").holds, Some(true));
    assert_eq!(longer(5e-9, "").holds, Some(false));
    assert_eq!(longer(0.25, "tolerance = 0.5\n").holds, Some(true));
    let wide = longer(0.25, "radius = 7.0\n");
    assert_eq!((wide.holds, number(&wide, "longest")), (Some(true), 5.25));
    let narrow = longer(0.25, "radius = 4.0\n");
    assert_eq!(
        (narrow.holds, figure(&narrow, "edges")),
        (Some(true), json!(0))
    );
    let unlimited = Story::new(
        &[(0.0, 0.0), (3.0, 4.0)],
        "[[monitors]]\nkind = 'edges'\nradius = 5.0\n",
    )
    .finding();
    assert_eq!(number(&unlimited, "edges"), 1.0);
    assert_eq!(hypot(3.0, 4.0), 5.0);
}
