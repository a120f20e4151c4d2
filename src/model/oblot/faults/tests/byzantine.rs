//! Byzantine robots: where they go.

use super::{HERE, Patient, Sensing, Verdict, answer, from_here, instead, rounds_of, run, seen};
use crate::math::Point;
use crate::model::End;
use crate::model::oblot::Code;
use crate::model::oblot::positions::Appearance;

/// The answer of a robot at (1, 1) with this fault that sees these others.
fn goes(fault: &str, others: &[(f64, f64)]) -> Sensing {
    let mut patient = Patient::new(&format!("kind = \"byzantine{fault}"));
    assert!(patient.affliction.byzantine);
    patient.look(&from_here(others))
}

/// Checks an answer up to rounding.
#[track_caller]
fn near(sensing: Sensing, x: f64, y: f64) {
    let Sensing::Answer(point) = sensing else {
        panic!("{sensing:?}")
    };
    assert!(point.distance(Point::new(x, y)) < 1e-12, "{point:?}");
}

fn distance(sensing: Sensing) -> f64 {
    match sensing {
        Sensing::Answer(point) => HERE.distance(point),
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_that_wanders_goes_as_far_as_it_is_told() {
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
    // The farthest is 10 away.
    let others = [(1.0, 3.0), (1.0, -9.0)];
    close(distance(goes("\"", &others)), 5.0);
    close(distance(goes("\"", &[])), 10.0);
    close(distance(goes("\"\nreach = 2.5", &others)), 2.5);
    close(distance(goes("\"\nreach = 2.5", &[])), 2.5);
}

#[test]
fn a_frozen_one_stays() {
    assert_eq!(goes("_frozen\"", &[(5.0, 5.0)]), Sensing::Stay);
    // It counts as live, so the others cannot end before they are at its place. Each goes for the
    // mean, and stays when that is near: a little too far from it.
    let fault = "[[faults]]\nkind = \"byzantine_frozen\"\nrobots = [0]";
    let ran = run(&rounds_of(&[0.0, 10.0, 10.0], fault));
    assert_eq!(ran.x(0), 0.0);
    assert!(!ran.robot(0).appearance().terminated);
    assert!(ran.of(0).iter().all(|line| line.2 == Code::Resting));
    assert_eq!(ran.end, Ok(End::Stalled));
    assert!(ran.x(1) < 4e-5, "{}", ran.x(1));
    // Between two frozen ones it gets stuck, too.
    let two = fault.replace("[0]", "[0, 1]");
    let ran = run(&rounds_of(&[0.0, 12.0, 3.0], &two));
    assert_eq!(ran.end, Ok(End::Stalled));
    assert!((ran.x(2) - 6.0).abs() < 1e-4, "{}", ran.x(2));
}

#[test]
fn one_that_flees_goes_straight_away_from_the_others() {
    // Their centroid is (4, 5), 5 away.
    let others = [(4.0, 4.0), (4.0, 6.0)];
    near(goes("_flee\"\nreach = 5.0", &others), -2.0, -3.0);
    near(goes("_flee\"", &others), -5.0, -7.0);
    // On the centroid itself it goes along x; alone it stays.
    near(
        goes("_flee\"\nreach = 2.0", &[(0.0, 1.0), (2.0, 1.0)]),
        3.0,
        1.0,
    );
    assert_eq!(goes("_flee\"", &[]), Sensing::Stay);
}

#[test]
fn one_that_follows_goes_for_the_farthest() {
    let others = [(2.0, 2.0), (4.0, 5.0), (1.0, -4.0)];
    // Two are 5 away; the first one counts.
    assert_eq!(goes("_follow\"", &others), answer(4.0, 5.0));
    near(goes("_follow\"\nreach = 2.5", &others), 2.5, 3.0);
    assert_eq!(goes("_follow\"\nreach = 6.0", &others), answer(4.0, 5.0));
    assert_eq!(goes("_follow\"", &[(1.0, 1.0)]), Sensing::Stay);
    assert_eq!(goes("_follow\"", &[]), Sensing::Stay);
}

#[test]
fn one_that_mirrors_the_centroid_crosses_the_swarm() {
    let others = [(4.0, 4.0), (4.0, 6.0)];
    assert_eq!(
        goes("_mirror\"\nof = \"centroid\"", &others),
        answer(7.0, 9.0)
    );
    near(
        goes("_mirror\"\nof = \"centroid\"\nreach = 5.0", &others),
        4.0,
        5.0,
    );
    let around = [(0.0, 1.0), (2.0, 1.0)];
    assert_eq!(goes("_mirror\"\nof = \"centroid\"", &around), Sensing::Stay);
    assert_eq!(goes("_mirror\"\nof = \"centroid\"", &[]), Sensing::Stay);
}

#[test]
fn one_that_mirrors_its_target_computes_and_does_the_opposite() {
    assert_eq!(goes("_mirror\"", &[(5.0, 5.0)]), Sensing::Clear);
    let mut mirror = Patient::new("kind = \"byzantine_mirror\"");
    assert_eq!(mirror.intent(0.0, 4.0, 5.0), instead(-2.0, -3.0));
    assert_eq!(mirror.intent(0.0, 1.0, 1.0), Verdict::Omit);
    let mut mirror = Patient::new("kind = \"byzantine_mirror\"\nreach = 2.5");
    assert_eq!(mirror.intent(0.0, 4.0, 5.0), instead(-0.5, -1.0));

    // Of robots that have gathered all end but this one, not even as the last one left.
    let fault = "[[faults]]\nkind = \"byzantine_mirror\"\nrobots = [0]\n";
    let ran = run(&rounds_of(&[3.0, 3.0, 3.0], fault));
    assert_eq!(ran.end, Ok(End::Terminated));
    let ended = |id: usize| ran.robot(id).appearance().terminated;
    assert_eq!([ended(0), ended(1), ended(2)], [false, true, true]);
    let alone = run(&rounds_of(&[3.0], &format!("{fault}[limits]\nrounds = 2")));
    assert!(!alone.robot(0).appearance().terminated);
    // Two robots: the correct one follows, ever farther.
    let ran = run(&rounds_of(
        &[0.0, 8.0],
        &format!("{fault}[limits]\nrounds = 2"),
    ));
    assert_eq!((ran.x(0), ran.x(1)), (-8.0, 0.0));
}

#[test]
fn one_that_oscillates_turns_round_where_it_stands_on_its_point() {
    let mut patient =
        Patient::new("kind = \"byzantine_oscillate\"\npoints = [[5.0, 1.0], [1.0, 1.0]]");
    let at = |x: f64| seen(&[(Point::new(x, 1.0), Appearance::START)], 0, None);
    for (x, to) in [
        (1.0, 5.0),
        // Stopped on its way, it goes on.
        (3.0, 5.0),
        (5.0, 1.0),
        (4.0, 1.0),
        (1.0, 5.0),
    ] {
        assert_eq!(patient.look(&at(x)), answer(to, 1.0), "from {x}");
    }
    // Where it starts on the first point, it goes to the second.
    let mut patient =
        Patient::new("kind = \"byzantine_oscillate\"\npoints = [[1.0, 1.0], [5.0, 1.0]]");
    assert_eq!(patient.look(&at(1.0)), answer(5.0, 1.0));
}

#[test]
fn one_with_a_script_takes_a_point_at_each_activation() {
    let say = |then: &str| {
        let fault = format!(
            "kind = \"byzantine_scripted\"\npoints = [[5.0, 1.0], [1.0, 1.0], [2.0, 2.0]]\n{then}"
        );
        let mut patient = Patient::new(&fault);
        let percept = from_here(&[(9.0, 9.0)]);
        (0..6).map(|_| patient.look(&percept)).collect::<Vec<_>>()
    };
    let [one, two, three] = [answer(5.0, 1.0), Sensing::Stay, answer(2.0, 2.0)];
    let once = [&one, &two, &three, &three, &three, &three].map(Clone::clone);
    assert_eq!(say(""), once);
    let again = [&one, &two, &three, &one, &two, &three].map(Clone::clone);
    assert_eq!(say("then = \"repeat\""), again);
}

#[test]
fn byzantine_robots_walk_at_their_own_speed_and_are_not_waited_for() {
    let script = "[[faults]]\nkind = \"byzantine_scripted\"\nrobots = [0]\npoints = [[100.0, 0.0]]";
    // The others gather while it is on its way, on which they see it.
    let scenario = super::on_a_line(
        &[0.0, 10.0, 12.0],
        &format!("{script}\n[scheduler]\nvisualize = inf\n[limits]\ntime = 150.0"),
    );
    let ran = run(&scenario);
    let of = ran.of(0);
    assert_eq!(of[0].2, Code::Moving);
    assert!((of[1].0 - of[0].0 - 100.0).abs() < 1e-9);
    assert_eq!(of[1].3, 100.0);
}

#[test]
fn beyond_all_numbers_they_stay() {
    let far = [
        (Point::new(1.7e308, 0.0), Appearance::START),
        (HERE, Appearance::START),
    ];
    let mut flee = Patient::new("kind = \"byzantine_flee\"\nreach = 1e308");
    assert_eq!(flee.look(&seen(&far, 0, None)), Sensing::Stay);
}
