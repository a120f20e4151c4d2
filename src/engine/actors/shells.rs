//! The actors around the state machines: one shell for all robots, one for all environment parts.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::door::{handle_grant, send_to_part};
use super::message::{PartMessage, Parts, RobotMessage};
use crate::engine::panic_text;
use crate::model::{Answer, Model, Part, SharedDice};

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
            RobotMessage::Grant(grant) => handle_grant(robot, parts, grant).await,
            RobotMessage::Copy(reply) => drop(reply.send(robot.clone())),
        }
        Ok(())
    }
}

/// The actor of an environment part.
pub(super) struct PartShell<M: Model>(pub(super) PhantomData<M>);

impl<M: Model> Actor for PartShell<M> {
    type Msg = PartMessage<M>;
    type State = (M::Part, Parts<M>);
    type Arguments = (M::Part, Parts<M>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        part: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(part)
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        (part, parts): &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            PartMessage::Ask {
                request,
                mut shared,
                reply,
            } => {
                match answer_safely::<M>(part, request, &mut shared) {
                    // Whoever asked may be gone with a run that was given up.
                    Ok(Answer::Reply(answer)) => drop(reply.send(Ok((answer, shared)))),
                    Ok(Answer::Forward(request)) => {
                        let id = usize::from(M::route(&request).0);
                        send_to_part(
                            parts,
                            id,
                            PartMessage::Ask {
                                request,
                                shared,
                                reply,
                            },
                        );
                    }
                    Err(text) => drop(reply.send(Err(text))),
                }
            }
            PartMessage::Tell(request) => {
                if let Answer::Forward(request) = part.answer(request, &mut None) {
                    let id = usize::from(M::route(&request).0);
                    send_to_part(parts, id, PartMessage::Tell(request));
                }
            }
            PartMessage::Grant(grant) => handle_grant(part, parts, grant).await,
            PartMessage::Copy(reply) => drop(reply.send(part.clone())),
        }
        Ok(())
    }
}

/// Turns a panic of a part into a text that goes to whoever asked.
fn answer_safely<M: Model>(
    part: &mut M::Part,
    request: M::Request,
    shared: &mut SharedDice,
) -> Result<Answer<M>, String> {
    catch_unwind(AssertUnwindSafe(|| part.answer(request, shared))).map_err(panic_text)
}
