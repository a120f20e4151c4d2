//! Has events handled by sending messages to the actors of robots and parts.

use std::marker::PhantomData;

use ractor::{Actor, ActorRef, SpawnErr};
use tokio::sync::oneshot;

use super::door::send_ask;
use super::members::{Stage, decide, question, stage, take_turns};
use super::message::{Errand, Grant, PartMessage, Parts, Report, RobotMessage};
use super::shells::{PartShell, RobotShell};
use crate::arbiter::Changes;
use crate::dice::Touched;
use crate::engine::cannot_answer;
use crate::engine::driver::{Answers, Copied, Executor, Granted, Results};
use crate::model::{
    Event, Failure, Handler as _, Model, Part as _, PartId, Phases, Robot as _, SharedDice, Target,
};

/// The addresses of everybody that events are granted to.
pub(super) struct Messages<M: Model> {
    robots: Vec<Option<RobotActor<M>>>,
    parts: Parts<M>,
    part_names: Vec<&'static str>,
    /// The members of an event that are not all done.
    open: Option<Vec<(u32, Stage<M>)>>,
}

/// The actor of a robot.
struct RobotActor<M: Model> {
    actor: ActorRef<RobotMessage<M>>,
    /// Whether its Compute is answered by a program outside.
    outside: bool,
}

impl<M: Model> Messages<M> {
    /// Starts the actors of all parts and robots.
    pub(super) async fn start(
        robots: Vec<M::Robot>,
        parts: Vec<M::Part>,
    ) -> Result<Self, SpawnErr> {
        let addresses: Parts<M> = Parts::default();
        let part_names = parts.iter().map(|part| part.name()).collect();
        let mut started = Vec::with_capacity(parts.len());
        for (id, part) in (0u8..).map(PartId).zip(parts) {
            let shell = PartShell(PhantomData);
            let (part, _) = Actor::spawn(None, shell, (part, id, addresses.clone())).await?;
            started.push(part);
        }
        // The cell was made just above, so nobody else has set it.
        let _ = addresses.set(started);
        let actors = Vec::with_capacity(robots.len());
        let mut messages = Messages {
            robots: actors,
            parts: addresses,
            part_names,
            open: None,
        };
        for robot in robots {
            messages.spawn(robot).await?;
        }
        Ok(messages)
    }

    async fn spawn(&mut self, robot: M::Robot) -> Result<(), SpawnErr> {
        let shell = RobotShell(PhantomData);
        let outside = robot.is_controlled_outside();
        let (actor, _) = Actor::spawn(None, shell, (robot, self.parts.clone())).await?;
        self.robots.push(Some(RobotActor { actor, outside }));
        Ok(())
    }

    /// Sends the event to a robot. A robot that is gone drops the port for the report.
    fn send(
        &self,
        id: u32,
        event: &Event<M>,
        shared: SharedDice,
        batch: bool,
        spare: bool,
    ) -> Option<oneshot::Receiver<Report<M>>> {
        let robot = &self.robots.get(id as usize)?.as_ref()?.actor;
        let (report, reported) = oneshot::channel();
        let grant = Grant {
            event: event.clone(),
            shared,
            batch,
            spare,
            report,
        };
        drop(robot.send_message(RobotMessage::Grant(grant)));
        Some(reported)
    }

    fn is_outside(&self, id: u32) -> bool {
        let robot = self.robots.get(id as usize).and_then(Option::as_ref);
        robot.is_some_and(|robot| robot.outside)
    }

    fn name(&self, target: &Target) -> String {
        match target {
            Target::Part(part) => match self.part_names.get(usize::from(part.0)) {
                Some(name) => (*name).to_owned(),
                None => target.to_string(),
            },
            _ => target.to_string(),
        }
    }

    /// Waits for the one report of a handler that stands alone.
    async fn finish_one(
        &mut self,
        target: &Target,
        port: oneshot::Receiver<Report<M>>,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        match stage(port).await {
            Ok(Stage::Done(done, shared)) => {
                results.push((target.id(), done));
                Granted::Handled(shared)
            }
            Ok(stage) => {
                // Only robots report anything in the middle of an event.
                let id = target.id() as u32;
                self.open = Some(vec![(id, stage)]);
                self.go_on(answers, results).await
            }
            Err(failure) => Granted::failed(self.name(target), failure),
        }
    }

