//! Changes from outside: attributes, and going back.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Made, line};
use crate::arbiter::Input;
use crate::engine::{Engine, Simulation};
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::{self, Amoebot, steering};
use crate::model::{End, Extras};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Sum {
    round: u32,
    add: u32,
    sum: u32,
}

fn summing(history: usize) -> Scenario {
    let made = Made::<Sum> {
        movement: |state, particle| {
            state.round += 1;
            state.sum += state.add + u32::from(particle.coin());
            Ok(())
        },
        ..Made::default()
    };
    line(3, 10, &format!("[structure]\nhistory = {history}\n"), made)
}

/// Runs with inputs, each ahead of an event.
fn run(
    scenario: &Scenario,
    engine: Engine,
    inputs: &[(u64, amoebot::Input)],
) -> (End, u128, Vec<Sum>, u64) {
    let plan = scenario.plan(Extras::default());
    let mut simulation: Simulation<Amoebot> = Simulation::new(plan, engine).unwrap();
    for (before, input) in inputs {
        simulation.schedule(*before, Input::Steer(input.clone()));
    }
    let end = simulation.run(()).1.unwrap();
    let state = simulation.state().unwrap();
    let attributes = state.director.view().attributes.iter();
    let sums = attributes.map(|each| each.get::<Sum>().unwrap().clone());
    let rounds = state.director.counts().rounds;
    (end, simulation.status().digest, sums.collect(), rounds)
}

const INLINE: Engine = Engine::Inline { threads: 1 };

#[test]
fn an_attribute_can_be_edited_between_two_rounds() {
    let scenario = summing(0);
    let set = amoebot::Input::Set {
        particle: 1,
        attribute: "add".into(),
        value: json!(100),
    };
    // Event 15 is the first of round 4.
    let (end, digest, sums, rounds) = run(&scenario, INLINE, &[(15, set.clone())]);
    assert_eq!((end, rounds), (End::Condition, 10));
    assert!(sums[0].sum <= 10 && sums[2].sum <= 10);
    assert!((700..=710).contains(&sums[1].sum));
    let actors = run(
        &scenario,
        Engine::Actors { threads: 2 },
        &[(15, set.clone())],
    );
    assert_eq!(actors.1, digest);
    // In the middle of round 4, it comes about at its end.
    let (.., late, _) = run(&scenario, INLINE, &[(17, set)]);
    assert!((600..=610).contains(&late[1].sum));
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let scenario = summing(0);
    let set = |attribute: &str, value| amoebot::Input::Set {
        particle: 1,
        attribute: attribute.into(),
        value,
    };
    let (.., sums, _) = run(&scenario, INLINE, &[]);
    for wrong in [set("adds", json!(1)), set("add", json!("much"))] {
        let (end, _, same, _) = run(&scenario, INLINE, &[(15, wrong)]);
        assert_eq!((end, &same), (End::Condition, &sums));
    }
}

#[test]
fn history_can_be_cut_and_the_run_goes_on_from_there() {
    let scenario = summing(5);
    let cut = |round| amoebot::Input::Cut { round };
    // Ahead of round 7: back to the end of round 3.
    let (end, digest, sums, rounds) = run(&scenario, INLINE, &[(30, cut(3))]);
    assert_eq!((end, rounds), (End::Condition, 10));
    assert!(sums.iter().all(|sum| sum.round == 10));
    let actors = run(&scenario, Engine::Actors { threads: 2 }, &[(30, cut(3))]);
    assert_eq!(actors.1, digest);
    // The dice go on, so the rounds after the cut are other ones.
    let (.., undisturbed, _) = run(&scenario, INLINE, &[]);
    assert_ne!(sums, undisturbed);
    // The ends of rounds 1 to 5 are kept then, and no others; nothing changes.
    for gone in [0, 6, 7, 100] {
        let (.., same, _) = run(&scenario, INLINE, &[(30, cut(gone))]);
        assert_eq!(same, undisturbed);
    }
    // The start is kept while it is among the last five.
    let (.., again, rounds) = run(&scenario, INLINE, &[(20, cut(0))]);
    assert_eq!(rounds, 10);
    assert!(again.iter().all(|sum| sum.round == 10));
}

#[test]
fn commands_are_read_and_refused() {
    let scenario = summing(0);
    let command = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        steering::command(&words, &scenario)
    };
    let set = command("set 1 add 5").unwrap();
    let expected = amoebot::Input::Set {
        particle: 1,
        attribute: "add".into(),
        value: json!(5),
    };
    assert_eq!(set, expected);
    for (line, part) in [
        ("set 3 add 5", "a particle from 0 to 2"),
        ("set 1 adds 5", "no attribute \"adds\""),
        ("set 1 add five", "a value as JSON"),
        ("set 1 add -5", "add: "),
        ("set 1", "set PARTICLE ATTRIBUTE VALUE"),
        ("cut 3", "structure.history"),
        ("crash 1", "no command is called \"crash\""),
    ] {
        let text = command(line).unwrap_err();
        assert!(text.contains(part), "{line}: {text}");
    }
}

#[test]
fn a_run_steps_backwards_by_checkpoints() {
    let scenario = summing(0);
    let plan = scenario.plan(Extras::default());
    let mut simulation: Simulation<Amoebot> = Simulation::new(plan, INLINE).unwrap();
    let mut rounds = vec![simulation.checkpoint().unwrap()];
    let mut digests = vec![simulation.status().digest];
    for _ in 0..7 {
        for _ in 0..5 {
            simulation.step(&[]).unwrap();
        }
        rounds.push(simulation.checkpoint().unwrap());
        digests.push(simulation.status().digest);
    }
    let end = run(&scenario, INLINE, &[]).1;
    for (round, checkpoint) in rounds.iter().enumerate().rev() {
        let mut back = Simulation::resume(checkpoint, 1);
        assert_eq!(back.status().digest, digests[round]);
        let state = back.state().unwrap();
        assert_eq!(state.director.counts().rounds, round as u64);
        // And from there to the end, as if nothing had been.
        back.run(()).1.unwrap();
        assert_eq!(back.status().digest, end);
    }
}
