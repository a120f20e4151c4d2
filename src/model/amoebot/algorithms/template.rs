//! Particles that stretch where there is room when they hear a beep: what to start a new algorithm from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Mover, Newborn, Status, Typed};
use super::super::ports::Port;
use super::Maker;
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "template",
    summary: "particles stretch where there is room when they hear a beep",
    help: "All particles are on one circuit, and each tosses a coin in every round whether to beep. Who \
           hears a beep and has nobody to the east expands, and contracts again in the next round. A \
           particle has finished that has heard so many beeps as `beats` says. All have to agree on the \
           compass and the chirality.",
    parameters: &[Parameter {
        name: "beats",
        kind: Kind::Whole,
        default: Some("3"),
        range: "of at least 1",
        summary: "how many beeps a particle hears before it has finished",
    }],
    build: Maker {
        read: |context| {
            let beats = context.swarm.u64("beats").positive().or(3)?;
            Ok(Arc::new(Typed(Template { beats })))
        },
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "Who heard a beep and has nobody to the east expands; who is expanded contracts.",
                ),
                (
                    "beep",
                    "Each particle tosses a coin, and beeps on the circuit of all with heads.",
                ),
            ],
            limits: "All have to agree on the compass and the chirality.",
        },
        // The structure that belongs to the algorithm; `None` where it works on any.
        setting: None,
    },
};

/// The algorithm, with its parameters. It is the same for all particles and never changes.
#[derive(Clone, Copy, Debug)]
struct Template {
    beats: u64,
}

/// What a particle knows: everything that it keeps from one round to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// How many beeps it has heard.
    heard: u64,
}

impl Algorithm for Template {
    type State = State;

    fn pins(&self) -> usize {
        1
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        // What was sent in the last beep phase is heard in this phase, and in the next beep phase by
        // those who do not expand or contract now.
        let heard = particle.heard(0);
        state.heard += u64::from(heard);
        if particle.is_expanded() {
            // Whoever touches the head only stays where it is.
            particle.use_automatic_bonds();
            particle.contract_tail()?;
            particle.colour(Colour::GREY);
        } else if heard && !particle.has_neighbour(Port::head(Direction::E)) {
            particle.expand(Direction::E)?;
            particle.colour(Colour::ORANGE);
        }
        Ok(())
    }

    fn beep(&self, _: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        // Who expanded or contracted has all pins apart again, so the circuit is made anew.
        particle.next().set_to_global(0)?;
        if particle.coin() {
            particle.beep(0)?;
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.heard >= self.beats
    }

    fn status(&self) -> &'static [Status<State>] {
        &[Status {
            name: "heard",
            summary: "how many beeps a particle has heard, at least and at most",
            ask: |states| {
                let heard = states.iter().map(|state| state.heard);
                let (least, most) = (heard.clone().min(), heard.max());
                format!("{} to {}", least.unwrap_or(0), most.unwrap_or(0))
            },
        }]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ENTRY, State, Template, Typed};
    use crate::model::End;
    use crate::model::amoebot::trial;
    use crate::registry;

    /// Five particles in a row.
    fn row(seed: u64, beats: u64) -> trial::Ran {
        let text = format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"scripted\"\nstart = \"line\"\nrobots = 5\n"
        );
        let scenario = trial::scenario(&text);
        let scenario = scenario.with_program(Arc::new(Typed(Template { beats })));
        trial::play(&scenario, |_| {})
    }

    #[test]
    fn all_hear_the_same_beeps() {
        for seed in 0..20 {
            let ran = row(seed, 3);
            assert_eq!(ran.end, End::Terminated, "seed {seed}");
            assert!(ran.states::<State>().iter().all(|state| state.heard == 3));
            assert_eq!(ran.ask("heard").as_deref(), Some("3 to 3"));
        }
    }

    #[test]
    fn the_entry_is_as_the_registry_wants_it() {
        assert_eq!(registry::check(&[ENTRY]), Ok(()));
    }
}
