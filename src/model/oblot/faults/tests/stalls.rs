//! A run is found stalled where nothing can change any more, and never before.

use std::sync::Arc;

use super::{Patient, Restless, SAMPLES, rounds_of, run};
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::{Code, Intent};
use crate::model::{End, Failure};

/// Everybody stays and never ends.
#[derive(Debug)]
struct Stays;

impl Algorithm for Stays {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        Ok(Intent::stay(percept.here(), false))
    }
}

/// How a swarm ends in which all that are correct stay, and in which round.
fn end(fault: &str) -> (End, u64) {
    let rest = format!("[[faults]]\nrobots = [0]\n{fault}\n[limits]\ntime = 9.5");
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], &rest).with_algorithm(Arc::new(Stays)));
    let rounds = ran.state.director.synchronous_rounds();
    (ran.end.unwrap(), rounds)
}

#[test]
fn robots_that_can_only_stay_are_stalled_at_once() {
    for fault in [
        "kind = \"byzantine_frozen\"",
        "kind = \"mobility\"",
        "kind = \"mobility\"\nactivation = 5",
        "kind = \"delay\"\nuntil = 5.0",
        "kind = \"sensing\"\nloss = 0.0\nradius = 5.0",
        "kind = \"crash\"\nduring = \"move\"",
        "kind = \"actuation\"\nerror = \"invert\"",
        "kind = \"byzantine_mirror\"",
    ] {
        assert_eq!(end(fault), (End::Stalled, 1), "{fault}");
    }
}

#[test]
fn robots_that_draw_are_never_stalled() {
    for fault in [
        "kind = \"byzantine\"",
        "kind = \"omission\"",
        "kind = \"sensing\"",
        "kind = \"actuation\"\nerror = \"random\"",
        "kind = \"intermittent\"\neffect = \"stop\"",
    ] {
        assert_eq!(end(fault).0, End::Time, "{fault}");
    }
}

#[test]
fn a_strike_to_come_may_wake_a_swarm() {
    // The round at 6 is the first after the strike.
    let strike = "kind = \"transient\"\ntime = 5.5\ndisplacement = [1.0, 0.0]";
    assert_eq!(end(strike), (End::Stalled, 7));
    assert_eq!(end("kind = \"mobility\"\ntime = 5.5"), (End::Stalled, 7));
}

#[test]
fn a_script_is_waited_for_until_its_last_point() {
    let script = |points: &str, then: &str| {
        end(&format!(
            "kind = \"byzantine_scripted\"\npoints = [{points}]\nthen = \"{then}\""
        ))
    };
    let here = "[0.0, 0.0]";
    assert_eq!(script(here, "stay"), (End::Stalled, 1));
    assert_eq!(script(here, "repeat"), (End::Stalled, 1));
    // It stays for two rounds, goes to and fro in two more, and stays.
    let points = format!("{here}, {here}, [1.0, 0.0], {here}");
    assert_eq!(script(&points, "stay"), (End::Stalled, 5));
    assert_eq!(script(&points, "repeat").0, End::Time);
    // All points are one, but nobody looks so far.
    assert_eq!(script(&format!("{here}, {here}"), "repeat").0, End::Time);
}

#[test]
fn a_robot_that_goes_to_and_fro_is_never_stalled() {
    let points = "points = [[0.0, 0.0], [1.0, 0.0]]";
    let oscillate = format!("kind = \"byzantine_oscillate\"\n{points}");
    assert_eq!(end(&oscillate).0, End::Time);
    // Whoever flees or follows always finds somewhere to go here.
    for fault in ["flee", "follow"] {
        let fault = format!("kind = \"byzantine_{fault}\"");
        assert_eq!(end(&fault).0, End::Time, "{fault}");
    }
}

#[test]
fn a_faulty_robot_that_has_ended_holds_nothing_up() {
    // Robot 0 sees nobody else and ends at once; the others, which are never activated near one
    // another, are stalled although its fault draws.
    let fault = "[[faults]]\nkind = \"omission\"\nrobots = [0]\n\
                 [[faults]]\nkind = \"sensing\"\nloss = 1.0\nrobots = [0]\n[limits]\ntime = 9.5";
    let ends = Arc::new(EndsAlone);
    let ran = run(&rounds_of(&[0.0, 10.0, 20.0], fault).with_algorithm(ends));
    assert_eq!(ran.of(0)[0].2, Code::Terminated);
    assert_eq!(ran.end, Ok(End::Stalled));
    assert_eq!(ran.state.director.synchronous_rounds(), 2);
}

/// Ends where it sees nobody else.
#[derive(Debug)]
struct EndsAlone;

impl Algorithm for EndsAlone {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let alone = percept.robots().len() == 1;
        Ok(Intent::stay(percept.here(), alone))
    }
}

#[test]
fn only_dice_and_counts_make_restless() {
    // `mixed` is one of four others.
    for sample in SAMPLES.iter().filter(|sample| !sample.contains("mixed")) {
        let mut patient = Patient::new(sample);
        let restless = patient.restless();
        if restless == Restless::Never && patient.affliction.rule.is_some() {
            // Whoever is never restless answers the same question in the same way for ever.
            let percept = super::from_here(&[(2.0, 2.0), (9.0, 9.0)]);
            let mut said = || (patient.look(&percept), patient.intent(7.0, 3.0, 3.0));
            let first = said();
            let oscillates = sample.contains("oscillate");
            let immobile = sample.contains("mobility");
            for _ in 0..5 {
                assert!(said() == first || oscillates || immobile, "{sample}");
            }
            assert!(!patient.drew(), "{sample}");
        }
    }
}
