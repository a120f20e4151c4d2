//! Particles that do what the scenario says, round by round.

mod lines;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::lines::{Line, Move};
use super::super::interface::{Algorithm, Beeper, Fault, Mover, Newborn, Typed};
use super::super::pins::MOST_PINS_PER_EDGE;
use super::Maker;
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub use lines::KEYS;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "scripted",
    summary: "do what the tables [[script]] say, round by round",
    help: "Each table says what one particle does in one round: its action, the bonds that it \
           releases and marks, its pins, what it beeps and sends. Directions are the particle's own. A \
           particle has finished after the last round of the script. With it any situation is a \
           scenario, and [expect] says what has to come of it.",
    parameters: &[Parameter {
        name: "pins",
        kind: Kind::Whole,
        default: Some("1"),
        range: "from 0 to 12",
        summary: "how many pins an edge has",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "movement",
                    "Each particle does the action that its table for this round names, with the \
                     bonds that it releases and marks.",
                ),
                (
                    "beep",
                    "It sets its pins, beeps and sends messages as the table says.",
                ),
            ],
            limits: "It computes nothing: what happens is what the tables say, and a particle \
                     without one rests. It ends after the last round of the script.",
        },
        read: |context| {
            let pins = context.swarm.usize("pins");
            let pins = pins.at_most(MOST_PINS_PER_EDGE).or(1)?;
            let lines = lines::read(context, pins)?;
            Ok(Arc::new(Typed(Scripted::new(pins, lines))))
        },
        setting: None,
    },
};

/// The algorithm.
#[derive(Clone, Debug)]
pub(super) struct Scripted {
    pins: usize,
    /// By particle and round.
    lines: BTreeMap<(u32, u64), Line>,
    last: u64,
}

/// The attributes of a scripted particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// Whose lines it follows.
    pub particle: u32,
    /// The number of the present round.
    pub round: u64,
    /// What the script has written, by name.
    pub values: BTreeMap<String, i64>,
}

impl Scripted {
    fn new(pins: usize, lines: BTreeMap<(u32, u64), Line>) -> Self {
        let last = lines.keys().map(|(_, round)| *round).max().unwrap_or(1);
        Scripted { pins, lines, last }
    }

    fn line(&self, state: &State) -> Option<&Line> {
        self.lines.get(&(state.particle, state.round))
    }
}

impl Algorithm for Scripted {
    type State = State;

    fn pins(&self) -> usize {
        self.pins
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State {
            particle: newborn.id,
            ..State::default()
        }
    }

    fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
        // Not counted: a round that is undone is over for the script too.
        state.round = particle.round();
        let Some(line) = self.line(state) else {
            return Ok(());
        };
        match line.action {
            None => {}
            Some(Move::Expand(direction)) => particle.expand(direction)?,
            Some(Move::ContractHead) => particle.contract_head()?,
            Some(Move::ContractTail) => particle.contract_tail()?,
            Some(Move::Push(direction)) => particle.push(direction)?,
            Some(Move::PullHead(direction)) => particle.pull_head(direction)?,
            Some(Move::PullTail(direction)) => particle.pull_tail(direction)?,
        }
        for port in &line.release {
            particle.release(*port)?;
        }
        for port in &line.mark {
            particle.mark(*port)?;
        }
        if line.automatic {
            particle.use_automatic_bonds();
        }
        if line.anchor {
            particle.make_anchor();
        }
        for port in &line.release_objects {
            let object = particle.object(*port).ok_or(Fault::NoObject(*port))?;
            particle.release_object(object);
        }
        state.values.extend(line.write.clone());
        Ok(())
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let Some(line) = self.line(state) else {
            return Ok(());
        };
        if line.singleton {
            particle.next().set_to_singleton();
        }
        if let Some(set) = line.global {
            particle.next().set_to_global(set)?;
        }
        for (set, pins) in &line.sets {
            let pins: Result<Vec<_>, _> = pins
                .iter()
                .map(|(port, offset)| particle.planned().pin(*port, *offset))
                .collect();
            particle.next().make_set(&pins?, *set)?;
        }
        for set in &line.beep {
            particle.beep(*set)?;
        }
        for (port, offset) in &line.beep_at {
            particle.beep_at(*port, *offset)?;
        }
        for (set, message) in &line.send {
            particle.send(*set, *message)?;
        }
        state.values.extend(line.write_late.clone());
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.round >= self.last
    }
}
