//! Transient faults: robots that suddenly are elsewhere.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Patient, on_a_line, read, rounds_of, run};
use crate::math::Point;
use crate::model::End;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::directive::Transient;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{Code, Intent, Kind, Light};

fn strike(time: f64, rest: &str) -> String {
    format!("[[faults]]\nkind = \"transient\"\nrobots = [0]\ntime = {time:?}\n{rest}\n")
}

#[test]
fn a_robot_on_its_way_rests_where_it_is_put() {
    for (place, x) in [
        ("position = [-7.0, 0.0]", -7.0),
        // From where it was, which is 2.
        ("displacement = [1.5, 0.0]", 3.5),
        ("light = \"red\"", 2.0),
        ("", 2.0),
    ] {
        let faults = strike(2.0, place) + "[limits]\nrounds = 1";
        let ran = run(&rounds_of(&[0.0, 10.0], &faults));
        assert_eq!(
            ran.of(0),
            [
                (0.0, Kind::Round, Code::Moving, 0.0),
                (2.0, Kind::Fault, Code::Struck, x),
            ],
            "{place}"
        );
        // It went 2 by itself.
        assert_eq!(ran.robot(0).travelled(), 2.0);
        assert_eq!(ran.x(1), 5.0);
    }
}

#[test]
fn a_robot_with_a_clock_that_is_taken_off_its_way_draws_its_next_wait() {
    // Both leave early for 5, at speed 1; at 3 robot 0 is on its way, and later it looks again.
    let faults = strike(3.0, "position = [0.0, 0.0]") + "[scheduler]\nvisualize = inf\nrate = 5.0";
    let ran = run(&on_a_line(&[0.0, 10.0], &faults));
    let of = ran.of(0);
    let place = of.iter().position(|line| line.1 == Kind::Fault).unwrap();
    assert_eq!(of[place - 1].2, Code::Moving);
    assert_eq!(of[place], (3.0, Kind::Fault, Code::Struck, 0.0));
    assert_eq!(
        (of[place + 1].1, of[place + 1].2),
        (Kind::Look, Code::Moving)
    );
    assert_eq!(ran.end, Ok(End::Terminated));
}

#[test]
fn a_robot_that_rests_is_activated_as_if_nothing_had_happened() {
    let look = |strikes: &str| {
        let rest =
            format!("{strikes}[scheduler]\nvisualize = inf\nrate = 0.01\n[limits]\nevents = 3");
        let ran = run(&on_a_line(&[0.0, 10.0, 20.0], &rest).with_stall_rule(false));
        let of = ran.of(0);
        of.iter()
            .find(|line| line.1 == Kind::Look)
            .map(|line| line.0)
    };
    // Its first LOOK comes late.
    let first = look("");
    assert!(first.is_some());
    assert_eq!(look(&strike(1e-3, "displacement = [1.0, 0.0]")), first);
}

#[test]
fn a_strike_leaves_the_crashed_alone_and_the_ended_ended() {
    let crash = "[[faults]]\nkind = \"crash\"\nrobots = [0]\n";
    for time in ["", "time = 1.0\n"] {
        let faults = format!("{crash}{time}{}", strike(2.0, "position = [-7.0, 0.0]"));
        let ran = run(&rounds_of(&[0.0, 10.0, 20.0], &faults));
        assert!(ran.x(0) >= 0.0, "{}", ran.x(0));
        assert!(
            ran.of(0)
                .contains(&(2.0, Kind::Fault, Code::Ignored, ran.x(0)))
        );
    }
    // Robot 0 has ended at once, blind as it is, and never notices where it was put. The others
    // go for the mean, and so to it, until that is near: they get stuck a little too far away.
    let faults = format!(
        "{}[[faults]]\nkind = \"sensing\"\nloss = 1.0\nrobots = [0]",
        strike(1.0, "position = [-7.0, 0.0]")
    );
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], &faults));
    assert_eq!(ran.end, Ok(End::Stalled));
    assert_eq!(ran.x(0), -7.0);
    assert!((ran.x(1) + 7.0).abs() < 4e-5, "{}", ran.x(1));
    assert_eq!(ran.of(0).len(), 2);
}

