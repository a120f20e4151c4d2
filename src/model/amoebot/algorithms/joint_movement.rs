//! Small demonstrations of joint movements, by number.

mod blocks;
mod pairs;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::grid::{Direction, Node};
use super::super::interface::{Algorithm, Colour, Fault, Mover, Newborn, Typed};
use super::super::starts::{Crowd, Site};
use super::super::structure::{Anchor, Structure};
use super::{Maker, setting};
use crate::dice::Die;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "joint_movement",
    summary: "one of 18 demonstrations of joint movements",
    help: "Each mode has a structure of its own, so the scenario names no start. 0 and 1: a block \
           expands to the east, sheared and upright. 2 to 5: a contracted particle under an expanded \
           one: it moves (2: two bonds; 3: one bond, and both may move), or they do a handover (4: one \
           bond; 5: two). 6: a handover among four neighbours, who are taken along or handed on. 7: two \
           expanded particles with one bond, 8: the same in two handovers. 9: two expanded particles \
           that touch in one node, 10: the same with a handover. 11: a stack of expanded particles \
           contracts, each to a random end. 12: such a stack stays expanded while contracted neighbours \
           take nodes in handovers. 13: a parallelogram with an open side expands and contracts for \
           ever. 14: a contracted particle under an expanded one that does a handover with a third. 15: \
           a stripe expands and contracts and so carries a block to the east. 16: a worm crawls on a \
           floor. 17: the bottom of a frame expands and contracts at random. Modes 0 to 12 and 14 end \
           after one round, the others go on until a limit. (AmoebotSim 2.0: Joint Movement Test.)",
    parameters: &[MODE, WIDTH, HEIGHT, UPPER, FLOOR, WORM, SEGMENTS],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "Each particle does the part that its place in the structure of the mode \
                     gives it, once or in each round.",
                ),
                ("beep", "Nothing is sent."),
            ],
            limits: "Each mode shows one case of bonds and movements and computes nothing. The \
                     structure is its own, so no other start will do.",
        },
        read: |context| {
            setting::check(context)?;
            let (mode, sizes) = read(context.swarm)?;
            Ok(Arc::new(Typed(JointMovement {
                mode: &MODES[mode],
                sizes,
            })))
        },
        setting: Some(place),
    },
};

const MODE: Parameter = Parameter {
    name: "mode",
    kind: Kind::Whole,
    default: None,
    range: "between 0 and 17",
    summary: "which demonstration",
};

const WIDTH: Parameter = Parameter {
    name: "width",
    kind: Kind::Whole,
    default: Some("5 in modes 0 and 1, 10 in mode 13, 20 in mode 15"),
    range: "between 1 and 1000",
    summary: "modes 0, 1, 15: the width of the block; mode 13: the length of the lower row",
};

const HEIGHT: Parameter = Parameter {
    name: "height",
    kind: Kind::Whole,
    default: Some("10; 15 in mode 12, 8 in mode 13, 4 in mode 17"),
    range: "between 1 and 1000",
    summary: "modes 0, 1, 11, 12, 15, 17: the height of the block, stack or frame; mode 13: that of \
              the column between the rows",
};

const UPPER: Parameter = Parameter {
    name: "upper",
    kind: Kind::Whole,
    default: Some("12 in mode 13"),
    range: "between 1 and 1000",
    summary: "mode 13: the length of the upper row",
};

const FLOOR: Parameter = Parameter {
    name: "floor",
    kind: Kind::Whole,
    default: Some("250 in mode 16"),
    range: "between 1 and 1000",
    summary: "mode 16: the length of the floor; at its end the worm has nothing to crawl on and the run \
              ends with a conflict",
};

const WORM: Parameter = Parameter {
    name: "worm",
    kind: Kind::Whole,
    default: Some("7 in mode 16"),
    range: "between 1 and 1000",
    summary: "mode 16: the length of the worm, at most that of the floor",
};

const SEGMENTS: Parameter = Parameter {
    name: "segments",
    kind: Kind::Whole,
    default: Some("5 in mode 17"),
    range: "between 1 and 1000",
    summary: "mode 17: how many of the particles of the bottom are expanded, and how many contracted",
};

/// The sizes of structures; 0 where the mode has no such size.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    width: i32,
    height: i32,
    upper: i32,
    floor: i32,
    worm: i32,
    segments: i32,
}

/// The nodes of tails, and the directions of the heads of those that are expanded.
type Places = Vec<(Node, Option<Direction>)>;

