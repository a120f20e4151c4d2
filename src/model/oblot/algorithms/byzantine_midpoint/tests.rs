//! The rule, what it guarantees against Byzantine robots, and where the guarantee ends.

use super::super::trials::{
    EPSILON, Trial, assert_refused, assert_same_in_frames, built, read, some_of,
};
use super::*;
use crate::dice::{Draw as _, Numpy};
use proptest::prelude::*;

const NAME: &str = "byzantine_midpoint";

fn trial(xs: &[f64], f: usize) -> Trial {
    let places: Vec<_> = xs.iter().map(|&x| (x, 2.0)).collect();
    Trial::running(&places, NAME, &format!("f = {f}"))
}

/// Where a robot at `own` among these abscissas wants to go.
fn target(xs: &[f64], own: usize, f: usize) -> f64 {
    let target = trial(xs, f).target(own);
    assert_eq!(target.y, 2.0);
    target.x
}

// ---------------------------------------------------------------------------------------------
// The rule

#[test]
fn the_f_farthest_on_either_side_do_not_count() {
    let xs = [0.0, 10.0, 20.0, 60.0, 100.0];
    // Nobody is left out: the middle of all.
    assert!((0..5).all(|own| target(&xs, own, 0) == 50.0));
    // One on either side, but never the robot itself.
    assert_eq!(target(&xs, 0, 1), 0.5 * (0.0 + 60.0));
    assert_eq!(target(&xs, 1, 1), 0.5 * (10.0 + 60.0));
    assert_eq!(target(&xs, 2, 1), 0.5 * (10.0 + 60.0));
    assert_eq!(target(&xs, 4, 1), 0.5 * (10.0 + 100.0));
    // Two on either side.
    assert_eq!(target(&xs, 0, 2), 0.5 * (0.0 + 20.0));
    assert_eq!(target(&xs, 2, 2), 20.0);
    assert_eq!(target(&xs, 3, 2), 0.5 * (20.0 + 60.0));
    // All others.
    for f in [4, 5, 100] {
        assert!((0..5).all(|own| target(&xs, own, f) == xs[own]));
    }
}

#[test]
fn each_robot_of_a_point_counts() {
    let xs = [0.0, 0.0, 0.0, 8.0, 9.0];
    assert_eq!(target(&xs, 3, 1), 0.5 * (0.0 + 8.0));
    assert_eq!(target(&xs, 3, 2), 0.5 * (0.0 + 8.0));
    assert_eq!(target(&xs, 3, 3), 8.0);
    // A robot that cannot tell how many robots are on the other points errs.
    let mut blind = trial(&xs, 2);
    blind.senses.own_point_only = true;
    assert_eq!(blind.target(3).x, 8.0);
    blind.senses.own_point_only = false;
    blind.senses.detection = Detection::Weak;
    assert_eq!(blind.target(3).x, 8.0);
}

#[test]
fn the_range_is_that_of_the_formula() {
    let mut die = Numpy::from_seed(1);
    for _ in 0..500 {
        let f = die.index(4);
        let robots = 2 * f + 1 + die.index(4);
        let mut xs: Vec<_> = (0..robots).map(|_| f64::from(die.below(10))).collect();
        xs.sort_by(f64::total_cmp);
        let rule = ByzantineMidpoint::new(Context::new(5, None, robots), f);
        for &own in &xs {
            let formula = (own.min(xs[f]), own.max(xs[robots - 1 - f]));
            assert_eq!(rule.range(&xs, own), formula, "{own} in {xs:?}, f = {f}");
        }
    }
}

#[test]
fn a_robot_ends_when_all_robots_are_here() {
    let done = |xs: &[f64]| trial(xs, 1).wish(0).unwrap().done;
    assert!(done(&[3.0, 3.0, 3.0]) && done(&[3.0, 3.0 + 0.9e-5, 3.0]));
    assert!(!done(&[3.0, 3.0, 4.0]));
    assert!(done(&[3.0]));
}

#[test]
fn robots_that_are_not_on_one_line_are_an_error() {
    let mut trial = trial(&[0.0, 1.0, 2.0, 3.0], 1);
    // One of four may be Byzantine and somewhere else; its abscissa counts.
    trial.positions[3] = Point::new(30.0, -7.0);
    assert_eq!(trial.target(0), Point::new(0.5 * (0.0 + 2.0), 2.0));
    assert_eq!(trial.target(2), Point::new(0.5 * (1.0 + 2.0), 2.0));
    trial.positions[2].y += 0.9 * EPSILON;
    assert!(trial.wish(0).is_ok());
    trial.positions[2].y += EPSILON;
    let failure = trial.wish(0).unwrap_err().to_string();
    assert_eq!(
        failure,
        "byzantine_midpoint: 2 robots are off the line of the robot, which is the parallel to the \
         x axis, but at most f = 1 can be Byzantine"
    );
}

// ---------------------------------------------------------------------------------------------
// The guarantee

/// The range of the correct robots, which are all but the last `f`.
fn correct(trial: &Trial, f: usize) -> (f64, f64) {
    let xs = || trial.positions[..trial.robots() - f].iter().map(|at| at.x);
    (xs().fold(f64::MAX, f64::min), xs().fold(f64::MIN, f64::max))
}

