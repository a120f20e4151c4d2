//! PASC on lines: each particle learns its distances from both ends.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::{Direction, Node};
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::ports::Port;
use super::super::starts::{Crowd, Site};
use super::super::subroutines::pasc::{Pasc, Wires};
use super::{Maker, demands};
use crate::dice::Die;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::ScenarioError;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "pasc",
    summary: "learn the distances from both ends of a line, bit by bit",
    help: "Without a start the particles are in a line to the east; in other structures each row is a \
           line of its own. PASC runs from both ends of a line at once: a primary and a secondary \
           circuit run along the line, cross in particles that are active, and in each round all \
           particles learn one more bit of their distance, the lowest first; particles with an odd \
           number of active ones up to them become passive. A particle with distance d is passive \
           after ctz(d) + 1 iterations, and the run ends when all are, after floor(log2(n - 1)) + 2 \
           rounds. With `cut_off` the iterations end earlier: one more round tells each particle \
           whether any of its bits that are left is 1. (Padalkin, Scheideler and Warner, DNA 28, \
           2022; PASC Sub Test in AmoebotSim 2.0, which goes on for ever.)",
    parameters: &[ROBOTS, CUT_OFF],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Particles that are active cross the two circuits along their line and the \
                     others lay them straight; the circuit on which a beep arrives is the next \
                     bit of the distance.",
                ),
            ],
            limits: "A bit costs a round, so that a line of n particles takes floor(log2(n - 1)) \
                     + 2 rounds. Particles have to agree on where east is, and know the distance \
                     only when all bits are there.",
        },
        read: |context| {
            let cut_off = context.swarm.u32("cut_off").in_range(1..=60).optional()?;
            demands::contracted(context)?;
            demands::one_frame(context)?;
            Ok(Arc::new(Typed(Lines { cut_off })))
        },
        setting: Some(setting),
    },
};

pub(super) const ROBOTS: Parameter = Parameter {
    name: "robots",
    kind: Kind::Whole,
    default: Some("10"),
    range: "between 1 and 1000000",
    summary: "how many particles there are",
};

const CUT_OFF: Parameter = Parameter {
    name: "cut_off",
    kind: Kind::Whole,
    default: Some("no cut-off"),
    range: "between 1 and 60",
    summary: "after how many iterations the bits that are left are summed up in one round",
};

/// A line to the east.
pub(super) fn setting(site: &Site<'_>, _: &mut Die<'_>) -> Result<Crowd, ScenarioError> {
    let robots = site.swarm.usize("robots");
    let robots = robots.in_range(1..=1_000_000).or(10)?;
    let nodes = (0..robots as i32).map(|x| Node::new(x, 0));
    Ok(Crowd::contracted(nodes))
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    cut_off: Option<u32>,
}

/// What a particle knows of its distance from one end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Reading {
    pub pasc: Pasc,
    /// The bits of the distance that are known so far.
    pub distance: u64,
    /// In which iteration it became passive.
    pub passive_in: Option<u32>,
    /// Whether any other bit is 1, where there was a cut-off.
    pub more: Option<bool>,
}

impl Reading {
    fn new(from: Option<Direction>, to: Option<Direction>, wires: Wires) -> Self {
        Reading {
            pasc: Pasc::chain(from, to, wires),
            distance: 0,
            passive_in: None,
            more: None,
        }
    }

    fn is_complete(&self) -> bool {
        self.pasc.is_leader() || !self.pasc.is_active()
    }
}

/// How far a particle is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    Fresh,
    Iterating,
    CuttingOff,
    Done,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    pub stage: Stage,
    /// How many iterations are over.
    pub iterations: u32,
    /// From the west end and from the east end.
    pub readings: [Reading; 2],
}

/// The pins and sets of both runs: the outer pins of an edge for the one from the west, the inner
/// ones for the other.
const WIRES: [Wires; 2] = [
    Wires {
        pins: [3, 0],
        sets: [0, 1],
    },
    Wires {
        pins: [1, 2],
        sets: [2, 3],
    },
];

