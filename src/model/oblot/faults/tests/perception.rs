//! Robots that miss others, and robots that others no longer see.

use super::{HERE, Patient, Restless, Sensing, from_here, rounds_of, run, seen};
use crate::math::Point;
use crate::model::oblot::directive::Payload;
use crate::model::oblot::positions::Appearance;
use crate::model::oblot::{Code, Event, Kind, Oblot, Outcome, Phase, RobotOutcome, flags};
use crate::model::{End, Model as _, Target};

const OTHERS: &[(f64, f64)] = &[(2.0, 1.0), (4.0, 5.0), (6.0, 1.0), (9.0, 9.0)];

#[test]
fn a_robot_misses_each_of_the_others_with_a_probability() {
    let mut patient = Patient::new("kind = \"sensing\"\nloss = 0.25");
    assert_eq!(patient.restless(), Restless::Always);
    let percept = from_here(OTHERS);
    let mut missed = [0_u32; 5];
    const LOOKS: u32 = 4000;
    for _ in 0..LOOKS {
        match patient.look(&percept) {
            Sensing::Clear => {}
            Sensing::Loss(ids) => {
                assert!(!ids.is_empty() && ids.is_sorted());
                ids.iter().for_each(|&id| missed[id as usize] += 1);
            }
            other => panic!("{other:?}"),
        }
    }
    // Nobody misses itself.
    assert_eq!(missed[0], 0);
    for count in &missed[1..] {
        let share = f64::from(*count) / f64::from(LOOKS);
        assert!((share - 0.25).abs() < 0.03, "{missed:?}");
    }
    // The default.
    let mut patient = Patient::new("kind = \"sensing\"");
    let misses = (0..LOOKS).filter(|_| match patient.look(&percept) {
        Sensing::Loss(ids) => ids.contains(&3),
        _ => false,
    });
    let share = misses.count() as f64 / f64::from(LOOKS);
    assert!((share - 0.5).abs() < 0.03, "{share}");
}

#[test]
fn never_and_always_are_no_matter_of_luck() {
    let mut sharp = Patient::new("kind = \"sensing\"\nloss = 0.0");
    assert_eq!(sharp.look(&from_here(OTHERS)), Sensing::Clear);
    assert!(!sharp.drew());
    let mut blind = Patient::new("kind = \"sensing\"\nloss = 1.0");
    let all = Sensing::Loss(vec![1, 2, 3, 4]);
    assert_eq!(blind.look(&from_here(OTHERS)), all);
    for patient in [sharp, blind] {
        assert_eq!(patient.restless(), Restless::Never);
    }
}

#[test]
fn a_radius_of_its_own_lies_within_that_of_all() {
    // The distances are 1, 5, 5 and more than 11; the radius itself is within sight.
    for (radius, beyond) in [
        (5.0, vec![4]),
        (4.9, vec![2, 3, 4]),
        (0.0, vec![1, 2, 3, 4]),
    ] {
        let fault = format!("kind = \"sensing\"\nloss = 0.0\nradius = {radius:?}");
        assert_eq!(
            Patient::new(&fault).look(&from_here(OTHERS)),
            Sensing::Loss(beyond),
            "{radius}"
        );
    }
    let mut far = Patient::new("kind = \"sensing\"\nloss = 0.0\nradius = 50.0");
    assert_eq!(far.look(&from_here(OTHERS)), Sensing::Clear);
    // What nobody could see is not missed.
    let robots = [
        (HERE, Appearance::START),
        (Point::new(9.0, 9.0), Appearance::START),
    ];
    let mut blind = Patient::new("kind = \"sensing\"\nloss = 1.0\nradius = 0.0");
    assert_eq!(blind.look(&seen(&robots, 0, Some(5.0))), Sensing::Clear);
}

