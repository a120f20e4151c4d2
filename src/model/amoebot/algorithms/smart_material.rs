//! Smart material: cells that all contract and expand at the same time.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction::{self, E, Nne, Nnw, Sse, Ssw, W};
use super::super::grid::Node;
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Look, Mover, Newborn, Typed};
use super::super::ports::Port;
use super::super::starts::{Crowd, Site};
use super::{Maker, setting};
use crate::dice::Die;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "smart_material",
    summary: "hexagonal cells of expanded particles contract and expand together for ever",
    help: "A cell is a hexagon of three blocks of parallel expanded particles, each block turned by 120 \
           degrees from the next; there are two kinds of cells, which turn the other way round, and \
           each cell is among cells of the other kind. In the first round particles look where they \
           are in their block. From then on all contract in one round and expand in the next: the \
           material shrinks in all directions at once, and grows again. The structure belongs to the \
           algorithm, so the scenario names no start. It never ends by itself. (AmoebotSim 2.0: Smart \
           Material.)",
    parameters: &[SCALE, ROWS, COLUMNS, HEXAGON_SHAPE],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "All particles contract in one round and expand in the next, with the bonds \
                     between blocks that turn against each other released.",
                ),
                (
                    "beep",
                    "In the first round each particle looks where it is in its block; nothing is \
                     sent.",
                ),
            ],
            limits: "The structure is its own, and each round needs all of it: it computes \
                     nothing, and it never ends by itself.",
        },
        read: |context| {
            setting::check(context)?;
            let cells = Cells::read(context.swarm)?;
            let places = cells.places();
            Ok(Arc::new(Typed(SmartMaterial {
                kinds: places.into_iter().map(|(_, _, kind)| kind).collect(),
            })))
        },
        setting: Some(place),
    },
};

const SCALE: Parameter = Parameter {
    name: "scale",
    kind: Kind::Whole,
    default: Some("2"),
    range: "between 1 and 50",
    summary: "how large a cell is: it has 6 scale^2 particles",
};

const ROWS: Parameter = Parameter {
    name: "rows",
    kind: Kind::Whole,
    default: Some("2"),
    range: "between 1 and 50",
    summary: "how many rows of cells there are; of a hexagon of cells the length of a side",
};

const COLUMNS: Parameter = Parameter {
    name: "columns",
    kind: Kind::Whole,
    default: Some("2"),
    range: "between 1 and 50",
    summary: "how many pairs of cells a row has; for a hexagon of cells it says nothing",
};

const HEXAGON_SHAPE: Parameter = Parameter {
    name: "hexagon_shape",
    kind: Kind::Truth,
    default: Some("false"),
    range: "",
    summary: "whether the cells form a hexagon and not rows",
};

/// The two kinds of cells, which turn the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Turn {
    First,
    Second,
}

/// From a cell to a cell beside it, in units of the scale. Cells of the same kind are three directions
/// around each node, those of the other kind the other three.
mod to {
    use super::Node;

    pub(super) const NORTH: Node = Node::new(-2, 4);
    pub(super) const WEST_NORTH_WEST: Node = Node::new(-4, 2);
    pub(super) const WEST_SOUTH_WEST: Node = Node::new(-2, -2);
    pub(super) const SOUTH: Node = Node::new(2, -4);
    pub(super) const EAST_SOUTH_EAST: Node = Node::new(4, -2);
    pub(super) const EAST_NORTH_EAST: Node = Node::new(2, 2);
}

/// The cells of a material.
#[derive(Clone, Copy, Debug)]
struct Cells {
    scale: i32,
    rows: i32,
    columns: i32,
    is_hexagon: bool,
}

