//! Leader election by erosion: candidates at the rim give up until one is left.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Activation, Alone, Colour, Fault, Newborn, Sequential, Status};
use super::super::ports::Port;
use super::{Maker, alone};
use crate::model::amoebot::starts;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "erosion",
    summary: "elect a leader: candidates at the rim give up until one is left, one particle at a time",
    help: "At its first activation a particle becomes a candidate. A candidate all of whose \
           neighbours have begun gives up where it has one to five neighbours that are candidates, \
           and these are in one row around it: the candidates stay connected and get no holes. One \
           without such neighbours is the leader. No particle moves, and no random number is drawn. \
           (Daymude, Richa and Scheideler, The canonical amoebot model, DISC 2021; after Di Luna et \
           al., Distrib. Comput. 33, 2020.) As activations are atomic, two last candidates cannot \
           both give up. Around a hole nobody can ever give up, so structures with holes are refused. \
           Particles have finished that have given up or lead. Where the scenario names no start, \
           `robots` (91) particles start in a hexagon.",
    parameters: &[starts::robots_of_setting("91")],
    build: Maker {
        explanation: Explanation {
            flow: &[(
                "activation",
                "A candidate whose neighbours have begun gives up where its neighbouring \
                     candidates are one to five in one row around it; one without any is the \
                     leader.",
            )],
            limits: "Around a hole nobody can ever give up, so structures with holes are refused. \
                     It elects by where particles are, one at a time, and a symmetric structure \
                     has its leader chosen by the order of activations.",
        },
        read: |context| {
            alone::check_contracted(context)?;
            alone::check_no_holes(context)?;
            Ok(Arc::new(Alone(Erosion)))
        },
        setting: Some(|site, _| starts::in_hexagon(site, 91)),
    },
};

/// The algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Erosion;

/// What a particle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// It was not activated yet.
    #[default]
    Idle,
    /// It may become the leader.
    Candidate,
    /// It has given up.
    Eroded,
    /// It is the leader.
    Leader,
}

/// The memory of a particle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// What it is.
    pub role: Role,
}

impl Sequential for Erosion {
    type State = State;

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn activate(
        &self,
        state: &mut State,
        particle: &mut Activation<'_, State>,
    ) -> Result<(), Fault> {
        match state.role {
            Role::Idle => {
                state.role = Role::Candidate;
                particle.colour(Colour::SKY);
            }
            Role::Candidate => {
                let roles = Direction::ALL.map(|direction| {
                    let neighbour = particle.neighbour(Port::head(direction))?;
                    Some(neighbour.state().role)
                });
                if roles.contains(&Some(Role::Idle)) {
                    return Ok(());
                }
                let candidates = roles.map(|role| role == Some(Role::Candidate));
                if !candidates.contains(&true) {
                    state.role = Role::Leader;
                    particle.colour(Colour::RED);
                } else if is_one_row(candidates) {
                    state.role = Role::Eroded;
                    particle.colour(Colour::GREY);
                }
            }
            Role::Eroded | Role::Leader => {}
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        matches!(state.role, Role::Eroded | Role::Leader)
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "leaders",
                summary: "how many particles lead",
                ask: |states| count(states, Role::Leader),
            },
            Status {
                name: "candidates",
                summary: "how many particles may become the leader",
                ask: |states| count(states, Role::Candidate),
            },
        ]
    }
}

/// Whether there are gaps between those around, and only one.
fn is_one_row(around: [bool; 6]) -> bool {
    let ends = (0..6).filter(|&at| around[at] && !around[(at + 1) % 6]);
    ends.count() == 1
}

fn count(states: &[&State], role: Role) -> String {
    let alike = states.iter().filter(|state| state.role == role);
    alike.count().to_string()
}

#[cfg(test)]
mod tests;