/// A demonstration.
struct Mode {
    /// Where the particles are.
    place: fn(&Sizes, &mut Die<'_>) -> Places,
    /// Which part a particle plays, by its id and body in the structure.
    role: fn(&Sizes, u32, &Body, &Structure) -> u8,
    /// What it does in a round.
    act: Act,
    /// Whether it is over after one round.
    once: bool,
}

type Act = fn(u8, &mut Mover<'_, State>) -> Result<(), Fault>;

/// The demonstrations, by number.
static MODES: [Mode; 18] = [
    blocks::SHEARED,
    blocks::UPRIGHT,
    pairs::TWO_BONDS,
    pairs::ONE_BOND,
    pairs::HANDOVER_ONE_BOND,
    pairs::HANDOVER_TWO_BONDS,
    pairs::HANDOVER_AMONG_FOUR,
    pairs::EXPANDED,
    pairs::EXPANDED_HANDOVERS,
    pairs::CORNER,
    pairs::CORNER_HANDOVER,
    blocks::STACK,
    blocks::STACK_HANDOVERS,
    blocks::PARALLELOGRAM,
    pairs::HANDOVER_WITH_THIRD,
    blocks::STRIPE,
    blocks::WORM,
    blocks::FRAME,
];

/// Reads the mode and the sizes that belong to it.
fn read(swarm: &Section<'_>) -> Result<(usize, Sizes), ScenarioError> {
    let mode = swarm.usize("mode").in_range(0..=17).required()?;
    let size = |key, least: i32, defaults: &[(usize, i32)]| {
        let size = swarm.i32(key).in_range(least..=1000).optional()?;
        let default = defaults.iter().find(|(of, _)| *of == mode);
        match (default, size) {
            (Some(&(_, default)), size) => Ok(size.unwrap_or(default)),
            (None, None) => Ok(0),
            (None, Some(_)) => {
                let modes: Vec<_> = defaults.iter().map(|(of, _)| of.to_string()).collect();
                let plural = if modes.len() == 1 { "" } else { "s" };
                let modes = modes.join(", ");
                Err(swarm.refuse(key, format!("expected only in mode{plural} {modes}")))
            }
        }
    };
    let heights = [
        (0, 10),
        (1, 10),
        (11, 10),
        (12, 15),
        (13, 8),
        (15, 10),
        (17, 4),
    ];
    let sizes = Sizes {
        width: size("width", 1, &[(0, 5), (1, 5), (13, 10), (15, 20)])?,
        height: size("height", 1, &heights)?,
        upper: size("upper", 1, &[(13, 12)])?,
        floor: size("floor", 1, &[(16, 250)])?,
        worm: size("worm", 1, &[(16, 7)])?,
        segments: size("segments", 1, &[(17, 5)])?,
    };
    if mode == 17 && sizes.height < 3 {
        let message = "expected at least 3 in mode 17, where the frame has a hole";
        return Err(swarm.refuse("height", message));
    }
    if sizes.worm > sizes.floor {
        let message = format!("expected at most the length of the floor, {}", sizes.floor);
        return Err(swarm.refuse("worm", message));
    }
    Ok((mode, sizes))
}

fn place(site: &Site<'_>, die: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let (mode, sizes) = read(site.swarm)?;
    let crowd = Crowd::at((MODES[mode].place)(&sizes, die));
    Ok(match mode {
        // The bottom of the stripe, in the middle of the block.
        15 => crowd.with_anchor(Anchor::Particle((sizes.width / 2 * sizes.height) as u32)),
        _ => crowd,
    })
}

/// The algorithm.
#[derive(Debug)]
struct JointMovement {
    mode: &'static Mode,
    sizes: Sizes,
}

impl std::fmt::Debug for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mode").finish_non_exhaustive()
    }
}

/// The attributes of a particle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The part that it plays in the mode.
    role: u8,
    /// How many rounds it has acted in.
    round: u64,
}

/// The colours of the parts.
const COLOURS: [Colour; 8] = [
    Colour::BLUE,
    Colour::ORANGE,
    Colour::GREEN,
    Colour::SKY,
    Colour::PURPLE,
    Colour::RED,
    Colour::YELLOW,
    Colour::GREY,
];

impl Algorithm for JointMovement {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        let Newborn { id, structure, .. } = *newborn;
        let body = &structure.bodies()[id as usize];
        State {
            role: (self.mode.role)(&self.sizes, id, body, structure),
            round: 0,
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        if state.round == 0 {
            particle.colour(COLOURS[usize::from(state.role) % COLOURS.len()]);
        }
        state.round += 1;
        (self.mode.act)(state.role, particle)
    }

    fn is_finished(&self, state: &State) -> bool {
        self.mode.once && state.round > 0
    }
}
