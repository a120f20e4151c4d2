//! The case table, traces that were worked out by hand, and the bounds.

use super::super::trials::{
    Trial, assert_refused, assert_same_in_frames, built, places, read, refusal,
};
use super::*;
use crate::dice::{Draw as _, Numpy};
use crate::math::Point;
use crate::model::oblot::directive::Tie;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::movement::{Movement, Stop};
use proptest::prelude::*;

const NAME: &str = "sq_gathering";

fn trial(places: &[(f64, f64)]) -> Trial {
    let mut trial = Trial::running(places, NAME, "");
    trial.senses.detection = Detection::Weak;
    trial
}

fn wish(places: &[(f64, f64)], me: usize) -> (Destination, bool) {
    let intent = trial(places).wish(me).unwrap();
    assert_eq!(intent.light, None);
    (intent.destination, intent.done)
}

fn goes(destination: Destination) -> (Destination, bool) {
    (destination, false)
}

// ---------------------------------------------------------------------------------------------
// The case table

#[test]
fn without_a_multiplicity_it_goes_onto_the_nearest_other_robot() {
    let places = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (10.0, 0.0)];
    assert_eq!(wish(&places, 0), goes(Destination::Onto(1)));
    assert_eq!(wish(&places, 1), goes(Destination::Onto(2)));
    assert_eq!(wish(&places, 2), goes(Destination::Onto(1)));
    assert_eq!(wish(&places, 3), goes(Destination::Onto(1)));
}

#[test]
fn with_one_multiplicity_its_members_stay_and_the_others_join() {
    // Robot 3 is nearer to robot 2 than to the multiplicity.
    let places = [(0.0, 0.0), (0.0, 0.0), (5.0, 0.0), (6.0, 0.0)];
    assert_eq!(wish(&places, 0), goes(Destination::Stay));
    assert_eq!(wish(&places, 1), goes(Destination::Stay));
    assert_eq!(wish(&places, 2), goes(Destination::Onto(0)));
    assert_eq!(wish(&places, 3), goes(Destination::Onto(0)));
}

#[test]
fn with_several_multiplicities_members_go_half_way_and_the_others_wait() {
    // The nearest point of a member may be a single robot.
    let places = [
        (0.0, 0.0),
        (0.0, 0.0),
        (9.0, 0.0),
        (9.0, 0.0),
        (0.0, 2.0),
        (20.0, 0.0),
    ];
    assert_eq!(wish(&places, 0), goes(Destination::Midway(4)));
    assert_eq!(wish(&places, 1), goes(Destination::Midway(4)));
    assert_eq!(wish(&places, 2), goes(Destination::Midway(0)));
    assert_eq!(wish(&places, 4), goes(Destination::Stay));
    assert_eq!(wish(&places, 5), goes(Destination::Stay));
}

#[test]
fn whoever_sees_a_single_point_is_done() {
    let done = (Destination::Stay, true);
    assert_eq!(wish(&[(3.0, 1.0)], 0), done);
    assert_eq!(wish(&[(3.0, 1.0), (3.0, 1.0), (3.0, 1.0)], 2), done);
    // Closer than the precision.
    assert_eq!(wish(&[(3.0, 1.0), (3.0, 1.0 + 0.9e-5)], 0), done);
}

#[test]
fn the_tie_break_decides_among_equally_near_points() {
    let places = [(0.0, 0.0), (-2.0, 0.0), (2.0, 0.0), (0.0, 2.0)];
    for (tie, id) in [
        (Tie::First, 1),
        (Tie::Number(1), 3),
        (Tie::Last, 2),
        (Tie::Number(4), 3),
    ] {
        let mut trial = trial(&places);
        trial.tie = tie;
        assert_eq!(trial.wish(0).unwrap().destination, Destination::Onto(id));
    }
}

