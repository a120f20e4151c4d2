//! Leader election on each boundary of the structure, each for itself.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::subroutines::boundary::Gap;
use super::super::subroutines::leader_election::LeaderElection;
use super::{Maker, demands};
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "leader_election_boundaries",
    summary: "elect a leader on each boundary of the structure, each in its own time",
    help: "Each place of a particle between two neighbours with a gap between them is on the boundary \
           of the outside or of a hole. The places of a boundary make a circuit, and are the \
           candidates and the helpers of an election on it; short boundaries are ready before long ones. \
           All particles have to be contracted and to have the same chirality. A particle on no boundary \
           is ready in the first round. (AmoebotSim 2.0: Subroutine Test, SubLeaderElection.)",
    parameters: &[Parameter {
        name: "kappa",
        kind: Kind::Whole,
        default: Some("3"),
        range: "between 1 and 100",
        summary: "how often the second phase is repeated; more often means a smaller chance of two \
                  leaders",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "The places of each boundary toss coins on the circuit along it, and those \
                     with tails withdraw where both sides were heard.",
                ),
            ],
            limits: "With a small probability a boundary ends with several leaders. Short \
                     boundaries are ready before long ones, and particles have to be contracted \
                     and to agree on the chirality.",
        },
        read: |context| {
            demands::contracted(context)?;
            demands::one_chirality(context)?;
            let kappa = context.swarm.u64("kappa").in_range(1..=100).or(3)?;
            Ok(Arc::new(Typed(Elections { kappa: kappa as u8 })))
        },
        setting: None,
    },
};

/// How many pins an edge has: one for each side of it.
const PINS: usize = 2;

#[derive(Clone, Copy, Debug)]
struct Elections {
    kappa: u8,
}

/// A place of a particle on a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    /// Between whom it is.
    gap: Gap,
    /// Its part in the election.
    election: LeaderElection,
}

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    started: bool,
    places: Vec<Place>,
}

impl State {
    fn is_any(&self, condition: fn(&LeaderElection) -> bool) -> bool {
        self.places.iter().any(|place| condition(&place.election))
    }

    fn is_finished(&self) -> bool {
        self.started && !self.is_any(|election| !election.is_finished())
    }

    fn colour(&self) -> Colour {
        if self.is_any(LeaderElection::is_leader) {
            Colour::RED
        } else if self.is_any(LeaderElection::is_candidate) {
            Colour::GREEN
        } else if self.is_any(LeaderElection::is_helper) {
            Colour::SKY
        } else {
            Colour::GREY
        }
    }
}

/// How many places fulfil a condition.
fn count(states: &[&State], condition: fn(&LeaderElection) -> bool) -> String {
    let places = states.iter().flat_map(|state| &state.places);
    let found = places.filter(|place| condition(&place.election)).count();
    found.to_string()
}

const STATUS: &[Status<State>] = &[
    Status {
        name: "candidates",
        summary: "how many places on boundaries are still candidates",
        ask: |states| count(states, LeaderElection::is_candidate),
    },
    Status {
        name: "leaders",
        summary: "how many leaders of boundaries there are",
        ask: |states| count(states, LeaderElection::is_leader),
    },
];

impl Algorithm for Elections {
    type State = State;

    fn pins(&self) -> usize {
        PINS
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if state.is_finished() {
            return Ok(());
        }
        if state.started {
            for place in &mut state.places {
                place.election.receive(particle);
            }
        } else {
            state.started = true;
            let mut next = particle.singleton();
            for (set, gap) in Gap::around(particle).into_iter().enumerate() {
                gap.strand(PINS, set).lay_first(&mut next)?;
                let election = LeaderElection::new(set as u8, self.kappa, true);
                state.places.push(Place { gap, election });
            }
            particle.set_next(next)?;
        }
        for place in &mut state.places {
            place.election.send(particle)?;
        }
        let colour = state.colour();
        particle.colour(colour);
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.is_finished()
    }

    fn status(&self) -> &'static [Status<State>] {
        STATUS
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::super::subroutines::boundary::tests::{boundaries, global, key};
    use super::super::super::trial::run;
    use super::*;
    use crate::model::End;

    fn text(seed: u64, robots: usize) -> String {
        format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"leader_election_boundaries\"\n\
             robots = {robots}\ncompass = \"random\"\n"
        )
    }

    #[test]
    fn each_boundary_has_a_leader_and_nearly_each_only_one() {
        let [mut all, mut unique] = [0; 2];
        for seed in 0..40 {
            let ran = run(&text(seed, 100));
            assert_eq!(ran.end, End::Terminated);
            let structure = ran.structure();
            let mut leads = BTreeMap::new();
            for (id, state) in (0..).zip(ran.states::<State>()) {
                for place in &state.places {
                    let at = global(structure, id, place.gap);
                    leads.insert(at, place.election.is_leader());
                }
            }
            for (_, walk) in boundaries(structure) {
                let leaders = walk.iter().filter(|place| leads[&key(**place)]).count();
                assert!(leaders >= 1);
                all += 1;
                unique += usize::from(leaders == 1);
            }
        }
        // The boundaries of small holes have only six places or a few more.
        assert!(unique * 100 >= all * 98, "{unique} of {all}");
    }

    #[test]
    fn one_particle_is_ready_at_once() {
        let ran = run(&text(0, 1));
        assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1));
        assert_eq!(ran.ask("leaders").unwrap(), "0");
    }
}