impl Cells {
    fn read(swarm: &Section<'_>) -> Result<Self, ScenarioError> {
        let size = |key| swarm.i32(key).in_range(1..=50).or(2);
        let cells = Cells {
            scale: size("scale")?,
            rows: size("rows")?,
            columns: size("columns")?,
            is_hexagon: swarm.bool("hexagon_shape").or(false)?,
        };
        let particles = cells.cells().len() * 6 * (cells.scale * cells.scale) as usize;
        if particles > 1_000_000 {
            let message = format!("expected at most 1000000 particles, found {particles}");
            return Err(swarm.refuse("scale", message));
        }
        Ok(cells)
    }

    /// A node a few cells further.
    fn further(&self, node: Node, vector: Node, cells: i32) -> Node {
        let steps = cells * self.scale;
        node + Node::new(vector.x * steps, vector.y * steps)
    }

    /// The middle of each cell, and its kind.
    fn cells(&self) -> Vec<(Node, Turn)> {
        match self.is_hexagon {
            true => self.hexagon(),
            false => self.parallelogram(),
        }
    }

    /// Rows of pairs of cells. Every other row begins with a cell of the other kind, so that the rows
    /// fit.
    fn parallelogram(&self) -> Vec<(Node, Turn)> {
        let mut cells = Vec::new();
        let mut row_start = Node::ORIGIN;
        for row in 0..self.rows {
            let beside = match row % 2 {
                0 => to::EAST_SOUTH_EAST,
                _ => to::WEST_SOUTH_WEST,
            };
            let mut at = row_start;
            for _ in 0..self.columns {
                cells.push((at, Turn::First));
                cells.push((self.further(at, beside, 1), Turn::Second));
                at = self.next_in_row(at);
            }
            row_start = self.further(self.further(row_start, to::SOUTH, 1), beside, 1);
        }
        cells
    }

    /// The next cell of the same kind in a row.
    fn next_in_row(&self, at: Node) -> Node {
        self.further(
            self.further(at, to::EAST_SOUTH_EAST, 1),
            to::EAST_NORTH_EAST,
            1,
        )
    }

    /// A hexagon of cells with sides of so many. The first one is in the middle: it holds the anchor.
    fn hexagon(&self) -> Vec<(Node, Turn)> {
        let size = self.rows;
        let mut cells = vec![(Node::ORIGIN, Turn::First)];
        let mut corner = Node::ORIGIN;
        for _ in 1..size {
            corner = self.further(self.further(corner, to::NORTH, 1), to::WEST_NORTH_WEST, 1);
        }
        // The uppermost cells are of one kind, the lowermost of the other.
        let mut at = corner;
        for _ in 0..size {
            cells.push((at, Turn::First));
            cells.push((self.further(at, to::SOUTH, 3 * size - 1), Turn::Second));
            at = self.next_in_row(at);
        }
        // Between them are double rows, which grow up to the middle and then shrink.
        let mut left = self.further(corner, to::WEST_SOUTH_WEST, 1);
        for row in 0..size {
            let mirrored = self.further(left, to::SOUTH, 3 * (size - 1 - row));
            let starts = [Some(left), (row < size - 1).then_some(mirrored)];
            for start in starts.into_iter().flatten() {
                let mut at = start;
                for _ in 0..=size + row {
                    cells.push((at, Turn::Second));
                    cells.push((self.further(at, to::SOUTH, 1), Turn::First));
                    at = self.next_in_row(at);
                }
            }
            left = self.further(self.further(left, to::SOUTH, 1), to::WEST_SOUTH_WEST, 1);
        }
        let middle = (Node::ORIGIN, Turn::First);
        let mut first = true;
        cells.retain(|cell| *cell != middle || std::mem::take(&mut first));
        cells
    }

    /// All particles: the node of the tail, the direction of the head, and the kind of the cell.
    fn places(&self) -> Vec<(Node, Direction, Turn)> {
        let cells = self.cells().into_iter();
        cells
            .flat_map(|(middle, turn)| self.cell(middle, turn))
            .collect()
    }

