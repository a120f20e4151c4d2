use std::collections::VecDeque;
use std::sync::Arc;

use super::*;
use crate::model::amoebot::interface::{Algorithm, Newborn, Typed};
use crate::model::amoebot::structure::{Occupant, Structure};
use crate::model::amoebot::trial::{Ran, play, scenario};

/// PASC with links that are made from the structure at the start.
#[derive(Debug)]
struct Depths(fn(&Structure) -> Links);

/// By particle: where its links lead, and whether it counts.
type Links = Vec<([Link; 6], bool)>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Depth {
    pasc: Pasc,
    sent: bool,
    place: u32,
    depth: u32,
}

impl Algorithm for Depths {
    type State = Depth;

    fn pins(&self) -> usize {
        2
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> Depth {
        let (links, leader) = (self.0)(newborn.structure)[newborn.id as usize];
        let wires = Wires {
            pins: [0, 1],
            sets: [4, 5],
        };
        Depth {
            pasc: Pasc::new(links, wires, leader),
            sent: false,
            place: 0,
            depth: 0,
        }
    }

    fn beep(&self, state: &mut Depth, particle: &mut Beeper<'_, Depth>) -> Result<(), Fault> {
        if state.sent {
            state.pasc.receive(particle)?;
            state.depth |= u32::from(state.pasc.bit()) << state.place;
            state.place += 1;
        }
        state.sent = true;
        let mut pins = particle.singleton();
        state.pasc.join(&mut pins)?;
        particle.set_next(pins)?;
        state.pasc.send(particle)
    }

    fn is_finished(&self, state: &Depth) -> bool {
        state.sent && (state.pasc.is_leader() || !state.pasc.is_active())
    }
}

/// Runs PASC on a structure and returns the depths that particles found.
fn depths(seed: u64, swarm: &str, links: fn(&Structure) -> Links) -> (Vec<u32>, Ran) {
    let text = format!("seed = {seed}\n[swarm]\nalgorithm = \"leader_election\"\n{swarm}");
    let ran = play(
        &scenario(&text).with_program(Arc::new(Typed(Depths(links)))),
        |_| {},
    );
    let found = ran
        .states::<Depth>()
        .iter()
        .map(|state| state.depth)
        .collect();
    (found, ran)
}

/// For each particle its distance from particle 0 and the direction of its parent, by a breadth-first
/// search that looks around in an order of its own, so that the tree is none in particular.
fn search(structure: &Structure) -> Vec<(u32, Option<Direction>)> {
    let mut found = vec![None; structure.bodies().len()];
    found[0] = Some((0, None));
    let mut queue = VecDeque::from([0_u32]);
    while let Some(id) = queue.pop_front() {
        let here = structure.bodies()[id as usize].tail;
        let (distance, _) = found[id as usize].unwrap();
        for turn in 0..6 {
            let direction = Direction::of_index(id as i32 + turn);
            if let Some(Occupant::Particle(other, _)) = structure.occupant(here.step(direction))
                && found[other as usize].is_none()
            {
                found[other as usize] = Some((distance + 1, Some(direction.opposite())));
                queue.push_back(other);
            }
        }
    }
    found.into_iter().map(Option::unwrap).collect()
}

fn tree(structure: &Structure) -> Vec<([Link; 6], bool)> {
    let found = search(structure);
    let mut links = vec![([Link::None; 6], false); found.len()];
    links[0].1 = true;
    for (id, (_, parent)) in found.iter().enumerate() {
        let Some(parent) = parent else { continue };
        links[id].0[usize::from(parent.index())] = Link::Predecessor;
        let above = structure.bodies()[id].tail.step(*parent);
        let Some(Occupant::Particle(above, _)) = structure.occupant(above) else {
            unreachable!("a parent is a particle");
        };
        links[above as usize].0[usize::from(parent.opposite().index())] = Link::Successor;
    }
    links
}

#[test]
fn particles_of_a_tree_learn_their_depth() {
    for seed in 0..25 {
        let swarm = format!("robots = {}\nholes = 0.2\n", 2 + 7 * seed);
        let (found, ran) = depths(seed, &swarm, tree);
        let searched = search(ran.structure()).into_iter();
        let expected: Vec<u32> = searched.map(|(distance, _)| distance).collect();
        assert_eq!(found, expected, "seed {seed}");
        let deepest = expected.iter().max().unwrap();
        assert_eq!(ran.rounds(), u64::from(deepest.ilog2()) + 2, "seed {seed}");
    }
}

fn stripes(structure: &Structure) -> Vec<([Link; 6], bool)> {
    let bodies = structure.bodies().iter();
    let links = bodies.map(|body| {
        let mut links = [Link::None; 6];
        for (direction, link) in [
            (Direction::Nne, Link::Successor),
            (Direction::Ssw, Link::Predecessor),
            (Direction::E, Link::Successor),
            (Direction::W, Link::Beside),
        ] {
            if structure.occupant(body.tail.step(direction)).is_some() {
                links[usize::from(direction.index())] = link;
            }
        }
        (links, body.tail.y == 0)
    });
    links.collect()
}

#[test]
fn particles_of_a_stripe_learn_the_number_of_the_stripe() {
    let (found, ran) = depths(
        1,
        "start = \"parallelogram\"\nlength = 4\nheight = 11\n",
        stripes,
    );
    let bodies = ran.structure().bodies().iter();
    let expected: Vec<u32> = bodies.map(|body| body.tail.y as u32).collect();
    assert_eq!(found, expected);
    assert_eq!(ran.rounds(), 4 + 1);
}

#[test]
fn stripes_of_one_particle_are_a_chain() {
    let (found, _) = depths(
        1,
        "start = \"line\"\nrobots = 9\ndirection = \"NNE\"\n",
        stripes,
    );
    assert_eq!(found, (0..9).collect::<Vec<_>>());
}
