//! The clocks of robots: how long they wait, compute and move.

use super::Law;
use crate::dice::{Dice, Purpose, Touched};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// What a scenario may say about clocks.
pub(super) const PARAMETERS: [Parameter; 5] = [
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
    Parameter {
        name: "wait",
        kind: Kind::Table,
        default: Some("in place of rate"),
        range: "",
        summary: "the law (`formicary list laws`) by which all robots draw their waits, in place \
                  of the exponential law with the mean 1 / rate",
    },
    Parameter {
        name: "compute",
        kind: Kind::Table,
        default: Some("no time"),
        range: "",
        summary: "the law of how long Compute takes: a LOOK then only looks and computes, and a \
                  MOVE later the robot departs or rests",
    },
    Parameter {
        name: "speed",
        kind: Kind::Table,
        default: Some("the factor 1"),
        range: "",
        summary: "the law of a factor on the speed of each move",
    },
];

/// The rate of the original simulator.
const RATE: f64 = 5.0;
/// The least wait between two cycles.
pub(super) const SHORTEST_WAIT: f64 = 1e-9;

/// The laws of the robots' clocks.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    /// The wait of each robot between two cycles.
    pub(super) waits: Vec<Law>,
    /// How long a Compute takes.
    pub(super) compute: Option<Law>,
}

impl Clocks {
    /// Reads the laws of so many robots.
    pub(super) fn read(section: &Section<'_>, robots: usize) -> Result<Self, ScenarioError> {
        let waits = match Law::read(section, "wait")? {
            Some(wait) => {
                for key in ["rate", "rates"] {
                    if section.has(key) {
                        let message = "expected either a rate or a law for the waits \
                                       ([scheduler.wait]), found both";
                        return Err(section.refuse(key, message));
                    }
                }
                vec![wait; robots]
            }
            None => exponential(section, robots)?,
        };
        let compute = Law::read(section, "compute")?;
        Ok(Clocks { waits, compute })
    }
}

/// Reads the law of a factor on the speed of each move.
pub(super) fn read_speed(section: &Section<'_>) -> Result<Option<Law>, ScenarioError> {
    let speed = Law::read(section, "speed")?;
    if speed.is_some_and(|law| law.mean() <= 0.0) {
        let message = "expected a factor above 0: robots without speed jump to their targets";
        return Err(section.refuse("speed", message));
    }
    Ok(speed)
}

/// The exponential waits of all robots.
fn exponential(section: &Section<'_>, robots: usize) -> Result<Vec<Law>, ScenarioError> {
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
    Ok(rates
        .into_iter()
        .map(|rate| Law::Exponential(1.0 / rate))
        .collect())
}

/// The clocks of all robots in the hands of a planner, each with the robot's own dice.
///
/// They are drawn from as the robots draw themselves where nobody plans for them: the wait, then
/// the time of Compute, then the next wait, all for [`Purpose::Activation`]. The robots do not draw
/// for that purpose then, because they are told the time of each Compute.
#[derive(Clone, Debug)]
pub(super) struct Timers {
    clocks: Clocks,
    dice: Vec<Dice>,
}

impl Timers {
    pub(super) fn new(clocks: Clocks) -> Self {
        Timers {
            clocks,
            dice: Vec::new(),
        }
    }

    /// Takes over the dice of all robots.
    pub(super) fn begin(&mut self, dice: &dyn Fn(u32) -> Dice) {
        self.dice = (0u32..)
            .zip(&self.clocks.waits)
            .map(|(id, _)| dice(id))
            .collect();
    }

    /// When a robot is due that begins to wait at the start.
    pub(super) fn first_due(&mut self, robot: u32) -> f64 {
        self.draw_wait(robot)
    }

    /// When a robot is due that begins to wait `now`: later than that.
    pub(super) fn due(&mut self, robot: u32, now: f64) -> f64 {
        let wait = self.draw_wait(robot).max(SHORTEST_WAIT);
        (now + wait).max(now.next_up())
    }

    fn draw_wait(&mut self, robot: u32) -> f64 {
        let law = self.clocks.waits[robot as usize];
        self.draw(robot, law)
    }

    /// How long the next Compute of a robot takes, where it may take time.
    pub(super) fn compute(&mut self, robot: u32) -> Option<f64> {
        let law = self.clocks.compute?;
        Some(self.draw(robot, law))
    }

    /// Draws a number for a robot by another law.
    pub(super) fn draw(&mut self, robot: u32, law: Law) -> f64 {
        draw(law, &mut self.dice[robot as usize])
    }

    /// The dice that were drawn from.
    pub(super) fn touched(&self) -> Vec<Touched> {
        self.dice.iter().flat_map(Dice::touched).collect()
    }
}

/// Draws a number. The dice of a fixed number stay where they are.
fn draw(law: Law, dice: &mut Dice) -> f64 {
    match law {
        Law::Fixed(value) => value,
        law => law.draw(&mut dice.on(Purpose::Activation, &mut None)),
    }
}
