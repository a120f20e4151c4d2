//! The cases of the rule, and runs under random semi-synchronous schedules.

use super::super::trials::{Trial, assert_refused, assert_same_in_frames, places, read, some_of};
use super::*;
use crate::dice::{Draw as _, Numpy};
use crate::math::{cos, sin};
use crate::model::oblot::frames::Agreement;
use proptest::prelude::*;
use std::f64::consts::TAU;

const NAME: &str = "universal_gathering";

fn trial(places: &[(f64, f64)]) -> Trial {
    Trial::running(places, NAME, "")
}

/// What all robots want.
fn wishes(places: &[(f64, f64)]) -> Vec<Destination> {
    let mut trial = trial(places);
    (0..places.len())
        .map(|me| trial.wish(me).unwrap().destination)
        .collect()
}

fn target(triangle: [(f64, f64); 3], tolerance: f64) -> Point {
    let algorithm = UniversalGathering::new(Context::new(5, None, 3), tolerance);
    algorithm.of_triangle(triangle.map(|(x, y)| Point::new(x, y)))
}

// ---------------------------------------------------------------------------------------------
// The rule

#[test]
fn all_go_to_the_only_point_with_most_robots() {
    use Destination::{Onto, Stay};
    let places = [
        (0.0, 0.0),
        (9.0, 1.0),
        (0.0, 0.0),
        (4.0, 4.0),
        (9.0, 1.0),
        (0.0, 0.0),
    ];
    assert_eq!(
        wishes(&places),
        [Stay, Onto(0), Stay, Onto(0), Onto(0), Stay]
    );
    // Strong detection: three are more than two.
    let mut weak = trial(&places);
    weak.senses.detection = Detection::Weak;
    assert_ne!(weak.wish(1).unwrap().destination, Onto(0));
}

#[test]
fn the_target_of_a_triangle_depends_on_its_sides() {
    let point = |(x, y): (f64, f64)| Point::new(x, y);
    let scalene = [(0.0, 0.0), (10.0, 0.0), (3.0, 7.0)];
    // The longest side is that from 0 to 1.
    assert_eq!(target(scalene, 1e-9), point(scalene[2]));
    let isosceles = [(0.0, 0.0), (4.0, 0.0), (2.0, 7.0)];
    assert_eq!(target(isosceles, 1e-9), point(isosceles[2]));
    let flat = [(0.0, 0.0), (4.0, 0.0), (2.0, 3.0)];
    assert_eq!(target(flat, 1e-9), point(flat[2]));
    let height = 27.0_f64.sqrt();
    let centroid = target([(0.0, 0.0), (6.0, 0.0), (3.0, height)], 1e-9);
    assert!(centroid.distance(Point::new(3.0, height / 3.0)) < 1e-12);
    // In any order of the corners.
    for triangle in [scalene, isosceles] {
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let turned = order.map(|corner: usize| triangle[corner]);
            assert_eq!(target(turned, 1e-9), target(triangle, 1e-9));
        }
    }
}

#[test]
fn the_tolerance_says_which_sides_are_equal() {
    // The sides are 10, and nearly 10 twice; the longest one is opposite to robot 1.
    let nearly = [(0.0, 0.0), (10.0, 0.0), (5.001, 8.66)];
    assert_eq!(target(nearly, 1e-9), Point::new(10.0, 0.0));
    let centroid = target(nearly, 1e-2);
    assert!(centroid.distance(Point::new(15.001 / 3.0, 8.66 / 3.0)) < 1e-12);
    // It is a parameter.
    let wish = |parameters| {
        let mut trial = Trial::running(&nearly, NAME, parameters);
        trial.wish(0).unwrap().destination
    };
    assert_eq!(wish(""), Destination::Onto(1));
    assert_eq!(wish("tolerance = 0.01"), Destination::To(centroid));
}

