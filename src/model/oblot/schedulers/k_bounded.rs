//! Nobody is activated too often between two activations of another.

use super::bounded::{self, K, Span};
use super::{Maker, clocks};
use crate::registry::{Entry, Explanation, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "k_bounded",
    summary: "asynchronous; at most k activations of one robot between two of another",
    help: "As `async`, but between two activations of any robot, and before its first, every other \
           one is activated at most k times: an activation that would break the bound is held until \
           it does not. Robots that crashed or terminated bind nobody. Fair: the robot that was \
           activated longest ago is never held. Defago, Gradinariu, Messika and Raipin-Parvedy, \
           DISC 2006 (arXiv:1602.05546).",
    parameters: &PARAMETERS,
    build: Maker {
        build: |section, robots| bounded::read(section, robots, Span::BetweenActivations),
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "A robot looks when its clock rings, unless it was active k times since \
                     another one was: then it is held until that one has been active.",
                ),
                ("compute", "It computes in no time, or for a time by a law."),
                (
                    "move",
                    "It moves while others look and move, and waits anew once it has arrived.",
                ),
            ],
            limits: "One robot that is slow or on a long way holds up all others, as none gets \
                     ahead of it by more than k activations. A robot that is held waits for \
                     longer than its law says.",
        },
    },
};

pub(super) const PARAMETERS: [Parameter; 6] = {
    let [rate, rates, wait, compute, speed] = clocks::PARAMETERS;
    [K, rate, rates, wait, compute, speed]
};
