//! Every robot has a clock of its own.

use super::clocks::{self, Clocks};
use super::{Activation, Maker, Schedule, Synchrony};
use crate::registry::{Entry, Explanation};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "async",
    summary: "independent cycles; waits, compute times and speeds by laws",
    help: "Each robot draws the wait between two of its cycles from its own dice, by default from an \
           exponential distribution with its own rate; robots are seen while they move. Without a \
           law for the time of Compute, Look, Compute and the departure are one instant (LC-atomic \
           ASYNC), as in the original simulator; with one, a robot acts on an old view (ASYNC, \
           CORDA). A wait is never shorter than 1e-9. Fair with probability 1, but without any \
           bound. Sources: the original simulator; Flocchini, Prencipe and Santoro, 2012.",
    parameters: &clocks::PARAMETERS,
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "Each robot looks when its own clock rings, and sees those that are on their \
                     way where they are.",
                ),
                (
                    "compute",
                    "It computes in no time, or for a time by a law, and then acts on a view that \
                     has become old.",
                ),
                (
                    "move",
                    "It moves at its own speed while others look and move, and waits anew once it \
                     has arrived.",
                ),
            ],
            limits: "It is fair with probability 1, but without any bound: one robot may be left \
                     out for long. A run shows what the laws draw, and not the worst that an \
                     adversary could choose.",
        },
    },
};

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let Clocks { waits, compute } = Clocks::read(section, robots)?;
    let speed = clocks::read_speed(section)?;
    Ok(Schedule {
        synchrony: Synchrony::Async,
        activation: Activation::Clocks,
        waits,
        compute,
        speed,
        planner: None,
        stops: false,
        random_choices: false,
    })
}