    /// The particles of a cell, block by block. A block has rows of parallel particles one behind the
    /// other.
    fn cell(&self, middle: Node, turn: Turn) -> impl Iterator<Item = (Node, Direction, Turn)> {
        let scale = self.scale;
        let starts = [middle, middle.step(W), middle.step(Ssw)];
        let (heads, alongs) = match turn {
            Turn::First => ([Nnw, Ssw, E], [E, Nnw, Ssw]),
            Turn::Second => ([Nne, W, Sse], [Sse, Nne, W]),
        };
        let blocks = starts.into_iter().zip(heads).zip(alongs);
        blocks.flat_map(move |((start, head), along)| {
            (0..scale).flat_map(move |row| {
                let first = start.steps(head, 2 * row);
                (0..2 * scale).map(move |step| (first.steps(along, step), head, turn))
            })
        })
    }
}

fn place(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let places = Cells::read(site.swarm)?.places().into_iter();
    Ok(Crowd::at(
        places.map(|(tail, head, _)| (tail, Some(head))).collect(),
    ))
}

/// The algorithm.
#[derive(Debug)]
struct SmartMaterial {
    /// By particle.
    kinds: Vec<Turn>,
}

/// The attributes of a particle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    turn: Turn,
    /// The direction in which it expands.
    head: Direction,
    /// Where it is in its block; `None` before it has looked.
    rim: Option<Rim>,
}

/// On which sides of its block a particle is, seen in the direction of its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Rim {
    left: bool,
    right: bool,
    front: bool,
    back: bool,
}

impl Rim {
    /// Beyond a side of the block nobody has the same head direction.
    fn of(head: Direction, look: &Look<'_, State>) -> Self {
        let ends = |port| {
            let neighbour = look.neighbour(port);
            neighbour.is_none_or(|neighbour| neighbour.head() != Some(head))
        };
        Rim {
            left: ends(Port::head(head.rotated(1))),
            right: ends(Port::head(head.rotated(-2))),
            front: ends(Port::head(head)),
            back: ends(Port::tail(head.opposite())),
        }
    }
}

/// A colour for each head direction.
const COLOURS: [Colour; 6] = [
    Colour::BLUE,
    Colour::ORANGE,
    Colour::GREEN,
    Colour::SKY,
    Colour::PURPLE,
    Colour::RED,
];

impl Algorithm for SmartMaterial {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        let body = newborn.structure.bodies()[newborn.id as usize];
        State {
            turn: self.kinds[newborn.id as usize],
            head: body.head.unwrap_or_default(),
            rim: None,
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        let Some(rim) = state.rim else {
            return Ok(());
        };
        let towards = |steps: i32| state.head.rotated(steps);
        let second = state.turn == Turn::Second;
        release_behind(rim, second, state.head, particle)?;
        if particle.is_expanded() {
            particle.release(Port::head(towards(2)))?;
            particle.release(Port::tail(towards(-1)))?;
            if rim.left {
                particle.release(Port::head(towards(1)))?;
            }
            if rim.front && rim.right {
                particle.release(Port::head(towards(-1)))?;
            }
            particle.contract_tail()
        } else {
            if rim.right {
                particle.release(Port::head(towards(-1)))?;
                particle.release(Port::head(towards(-2)))?;
            }
            particle.mark(Port::head(towards(-1)))?;
            particle.expand(state.head)
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if state.rim.is_none() {
            state.rim = Some(Rim::of(state.head, particle));
            particle.colour(COLOURS[usize::from(state.head.index())]);
        }
        Ok(())
    }
}

/// The bonds of the tail, or of a contracted particle, that would tie blocks together which turn
/// against each other. `second` is whether the cell is of the second kind.
fn release_behind(
    rim: Rim,
    second: bool,
    head: Direction,
    particle: &mut Mover<'_, State>,
) -> Result<(), Fault> {
    let mut release = |steps: i32| particle.release(Port::tail(head.rotated(steps)));
    if rim.back && (!second || !rim.left) {
        release(3)?;
    }
    if rim.back != rim.left {
        release(2)?;
    }
    if rim.left && (!rim.back || second) {
        release(1)?;
    }
    Ok(())
}