#[test]
fn a_swarm_recovers_from_every_strike_and_is_stalled_then() {
    let faults = strike(20.0, "position = [50.0, 0.0]")
        + &strike(200.0, "displacement = [0.0, 60.0]")
        + "[[faults]]\nkind = \"transient\"\ncount = 2\ntime = 300.5\nbox = [40.0, 20.0]\n";
    let text =
        format!("terminate = false\n[scheduler]\nkind = \"fsync\"\nvisualize = inf\n{faults}");
    let ran = run(&on_a_line(&[0.0, 10.0, 20.0, 30.0], &text));
    assert_eq!(ran.end, Ok(End::Stalled));
    let strikes: Vec<_> = ran
        .lines
        .iter()
        .filter(|line| line.2 == Kind::Fault)
        .collect();
    assert_eq!(strikes.len(), 4);
    let last = ran.lines.last().unwrap();
    assert!(last.0 > 300.5);
    let first = ran.robot(0).position();
    for id in 1..4 {
        assert!(ran.robot(id).position().distance(first) < 1e-4);
    }
}

#[test]
fn a_displacement_beyond_all_numbers_is_a_named_error() {
    let faults = strike(1.0, "displacement = [1.7e308, 0.0]")
        + &strike(2.0, "displacement = [1.7e308, 0.0]");
    let error = run(&rounds_of(&[0.0, 10.0], &faults)).end.unwrap_err();
    assert_eq!(
        error.to_string(),
        "robot 0 at time 2, event 2 (FAULT of robot 0): where a transient fault puts it (inf, 0) \
         is not a point"
    );
}

proptest! {
    #[test]
    fn robots_are_thrown_into_the_box_each_by_its_own_dice(
        width in 1e-3..1e3f64,
        height in 1e-3..1e3f64,
    ) {
        let fault = format!("kind = \"transient\"\ntime = 1.0\nbox = [{width:?}, {height:?}]");
        let thrown = |index| {
            let patient = Patient::number(&fault, index, &[3, 5]);
            prop_assert!(patient.drew());
            let [(time, Transient { position, displacement, light })] = patient.affliction.transients[..]
            else {
                panic!("not one strike");
            };
            prop_assert_eq!((time, displacement, light), (1.0, None, None));
            let point = position.unwrap();
            prop_assert!(point.x.abs() <= width / 2.0 && point.y.abs() <= height / 2.0);
            Ok(point)
        };
        prop_assert_ne!(thrown(0)?, thrown(1)?);
        prop_assert_eq!(thrown(0)?, thrown(0)?);
    }
}

// ---------------------------------------------------------------------------------------------
// Lights

/// Stays, and shows again what it shows.
#[derive(Debug)]
struct Keeps;

impl Algorithm for Keeps {
    fn compute(
        &self,
        percept: &Percept,
        _: &mut AlgorithmDice<'_>,
    ) -> Result<Intent, crate::model::Failure> {
        Ok(Intent::stay(percept.here(), false))
    }

    fn palette(&self) -> &'static [Light] {
        &[Light::Black, Light::White]
    }
}

#[test]
fn a_strike_sets_the_light_of_an_algorithm() {
    let faults = strike(2.5, "light = \"white\"");
    let ran = run(&rounds_of(&[0.0, 10.0], &faults).with_algorithm(Arc::new(Keeps)));
    // Others could see it, so until then nothing is stalled; and afterwards all look again.
    assert_eq!(ran.end, Ok(End::Stalled));
    assert_eq!(ran.robot(0).appearance().light, Some(Light::White));
    assert_eq!(ran.lines.last().unwrap().0, 3.0);
    assert_eq!(ran.robot(0).position(), Point::new(0.0, 0.0));
}

#[test]
fn a_light_has_to_be_a_colour_of_the_algorithm() {
    let text = |algorithm: &str, light: &str| {
        format!(
            "[swarm]\nrobots = 2\nalgorithm = \"{algorithm}\"\nforce = true\n[[faults]]\nkind = \"transient\"\n\
             count = 1\ntime = 1.0\nlight = \"{light}\"\n"
        )
    };
    let algorithm = "rendezvous_three_colors";
    assert!(read(&text(algorithm, "white")).is_ok());
    let error = read(&text(algorithm, "cyan")).unwrap_err();
    insta::assert_snapshot!(error, @r#"test.toml:9:9: faults[0].light: expected colours of the algorithm (black, white, red), found "cyan""#);
    // Lights that no algorithm reads may be any.
    assert!(read(&text("gathering", "cyan")).is_ok());
}
