use proptest::prelude::*;

use super::super::tests::{Scene, build, near};
use super::*;
use crate::math::{cos, sin};

fn star(scene: &Scene, me: u32) -> ((f64, f64), bool) {
    scene.decide(&PatternFormation::star(scene.context()), me)
}

fn listed(scene: &Scene, points: &[(f64, f64)], me: u32) -> ((f64, f64), bool) {
    let points: Vec<_> = points
        .iter()
        .map(|(x, y)| format!("[{x:?}, {y:?}]"))
        .collect();
    let line = format!("pattern_points = [{}]", points.join(", "));
    let algorithm = build("pattern_formation", scene.context(), &line).unwrap();
    scene.decide(&*algorithm, me)
}

#[test]
fn the_star_has_its_tips_and_corners() {
    let points = Pattern::Star.unit_points(10);
    let distance = |point: &Point| hypot(point.x, point.y);
    let tip = distance(&points[0]);
    assert!((points[0].y - tip).abs() < 1e-12, "the first tip is up");
    for (number, point) in points.iter().enumerate() {
        let expected = if number % 2 == 0 { tip } else { tip * 0.382 };
        assert!((distance(point) - expected).abs() < 1e-12, "{number}");
        let angle = std::f64::consts::PI * (0.5 + number as f64 / 5.0);
        assert!(near(
            (point.x, point.y),
            (expected * cos(angle), expected * sin(angle))
        ));
    }
    // Twice as many: the middles of the edges lie between.
    let finer = Pattern::Star.unit_points(20);
    let ratio = distance(&finer[0]) / tip;
    let middle = |i: usize| {
        let (a, b) = (points[i], points[(i + 1) % 10]);
        ((a.x + b.x) / 2.0 * ratio, (a.y + b.y) / 2.0 * ratio)
    };
    for i in 0..10 {
        let found = finer[2 * i + 1];
        assert!(near((found.x, found.y), middle(i)), "{i}");
    }
}

