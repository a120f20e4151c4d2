//! Two edges that are moved past each other, or into each other.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction::{self, E, Nne, Sse, Ssw};
use super::super::grid::Node;
use super::super::interface::{Algorithm, Colour, Fault, Mover, Newborn, Typed};
use super::super::ports::{Half, Port};
use super::super::starts::{Crowd, Site};
use super::{Maker, setting};
use crate::dice::Die;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section, Word};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "collision_edges",
    summary: "two particles move, one of them on an arm, and may collide",
    help: "The first particle stands on a frame at the origin, the second hangs from an arm at an offset \
           from it. In the one round that there is, each expands or contracts in its direction, or gets \
           a node in a handover from a helper, while the arm carries the second one along by a vector. \
           So any two movements of two edges can be tried. In a handover the particle pushes in its \
           direction into the helper's end, which takes the place of the last two particles of the \
           support. The structure belongs to the algorithm, so the scenario names no start. (AmoebotSim \
           2.0: Collision TEST 2.)",
    parameters: &[
        OFFSET_X,
        OFFSET_Y,
        MOVEMENT_X,
        MOVEMENT_Y,
        DIRECTION_1,
        DIRECTION_2,
        ACTION_1,
        ACTION_2,
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "Each of the two particles does its action while the arm carries the second \
                     one along by the vector.",
                ),
                ("beep", "Nothing is sent."),
            ],
            limits: "It lasts for one round, and tries one pair of edges. The structure is its \
                     own, so no other start will do.",
        },
        read: |context| {
            setting::check(context)?;
            let places = Edges::read(context.swarm)?.places();
            Ok(Arc::new(Typed(CollisionEdges {
                parts: places.into_iter().map(|(_, _, part)| part).collect(),
            })))
        },
        setting: Some(|site: &Site<'_>, _: &mut Die<'_>| {
            let places = Edges::read(site.swarm)?.places().into_iter();
            Ok(Crowd::at(
                places.map(|(tail, head, _)| (tail, head)).collect(),
            ))
        }),
    },
};

const DIRECTIONS: &[&str] = &["E", "NNE", "NNW", "W", "SSW", "SSE"];
const ACTIONS: &[&str] = &["expand", "contract", "handover", "none"];

#[rustfmt::skip]
const OFFSET_X: Parameter = Parameter::line("offset_x", Kind::Whole, Some("3"), "between -100 and 100",
    "how far in the east of the first particle the second one is");
#[rustfmt::skip]
const OFFSET_Y: Parameter = Parameter::line("offset_y", Kind::Whole, Some("3"), "between 0 and 100",
    "how far in the north-north-east of the first particle the second one is");
#[rustfmt::skip]
const MOVEMENT_X: Parameter = Parameter::line("movement_x", Kind::Whole, Some("-4"), "between -100 and 100",
    "how far to the east the arm moves the second particle");
#[rustfmt::skip]
const MOVEMENT_Y: Parameter = Parameter::line("movement_y", Kind::Whole, Some("-2"), "between -100 and 0",
    "how far to the north-north-east the arm moves it");
#[rustfmt::skip]
const DIRECTION_1: Parameter = Parameter::line("direction_1", Kind::Word(DIRECTIONS), Some("\"NNE\""), "",
    "from the tail to the head of the first particle, where it is expanded: not SSW, where its \
     support is; not NNE in a handover, where the helper is");
#[rustfmt::skip]
const DIRECTION_2: Parameter = Parameter::line("direction_2", Kind::Word(DIRECTIONS), Some("\"SSW\""), "",
    "the same of the second particle: not NNE, and not SSW in a handover");
#[rustfmt::skip]
const ACTION_1: Parameter = Parameter::line("action_1", Kind::Word(ACTIONS), Some("\"expand\""), "",
    "what the first particle does; contract: it is expanded at the start");
#[rustfmt::skip]
const ACTION_2: Parameter = Parameter::line("action_2", Kind::Word(ACTIONS), Some("\"expand\""), "",
    "what the second particle does");

