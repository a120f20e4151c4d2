//! The actors around the state machines: one shell for all robots, one for all environment parts.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::door::{Place, handle_grant, send_ask};
use super::message::{Errand, PartMessage, Parts, Report, RobotMessage};
use crate::engine::{failure_of, told_and_passed_on};
use crate::model::{Answer, Failure, Model, Part as _, PartId, Robot as _, SharedDice};

/// The actor of a robot.
pub(super) struct RobotShell<M: Model>(pub(super) PhantomData<M>);

impl<M: Model> Actor for RobotShell<M> {
    type Msg = RobotMessage<M>;
    type State = (M::Robot, Parts<M>);
    type Arguments = (M::Robot, Parts<M>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        robot: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(robot)
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        (robot, parts): &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            RobotMessage::Grant(grant) => {
                let outside = grant.batch || robot.is_controlled_outside();
                // On the heap, and only while the event lasts: kept within the actor's task, the
                // state of a cycle would cost every robot some kilobytes for ever.
                Box::pin(handle_grant(robot, Place::robot(parts, outside), grant)).await;
            }
            RobotMessage::Copy(reply) => drop(reply.send(robot.clone())),
        }
        Ok(())
    }
}

/// The actor of an environment part.
pub(super) struct PartShell<M: Model>(pub(super) PhantomData<M>);

/// An environment part, and what its actor knows.
pub(super) struct PartState<M: Model> {
    part: M::Part,
    id: PartId,
    parts: Parts<M>,
    /// Why it could not take note of what it was told. Nobody waited for that, so whoever asks
    /// next is told.
    broken: Option<Failure>,
}

impl<M: Model> Actor for PartShell<M> {
    type Msg = PartMessage<M>;
    type State = PartState<M>;
    type Arguments = (M::Part, PartId, Parts<M>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        (part, id, parts): Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(PartState {
            part,
            id,
            parts,
            broken: None,
        })
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        // Where nobody waits for a reply any more, the event was given up.
        match (&state.broken, message) {
            (None, PartMessage::Ask(errand)) => state.run(errand),
            (None, PartMessage::Tell(request)) => state.broken = state.note(request).err(),
            (None, PartMessage::Grant(grant)) => {
                let PartState {
                    part, id, parts, ..
                } = state;
                handle_grant(part, Place::part(parts, *id), grant).await;
            }
            (None, PartMessage::Copy(reply)) => drop(reply.send(state.part.clone())),
            (Some(failure), PartMessage::Ask(errand)) => {
                drop(errand.reply.send(Err(failure.clone())));
            }
            (Some(failure), PartMessage::Grant(grant)) => {
                let report = Report::Done {
                    result: Err(failure.clone()),
                    shared: grant.shared,
                };
                drop(grant.report.send(report));
            }
            (Some(_), PartMessage::Tell(_) | PartMessage::Copy(_)) => {}
        }
        Ok(())
    }
}

impl<M: Model> PartState<M> {
    /// Answers, or passes the request on.
    fn run(&mut self, errand: Errand<M>) {
        let Errand {
            request,
            mut shared,
            away,
            forwards,
            reply,
        } = errand;
        match answer_safely::<M>(&mut self.part, request, &mut shared) {
            Ok(Answer::Reply(answer)) => drop(reply.send(Ok((answer, shared)))),
            Ok(Answer::Forward(request)) => send_ask(
                &self.parts,
                Errand {
                    request,
                    shared,
                    away,
                    forwards: forwards + 1,
                    reply,
                },
            ),
            Err(failure) => drop(reply.send(Err(failure))),
        }
    }

    /// Takes note of what it is told.
    fn note(&mut self, request: M::Request) -> Result<(), Failure> {
        match answer_safely::<M>(&mut self.part, request, &mut None)? {
            Answer::Reply(_) => Ok(()),
            Answer::Forward(_) => Err(told_and_passed_on(self.id)),
        }
    }
}

/// Turns a panic of a part into a failure that goes to whoever asked.
fn answer_safely<M: Model>(
    part: &mut M::Part,
    request: M::Request,
    shared: &mut SharedDice,
) -> Result<Answer<M>, Failure> {
    catch_unwind(AssertUnwindSafe(|| part.answer(request, shared))).map_err(failure_of)
}
