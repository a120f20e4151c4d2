//! Schedulers: who is activated when. One file each, one line in [`SCHEDULERS`].
//!
//! A scheduler either gives every robot a clock of its own, from which the robot draws its waits
//! ([`Activation::Clocks`]), or has a [`Planner`], which sees every committed event and says who is
//! activated next ([`Activation::Planned`]).

//!
//! | room | what it is about |
//! |---|---|
//! | [`adversaries`] | who looks at everything before they choose, one file each |
//! | `bounded` | clocks of which none runs ahead too far: `k_bounded`, `k_async` |
//! | `clocks` | the laws of waits, compute times and speeds |
//! | `orders` | whose turn it is in `sequential` |
//! | `pace` | the time between rounds or turns |
//! | `recent` | when each robot was activated lately |
//! | `rounds` | the planner of rounds and turns |
//! | `script` | schedules that are written down |
//! | `subsets` | who is active in a round of `ssync` |
//! | `wishes` | what turns and steps say about stopping points, ties and frames |

pub mod adversaries;
mod asynchronous;
mod bounded;
mod clocks;
mod fsync;
mod k_async;
mod k_bounded;
mod k_nest;
mod law;
mod oracle;
mod orders;
mod pace;
mod planner;
mod recent;
mod rounds;
mod script;
mod sequential;
mod ssync;
mod subsets;
#[cfg(test)]
mod tests;
mod wishes;

use crate::registry::{Entry, Explanation, Facts};
use crate::scenario::{ScenarioError, Section};

pub use law::{BuildLaw, LAWS, Law};
pub use oracle::Oracle;
pub use planner::{Outset, Planner};
pub use rounds::{Free, Members, Next, Rounds};

/// How a robot comes to its next activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// It draws a wait from its own dice.
    Clocks,
    /// The planner activates it.
    Planned,
}

/// What a scheduler guarantees about activations: the synchrony that theorems speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Synchrony {
    /// All robots are active in every round.
    Fsync,
    /// Exactly one robot is active at a time.
    Sequential,
    /// Some robots are active in each round.
    Ssync,
    /// Cycles are independent.
    Async,
}

impl Synchrony {
    /// All of them: an algorithm for ASYNC works under every scheduler.
    pub const ANY: &'static [Synchrony] = &[
        Synchrony::Fsync,
        Synchrony::Sequential,
        Synchrony::Ssync,
        Synchrony::Async,
    ];
    /// Whatever is atomic: an algorithm for SSYNC works wherever moves end before the next Look.
    pub const ATOMIC: &'static [Synchrony] =
        &[Synchrony::Fsync, Synchrony::Sequential, Synchrony::Ssync];

    /// The word for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Synchrony::Fsync => "FSYNC",
            Synchrony::Sequential => "sequential",
            Synchrony::Ssync => "SSYNC",
            Synchrony::Async => "ASYNC",
        }
    }
}

/// A scheduler with its parameters.
#[derive(Debug)]
pub struct Schedule {
    /// What it guarantees.
    pub synchrony: Synchrony,
    /// How a robot comes to its next activation.
    pub activation: Activation,
    /// The wait of each robot between two cycles.
    pub waits: Vec<Law>,
    /// How long a Compute takes; `None` takes no time.
    pub compute: Option<Law>,
    /// What the speed of each move is multiplied with; `None` leaves it.
    pub speed: Option<Law>,
    /// Who plans the activations, where the robots have no clocks.
    pub planner: Option<Box<dyn Planner>>,
    /// Whether it says where robots are stopped on their way, so that moves must not be rigid.
    pub stops: bool,
    /// Whether it says of single activations how ties are broken or in which frame robots see the
    /// world; a robot that stays may then leave when it is told otherwise, and a run that seems
    /// stalled may still go on.
    pub random_choices: bool,
}

impl Schedule {
    /// A schedule of a planner: atomic moves at constant speeds.
    #[must_use]
    pub fn planned(robots: usize, synchrony: Synchrony, planner: Box<dyn Planner>) -> Self {
        Schedule {
            synchrony,
            activation: Activation::Planned,
            waits: vec![Law::Fixed(0.0); robots],
            compute: None,
            speed: None,
            planner: Some(planner),
            stops: false,
            random_choices: false,
        }
    }
}

/// Reads the parameters of a scheduler for so many robots.
pub type BuildScheduler = fn(&Section<'_>, usize) -> Result<Schedule, ScenarioError>;

/// How a scheduler is made.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Reads its parameters.
    pub build: BuildScheduler,
    /// What it has robots do in each step of a cycle, and what it does not show.
    pub explanation: Explanation,
}

impl Facts for Maker {
    fn explanation(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

/// The schedulers, by name. A new one is a file of this folder and a line here.
pub static SCHEDULERS: &[Entry<Maker>] = &[
    asynchronous::ENTRY,
    fsync::ENTRY,
    k_async::ENTRY,
    k_bounded::ENTRY,
    k_nest::ENTRY,
    script::ENTRY,
    sequential::ENTRY,
    ssync::ENTRY,
];

/// The last id of so many robots. There is one, and there are not more than ids.
fn last(robots: usize) -> u32 {
    u32::try_from(robots.saturating_sub(1)).unwrap_or(u32::MAX)
}

/// The first robot that is not among those that are named.
fn left_out(named: impl Iterator<Item = u32>, robots: usize) -> Option<usize> {
    let mut there = vec![false; robots];
    for id in named {
        there[id as usize] = true;
    }
    there.iter().position(|there| !there)
}
