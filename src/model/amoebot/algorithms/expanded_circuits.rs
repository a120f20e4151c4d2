//! Random circuits of particles that expand and contract.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::{Direction, Node};
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Mover, Newborn, Status, Typed};
use super::super::starts::{Crowd, Site};
use super::{Maker, setting};
use crate::dice::{Die, Draw as _};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "expanded_circuits",
    summary: "a column expands and contracts, and forms random circuits in each round",
    help: "All particles of a column expand to the east in one round and contract into their heads in \
           the next, so that the column goes to the east. In each round each makes a random pin \
           configuration: one to four times some pins join a random partition set; then it beeps on \
           each set with probability 1/4. The column belongs to the algorithm, so the scenario names no \
           start. It never ends by itself. (AmoebotSim 2.0: Expanded Circuit TEST.)",
    parameters: &[ROBOTS],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "All particles of the column expand to the east in one round and contract \
                     into their heads in the next.",
                ),
                (
                    "beep",
                    "Each particle joins pins at random, and beeps on each of its sets with \
                     probability 1/4.",
                ),
            ],
            limits: "It is a trial of circuits and computes nothing. The structure is its own, \
                     and it never ends by itself.",
        },
        read: |context| {
            setting::check(context)?;
            robots(context.swarm)?;
            Ok(Arc::new(Typed(ExpandedCircuits)))
        },
        setting: Some(|site: &Site<'_>, _: &mut Die<'_>| {
            let rows = 0..robots(site.swarm)? as i32;
            Ok(Crowd::contracted(rows.map(|y| Node::new(0, y))))
        }),
    },
};

const ROBOTS: Parameter = Parameter {
    name: "robots",
    kind: Kind::Whole,
    default: Some("10"),
    range: "between 1 and 100000",
    summary: "how many particles there are",
};

fn robots(swarm: &Section<'_>) -> Result<usize, ScenarioError> {
    swarm.usize("robots").in_range(1..=100_000).or(10)
}

/// The algorithm.
#[derive(Debug)]
struct ExpandedCircuits;

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The partition sets on which it beeped in the last round.
    beeped: Vec<u8>,
    /// On how many sets it heard a beep so far.
    heard: u64,
    /// How many of its own beeps it did not hear: always 0 where circuits do not fail.
    missed: u64,
}

impl Algorithm for ExpandedCircuits {
    type State = State;

    fn pins(&self) -> usize {
        2
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        let sets = 0..particle.pins().pins();
        let heard = sets.filter(|set| particle.heard(*set)).count() as u64;
        let missed = state.beeped.iter();
        let missed = missed.filter(|set| !particle.heard(usize::from(**set)));
        state.missed += missed.count() as u64;
        state.heard += heard;
        let colour = match (particle.is_expanded(), heard > 0) {
            (_, true) => Colour::ORANGE,
            (true, false) => Colour::SKY,
            (false, false) => Colour::GREY,
        };
        particle.colour(colour);
        particle.use_automatic_bonds();
        match particle.is_expanded() {
            true => particle.contract_head(),
            false => particle.expand(Direction::E),
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        let pins = next.pins();
        for _ in 0..particle.die().index(4) + 1 {
            let set = particle.die().index(pins);
            for _ in 0..particle.die().index(6) + 1 {
                next.add_pins(&[particle.die().index(pins)], set)?;
            }
        }
        state.beeped.clear();
        for set in (0..pins).filter(|set| !next.is_empty(*set)) {
            if particle.die().below(4) == 0 {
                state.beeped.push(set as u8);
            }
        }
        particle.set_next(next)?;
        for set in &state.beeped {
            particle.beep(usize::from(*set))?;
        }
        Ok(())
    }

    fn status(&self) -> &'static [Status<State>] {
        &[Status {
            name: "heard",
            summary: "on how many partition sets beeps were heard so far",
            ask: |states| {
                let heard: u64 = states.iter().map(|state| state.heard).sum();
                heard.to_string()
            },
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::model::End;
    use crate::model::amoebot::trial::{bounds, run};

    #[test]
    fn the_column_goes_to_the_east_and_hears_itself() {
        for seed in 0..20 {
            let ran = run(&format!(
                "seed = {seed}\n[swarm]\nalgorithm = \"expanded_circuits\"\nrobots = 12\n\
                 [limits]\nrounds = 21\n"
            ));
            assert_eq!(ran.end, End::Condition);
            assert_eq!(bounds(ran.structure()), [10, 11, 0, 11], "seed {seed}");
            let states = ran.states::<State>();
            assert!(states.iter().all(|state| state.missed == 0), "seed {seed}");
            // Each round about a quarter of at most 20 sets beeps, and beeps travel on.
            assert!(states.iter().all(|state| state.heard > 20), "seed {seed}");
        }
    }
}