proptest! {
    #[test]
    fn patterns_have_their_mean_at_the_origin_and_unit_size(
        points in prop::collection::vec((-1e3..1e3, -1e3..1e3), 2..20),
        count in 2_usize..50,
    ) {
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        prop_assume!(points[0].distance(points[1]) > 1e-3);
        for unit in [Pattern::Star.unit_points(count), Pattern::of_points(points).unit_points(20)] {
            let mean = |f: fn(&Point) -> f64| unit.iter().map(f).sum::<f64>() / unit.len() as f64;
            prop_assert!(mean(|point| point.x).abs() < 1e-9);
            prop_assert!(mean(|point| point.y).abs() < 1e-9);
            prop_assert!((mean(|point| point.x * point.x + point.y * point.y) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_shift_is_the_first_that_costs_least(
        points in prop::collection::vec(((-9.0..9.0, -9.0..9.0), (-9.0..9.0, -9.0..9.0)), 1..12),
    ) {
        let places: Vec<_> = points.iter().map(|&(robot, _)| robot).collect();
        let robots = Scene::of(&places).percept(0).live_robots();
        let targets: Vec<Point> = points.iter().map(|&(_, (x, y))| Point::new(x, y)).collect();
        let cost = |shift: usize| {
            let mut cost = 0.0;
            for (place, robot) in robots.iter().enumerate() {
                let target = targets[(place + shift) % targets.len()];
                cost += square(robot.position.x - target.x) + square(robot.position.y - target.y);
            }
            cost
        };
        let mut best = (0, cost(0));
        for shift in 1..targets.len() {
            if cost(shift) < best.1 - TINY {
                best = (shift, cost(shift));
            }
        }
        prop_assert_eq!(best_shift(&robots, &targets, TINY), best.0);
    }

    #[test]
    fn who_has_formed_the_pattern_stays_wherever_and_however_large_it_is(
        points in prop::collection::vec((-9.0..9.0, -9.0..9.0), 3..12),
        (x, y) in (-100.0..100.0, -100.0..100.0),
        size in 0.5..50.0,
        first in 0_usize..12,
    ) {
        // Given in any order.
        let mut there: Vec<(f64, f64)> =
            points.iter().map(|&(a, b)| (x + size * a, y + size * b)).collect();
        there.rotate_left(first % points.len());
        let scene = Scene::of(&there);
        let (target, done) = listed(&scene, &points, 0);
        let distance = Point::new(target.0, target.1).distance(scene.percept(0).here());
        prop_assert!(done && distance < 1e-6, "{target:?} {done}");
    }
}

#[test]
fn two_robots_form_any_pattern_of_two_points_along_its_axis() {
    // Both are 5 from the middle (4, 6), and so are the points of the pattern.
    let scene = Scene::of(&[(1.0, 2.0), (7.0, 10.0)]);
    let level = [(0.0, 0.0), (1.0, 0.0)];
    let (target, done) = listed(&scene, &level, 0);
    assert!(near(target, (-1.0, 6.0)) && !done);
    let (target, done) = listed(&scene, &level, 1);
    assert!(near(target, (9.0, 6.0)) && !done);
}

#[test]
fn robots_keep_their_order_around_the_centre() {
    // A square on its corner becomes one on its side, by the shorter turn.
    let turned = |degrees: f64| {
        let corners = [0.0, 90.0, 180.0, 270.0].map(|corner: f64| (corner + degrees).to_radians());
        corners.map(|angle| (10.0 * cos(angle), 10.0 * sin(angle)))
    };
    let square = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let side = 50.0_f64.sqrt();
    let corners = square.map(|(x, y)| (x * side, y * side));
    for (degrees, shift) in [(30.0, 0), (100.0, 1), (-30.0, 3)] {
        let scene = Scene::of(&turned(degrees));
        for me in 0..4 {
            let (target, done) = listed(&scene, &square, me);
            let expected = corners[(me as usize + shift) % 4];
            assert!(near(target, expected) && !done, "{degrees} {me} {target:?}");
        }
    }
}

#[test]
fn the_end_allows_for_three_per_cent_of_the_radius() {
    let square = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let with = |off: f64| {
        // Opposite robots move away from each other, so that the centre stays. The radius is about
        // the square root of 2, and 3 % of it 0.042.
        let points = [
            (1.0 + off, 1.0),
            (-1.0, 1.0),
            (-1.0 - off, -1.0),
            (1.0, -1.0),
        ];
        listed(&Scene::of(&points), &square, 1).1
    };
    assert!(with(0.0) && with(0.03));
    assert!(!with(0.06));
}

#[test]
fn robots_within_the_precision_are_at_one_point_and_stay() {
    let scene = Scene::of(&[(0.0, 0.0), (1e-5, 0.0), (0.0, 1e-5)]);
    assert_eq!(star(&scene, 1), ((1e-5, 0.0), true));
    assert!(!star(&scene.precise(6), 1).1);
}

#[test]
fn a_pattern_of_one_point_gathers() {
    let scene = Scene::of(&[(0.0, 0.0), (3.0, 0.0), (0.0, 6.0)]);
    let point = [(7.0, 7.0); 3];
    for me in 0..3 {
        let (target, done) = listed(&scene, &point, me);
        assert!(near(target, (1.0, 2.0)) && !done);
    }
}

#[test]
fn crashed_robots_do_not_count() {
    // Three are left for a star: as three alone would see it.
    let scene = Scene::of(&[(0.0, 0.0), (90.0, 90.0), (8.0, 1.0), (3.0, 7.0)]).crashed(1);
    let three = Scene::of(&[(0.0, 0.0), (8.0, 1.0), (3.0, 7.0)]);
    for (me, alone) in [(0, 0), (2, 1), (3, 2)] {
        let (target, done) = star(&scene, me);
        let (expected, done_alone) = star(&three, alone);
        assert_eq!((target, done), (expected, done_alone));
    }
    // Of listed points they take the first three.
    let points = [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0), (50.0, 50.0)];
    assert_eq!(listed(&scene, &points, 0), listed(&three, &points[..3], 0));
}

#[test]
fn robots_out_of_sight_do_not_count() {
    let scene = Scene::of(&[(1.0, 2.0), (7.0, 10.0), (7.0, 13.0)]).seeing(11.0);
    let two = Scene::of(&[(1.0, 2.0), (7.0, 10.0)]);
    assert_eq!(star(&scene, 0), star(&two, 0));
}

#[test]
fn a_pattern_is_given_in_one_way_and_for_all_robots() {
    let refused = |rest| {
        let context = Context::new(5, None, 2);
        build("pattern_formation", context, rest)
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(refused("pattern = 'start'"), @r#"
    folder/test.toml:1:11: pattern: expected "star", found "start"
    help: did you mean "star"?
    "#);
    insta::assert_snapshot!(refused("pattern_points = [[0, 0]]"), @"folder/test.toml:1:18: pattern_points: expected a list of points [x, y] of numbers (exactly 2), found a list of 1");
    insta::assert_snapshot!(refused("pattern_points = [[0, 0], [1, nan]]"), @"folder/test.toml:1:31: pattern_points[1][1]: expected a finite number, found nan");
    insta::assert_snapshot!(refused("pattern_points = [[0, 0], [1, 1]]\npattern = 'star'"), @"folder/test.toml:1:18: pattern_points: expected one way to give the pattern, found pattern too");
    insta::assert_snapshot!(refused("pattern_file = 'x.csv'\npattern_points = [[0, 0], [1, 1]]"), @"folder/test.toml:1:16: pattern_file: expected one way to give the pattern, found pattern_points too");
    insta::assert_snapshot!(refused("pattern_file = ''"), @r#"folder/test.toml:1:16: pattern_file: expected text that is not empty, found """#);
    insta::assert_snapshot!(refused("pattern_file = 'x.csv'"), @"folder/test.toml:1:16: pattern_file: folder/x.csv: no such file");
}
