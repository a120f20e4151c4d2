//! Rounds of the model as a whole, with algorithms made for the test.

mod alone;
mod editing;
mod rounds;
mod snapshots;
mod undoing;

use std::fmt;
use std::sync::Arc;

use super::interface::{Algorithm, Beeper, Fault, Mover, Newborn, State, Typed};
use super::scenario::Scenario;
use super::trial::{self, Ran};

/// An algorithm that is made of functions.
pub(super) struct Made<S: State> {
    pub(super) pins: usize,
    pub(super) start: fn(&mut Newborn<'_>) -> S,
    pub(super) movement: fn(&mut S, &mut Mover<'_, S>) -> Result<(), Fault>,
    pub(super) beep: fn(&mut S, &mut Beeper<'_, S>) -> Result<(), Fault>,
    pub(super) finished: fn(&S) -> bool,
}

impl<S: State + Default> Default for Made<S> {
    fn default() -> Self {
        Made {
            pins: 1,
            start: |_| S::default(),
            movement: |_, _| Ok(()),
            beep: |_, _| Ok(()),
            finished: |_| false,
        }
    }
}

impl<S: State> fmt::Debug for Made<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Made")
    }
}

impl<S: State> Algorithm for Made<S> {
    type State = S;

    fn pins(&self) -> usize {
        self.pins
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> S {
        (self.start)(newborn)
    }

    fn movement(&self, state: &mut S, particle: &mut Mover<'_, S>) -> Result<(), Fault> {
        (self.movement)(state, particle)
    }

    fn beep(&self, state: &mut S, particle: &mut Beeper<'_, S>) -> Result<(), Fault> {
        (self.beep)(state, particle)
    }

    fn is_finished(&self, state: &S) -> bool {
        (self.finished)(state)
    }
}

/// A line of particles along E that computes with an algorithm, for so many rounds at most.
pub(super) fn line<S: State>(robots: usize, rounds: u64, more: &str, made: Made<S>) -> Scenario {
    let text = format!(
        "seed = 5\n[swarm]\nalgorithm = \"scripted\"\nstart = \"line\"\nrobots = {robots}\n\
         [limits]\nrounds = {rounds}\n{more}"
    );
    trial::scenario(&text).with_program(Arc::new(Typed(made)))
}

/// The same, run to its end.
pub(super) fn run_line<S: State>(robots: usize, rounds: u64, made: Made<S>) -> Ran {
    trial::play(&line(robots, rounds, "", made), |_| {})
}
