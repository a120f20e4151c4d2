//! The arbiter as an actor: it grants events to robots and parts, one at a time or as a batch.

use std::marker::PhantomData;

use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::door::catch_panic;
use super::grants::Messages;
use super::message::ArbiterMessage;
use crate::arbiter::Arbiter;
use crate::engine::driver::Driver;
use crate::model::Model;

/// The actor that owns the arbiter.
pub(super) struct ArbiterShell<M: Model>(pub(super) PhantomData<M>);

impl<M: Model> Actor for ArbiterShell<M> {
    type Msg = ArbiterMessage<M>;
    type State = Driver<M, Messages<M>>;
    type Arguments = (Arbiter<M>, Vec<M::Robot>, Vec<M::Part>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        (arbiter, robots, parts): Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let messages = Messages::start(robots, parts).await?;
        Ok(Driver::new(arbiter, messages, Vec::new()))
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        driver: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        // Where nobody waits for a reply any more, the simulation is being dropped.
        match message {
            ArbiterMessage::Step(inputs, reply) => {
                let outcome = catch_panic(driver.step(&inputs)).await;
                drop(reply.send((outcome, driver.status())));
            }
            ArbiterMessage::Run(mut observer, mut answerer, reply) => {
                let run = driver.run(observer.as_mut(), answerer.as_mut());
                let ran = catch_panic(run).await;
                let ran = ran.map(|result| (observer, answerer, result));
                drop(reply.send((ran, driver.status())));
            }
            ArbiterMessage::Schedule(before, input) => driver.schedule(before, input),
            ArbiterMessage::Steer(orders) => driver.steer(orders),
            ArbiterMessage::Copy(reply) => {
                drop(reply.send(driver.state().await));
            }
        }
        Ok(())
    }
}