#[test]
fn half_of_a_way_within_the_precision_leads_nowhere() {
    // Two multiplicities 1.5e-5 apart: half of that is less than the precision.
    let places = [(0.0, 0.0), (0.0, 0.0), (1.5e-5, 0.0), (1.5e-5, 0.0)];
    let mut near = trial(&places);
    assert!((0..4).all(|id| !near.turn(id, None)));
    assert!(!near.is_over());
    let mut far = trial(&[(0.0, 0.0), (0.0, 0.0), (3e-5, 0.0), (3e-5, 0.0)]);
    assert!(far.turn(0, None));
}

// ---------------------------------------------------------------------------------------------
// Traces worked out by hand: turns of a robot with the part of its way after which it is stopped

/// Turns: the robot, and where it is stopped.
type Turns<'t> = &'t [(usize, Stop)];

const FREE: Stop = Stop::Never;
const DELTA: Stop = Stop::AtDelta;
const HALF: Stop = Stop::Fraction(0.5);

fn non_rigid(places: &[(f64, f64)], delta: f64) -> Trial {
    let mut trial = trial(places);
    trial.movement = Movement::NonRigid { delta, stop: FREE };
    trial
}

/// Takes turns and compares where the robot is after each.
#[track_caller]
fn follow(trial: &mut Trial, turns: Turns<'_>, expected: &[(f64, f64)]) {
    for (turn, (&(robot, stop), &(x, y))) in turns.iter().zip(expected).enumerate() {
        trial.turn(robot, Some(stop));
        let at = trial.positions[robot];
        let off = at.distance(Point::new(x, y));
        assert!(off < 1e-4, "turn {}: robot {robot} is at {at:?}", turn + 1);
    }
}

#[test]
fn trace_a_the_first_meeting_point_draws_all_others() {
    let start = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (10.0, 0.0)];
    let mut trial = non_rigid(&start, 1.0);
    let turns = [
        (0, HALF),
        (1, FREE),
        (0, DELTA),
        (1, DELTA),
        (2, DELTA),
        (3, DELTA),
    ];
    let expected = [
        (2.0, 0.0),
        (2.0, 0.0),
        (2.0, 0.0),
        (2.0, 0.0),
        (3.4453, 2.1679),
        (9.0, 0.0),
    ];
    follow(&mut trial, &turns, &expected);
    let mut taken = turns.len();
    while !trial.is_gathered() {
        trial.turn((taken - 2) % 4, Some(DELTA));
        taken += 1;
    }
    assert_eq!(taken, 34);
    assert!(trial.positions.iter().all(|at| *at == Point::new(2.0, 0.0)));
}

#[test]
fn trace_b_singles_join_the_only_multiplicity_step_by_step() {
    let start = [(0.0, 0.0), (0.0, 0.0), (3.0, 4.0), (-6.0, 0.0)];
    let mut trial = non_rigid(&start, 2.0);
    let turns = [
        (2, DELTA),
        (0, FREE),
        (3, HALF),
        (2, DELTA),
        (2, FREE),
        (3, FREE),
    ];
    let expected = [
        (1.8, 2.4),
        (0.0, 0.0),
        (-3.0, 0.0),
        (0.6, 0.8),
        (0.0, 0.0),
        (0.0, 0.0),
    ];
    follow(&mut trial, &turns[..5], &expected);
    assert!(!trial.is_gathered());
    follow(&mut trial, &turns[5..], &expected[5..]);
    assert!(trial.is_gathered());
}

#[test]
fn trace_c_two_multiplicities_become_one() {
    let start = [(0.0, 0.0), (0.0, 0.0), (6.0, 0.0), (6.0, 0.0), (0.0, 8.0)];
    let mut trial = non_rigid(&start, 1.0);
    // Robot 0 heads for (3, 0).
    assert_eq!(trial.target(0), Point::new(3.0, 0.0));
    let turns = [(4, FREE), (0, DELTA), (1, FREE), (0, FREE), (4, FREE)];
    let expected = [(0.0, 8.0), (1.0, 0.0), (6.0, 0.0), (6.0, 0.0), (6.0, 0.0)];
    follow(&mut trial, &turns[..4], &expected);
    assert!(!trial.is_gathered());
    follow(&mut trial, &turns[4..], &expected[4..]);
    assert!(trial.is_gathered());
}

