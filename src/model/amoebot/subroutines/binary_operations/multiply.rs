//! The product of two numbers.

use serde::{Deserialize, Serialize};

use super::super::super::interface::{Beeper, Fault, Look, State};
use super::Chain;

/// The product a b, as in writing: a token goes along the bits of a from the lowest to the highest 1, and
/// for each bit there are three rounds. In the first one the particle with the token says on circuit 1
/// that it goes on, and on circuit 0 whether its bit is 1. In the second one b is added to the result
/// if it is, with carries on circuit 0, and b moves on by one particle on circuit 1. In the third one
/// the token moves on, on circuit 0, and circuit 1 says whether the result does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    chain: Chain,
    a: bool,
    /// The bit of b, which moves.
    b: bool,
    /// The bit of the result.
    c: bool,
    /// Whether this is the highest 1 of a.
    highest: bool,
    token: bool,
    next: Step,
    /// Whether b is added.
    adds: bool,
    /// Whether the last particle has lost a 1 of b.
    lost: bool,
    overflow: bool,
    finished: bool,
}

/// What is sent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    First,
    Bit,
    Add,
    Move,
}

impl Product {
    /// The product of two numbers of which this particle has these bits; `highest` says whether its one
    /// is the highest 1 of a.
    #[must_use]
    pub fn new(chain: Chain, a: bool, b: bool, highest: bool) -> Self {
        Product {
            chain,
            a,
            b,
            c: false,
            highest,
            token: chain.is_first(),
            next: Step::First,
            adds: false,
            lost: false,
            overflow: false,
            finished: false,
        }
    }

    /// The particle's bit of the result; of a result that does not fit, taken modulo 2^n.
    #[must_use]
    pub fn bit(&self) -> bool {
        self.c
    }

    /// Whether the result is known, and whether it fits.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether the result is 2^n or more.
    #[must_use]
    pub fn has_overflow(&self) -> bool {
        self.overflow
    }

    /// Takes in what came of the last [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        if self.finished {
            return Ok(());
        }
        match self.next {
            Step::First => {}
            Step::Bit => {
                self.token = self.chain.heard_before(look, 0)?;
                self.overflow |= self.chain.heard(look, 1)?;
            }
            Step::Add => {
                self.finished = !self.chain.heard(look, 1)?;
                self.adds = !self.finished && self.chain.heard(look, 0)?;
                self.overflow |= self.adds && self.lost;
            }
            Step::Move => self.add(self.chain.heard_before(look, 0)?, look)?,
        }
        Ok(())
    }

    fn add<S: State>(&mut self, carry: bool, look: &Look<'_, S>) -> Result<(), Fault> {
        let is_last = self.chain.is_last();
        if self.adds {
            let makes_carry = self.b && self.c || carry && (self.b || self.c);
            self.overflow |= is_last && makes_carry;
            self.c ^= self.b ^ carry;
        }
        self.lost |= is_last && self.b;
        self.b = self.chain.heard_before(look, 1)?;
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
        let [first, second] = match self.next {
            Step::First | Step::Bit => [true, true],
            Step::Add => [self.b != self.c, false],
            Step::Move => [false, true],
        };
        self.chain.join(beeper, 0, first)?;
        self.chain.join(beeper, 1, second)?;
        self.next = match self.next {
            Step::First | Step::Bit => {
                if self.token {
                    self.chain.beep(beeper, 1)?;
                }
                if self.token && self.a {
                    self.chain.beep(beeper, 0)?;
                }
                Step::Add
            }
            Step::Add => {
                if self.adds && self.b && self.c {
                    self.chain.beep_on(beeper, 0)?;
                }
                if self.b {
                    self.chain.beep_on(beeper, 1)?;
                }
                Step::Move
            }
            Step::Move => {
                if self.token && !self.highest {
                    self.chain.beep_on(beeper, 0)?;
                }
                if self.overflow {
                    self.chain.beep(beeper, 1)?;
                }
                Step::Bit
            }
        };
        Ok(())
    }
}
