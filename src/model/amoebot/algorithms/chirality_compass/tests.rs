use super::*;
use crate::model::End;
use crate::model::amoebot::trial::{Ran, run, states, watch};

fn text(robots: usize, seed: u64) -> String {
    format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"chirality_compass\"\nrobots = {robots}\n\
         compass = \"random\"\nchirality = \"random\"\n"
    )
}

/// Checks that all have the same idea of directions now, and returns how many rounds that took.
fn agreed(ran: &Ran) -> u64 {
    assert_eq!(ran.end, End::Terminated);
    let structure = ran.structure();
    let states = ran.states::<State>();
    let mut frames = structure
        .bodies()
        .iter()
        .zip(&states)
        .map(|(body, state)| state.correction.of(body.frame));
    let first = frames.next().unwrap();
    assert!(frames.all(|frame| frame == first));
    assert_eq!(ran.ask("agreement").unwrap(), "1 chirality and 1 compass");
    ran.rounds()
}

#[test]
fn a_correction_is_a_frame() {
    for compass in Direction::ALL {
        for chirality in [Chirality::Ccw, Chirality::Cw] {
            let frame = Frame { compass, chirality };
            for east in Direction::ALL {
                for is_flipped in [false, true] {
                    let mut correction = Correction { east, is_flipped };
                    for global in Direction::ALL {
                        let corrected = correction.apply(frame.to_local(global));
                        assert_eq!(correction.of(frame).to_local(global), corrected);
                    }
                    let before = correction;
                    correction.turn(2);
                    for direction in Direction::ALL {
                        let turned = before.apply(direction).rotated(2);
                        assert_eq!(correction.apply(direction), turned);
                    }
                }
            }
        }
    }
}

#[test]
fn a_particle_on_its_own_agrees_with_itself() {
    assert_eq!(agreed(&run(&text(1, 1))), 1);
}

#[test]
fn who_agrees_from_the_beginning_only_checks() {
    let text = "[swarm]\nalgorithm = \"chirality_compass\"\nrobots = 30\ncompass = \"SSW\"\n";
    assert_eq!(agreed(&run(text)), 1 + 3 + 3);
}

#[test]
fn rounds_are_those_of_whole_iterations() {
    for seed in 0..30 {
        let mut phases = Vec::new();
        let (sender, receiver) = std::sync::mpsc::channel();
        let ran = watch(&text(12, seed), move |view| {
            let _ = sender.send(states::<State>(view)[0].phase);
        });
        agreed(&ran);
        phases.extend(receiver.try_iter());
        let count = |phase| phases.iter().filter(|other| **other == phase).count();
        // In the first round the neighbours are found; the last round of a phase belongs to the
        // next one.
        assert_eq!(count(Phase::Chirality) % 7, 3, "seed {seed}");
        assert_eq!(count(Phase::Compass) % 11, 3, "seed {seed}");
    }
}

#[test]
fn rounds_are_as_many_as_in_the_reference() {
    // Means of a model that only counts regions, over many runs. Single runs deviate by about 23.
    let runs = [
        (2, 600, 32.4),
        (10, 200, 78.7),
        (50, 60, 126.5),
        (100, 40, 145.8),
        (500, 20, 194.5),
    ];
    for (robots, runs, mean) in runs {
        let rounds: u64 = (0..runs)
            .map(|seed| agreed(&run(&text(robots, seed))))
            .sum();
        let found = rounds as f64 / runs as f64;
        assert!((found / mean - 1.0).abs() < 0.1, "{robots}: {found}");
    }
}
