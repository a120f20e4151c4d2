use super::super::super::subroutines::boundary::tests::{Told, check};
use super::super::super::trial::{Ran, run};
use super::*;
use crate::model::End;

fn text(seed: u64, robots: usize, rest: &str) -> String {
    format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"boundary_test\"\nrepetitions = 3\n\
         robots = {robots}\n{rest}"
    )
}

/// Compares the result with a flood of the outside; returns the length of the longest boundary.
fn longest(ran: &Ran) -> usize {
    assert_eq!(ran.end, End::Terminated);
    let mut told = Told::new();
    for (id, state) in (0..).zip(ran.states::<State>()) {
        let places = state.places.iter();
        told.extend(places.map(|place| (id, place.gap, place.leads, place.side)));
    }
    let found = check(ran.structure(), &told);
    found.into_iter().map(|(_, length)| length).max().unwrap()
}

#[test]
fn boundaries_are_told_apart_in_as_many_rounds_as_stated() {
    for seed in 0..40 {
        let robots = 12 + 4 * seed as usize;
        let rest = "holes = 0.4\ncompass = \"random\"\n";
        let ran = run(&text(seed, robots, rest));
        let longest = longest(&ran);
        let state = ran.states::<State>()[0].clone();
        // In the last iteration of a boundary nobody answers, and the leader tells the sum.
        assert_eq!(state.iterations, (longest - 1).ilog2() + 2);
        let [first, repeated] = state.tosses.map(u64::from);
        let rounds = 3 * first + 5 * repeated + 7 * u64::from(state.iterations) + 1;
        assert_eq!(ran.rounds(), rounds, "seed {seed}");
    }
}

#[test]
fn clockwise_particles_do_the_same() {
    for seed in 0..5 {
        longest(&run(&text(seed, 80, "holes = 0.4\nchirality = \"cw\"\n")));
    }
}

#[test]
fn a_ring_has_an_outside_and_a_hole() {
    let text = "[swarm]\nalgorithm = \"boundary_test\"\nstart = \"ring\"\nradius = 4\n";
    let ran = run(text);
    assert_eq!(longest(&ran), 24);
    let told = ran.ask("boundaries").unwrap();
    assert_eq!(told, "leaders of the outside: 1, of holes: 1");
}

#[test]
fn rounds_grow_with_the_logarithm_of_the_boundary() {
    let mean = |robots| {
        let ran = (0..6).map(|seed| run(&text(seed, robots, "")).rounds());
        ran.sum::<u64>() / 6
    };
    let [small, middle, large] = [mean(40), mean(160), mean(640)];
    assert!(small < middle && middle < large);
    let steps = [middle - small, large - middle];
    assert!(
        steps.iter().all(|step| *step < 80),
        "{small} {middle} {large}"
    );
}

#[test]
fn one_particle_is_the_boundary_of_the_outside() {
    let ran = run(&text(0, 1, ""));
    assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1));
    let told = ran.ask("boundaries").unwrap();
    assert_eq!(told, "leaders of the outside: 1, of holes: 0");
}
