//! The sum and the difference of two numbers.

use serde::{Deserialize, Serialize};

use super::super::super::interface::{Beeper, Fault, Look, State};
use super::Chain;

/// The sum a + b or the difference a - b, on circuit 0. In the first round carries run along the chain:
/// the circuit is joined where a carry would be handed on, and particles beep to their successor that
/// make one of their own. In the second round the last particle says whether it made or handed on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    chain: Chain,
    a: bool,
    b: bool,
    is_difference: bool,
    /// How many times it has sent.
    sent: u8,
    c: bool,
    overflow: bool,
    finished: bool,
}

impl Sum {
    /// The sum of two numbers of which this particle has these bits.
    #[must_use]
    pub fn new(chain: Chain, a: bool, b: bool) -> Self {
        Sum {
            chain,
            a,
            b,
            is_difference: false,
            sent: 0,
            c: false,
            overflow: false,
            finished: false,
        }
    }

    /// The difference of two numbers of which this particle has these bits.
    #[must_use]
    pub fn difference(chain: Chain, a: bool, b: bool) -> Self {
        Sum {
            is_difference: true,
            ..Sum::new(chain, a, b)
        }
    }

    /// The particle's bit of the result, from the second [`receive`](Self::receive) on; of a result
    /// that does not fit, taken modulo 2^n.
    #[must_use]
    pub fn bit(&self) -> bool {
        self.c
    }

    /// Whether the result is known, and whether it fits.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether the result does not fit: a sum of 2^n or more, a difference below 0.
    #[must_use]
    pub fn has_overflow(&self) -> bool {
        self.overflow
    }

    fn makes_carry(&self) -> bool {
        self.b && self.a != self.is_difference
    }

    fn hands_on(&self) -> bool {
        (self.a != self.b) != self.is_difference
    }

    /// Takes in what came of the last [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        match self.sent {
            1 => {
                let carry = self.chain.heard_before(look, 0)?;
                self.c = self.a ^ self.b ^ carry;
                self.overflow =
                    self.chain.is_last() && (self.makes_carry() || self.hands_on() && carry);
            }
            2 if !self.finished => {
                self.overflow |= self.chain.heard(look, 0)?;
                self.finished = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// Plans its pins, and beeps.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn send<S: State>(&mut self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        match self.sent {
            0 => {
                self.chain.join(beeper, 0, self.hands_on())?;
                if self.makes_carry() {
                    self.chain.beep_on(beeper, 0)?;
                }
            }
            1 => {
                self.chain.join(beeper, 0, true)?;
                if self.overflow {
                    self.chain.beep(beeper, 0)?;
                }
            }
            _ => return Ok(()),
        }
        self.sent += 1;
        Ok(())
    }
}
