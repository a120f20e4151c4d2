//! Planners: they see every event and say who is activated next.

use std::fmt::Debug;

use super::Oracle;
use crate::dice::{Dice, Touched};
use crate::model::oblot::census::Census;
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{Cancel, End, Wake};

/// What a planner is given before the run.
pub struct Outset<'a> {
    /// The books, with the positions of all robots.
    pub census: &'a Census,
    /// The dice of a robot, by its id.
    pub dice: &'a dyn Fn(u32) -> Dice,
    /// The planner's own dice.
    pub own_dice: Dice,
    /// What robots would decide.
    pub oracle: Oracle,
}

/// Plans the activations of a run.
///
/// It stands beside the books and sees what they see: committed events, and with them the
/// positions and lights of all robots. It is the scheduler of the literature, which is an
/// adversary: it may look at everything before it chooses.
pub trait Planner: Debug + Send + Sync {
    /// The first activations; and takes over what it needs for the rest of the run.
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>>;

    /// The activations that follow from a committed event, appended to `wakes`; or the end of the
    /// run, where nothing is planned any more. Called after every event but the ticks.
    fn next(&mut self, event: &Event, census: &Census, wakes: &mut Vec<Wake<Oblot>>)
    -> Option<End>;

    /// Somebody from outside has a robot be activated next that is active and rests; called before
    /// [`next`](Self::next) of the same event. What was pending and is taken back is appended to
    /// `cancels`, what takes its place to `wakes`. Whatever else was planned keeps its place and its
    /// order, and the planner's own promises stand as if nobody had interfered.
    fn activate(
        &mut self,
        robot: u32,
        now: f64,
        census: &Census,
        cancels: &mut Vec<Cancel<Kind>>,
        wakes: &mut Vec<Wake<Oblot>>,
    );

    /// The dice that it drew from.
    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }

    /// A copy, for a checkpoint.
    fn copy(&self) -> Box<dyn Planner>;
}

impl Debug for Outset<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outset").finish_non_exhaustive()
    }
}
