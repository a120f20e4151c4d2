use std::collections::BTreeMap;

use super::*;
use crate::model::End;
use crate::model::amoebot::subroutines::boundary::tests::{boundaries, global, key};
use crate::model::amoebot::trial::{Ran, run};

fn elect(swarm: &str, seed: u64) -> Ran {
    run(&format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"leader_election_sync\"\n{swarm}"
    ))
}

/// How many leaders each boundary has.
fn leaders(ran: &Ran) -> Vec<usize> {
    assert_eq!(ran.end, End::Terminated);
    let structure = ran.structure();
    let mut leads = BTreeMap::new();
    for (id, state) in (0..).zip(ran.states::<State>()) {
        for (place, election) in state.places.iter().zip(&state.elections) {
            assert!(election.is_finished());
            leads.insert(global(structure, id, *place), election.is_leader());
        }
    }
    let boundaries = boundaries(structure).into_iter();
    boundaries
        .map(|(_, walk)| walk.iter().filter(|place| leads[&key(**place)]).count())
        .collect()
}

#[test]
fn each_boundary_elects_one_leader() {
    let (mut boundaries, mut unique) = (0, 0);
    for seed in 0..40 {
        let chirality = ["ccw", "cw"][seed as usize % 2];
        let swarm = format!(
            "robots = {}\nholes = 0.3\ncompass = \"random\"\nchirality = \"{chirality}\"\n",
            20 + 4 * seed
        );
        let ran = elect(&swarm, seed);
        let leaders = leaders(&ran);
        // Somebody with tails only withdraws after somebody else's heads.
        assert!(
            leaders.iter().all(|count| *count >= 1),
            "seed {seed}: {leaders:?}"
        );
        boundaries += leaders.len();
        unique += leaders.iter().filter(|count| **count == 1).count();
        let all: usize = leaders.iter().sum();
        assert_eq!(ran.ask("leaders").unwrap(), all.to_string());
    }
    assert!(boundaries > 200, "{boundaries}");
    assert!(
        unique as f64 > 0.99 * boundaries as f64,
        "{unique} of {boundaries}"
    );
}

#[test]
fn a_ring_has_two_boundaries_and_a_hexagon_one() {
    let ring = elect("start = \"ring\"\nradius = 3\n", 4);
    assert_eq!(leaders(&ring).len(), 2);
    assert!(
        ring.states::<State>()
            .iter()
            .all(|state| state.places.len() == 2)
    );
    let hexagon = elect("start = \"hexagon\"\nradius = 3\n", 4);
    assert_eq!(leaders(&hexagon).len(), 1);
    let inner = |state: &&&State| state.places.is_empty();
    assert_eq!(hexagon.states::<State>().iter().filter(inner).count(), 19);
}

#[test]
fn a_particle_may_be_on_a_boundary_three_times() {
    let star = "start = \"explicit\"\n[[particles]]\nat = [0, 0]\n[[particles]]\nat = [1, 0]\n\
                [[particles]]\nat = [-1, 1]\n[[particles]]\nat = [0, -1]\n";
    let ran = elect(star, 2);
    assert_eq!(ran.states::<State>()[0].places.len(), 3);
    assert_eq!(leaders(&ran), [1]);
}

#[test]
fn a_particle_on_its_own_is_done_at_once() {
    let ran = elect("robots = 1\n", 1);
    assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1));
}

#[test]
fn where_nothing_is_heard_all_end_together() {
    // One toss of two rounds, three iterations of one step of three, and the round that ends them.
    let ran = elect("robots = 50\n[circuits]\nfailure = 1.0\n", 1);
    assert_eq!((ran.end, ran.rounds()), (End::Terminated, 2 + 3 * 3 + 1));
}
