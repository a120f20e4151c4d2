//! A structure whose joint movement is possible but for a collision on the way.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction::{self, E, Nne, Nnw, Sse, Ssw, W};
use super::super::grid::Node;
use super::super::interface::{Algorithm, Colour, Fault, Mover, Newborn, Typed};
use super::super::ports::Port;
use super::super::starts::{Crowd, Site};
use super::{Maker, setting};
use crate::dice::Die;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "collision",
    summary: "an arm moves down while a pillar is drawn through its way",
    help: "A frame of two particles' width: a pillar in the west, a beam on top, an arm that hangs from \
           the end of the beam and expands downwards, a bottom that contracts, and a pillar at the end \
           of the bottom. At the start the arm is in the west of the second pillar, or above it, and \
           afterwards the pillar is on its other side, so both cannot be without a collision on the way. \
           Nothing else is wrong with the movement: with `structure.collisions = false` it succeeds. \
           Ends after one round. The structure belongs to the algorithm, so the scenario names no \
           start. (AmoebotSim 2.0: Collision TEST.)",
    parameters: &[HEIGHT_LEFT, HEIGHT_RIGHT, WIDTH_TOP, EXPANDING, CONTRACTING],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "The arm expands downwards while the bottom contracts and draws the pillar \
                     through the arm's way; the frame keeps its bonds.",
                ),
                ("beep", "Nothing is sent."),
            ],
            limits: "It lasts for one round and shows one collision. The structure is its own, so \
                     no other start will do.",
        },
        read: |context| {
            setting::check(context)?;
            let places = places(context.swarm)?;
            Ok(Arc::new(Typed(CollisionDemo {
                parts: places.into_iter().map(|(_, _, part)| part).collect(),
            })))
        },
        setting: Some(|site: &Site<'_>, _: &mut Die<'_>| {
            let places = places(site.swarm)?.into_iter();
            Ok(Crowd::at(
                places.map(|(tail, head, _)| (tail, head)).collect(),
            ))
        }),
    },
};

const HEIGHT_LEFT: Parameter = Parameter {
    name: "height_left",
    kind: Kind::Whole,
    default: Some("8"),
    range: "between 4 and 1000",
    summary: "the height of the pillar in the west",
};

const HEIGHT_RIGHT: Parameter = Parameter {
    name: "height_right",
    kind: Kind::Whole,
    default: Some("4"),
    range: "between 1 and 1000",
    summary: "the height of the pillar at the end of the bottom",
};

const WIDTH_TOP: Parameter = Parameter {
    name: "width_top",
    kind: Kind::Whole,
    default: Some("8"),
    range: "between 2 and 1000",
    summary: "the length of the beam without the pillar",
};

const EXPANDING: Parameter = Parameter {
    name: "expanding",
    kind: Kind::Whole,
    default: Some("2"),
    range: "between 1 and 1000",
    summary: "the length of the arm",
};

const CONTRACTING: Parameter = Parameter {
    name: "contracting",
    kind: Kind::Whole,
    default: Some("4"),
    range: "between 1 and 1000",
    summary: "how many expanded particles the bottom is long",
};

/// What a particle is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// What holds everything together.
    Frame,
    /// What expands.
    Arm,
    /// What contracts.
    Bottom,
}

type Place = (Node, Option<Direction>, Part);

/// All particles, the frame first.
fn places(swarm: &Section<'_>) -> Result<Vec<Place>, ScenarioError> {
    let size = |key, least: i32, default| swarm.i32(key).in_range(least..=1000).or(default);
    let left = size("height_left", 4, 8)?;
    let right = size("height_right", 1, 4)?;
    let top = size("width_top", 2, 8)?;
    let expanding = size("expanding", 1, 2)?;
    let contracting = size("contracting", 1, 4)?;
    if expanding > left - 2 {
        let most = left - 2;
        let message = format!("expected at most {most}, so that the arm does not reach the bottom");
        return Err(swarm.refuse("expanding", message));
    }
    let frame = |x, y| (Node::new(x, y), None, Part::Frame);
    let pillar = (0..left).flat_map(|y| (0..2).map(move |x| frame(x, y)));
    let beam = (2..top + 2).flat_map(|x| (1..3).map(move |row| frame(x, left - row)));
    let end = 2 + 2 * contracting;
    let post = (end..end + 2).flat_map(|x| (0..right).map(move |y| frame(x, y)));
    let arm = (top..top + 2).flat_map(|x| {
        let rows = (left - 2 - expanding..left - 2).rev();
        rows.map(move |y| (Node::new(x, y), None, Part::Arm))
    });
    let bottom = (0..contracting)
        .flat_map(|step| (0..2).map(move |y| (Node::new(2 + 2 * step, y), Some(E), Part::Bottom)));
    Ok(pillar
        .chain(beam)
        .chain(post)
        .chain(arm)
        .chain(bottom)
        .collect())
}

