//! Nobody is activated too often between two activations of another.

use super::bounded::{self, K, Span};
use super::{BuildScheduler, clocks};
use crate::registry::{Entry, Parameter};

pub(super) const ENTRY: Entry<BuildScheduler> = Entry {
    name: "k_bounded",
    summary: "asynchronous; at most k activations of one robot between two of another",
    help: "As `async`, but between two activations of any robot, and before its first, every other \
           one is activated at most k times: an activation that would break the bound is held until \
           it does not. Robots that crashed or terminated bind nobody. Fair: the robot that was \
           activated longest ago is never held. Defago, Gradinariu, Messika and Raipin-Parvedy, \
           DISC 2006 (arXiv:1602.05546).",
    parameters: &PARAMETERS,
    build: |section, robots| bounded::read(section, robots, Span::BetweenActivations),
};

pub(super) const PARAMETERS: [Parameter; 6] = {
    let [rate, rates, wait, compute, speed] = clocks::PARAMETERS;
    [K, rate, rates, wait, compute, speed]
};
