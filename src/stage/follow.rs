//! What a player is made of, and a run elsewhere that it may follow.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::Value;

use super::{Goal, Staged};
use crate::arbiter::{Input, Operation};
use crate::model::End;
use crate::monitor::Monitors;

/// What a player is made of.
pub struct Setup<M: Staged> {
    /// The scenario.
    pub scenario: Arc<M::Scenario>,
    /// Its monitors.
    pub monitors: Arc<dyn Monitors<M>>,
    /// What comes from outside, in order: the number of the event that an input precedes, and the
    /// input.
    pub inputs: Vec<(u64, Input<M>)>,
    /// Where more inputs come from, if the run goes on elsewhere.
    pub follow: Option<Box<dyn Follow<M>>>,
    /// The run goes no further than this many events, as a record that was cut.
    pub events: Option<u64>,
    /// The lines that stand for the inputs: the number of the event that one precedes, and what it
    /// says. `None` where there are inputs that no line stands for.
    pub orders: Option<Vec<(u64, String)>>,
    /// How many threads may share the Computes of a batch; at least 1.
    pub threads: usize,
}

impl<M: Staged> Setup<M> {
    /// On the wall clock of a run elsewhere: which pending event is that with this number.
    pub(super) fn operation(&self, number: u64) -> Option<Operation> {
        self.follow.as_ref()?.operation(number)
    }
}

impl<M: Staged> Debug for Setup<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup")
            .field("inputs", &self.inputs.len())
            .field("follow", &self.follow)
            .finish_non_exhaustive()
    }
}

/// A run that goes on elsewhere, and which a player follows.
pub trait Follow<M: Staged>: Debug + Send {
    /// The inputs that have come since the last call, in order, but for operations.
    fn news(&mut self) -> Vec<(u64, Input<M>)>;

    /// On the wall clock: which pending event is that with this number, and when. It is the last of the
    /// inputs that precede the event; `None` where it is not known yet.
    fn operation(&self, number: u64) -> Option<Operation>;

    /// How many events have been committed there.
    fn head(&self) -> u64;

    /// The instant there, which nobody can look beyond: that of the last event, or that of the next one
    /// where the run waits ahead of it.
    fn time(&self) -> f64;

    /// Why the run ended there, once it has.
    fn ended(&self) -> Option<End>;

    /// Does something to the run there.
    ///
    /// # Errors
    ///
    /// What was expected instead, in words.
    fn steer(&mut self, line: &str) -> Result<String, String>;

    /// The run may go on to this instant; on the virtual clock it waits there.
    fn allow(&mut self, goal: Goal);

    /// What a page shows of it.
    fn status(&self) -> Value;
}
