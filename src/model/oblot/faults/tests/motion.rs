//! Robots that do not move as they want to: immobile, slow, misled, or only now and then.

use std::f64::consts::PI;
use std::sync::Arc;

use super::{HERE, Patient, Restless, Sensing, Verdict, from_here, instead, rounds_of, run};
use crate::math::Point;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{Code, Intent, Kind, Light};
use crate::model::{End, Failure};

// ---------------------------------------------------------------------------------------------
// Mobility

#[test]
fn an_immobile_robot_draws_the_others_to_it_and_ends_with_them() {
    let ran = run(&rounds_of(
        &[0.0, 10.0],
        "[[faults]]\nkind = \"mobility\"\nrobots = [0]",
    ));
    // The run waits for its end, which comes once the other one is near enough.
    assert_eq!(ran.end, Ok(End::Terminated));
    assert!(ran.robot(0).appearance().terminated);
    assert_eq!((ran.x(0), ran.robot(0).travelled()), (0.0, 0.0));
    assert!(ran.x(1) > 0.0 && ran.x(1) < 4e-5, "{}", ran.x(1));
    // It was activated and computed in every round, as the other one.
    let rounds = ran.state.director.synchronous_rounds();
    assert!(rounds > 15);
    assert_eq!(ran.state.director.activations(), 2 * rounds);
}

#[test]
fn a_robot_that_becomes_immobile_on_its_way_rests_there() {
    let fault = "[[faults]]\nkind = \"mobility\"\nrobots = [0]\ntime = 2.0\n[limits]\nrounds = 3";
    let ran = run(&rounds_of(&[0.0, 10.0], fault));
    let (round, resting) = (Kind::Round, Code::Resting);
    assert_eq!(
        ran.of(0),
        [
            (0.0, round, Code::Moving, 0.0),
            // Its WAIT at 5 never happens.
            (2.0, Kind::Fault, Code::Struck, 2.0),
            (5.0, round, resting, 2.0),
            (6.5, round, resting, 2.0),
        ],
    );
    assert_eq!((ran.x(1), ran.robot(0).travelled()), (2.75, 2.0));
}

#[test]
fn a_robot_may_become_immobile_at_an_activation() {
    let fault =
        "[[faults]]\nkind = \"mobility\"\nrobots = [0]\nactivation = 2\n[limits]\nrounds = 3";
    // All go to their own right.
    let scenario = rounds_of(&[0.0, 10.0], fault).with_algorithm(Arc::new(Blinking));
    let ran = run(&scenario);
    assert_eq!((ran.x(0), ran.x(1)), (1.0, 13.0));
    // Its light goes on changing: once each round.
    let light = |id: usize| ran.robot(id).appearance().light;
    assert_eq!(light(0), light(1));
    assert_eq!(light(0), Some(Light::White));
}

/// Goes one to the right and changes its light.
#[derive(Debug)]
struct Blinking;

impl Algorithm for Blinking {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let here = percept.here();
        let light = match percept.appearance(percept.me()).light {
            Some(Light::White) => Light::Black,
            _ => Light::White,
        };
        Ok(Intent::go(Point::new(here.x + 1.0, here.y), false).showing(light))
    }

    fn palette(&self) -> &'static [Light] {
        &[Light::Black, Light::White]
    }
}

#[test]
fn an_immobile_robot_is_judged_by_the_time_of_its_departure() {
    let mut from_two = Patient::new("kind = \"mobility\"\ntime = 2.0");
    assert_eq!(from_two.look(&from_here(&[])), Sensing::Clear);
    assert_eq!(from_two.intent(1.9, 5.0, 5.0), Verdict::Pass);
    assert_eq!(from_two.intent(2.0, 5.0, 5.0), Verdict::Omit);
    assert_eq!(from_two.restless(), Restless::Never);
    assert!(!from_two.drew());
}

// ---------------------------------------------------------------------------------------------
// Delays

#[test]
fn a_delay_holds_for_moves_that_begin_in_its_time() {
    // All go one to the right in each round; robot 0 is slow, and the others wait for it.
    let right = || Arc::new(Blinking);
    let durations = |fault: &str| {
        let rest = format!("{fault}\n[limits]\nrounds = 6");
        let ran = run(&rounds_of(&[0.0, 10.0], &rest).with_algorithm(right()));
        let of = ran.of(0);
        let times = |code| {
            of.iter()
                .filter(move |line| line.2 == code)
                .map(|line| line.0)
        };
        let moves = times(Code::Moving).zip(times(Code::Resting));
        moves.map(|(from, to)| to - from).collect::<Vec<f64>>()
    };
    let slow = "[[faults]]\nkind = \"delay\"\nrobots = [0]\nfactor = 0.5\n";
    assert_eq!(durations(slow), [2.0; 6]);
    // From 1 on: the move from 1 to 3 is slow. At 5 it has recovered.
    let for_a_while = format!("{slow}time = 1.0\nuntil = 5.0");
    assert_eq!(durations(&for_a_while), [1.0, 2.0, 2.0, 1.0, 1.0, 1.0]);
    // A move keeps the speed with which it began.
    let until_four = format!("{slow}until = 3.5");
    assert_eq!(durations(&until_four), [2.0, 2.0, 1.0, 1.0, 1.0, 1.0]);
    // The factors of several delays multiply while both hold.
    let twice = format!("{slow}{slow}until = 3.5");
    assert_eq!(durations(&twice), [4.0, 2.0, 2.0, 2.0, 2.0, 2.0]);
}

