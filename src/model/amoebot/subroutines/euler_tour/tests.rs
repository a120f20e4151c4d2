use std::sync::Arc;

use super::super::super::interface::{Algorithm, Newborn, Typed};
use super::super::super::structure::Structure;
use super::super::super::trial::{Ran, play, scenario};
use super::*;
use crate::dice::{Dice, Draw as _, Purpose};
use crate::model::End;

/// Runs one tour on a tree that the test gives it, and writes the numbers down.
#[derive(Debug)]
struct Tourist {
    /// By particle.
    edges: Vec<Vec<(Direction, bool)>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Notes {
    edges: Vec<(Direction, bool)>,
    is_root: bool,
    tour: Option<EulerTour>,
    /// By edge: OUT, IN, OUT - IN and IN - OUT.
    numbers: Vec<[u64; 4]>,
    sum: u64,
}

impl Algorithm for Tourist {
    type State = Notes;

    fn pins(&self) -> usize {
        PINS
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> Notes {
        let edges = self.edges[newborn.id as usize].clone();
        Notes {
            numbers: vec![[0; 4]; edges.len()],
            edges,
            is_root: newborn.id == 0,
            ..Notes::default()
        }
    }

    fn beep(&self, notes: &mut Notes, particle: &mut Beeper<'_, Notes>) -> Result<(), Fault> {
        match &mut notes.tour {
            None => notes.tour = Some(EulerTour::new(&notes.edges, notes.is_root)?),
            Some(tour) => {
                tour.receive(particle)?;
                if tour.has_bits() {
                    let place = tour.iterations() - 1;
                    for ((direction, _), numbers) in notes.edges.iter().zip(&mut notes.numbers) {
                        let bits = tour.bits(*direction).unwrap();
                        for (number, bit) in numbers.iter_mut().zip(bits) {
                            *number |= u64::from(bit) << place;
                        }
                    }
                    notes.sum |= u64::from(tour.sum_bit()) << place;
                }
            }
        }
        let tour = notes.tour.as_ref().unwrap();
        if tour.is_finished() {
            return Ok(());
        }
        tour.send(particle)
    }

    fn is_finished(&self, notes: &Notes) -> bool {
        notes.tour.as_ref().is_some_and(EulerTour::is_finished)
    }
}

/// A spanning tree with the root 0.
struct Tree {
    /// By particle.
    parents: Vec<Option<(u32, Direction)>>,
    /// From the root on.
    order: Vec<u32>,
}

impl Tree {
    /// A random one: a search that goes on from a random particle found so far.
    fn random(structure: &Structure, dice: &mut Dice) -> Tree {
        let mut none = None;
        let mut die = dice.on(Purpose::Start, &mut none);
        let particles = structure.bodies().len();
        let mut tree = Tree {
            parents: vec![None; particles],
            order: vec![0],
        };
        while tree.order.len() < particles {
            let from = tree.order[die.index(tree.order.len())];
            let neighbours: Vec<_> = structure.neighbours(from).collect();
            let (label, to, _) = neighbours[die.index(neighbours.len())];
            if to != 0 && tree.parents[to as usize].is_none() {
                let back = Direction::ALL[label].opposite();
                tree.parents[to as usize] = Some((from, back));
                tree.order.push(to);
            }
        }
        tree
    }

    /// The directions of the edges, by particle, counter-clockwise from `first`.
    fn edges(&self, first: Direction) -> Vec<Vec<Direction>> {
        let mut edges = vec![Vec::new(); self.parents.len()];
        for (id, parent) in self.parents.iter().enumerate() {
            if let Some((parent, direction)) = parent {
                edges[id].push(*direction);
                edges[*parent as usize].push(direction.opposite());
            }
        }
        for edges in &mut edges {
            edges.sort_by_key(|direction| first.steps_to(*direction));
        }
        edges
    }

    /// The sums over the subtrees.
    fn sums(&self, weights: &[u64]) -> Vec<u64> {
        let mut sums = weights.to_vec();
        for &id in self.order.iter().rev() {
            if let Some((parent, _)) = self.parents[id as usize] {
                sums[parent as usize] += sums[id as usize];
            }
        }
        sums
    }

