//! The door of an actor: requests become messages.

use std::any::Any;
use std::future::{poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use tokio::sync::oneshot;

use super::message::{Grant, PartMessage, Parts, Report};
use crate::dice::Dice;
use crate::engine::{compute_safely, panic_text};
use crate::model::{Controller as _, Door, Failure, Handler, Model, SharedDice};

/// The door through which a robot or a part reaches parts while it handles an event.
pub(super) struct ActorDoor<'a, M: Model> {
    parts: &'a Parts<M>,
    shared: SharedDice,
    now: f64,
    batch: bool,
    report: Option<oneshot::Sender<Report<M>>>,
}

/// Has `handler` handle a granted event and sends the report.
pub(super) async fn handle_grant<M: Model, H: Handler<M>>(
    handler: &mut H,
    parts: &Parts<M>,
    grant: Grant<M>,
) {
    let Grant {
        event,
        shared,
        batch,
        report,
    } = grant;
    let mut door = ActorDoor {
        parts,
        shared,
        now: event.time,
        batch,
        report: Some(report),
    };
    let result = match catch_panic(handler.handle(&event, &mut door)).await {
        Ok(result) => result,
        // The run fails with this, but the actor lives on and can be asked for its state.
        Err(panic) => Err(Failure::Panicked(panic_text(panic))),
    };
    let shared = door.shared.take();
    if let Some(report) = door.report {
        // Nobody waits for the report once the arbiter has given the run up.
        let _ = report.send(Report::Done { result, shared });
    }
}

/// Turns a panic inside `future` into an error. Whatever the future worked on may be half changed
/// and must not be used for another event.
pub(super) async fn catch_panic<T>(
    future: impl Future<Output = T>,
) -> Result<T, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    poll_fn(
        move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        },
    )
    .await
}

/// Sends a message to the part that a request is addressed to.
pub(super) fn send_to_part<M: Model>(parts: &Parts<M>, id: usize, message: PartMessage<M>) {
    if let Some(part) = parts.get().and_then(|parts| parts.get(id)) {
        // A message to a part that is gone comes back with the reply port inside; dropping it
        // here is what tells the asker.
        drop(part.send_message(message));
    }
}

impl<M: Model> ActorDoor<'_, M> {
    /// Reports something in the middle of the event, and keeps the port for what follows.
    fn report(&mut self, report: impl FnOnce(oneshot::Receiver<Report<M>>) -> Report<M>) {
        let (sender, next) = oneshot::channel();
        if let Some(port) = self.report.replace(sender) {
            let _ = port.send(report(next));
        }
    }

    async fn compute_outside(&mut self, percept: M::Percept) -> Result<M::Intent, Failure> {
        let (answer, answered) = oneshot::channel();
        self.report(|next| Report::Asks {
            percept,
            answer,
            next,
        });
        answered
            .await
            .map_err(|_| Failure::Controller("the question was given up".into()))
    }
}

impl<M: Model> Door<M> for ActorDoor<'_, M> {
    async fn ask(&mut self, request: M::Request) -> M::Reply {
        let part = usize::from(M::route(&request).0);
        let (reply, replied) = oneshot::channel();
        let shared = self.shared.take();
        send_to_part(
            self.parts,
            part,
            PartMessage::Ask {
                request,
                shared,
                reply,
            },
        );
        match replied.await {
            Ok(Ok((reply, shared))) => {
                self.shared = shared;
                reply
            }
            // Caught in `catch_panic`, and reported with the event.
            Ok(Err(text)) => std::panic::panic_any(text),
            Err(_) => std::panic::panic_any(format!("environment part {part} cannot answer now")),
        }
    }

    fn tell(&mut self, request: M::Request) -> impl Future<Output = f64> + Send {
        // Whatever asks this part later sends its message later, so the order is kept.
        let part = usize::from(M::route(&request).0);
        send_to_part(self.parts, part, PartMessage::Tell(request));
        ready(self.now)
    }

    async fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut Dice,
    ) -> Result<M::Intent, Failure> {
        if controller.outside() {
            return self.compute_outside(percept).await;
        }
        compute_safely::<M>(controller, &percept, dice, &mut self.shared)
    }

    async fn turn(&mut self) {
        if self.batch {
            let (go, turn) = oneshot::channel();
            self.report(|next| Report::Decided { go, next });
            // Where the arbiter gives the batch up, the rest of the event is not reported.
            let _ = turn.await;
        }
    }

    fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }
}
