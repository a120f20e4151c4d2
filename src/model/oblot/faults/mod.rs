//! Faults as rules: one file each, one line in [`FAULTS`].
//!
//! The fault injector is the environment part that judges faulty robots: once before Compute
//! ([`Rule::judge_look`]) and once after Compute and the termination test
//! ([`Rule::judge_intent`]). A robot may have several rules, and each of them sees every activation.

mod actuation;
mod adversary;
mod byzantine;
mod byzantine_flee;
mod byzantine_follow;
mod byzantine_frozen;
mod byzantine_mirror;
mod byzantine_oscillate;
mod byzantine_scripted;
mod byzantine_split;
mod crash;
mod delay;
mod flaws;
mod injector;
mod intermittent;
mod mixed;
mod mobility;
mod omission;
mod sensing;
#[cfg(test)]
pub(crate) mod tests;
mod transient;
mod when;

use std::fmt::Debug;

use super::directive::Transient;
use super::light::Light;
use super::percept::Percept;
use super::robot::Quirks;
use crate::dice::{Dice, Die, Purpose};
use crate::math::Point;
use crate::model::SharedDice;
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

pub use flaws::{CrashOnWay, Flaws, Slow};
pub use injector::FaultInjector;

/// What the fault injector says before Compute.
#[derive(Clone, Debug, PartialEq)]
pub enum Sensing {
    /// Nothing is wrong.
    Clear,
    /// The robot crashes at this activation.
    Crash,
    /// The robot does not compute; this is where it goes, however near that is.
    Answer(Point),
    /// The robot does not compute, and stays.
    Stay,
    /// The robot does not see these others, whose ids are in increasing order.
    Loss(Vec<u32>),
}

/// What the fault injector says after Compute and after the termination test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The robot carries out its intent.
    Pass,
    /// The robot stays where it is.
    Omit,
    /// The robot goes there instead.
    Instead(Point),
}

/// What a robot wants: to go from here to there, in global coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// Where the robot is.
    pub from: Point,
    /// Where it wants to go.
    pub to: Point,
    /// When it would leave, in simulated time.
    pub time: f64,
}

/// One of the robots that have a fault.
#[derive(Clone, Copy, Debug)]
pub struct Afflicted<'a> {
    /// As which of them it was chosen, from 0.
    pub index: usize,
    /// Its id.
    pub id: usize,
    /// All of them, in the order in which they were chosen.
    pub all: &'a [usize],
    /// How many robots there are, with and without a fault.
    pub robots: usize,
    /// What the original simulator does that no model asks for.
    pub quirks: Quirks,
}

/// The dice of a faulty robot, as its rules see them.
#[derive(Debug)]
pub struct FaultDice<'a> {
    dice: &'a mut Dice,
    shared: &'a mut SharedDice,
}

impl<'a> FaultDice<'a> {
    /// The dice of a robot, for its faults.
    pub(super) fn new(dice: &'a mut Dice, shared: &'a mut SharedDice) -> Self {
        FaultDice { dice, shared }
    }

    /// The die for this robot's faults.
    pub fn die(&mut self) -> Die<'_> {
        self.dice.on(Purpose::Fault, self.shared)
    }
}

/// One way in which a robot fails.
pub trait Rule: Debug + Send + Sync {
    /// Before Compute.
    fn judge_look(&mut self, percept: &Percept, dice: &mut FaultDice<'_>) -> Sensing {
        let _ = (percept, dice);
        Sensing::Clear
    }

    /// After Compute and after the termination test.
    fn judge_intent(&mut self, attempt: Attempt, dice: &mut FaultDice<'_>) -> Verdict {
        let _ = (attempt, dice);
        Verdict::Pass
    }

    /// A copy, for a checkpoint.
    fn copy(&self) -> Box<dyn Rule>;
}

/// For how long a fault may change what a robot does although nothing that can be seen has
/// changed. Until then a run that seems stalled may still go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Restless {
    /// Never: what the robot does follows from what can be seen, or the robot does less than it
    /// would without the fault.
    #[default]
    Never,
    /// Up to this activation of the robot, counted from 1, included.
    Activations(u64),
    /// As long as the robot is active: draws decide what it does, or a count without an end.
    Always,
}

/// How a fault changes a robot before the run starts, and what it does during the run.
#[derive(Debug, Default)]
pub struct Affliction {
    /// Whether the robot has crashed before the run starts.
    pub crashed: bool,
    /// When the robot crashes, in simulated time.
    pub crash_time: Option<f64>,
    /// At which of its departures the robot crashes.
    pub crash_on_way: Option<CrashOnWay>,
    /// Whether others no longer see the robot once it has crashed.
    pub vanishes: bool,
    /// What is set in the robot, and when.
    pub transients: Vec<(f64, Transient)>,
    /// How much slower the robot is.
    pub slow: Option<Slow>,
    /// Whether the robot is Byzantine: the end of the run does not wait for it, and its algorithm
    /// never ends.
    pub byzantine: bool,
    /// For how long it may change what the robot does although nothing has changed.
    pub restless: Restless,
    /// What judges the robot during the run.
    pub rule: Option<Box<dyn Rule>>,
}

/// A fault with its parameters: what it does to each of the robots that have it, and the word
/// for it.
pub trait Fault: Debug + Send + Sync {
    /// The affliction of a robot, and its name. `dice` are those from which the robot's rules
    /// draw during the run.
    fn afflict(
        &self,
        robot: &Afflicted<'_>,
        dice: &mut FaultDice<'_>,
    ) -> (&'static str, Affliction);

    /// The light that it sets in robots, which has to be a colour of their algorithm.
    fn light(&self) -> Option<Light> {
        None
    }
}

/// Reads the parameters of a fault.
pub type BuildFault = fn(&Section<'_>) -> Result<Box<dyn Fault>, ScenarioError>;

impl crate::registry::Facts for BuildFault {}

/// The faults, by name. A new one is a file of this folder and a line here.
pub static FAULTS: &[Entry<BuildFault>] = &[
    actuation::ENTRY,
    byzantine::ENTRY,
    byzantine_flee::ENTRY,
    byzantine_follow::ENTRY,
    byzantine_frozen::ENTRY,
    byzantine_mirror::ENTRY,
    byzantine_oscillate::ENTRY,
    byzantine_scripted::ENTRY,
    byzantine_split::ENTRY,
    crash::ENTRY,
    delay::ENTRY,
    intermittent::ENTRY,
    mixed::ENTRY,
    mobility::ENTRY,
    omission::ENTRY,
    sensing::ENTRY,
    transient::ENTRY,
];
