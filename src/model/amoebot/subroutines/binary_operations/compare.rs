//! The comparison of two numbers.

use serde::{Deserialize, Serialize};

use super::super::super::interface::{Beeper, Fault, Look, State};
use super::Chain;

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// a < b.
    Less,
    /// a = b.
    Equal,
    /// a > b.
    Greater,
}

/// The comparison of a and b, in two rounds. In the first one a beep runs from the last particle down to
/// the first one whose bits differ, and that one knows how the numbers compare; in the second one it
/// says so on both circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    chain: Chain,
    a: bool,
    b: bool,
    /// How many times it has sent.
    sent: u8,
    order: Option<Order>,
    finished: bool,
}

impl Comparison {
    /// The comparison of two numbers of which this particle has these bits.
    #[must_use]
    pub fn new(chain: Chain, a: bool, b: bool) -> Self {
        Comparison {
            chain,
            a,
            b,
            sent: 0,
            order: None,
            finished: false,
        }
    }

    /// Whether the result is known to all.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// How the numbers compare, once it is finished.
    #[must_use]
    pub fn order(&self) -> Option<Order> {
        self.order.filter(|_| self.finished)
    }

    /// Takes in what came of the last [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// Where there are too few pins, or where beeps got lost, so that nobody knows the result.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        match self.sent {
            1 => {
                let reached = self.chain.is_last() || self.chain.heard_behind(look, 0)?;
                self.order = match (self.a, self.b) {
                    (true, false) if reached => Some(Order::Greater),
                    (false, true) if reached => Some(Order::Less),
                    _ if reached && self.chain.is_first() && self.a == self.b => Some(Order::Equal),
                    _ => None,
                };
            }
            2 if !self.finished => {
                let heard = [self.chain.heard(look, 0)?, self.chain.heard(look, 1)?];
                self.order = match heard {
                    [true, true] => Some(Order::Equal),
                    [true, false] => Some(Order::Greater),
                    [false, true] => Some(Order::Less),
                    [false, false] => {
                        return Err(Fault::because("the result of a comparison was not heard"));
                    }
                };
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
                let is_equal = self.a == self.b;
                self.chain.join(beeper, 0, is_equal)?;
                if is_equal && self.chain.is_last() {
                    self.chain.beep_back(beeper, 0)?;
                }
            }
            1 => {
                for circuit in [0, 1] {
                    self.chain.join(beeper, circuit, true)?;
                }
                if matches!(self.order, Some(Order::Greater | Order::Equal)) {
                    self.chain.beep(beeper, 0)?;
                }
                if matches!(self.order, Some(Order::Less | Order::Equal)) {
                    self.chain.beep(beeper, 1)?;
                }
            }
            _ => return Ok(()),
        }
        self.sent += 1;
        Ok(())
    }
}
