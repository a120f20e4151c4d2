//! Line formation: one particle after the other walks along a growing line to its end.

mod moving;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{
    Algorithm, Beeper, Colour, Fault, Look, Mover, Neighbour, Newborn, Status, Typed, Walk,
};
use super::super::ports::Port;
use super::{Context, Maker};
use crate::dice::{Dice, Draw as _, Purpose};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "line_formation",
    summary: "particles form a straight line that begins at a leader",
    help: "One leader begins a line in some direction. Contracted neighbours of the line become roots, \
           which walk along it to its end, on either side; the others follow a root or another \
           follower, and expanded particles draw their followers after them in handovers, which they \
           announce by a beep in the round before. The last particle of the line tells one of the at \
           most two roots that wait beside its end to go there. Where a particle of the line sees \
           nobody beside the line any more, it joins its pins along the line; the leader beeps in every \
           other round, and once the beep reaches the other end, that answers in between, and all have \
           finished. Bonds are left to the model. Needs a common compass and chirality. A leader without \
           neighbours has finished at once. (AmoebotSim 2.0: Line Formation. Two cases are mended: a \
           particle whose announcement nobody can answer any more takes it back, and a single particle \
           ends.)",
    parameters: &[LEADER, CONSTRUCTION],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "Roots walk along the line to its end, and expanded particles draw their \
                     followers after them in handovers.",
                ),
                (
                    "beep",
                    "Particles find whom to follow, announce handovers by a beep, and join a \
                     circuit along the line, on which the leader asks whether the line is \
                     complete.",
                ),
            ],
            limits: "All have to agree on compass and chirality. The line grows in one direction \
                     only, so the last particles have a long way.",
        },
        read: |context| Ok(Arc::new(Typed(LineFormation::read(context)?))),
        setting: None,
    },
};

const LEADER: Parameter = Parameter {
    name: "leader",
    kind: Kind::Whole,
    default: Some("drawn"),
    range: "of at least 0",
    summary: "the id of the particle that begins the line",
};

const CONSTRUCTION: Parameter = Parameter {
    name: "construction",
    kind: Kind::Word(&["E", "NNE", "NNW", "W", "SSW", "SSE"]),
    default: Some("drawn"),
    range: "",
    summary: "the direction of the line, in the frame of the particles",
};

/// The owner of the draws of the leader and the direction.
const LEADER_OWNER: u32 = u32::MAX - 5;

/// The algorithm.
#[derive(Debug)]
struct LineFormation {
    leader: u32,
    construction: Direction,
}

impl LineFormation {
    fn read(context: &Context<'_>) -> Result<Self, ScenarioError> {
        let bodies = context.placed.structure.bodies();
        let swarm = context.swarm;
        let first = bodies.first().map(|body| body.frame);
        for body in bodies {
            let key = match first.filter(|first| *first != body.frame) {
                None => continue,
                Some(first) if first.compass != body.frame.compass => "compass",
                Some(_) => "chirality",
            };
            let message = format!("expected the same {key} for all particles");
            return Err(swarm.refuse(key, message));
        }
        if bodies.iter().any(|body| body.is_expanded()) {
            let message = "expected contracted particles only";
            return Err(swarm.refuse("start", message));
        }
        let (mut dice, mut none) = (
            Dice::new(context.root.seed("seed").or(0)?, LEADER_OWNER),
            None,
        );
        let mut die = dice.on(Purpose::Start, &mut none);
        let drawn = (die.index(bodies.len().max(1)) as u32, die.index(6));
        let leader = swarm.u32("leader").optional()?;
        if let Some(leader) = leader.filter(|leader| *leader as usize >= bodies.len()) {
            let last = bodies.len().saturating_sub(1);
            let message = format!("expected the id of a particle (0 to {last}), found {leader}");
            return Err(swarm.refuse("leader", message));
        }
        let construction = swarm.choice("construction").optional()?;
        Ok(LineFormation {
            leader: leader.unwrap_or(drawn.0),
            construction: construction.unwrap_or(Direction::ALL[drawn.1]),
        })
    }
}

/// What a particle is at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// It has not noticed anything yet.
    #[default]
    Idle,
    /// It follows a root or another follower.
    Follower,
    /// It walks along the line.
    Root,
    /// It is part of the line.
    Inline,
    /// It is the first one of the line.
    Leader,
    /// It knows that the line is complete.
    Finished,
}

impl Role {
    fn colour(self) -> Colour {
        match self {
            Role::Idle => Colour::BLACK,
            Role::Follower => Colour::BLUE,
            Role::Root => Colour::RED,
            Role::Inline => Colour::YELLOW,
            Role::Leader => Colour::GREEN,
            Role::Finished => Colour::SKY,
        }
    }
}

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    role: Role,
    /// The role whose colour it has.
    shown: Option<Role>,
    /// The direction of the line, once it knows.
    construction: Option<Direction>,
    /// Where the particle is that it follows.
    follows: Option<Direction>,
    /// Expanded: whether another root may push, as no handover with a follower is announced.
    taken: bool,
    /// The direction, at the tail, of the follower to whom a handover is to be announced.
    announces: Option<Direction>,
    /// In the line: whether it has told a root to go to the next place.
    has_chosen: bool,
    /// In the line: whether it is complete as far as this particle can tell.
    is_complete: bool,
    /// In the line, once complete: whether the leader beeped in the last round.
    leader_beeped: bool,
}

impl State {
    fn is_in_line(&self) -> bool {
        matches!(self.role, Role::Inline | Role::Leader)
    }

    fn line(&self) -> Result<Direction, Fault> {
        let lost = || Fault::because("a particle of the line does not know its direction");
        self.construction.ok_or_else(lost)
    }
}

