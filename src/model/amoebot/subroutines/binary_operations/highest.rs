//! The highest bit of a number that is 1.

use serde::{Deserialize, Serialize};

use super::super::super::interface::{Beeper, Fault, Look, State};
use super::Chain;

/// The search for the highest bit that is 1, in one round: particles with a 1 part the circuit and
/// beep towards the predecessor; who has a 1 and hears nothing from behind has the highest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Highest {
    chain: Chain,
    circuit: u8,
    bit: bool,
    sent: bool,
    /// Whether there is a 1 behind, at the higher bits.
    above: bool,
    finished: bool,
}

impl Highest {
    /// The search in a number of which this particle has this bit, on the circuit 0 or 1.
    #[must_use]
    pub fn new(chain: Chain, circuit: u8, bit: bool) -> Self {
        Highest {
            chain,
            circuit,
            bit,
            sent: false,
            above: false,
            finished: false,
        }
    }

    /// Whether the result is known.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether this is the highest 1. Of the number 0 the first particle has that.
    #[must_use]
    pub fn is_highest(&self) -> bool {
        self.finished && !self.above && (self.bit || self.chain.is_first())
    }

    /// Whether there is a higher 1.
    #[must_use]
    pub fn is_below(&self) -> bool {
        self.above
    }

    /// Whether this is the first particle, and the number is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.is_highest() && !self.bit
    }

    /// Takes in what came of the last [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        if self.sent && !self.finished {
            self.above = self.chain.heard_behind(look, usize::from(self.circuit))?;
            self.finished = true;
        }
        Ok(())
    }

    /// Plans its pins, and beeps.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn send<S: State>(&mut self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        if self.finished {
            return Ok(());
        }
        let circuit = usize::from(self.circuit);
        self.chain.join(beeper, circuit, !self.bit)?;
        if self.bit {
            self.chain.beep_back(beeper, circuit)?;
        }
        self.sent = true;
        Ok(())
    }
}