#[test]
fn what_a_robot_misses_does_not_move_it() {
    // Robot 0 sees itself alone and has gathered with all that it sees. It is not the last active
    // robot, though, so it computes that by itself.
    let fault = "[[faults]]\nkind = \"sensing\"\nloss = 1.0\nrobots = [0]\n[limits]\nrounds = 1";
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], fault));
    assert!(ran.robot(0).appearance().terminated && !ran.robot(0).appearance().frozen);
    assert_eq!((ran.x(0), ran.x(2)), (0.0, 10.0));
    // With a radius it sees only its neighbour.
    let fault = "[[faults]]\nkind = \"sensing\"\nloss = 0.0\nradius = 10.0\nrobots = [0]\n\
                 [limits]\nrounds = 1";
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], fault));
    assert_eq!((ran.x(0), ran.x(1), ran.x(2)), (5.0, 10.0, 10.0));
}

// ---------------------------------------------------------------------------------------------
// Crashed robots that vanish

const INVISIBLE: &str = "[[faults]]\nkind = \"crash\"\nvisible = false\nrobots = [0]\n";

#[test]
fn a_robot_that_vanished_before_the_start_is_not_seen() {
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], INVISIBLE));
    assert_eq!(ran.end, Ok(End::Terminated));
    assert_eq!((ran.x(0), ran.x(1), ran.x(2)), (0.0, 15.0, 15.0));
    assert!(ran.robot(0).appearance().vanished);
    // A crashed robot that is seen counts.
    let visible = INVISIBLE.replace("false", "true");
    let ran = run(&rounds_of(
        &[0.0, 10.0, 20.0],
        &format!("{visible}[limits]\nrounds = 1"),
    ));
    assert_eq!((ran.x(1), ran.x(2)), (10.0, 10.0));
}

#[test]
fn a_robot_vanishes_when_it_crashes() {
    // All leave for 10; at 4 robot 0 crashes, and at the round at 10 the others have gathered.
    let ran = run(&rounds_of(
        &[0.0, 10.0, 20.0],
        &format!("{INVISIBLE}time = 4.0"),
    ));
    assert_eq!(ran.end, Ok(End::Terminated));
    assert_eq!((ran.x(0), ran.x(1), ran.x(2)), (4.0, 10.0, 10.0));
    assert_eq!(ran.state.director.synchronous_rounds(), 2);
    let appearance = ran.robot(0).appearance();
    assert!(appearance.vanished && appearance.phase == Phase::Crash);
}

#[test]
fn rows_tell_who_has_vanished() {
    let flags = |vanished: bool| {
        let event = Event {
            number: 0,
            time: 4.0,
            due: 4.0,
            target: Target::Robot(0),
            kind: Kind::Crash,
            payload: Payload::Nothing,
        };
        let appearance = Appearance {
            phase: Phase::Crash,
            vanished,
            ..Appearance::START
        };
        let outcome = Outcome::Robot(RobotOutcome {
            code: Code::Crashed,
            position: HERE,
            target: None,
            appearance,
            aside: None,
        });
        let mut row = Vec::new();
        Oblot::encode(&event, None, &outcome, &mut row);
        row[14]
    };
    let crashed = (Phase::Crash as u8) << flags::PHASE_SHIFT;
    assert_eq!(flags(false), crashed);
    assert_eq!(flags(true), crashed | flags::VANISHED);
}

#[test]
fn it_vanishes_however_it_crashes() {
    let fault =
        format!("{INVISIBLE}time = 100.0\n[[faults]]\nkind = \"crash\"\ntime = 4.0\nrobots = [0]");
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], &fault));
    assert!(ran.robot(0).appearance().vanished);
    assert_eq!(ran.state.director.synchronous_rounds(), 2);
}

#[test]
fn nobody_sees_a_vanished_robot_but_everybody_sees_itself() {
    let fault = format!("{INVISIBLE}[visibility]\nnearest = 1\n[limits]\nrounds = 1");
    // Robot 1 would see robot 0 as its nearest, robot 2 sees robot 1.
    let ran = run(&rounds_of(&[9.0, 10.0, 20.0], &fault));
    assert_eq!((ran.x(1), ran.x(2)), (15.0, 15.0));
    // Within a radius, and behind whom a robot would be hidden.
    for sight in ["radius = 11.0", "obstruction = true"] {
        let fault = format!("{INVISIBLE}[visibility]\n{sight}\n[limits]\nrounds = 1");
        let ran = run(&rounds_of(&[15.0, 10.0, 20.0], &fault));
        assert_eq!((ran.x(1), ran.x(2)), (15.0, 15.0), "{sight}");
    }
}