#[test]
fn trace_d_stopped_on_top_of_another_robot() {
    let start = [(0.0, 0.0), (0.0, 0.0), (2.0, 0.0), (4.0, 0.0)];
    let mut trial = non_rigid(&start, 1.0);
    let turns = [
        (3, HALF),
        (0, FREE),
        (1, HALF),
        (2, FREE),
        (3, FREE),
        (0, FREE),
        (1, FREE),
        (2, FREE),
    ];
    let expected = [
        (2.0, 0.0),
        (1.0, 0.0),
        (1.0, 0.0),
        (1.5, 0.0),
        (1.0, 0.0),
        (1.0, 0.0),
        (1.0, 0.0),
        (1.0, 0.0),
    ];
    follow(&mut trial, &turns[..7], &expected);
    assert!(!trial.is_gathered());
    follow(&mut trial, &turns[7..], &expected[7..]);
    assert!(trial.is_gathered());
}

// ---------------------------------------------------------------------------------------------
// The bounds with rigid moves

/// A start with so many single robots and these multiplicities, at random distinct points.
fn start(singles: usize, multiplicities: &[usize], die: &mut Numpy) -> Vec<(f64, f64)> {
    let points = places(singles + multiplicities.len(), die);
    let sizes = multiplicities
        .iter()
        .copied()
        .chain(std::iter::repeat_n(1, singles));
    let mut robots: Vec<_> = points
        .iter()
        .zip(sizes)
        .flat_map(|(&point, size)| std::iter::repeat_n(point, size))
        .collect();
    die.shuffle(&mut robots);
    robots
}

/// How many turns it takes until all robots are on one point; `permuted` has them take turns in a
/// new random order in each epoch, otherwise round robin. Checks on the way that no robot that
/// leaves a multiplicity lands on another robot.
fn turns_to_gather(trial: &mut Trial, permuted: bool, die: &mut Numpy) -> usize {
    let mut order: Vec<usize> = (0..trial.robots()).collect();
    let mut turns = 0;
    while !trial.is_gathered() {
        if permuted && turns % order.len() == 0 {
            die.shuffle(&mut order);
        }
        let robot = order[turns % order.len()];
        let halves = matches!(
            trial.wish(robot).unwrap().destination,
            Destination::Midway(_)
        );
        trial.turn(robot, None);
        if halves {
            let here = trial.positions[robot];
            let there = trial.positions.iter().filter(|at| **at == here).count();
            assert_eq!(there, 1, "{:?}", trial.positions);
        }
        turns += 1;
        assert!(turns <= 50 * order.len(), "{:?}", trial.positions);
    }
    turns
}

