//! Whatever the start, there is a line in the end, in a number of rounds that grows like that of the
//! particles.

use std::collections::BTreeSet;

use super::{Role, State};
use crate::model::End;
use crate::model::amoebot::grid::{Direction, Node};
use crate::model::amoebot::trial::{Ran, run};

fn formed(seed: u64, robots: usize, rest: &str) -> Ran {
    let ran = run(&format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"line_formation\"\nrobots = {robots}\n{rest}\
         [limits]\nrounds = {}\n",
        100 * robots + 100
    ));
    let conflict = ran.books.conflict();
    assert_eq!(
        ran.end,
        End::Terminated,
        "seed {seed}, {robots}: {conflict:?}"
    );
    ran
}

/// The direction in which all particles are in one row, each beside the next, from the leader on.
#[track_caller]
fn check_line(ran: &Ran) -> Direction {
    let bodies = ran.structure().bodies();
    assert!(bodies.iter().all(|body| !body.is_expanded()));
    let nodes: BTreeSet<Node> = bodies.iter().map(|body| body.tail).collect();
    let is_line = |direction: Direction| {
        nodes.iter().any(|first| {
            let count = nodes.len() as i32;
            (0..count).all(|step| nodes.contains(&first.steps(direction, step)))
        })
    };
    let direction = Direction::ALL.into_iter().find(|way| is_line(*way));
    let states = ran.states::<State>();
    assert!(states.iter().all(|state| state.role == Role::Finished));
    assert_eq!(ran.books.counts().collisions, 0);
    direction.unwrap_or_else(|| panic!("no line: {nodes:?}"))
}

#[test]
fn random_structures_become_lines() {
    for seed in 0..120 {
        let robots = 5 + (seed as usize * 7) % 56;
        check_line(&formed(seed, robots, ""));
    }
}

#[test]
fn common_frames_may_be_any() {
    for (seed, compass) in (0..).zip(["NNE", "NNW", "W", "SSW", "SSE"]) {
        for chirality in ["ccw", "cw"] {
            let frame = format!("compass = \"{compass}\"\nchirality = \"{chirality}\"\n");
            check_line(&formed(seed, 20, &frame));
        }
    }
}

#[test]
fn the_leader_keeps_its_place_and_the_line_its_direction() {
    for (at, direction) in Direction::ALL.into_iter().enumerate() {
        let rest = format!(
            "leader = 3\nconstruction = \"{}\"\nanchor = 3\n",
            direction.name()
        );
        let text =
            format!("seed = {at}\n[swarm]\nalgorithm = \"line_formation\"\nrobots = 12\n{rest}");
        let start = crate::model::amoebot::trial::scenario(&text);
        let leader = start.placed().structure.bodies()[3].tail;
        let ran = formed(at as u64, 12, &rest);
        check_line(&ran);
        let nodes = ran.structure().bodies().iter().map(|body| body.tail);
        let nodes: BTreeSet<Node> = nodes.collect();
        let line = (0..12).map(|step| leader.steps(direction, step)).collect();
        assert_eq!(nodes, line, "{direction}");
    }
}

#[test]
fn one_and_two_particles_end() {
    assert_eq!(formed(1, 1, "").rounds(), 1);
    for seed in 0..12 {
        check_line(&formed(seed, 2, ""));
    }
}

#[test]
fn a_line_is_complete_from_the_start() {
    let rest = "start = \"line\"\nleader = 0\nconstruction = \"E\"\n";
    let ran = formed(1, 10, rest);
    check_line(&ran);
    assert_eq!(ran.books.counts().moves, 0);
}

#[test]
fn rounds_grow_like_the_number_of_particles() {
    let mean = |robots: usize| {
        let rounds: u64 = (0..8).map(|seed| formed(seed, robots, "").rounds()).sum();
        rounds as f64 / 8.0
    };
    let means = [20, 40, 80, 160].map(mean);
    for pair in means.windows(2) {
        let factor = pair[1] / pair[0];
        assert!((1.5..2.6).contains(&factor), "{means:?}");
    }
}

#[test]
fn the_questions_are_answered() {
    let ran = formed(5, 9, "");
    assert_eq!(ran.ask("line").as_deref(), Some("9"));
    assert_eq!(ran.ask("roots").as_deref(), Some("0"));
    assert_eq!(ran.ask("followers").as_deref(), Some("0"));
}
