//! Every robot has a clock of its own.

use super::{Activation, BuildScheduler, Law, Schedule, Synchrony};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildScheduler> = Entry {
    name: "async",
    summary: "independent cycles; waits drawn from exponential clocks",
    help: "Each robot draws the wait between two of its cycles from an exponential distribution \
           with its own rate; robots are seen while they move. Look, Compute and the departure are \
           one instant (LC-atomic ASYNC), as in the original simulator; a wait is never shorter \
           than 1e-9.",
    parameters: &[
        Parameter {
            name: "rate",
            kind: Kind::Number,
            default: Some("5.0"),
            range: "above 0",
            summary: "mean number of activations of a resting robot per unit of simulated time",
        },
        Parameter {
            name: "rates",
            kind: Kind::Numbers,
            default: Some("the rate for every robot"),
            range: "one number above 0 per robot",
            summary: "a rate for each robot",
        },
    ],
    build,
};

/// The rate of the original simulator.
const RATE: f64 = 5.0;

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let rates = section
        .f64("rates")
        .positive()
        .list()
        .exactly(robots)
        .optional()?;
    let rates = match rates {
        Some(_) if section.has("rate") => {
            let message = "expected either one rate or a rate for each robot, found both";
            return Err(section.refuse("rate", message));
        }
        Some(rates) => rates,
        None => vec![section.f64("rate").positive().or(RATE)?; robots],
    };
    if rates.iter().any(|rate| (1.0 / rate).is_infinite()) {
        let message = "expected a rate whose mean wait, 1 / rate, is a number";
        let key = if section.has("rates") {
            "rates"
        } else {
            "rate"
        };
        return Err(section.refuse(key, message));
    }
    // The mean is what the original simulator hands to its generator.
    let exponential = |rate: f64| Law::Exponential(1.0 / rate);
    Ok(Schedule {
        synchrony: Synchrony::Async,
        activation: Activation::Clocks,
        waits: rates.into_iter().map(exponential).collect(),
        compute: None,
        speed: None,
        planner: None,
        stops: false,
        random_choices: false,
    })
}
