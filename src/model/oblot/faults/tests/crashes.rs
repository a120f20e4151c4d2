//! Crashes on the way.

use super::{rounds_of, run};
use crate::model::End;
use crate::model::oblot::{Code, Kind};

const ON_THE_WAY: &str = "[[faults]]\nkind = \"crash\"\nrobots = [0]\nduring = \"move\"\n";

#[test]
fn a_robot_crashes_after_a_part_of_its_way() {
    for (fraction, x) in [
        ("", 2.5),
        ("fraction = 0.25", 1.25),
        ("fraction = 1.0", 5.0),
    ] {
        let ran = run(&rounds_of(&[0.0, 10.0], &format!("{ON_THE_WAY}{fraction}")));
        assert_eq!(ran.end, Ok(End::Terminated), "{fraction}");
        assert_eq!(
            ran.of(0),
            [
                (0.0, Kind::Round, Code::Moving, 0.0),
                (x, Kind::Crash, Code::Crashed, x),
            ],
        );
        assert_eq!(ran.robot(0).travelled(), x);
    }
    // After none of it: at the instant of its departure.
    let ran = run(&rounds_of(
        &[0.0, 10.0],
        &format!("{ON_THE_WAY}fraction = 0.0"),
    ));
    let crash = (0.0, Kind::Crash, Code::Crashed, 0.0);
    assert_eq!(ran.of(0), [(0.0, Kind::Round, Code::Moving, 0.0), crash]);
}

#[test]
fn departures_are_counted_not_activations() {
    // Robot 1 never moves. Robot 0 goes 5, 2.5 and half of 1.25.
    let fault = format!(
        "{ON_THE_WAY}departure = 3\n[[faults]]\nkind = \"mobility\"\nrobots = [1]\n\
         [limits]\nrounds = 9"
    );
    let ran = run(&rounds_of(&[0.0, 10.0], &fault));
    assert_eq!(ran.x(0), 8.125);
    assert_eq!(
        ran.of(0).last(),
        Some(&(8.125, Kind::Crash, Code::Crashed, 8.125))
    );
    // Of several such crashes the earliest comes.
    let twice = format!("{ON_THE_WAY}departure = 2\n{fault}");
    assert_eq!(run(&rounds_of(&[0.0, 10.0], &twice)).x(0), 6.25);
    let twice = format!("{fault}\n{ON_THE_WAY}departure = 2\nfraction = 0.0");
    assert_eq!(run(&rounds_of(&[0.0, 10.0], &twice)).x(0), 5.0);
}

#[test]
fn a_way_that_takes_no_time_is_a_departure() {
    let text = format!(
        "[swarm]\nrobots = 2\nalgorithm = \"gathering\"\nspeed = 0.0\nstart = \"positions\"\n\
         positions = [[0.0, 0.0], [10.0, 0.0]]\n[scheduler]\nkind = \"fsync\"\nvisualize = inf\n\
         {ON_THE_WAY}"
    );
    let ran = run(&super::read(&text).unwrap());
    // It crashes before its jump; the other one is there at once.
    assert_eq!((ran.x(0), ran.x(1)), (0.0, 5.0));
    assert_eq!(
        ran.of(0),
        [
            (0.0, Kind::Round, Code::Moving, 0.0),
            (0.0, Kind::Crash, Code::Crashed, 0.0),
        ]
    );
}

#[test]
fn who_is_taken_off_its_way_crashes_on_the_next() {
    // At 1 the robot is put back to 0, so its crash at 2.5 does not come; but it does on its way
    // from 0 to 2.5 that begins at 5.
    let fault = format!(
        "{ON_THE_WAY}[[faults]]\nkind = \"transient\"\ntime = 1.0\nposition = [0.0, 0.0]\n\
         robots = [0]"
    );
    let ran = run(&rounds_of(&[0.0, 10.0], &fault));
    assert_eq!(
        ran.of(0),
        [
            (0.0, Kind::Round, Code::Moving, 0.0),
            (1.0, Kind::Fault, Code::Struck, 0.0),
            (5.0, Kind::Round, Code::Moving, 0.0),
            (6.25, Kind::Crash, Code::Crashed, 1.25),
        ],
    );
}

#[test]
fn a_byzantine_robot_crashes_on_its_way_too() {
    let fault = format!(
        "{ON_THE_WAY}departure = 2\n[[faults]]\nkind = \"byzantine_scripted\"\nrobots = [0]\n\
         points = [[-4.0, 0.0], [-2.0, 0.0]]"
    );
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], &fault));
    assert_eq!(ran.x(0), -3.0);
    assert_eq!(ran.end, Ok(End::Terminated));
}