// ---------------------------------------------------------------------------------------------
// Actuation

#[test]
fn the_errors_of_actuation_in_numbers() {
    let go = |fault: &str| {
        let mut patient = Patient::new(&format!("kind = \"actuation\"\nerror = {fault}"));
        let verdict = patient.intent(0.0, 4.0, 5.0);
        assert!(!patient.drew() && patient.restless() == Restless::Never);
        verdict
    };
    // From (1, 1) towards (4, 5).
    assert_eq!(go("\"invert\""), instead(-2.0, -3.0));
    assert_eq!(go("\"overshoot\""), instead(5.5, 7.0));
    assert_eq!(go("\"overshoot\"\nfactor = 0.5"), instead(2.5, 3.0));
    let near = |verdict: Verdict, x: f64, y: f64| {
        let Verdict::Instead(to) = verdict else {
            panic!("{verdict:?}")
        };
        assert!(to.distance(Point::new(x, y)) < 1e-12, "{to:?}");
    };
    near(go("\"rotate\""), -3.0, 4.0);
    near(go(&format!("\"rotate\"\nangle = {PI:?}")), -2.0, -3.0);
    near(
        go(&format!("\"rotate\"\nangle = {:?}", -PI / 2.0)),
        5.0,
        -2.0,
    );
}

#[test]
fn a_random_deviation_grows_with_the_way() {
    let mut patient = Patient::new("kind = \"actuation\"\nerror = \"random\"\ndeviation = 0.2");
    assert_eq!(patient.restless(), Restless::Always);
    // Where there is no way, there is no error.
    assert_eq!(patient.intent(0.0, HERE.x, HERE.y), instead(HERE.x, HERE.y));
    // A way of 5: errors of 1 in x and in y.
    let (mut sum, mut squares) = (0.0, 0.0);
    const DRAWS: u32 = 4000;
    for _ in 0..DRAWS {
        let Verdict::Instead(to) = patient.intent(0.0, 4.0, 5.0) else {
            panic!("not sent elsewhere")
        };
        let (ex, ey) = (to.x - 4.0, to.y - 5.0);
        sum += ex + ey;
        squares += ex * ex + ey * ey;
    }
    let draws = f64::from(2 * DRAWS);
    assert!((sum / draws).abs() < 0.05, "{sum}");
    assert!((squares / draws - 1.0).abs() < 0.05, "{squares}");
}

#[test]
fn an_error_may_change_whether_a_robot_stays() {
    // With the factor 0.1 and 0.5 per cent the target is nearer than the precision.
    let fault = |factor: f64| {
        format!(
            "[[faults]]\nkind = \"actuation\"\nerror = \"overshoot\"\nfactor = {factor:?}\nrobots = [0]\n[limits]\nrounds = 1"
        )
    };
    let ran = run(&rounds_of(&[0.0, 10.0], &fault(0.1)));
    assert_eq!((ran.x(0), ran.x(1)), (0.5, 5.0));
    let ran = run(&rounds_of(&[0.0, 10.0], &fault(1e-6)));
    assert_eq!(ran.of(0), [(0.0, Kind::Round, Code::Resting, 0.0)]);
}

#[test]
fn an_error_that_leads_nowhere_is_named() {
    let fault =
        "[[faults]]\nkind = \"actuation\"\nerror = \"overshoot\"\nfactor = 1e308\nrobots = [1]";
    let error = run(&rounds_of(&[0.0, 100.0], fault)).end.unwrap_err();
    let text = "robot 1 at time 0, event 0 (ROUND of 2 robots): where a fault sends it (-inf, 0) \
                is not a point";
    assert_eq!(error.to_string(), text);
    // Or it is a fault of one robot.
    let scenario = format!("on_panic = \"crash-fault\"\n{}", gathering(fault));
    let ran = run(&super::read(&scenario).unwrap());
    assert_eq!(ran.end, Ok(End::Terminated));
    let failure = ran.robot(1).failure().unwrap();
    assert_eq!(failure, "where a fault sends it (-inf, 0) is not a point");
    assert!(!ran.robot(1).appearance().is_live() && ran.robot(0).failure().is_none());
}