#[test]
fn a_clean_swarm_goes_to_the_target() {
    use Destination::{Onto, Stay, To};
    // Two points: the middle. Four on a circle, and a fifth in its centre: the centre.
    assert_eq!(
        wishes(&[(0.0, 0.0), (8.0, 0.0)]),
        [To(Point::new(4.0, 0.0)); 2]
    );
    let cross = [(5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0)];
    assert_eq!(wishes(&cross), [To(Point::default()); 4]);
    let mut centred = cross.to_vec();
    centred.push((0.0, 0.0));
    assert_eq!(wishes(&centred), [Onto(4), Onto(4), Onto(4), Onto(4), Stay]);
    // A scalene triangle: the corner opposite the longest side.
    let scalene = [(0.0, 0.0), (10.0, 0.0), (3.0, 7.0)];
    assert_eq!(wishes(&scalene), [Onto(2), Onto(2), Stay]);
}

#[test]
fn in_a_swarm_that_is_not_clean_only_those_inside_go() {
    use Destination::{Onto, Stay, To};
    // On the circle of radius 5 around the origin, and two inside.
    let square = [
        (5.0, 0.0),
        (0.0, 5.0),
        (-5.0, 0.0),
        (0.0, -5.0),
        (1.0, 1.0),
        (2.0, -1.0),
    ];
    let origin = To(Point::default());
    assert_eq!(wishes(&square), [Stay, Stay, Stay, Stay, origin, origin]);
    // One of them is there already.
    let mut nearly = square;
    nearly[4] = (0.0, 0.0);
    assert_eq!(wishes(&nearly), [Stay, Stay, Stay, Stay, Stay, Onto(4)]);
    // A triangle on the circle: the target is its apex.
    let triangle = [(0.0, 5.0), (4.0, -3.0), (-4.0, -3.0), (1.0, 1.0)];
    assert_eq!(wishes(&triangle), [Stay, Stay, Stay, Onto(0)]);
}

#[test]
fn whoever_sees_a_single_point_is_done_once_nobody_is_on_the_way() {
    use crate::model::oblot::Phase;
    let mut one = trial(&[(1.0, 1.0), (1.0, 1.0)]);
    assert!(one.wish(0).unwrap().done);
    one.appearance[1].phase = Phase::Move;
    assert!(!one.wish(0).unwrap().done);
    assert!(trial(&[(1.0, 1.0)]).wish(0).unwrap().done);
}

#[test]
fn a_bivalent_swarm_meets_if_all_are_active_and_halves_its_distance_if_not() {
    let bivalent = [(0.0, 0.0), (8.0, 0.0), (0.0, 0.0), (8.0, 0.0)];
    let mut together = trial(&bivalent);
    together.round(&[0, 1, 2, 3]);
    assert!(together.is_gathered());
    let mut in_turn = trial(&bivalent);
    for round in 0..15 {
        let half = if round % 2 == 0 { [0, 2] } else { [1, 3] };
        in_turn.round(&half);
        assert_eq!(in_turn.diameter(), 4.0 / f64::from(1 << round));
    }
}

// ---------------------------------------------------------------------------------------------
// Runs

/// A start of robots that is not bivalent, of one of several kinds.
fn start(robots: usize, kind: u32, die: &mut Numpy) -> Vec<(f64, f64)> {
    loop {
        let start: Vec<(f64, f64)> = match kind {
            0 => places(robots, die),
            // On a small grid, so that robots share points, and on a line of it.
            1 | 2 => (0..robots)
                .map(|_| (die.below(3), if kind == 1 { die.below(3) } else { 0 }))
                .map(|(x, y)| (10.0 * f64::from(x), 10.0 * f64::from(y)))
                .collect(),
            // At equal angles around a point, and some of them in the middle.
            _ => (0..robots)
                .map(|i| {
                    let angle = TAU * i as f64 / robots as f64;
                    let inside = if die.below(3) == 0 { 0.5 } else { 1.0 };
                    (inside * 20.0 * cos(angle), inside * 20.0 * sin(angle))
                })
                .collect(),
        };
        if !is_bivalent(&start) {
            return start;
        }
    }
}

