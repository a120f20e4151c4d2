//! Diameter and hull, groups, connectivity and multiplicities.

use serde_json::json;

use super::{Did, Story, figure, number};

const DIAMETER: &str = "[[monitors]]\nkind = 'diameter'\nper = 'event'\n";

#[test]
fn a_swarm_that_shrinks_has_nested_hulls() {
    let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0), (4.0, 4.0)], DIAMETER);
    story.leaves(0.0, 1, (6.0, 0.0)).arrives(2.0, 1, (6.0, 0.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(true));
    assert_eq!(
        (number(&finding, "before"), number(&finding, "after")),
        (8.0, 6.0)
    );
    assert_eq!(
        (number(&finding, "growth"), figure(&finding, "time")),
        (0.0, json!(null))
    );
    let areas: Vec<_> = story
        .said()
        .iter()
        .map(|(.., value)| value["area"].clone())
        .collect();
    // While robot 1 is on its way its old place goes, its target stays.
    assert_eq!(areas, [16.0, 16.0, 12.0, 12.0]);
}

#[test]
fn a_target_outside_the_hull_is_found_although_nobody_gets_there() {
    let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0), (4.0, 4.0)], DIAMETER);
    story
        .leaves(3.0, 0, (4.0, -2.0))
        .arrives(3.5, 0, (0.0, 0.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(false));
    assert_eq!(
        (number(&finding, "growth"), number(&finding, "time")),
        (2.0, 3.0)
    );
}

#[test]
fn a_hull_that_shrinks_and_grows_again_is_found_with_lines_between() {
    let tell = |per: &str| {
        let rest = format!("[[monitors]]\nkind = 'diameter'\nper = '{per}'\n");
        let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0)], &rest);
        story.leaves(0.0, 1, (4.0, 0.0)).arrives(4.0, 1, (4.0, 0.0));
        story.leaves(5.0, 1, (8.0, 0.0)).arrives(9.0, 1, (8.0, 0.0));
        story.finding()
    };
    let found = tell("event");
    assert_eq!((found.holds, number(&found, "growth")), (Some(false), 4.0));
    // The hull at the start, the only other line, holds all of it: more lines tell more.
    assert_eq!(tell("tick").holds, Some(true));
}

#[test]
fn the_tolerance_is_for_rounding() {
    let tell = |tolerance: &str| {
        let rest = format!("{DIAMETER}{tolerance}");
        let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0)], &rest);
        story.looks(1.0, 1, Did::Hops((8.0 + 1e-8, 0.0)));
        story.finding().holds
    };
    assert_eq!(tell(""), Some(false));
    assert_eq!(tell("tolerance = 1e-7\n"), Some(true));
}

#[test]
fn the_hull_of_the_correct_robots_leaves_the_others_out() {
    let rest = format!("{DIAMETER}of = 'correct'\n[[faults]]\nkind = 'byzantine'\nrobots = [2]\n");
    let mut story = Story::new(&[(0.0, 0.0), (8.0, 0.0), (4.0, 30.0)], &rest);
    story
        .leaves(0.0, 2, (90.0, 90.0))
        .arrives(2.0, 2, (90.0, 90.0));
    let finding = story.finding();
    assert_eq!(
        (finding.holds, number(&finding, "after")),
        (Some(true), 8.0)
    );
}

#[test]
fn groups_are_chains_of_robots() {
    let rest = "[[monitors]]\nkind = 'groups'\nepsilon = 1.0\nper = 'event'\n";
    let mut story = Story::new(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (9.0, 0.0)], rest);
    story.leaves(0.0, 1, (1.0, 5.0)).arrives(5.0, 1, (1.0, 5.0));
    let finding = story.finding();
    assert_eq!(finding.holds, None);
    let all = ["before", "after", "largest", "most"].map(|key| number(&finding, key));
    assert_eq!(all, [2.0, 4.0, 1.0, 4.0]);
}

const CONNECTIVITY: &str =
    "[visibility]\nradius = 2.0\n[[monitors]]\nkind = 'connectivity'\nevery = 0.5\n";

#[test]
fn a_graph_that_falls_apart_on_the_way_is_found() {
    let start = [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)];
    let mut story = Story::new(&start, CONNECTIVITY);
    story.leaves(1.0, 1, (2.0, 1.0)).arrives(2.0, 1, (2.0, 1.0));
    story.leaves(2.0, 1, (2.0, 0.0)).arrives(3.0, 1, (2.0, 0.0));
    let finding = story.finding();
    assert_eq!(finding.holds, Some(false));
    // At 1.5 robot 1 is half way: alone, and the other two do not see each other either.
    assert_eq!(
        (number(&finding, "most"), number(&finding, "time")),
        (3.0, 1.5)
    );
    assert_eq!(
        (number(&finding, "before"), number(&finding, "after")),
        (1.0, 1.0)
    );
}

#[test]
fn a_graph_that_stays_connected_holds() {
    let mut story = Story::new(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)], CONNECTIVITY);
    story.leaves(1.0, 0, (2.0, 1.0)).arrives(4.0, 0, (2.0, 1.0));
    assert_eq!(story.finding().holds, Some(true));
    let apart = Story::new(&[(0.0, 0.0), (9.0, 0.0)], CONNECTIVITY).finding();
    assert_eq!((apart.holds, number(&apart, "time")), (Some(false), 0.0));
}

#[test]
fn multiplicities_come_and_go() {
    let rest = "[[monitors]]\nkind = 'multiplicities'\nper = 'event'\n";
    let start = [(0.0, 0.0), (0.0, 0.0), (5.0, 0.0), (9.0, 0.0)];
    let mut story = Story::new(&start, rest);
    // Robot 3 joins robot 2: two multiplicities. Robot 0 leaves its own and joins them, too.
    story.leaves(0.0, 3, (5.0, 0.0)).arrives(4.0, 3, (5.0, 0.0));
    story.leaves(5.0, 0, (5.0, 0.0)).arrives(9.0, 0, (5.0, 0.0));
    story.stays(10.0, 1);
    let finding = story.finding();
    let all = ["before", "after", "most", "largest", "came", "went"];
    assert_eq!(
        all.map(|key| number(&finding, key)),
        [1.0, 1.0, 2.0, 3.0, 1.0, 1.0]
    );
    let points: Vec<_> = story
        .said()
        .iter()
        .map(|(.., value)| value["points"].clone())
        .collect();
    // A robot that has just left is still there.
    assert_eq!(points, [1, 1, 2, 2, 1, 1, 1]);
}
