//! A run can be copied between two events and go on from there, as often as one likes.

use proptest::prelude::*;

use super::scenarios::any_scenario;
use super::{INLINE, Ran, oblot, ran, run};
use crate::arbiter::Input;
use crate::engine::{Checkpoint, Simulation};
use crate::model::oblot::{self as model, Oblot};

fn to_the_end(mut simulation: Simulation<Oblot>) -> Ran {
    let ((), end) = simulation.run(());
    ran(&simulation, end.map_err(|error| error.to_string()))
}

/// Goes on for so many events; a checkpoint.
fn after(simulation: &mut Simulation<Oblot>, events: usize) -> Checkpoint<Oblot> {
    for _ in 0..events {
        simulation.step(&[]).unwrap();
    }
    simulation.checkpoint().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_run_that_is_resumed_goes_on_as_if_nothing_had_been(
        text in any_scenario(),
        (one, two) in (0..150usize, 0..60usize),
    ) {
        let expected = run(oblot(&text), INLINE);
        let mut simulation = Simulation::new(oblot(&text), INLINE).unwrap();
        let first = after(&mut simulation, one);
        // A checkpoint of the run that goes on, and of one that was resumed.
        let second = after(&mut simulation, two);
        let mut resumed = Simulation::resume(&first, 1);
        let third = after(&mut resumed, two);
        for checkpoint in [&first, &second, &third, &first] {
            prop_assert_eq!(&to_the_end(Simulation::resume(checkpoint, 1)), &expected);
        }
        prop_assert_eq!(&to_the_end(Simulation::resume(&first, 2)), &expected);
        prop_assert_eq!(&to_the_end(simulation), &expected);
        prop_assert_eq!(&to_the_end(resumed), &expected);
    }
}

#[test]
fn a_checkpoint_is_not_changed_by_what_is_resumed_from_it() {
    let text = "seed = 5\n[swarm]\nrobots = 5\nalgorithm = \"gathering\"\n[limits]\nevents = 100\n";
    let mut simulation = Simulation::new(oblot(text), INLINE).unwrap();
    let checkpoint = after(&mut simulation, 40);
    let expected = to_the_end(Simulation::resume(&checkpoint, 1));
    let mut steered = Simulation::resume(&checkpoint, 1);
    steered.schedule(50, Input::Steer(model::Input::Crash { robot: 2 }));
    assert_ne!(to_the_end(steered), expected);
    assert_eq!(to_the_end(Simulation::resume(&checkpoint, 1)), expected);
}

#[test]
fn inputs_that_are_scheduled_are_part_of_a_checkpoint() {
    let text = "seed = 5\n[swarm]\nrobots = 5\nalgorithm = \"gathering\"\n[limits]\nevents = 100\n";
    let mut simulation = Simulation::new(oblot(text), INLINE).unwrap();
    simulation.schedule(50, Input::Steer(model::Input::Crash { robot: 2 }));
    let checkpoint = after(&mut simulation, 40);
    let expected = to_the_end(simulation);
    assert_eq!(to_the_end(Simulation::resume(&checkpoint, 1)), expected);
}

#[cfg(feature = "native")]
#[test]
fn the_actor_engine_has_no_checkpoints() {
    let text = "[swarm]\nrobots = 2\nalgorithm = \"gathering\"\n";
    let simulation =
        Simulation::new(oblot(text), crate::engine::Engine::Actors { threads: 1 }).unwrap();
    assert!(simulation.checkpoint().is_none());
}
