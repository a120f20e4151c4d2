//! Building a shape around a seed, with a spanning forest that brings the particles there.
//!
//! What the two algorithms have in common: the roles, the shapes, and what a particle can tell from
//! its neighbours. The shape grows node by node. Whoever belongs to it points to its next node; the one
//! who is there points on, and so the shape is the same in each run.

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Activation, Colour, Neighbour, Newborn, Status};
use super::super::ports::{Half, Port};
use crate::scenario::Word;

/// What a particle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// The first particle of the shape.
    Seed,
    /// It has not joined the forest yet.
    #[default]
    Idle,
    /// It follows its parent.
    Follower,
    /// It walks around the shape.
    Root,
    /// It belongs to the shape.
    Retired,
}

impl Role {
    /// Whether such particles belong to the shape.
    pub(super) fn is_built(self) -> bool {
        matches!(self, Role::Seed | Role::Retired)
    }

    pub(super) fn colour(self) -> Colour {
        match self {
            Role::Seed => Colour::GREEN,
            Role::Idle => Colour::GREY,
            Role::Follower => Colour::BLUE,
            Role::Root => Colour::RED,
            Role::Retired => Colour::BLACK,
        }
    }
}

/// The memory of a particle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// What it is.
    pub role: Role,
    /// Where a follower's parent is, from its head.
    pub parent: Option<Direction>,
    /// Where the next node of the shape is, from one that belongs to it.
    pub next: Option<Direction>,
    /// What part of the shape this step to the next node is; see [`Shape::step`].
    pub leg: u8,
}

impl State {
    /// The state at the start: the first particle is the seed.
    pub(super) fn first(newborn: &Newborn<'_>, shape: Shape) -> Self {
        if newborn.id > 0 {
            return State::default();
        }
        State {
            role: Role::Seed,
            next: Some(Direction::E),
            leg: shape.first_leg(),
            ..State::default()
        }
    }

    /// Takes a role, and its colour.
    pub(super) fn become_one(&mut self, role: Role, particle: &mut Activation<'_, State>) {
        self.role = role;
        particle.colour(role.colour());
    }
}

/// What is built. The seed points to its east, and counts directions as all particles do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A hexagon around the seed, ring by ring.
    Hexagon,
    /// A square of the two axes around the seed, ring by ring: a rhombus.
    Square,
    /// A triangle with the seed at one corner, row by row.
    CornerTriangle,
    /// A triangle around the seed, ring by ring.
    CentredTriangle,
    /// A line with the seed at one end.
    Line,
}

impl Word for Shape {
    const ALL: &'static [Self] = &[
        Shape::Hexagon,
        Shape::Square,
        Shape::CornerTriangle,
        Shape::CentredTriangle,
        Shape::Line,
    ];

    fn word(self) -> &'static str {
        match self {
            Shape::Hexagon => "hexagon",
            Shape::Square => "square",
            Shape::CornerTriangle => "triangle1",
            Shape::CentredTriangle => "triangle2",
            Shape::Line => "line",
        }
    }
}

/// The legs of a triangle from its corner: along a row in either sense, and from one row to the next.
mod legs {
    pub(super) const ALONG: u8 = 0;
    pub(super) const DOWN: u8 = 1;
    pub(super) const BACK: u8 = 2;
    pub(super) const DOWN_AGAIN: u8 = 3;
}

impl Shape {
    /// The leg of the step from the seed.
    fn first_leg(self) -> u8 {
        match self {
            Shape::Square => 1,
            Shape::CornerTriangle => legs::DOWN_AGAIN,
            Shape::Hexagon | Shape::CentredTriangle | Shape::Line => 0,
        }
    }