    /// Lets the members of the open event go on as far as they can.
    async fn go_on(&mut self, answers: &mut Answers<M>, results: &mut Results<M>) -> Granted<M> {
        let Some(members) = self.open.take() else {
            return Granted::NoTarget;
        };
        let members = match decide(members, answers).await {
            Ok(members) => members,
            Err((id, failure)) => return Granted::failed(Target::Robot(id), failure),
        };
        let questions: Vec<_> = members.iter().filter_map(question).collect();
        if !questions.is_empty() {
            self.open = Some(members);
            return Granted::Needs(questions);
        }
        match take_turns(members, results).await {
            Ok(shared) => Granted::Handled(shared),
            Err((id, failure)) => Granted::failed(Target::Robot(id), failure),
        }
    }
}

impl<M: Model> Executor<M> for Messages<M> {
    async fn grant(
        &mut self,
        event: &Event<M>,
        members: &[u32],
        shared: SharedDice,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        match &event.target {
            Target::Robot(id) => {
                let spare = self.is_outside(*id);
                match self.send(*id, event, shared, false, spare) {
                    Some(port) => self.finish_one(&event.target, port, answers, results).await,
                    None => Granted::NoTarget,
                }
            }
            Target::Part(part) => {
                let place = usize::from(part.0);
                let Some(actor) = self.parts.get().and_then(|parts| parts.get(place)) else {
                    return Granted::NoTarget;
                };
                let (report, port) = oneshot::channel();
                let grant = Grant {
                    event: event.clone(),
                    shared,
                    batch: false,
                    spare: false,
                    report,
                };
                drop(actor.send_message(PartMessage::Grant(grant)));
                self.finish_one(&event.target, port, answers, results).await
            }
            Target::Phase(_) => {
                // Members that stand apart have nothing to be put back to: their phase does not fail.
                let spare = M::PHASES == Phases::Turns;
                let send = |id| self.send(id, event, None, true, spare);
                let busy = |&id: &u32| Some((id, Stage::Busy(send(id)?)));
                self.open = Some(members.iter().filter_map(busy).collect());
                self.go_on(answers, results).await
            }
        }
    }

    async fn proceed(&mut self, answers: &mut Answers<M>, results: &mut Results<M>) -> Granted<M> {
        self.go_on(answers, results).await
    }

    fn abandon(&mut self) {
        // Dropping the ports is what tells the members.
        self.open = None;
    }

    async fn copy(&self) -> Result<Copied<M>, Failure> {
        let mut robots = Vec::with_capacity(self.robots.len());
        for (id, robot) in self.robots.iter().enumerate() {
            robots.push(match robot {
                Some(robot) => Some(robot.copy(id).await?),
                None => None,
            });
        }
        let mut parts = Vec::with_capacity(self.part_names.len());
        for (part, name) in self.parts.get().into_iter().flatten().zip(&self.part_names) {
            let (reply, copied) = oneshot::channel();
            drop(part.send_message(PartMessage::Copy(reply)));
            parts.push(
                copied
                    .await
                    .map_err(|_| Failure::Gone((*name).to_owned()))?,
            );
        }
        Ok((robots, parts))
    }

    async fn request(
        &mut self,
        request: M::Request,
        shared: SharedDice,
    ) -> Result<SharedDice, Failure> {
        let id = M::route(&request);
        let (reply, replied) = oneshot::channel();
        let errand = Errand {
            request,
            shared,
            away: None,
            forwards: 0,
            reply,
        };
        send_ask(&self.parts, errand);
        match replied.await {
            Ok(replied) => replied.map(|(_, shared)| shared),
            Err(_) => Err(cannot_answer(id)),
        }
    }

    async fn apply(&mut self, changes: Changes<M>) -> Result<Vec<Touched>, Failure> {
        for (_, robot) in changes.joined {
            self.spawn(robot)
                .await
                .map_err(|error| Failure::Gone(error.to_string()))?;
        }
        let mut departed = Vec::new();
        for id in changes.left {
            let id = id as usize;
            if let Some(robot) = self.robots.get_mut(id).and_then(Option::take) {
                departed.extend(robot.copy(id).await?.touched());
                robot.actor.stop(None);
            }
        }
        Ok(departed)
    }
}

impl<M: Model> RobotActor<M> {
    /// A copy of the robot.
    async fn copy(&self, id: usize) -> Result<M::Robot, Failure> {
        let (reply, copied) = oneshot::channel();
        drop(self.actor.send_message(RobotMessage::Copy(reply)));
        let gone = |_| Failure::Gone(format!("robot {id}"));
        copied.await.map_err(gone)
    }
}