fn gathering(rest: &str) -> String {
    format!(
        "[swarm]\nrobots = 2\nalgorithm = \"gathering\"\nstart = \"positions\"\n\
         positions = [[0.0, 0.0], [100.0, 0.0]]\n[scheduler]\nkind = \"fsync\"\n{rest}\n"
    )
}

// ---------------------------------------------------------------------------------------------
// Intermittent faults

/// Whether the fault was active at each of many activations.
fn activity(fault: &str) -> Vec<bool> {
    let fault = format!("kind = \"intermittent\"\neffect = \"omission\"\n{fault}");
    let mut patient = Patient::new(&fault);
    assert_eq!(patient.restless(), Restless::Always);
    let active = |_| {
        assert_eq!(patient.look(&from_here(&[])), Sensing::Clear);
        let verdict = patient.intent(0.0, 5.0, 5.0);
        // What a Look decided holds until the next one.
        assert_eq!(patient.intent(9.0, 5.0, 5.0), verdict);
        verdict == Verdict::Omit
    };
    (0..4000).map(active).collect()
}

fn share(of: impl Iterator<Item = bool>) -> f64 {
    let (mut count, mut all) = (0.0, 0.0);
    for one in of {
        count += f64::from(u8::from(one));
        all += 1.0;
    }
    count / all
}

/// Of the activations after active ones, the share that is active too.
fn after_active(activity: &[bool]) -> f64 {
    let pairs = activity.windows(2).filter(|pair| pair[0]);
    share(pairs.map(|pair| pair[1]))
}

#[test]
fn an_intermittent_fault_comes_and_goes_as_its_states_say() {
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 0.04, "{found} {expected}");
    };
    // Resolved at every activation: each is drawn by itself.
    let independent = activity("");
    near(share(independent.iter().copied()), 0.3);
    near(after_active(&independent), 0.3);
    // Resolved with probability r, it is active again with r p + 1 - r; in the long run it is so
    // with p / (p + r (1 - p)).
    let sticky = activity("probability = 0.3\nresolve = 0.2");
    near(after_active(&sticky), 0.86);
    near(share(sticky.iter().copied()), 0.3 / 0.44);
    // Never resolved, it stays once it has come.
    let lasting = activity("probability = 0.3\nresolve = 0.0");
    let first = lasting.iter().position(|&active| active).unwrap();
    assert!(first < 40 && lasting[first..].iter().all(|&active| active));
    assert!(activity("probability = 0.0").iter().all(|&active| !active));
    assert!(activity("probability = 1.0").iter().all(|&active| active));
}

#[test]
fn an_active_fault_has_the_effect_that_it_is_given() {
    let verdict = |effect: &str| {
        let fault = format!("kind = \"intermittent\"\nprobability = 1.0\neffect = {effect}");
        let mut patient = Patient::new(&fault);
        let sensing = patient.look(&from_here(&[(2.0, 2.0), (9.0, 9.0)]));
        (sensing, patient.intent(0.0, 4.0, 5.0))
    };
    let clear = |verdict| (Sensing::Clear, verdict);
    assert_eq!(verdict("\"omission\""), clear(Verdict::Omit));
    assert_eq!(verdict("\"stop\""), clear(instead(2.5, 3.0)));
    assert_eq!(verdict("\"invert\""), clear(instead(-2.0, -3.0)));
    assert_eq!(verdict("\"rotate\"\nangle = 0.0"), clear(instead(4.0, 5.0)));
    assert_eq!(
        verdict("\"overshoot\"\nfactor = 2.0"),
        clear(instead(7.0, 9.0))
    );
    assert_eq!(
        verdict("\"random\"\ndeviation = 0.0"),
        clear(instead(4.0, 5.0))
    );
    let blind = (Sensing::Loss(vec![1, 2]), Verdict::Pass);
    assert_eq!(verdict("\"sensing\"\nloss = 1.0"), blind);
    let dim = (Sensing::Loss(vec![2]), Verdict::Pass);
    assert_eq!(verdict("\"sensing\"\nloss = 0.0\nradius = 3.0"), dim);
    // And a dormant one has none.
    for effect in [
        "omission",
        "stop",
        "invert",
        "rotate",
        "overshoot",
        "random",
        "sensing",
    ] {
        let fault = format!("kind = \"intermittent\"\nprobability = 0.0\neffect = \"{effect}\"");
        let mut patient = Patient::new(&fault);
        assert_eq!(patient.look(&from_here(&[(2.0, 2.0)])), Sensing::Clear);
        assert_eq!(patient.intent(0.0, 4.0, 5.0), Verdict::Pass);
    }
}
