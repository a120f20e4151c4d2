//! What is read when: attributes, beeps and messages.

use serde::{Deserialize, Serialize};

use super::{Made, run_line};
use crate::model::amoebot::grid::Direction;
use crate::model::amoebot::ports::Port;

const EAST: Port = Port::head(Direction::E);
const WEST: Port = Port::head(Direction::W);

/// An attribute, the round, and what was seen of it when.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Watched {
    round: u32,
    x: i32,
    seen: Vec<(u32, char, i32)>,
}

#[test]
fn what_is_written_is_read_from_the_next_phase_on() {
    let ran = run_line(
        1,
        2,
        Made::<Watched> {
            start: |_| Watched {
                x: 42,
                ..Watched::default()
            },
            movement: |state, particle| {
                state.round += 1;
                state.seen.push((state.round, 'm', particle.before().x));
                if state.round == 1 {
                    state.x = 17;
                    assert_eq!(particle.before().x, 42);
                }
                Ok(())
            },
            beep: |state, particle| {
                state.seen.push((state.round, 'b', particle.before().x));
                if state.round == 1 {
                    state.x = 5;
                    assert_eq!(particle.before().x, 17);
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    let seen = &ran.states::<Watched>()[0].seen;
    assert_eq!(
        *seen,
        [(1, 'm', 42), (1, 'b', 17), (2, 'm', 5), (2, 'b', 5)]
    );
}

#[test]
fn what_is_written_in_the_beep_phase_waits_for_the_next_round() {
    let ran = run_line(
        1,
        2,
        Made::<Watched> {
            start: |_| Watched {
                x: 42,
                ..Watched::default()
            },
            movement: |state, particle| {
                state.round += 1;
                state.seen.push((state.round, 'm', particle.before().x));
                Ok(())
            },
            beep: |state, particle| {
                state.x = 5;
                state.seen.push((state.round, 'b', particle.before().x));
                Ok(())
            },
            ..Made::default()
        },
    );
    let seen = &ran.states::<Watched>()[0].seen;
    assert_eq!(
        *seen,
        [(1, 'm', 42), (1, 'b', 42), (2, 'm', 5), (2, 'b', 5)]
    );
}

#[test]
fn neighbours_are_read_as_of_the_snapshot_whoever_comes_first() {
    let ran = run_line(
        3,
        2,
        Made::<Watched> {
            movement: |state, particle| {
                state.round += 1;
                state.x += 10;
                let neighbours = [EAST, WEST].map(|port| particle.neighbour(port));
                for neighbour in neighbours.into_iter().flatten() {
                    state.seen.push((state.round, 'm', neighbour.state().x));
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    for state in ran.states::<Watched>() {
        let in_round = |round| state.seen.iter().filter(move |seen| seen.0 == round);
        assert!(in_round(1).all(|seen| seen.2 == 0));
        assert!(in_round(2).all(|seen| seen.2 == 10));
    }
}

/// What was heard in each phase, round by round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Ears {
    round: u32,
    first: bool,
    moves: Vec<bool>,
    beeps: Vec<bool>,
}

#[test]
fn two_on_a_global_circuit_both_hear_a_beep_in_the_next_round() {
    let ran = run_line(
        2,
        3,
        Made::<Ears> {
            start: |newborn| Ears {
                first: newborn.id == 0,
                ..Ears::default()
            },
            movement: |state, particle| {
                state.round += 1;
                state.moves.push(particle.heard(0));
                Ok(())
            },
            beep: |state, particle| {
                state.beeps.push(particle.heard(0));
                particle.next().set_to_global(0)?;
                if state.round == 1 && state.first {
                    particle.beep(0)?;
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    for state in ran.states::<Ears>() {
        assert_eq!(state.moves, [false, true, false]);
        assert_eq!(state.beeps, [false, true, false]);
    }
}

#[test]
fn an_isolated_particle_hears_itself_on_the_set_it_beeps_on() {
    let ran = run_line(
        1,
        2,
        Made::<Watched> {
            movement: |state, particle| {
                state.round += 1;
                for set in 0..6 {
                    let heard = i32::from(particle.heard(set));
                    state.seen.push((state.round, 'm', heard));
                }
                Ok(())
            },
            beep: |_, particle| particle.beep(0),
            ..Made::default()
        },
    );
    let seen = &ran.states::<Watched>()[0].seen;
    let second: Vec<_> = seen
        .iter()
        .filter(|seen| seen.0 == 2)
        .map(|seen| seen.2)
        .collect();
    assert_eq!(second, [1, 0, 0, 0, 0, 0]);
}

/// A beeps in round 1. In round 2 `who` expands to the east.
fn heard_after_expansion(who: fn(&Ears) -> bool) -> Vec<(Vec<bool>, Vec<bool>)> {
    // A function pointer cannot hold `who`, so both cases are spelled out by the caller's particle.
    let ran = run_line(
        2,
        2,
        Made::<Ears> {
            start: |newborn| Ears {
                first: newborn.id == 0,
                ..Ears::default()
            },
            movement: match who(&Ears {
                first: true,
                ..Ears::default()
            }) {
                true => |state: &mut Ears, particle| {
                    state.round += 1;
                    state.moves.push(particle.heard(0));
                    if state.round == 2 && state.first {
                        particle.expand(Direction::E)?;
                    }
                    Ok(())
                },
                false => |state: &mut Ears, particle| {
                    state.round += 1;
                    state.moves.push(particle.heard(0));
                    if state.round == 2 && !state.first {
                        particle.expand(Direction::E)?;
                    }
                    Ok(())
                },
            },
            beep: |state, particle| {
                let expanded = particle.is_expanded();
                state.beeps.push(particle.heard(0));
                if expanded {
                    assert_eq!(*particle.pins(), particle.singleton());
                } else if state.round == 2 {
                    assert_eq!(particle.pins().pins_of(0).count(), 6);
                }
                if state.round == 1 {
                    particle.next().set_to_global(0)?;
                    if state.first {
                        particle.beep(0)?;
                    }
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    let states = ran.states::<Ears>();
    let heard = states.iter();
    heard
        .map(|state| (state.moves.clone(), state.beeps.clone()))
        .collect()
}

#[test]
fn whoever_expands_loses_what_it_heard_and_its_pins() {
    // A expands and displaces B.
    let heard = heard_after_expansion(|state| state.first);
    assert_eq!(heard[0], (vec![false, true], vec![false, false]));
    assert_eq!(
        heard[1],
        (vec![false, true], vec![false, true]),
        "displaced only"
    );
}

#[test]
fn whoever_rests_keeps_what_it_heard() {
    let heard = heard_after_expansion(|state| !state.first);
    assert_eq!(heard[0], (vec![false, true], vec![false, true]));
    assert_eq!(heard[1], (vec![false, true], vec![false, false]));
}

#[test]
fn messages_are_the_greatest_of_the_circuit_and_no_beeps() {
    let ran = run_line(
        3,
        2,
        Made::<Watched> {
            start: |newborn| Watched {
                x: newborn.id as i32,
                ..Watched::default()
            },
            movement: |state, particle| {
                state.round += 1;
                let message = particle.message(0).map_or(-1, |message| message as i32);
                state.seen.push((state.round, 'm', message));
                state
                    .seen
                    .push((state.round, 'h', i32::from(particle.heard(0))));
                Ok(())
            },
            beep: |state, particle| {
                particle.next().set_to_global(0)?;
                if state.x < 2 {
                    particle.send(0, 7)?;
                    particle.send(0, 10 + state.x as u64)?;
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    for state in ran.states::<Watched>() {
        assert_eq!(state.seen[2..], [(2, 'm', 11), (2, 'h', 0)]);
    }
}

#[test]
fn a_message_on_a_pin_wins_over_one_on_its_set_and_pins_are_resolved_at_the_end() {
    let ran = run_line(
        2,
        2,
        Made::<Watched> {
            start: |newborn| Watched {
                x: newborn.id as i32,
                ..Watched::default()
            },
            movement: |state, particle| {
                state.round += 1;
                let message = particle.message(3).map_or(-1, |message| message as i32);
                state.seen.push((state.round, 'm', message));
                state
                    .seen
                    .push((state.round, 'h', i32::from(particle.heard(3))));
                Ok(())
            },
            beep: |state, particle| {
                if state.x == 0 {
                    particle.beep_at(EAST, 0)?;
                    particle.send_at(EAST, 0, 3)?;
                }
                particle.next().set_to_global(3)?;
                if state.x == 0 {
                    particle.send(3, 9)?;
                }
                Ok(())
            },
            ..Made::default()
        },
    );
    for state in ran.states::<Watched>() {
        assert_eq!(state.seen[2..], [(2, 'm', 3), (2, 'h', 1)]);
    }
}