/// What one of the two particles does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Expand,
    Contract,
    Handover,
    Nothing,
}

impl Word for Doing {
    const ALL: &'static [Self] = &[
        Doing::Expand,
        Doing::Contract,
        Doing::Handover,
        Doing::Nothing,
    ];

    fn word(self) -> &'static str {
        match self {
            Doing::Expand => "expand",
            Doing::Contract => "contract",
            Doing::Handover => "handover",
            Doing::Nothing => "none",
        }
    }
}

/// What a particle is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// What does not move by itself.
    Frame,
    /// The first particle, which may expand or push.
    First,
    /// The second one.
    Second,
    /// Moves the arm by expanding.
    Expanding,
    /// Moves the arm by contracting.
    Contracting,
    /// Gives its end to one of the two particles.
    Helper,
}

/// What a particle does in the one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Task {
    Rest,
    Expand(Direction),
    Contract,
    Push(Direction),
    Pull(Direction),
}

/// A particle: its tail, its head direction, and what it is there for.
type Place = (Node, Option<Direction>, (Part, Task));

/// The parameters.
#[derive(Clone, Copy, Debug)]
struct Edges {
    offset: Node,
    movement: Node,
    directions: [Direction; 2],
    doings: [Doing; 2],
}

/// The direction from a particle into its support, for the first and the second one.
const INWARDS: [Direction; 2] = [Ssw, Nne];

impl Edges {
    fn read(swarm: &Section<'_>) -> Result<Self, ScenarioError> {
        let number = |key, range, default| swarm.i32(key).in_range(range).or(default);
        let edges = Edges {
            offset: Node::new(
                number("offset_x", -100..=100, 3)?,
                number("offset_y", 0..=100, 3)?,
            ),
            movement: Node::new(
                number("movement_x", -100..=100, -4)?,
                number("movement_y", -100..=0, -2)?,
            ),
            directions: [
                swarm.choice("direction_1").or(Nne)?,
                swarm.choice("direction_2").or(Ssw)?,
            ],
            doings: [
                swarm.choice("action_1").or(Doing::Expand)?,
                swarm.choice("action_2").or(Doing::Expand)?,
            ],
        };
        for (which, key) in ["direction_1", "direction_2"].into_iter().enumerate() {
            let refused = match edges.doings[which] {
                Doing::Handover => INWARDS[which].opposite(),
                _ => INWARDS[which],
            };
            if edges.directions[which] == refused {
                let message =
                    format!("expected another direction than {refused}, where others are");
                return Err(swarm.refuse(key, message));
            }
        }
        Ok(edges)
    }

    /// One of the two particles. `at` is where its tail is unless it gets its node in a handover.
    fn one(&self, which: usize, at: Node) -> (Node, Option<Direction>, Task) {
        let direction = self.directions[which];
        match self.doings[which] {
            Doing::Expand => (at, None, Task::Expand(direction)),
            Doing::Contract => (at, Some(direction), Task::Contract),
            Doing::Nothing => (at, None, Task::Rest),
            Doing::Handover => {
                let end = at.step(INWARDS[which]);
                (end.step(direction.opposite()), None, Task::Push(direction))
            }
        }
    }

    /// The last two nodes of a support: two particles, or the helper of a handover.
    fn last_of_support(&self, which: usize, at: Node) -> Vec<Place> {
        let near = at.step(INWARDS[which]);
        let far = near.step(INWARDS[which]);
        match self.doings[which] {
            Doing::Handover => {
                let head = Some(INWARDS[which].opposite());
                let pull = Task::Pull(self.directions[which].opposite());
                vec![(far, head, (Part::Helper, pull))]
            }
            _ => [near, far].map(rest).to_vec(),
        }
    }

