//! Steering a simulation while it runs, from another thread; so a build without the feature
//! `native`, which does without threads, has no way to give it to a simulation, and binds inputs to
//! events instead ([`Simulation::schedule`](super::Simulation::schedule)).
//!
//! ```
//! use formicary::engine::steering::steering;
//! use formicary::model::oblot::{Input, Oblot};
//!
//! let (steering, orders) = steering::<Oblot>();
//! // `orders` go with the run; whoever holds `steering` may be anywhere.
//! assert!(steering.input(Input::Crash { robot: 3 }));
//! drop(orders);
//! assert!(!steering.pause(), "the run is over");
//! ```

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::State;
use crate::arbiter::{Pace, RunError};
use crate::model::{End, Model};

/// Looks at a copy of the state, with the present time.
pub type Inspection<M> = Box<dyn FnOnce(Result<State<M>, RunError>, f64) + Send>;

/// What somebody wants of a running simulation.
pub enum Order<M: Model> {
    /// Something happens in the world; it is an input, and recorded.
    Input(M::Input),
    /// Time passes otherwise; recorded, too.
    Pace(Pace),
    /// The run ends.
    Stop(End),
    /// Somebody wants to see how things stand. This changes nothing.
    Inspect(Inspection<M>),
    /// Nothing; but a run whose next event was held back looks again whether it may go on.
    Nudge,
}

impl<M: Model> std::fmt::Debug for Order<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Order::Input(input) => f.debug_tuple("Input").field(input).finish(),
            Order::Pace(pace) => f.debug_tuple("Pace").field(pace).finish(),
            Order::Stop(end) => f.debug_tuple("Stop").field(end).finish(),
            Order::Inspect(_) => f.write_str("Inspect"),
            Order::Nudge => f.write_str("Nudge"),
        }
    }
}

/// Steers a run. Every method says whether the run still takes orders; it waits while more than
/// some hundred orders have not been carried out yet.
#[derive(Clone, Debug)]
pub struct Steering<M: Model>(SyncSender<Order<M>>);

/// How many orders may wait.
const MOST_WAITING: usize = 256;

/// The other end: what the run takes its orders from. Only the run has it; the lock is for the
/// compiler, which cannot know that.
#[derive(Debug)]
pub struct Orders<M: Model>(Mutex<Receiver<Order<M>>>);

/// Both ends.
#[must_use]
pub fn steering<M: Model>() -> (Steering<M>, Orders<M>) {
    let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
    (Steering(sender), Orders(Mutex::new(receiver)))
}

impl<M: Model> Steering<M> {
    /// Has something happen in the world, at the present instant.
    pub fn input(&self, input: M::Input) -> bool {
        self.send(Order::Input(input))
    }

    /// Has time stand still.
    pub fn pause(&self) -> bool {
        self.send(Order::Pace(Pace::Pause))
    }

    /// Has time go on.
    pub fn resume(&self) -> bool {
        self.send(Order::Pace(Pace::Resume))
    }

    /// On the wall clock: so many units of simulated time pass in a second from now on. The rate
    /// must be finite and above 0; another one is ignored.
    pub fn rate(&self, rate: f64) -> bool {
        self.send(Order::Pace(Pace::Rate(rate)))
    }

    /// Ends the run.
    pub fn stop(&self) -> bool {
        self.send(Order::Stop(End::Interrupted))
    }

    /// Has somebody look at a copy of the state, between two events.
    pub fn inspect(
        &self,
        inspection: impl FnOnce(Result<State<M>, RunError>, f64) + Send + 'static,
    ) -> bool {
        self.send(Order::Inspect(Box::new(inspection)))
    }

    /// Has a run whose next event is [held back](super::Observer::holds) look again. Never waits: a
    /// run that still has orders to take looks again anyway.
    pub fn nudge(&self) {
        // Whoever is gone, or has enough to do, needs no nudge.
        let _ = self.0.try_send(Order::Nudge);
    }

    fn send(&self, order: Order<M>) -> bool {
        self.0.send(order).is_ok()
    }
}

impl<M: Model> Orders<M> {
    fn receiver(&self) -> MutexGuard<'_, Receiver<Order<M>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next order, if there is one.
    pub(super) fn next(&self) -> Option<Order<M>> {
        loop {
            match self.receiver().try_recv() {
                Ok(order) if is_possible(&order) => return Some(order),
                Ok(_) => {}
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
            }
        }
    }

    /// Waits a while for the next order. `Err` means that none will ever come.
    pub(super) fn wait(&self, time: Duration) -> Result<Option<Order<M>>, ()> {
        match self.receiver().recv_timeout(time) {
            Ok(order) => Ok(Some(order).filter(is_possible)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(()),
        }
    }
}

/// Time neither stands still at a rate of 0, nor does it run backwards.
fn is_possible<M: Model>(order: &Order<M>) -> bool {
    match order {
        Order::Pace(Pace::Rate(rate)) => rate.is_finite() && *rate > 0.0,
        _ => true,
    }
}
