//! Arithmetic on two numbers along a line.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::ports::Port;
use super::super::subroutines::binary_operations::{
    Chain, Comparison, Division, Highest, Order, Product, Sum,
};
use super::pasc::{ROBOTS, setting};
use super::{Context, Maker, demands};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Word};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "binary_operations",
    summary: "compute with two numbers whose bits are stored along a line",
    help: "Each particle of a line to the east has one bit of a and one of b, the first one the lowest. \
           `mode` says what they compute: the highest 1 of a (2 rounds), how a and b compare (3), \
           a + b or a - b (3), a b (3 for each bit of a up to the highest 1, and 3 more), or a / b \
           and what is left (6 for each step by which the highest 1 of a is above that of b, and 8 \
           more). Results that do not fit are taken modulo 2^n, and all know of the overflow. A division \
           by 0 counts as an overflow too. (Binary Op Test and SubBinOps in AmoebotSim 2.0.)",
    parameters: &[
        ROBOTS,
        Parameter::line(
            "a",
            Kind::Whole,
            Some("42"),
            "below 2^robots",
            "the first number",
        ),
        Parameter::line(
            "b",
            Kind::Whole,
            Some("13"),
            "below 2^robots",
            "the second number",
        ),
        Parameter::line(
            "mode",
            Kind::Word(MODES),
            Some("\"multiply\""),
            "",
            "what is computed",
        ),
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Each particle joins or cuts the circuits along the line by its own two bits, \
                     beeps what the present step of the operation asks for, and reads the result \
                     of the last one.",
                ),
            ],
            limits: "The particles have to be in a line to the east, with one bit of each number. \
                     Results that do not fit are taken modulo 2^n, of which all are told by an \
                     overflow.",
        },
        read: |context| {
            demands::line(context)?;
            Ok(Arc::new(Typed(Numbers {
                a: number(context, "a", 42)?,
                b: number(context, "b", 13)?,
                mode: context.swarm.choice("mode").or(Mode::Multiply)?,
            })))
        },
        setting: Some(setting),
    },
};

const MODES: &[&str] = &[
    "highest", "compare", "add", "subtract", "multiply", "divide",
];

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Highest,
    Compare,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Word for Mode {
    const ALL: &'static [Self] = &[
        Mode::Highest,
        Mode::Compare,
        Mode::Add,
        Mode::Subtract,
        Mode::Multiply,
        Mode::Divide,
    ];

    fn word(self) -> &'static str {
        MODES[self as usize]
    }
}

/// Reads a number that fits into the line.
fn number(context: &Context<'_>, key: &str, default: u64) -> Result<u64, ScenarioError> {
    let number = context.swarm.u64(key).or(default)?;
    let particles = context.placed.structure.bodies().len();
    if particles < 64 && number >> particles > 0 {
        let message = format!("expected a number of at most {particles} bits, found {number}");
        return Err(context.swarm.refuse(key, message));
    }
    Ok(number)
}

#[derive(Clone, Debug)]
pub(super) struct Numbers {
    a: u64,
    b: u64,
    mode: Mode,
}

/// What a particle is at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Work {
    /// It has not begun.
    Fresh,
    /// The highest 1 of a, and of b.
    Highest(Highest, Highest),
    Comparison(Comparison),
    Sum(Sum),
    Product(Product),
    Division(Division),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    pub a: bool,
    pub b: bool,
    pub chain: Chain,
    pub work: Work,
    /// The bit of the result; of the search for the highest 1, whether that is here.
    pub result: bool,
    /// The bit of what is left of a division.
    pub rest: bool,
    pub order: Option<Order>,
    pub overflow: bool,
    pub finished: bool,
}

impl State {
    fn colour(&self) -> Colour {
        match (self.finished, self.result) {
            (true, true) => Colour::GREEN,
            (true, false) => Colour::BLUE,
            (false, _) => match (self.a, self.b) {
                (false, false) => Colour::GREY,
                (true, false) => Colour::SKY,
                (false, true) => Colour::YELLOW,
                (true, true) => Colour::ORANGE,
            },
        }
    }

    /// Takes in what came of the last beeps.
    fn receive(&mut self, particle: &Beeper<'_, State>) -> Result<(), Fault> {
        match &mut self.work {
            Work::Fresh => {}
            Work::Highest(a, b) => {
                a.receive(particle)?;
                b.receive(particle)?;
                self.result = a.is_highest() && !a.is_zero();
            }
            Work::Comparison(comparison) => {
                comparison.receive(particle)?;
                self.order = comparison.order();
                self.finished = comparison.is_finished();
            }
            Work::Sum(sum) => {
                sum.receive(particle)?;
                self.result = sum.bit();
                (self.overflow, self.finished) = (sum.has_overflow(), sum.is_finished());
            }
            Work::Product(product) => {
                product.receive(particle)?;
                self.result = product.bit();
                (self.overflow, self.finished) = (product.has_overflow(), product.is_finished());
            }
            Work::Division(division) => {
                division.receive(particle)?;
                (self.result, self.rest) = (division.quotient(), division.rest());
                (self.overflow, self.finished) = (division.has_failed(), division.is_finished());
            }
        }
        Ok(())
    }