    /// The step from a node of the shape to its next one, in a direction and on a leg. `came` and
    /// `leg` are those of the step that led to this node, and `is_built` says where the shape already
    /// is.
    pub(super) fn step(
        self,
        came: Direction,
        leg: u8,
        is_built: impl Fn(Direction) -> bool,
    ) -> (Direction, u8) {
        match self {
            Shape::Line => (came, leg),
            // Keep the shape to the left: the first free node on the way from the left to the right.
            Shape::Hexagon => {
                let mut turns = [2, 1, 0].map(|turn| came.rotated(turn)).into_iter();
                let free = turns.find(|direction| !is_built(*direction));
                (free.unwrap_or(came.rotated(-1)), leg)
            }
            // The corners turn by 60 and by 120 degrees in turn; the leg is the next turn.
            Shape::Square => {
                let left = came.rotated(i32::from(leg));
                match is_built(left) {
                    true => (came, leg),
                    false => (left, 3 - leg),
                }
            }
            Shape::CentredTriangle => {
                let left = came.rotated(2);
                match is_built(left) {
                    true => (came, leg),
                    false => (left, leg),
                }
            }
            // A row goes on as long as it has the one before it at its side, and one node further.
            Shape::CornerTriangle => match leg {
                legs::DOWN_AGAIN => (came.rotated(2), legs::ALONG),
                legs::ALONG if is_built(came.rotated(1)) => (came, legs::ALONG),
                legs::ALONG => (came.rotated(-1), legs::DOWN),
                legs::DOWN => (came.rotated(-2), legs::BACK),
                _ if is_built(came.rotated(-1)) => (came, legs::BACK),
                _ => (came.rotated(1), legs::DOWN_AGAIN),
            },
        }
    }
}

/// Whether a neighbour in one of these roles is anywhere around.
pub(super) fn touches(particle: &Activation<'_, State>, roles: &[Role]) -> bool {
    first_port(particle, roles).is_some()
}

/// The first port behind which there is a neighbour in one of these roles.
pub(super) fn first_port(particle: &Activation<'_, State>, roles: &[Role]) -> Option<Port> {
    let mut ports = particle.ports();
    ports.find(|port| {
        let neighbour = particle.neighbour(*port);
        neighbour.is_some_and(|neighbour| roles.contains(&neighbour.state().role))
    })
}

/// Whether the shape is beyond the head in a direction.
pub(super) fn is_built(particle: &Activation<'_, State>, direction: Direction) -> bool {
    let neighbour = particle.neighbour(Port::head(direction));
    neighbour.is_some_and(|neighbour| neighbour.state().role.is_built())
}

/// The direction in which a root walks on, from its head: with the shape at its right. `None` where
/// the shape is not beside its head.
pub(super) fn onward(particle: &Activation<'_, State>) -> Option<Direction> {
    let mut all = Direction::ALL.into_iter();
    let side = all.find(|direction| is_built(particle, *direction))?;
    let mut turned = (1..6).map(|turn| side.rotated(turn));
    turned.find(|direction| !is_built(particle, *direction))
}

/// The step by which a contracted particle that is on the next node of the shape leads on; `None`
/// where it is not there.
pub(super) fn leads_on(shape: Shape, particle: &Activation<'_, State>) -> Option<(Direction, u8)> {
    let (came, leg) = Direction::ALL.into_iter().find_map(|direction| {
        let neighbour = particle.neighbour(Port::head(direction))?;
        let State {
            role, next, leg, ..
        } = neighbour.state();
        let came = particle.here(&neighbour, (*next)?);
        (role.is_built() && came == direction.opposite()).then_some((came, *leg))
    })?;
    let built = |direction| is_built(particle, direction);
    Some(shape.step(came, leg, built))
}

/// The followers whose parent is at the tail of an expanded particle, with the ports at which they
/// are.
pub(super) fn tail_children<'a>(
    particle: &Activation<'a, State>,
) -> impl Iterator<Item = (Port, Neighbour<'a, State>)> {
    let found = particle.ports().filter_map(|port| {
        let neighbour = particle.neighbour(port)?;
        let state = neighbour.state();
        let parent = particle.here(&neighbour, state.parent?);
        let points_here = parent == port.direction.opposite() && neighbour.is_head();
        let is_child = state.role == Role::Follower && port.half == Half::Tail && points_here;
        is_child.then_some((port, neighbour))
    });
    found.collect::<Vec<_>>().into_iter()
}

/// The questions of both algorithms.
pub(super) static STATUS: &[Status<State>] = &[
    Status {
        name: "retired",
        summary: "how many particles belong to the shape, with the seed",
        ask: |states| {
            let built = states.iter().filter(|state| state.role.is_built());
            built.count().to_string()
        },
    },
    Status {
        name: "roots",
        summary: "how many particles walk around the shape",
        ask: |states| {
            let roots = states.iter().filter(|state| state.role == Role::Root);
            roots.count().to_string()
        },
    },
];

#[cfg(test)]
pub(super) mod tests;
