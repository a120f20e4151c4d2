//! A particle that pushes an object about.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::{Direction, Node};
use super::super::interface::{Algorithm, Colour, Fault, Mover, Newborn, Typed, Walk};
use super::super::ports::{Half, Port};
use super::super::starts::{Crowd, Site};
use super::super::structure::Object;
use super::{Maker, setting};
use crate::dice::{Die, Draw as _};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "object_demo",
    summary: "one particle pushes an object of random shape about, and paints it",
    help: "A random object grows around the particle, all but to its west. The particle draws one of the \
           directions in which the object is and on whose other side it is not, expands that way with \
           all bonds to the object marked, and so pushes it by one node. In the next round it paints the \
           object in a random colour and draws its tail in, without bonds to the object there. It works \
           in any frame. It never ends by itself. The object and the particle belong to the algorithm, \
           so the scenario names no start. (After AmoebotSim 2.0: ObjectTest, whose particle stays \
           expanded.)",
    parameters: &[CELLS, HOLES],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "The particle expands against the object and so pushes it, or draws its tail \
                     in behind it and paints it.",
                ),
                ("beep", "Nothing is sent."),
            ],
            limits: "It is a show of one particle and one object, pushes at random, and never \
                     ends by itself.",
        },
        read: |context| {
            setting::check_start(context)?;
            shape(context.swarm)?;
            Ok(Arc::new(Typed(ObjectDemo)))
        },
        setting: Some(place),
    },
};

const CELLS: Parameter = Parameter {
    name: "cells",
    kind: Kind::Whole,
    default: Some("10"),
    range: "between 1 and 10000",
    summary: "how many nodes the object takes",
};

const HOLES: Parameter = Parameter {
    name: "object_holes",
    kind: Kind::Number,
    default: Some("0.3"),
    range: "between 0 and 1",
    summary: "the probability with which a node beside the object stays empty when it is drawn",
};

fn shape(swarm: &Section<'_>) -> Result<(usize, f64), ScenarioError> {
    let cells = swarm.usize("cells").in_range(1..=10_000).or(10)?;
    let holes = swarm.f64("object_holes").in_range(0.0..=1.0).or(0.3)?;
    Ok((cells, holes))
}

/// The particle on the origin, and an object that grows from the node in the east of it and leaves the
/// one in the west free, so that the particle can always push. Nodes that stay empty when they are
/// drawn are drawn again where no other ones are left.
fn place(site: &Site<'_>, die: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let (count, holes) = shape(site.swarm)?;
    let mut known: BTreeSet<Node> = [Node::ORIGIN, Node::new(1, 0), Node::new(-1, 0)].into();
    let (mut candidates, mut empty) = (vec![Node::new(1, 0)], Vec::new());
    let mut cells = Vec::new();
    while cells.len() < count {
        let node = match candidates.len() {
            0 => empty.swap_remove(die.index(empty.len())),
            left => {
                let node = candidates.swap_remove(die.index(left));
                // The first one is beside the particle: without it the object would not be.
                if !cells.is_empty() && die.unit() < holes {
                    empty.push(node);
                    continue;
                }
                node
            }
        };
        cells.push(node);
        candidates.extend(
            node.neighbours()
                .into_iter()
                .filter(|node| known.insert(*node)),
        );
    }
    let object = Object::new(Node::ORIGIN, &cells, 0);
    Ok(Crowd::contracted([Node::ORIGIN]).with_objects(vec![object]))
}

/// The algorithm.
#[derive(Debug)]
struct ObjectDemo;

/// The attributes of the particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// How often it has pushed.
    pushes: u64,
}

impl Algorithm for ObjectDemo {
    type State = State;

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        let objects: Vec<_> = particle.objects(Walk::default()).collect();
        if particle.is_expanded() {
            if let Some(object) = objects.first() {
                let colour = Colour(particle.die().below(1 << 24));
                particle.colour_object(*object, colour);
            }
            for object in objects.iter().filter(|object| object.at.half == Half::Tail) {
                particle.release(object.at)?;
            }
            return particle.contract_head();
        }
        particle.colour(Colour::BLUE);
        let free = |direction: Direction| {
            let there = particle.object(Port::head(direction)).is_some();
            there && particle.object(Port::head(direction.opposite())).is_none()
        };
        let free: Vec<_> = Direction::ALL
            .into_iter()
            .filter(|way| free(*way))
            .collect();
        if free.is_empty() {
            return Ok(());
        }
        let direction = free[particle.die().index(free.len())];
        for object in objects {
            particle.mark(object.at)?;
        }
        state.pushes += 1;
        particle.expand(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::model::End;
    use crate::model::amoebot::trial::{run, scenario};

    fn text(seed: u64, rest: &str) -> String {
        format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"object_demo\"\n{rest}[limits]\nrounds = 20\n"
        )
    }

    #[test]
    fn the_object_moves_with_each_push_and_keeps_its_shape() {
        let mut farthest = 0;
        for seed in 0..60 {
            let turned = "compass = \"random\"\nchirality = \"random\"\ncells = 8\n";
            let text = text(seed, turned);
            let start = scenario(&text).placed().structure.objects()[0].clone();
            assert_eq!(start.cells().len(), 8);
            let ran = run(&text);
            assert_eq!(ran.end, End::Condition, "seed {seed}");
            let object = &ran.structure().objects()[0];
            assert_eq!(object.cells(), start.cells());
            let pushed = ran.states::<State>()[0].pushes;
            assert!(u64::from(start.root().distance(object.root())) <= pushed);
            // What is around the particle stays the same: it pushes in every other round.
            assert_eq!(pushed, 10, "seed {seed}");
            assert_eq!(ran.books.counts().moves, 2 * pushed);
            assert_eq!(ran.books.counts().collisions, 0);
            assert!(ran.books.view().paint.objects[0].is_some());
            farthest = farthest.max(start.root().distance(object.root()));
        }
        assert!(farthest > 3, "it goes about: {farthest}");
    }
}