impl State {
    fn colour(&self) -> Colour {
        let is_leader = self.readings.iter().any(|each| each.pasc.is_leader());
        match self.readings.map(|reading| reading.is_complete()) {
            _ if is_leader => Colour::ORANGE,
            [false, false] => Colour::GREEN,
            [false, true] | [true, false] => Colour::SKY,
            [true, true] => Colour::GREY,
        }
    }

    fn receive(&mut self, particle: &Beeper<'_, State>) -> Result<(), Fault> {
        match self.stage {
            Stage::Fresh => self.stage = Stage::Iterating,
            Stage::Iterating => {
                let place = self.iterations;
                self.iterations += 1;
                for reading in &mut self.readings {
                    reading.pasc.receive(particle)?;
                    // More iterations than bits say nothing more: there are at most 2^20 particles.
                    let bit = u64::from(reading.pasc.bit()).checked_shl(place);
                    reading.distance |= bit.unwrap_or(0);
                    if reading.pasc.became_passive() {
                        reading.passive_in = Some(self.iterations);
                    }
                }
            }
            Stage::CuttingOff => {
                for reading in &mut self.readings {
                    reading.pasc.receive_cut_off(particle);
                    reading.more = Some(reading.pasc.bit());
                }
                self.stage = Stage::Done;
            }
            Stage::Done => {}
        }
        Ok(())
    }

    fn send(&self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut pins = particle.singleton();
        for Reading { pasc, .. } in &self.readings {
            match self.stage {
                Stage::CuttingOff => pasc.join_cut_off(&mut pins)?,
                _ => pasc.join(&mut pins)?,
            }
        }
        particle.set_next(pins)?;
        for Reading { pasc, .. } in &self.readings {
            match self.stage {
                Stage::CuttingOff => pasc.send_cut_off(particle)?,
                _ => pasc.send(particle)?,
            }
        }
        Ok(())
    }
}

impl Algorithm for Lines {
    type State = State;

    fn pins(&self) -> usize {
        4
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State {
            stage: Stage::Fresh,
            iterations: 0,
            readings: WIRES.map(|wires| Reading::new(None, None, wires)),
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let is_first = state.stage == Stage::Fresh;
        if is_first {
            let neighbour = |direction| {
                let is_there = particle.has_neighbour(Port::head(direction));
                is_there.then_some(direction)
            };
            let (west, east) = (neighbour(Direction::W), neighbour(Direction::E));
            state.readings = [
                Reading::new(west, east, WIRES[0]),
                Reading::new(east, west, WIRES[1]),
            ];
        }
        state.receive(particle)?;
        if state.stage == Stage::Iterating && self.cut_off == Some(state.iterations) {
            state.stage = Stage::CuttingOff;
        }
        if state.stage != Stage::Done {
            state.send(particle)?;
        }
        let colour = state.colour();
        if is_first || particle.before().colour() != colour {
            particle.colour(colour);
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        match self.cut_off {
            Some(_) => state.stage == Stage::Done,
            None => state.stage != Stage::Fresh && state.readings.iter().all(Reading::is_complete),
        }
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "from_west",
                summary: "the distances from the west end so far, by particle",
                ask: |states| distances(states, 0),
            },
            Status {
                name: "from_east",
                summary: "the distances from the east end so far, by particle",
                ask: |states| distances(states, 1),
            },
            Status {
                name: "active",
                summary: "how many particles are active in the run from the west, and in the other",
                ask: |states| {
                    let active = |run: usize| {
                        let active = states
                            .iter()
                            .filter(|state| !state.readings[run].is_complete());
                        active.count()
                    };
                    format!("{} and {}", active(0), active(1))
                },
            },
        ]
    }
}

fn distances(states: &[&State], run: usize) -> String {
    let distances = states
        .iter()
        .map(|state| state.readings[run].distance.to_string());
    distances.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
