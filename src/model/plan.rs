//! Everything a run starts from.

use std::fmt;
use std::sync::Arc;

use super::{Model, SharedDice, Wake};

/// Everything a run starts from. A plan and the inputs determine the run.
#[derive(Clone, Debug)]
pub struct Plan<M: Model> {
    /// The robots, whose ids are their places.
    pub robots: Vec<M::Robot>,
    /// The environment parts, whose ids are their places.
    pub parts: Vec<M::Part>,
    /// The books and the phases.
    pub director: M::Director,
    /// The first events, in the order in which they are pushed.
    pub first: Vec<Wake<M>>,
    /// When to stop.
    pub limits: Limits<M>,
    /// The one generator of a run with numpy's random numbers.
    pub shared: SharedDice,
}

/// When a run stops although its robots could go on.
#[derive(Clone)]
pub struct Limits<M: Model> {
    /// Events after this instant are not handled.
    pub time: Option<f64>,
    /// At most so many events are committed.
    pub events: Option<u64>,
    /// The run ends after the first event after which this holds.
    pub condition: Option<Condition<M>>,
}

/// A condition on the director's books, tested after every committed event.
pub type Condition<M> = Arc<dyn Fn(&<M as Model>::Director) -> bool + Send + Sync>;

impl<M: Model> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            time: None,
            events: None,
            condition: None,
        }
    }
}

impl<M: Model> fmt::Debug for Limits<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time)
            .field("events", &self.events)
            .field("condition", &self.condition.is_some())
            .finish()
    }
}
