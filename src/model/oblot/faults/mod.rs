//! Faults as rules: one file each, one line in [`FAULTS`].
//!
//! The fault injector is the environment part that judges faulty robots: once before Compute
//! ([`Rule::judge_look`]) and once after Compute and the termination test
//! ([`Rule::judge_intent`]). A robot may have several rules, and each of them sees every activation.

mod byzantine;
mod crash;
mod delay;
mod mixed;
mod omission;

use std::fmt::Debug;

use super::directive::Transient;
use super::percept::Percept;
use super::robot::Quirks;
use super::{Oblot, Reply, Request};
use crate::dice::{Dice, Die, Purpose, Touched};
use crate::math::Point;
use crate::model::{Answer, SharedDice};
use crate::registry::Entry;
use crate::scenario::{ScenarioError, Section};

/// What the fault injector says before Compute.
#[derive(Clone, Debug, PartialEq)]
pub enum Sensing {
    /// Nothing is wrong.
    Clear,
    /// The robot crashes at this activation.
    Crash,
    /// The robot does not compute; this is where it goes.
    Answer(Point),
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

impl FaultDice<'_> {
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

/// How a fault changes a robot before the run starts, and what it does during the run.
#[derive(Debug, Default)]
pub struct Affliction {
    /// Whether the robot has crashed before the run starts.
    pub crashed: bool,
    /// When the robot crashes, in simulated time.
    pub crash_time: Option<f64>,
    /// What is set in the robot, and when.
    pub transients: Vec<(f64, Transient)>,
    /// Whether the robot crashes at one of its activations.
    pub crashes_later: bool,
    /// What the robot's speed is multiplied with.
    pub speed_factor: Option<f64>,
    /// Whether the robot is Byzantine: the end of the run does not wait for it.
    pub byzantine: bool,
    /// Whether draws decide what happens, so that a run that seems stalled may still go on.
    pub random: bool,
    /// What judges the robot during the run.
    pub rule: Option<Box<dyn Rule>>,
}

/// A fault with its parameters: what it does to each of the robots that have it, and the word
/// for it.
pub trait Fault: Debug + Send + Sync {
    /// The affliction of a robot, and its name.
    fn afflict(&self, robot: &Afflicted<'_>) -> (&'static str, Affliction);
}

/// Reads the parameters of a fault.
pub type BuildFault = fn(&Section<'_>) -> Result<Box<dyn Fault>, ScenarioError>;

impl crate::registry::Facts for BuildFault {}

/// The faults, by name. A new one is a file of this folder and a line here.
pub static FAULTS: &[Entry<BuildFault>] = &[
    byzantine::ENTRY,
    crash::ENTRY,
    delay::ENTRY,
    mixed::ENTRY,
    omission::ENTRY,
];

/// The environment part that judges faulty robots.
#[derive(Debug)]
pub struct FaultInjector {
    /// The rules of each robot, and its dice; nothing for robots without faults.
    judged: Vec<Option<Judged>>,
}

#[derive(Debug)]
struct Judged {
    rules: Vec<Box<dyn Rule>>,
    dice: Dice,
}

impl Clone for FaultInjector {
    fn clone(&self) -> Self {
        let copy = |judged: &Judged| Judged {
            rules: judged.rules.iter().map(|rule| rule.copy()).collect(),
            dice: judged.dice.clone(),
        };
        let judged = self
            .judged
            .iter()
            .map(|judged| judged.as_ref().map(copy))
            .collect();
        FaultInjector { judged }
    }
}

impl FaultInjector {
    /// An injector for robots with these rules and dice; a robot without rules is never judged.
    #[must_use]
    pub fn new(rules: Vec<(Vec<Box<dyn Rule>>, Dice)>) -> Self {
        let judged = rules.into_iter().map(|(rules, dice)| {
            let faulty = !rules.is_empty();
            faulty.then_some(Judged { rules, dice })
        });
        FaultInjector {
            judged: judged.collect(),
        }
    }

    pub(super) fn answer(&mut self, request: Request, shared: &mut SharedDice) -> Answer<Oblot> {
        Answer::Reply(match request {
            Request::JudgeLook { robot, percept } => {
                let judge = |judged: &mut Judged| judged.judge_look(&percept, shared);
                Reply::Sensing(self.judged(robot).map_or(Sensing::Clear, judge))
            }
            Request::JudgeIntent { robot, from, to } => {
                let attempt = Attempt { from, to };
                let judge = |judged: &mut Judged| judged.judge_intent(attempt, shared);
                Reply::Verdict(self.judged(robot).map_or(Verdict::Pass, judge))
            }
            other => return Answer::Forward(other),
        })
    }

    fn judged(&mut self, robot: u32) -> Option<&mut Judged> {
        self.judged.get_mut(robot as usize)?.as_mut()
    }

    pub(super) fn touched(&self) -> Vec<Touched> {
        self.judged
            .iter()
            .flatten()
            .flat_map(|judged| judged.dice.touched())
            .collect()
    }
}

impl Judged {
    /// Every rule sees every activation; a crash outweighs an answer, an answer outweighs losses.
    /// Of several answers the first one counts, and losses add up.
    fn judge_look(&mut self, percept: &Percept, shared: &mut SharedDice) -> Sensing {
        let mut judgement = Sensing::Clear;
        for rule in &mut self.rules {
            let mut dice = FaultDice {
                dice: &mut self.dice,
                shared,
            };
            judgement = match (judgement, rule.judge_look(percept, &mut dice)) {
                (Sensing::Crash, _) | (_, Sensing::Crash) => Sensing::Crash,
                (Sensing::Answer(point), _) => Sensing::Answer(point),
                (_, Sensing::Answer(point)) => Sensing::Answer(point),
                (Sensing::Loss(mut ids), Sensing::Loss(more)) => {
                    ids.extend(more);
                    ids.sort_unstable();
                    Sensing::Loss(ids)
                }
                (Sensing::Clear, objection) => objection,
                (objection, Sensing::Clear) => objection,
            };
        }
        judgement
    }

    /// Every rule judges every intent, the later ones what the earlier ones made of it; one that
    /// omits the move is enough.
    fn judge_intent(&mut self, mut attempt: Attempt, shared: &mut SharedDice) -> Verdict {
        let mut judgement = Verdict::Pass;
        for rule in &mut self.rules {
            let mut dice = FaultDice {
                dice: &mut self.dice,
                shared,
            };
            match rule.judge_intent(attempt, &mut dice) {
                Verdict::Pass => {}
                Verdict::Omit => judgement = Verdict::Omit,
                Verdict::Instead(to) => {
                    attempt.to = to;
                    if judgement != Verdict::Omit {
                        judgement = Verdict::Instead(to);
                    }
                }
            }
        }
        judgement
    }
}
