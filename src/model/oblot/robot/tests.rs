//! The light, and moves that end early.

use std::sync::Arc;

use super::{Compute, Quirks, Robot, Rules, Setup};
use crate::dice::Dice;
use crate::math::Point;
use crate::model::oblot::Light;
use crate::model::oblot::algorithms::Controller;
use crate::model::oblot::movement::Movement;
use crate::model::oblot::positions::Path;
use crate::model::oblot::schedulers::{Activation, Law};

fn robot(rigid: bool) -> Robot {
    let rules = Rules {
        epsilon: 1e-5,
        movement: if rigid {
            Movement::Rigid
        } else {
            Movement::Original
        },
        activation: Activation::Planned,
        compute: Compute::AtOnce,
        speed: None,
        senses: None,
        quirks: Quirks::ALL,
        terminate: true,
        palette: false,
        crash_on_panic: false,
        on_trouble: crate::model::outside::OnTrouble::Stop,
        percepts: false,
        choices: false,
    };
    let setup = Setup {
        rules: Arc::new(rules),
        controller: Controller::Outside,
        judged: false,
        flaws: None,
        crashed: false,
        faults: Arc::default(),
        speed: 1.0,
        wait: Law::Fixed(1.0),
        position: Point::new(0.0, 0.0),
        light: None,
        dice: Dice::new(1, 0),
    };
    Robot::new(0, setup)
}

#[test]
fn a_light_changes_half_a_unit_of_time_after_its_last_change_at_the_earliest() {
    let mut robot = robot(true);
    let mut light = |light, now| {
        robot.shine(light, now);
        robot.appearance().light
    };
    // Of the attempts of one Look at the start the first succeeds: the last change counts as at -1.
    assert_eq!(light(Light::Blue, 0.0), Some(Light::Blue));
    assert_eq!(light(Light::Red, 0.0), Some(Light::Blue));
    assert_eq!(light(Light::Green, 0.0), Some(Light::Blue));
    assert_eq!(light(Light::Green, 0.499), Some(Light::Blue));
    // The colour that it shows already is no change, so 0.5 after the last one is enough.
    assert_eq!(light(Light::Blue, 0.4), Some(Light::Blue));
    assert_eq!(light(Light::Green, 0.5), Some(Light::Green));
    assert_eq!(light(Light::Blue, 0.999), Some(Light::Green));
    assert_eq!(light(Light::Blue, 1.0), Some(Light::Blue));
}

#[test]
fn a_light_cannot_change_within_half_a_unit_before_the_start() {
    // -1 + 0.5 is before every event, so the first attempt always succeeds.
    let mut robot = robot(true);
    assert_eq!(robot.appearance().light, None);
    robot.shine(Light::Red, 0.0);
    assert_eq!(robot.appearance().light, Some(Light::Red));
}

/// Ends a move of length 4 with speed 1 that began at 1.
fn ends(rigid: bool, now: f64) -> (f64, f64) {
    let mut robot = robot(rigid);
    robot.trip = Some(Path {
        from: Point::new(0.0, 0.0),
        to: Point::new(4.0, 0.0),
        start: 1.0,
        speed: 1.0,
        length: 4.0,
    });
    assert_eq!(robot.position_at(2.0), Point::new(1.0, 0.0));
    robot.end_trip(now);
    assert_eq!(robot.position_at(2.0), robot.position());
    (robot.position().x, robot.travelled())
}

#[test]
fn a_rigid_move_ends_at_its_target_and_another_where_the_robot_is() {
    assert_eq!(ends(true, 2.0), (4.0, 4.0));
    assert_eq!(ends(false, 2.0), (1.0, 1.0));
    assert_eq!(ends(false, 5.0), (4.0, 4.0));
    // Closer to the end than the precision.
    assert_eq!(ends(false, 5.0 - 0.9e-5), (4.0, 4.0));
    // A move that takes no longer than an instant is rigid.
    assert_eq!(ends(false, 1.0), (4.0, 4.0));
    assert_eq!(ends(false, 1.0 + 0.9e-12), (4.0, 4.0));
    let (x, _) = ends(false, 1.0 + 1e-9);
    assert!(x > 0.0 && x < 1.1e-9);
}