    fn depths(&self) -> Vec<u64> {
        let mut depths = vec![0; self.parents.len()];
        for &id in &self.order {
            if let Some((parent, _)) = self.parents[id as usize] {
                depths[id as usize] = depths[parent as usize] + 1;
            }
        }
        depths
    }
}

fn tour(seed: u64, robots: usize, edges: Vec<Vec<(Direction, bool)>>) -> Ran {
    let scenario = scenario(&random(seed, robots));
    play(
        &scenario.with_program(Arc::new(Typed(Tourist { edges }))),
        |_| {},
    )
}

fn random(seed: u64, robots: usize) -> String {
    format!("seed = {seed}\n[swarm]\nalgorithm = \"scripted\"\nrobots = {robots}\n")
}

fn tree(seed: u64, robots: usize) -> (Tree, Dice) {
    let scenario = scenario(&random(seed, robots));
    let mut dice = Dice::new(seed, 77);
    let tree = Tree::random(&scenario.placed().structure, &mut dice);
    (tree, dice)
}

#[test]
fn subtrees_are_summed_up_and_parents_are_found() {
    for seed in 0..60 {
        let robots = 2 + 2 * seed as usize;
        let (tree, mut dice) = tree(seed, robots);
        let mut none = None;
        let mut die = dice.on(Purpose::Algorithm, &mut none);
        let first = Direction::ALL[die.index(6)];
        // From no marks at all to marks everywhere.
        let share = [0.0, 0.1, 0.5, 1.0][seed as usize % 4];
        let mut mark = |direction| (direction, die.unit() < share);
        let edges = tree.edges(first).into_iter();
        let edges: Vec<Vec<_>> = edges
            .map(|edges| edges.into_iter().map(&mut mark).collect())
            .collect();
        let weight = |edges: &Vec<(Direction, bool)>| edges.iter().filter(|edge| edge.1).count();
        let weights: Vec<u64> = edges.iter().map(|edges| weight(edges) as u64).collect();
        let sums = tree.sums(&weights);

        let ran = tour(seed, robots, edges);
        assert_eq!(ran.end, End::Terminated);
        let iterations = sums[0].checked_ilog2().map_or(1, |bits| bits + 2);
        assert_eq!(ran.rounds(), 2 * u64::from(iterations) + 1, "seed {seed}");
        let notes: Vec<&Notes> = ran.states();
        assert_eq!(notes[0].sum, sums[0]);
        assert_eq!(notes[0].tour.as_ref().unwrap().has_marks(), sums[0] > 0);
        for (id, parent) in tree.parents.iter().enumerate() {
            let Some((parent, direction)) = *parent else {
                continue;
            };
            let (above, below) = (notes[parent as usize], notes[id]);
            let [up, down] = [(below, direction), (above, direction.opposite())];
            assert_eq!(numbers(up)[2], sums[id], "the subtree of {id}, seed {seed}");
            assert_eq!(numbers(down)[3], sums[id], "seen from above");
            let order = |(notes, direction): (&Notes, _)| {
                notes.tour.as_ref().unwrap().comparison(direction)
            };
            let expected = match sums[id] {
                0 => [Comparison::Equal; 2],
                _ => [Comparison::Greater, Comparison::Less],
            };
            assert_eq!([order(up), order(down)], expected);
        }
    }
}

fn numbers((notes, direction): (&Notes, Direction)) -> [u64; 4] {
    let mut edges = notes.edges.iter();
    notes.numbers[edges.position(|edge| edge.0 == direction).unwrap()]
}

#[test]
fn two_tours_tell_the_distances_from_the_root() {
    for seed in 0..20 {
        let robots = 3 + 4 * seed as usize;
        let (tree, _) = tree(seed, robots);
        let marked = |only_down: bool| {
            let edges = tree.edges(Direction::E).into_iter().enumerate();
            let edges = edges.map(|(id, edges)| {
                let parent = tree.parents[id].map(|(_, direction)| direction);
                let is_marked = |direction| !only_down || Some(direction) != parent;
                let edges = edges.into_iter();
                edges
                    .map(|direction| (direction, is_marked(direction)))
                    .collect()
            });
            edges.collect()
        };
        let [all, down] = [false, true].map(|only| tour(seed, robots, marked(only)));
        let (all, down) = (all.states::<Notes>(), down.states::<Notes>());
        let depths = tree.depths();
        for (id, parent) in tree.parents.iter().enumerate() {
            if let Some((_, direction)) = *parent {
                let into = |notes: &[&Notes]| numbers((notes[id], direction))[1];
                // So many steps down, less the steps up again.
                assert_eq!(2 * into(&down) - into(&all), depths[id], "seed {seed}");
            }
        }
    }
}

#[test]
fn a_tour_without_edges_is_refused() {
    assert!(EulerTour::new(&[], false).is_err());
    assert!(EulerTour::new(&[(Direction::E, false); 7], false).is_err());
}
