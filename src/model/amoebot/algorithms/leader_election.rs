//! Leader election on one global circuit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::subroutines::leader_election::LeaderElection;
use super::Maker;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "leader_election",
    summary: "elect a leader on one circuit of all particles",
    help: "All particles are candidates. They toss coins in two rounds, one in which those with heads \
           beep and one for those with tails; where both were heard, those with tails withdraw. With \
           the first toss that has only one outcome the second phase begins: kappa times all \
           particles are helpers, who toss and withdraw in turns with the candidates until a toss \
           of theirs has only one outcome. Compasses and chiralities do not matter. There are \
           several leaders with a small probability: 2 % of runs with two particles, 0.4 % with \
           five. It takes about 14 log2(n) + 3 rounds, and with one particle 15. (Feldmann, \
           Padalkin, Scheideler and Dolev, J. Comput. Biol. 29(4), 2022; Leader Election in \
           AmoebotSim 2.0.)",
    parameters: &[KAPPA],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Candidates, and in the second phase helpers, toss coins and beep in the \
                     round of their side; those with tails withdraw where both sides were heard.",
                ),
            ],
            limits: "There are several leaders with a small probability: in 2 per cent of runs \
                     with two particles, in 0.4 per cent with five. Beeps that get lost can make \
                     it more.",
        },
        read: |context| {
            let kappa = kappa(context.swarm)?;
            Ok(Arc::new(Typed(Election { kappa })))
        },
        setting: None,
    },
};

pub(super) const KAPPA: Parameter = Parameter {
    name: "kappa",
    kind: Kind::Whole,
    default: Some("3"),
    range: "between 1 and 100",
    summary: "how many iterations give several candidates the time to eliminate each other",
};

pub(super) fn kappa(swarm: &Section<'_>) -> Result<u8, ScenarioError> {
    Ok(swarm.u32("kappa").in_range(1..=100).or(3)? as u8)
}

/// The colours of participants: leaders and candidates, helpers, others, and all who are not
/// elected.
pub(super) fn colour(candidate: bool, helper: bool, finished: bool) -> Colour {
    match (candidate, helper, finished) {
        (true, _, true) => Colour::ORANGE,
        (true, _, false) => Colour::GREEN,
        (false, _, true) => Colour::BLACK,
        (false, true, false) => Colour::SKY,
        (false, false, false) => Colour::BLUE,
    }
}

/// The partition set of the circuit.
const SET: u8 = 0;

#[derive(Clone, Debug)]
pub(super) struct Election {
    kappa: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// Whether the circuit is there.
    pub joined: bool,
    pub election: LeaderElection,
}

impl State {
    fn colour(&self) -> Colour {
        let election = &self.election;
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
        1
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State {
            joined: false,
            election: LeaderElection::new(SET, self.kappa, true),
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        state.election.receive(particle);
        if !state.joined {
            particle.next().set_to_global(usize::from(SET))?;
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
    use crate::model::amoebot::trial::{Ran, run};

    fn elect(robots: usize, seed: u64, more: &str) -> Ran {
        run(&format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"leader_election\"\nrobots = {robots}\n\
             compass = \"random\"\nchirality = \"random\"\n{more}"
        ))
    }

    fn leaders(ran: &Ran) -> usize {
        let states = ran.states::<State>();
        assert!(states.iter().all(|state| state.election.is_finished()));
        assert_eq!(ran.end, End::Terminated);
        let leaders = states.iter().filter(|state| state.election.is_leader());
        leaders.count()
    }

    /// The mean of rounds, and the part of runs with one leader.
    fn measure(robots: usize, runs: u64) -> (f64, f64) {
        let ran: Vec<Ran> = (0..runs).map(|seed| elect(robots, seed, "")).collect();
        let rounds: u64 = ran.iter().map(Ran::rounds).sum();
        let unique = ran.iter().filter(|ran| leaders(ran) == 1).count();
        assert!(ran.iter().all(|ran| leaders(ran) >= 1));
        (rounds as f64 / runs as f64, unique as f64 / runs as f64)
    }

    #[test]
    fn one_particle_elects_itself_in_fifteen_rounds() {
        for seed in 0..20 {
            let ran = elect(1, seed, "");
            assert_eq!((ran.rounds(), leaders(&ran)), (15, 1));
            assert_eq!(ran.ask("leaders").unwrap(), "1");
        }
    }

    #[test]
    fn rounds_and_unique_leaders_are_as_frequent_as_in_the_reference() {
        // Exact for two and five particles, and means of a counting model of the reference for more.
        for (robots, runs, mean, unique) in [
            (2, 1500, 22.0, 0.974),
            (5, 600, 37.25, 0.996),
            (10, 300, 50.3, 1.0),
            (100, 60, 96.0, 1.0),
            (1000, 12, 141.6, 1.0),
        ] {
            let (rounds, found) = measure(robots, runs);
            assert!((rounds / mean - 1.0).abs() < 0.04, "{robots}: {rounds}");
            assert!((found - unique).abs() < 0.015, "{robots}: {found}");
        }
    }

    #[test]
    fn where_nothing_is_heard_all_remain_candidates_and_end_as_one_would() {
        for robots in [1, 2, 30] {
            let ran = elect(robots, 3, "[circuits]\nfailure = 1.0\n");
            assert_eq!((ran.rounds(), leaders(&ran)), (15, robots));
        }
    }

    #[test]
    fn more_iterations_make_several_leaders_less_likely() {
        let several = |kappa| {
            let runs = (0..300).map(|seed| elect(2, seed, &format!("kappa = {kappa}\n")));
            runs.filter(|ran| leaders(ran) > 1).count()
        };
        assert!(several(1) > 2 * several(4));
    }
}
