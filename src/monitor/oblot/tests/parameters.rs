//! Bad parameters are refused with their place, what was expected, and the nearest word.

use super::{prepare, text};
use crate::monitor::oblot::pairs::MOST_ROBOTS;

/// What is wrong with a monitor of three robots that see everything.
fn refused(monitor: &str) -> String {
    let text = text(
        &[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)],
        &format!("[[monitors]]\n{monitor}\n"),
    );
    let error = prepare(&text).map(|_| ()).expect_err(monitor);
    format!("{}: {}", error.path(), error.message())
        + &error
            .help()
            .map_or(String::new(), |help| format!("; {help}"))
}

#[test]
fn every_parameter_is_checked() {
    let all = [
        "kind = 'edge'",
        "",
        "kind = 3",
        "kind = 'diameter'\nof = 'faulty'",
        "kind = 'diameter'\ntolerance = -1",
        "kind = 'diameter'\ntolerance = nan",
        "kind = 'diameter'\ntolerance = inf",
        "kind = 'diameter'\ntolerence = 1",
        "kind = 'edges'",
        "kind = 'edges'\nradius = inf",
        "kind = 'edges'\nradius = -1",
        "kind = 'edges'\nradius = 1\ntolerance = 'x'",
        "kind = 'connectivity'",
        "kind = 'connectivity'\nradius = 1\ntolerance = 1",
        "kind = 'groups'\nepsilon = -0.5",
        "kind = 'distance'\nof = 'corect'",
        "kind = 'collisions'\ntolerance = -2",
        "kind = 'multiplicities'\ntolerance = -2",
        "kind = 'fairness'\nk_bounded = 0",
        "kind = 'fairness'\nk_async = 1",
        "kind = 'asynchrony'\nk_async = -1",
        "kind = 'asynchrony'\nk_nest = 1.5",
        "kind = 'asynchrony'\nk_bounded = 1",
        "kind = 'progress'\nof = 'all'",
        "kind = 'gathered'\ntolerance = -1",
        "kind = 'gathered'\nof = 'all'",
        "kind = 'pattern'",
        "kind = 'pattern'\npattern = 'poligon'",
        "kind = 'pattern'\npattern = 'line'\ntolerance = -1",
        "kind = 'pattern'\npattern = 'line'\npoints = [[0, 0]]",
        "kind = 'pattern'\npattern = 'line'\nmirror = true",
        "kind = 'pattern'\npattern = 'points'",
        "kind = 'pattern'\npattern = 'points'\npoints = [[0, 0], [1, 1]]",
        "kind = 'pattern'\npattern = 'points'\npoints = [[0, 0], [1, 1], [2, inf]]",
        "kind = 'pattern'\npattern = 'points'\npoints = [[0, 0], [1, 1], [2, 0]]\nmirror = 1",
        "kind = 'diameter'\nevery = 0",
        "kind = 'diameter'\nevery = inf",
        "kind = 'diameter'\nevery = 1\nper = 'epoch'",
        "kind = 'diameter'\nper = 'epochs'",
        "kind = 'diameter'\nname = ''",
        "kind = 'diameter'\nname = 'My Diameter'",
        "kind = 'diameter'\nname = 'diameter_after'",
        "kind = 'diameter'\nname = 'time'",
        "kind = 'diameter'\n[[monitors]]\nkind = 'diameter'",
        "kind = 'diameter'\nname = 'groups'\n[[monitors]]\nkind = 'groups'",
    ];
    let said: Vec<_> = all.iter().map(|monitor| refused(monitor)).collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn monitors_of_pairs_hold_so_many_robots_only() {
    for kind in ["collisions", "distance", "edges"] {
        let monitor = |robots: usize| {
            format!(
                "seed = 0\n[swarm]\nrobots = {robots}\nalgorithm = 'gathering'\n\
                 [visibility]\nradius = 1.0\n[[monitors]]\nkind = '{kind}'\n"
            )
        };
        assert!(prepare(&monitor(MOST_ROBOTS)).is_ok());
        let error = prepare(&monitor(MOST_ROBOTS + 1)).map(|_| ()).unwrap_err();
        assert_eq!(
            error.message(),
            "expected at most 20000 robots for a monitor of all pairs, found 20001"
        );
    }
}

#[test]
fn the_points_of_a_pattern_are_as_many_as_the_robots_it_is_about() {
    let rest = |of: &str| {
        format!(
            "[[faults]]\nkind = 'crash'\ncount = 1\n[[monitors]]\nkind = 'pattern'\nof = '{of}'\n\
             pattern = 'points'\npoints = [[0, 0], [1, 1]]\n"
        )
    };
    let robots = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)];
    assert!(prepare(&text(&robots, &rest("correct"))).is_ok());
    let error = prepare(&text(&robots, &rest("all")))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        error.message(),
        "expected 3 points (one for each robot it is about), found 2"
    );
}
