//! Nobody is activated too often within the cycle of another.

use super::BuildScheduler;
use super::bounded::{self, Span};
use super::k_bounded::PARAMETERS;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildScheduler> = Entry {
    name: "k_async",
    summary: "asynchronous; at most k activations of one robot within a cycle of another",
    help: "As `async`, but while a robot is active, from its Look to the end of its move, every \
           other one is activated at most k times: an activation that would break the bound is held \
           until it does not. Robots that crashed bind nobody. Fair with probability 1, because \
           every cycle ends. Kirkpatrick, Kostitsyna, Navarra, Prencipe and Santoro, Distrib. \
           Comput. 2024 (arXiv:2105.13042).",
    parameters: &PARAMETERS,
    build: |section, robots| bounded::read(section, robots, Span::Cycle),
};
