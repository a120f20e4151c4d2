//! Leader election on each boundary of the structure, all at once.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::subroutines::boundary::Gap;
use super::super::subroutines::leader_election_sync::SyncElection;
use super::leader_election::{KAPPA, colour, kappa};
use super::{Maker, demands};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "leader_election_sync",
    summary: "elect a leader on each boundary of the structure, so that all end in the same round",
    help: "Where empty nodes are beside a particle, it is on a boundary: the outer one or that of a \
           hole, and on up to three of them or three times on the same one. Particles on a boundary \
           make a circuit along it, and are candidates there, once for each time that they are on \
           one. All particles, whether on a boundary or not, help on a circuit of all of them, by which \
           the elections keep together. It needs a common chirality, but no common compass. A \
           particle without neighbours is done in the first round. (Subroutine Test 2 and \
           SubLeaderElectionSync in AmoebotSim 2.0.)",
    parameters: &[KAPPA],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Each boundary holds its election on its own circuit, and on a circuit of all \
                     particles it is heard whether any election still goes on.",
                ),
            ],
            limits: "With a small probability a boundary ends with several leaders. Short \
                     boundaries wait for the longest one, and all have to agree on the chirality.",
        },
        read: |context| {
            let kappa = kappa(context.swarm)?;
            demands::contracted(context)?;
            demands::one_chirality(context)?;
            Ok(Arc::new(Typed(Election { kappa })))
        },
        setting: None,
    },
};

/// How many pins an edge has: one for each side of it.
const PINS: usize = 2;
/// The partition set of the circuit of all particles, where it is there.
const COMMON: u8 = 0;

#[derive(Clone, Debug)]
pub(super) struct Election {
    kappa: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    pub started: bool,
    pub finished: bool,
    /// Its places on boundaries.
    pub places: Vec<Gap>,
    /// By place; one for those who only help.
    pub elections: Vec<SyncElection>,
}

impl State {
    /// On how many places it was elected.
    fn leaderships(&self) -> usize {
        let elections = self.elections.iter();
        elections.filter(|election| election.is_leader()).count()
    }

    fn colour(&self) -> Colour {
        let any = |is: fn(&SyncElection) -> bool| self.elections.iter().any(is);
        colour(
            any(SyncElection::is_candidate),
            any(SyncElection::is_helper),
            self.finished,
        )
    }
}

impl Election {
    fn begin(&self, state: &mut State, particle: &mut Beeper<'_, State>) {
        state.started = true;
        let mut ports = particle.ports();
        state.finished = !ports.any(|port| particle.has_neighbour(port));
        state.places = Gap::around(particle);
        let sets = 0..state.places.len().max(1);
        let candidate = !state.places.is_empty();
        state.elections = sets
            .map(|set| SyncElection::new(set as u8, COMMON, self.kappa, candidate))
            .collect();
    }
}

/// Joins the pins for the next beeps: those of all particles, or those along each boundary.
fn join(state: &State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
    let common = state.places.is_empty() || state.elections[0].needs_common();
    let mut pins = particle.singleton();
    if common {
        pins.set_to_global(usize::from(COMMON))?;
    } else {
        for (set, place) in state.places.iter().enumerate() {
            place.strand(PINS, set).lay_first(&mut pins)?;
        }
    }
    particle.set_next(pins)
}

impl Algorithm for Election {
    type State = State;

    fn pins(&self) -> usize {
        PINS
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if state.finished {
            return Ok(());
        }
        let is_first = !state.started;
        if is_first {
            self.begin(state, particle);
        }
        for election in &mut state.elections {
            election.receive(particle);
        }
        state.finished |= state.elections[0].is_finished();
        if !state.finished {
            join(state, particle)?;
            for election in &mut state.elections {
                election.send(particle)?;
            }
        }
        let colour = state.colour();
        if is_first || particle.before().colour() != colour {
            particle.colour(colour);
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.finished
    }

    fn status(&self) -> &'static [Status<State>] {
        &[Status {
            name: "leaders",
            summary: "how many leaders there are on all boundaries once the elections are over",
            ask: |states| {
                let leaderships = states.iter().map(|state| state.leaderships());
                leaderships.sum::<usize>().to_string()
            },
        }]
    }
}

#[cfg(test)]
mod tests;
