//! The quotient of two numbers, and what is left.

use serde::{Deserialize, Serialize};

use super::super::super::interface::{Beeper, Fault, Look, State};
use super::{Chain, Highest};

/// The division of a by b, as in writing. First b and a token that starts at the first particle move along
/// the chain until the highest 1 of b is at that of a, or beyond it from the beginning; a step takes two
/// rounds. Then, as long as the token is there, four rounds each: the rest and b are compared; where the
/// rest is not less, b is taken off and the bit of the quotient at the token is 1; b and the token move
/// back; and the particle with the token says that it goes on.
///
/// Differs from `SubDivision` in AmoebotSim 2.0 in that a may be less than b, and b may be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    chain: Chain,
    /// The bit of a, and then of the rest.
    rest: bool,
    /// The bit of b, which moves.
    b: bool,
    quotient: bool,
    /// Whether this is the highest 1 of a.
    highest: bool,
    /// Whether this is the highest 1 of a, and b has a 1 above it.
    is_less: bool,
    /// Whether this is the first particle, and b is 0.
    is_by_zero: bool,
    token: bool,
    next: Step,
    /// Whether this particle knows that b can be taken off.
    fits: bool,
    failed: bool,
    finished: bool,
}

/// What is sent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// Nothing was sent.
    First,
    /// Whether b is where it should be, and b to the successor.
    Shift,
    /// The token to the successor.
    Token,
    /// That the token is there, for the first time.
    Begin,
    /// Who has different bits, from above.
    Compare,
    /// Whether b fits, and carries.
    Subtract,
    /// The token and b to the predecessor.
    Back,
    /// That the token is there.
    GoOn,
}

impl Division {
    /// The division of two numbers of which this particle has these bits, after the search for the
    /// highest 1 of both.
    #[must_use]
    pub fn new(chain: Chain, a: bool, b: bool, highest_a: &Highest, highest_b: &Highest) -> Self {
        let highest = highest_a.is_highest();
        let is_by_zero = highest_b.is_zero();
        Division {
            chain,
            rest: a,
            b,
            quotient: false,
            highest,
            is_less: highest && highest_b.is_below(),
            is_by_zero,
            token: chain.is_first() && !is_by_zero,
            next: Step::First,
            fits: false,
            failed: false,
            finished: false,
        }
    }

    /// The particle's bit of the quotient; 0 where b is 0.
    #[must_use]
    pub fn quotient(&self) -> bool {
        self.quotient
    }

    /// The particle's bit of what is left; that of a where b is 0.
    #[must_use]
    pub fn rest(&self) -> bool {
        self.rest
    }

    /// Whether the result is known.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether there is no result, because b is 0.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.failed
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
        let chain = self.chain;
        match self.next {
            Step::First | Step::Begin => {}
            Step::Token if chain.heard(look, 0)? => self.next = Step::Begin,
            Step::Token => self.b = chain.heard_before(look, 1)?,
            Step::Shift => self.token = chain.heard_before(look, 1)?,
            Step::Compare => {
                self.failed |= chain.heard(look, 1)?;
                self.finished = !chain.heard(look, 0)?;
            }
            Step::Subtract => {
                let reached = chain.is_last() || chain.heard_behind(look, 0)?;
                let decides = self.rest != self.b || chain.is_first();
                self.fits = reached && decides && (self.rest || !self.b);
            }
            Step::Back => {
                if chain.heard(look, 0)? {
                    self.rest ^= self.b ^ chain.heard_before(look, 1)?;
                    self.quotient |= self.token;
                }
            }
            Step::GoOn => {
                self.token = chain.heard_behind(look, 0)?;
                self.b = chain.heard_behind(look, 1)?;
            }
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
        let is_equal = self.rest == self.b;
        let [first, second] = match self.next {
            Step::First | Step::Shift => [true, false],
            Step::Token | Step::Back => [false, false],
            Step::Begin | Step::GoOn => [true, true],
            Step::Compare => [is_equal, false],
            Step::Subtract => [true, is_equal],
        };
        self.chain.join(beeper, 0, first)?;
        self.chain.join(beeper, 1, second)?;
        self.next = match self.next {
            Step::First | Step::Shift => {
                if self.highest && self.b || self.is_less || self.is_by_zero {
                    self.chain.beep(beeper, 0)?;
                }
                if self.b {
                    self.chain.beep_on(beeper, 1)?;
                }
                Step::Token
            }
            Step::Token => {
                if self.token {
                    self.chain.beep_on(beeper, 1)?;
                }
                Step::Shift
            }
            Step::Begin | Step::GoOn => {
                if self.token {
                    self.chain.beep(beeper, 0)?;
                }
                if self.is_by_zero {
                    self.chain.beep(beeper, 1)?;
                }
                Step::Compare
            }
            Step::Compare => {
                if is_equal && self.chain.is_last() {
                    self.chain.beep_back(beeper, 0)?;
                }
                Step::Subtract
            }
            Step::Subtract => {
                if self.fits {
                    self.chain.beep(beeper, 0)?;
                }
                if !self.rest && self.b {
                    self.chain.beep_on(beeper, 1)?;
                }
                Step::Back
            }
            Step::Back => {
                if self.token {
                    self.chain.beep_back(beeper, 0)?;
                }
                if self.b {
                    self.chain.beep_back(beeper, 1)?;
                }
                Step::GoOn
            }
        };
        Ok(())
    }
}