/// Where Byzantine robots may want to be: far outside, on the edges, or anywhere between.
fn byzantine(range: (f64, f64), die: &mut Numpy) -> f64 {
    let (least, greatest) = range;
    match die.below(5) {
        0 => least - die.uniform(0.0, 100.0),
        1 => greatest + die.uniform(0.0, 100.0),
        2 => least,
        3 => greatest,
        _ => die.uniform(least, greatest),
    }
}

/// Random places of correct robots and, behind them, of Byzantine ones.
fn start(robots: usize, f: usize, die: &mut Numpy) -> Trial {
    let xs: Vec<_> = (0..robots).map(|_| die.uniform(0.0, 100.0)).collect();
    trial(&xs, f)
}

fn disturb(trial: &mut Trial, f: usize, die: &mut Numpy) {
    let (robots, range) = (trial.robots(), correct(trial, f));
    for robot in robots - f..robots {
        trial.positions[robot].x = byzantine(range, die);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_correct_range_halves_in_each_round_of_fsync(
        seed: u64, f in 1usize..4, more in 0usize..4,
    ) {
        let robots = 2 * f + 1 + more;
        let mut die = Numpy::from_seed(seed);
        let mut trial = start(robots, f, &mut die);
        let all: Vec<_> = (0..robots - f).collect();
        for _ in 0..15 {
            disturb(&mut trial, f, &mut die);
            let before = correct(&trial, f);
            // Robots end where everybody is within the precision.
            if before.1 - before.0 <= EPSILON {
                break;
            }
            // No robot stays for being near its target: the bound is that of the real line.
            trial.senses.epsilon = 0.0;
            trial.round(&all);
            trial.senses.epsilon = EPSILON;
            let after = correct(&trial, f);
            prop_assert!(before.0 <= after.0 && after.1 <= before.1);
            let (long, short) = (before.1 - before.0, after.1 - after.0);
            prop_assert!(short <= 0.5 * long + 1e-12, "{long} {short}");
        }
    }

    #[test]
    fn correct_robots_never_leave_their_range_in_ssync_and_converge(
        seed: u64, f in 1usize..4, more in 0usize..4,
    ) {
        let robots = 3 * f + 1 + more;
        let mut die = Numpy::from_seed(seed);
        let mut trial = start(robots, f, &mut die);
        let mut before = correct(&trial, f);
        for _ in 0..200 * robots {
            disturb(&mut trial, f, &mut die);
            trial.round(&some_of(robots - f, &mut die));
            let after = correct(&trial, f);
            prop_assert!(before.0 <= after.0 && after.1 <= before.1);
            before = after;
        }
        prop_assert!(before.1 - before.0 < 1e-3, "{before:?}");
    }

    #[test]
    fn decisions_do_not_depend_on_what_the_robots_need_not_agree_on(seed: u64, f in 0usize..4) {
        let mut die = Numpy::from_seed(seed);
        let mut trial = start(2 * f + 3, f, &mut die);
        assert_same_in_frames(&mut trial, Agreement::OneAxis, seed);
    }
}

#[test]
fn with_2f_robots_byzantine_ones_keep_the_others_apart() {
    for f in [1_usize, 2, 3] {
        // Half of the correct robots at 0 and half at 1 (with f = 1, the only one at 0), and the
        // Byzantine ones so that f robots are at either end: whatever is on the other side of a
        // robot is left out.
        let correct_at = |robot: usize| if robot < f.div_ceil(2) { 0.0 } else { 1.0 };
        let byzantine_at = |robot: usize| if robot < f / 2 { 0.0 } else { 1.0 };
        let xs: Vec<_> = (0..f)
            .map(correct_at)
            .chain((0..f).map(byzantine_at))
            .collect();
        assert_eq!(xs.iter().filter(|&&x| x == 0.0).count(), f);
        let mut trial = trial(&xs, f);
        let all: Vec<_> = (0..f).collect();
        (0..10).for_each(|_| trial.round(&all));
        assert!(trial.positions.iter().zip(&xs).all(|(at, x)| at.x == *x));
        // One correct robot more, and they converge.
        let mut more = xs;
        more.insert(0, 0.0);
        let mut trial = self::trial(&more, f);
        trial.round(&(0..=f).collect::<Vec<_>>());
        let (least, greatest) = correct(&trial, f);
        assert!(greatest - least <= 0.5);
    }
}

// ---------------------------------------------------------------------------------------------
// Refusals

#[test]
fn whatever_it_cannot_do_without_is_asked_for() {
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
            "[frames]\nagreement = \"chirality\"",
            "expected frames that agree on \"one_axis\", found \"chirality\"",
        ),
    ] {
        assert_refused(4, NAME, rest, reason);
    }
    // Any number of robots, any scheduler, any faults.
    let rest =
        "f = 1\n[[faults]]\nkind = \"byzantine\"\ncount = 1\n[frames]\nagreement = \"one_axis\"";
    assert!(read(2, NAME, rest).is_ok());
    let wrong = read(4, NAME, "f = -1").unwrap_err();
    assert!(wrong.contains("swarm.f: expected"), "{wrong}");
    assert!(built(NAME, "f = 3", 7).is_deterministic());
}
