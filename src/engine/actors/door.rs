//! The door of an actor: requests become messages.

use std::any::Any;
use std::future::{poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use tokio::sync::oneshot;

use super::message::{Errand, Grant, PartMessage, Parts, Report};
use crate::dice::Dice;
use crate::engine::{
    MOST_FORWARDS, cannot_answer, compute_safely, end_at_door, failure_of, passed_on_for_ever,
};
use crate::model::{Controller as _, Door, Failure, Handler, Model, PartId, SharedDice};

/// Who stands at a door.
pub(super) struct Place<'a, M: Model> {
    parts: &'a Parts<M>,
    /// The part that handles the event, unless it is a robot.
    part: Option<PartId>,
    /// Whether its Compute may be answered by a program outside.
    outside: bool,
}

impl<'a, M: Model> Place<'a, M> {
    pub(super) fn robot(parts: &'a Parts<M>, outside: bool) -> Self {
        Place {
            parts,
            part: None,
            outside,
        }
    }

    pub(super) fn part(parts: &'a Parts<M>, id: PartId) -> Self {
        Place {
            parts,
            part: Some(id),
            outside: false,
        }
    }
}

/// The door through which a robot or a part reaches parts while it handles an event.
pub(super) struct ActorDoor<'a, M: Model> {
    place: Place<'a, M>,
    shared: SharedDice,
    batch: bool,
    report: Option<oneshot::Sender<Report<M>>>,
}

/// Has `handler` handle a granted event and sends the report. Where the event failed or was given
/// up meanwhile and there is a spare, the handler is as it was before.
pub(super) async fn handle_grant<M: Model, H: Handler<M>>(
    handler: &mut H,
    place: Place<'_, M>,
    grant: Grant<M>,
) {
    let Grant {
        event,
        shared,
        batch,
        spare,
        report,
    } = grant;
    let spare = spare.then(|| handler.clone());
    let mut door = ActorDoor {
        place,
        shared,
        batch,
        report: Some(report),
    };
    let result = match catch_panic(handler.handle(&event, &mut door)).await {
        Ok(result) => result,
        // The run fails with this, but the actor lives on and can be asked for its state.
        Err(panic) => Err(failure_of(panic)),
    };
    let shared = door.shared.take();
    let failed = result.is_err();
    let given_up = match door.report {
        Some(report) => report.send(Report::Done { result, shared }).is_err(),
        None => true,
    };
    if let (true, Some(spare)) = (failed || given_up, spare) {
        *handler = spare;
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

/// Sends a request to the part that it is addressed to, if that can answer.
pub(super) fn send_ask<M: Model>(parts: &Parts<M>, errand: Errand<M>) {
    let id = M::route(&errand.request);
    let part = parts.get().and_then(|parts| parts.get(usize::from(id.0)));
    // Whoever asked may be gone with an event that was given up.
    match part {
        _ if errand.forwards > MOST_FORWARDS => {
            drop(errand.reply.send(Err(passed_on_for_ever())));
        }
        Some(part) if errand.away != Some(id) => {
            // A message to a part that is gone comes back with the reply port inside; dropping it
            // here is what tells the asker.
            drop(part.send_message(PartMessage::Ask(errand)));
        }
        _ => drop(errand.reply.send(Err(cannot_answer(id)))),
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
        match answered.await {
            Ok(heard) => heard,
            Err(_) => end_at_door(given_up()),
        }
    }
}

impl<M: Model> Door<M> for ActorDoor<'_, M> {
    async fn ask(&mut self, request: M::Request) -> M::Reply {
        let id = M::route(&request);
        let (reply, replied) = oneshot::channel();
        let errand = Errand {
            request,
            shared: self.shared.take(),
            away: self.place.part,
            forwards: 0,
            reply,
        };
        send_ask(self.place.parts, errand);
        match replied.await {
            Ok(Ok((reply, shared))) => {
                self.shared = shared;
                reply
            }
            // Caught in `catch_panic`, and reported with the event.
            Ok(Err(failure)) => end_at_door(failure),
            Err(_) => end_at_door(cannot_answer(id)),
        }
    }

    fn tell(&mut self, request: M::Request) -> impl Future<Output = ()> + Send {
        // Whatever asks this part later sends its message later, so the order is kept.
        let id = M::route(&request);
        let part = self.place.parts.get();
        match part.and_then(|parts| parts.get(usize::from(id.0))) {
            Some(part) if self.place.part != Some(id) => {
                // A part that is gone is noticed by whoever asks it next.
                drop(part.send_message(PartMessage::Tell(request)));
            }
            _ => end_at_door(cannot_answer(id)),
        }
        ready(())
    }

    async fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut Dice,
    ) -> Result<M::Intent, Failure> {
        if self.place.outside && controller.outside() {
            return self.compute_outside(percept).await;
        }
        compute_safely::<M>(controller, &percept, dice, &mut self.shared)
    }

    async fn turn(&mut self) {
        if self.batch {
            let (go, turn) = oneshot::channel();
            self.report(|next| Report::Decided { go, next });
            if turn.await.is_err() {
                end_at_door(given_up());
            }
        }
    }

    fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }
}

/// Ends a handler whose event was given up; nobody reads it.
fn given_up() -> Failure {
    Failure::Gone("the event was given up".to_owned())
}
