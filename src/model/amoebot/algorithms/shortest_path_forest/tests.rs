use std::collections::VecDeque;

use super::super::super::structure::Structure;
use super::super::super::trial::{Ran, run, states, watch};
use super::*;
use crate::model::End;

fn text(seed: u64, robots: usize, rest: &str) -> String {
    format!(
        "seed = {seed}\n[swarm]\nalgorithm = \"shortest_path_forest\"\nstart = \"random\"\n\
         robots = {robots}\nholes = 0.05\nfill_holes = true\n{rest}"
    )
}

/// The distances from a particle, by a search in all directions.
fn distances(structure: &Structure, source: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; structure.bodies().len()];
    distances[source as usize] = 0;
    let mut rim = VecDeque::from([source]);
    while let Some(id) = rim.pop_front() {
        for (_, next, _) in structure.neighbours(id) {
            if distances[next as usize] == u32::MAX {
                distances[next as usize] = distances[id as usize] + 1;
                rim.push_back(next);
            }
        }
    }
    distances
}

/// Who is in a direction, in the frame that all particles have.
fn beyond(structure: &Structure, id: u32, direction: Direction) -> u32 {
    let global = structure.bodies()[id as usize].frame.to_global(direction);
    let mut neighbours = structure.neighbours(id);
    let found = neighbours.find(|(label, ..)| *label == global as usize);
    found.unwrap().1
}

fn source(states: &[&State]) -> u32 {
    states.iter().position(|state| state.source).unwrap() as u32
}

/// Checks that exactly the paths from the destinations are left, and that they are shortest ones.
fn check(ran: &Ran) {
    assert_eq!(ran.end, End::Terminated);
    let (structure, all) = (ran.structure(), ran.states::<State>());
    let source = source(&all);
    let distances = distances(structure, source);
    let mut is_on_path = vec![false; all.len()];
    is_on_path[source as usize] = true;
    for destination in (0..all.len() as u32).filter(|id| all[*id as usize].destination) {
        let mut at = destination;
        while at != source {
            is_on_path[at as usize] = true;
            let parent = beyond(structure, at, all[at as usize].parent.unwrap());
            assert_eq!(distances[parent as usize] + 1, distances[at as usize]);
            at = parent;
        }
    }
    for (state, is_on_path) in all.iter().zip(is_on_path) {
        assert_eq!(state.pruned, !is_on_path);
        assert_eq!(state.parent.is_some(), is_on_path && !state.source);
    }
}

/// The rounds that the tours take, where so many places are marked.
fn iterations(marks: usize) -> u64 {
    u64::from(marks.ilog2()) + 2
}

#[test]
fn paths_are_shortest_and_nothing_else_is_left() {
    for seed in 0..60 {
        let robots = 11 + 3 * seed as usize;
        check(&run(&text(seed, robots, "")));
    }
}

#[test]
fn any_number_of_destinations_will_do() {
    for seed in 0..30 {
        let robots = 2 + seed as usize;
        for destinations in [1, robots / 2, robots - 1] {
            let destinations = destinations.max(1);
            let rest = format!("destinations = {destinations}\nsource = 1\n");
            let ran = run(&text(seed, robots, &rest));
            check(&ran);
            let all = ran.states::<State>();
            assert_eq!(source(&all), 1);
            let count = all.iter().filter(|state| state.destination).count();
            assert_eq!(count, destinations);
        }
    }
}

#[test]
fn all_common_frames_are_equal() {
    for (seed, compass) in (0..).zip(["E", "NNE", "NNW", "W", "SSW", "SSE"]) {
        for chirality in ["ccw", "cw"] {
            let frame = format!("compass = \"{compass}\"\nchirality = \"{chirality}\"\n");
            check(&run(&text(seed, 60, &frame)));
        }
    }
}

#[test]
fn every_parent_is_one_step_nearer_to_the_source() {
    for seed in 0..20 {
        let watcher = |view: &super::super::super::view::View| {
            let all = states::<State>(view);
            let distances = distances(&view.structure, source(&all));
            for (id, state) in (0..).zip(&all) {
                if let Some(direction) = state.parent {
                    let parent = beyond(&view.structure, id, direction);
                    assert_eq!(distances[parent as usize] + 1, distances[id as usize]);
                }
            }
        };
        watch(&text(seed, 80, "destinations = 20\n"), watcher);
    }
}

#[test]
fn rounds_are_exact() {
    for seed in 0..20 {
        let ran = run(&text(seed, 40 + 5 * seed as usize, ""));
        let structure = ran.structure();
        let all = ran.states::<State>();
        let ids = 0..all.len();
        let destinations: Vec<usize> = ids.filter(|id| all[*id].destination).collect();
        // A portal is told by its first particle.
        let first = |axis: Direction, id: usize| {
            let mut at = id as u32;
            let back = axis.opposite() as usize;
            while let Some((_, next, _)) = structure.neighbours(at).find(|found| found.0 == back) {
                at = next;
            }
            at
        };
        let axes = [Direction::E, Direction::Nne, Direction::Nnw].into_iter();
        let mut tours: Vec<u64> = axes
            .map(|axis| {
                let portals = destinations.iter().map(|id| first(axis, *id));
                iterations(portals.collect::<BTreeSet<u32>>().len())
            })
            .collect();
        let portals: u64 = tours.iter().map(|tour| 7 + 2 * tour).sum();
        tours.push(iterations(destinations.len()));
        let prune = 4 + 2 * tours[3];
        assert_eq!(ran.rounds(), portals + prune, "seed {seed}");
        let counted = all[destinations[0]].iterations.iter();
        assert_eq!(counted.map(|n| u64::from(*n)).collect::<Vec<_>>(), tours);
    }
}

#[test]
fn structures_that_do_not_fit_are_refused() {
    let refused = |text: &str, expected: &str| {
        let document = crate::scenario::Document::parse("x.toml", text).unwrap();
        let error = super::super::super::scenario::Scenario::read(&document.root()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    let ring = "[swarm]\nalgorithm = \"shortest_path_forest\"\nstart = \"ring\"\nradius = 1\n";
    refused(ring, "without holes");
    refused(&text(0, 1, ""), "at least 2 particles");
    refused(&text(0, 9, "destinations = 9\n"), "destinations");
    refused(&text(0, 9, "compass = \"random\"\n"), "same compass");
    refused(&text(0, 9, "chirality = \"random\"\n"), "same chirality");
}