/// The algorithm.
#[derive(Debug)]
struct CollisionDemo {
    /// By particle.
    parts: Vec<Part>,
}

/// The attributes of a particle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    part: Part,
    finished: bool,
}

impl Algorithm for CollisionDemo {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State {
            part: self.parts[newborn.id as usize],
            finished: false,
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        state.finished = true;
        match state.part {
            Part::Frame => {
                particle.colour(Colour::GREY);
                frame(particle)
            }
            Part::Arm => {
                particle.colour(Colour::BLUE);
                arm(particle)
            }
            Part::Bottom => {
                particle.colour(Colour::GREEN);
                bottom(particle)
            }
        }
    }

    fn is_finished(&self, state: &State) -> bool {
        state.finished
    }
}

fn part_at(particle: &Mover<'_, State>, port: Port) -> Option<Part> {
    Some(particle.neighbour(port)?.state().part)
}

/// The frame lets go of the arm but for what hangs from it.
fn frame(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    for direction in [E, Nne, Nnw, W] {
        let port = Port::head(direction);
        if part_at(particle, port) == Some(Part::Arm) {
            particle.release(port)?;
        }
    }
    Ok(())
}

/// The arm hangs from the beam, keeps its width and expands downwards.
fn arm(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    particle.release(Port::head(Sse))?;
    for (direction, kept) in [(Nnw, Part::Frame), (Ssw, Part::Arm)] {
        let port = Port::head(direction);
        if part_at(particle, port).is_some_and(|part| part != kept) {
            particle.release(port)?;
        }
    }
    for direction in [E, W] {
        let port = Port::head(direction);
        match part_at(particle, port) {
            Some(Part::Arm) => particle.mark(port)?,
            Some(_) => particle.release(port)?,
            None => {}
        }
    }
    particle.expand(Ssw)
}

/// The bottom keeps its two rows together by parallel bonds and lets go of the arm.
fn bottom(particle: &mut Mover<'_, State>) -> Result<(), Fault> {
    for port in [Port::tail(Sse), Port::head(Nnw)] {
        if part_at(particle, port) == Some(Part::Bottom) {
            particle.release(port)?;
        }
    }
    for port in [
        Port::head(Nnw),
        Port::tail(Nnw),
        Port::head(Nne),
        Port::tail(Nne),
    ] {
        if part_at(particle, port) == Some(Part::Arm) {
            particle.release(port)?;
        }
    }
    particle.contract_tail()
}

#[cfg(test)]
mod tests {
    use crate::model::End;
    use crate::model::amoebot::collision::EdgeMovement;
    use crate::model::amoebot::grid::Node;
    use crate::model::amoebot::trial::{bounds, run};

    const DEMO: &str = "[swarm]\nalgorithm = \"collision\"\n";

    #[test]
    fn the_arm_is_hit() {
        let ran = run(DEMO);
        assert_eq!((ran.end, ran.rounds()), (End::Collision, 1));
        let (round, collision) = ran.books.collision().unwrap();
        assert_eq!(round, 1);
        let edge = |start: [i32; 4], end: [i32; 4]| {
            let nodes = |at: [i32; 4]| [Node::new(at[0], at[1]), Node::new(at[2], at[3])];
            EdgeMovement::new(nodes(start), nodes(end))
        };
        // The bond in the pillar on which the reference stops, and the one of the arm. Which pair of
        // several is named is a matter of order.
        let pillar = edge([10, 2, 10, 3], [6, 2, 6, 3]);
        let arm = edge([8, 4, 9, 4], [8, 2, 9, 2]);
        assert!(pillar.collides_with(&arm) && arm.collides_with(&pillar));
        assert!(collision.edges.contains(&pillar), "{collision}");
        assert_eq!(
            bounds(ran.structure()),
            [0, 9, 0, 7],
            "it is carried out all the same"
        );
    }

    #[test]
    fn without_the_check_nothing_is_hit() {
        let ran = run(&format!("{DEMO}[structure]\ncollisions = false\n"));
        assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1));
        assert_eq!(ran.books.collision(), None);
        assert_eq!(bounds(ran.structure()), [0, 9, 0, 7]);
    }

    #[test]
    fn a_low_pillar_passes_under_the_arm() {
        let ran = run(&format!(
            "{DEMO}height_right = 1\nexpanding = 1\nheight_left = 9\n"
        ));
        assert_eq!((ran.end, ran.books.collision()), (End::Terminated, None));
    }

    #[test]
    fn an_arm_that_reaches_the_bottom_is_refused() {
        use crate::model::amoebot::scenario::Scenario;
        use crate::scenario::Document;

        let text = format!("{DEMO}expanding = 7\n");
        let document = Document::parse("trial.toml", &text).unwrap();
        let error = Scenario::read(&document.root()).unwrap_err().to_string();
        assert!(error.contains("expected at most 6"), "{error}");
    }
}
