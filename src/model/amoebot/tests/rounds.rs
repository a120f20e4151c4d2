//! Rounds: their events, their ends, and the engines.

use serde::{Deserialize, Serialize};

use super::{Made, line, run_line};
use crate::engine::{Engine, Simulation};
use crate::model::amoebot::grid::{Direction, Node};
use crate::model::amoebot::trial;
use crate::model::{End, Extras};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Tosser {
    rounds: u32,
    heads: u32,
    heard: u32,
}

/// Everybody tosses coins in both phases, beeps by them and expands or contracts by them.
fn tossers() -> Made<Tosser> {
    Made {
        movement: |state, particle| {
            state.rounds += 1;
            particle.use_automatic_bonds();
            state.heads += u32::from(particle.coin());
            Ok(())
        },
        beep: |state, particle| {
            state.heard += u32::from(particle.heard(0));
            particle.next().set_to_global(0)?;
            if particle.coin() && particle.coin() && particle.coin() {
                particle.beep(0)?;
            }
            Ok(())
        },
        ..Made::default()
    }
}

#[test]
fn all_engines_and_threads_agree() {
    let scenario = line(300, 12, "", tossers());
    let digests = |engine| {
        let plan = scenario.plan(Extras::default());
        let mut simulation = Simulation::new(plan, engine).unwrap();
        assert_eq!(simulation.run(()).1.unwrap(), End::Condition);
        let status = simulation.status();
        let state = simulation.state().unwrap();
        (status.digest, status.events, state.dice_digest())
    };
    let expected = digests(Engine::Inline { threads: 1 });
    // A round is five events.
    assert_eq!(expected.1, 60);
    for threads in [2, 3, 4] {
        assert_eq!(digests(Engine::Inline { threads }), expected);
    }
    for threads in [1, 2, 4] {
        assert_eq!(digests(Engine::Actors { threads }), expected);
    }
}

#[test]
fn the_order_of_activation_cannot_be_observed() {
    let scenario = line(40, 3, "", tossers());
    let program = scenario.program();
    let ran = trial::play(&scenario, |_| {});
    let view = ran.books.view();
    let dice = |id| crate::dice::Dice::new(9, id);
    let decide = |id: u32| {
        let mut dice = dice(id);
        let moved = program.movement(view, id, &mut dice).unwrap();
        let beeped = program.beep(view, id, &mut dice).unwrap();
        (id, format!("{moved:?}"), format!("{beeped:?}"))
    };
    let forwards: Vec<_> = (0..40).map(decide).collect();
    let mut backwards: Vec<_> = (0..40).rev().map(decide).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}

#[test]
fn a_run_ends_after_the_first_round_after_which_all_have_finished() {
    let made = Made::<Tosser> {
        start: |newborn| Tosser {
            heads: newborn.id,
            ..Tosser::default()
        },
        movement: |state, _| {
            state.rounds += 1;
            Ok(())
        },
        finished: |state| state.rounds >= 3 + state.heads,
        ..Made::default()
    };
    let ran = run_line(4, 100, made);
    assert_eq!((ran.end, ran.rounds()), (End::Terminated, 6));
    assert_eq!(ran.books.finished(), 4);
}

#[test]
fn an_anchor_that_is_set_counts_at_once_and_stays() {
    let made = Made::<Tosser> {
        start: |newborn| Tosser {
            heads: newborn.id,
            ..Tosser::default()
        },
        movement: |state, particle| {
            state.rounds += 1;
            if state.rounds == 1 && state.heads == 1 {
                particle.make_anchor();
            }
            if state.heads == 0 && !particle.is_expanded() {
                particle.expand(Direction::E)?;
            } else if state.heads == 0 {
                particle.contract_head()?;
            }
            Ok(())
        },
        ..Made::default()
    };
    let after = |rounds| {
        let ran = run_line(
            2,
            rounds,
            Made {
                ..made_again(&made)
            },
        );
        let bodies = ran.structure().bodies().to_vec();
        bodies
            .iter()
            .map(|body| (body.tail, body.head_node()))
            .collect::<Vec<_>>()
    };
    let (west, here, east) = (Node::new(-1, 0), Node::new(0, 0), Node::new(1, 0));
    assert_eq!(after(1), [(west, here), (east, east)]);
    assert_eq!(after(2), [(here, here), (east, east)]);
}

/// A copy: function pointers are all there is.
fn made_again<S: crate::model::amoebot::interface::State>(made: &Made<S>) -> Made<S> {
    Made {
        pins: made.pins,
        start: made.start,
        movement: made.movement,
        beep: made.beep,
        finished: made.finished,
    }
}

#[test]
fn with_failing_circuits_nobody_ever_hears_anything() {
    let scenario = line(20, 10, "[circuits]\nfailure = 1.0\n", tossers());
    let ran = trial::play(&scenario, |_| {});
    assert!(ran.states::<Tosser>().iter().all(|state| state.heard == 0));
    let scenario = line(20, 10, "", tossers());
    let ran = trial::play(&scenario, |_| {});
    assert!(ran.states::<Tosser>().iter().all(|state| state.heard > 5));
}

#[test]
fn failures_are_drawn_from_dice_of_their_own() {
    let tossed = |failure: &str| {
        let more = format!("[circuits]\nfailure = {failure}\n");
        let ran = trial::play(&line(20, 10, &more, tossers()), |_| {});
        let states = ran.states::<Tosser>();
        states.iter().map(|state| state.heads).collect::<Vec<_>>()
    };
    assert_eq!(tossed("0.0"), tossed("0.5"));
}
