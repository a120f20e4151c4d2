use super::*;
use crate::model::End;
use crate::model::amoebot::trial::{Ran, run, states, watch};

fn line(robots: usize, more: &str) -> Ran {
    let ran = run(&format!(
        "[swarm]\nalgorithm = \"pasc\"\nrobots = {robots}\n{more}"
    ));
    assert_eq!(ran.end, End::Terminated);
    ran
}

/// How many iterations a line needs.
fn iterations(robots: u64) -> u64 {
    match robots {
        1 => 0,
        _ => u64::from((robots - 1).ilog2()) + 1,
    }
}

#[test]
fn the_bits_of_a_line_of_ten_come_as_in_the_reference() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let writer = std::sync::Arc::clone(&seen);
    let ran = watch("[swarm]\nalgorithm = \"pasc\"\n", move |view| {
        let states = states::<State>(view);
        let bits = states
            .iter()
            .map(|state| state.readings.map(|r| u8::from(r.pasc.bit())));
        writer.lock().unwrap().push(bits.collect::<Vec<_>>());
    });
    assert_eq!((ran.end, ran.rounds()), (End::Terminated, 5));
    let seen = seen.lock().unwrap();
    // The first round only sends.
    let bits = |particle: usize, run: usize| -> Vec<u8> {
        seen[1..].iter().map(|round| round[particle][run]).collect()
    };
    assert_eq!(bits(5, 0), [1, 0, 1, 0]);
    assert_eq!(bits(5, 1), [0, 0, 1, 0]);
    assert_eq!(bits(9, 0), [1, 0, 0, 1]);
    assert_eq!(bits(0, 0), [0, 0, 0, 0]);
    let passive: Vec<_> = ran
        .states::<State>()
        .iter()
        .map(|s| s.readings[0].passive_in)
        .collect();
    let expected = [0, 1, 2, 1, 3, 1, 2, 1, 4, 1];
    assert_eq!(passive, expected.map(|i| (i > 0).then_some(i)));
    assert_eq!(ran.ask("from_west").unwrap(), "0 1 2 3 4 5 6 7 8 9");
    assert_eq!(ran.ask("from_east").unwrap(), "9 8 7 6 5 4 3 2 1 0");
    assert_eq!(ran.ask("active").unwrap(), "0 and 0");
}

#[test]
fn lines_of_all_lengths_learn_their_distances_in_as_many_rounds_as_the_theory_says() {
    let lengths = (1..=40).chain([63, 64, 65, 127, 128, 129, 1024, 1025, 1026]);
    for robots in lengths {
        for frame in ["", "compass = \"W\"\n", "chirality = \"cw\"\n"] {
            let ran = line(robots, frame);
            assert_eq!(ran.rounds(), iterations(robots as u64) + 1, "{robots}");
            // Who looks the other way has the other end in the west.
            let is_turned = frame.contains("compass");
            for (id, state) in ran.states::<State>().iter().enumerate() {
                let mut expected = [id as u64, (robots - 1 - id) as u64];
                if is_turned {
                    expected.reverse();
                }
                let found = state.readings.map(|reading| reading.distance);
                assert_eq!(found, expected, "particle {id} of {robots}");
                for (distance, reading) in found.into_iter().zip(&state.readings) {
                    let passive = (distance > 0).then(|| distance.trailing_zeros() + 1);
                    assert_eq!(reading.passive_in, passive);
                }
            }
        }
    }
}

#[test]
fn each_row_of_a_structure_is_a_line() {
    let ran = run("seed = 3\n[swarm]\nalgorithm = \"pasc\"\nstart = \"random\"\nrobots = 300\n");
    assert_eq!(ran.end, End::Terminated);
    let structure = ran.structure();
    for (body, state) in structure.bodies().iter().zip(ran.states::<State>()) {
        let reach = |direction| {
            let mut steps = 0;
            while structure
                .occupant(body.tail.steps(direction, steps + 1))
                .is_some()
            {
                steps += 1;
            }
            steps as u64
        };
        let expected = [reach(Direction::W), reach(Direction::E)];
        assert_eq!(state.readings.map(|reading| reading.distance), expected);
    }
}

#[test]
fn a_cut_off_says_whether_any_bit_is_left() {
    for robots in [1, 2, 3, 10, 33, 100] {
        for cut in 1..9 {
            let ran = line(robots, &format!("cut_off = {cut}\n"));
            assert_eq!(ran.rounds(), cut + 2);
            for (id, state) in ran.states::<State>().iter().enumerate() {
                for (run, reading) in state.readings.iter().enumerate() {
                    let distance = [id, robots - 1 - id][run] as u64;
                    let low = distance & ((1 << cut) - 1);
                    assert_eq!(reading.distance, low, "particle {id} of {robots}");
                    assert_eq!(reading.more, Some(distance >> cut > 0), "{id} of {robots}");
                }
            }
        }
    }
}

#[test]
fn lost_beeps_are_an_error() {
    let text = "[swarm]\nalgorithm = \"pasc\"\n[circuits]\nfailure = 1.0\n";
    let scenario = crate::model::amoebot::trial::scenario(text);
    let plan = scenario.plan(crate::model::Extras::default());
    let engine = crate::engine::Engine::Inline { threads: 1 };
    let mut simulation = crate::engine::Simulation::new(plan, engine).unwrap();
    let (_, end) = simulation.run(());
    let error = end.unwrap_err().to_string();
    assert!(error.contains("PASC"), "{error}");
}
