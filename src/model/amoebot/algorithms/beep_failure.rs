//! Circuits along all lines, on which a beep is always to be heard: who hears nothing has failed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::ports::Port;
use super::Maker;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "beep_failure",
    summary: "particles turn red where a beep was lost",
    help: "For each direction the particles of a line form a circuit, and the one at the end of the line \
           beeps on it in each round. So everybody is to hear a beep for each of the six directions in \
           each round, and with `circuits.failure` one sees who does not. The compasses may differ, the \
           chirality may not. It never ends by itself. (AmoebotSim 2.0: Beep Failure Test.)",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "In the first round each particle joins the pins of each direction, and the \
                     one at the end of the line beeps there from then on; who misses a beep of \
                     the last round turns red.",
                ),
            ],
            limits: "It shows lost beeps and repairs none. All particles have to agree on the \
                     chirality, and it never ends by itself.",
        },
        read: |context| {
            let bodies = context.placed.structure.bodies();
            let first = bodies.first().map(|body| body.frame.chirality);
            if bodies
                .iter()
                .any(|body| Some(body.frame.chirality) != first)
            {
                let message = "expected the same chirality for all particles";
                return Err(context.swarm.refuse("chirality", message));
            }
            Ok(Arc::new(Typed(BeepFailure)))
        },
        setting: None,
    },
};

/// The algorithm.
#[derive(Debug)]
struct BeepFailure;

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// How many rounds it has listened.
    rounds: u64,
    /// For each direction: whether the beep of the last round was lost.
    lost: [bool; 6],
    /// How many beeps were lost so far.
    losses: u64,
}

impl State {
    fn lost_now(&self) -> usize {
        self.lost.iter().filter(|lost| **lost).count()
    }
}

impl Algorithm for BeepFailure {
    type State = State;

    fn pins(&self) -> usize {
        2
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let is_end = |particle: &Beeper<'_, State>, way: Direction| {
            !particle.has_neighbour(Port::head(way.opposite()))
        };
        if state.rounds == 0 {
            // The partition set of a direction has the pin that leads on, and the one that the beep
            // comes from.
            for (set, way) in Direction::ALL.into_iter().enumerate() {
                let on = particle.planned().pin(Port::head(way), 0)?;
                let from = particle.planned().pin(Port::head(way.opposite()), 1)?;
                let pins: &[usize] = match is_end(particle, way) {
                    true => &[on],
                    false => &[on, from],
                };
                particle.next().make_set(pins, set)?;
            }
            particle.colour(Colour::GREY);
        } else {
            let before = state.lost_now();
            state.lost = std::array::from_fn(|set| !particle.heard(set));
            let now = state.lost_now();
            state.losses += now as u64;
            if (before == 0) != (now == 0) {
                particle.colour(if now == 0 { Colour::GREY } else { Colour::RED });
            }
        }
        state.rounds += 1;
        for (set, way) in Direction::ALL.into_iter().enumerate() {
            if is_end(particle, way) {
                particle.beep(set)?;
            }
        }
        Ok(())
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "deaf",
                summary: "how many particles lost a beep in the last round",
                ask: |states| {
                    let deaf = states.iter().filter(|state| state.lost_now() > 0);
                    deaf.count().to_string()
                },
            },
            Status {
                name: "losses",
                summary: "how many beeps were lost so far, of how many",
                ask: |states| {
                    let losses: u64 = states.iter().map(|state| state.losses).sum();
                    let all = states
                        .iter()
                        .map(|state| 6 * state.rounds.saturating_sub(1));
                    format!("{losses} of {}", all.sum::<u64>())
                },
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::model::amoebot::trial::{Ran, run};

    fn ran(seed: u64, failure: f64) -> Ran {
        run(&format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"beep_failure\"\nstart = \"random\"\nrobots = 50\n\
             compass = \"random\"\nchirality = \"cw\"\n\
             [circuits]\nfailure = {failure:?}\n[limits]\nrounds = 41\n"
        ))
    }

    fn losses(ran: &Ran) -> u64 {
        ran.states::<State>().iter().map(|state| state.losses).sum()
    }

    #[test]
    fn without_failures_everybody_hears_everything() {
        for seed in 0..10 {
            let ran = ran(seed, 0.0);
            assert_eq!(losses(&ran), 0, "seed {seed}");
            assert_eq!(ran.ask("deaf").as_deref(), Some("0"));
        }
    }

    #[test]
    fn with_certain_failure_nobody_hears_anything() {
        let ran = ran(1, 1.0);
        assert_eq!(ran.ask("losses").as_deref(), Some("12000 of 12000"));
        assert_eq!(ran.ask("deaf").as_deref(), Some("50"));
    }

    #[test]
    fn as_many_beeps_are_lost_as_sets_fail() {
        // 12,000 draws each: a deviation of 0.02 is more than 4 times the standard deviation.
        for (seed, failure) in [(1, 0.1), (2, 0.3), (3, 0.5)] {
            let share = losses(&ran(seed, failure)) as f64 / 12_000.0;
            assert!((share - failure).abs() < 0.02, "{failure}: {share}");
        }
    }
}