impl Algorithm for LineFormation {
    type State = State;

    fn pins(&self) -> usize {
        1
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        match newborn.id == self.leader {
            true => State {
                role: Role::Leader,
                construction: Some(self.construction),
                ..State::default()
            },
            false => State::default(),
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        particle.use_automatic_bonds();
        match state.role {
            Role::Root => moving::root(state, particle),
            Role::Follower => moving::follower(state, particle),
            Role::Idle | Role::Inline | Role::Leader | Role::Finished => Ok(()),
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match state.role {
            Role::Finished => {}
            Role::Leader => leader(state, particle)?,
            Role::Inline => inline(state, particle)?,
            Role::Idle => join(state, particle),
            Role::Root | Role::Follower if particle.is_expanded() => {
                if let Some(direction) = state.announces.take() {
                    particle.beep_at(Port::tail(direction), 0)?;
                }
            }
            Role::Root | Role::Follower => join(state, particle),
        }
        if state.shown != Some(state.role) {
            particle.colour(state.role.colour());
            state.shown = Some(state.role);
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.role == Role::Finished
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "line",
                summary: "how many particles are in the line",
                ask: |states| count(states, &[Role::Leader, Role::Inline, Role::Finished]),
            },
            Status {
                name: "roots",
                summary: "how many particles walk along the line",
                ask: |states| count(states, &[Role::Root]),
            },
            Status {
                name: "followers",
                summary: "how many particles follow another one",
                ask: |states| count(states, &[Role::Follower]),
            },
        ]
    }
}

fn count(states: &[&State], roles: &[Role]) -> String {
    let those = states.iter().filter(|state| roles.contains(&state.role));
    those.count().to_string()
}

/// The first neighbour in the line, from the particle's east.
fn line_neighbour<'a>(look: &Look<'a, State>) -> Option<Neighbour<'a, State>> {
    look.first_neighbour(Walk::default(), |neighbour| neighbour.state().is_in_line())
}

/// A contracted particle outside the line looks whether it is at the end of the line or beside it, or,
/// where it is idle, beside somebody to follow.
fn join(state: &mut State, look: &Look<'_, State>) {
    if let Some(neighbour) = line_neighbour(look) {
        let construction = neighbour.state().construction;
        state.construction = construction;
        state.follows = None;
        let ahead = neighbour.at().direction.opposite();
        let at_end = construction == Some(ahead);
        state.role = if at_end { Role::Inline } else { Role::Root };
        return;
    }
    if state.role != Role::Idle {
        return;
    }
    // Roots before followers.
    let found = [Role::Root, Role::Follower].into_iter().find_map(|role| {
        look.first_neighbour(Walk::default(), |neighbour| neighbour.state().role == role)
    });
    if let Some(neighbour) = found {
        state.role = Role::Follower;
        state.construction = neighbour.state().construction;
        state.follows = Some(neighbour.at().direction);
    }
}

/// Tells one of the roots beside the next place of the line to go there. Returns whether one was told, or
/// none will ever have to be told, because the place is taken.
fn choose_root(line: Direction, particle: &mut Beeper<'_, State>) -> Result<bool, Fault> {
    if let Some(neighbour) = particle.neighbour(Port::head(line)) {
        return Ok(neighbour.state().role == Role::Inline);
    }
    for side in [line.rotated(1), line.rotated(-1)] {
        let root = particle.neighbour(Port::head(side));
        if root.is_some_and(|root| root.state().role == Role::Root && !root.is_expanded()) {
            particle.beep_at(Port::head(side), 0)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether all neighbours are in the line, and in its direction.
fn sees_only_the_line(line: Direction, look: &Look<'_, State>) -> bool {
    look.neighbours(Walk::default()).all(|neighbour| {
        let direction = neighbour.at().direction;
        let along = direction == line || direction == line.opposite();
        along && neighbour.state().is_in_line()
    })
}

fn leader(state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
    let line = state.line()?;
    if !state.is_complete {
        if !state.has_chosen && choose_root(line, particle)? {
            state.has_chosen = true;
            return Ok(());
        }
        state.is_complete = sees_only_the_line(line, particle);
        if state.is_complete && !particle.has_neighbour(Port::head(line)) {
            // Everybody is connected, so there is nobody else.
            state.role = Role::Finished;
        }
        return Ok(());
    }
    if state.leader_beeped {
        state.leader_beeped = false;
    } else if particle.heard_at(Port::head(line), 0)? {
        // Nobody but the other end beeps in between.
        state.role = Role::Finished;
    } else {
        particle.beep_at(Port::head(line), 0)?;
        state.leader_beeped = true;
    }
    Ok(())
}

fn inline(state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
    let line = state.line()?;
    let (ahead, behind) = (Port::head(line), Port::head(line.opposite()));
    if !state.is_complete {
        if !state.has_chosen && choose_root(line, particle)? {
            state.has_chosen = true;
            return Ok(());
        }
        if sees_only_the_line(line, particle) && particle.heard_at(behind, 0)? {
            // The beep of the leader has come as far as here; the next one goes further.
            state.is_complete = true;
            state.leader_beeped = false;
            let pins = [particle.pin(behind, 0)?, particle.pin(ahead, 0)?];
            let set = particle.pins().set_of(pins[0]);
            particle.next().add_pins(&pins, set)?;
        }
        return Ok(());
    }
    if state.leader_beeped {
        state.leader_beeped = false;
        if !particle.has_neighbour(ahead) {
            particle.beep_at(behind, 0)?;
        }
    } else {
        state.leader_beeped = true;
        if particle.heard_at(behind, 0)? {
            state.role = Role::Finished;
        }
    }
    Ok(())
}