    fn send(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match &mut self.work {
            Work::Fresh => Ok(()),
            Work::Highest(a, b) => a.send(particle).and_then(|()| b.send(particle)),
            Work::Comparison(comparison) => comparison.send(particle),
            Work::Sum(sum) => sum.send(particle),
            Work::Product(product) => product.send(particle),
            Work::Division(division) => division.send(particle),
        }
    }
}

impl Numbers {
    /// Begins what comes next.
    fn go_on(&self, state: &mut State) {
        let State { a, b, chain, .. } = *state;
        state.work = match (state.work, self.mode) {
            (Work::Fresh, Mode::Compare) => Work::Comparison(Comparison::new(chain, a, b)),
            (Work::Fresh, Mode::Add) => Work::Sum(Sum::new(chain, a, b)),
            (Work::Fresh, Mode::Subtract) => Work::Sum(Sum::difference(chain, a, b)),
            (Work::Fresh, _) => Work::Highest(Highest::new(chain, 0, a), Highest::new(chain, 1, b)),
            (Work::Highest(..), Mode::Highest) => {
                state.finished = true;
                return;
            }
            (Work::Highest(highest, _), Mode::Multiply) => {
                state.result = false;
                Work::Product(Product::new(chain, a, b, highest.is_highest()))
            }
            (Work::Highest(of_a, of_b), Mode::Divide) => {
                state.result = false;
                Work::Division(Division::new(chain, a, b, &of_a, &of_b))
            }
            _ => return,
        };
    }
}

impl Algorithm for Numbers {
    type State = State;

    fn pins(&self) -> usize {
        4
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        let bit = |number: u64| newborn.id < 64 && number >> newborn.id & 1 == 1;
        State {
            a: bit(self.a),
            b: bit(self.b),
            chain: Chain::default(),
            work: Work::Fresh,
            result: false,
            rest: false,
            order: None,
            overflow: false,
            finished: false,
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if state.finished {
            return Ok(());
        }
        let is_first = state.work == Work::Fresh;
        if is_first {
            let [west, east] = [Direction::W, Direction::E].map(|direction| {
                let is_there = particle.has_neighbour(Port::head(direction));
                is_there.then_some(direction)
            });
            state.chain = Chain::new(west, east);
        }
        state.receive(particle)?;
        self.go_on(state);
        if !state.finished {
            state.send(particle)?;
        }
        let colour = state.colour();
        if is_first || particle.before().colour() != colour {
            particle.colour(colour);
        }
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.finished
    }

    fn status(&self) -> &'static [Status<State>] {
        &[
            Status {
                name: "numbers",
                summary: "a and b",
                ask: |states| {
                    let (a, b) = (text(states, |state| state.a), text(states, |state| state.b));
                    format!("{a} and {b}")
                },
            },
            Status {
                name: "result",
                summary: "the result so far, what is left of a division, and whether it fits",
                ask: result,
            },
        ]
    }
}

/// The result in words.
fn result(states: &[&State]) -> String {
    let Some(first) = states.first() else {
        return String::new();
    };
    let fits = if first.overflow { " (overflow)" } else { "" };
    let bits = text(states, |state| state.result);
    match first.work {
        Work::Fresh => "none yet".to_owned(),
        Work::Highest(..) => match states.iter().position(|state| state.result) {
            Some(bit) => format!("the highest 1 of a is bit {bit}"),
            None => "a has no 1".to_owned(),
        },
        Work::Comparison(_) => match first.order {
            None => "none yet".to_owned(),
            Some(Order::Less) => "a < b".to_owned(),
            Some(Order::Equal) => "a = b".to_owned(),
            Some(Order::Greater) => "a > b".to_owned(),
        },
        Work::Sum(_) | Work::Product(_) => format!("{bits}{fits}"),
        Work::Division(_) if first.overflow => "none (division by 0)".to_owned(),
        Work::Division(_) => {
            let rest = text(states, |state| state.rest);
            format!("{bits}, {rest} left")
        }
    }
}

/// A number as people write it; in binary where it is very large.
fn text(states: &[&State], bit: fn(&State) -> bool) -> String {
    let ones: Vec<usize> = (0..states.len()).filter(|at| bit(states[*at])).collect();
    match ones.last() {
        Some(highest) if *highest >= 128 => {
            let digits = states[..=*highest].iter().rev();
            let digits = digits.map(|state| if bit(state) { '1' } else { '0' });
            format!("0b{}", digits.collect::<String>())
        }
        _ => {
            let number = ones.iter().fold(0_u128, |sum, at| sum | 1 << at);
            number.to_string()
        }
    }
}

#[cfg(test)]
mod tests;