    /// All particles: the two first, then the arm, the beam that it hangs from, and the frame.
    fn places(&self) -> Vec<Place> {
        let (offset, movement) = (self.offset, self.movement);
        let (first_tail, first_head, first_task) = self.one(0, Node::ORIGIN);
        let (second_tail, second_head, second_task) = self.one(1, offset);
        let mut places = vec![
            (first_tail, first_head, (Part::First, first_task)),
            (second_tail, second_head, (Part::Second, second_task)),
        ];
        let head = |tail: Node, head: Option<Direction>| head.map_or(tail, |head| tail.step(head));
        let first_head = head(first_tail, first_head);
        let second_head = head(second_tail, second_head);
        let mut left =
            (first_tail.x.min(first_head.x) - 3).min(second_tail.x.min(second_head.x) - 2);
        let below = if offset.x + movement.x < 0 {
            offset.y + movement.y - 2
        } else {
            0
        };
        let bottom = below.min(-3);
        let top = second_tail.y.max(second_head.y) + 3 - movement.y;

        places.extend(self.last_of_support(1, offset));
        for y in offset.y + 3..top {
            let node = Node::new(offset.x, y);
            match y < top + movement.y {
                true => places.push(rest(node)),
                false => places.push((node, None, (Part::Expanding, Task::Expand(Ssw)))),
            }
        }
        // The beam moves the arm to the east by expanding, or to the west by contracting, and is made
        // as long as it takes.
        let movers = match movement.x {
            x if x < 0 => -2 * x,
            x => x,
        };
        left = left.min(offset.x - movers);
        let moving = offset.x - movers;
        match movement.x < 0 {
            true => places.extend((moving..offset.x).step_by(2).map(|x| {
                let node = Node::new(x, top);
                (node, Some(E), (Part::Contracting, Task::Contract))
            })),
            false => places.extend((moving..offset.x).map(|x| {
                let node = Node::new(x, top);
                (node, None, (Part::Expanding, Task::Expand(E)))
            })),
        }
        places.extend((left..moving).map(|x| rest(Node::new(x, top))));

        places.extend(self.last_of_support(0, Node::ORIGIN));
        places.extend((bottom..-2).map(|y| rest(Node::new(0, y))));
        places.extend((left..0).map(|x| rest(Node::new(x, bottom))));
        places.extend((bottom + 1..top).map(|y| rest(Node::new(left, y))));
        places
    }
}

fn rest(node: Node) -> Place {
    (node, None, (Part::Frame, Task::Rest))
}

/// The algorithm.
#[derive(Debug)]
struct CollisionEdges {
    /// By particle.
    parts: Vec<(Part, Task)>,
}

/// The attributes of a particle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    part: Part,
    task: Task,
    finished: bool,
}

impl Algorithm for CollisionEdges {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        let (part, task) = self.parts[newborn.id as usize];
        State {
            part,
            task,
            finished: false,
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        state.finished = true;
        particle.colour(match state.part {
            Part::Frame => Colour::GREY,
            Part::First => Colour::GREEN,
            Part::Second => Colour::BLUE,
            Part::Expanding => Colour::SKY,
            Part::Contracting => Colour::ORANGE,
            Part::Helper => Colour::YELLOW,
        });
        match (state.part, state.task) {
            (_, Task::Rest) => Ok(()),
            (_, Task::Push(direction)) => particle.push(direction),
            (_, Task::Pull(direction)) => particle.pull_tail(direction),
            (Part::Expanding, Task::Expand(direction)) => {
                // Where the beam meets the arm, the arm goes along.
                particle.mark(Port::head(Sse))?;
                particle.expand(direction)
            }
            (_, Task::Expand(direction)) => particle.expand(direction),
            (Part::First | Part::Second, Task::Contract) => {
                for port in particle.ports().filter(|port| port.half == Half::Head) {
                    particle.release(port)?;
                }
                particle.contract_tail()
            }
            (_, Task::Contract) => particle.contract_tail(),
        }
    }

    fn is_finished(&self, state: &State) -> bool {
        state.finished
    }
}