/// Which frames robots have.
fn framed(trial: Trial, frames: usize, seed: u64) -> Trial {
    match frames {
        0 => trial,
        frames => trial.disoriented(frames == 2, seed),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn distinct_starts_gather_within_as_many_turns_as_robots(
        seed: u64, robots in 2usize..12, permuted: bool, frames in 0usize..3,
    ) {
        let mut die = Numpy::from_seed(seed);
        let start = start(robots, &[], &mut die);
        let mut trial = framed(trial(&start), frames, seed);
        prop_assert!(turns_to_gather(&mut trial, permuted, &mut die) <= robots);
    }

    #[test]
    fn one_multiplicity_gathers_within_an_epoch(
        seed: u64, singles in 1usize..8, size in 2usize..6, permuted: bool, frames in 0usize..3,
    ) {
        let mut die = Numpy::from_seed(seed);
        let start = start(singles, &[size], &mut die);
        let mut trial = framed(trial(&start), frames, seed);
        prop_assert!(turns_to_gather(&mut trial, permuted, &mut die) <= singles + size);
    }

    #[test]
    fn several_multiplicities_gather_within_two_epochs(
        seed: u64,
        singles in 0usize..4,
        sizes in prop::collection::vec(2usize..4, 2..4),
        permuted: bool,
        frames in 0usize..3,
    ) {
        let mut die = Numpy::from_seed(seed);
        let start = start(singles, &sizes, &mut die);
        let robots = start.len();
        let mut trial = framed(trial(&start), frames, seed);
        prop_assert!(turns_to_gather(&mut trial, permuted, &mut die) <= 2 * robots);
    }

    #[test]
    fn robots_that_are_stopped_on_their_way_gather_all_the_same(
        seed: u64, singles in 0usize..5, sizes in prop::collection::vec(2usize..4, 0..3),
    ) {
        let mut die = Numpy::from_seed(seed);
        let start = start(singles.max(2), &sizes, &mut die);
        let mut trial = trial(&start).disoriented(true, seed);
        trial.movement = Movement::NonRigid { delta: 3.0, stop: Stop::Uniform };
        turns_to_gather(&mut trial, true, &mut die);
        prop_assert!(trial.is_gathered());
    }

    #[test]
    fn decisions_do_not_depend_on_the_frame(
        seed: u64, singles in 1usize..5, sizes in prop::collection::vec(2usize..4, 0..3),
    ) {
        let start = start(singles, &sizes, &mut Numpy::from_seed(seed));
        assert_same_in_frames(&mut trial(&start), Agreement::Nothing, seed);
    }
}

#[test]
fn robots_that_go_onto_one_another_are_on_the_very_same_point() {
    let mut trial = trial(&[(0.1, 0.7), (3.3, -1.9), (1e3, 1e-3)]).disoriented(true, 3);
    while !trial.is_gathered() {
        for id in 0..3 {
            trial.turn(id, None);
        }
    }
    assert!(trial.positions.iter().all(|at| *at == trial.positions[0]));
    for id in 0..3 {
        trial.turn(id, None);
    }
    assert!(trial.is_over());
}

// ---------------------------------------------------------------------------------------------
// Refusals

#[test]
fn whatever_it_cannot_do_without_is_asked_for() {
    let fsync = "[scheduler]\nkind = \"fsync\"\n";
    let sequential = "expected sequential scheduler, found";
    assert_refused(4, NAME, "", &format!("{sequential} ASYNC"));
    assert_refused(4, NAME, fsync, &format!("{sequential} FSYNC"));
    for (rest, reason) in [
        (
            "[visibility]\nradius = 5.0",
            "expected unlimited visibility, found limited visibility",
        ),
        (
            "[visibility]\nnearest = 1",
            "expected unlimited visibility, found limited visibility",
        ),
        (
            "[sensing]\nmultiplicity = \"none\"",
            "expected weak multiplicity detection, found none",
        ),
        (
            "[sensing]\nmultiplicity = \"weak\"\nscope = \"local\"",
            "expected weak multiplicity detection, found weak of the own point only",
        ),
        (
            "[[faults]]\nkind = \"crash\"\ncount = 1",
            "expected no faulty robots, found faults",
        ),
    ] {
        let reason = format!("{sequential} FSYNC; {reason}");
        assert_refused(4, NAME, &format!("{fsync}{rest}"), &reason);
    }
    // Frames, noise of ties and stops are welcome.
    let rest = format!(
        "{fsync}[frames]\nagreement = \"none\"\nredraw = \"activation\"\n\
         [sensing]\nmultiplicity = \"weak\"\ntie = \"last\"\n\
         [movement]\nrigid = false\ndelta = 1.0"
    );
    assert_refused(4, NAME, &rest, &format!("{sequential} FSYNC"));
    assert!(refusal(4, NAME, "force = true").is_none());
    assert!(read(1, NAME, "force = true").is_ok());
}

#[test]
fn it_never_draws_and_shows_no_lights() {
    let algorithm = built(NAME, "", 3);
    assert!(algorithm.is_deterministic());
    assert!(algorithm.palette().is_empty());
}
