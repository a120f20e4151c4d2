//! Leader election on four global circuits.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::subroutines::leader_election_fast::{CIRCUITS, FastElection};
use super::leader_election::{KAPPA, colour, kappa};
use super::{Maker, demands};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "leader_election_fast",
    summary: "elect a leader on four circuits of all particles, with a toss in each round",
    help: "Candidates and helpers with heads and tails beep on four circuits, so that a toss of both \
           takes one round; those with tails withdraw where both outcomes were heard of their kind. \
           Kappa times all particles are helpers, until both kinds have only one outcome. It needs a \
           common compass and chirality, and takes about 3 log2(n) + 1.4 tosses and one more round \
           to hear the last one; with one particle that is 4 rounds. Where nobody is heard, because \
           beeps get lost, it ends without a leader. (SubLeaderElectionFast in AmoebotSim 2.0.)",
    parameters: &[KAPPA],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Candidates and helpers toss in each round and beep on one circuit for each \
                     kind and side; those with tails withdraw where both sides of their kind were \
                     heard.",
                ),
            ],
            limits: "All have to agree on compass and chirality, because four circuits have to be \
                     told apart. There may be several leaders with a small probability, and none \
                     where beeps get lost.",
        },
        read: |context| {
            let kappa = kappa(context.swarm)?;
            demands::contracted(context)?;
            demands::one_frame(context)?;
            Ok(Arc::new(Typed(Election { kappa })))
        },
        setting: None,
    },
};

#[derive(Clone, Debug)]
pub(super) struct Election {
    kappa: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// Whether the circuits are there.
    pub joined: bool,
    pub election: FastElection,
}

impl State {
    fn colour(&self) -> Colour {
        let election = &self.election;
        if election.has_failed() {
            return Colour::RED;
        }
        colour(
            election.is_candidate(),
            election.is_helper(),
            election.is_finished(),
        )
    }
}

impl Algorithm for Election {
    type State = State;

    fn pins(&self) -> usize {
        CIRCUITS
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State {
            joined: false,
            election: FastElection::new(0, self.kappa, true),
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        state.election.receive(particle);
        if !state.joined {
            state.election.join(particle.next())?;
        }
        state.election.send(particle)?;
        let colour = state.colour();
        if !state.joined || particle.before().colour() != colour {
            particle.colour(colour);
        }
        state.joined = true;
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.election.is_finished()
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "leaders",
                summary: "how many leaders there are once the election is over",
                ask: |states| {
                    let leaders = states.iter().filter(|state| state.election.is_leader());
                    leaders.count().to_string()
                },
            },
            Status {
                name: "candidates",
                summary: "how many particles may still be elected, or were",
                ask: |states| {
                    let left = states.iter().filter(|state| state.election.is_candidate());
                    left.count().to_string()
                },
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::End;
    use crate::model::amoebot::scenario::Scenario;
    use crate::model::amoebot::trial::{Ran, run};
    use crate::scenario::Document;

    fn text(robots: usize, seed: u64, more: &str) -> String {
        format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"leader_election_fast\"\nrobots = {robots}\n{more}"
        )
    }

    fn leaders(ran: &Ran) -> usize {
        assert_eq!(ran.end, End::Terminated);
        let states = ran.states::<State>().into_iter();
        states.filter(|state| state.election.is_leader()).count()
    }

    #[test]
    fn one_particle_tosses_three_times() {
        // The last toss is heard in the round after it.
        for seed in 0..20 {
            let ran = run(&text(1, seed, ""));
            assert_eq!((ran.rounds(), leaders(&ran)), (3 + 1, 1));
        }
    }

    #[test]
    fn tosses_are_as_many_as_in_the_reference() {
        for (robots, runs, mean) in [(10, 400, 11.4), (100, 100, 21.3), (1000, 16, 31.1)] {
            let ran: Vec<Ran> = (0..runs).map(|seed| run(&text(robots, seed, ""))).collect();
            let unique = ran.iter().filter(|ran| leaders(ran) == 1).count();
            assert!(unique as f64 >= 0.98 * runs as f64, "{robots}: {unique}");
            let rounds: u64 = ran.iter().map(|ran| ran.rounds() - 1).sum();
            let found = rounds as f64 / runs as f64;
            assert!((found / mean - 1.0).abs() < 0.04, "{robots}: {found}");
        }
    }

    #[test]
    fn a_common_frame_may_be_any() {
        for compass in ["NNE", "W", "SSE"] {
            for chirality in ["ccw", "cw"] {
                let frame = format!("compass = \"{compass}\"\nchirality = \"{chirality}\"\n");
                assert_eq!(leaders(&run(&text(40, 5, &frame))), 1);
            }
        }
    }

    #[test]
    fn different_frames_and_expanded_particles_are_refused() {
        let read = |text: &str| {
            let document = Document::parse("trial.toml", text).unwrap();
            let error = Scenario::read(&document.root()).unwrap_err();
            error.path().to_owned()
        };
        let compass = text(40, 5, "compass = \"random\"\n");
        assert_eq!(read(&compass), "swarm.compass");
        let chirality = text(40, 5, "chirality = \"random\"\n");
        assert_eq!(read(&chirality), "swarm.chirality");
        let expanded = "[swarm]\nalgorithm = \"leader_election_fast\"\nstart = \"explicit\"\n\
                        [[particles]]\nat = [0, 0]\nhead = \"E\"\n";
        assert_eq!(read(expanded), "swarm.start");
    }

    #[test]
    fn where_nothing_is_heard_nobody_is_elected() {
        let ran = run(&text(9, 1, "[circuits]\nfailure = 1.0\n"));
        assert_eq!((ran.rounds(), leaders(&ran)), (2, 0));
        assert!(
            ran.states::<State>()
                .iter()
                .all(|state| state.election.has_failed())
        );
    }
}
