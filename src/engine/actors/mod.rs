//! The actor engine: every robot, every environment part and the arbiter is a ractor actor.
//!
//! ```text
//! arbiter --Grant{event, shared dice?}--> robot --Ask--> part --Ask--> part
//!                                         robot <------Reply---------+
//!                                         robot --Tell--> part
//! arbiter <--Report{outcome, wake-ups, shared dice?}-- robot
//! ```
//!
//! The messages carry what the inline engine passes by calls, and every handler's text is the
//! same, so the results are too. One actor handles one message at a time; exactly one grant, or
//! one batch, is outstanding; so the order of the mailboxes decides nothing.

mod arbiter;
mod door;
mod grants;
mod members;
mod message;
mod shells;

use std::any::Any;
use std::marker::PhantomData;
use std::panic::resume_unwind;

use ractor::{Actor, ActorRef};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use self::arbiter::ArbiterShell;
use self::message::{Answered, ArbiterMessage, Ran};
use super::steering::Orders;
use super::{Answerer, Observer, Outcome, Plan, State, Status};
use crate::arbiter::{Arbiter, EventName, Input, RunError};
use crate::model::{End, Failure, Model};

/// A run on the actor engine.
pub(super) struct Actors<M: Model> {
    runtime: Runtime,
    arbiter: ActorRef<ArbiterMessage<M>>,
    status: Status,
}

impl<M: Model> std::fmt::Debug for Actors<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Actors")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

impl<M: Model> Actors<M> {
    pub(super) fn new(plan: Plan<M>, threads: usize) -> Result<Self, RunError> {
        let Plan {
            robots,
            parts,
            director,
            first,
            limits,
            shared,
        } = plan;
        let arbiter = Arbiter::new(robots.len() as u32, first, director, limits, shared)?;
        let status = Status::of(&arbiter);
        let runtime = match threads {
            0 | 1 => Builder::new_current_thread().build(),
            _ => Builder::new_multi_thread().worker_threads(threads).build(),
        };
        let runtime = runtime.map_err(|error| gone(&status, &error))?;
        let shell = ArbiterShell(PhantomData);
        let started = runtime.block_on(Actor::spawn(None, shell, (arbiter, robots, parts)));
        let (arbiter, _) = started.map_err(|error| gone(&status, &error))?;
        Ok(Actors {
            runtime,
            arbiter,
            status,
        })
    }

    pub(super) fn step(&mut self, inputs: &[Input<M>]) -> Result<Outcome<M>, RunError> {
        let inputs = inputs.to_vec();
        let answered = self.call(|reply| ArbiterMessage::Step(inputs, reply))?;
        self.take_note(answered)
    }

    pub(super) fn run<O: Observer<M>, A: Answerer<M>>(
        &mut self,
        observer: O,
        answerer: A,
    ) -> (O, A, Result<End, RunError>) {
        let observer: Box<dyn Observer<M>> = Box::new(observer);
        let answerer: Box<dyn Answerer<M>> = Box::new(answerer);
        let ran = self.call(|reply| ArbiterMessage::Run(observer, answerer, reply));
        let (observer, answerer, result): Ran<M> = match ran {
            Ok(answered) => self.take_note(answered),
            // Only dropping the runtime ends the arbiter's actor, and that needs `self`.
            Err(error) => std::panic::panic_any(error.to_string()),
        };
        let (observer, answerer): (Box<dyn Any>, Box<dyn Any>) = (observer, answerer);
        match (observer.downcast::<O>(), answerer.downcast::<A>()) {
            (Ok(observer), Ok(answerer)) => (*observer, *answerer, result),
            _ => unreachable!("what comes back is what was sent"),
        }
    }

    pub(super) fn schedule(&mut self, before: u64, input: Input<M>) {
        // The arbiter's actor lives as long as the runtime.
        drop(
            self.arbiter
                .send_message(ArbiterMessage::Schedule(before, input)),
        );
    }

    pub(super) fn status(&self) -> Status {
        self.status.clone()
    }

    pub(super) fn state(&self) -> Result<State<M>, RunError> {
        self.call(ArbiterMessage::Copy)?
    }

    pub(super) fn steer(&mut self, orders: Orders<M>) {
        drop(self.arbiter.send_message(ArbiterMessage::Steer(orders)));
    }

    /// Notes where the run stands. Where the observer or the model's books panicked, the caller
    /// sees that as if it had called them itself.
    fn take_note<T>(&mut self, (answer, status): Answered<T>) -> T {
        self.status = status;
        answer.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Sends a message to the arbiter and waits for the reply.
    fn call<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<T>) -> ArbiterMessage<M>,
    ) -> Result<T, RunError> {
        let (reply, replied) = oneshot::channel();
        drop(self.arbiter.send_message(message(reply)));
        self.runtime
            .block_on(replied)
            .map_err(|error| gone(&self.status, &error))
    }
}

/// The error of an actor that is not there when it should be.
fn gone(status: &Status, why: &dyn std::fmt::Display) -> RunError {
    RunError::Handler {
        who: "the actor engine".into(),
        event: EventName {
            number: status.events,
            time: status.time,
            kind: "ACTOR",
            target: "the arbiter".into(),
        },
        failure: Failure::Gone(why.to_string()),
    }
}