fn is_bivalent(places: &[(f64, f64)]) -> bool {
    let first = places.iter().filter(|at| **at == places[0]).count();
    let other = places.iter().find(|at| **at != places[0]);
    other.is_some_and(|other| {
        let second = places.iter().filter(|at| *at == other).count();
        first + second == places.len() && first == second
    })
}

/// How many rounds of a random semi-synchronous schedule it takes until all are on one point.
fn rounds_to_gather(mut trial: Trial, die: &mut Numpy) -> usize {
    let mut rounds = 0;
    while !trial.is_gathered() {
        assert!(rounds < 200, "{:?}", trial.positions);
        trial.round(&some_of(trial.robots(), die));
        rounds += 1;
    }
    rounds
}

#[test]
fn no_random_semi_synchronous_run_fails() {
    let mut most = 0;
    for run in 0..600 {
        let mut die = Numpy::from_seed(run);
        let robots = 3 + die.index(6);
        let start = start(robots, run as u32 % 4, &mut die);
        let plain = trial(&start);
        let trial = match run % 3 {
            0 => plain,
            frames => plain.disoriented(frames == 1, run),
        };
        most = most.max(rounds_to_gather(trial, &mut die));
    }
    // A robot is active in every second round; the longest run takes a little longer.
    assert!((5..60).contains(&most), "{most}");
}

#[test]
fn every_schedule_of_turns_and_fsync_gathers() {
    for run in 0..60 {
        let mut die = Numpy::from_seed(run);
        let robots = 3 + die.index(6);
        let start = start(robots, run as u32 % 4, &mut die);
        let mut turns = trial(&start);
        for turn in 0..20 * robots {
            turns.turn(turn % robots, None);
        }
        assert!(turns.is_gathered() && turns.is_over(), "{start:?}");
        let mut rounds = trial(&start);
        let all: Vec<_> = (0..robots).collect();
        (0..20).for_each(|_| rounds.round(&all));
        assert!(rounds.is_gathered() && rounds.is_over(), "{start:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decisions_do_not_depend_on_the_frame(seed: u64, robots in 3usize..9, kind in 0u32..4) {
        let mut die = Numpy::from_seed(seed);
        let start = start(robots, kind, &mut die);
        assert_same_in_frames(&mut trial(&start), Agreement::Nothing, die.u64());
    }
}

// ---------------------------------------------------------------------------------------------
// Refusals

#[test]
fn whatever_it_cannot_do_without_is_asked_for() {
    let fsync = "[scheduler]\nkind = \"fsync\"\n";
    let atomic = "expected FSYNC or sequential or SSYNC scheduler, found ASYNC";
    assert_refused(4, NAME, "", atomic);
    for (rest, reason) in [
        (
            "[visibility]\nradius = 5.0",
            "expected unlimited visibility, found limited visibility",
        ),
        (
            "[sensing]\nmultiplicity = \"weak\"",
            "expected strong multiplicity detection, found weak",
        ),
        (
            "[sensing]\nscope = \"local\"",
            "expected strong multiplicity detection, found strong of the own point only",
        ),
        (
            "[[faults]]\nkind = \"omission\"\ncount = 1",
            "expected no faulty robots, found faults",
        ),
        (
            "[movement]\nrigid = false\ndelta = 1.0",
            "expected rigid moves, found moves that may be stopped",
        ),
    ] {
        assert_refused(4, NAME, &format!("{fsync}{rest}"), reason);
    }
    let frames = format!("{fsync}[frames]\nagreement = \"none\"");
    assert!(read(4, NAME, &frames).is_ok());
    let wrong = read(4, NAME, &format!("tolerance = 0.2\n{fsync}")).unwrap_err();
    assert!(
        wrong.contains("swarm.tolerance: expected a number"),
        "{wrong}"
    );
}
