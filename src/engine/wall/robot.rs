//! The actor of a robot: it lives by its own timers, and computes while others act.

use std::marker::PhantomData;

use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use super::ledger::Answer;
use super::world::WorldMessage;
use super::{Look, Minds};
use crate::arbiter::Announced;
use crate::engine::{Question, compute_safely};
use crate::model::{Conclusion, Controller as _, Model, Thought};

/// What the world tells a robot.
pub(super) enum RobotMessage<M: Model> {
    /// Say so when this is due, at this instant.
    Remind(Announced, Instant),
    /// Compute, and say what came of it.
    Think(u32, Look, Thought<M>),
    /// Forget what you were to say; you will be told again.
    Forget,
}

/// The actor of a robot, or of the environment.
pub(super) struct RobotShell<M: Model>(pub(super) PhantomData<M>);

/// What it knows.
pub(super) struct RobotState<M: Model> {
    world: ActorRef<WorldMessage<M>>,
    minds: Minds<M>,
    timers: Vec<AbortHandle>,
}

impl<M: Model> Actor for RobotShell<M> {
    type Msg = RobotMessage<M>;
    type State = RobotState<M>;
    type Arguments = (ActorRef<WorldMessage<M>>, Minds<M>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        (world, minds): Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(RobotState {
            world,
            minds,
            timers: Vec::new(),
        })
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            RobotMessage::Remind(announced, at) => state.remind(announced, at),
            RobotMessage::Think(robot, look, thought) => state.think(robot, look, thought),
            RobotMessage::Forget => state.timers.drain(..).for_each(|timer| timer.abort()),
        }
        Ok(())
    }
}

impl<M: Model> RobotState<M> {
    fn remind(&mut self, announced: Announced, at: Instant) {
        let world = self.world.clone();
        // A task of its own, so that a timer fires in time although the robot computes.
        let timer = tokio::spawn(async move {
            sleep_until(at).await;
            // A world that is gone needs no reminder.
            drop(world.send_message(WorldMessage::Due(announced)));
        });
        self.timers.retain(|timer| !timer.is_finished());
        self.timers.push(timer.abort_handle());
    }

    fn think(&mut self, robot: u32, look: Look, thought: Thought<M>) {
        let world = self.world.clone();
        let tell = move |answer| drop(world.send_message(WorldMessage::Concluded(robot, answer)));
        if thought.controller.outside() {
            let tell = Box::new(move |result| tell(Answer::Outside(result)));
            let percept = thought.percept;
            return self.minds.ask(look, Question { robot, percept }, tell);
        }
        let Thought {
            controller,
            percept,
            mut dice,
        } = thought;
        let intent = compute_safely::<M>(&controller, &percept, &mut dice, &mut None);
        // The world copies its table while somebody still looks at it.
        drop(percept);
        tell(Answer::Inside(Conclusion { intent, dice }));
    }
}
