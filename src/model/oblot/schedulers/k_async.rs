//! Nobody is activated too often within the cycle of another.

use super::Maker;
use super::bounded::{self, Span};
use super::k_bounded::PARAMETERS;
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "k_async",
    summary: "asynchronous; at most k activations of one robot within a cycle of another",
    help: "As `async`, but while a robot is active, from its Look to the end of its move, every \
           other one is activated at most k times: an activation that would break the bound is held \
           until it does not. Robots that crashed bind nobody. Fair with probability 1, because \
           every cycle ends. Kirkpatrick, Kostitsyna, Navarra, Prencipe and Santoro, Distrib. \
           Comput. 2024 (arXiv:2105.13042).",
    parameters: &PARAMETERS,
    build: Maker {
        build: |section, robots| bounded::read(section, robots, Span::Cycle),
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "A robot looks when its clock rings, unless it was active k times within a \
                     cycle of another one: then it is held until that cycle has ended.",
                ),
                ("compute", "It computes in no time, or for a time by a law."),
                (
                    "move",
                    "It moves while others look and move, and waits anew once it has arrived.",
                ),
            ],
            limits: "The bound counts within cycles only: between two cycles of one robot another \
                     may be active any number of times. A robot that is held waits for longer \
                     than its law says.",
        },
    },
};
