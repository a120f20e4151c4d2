//! Has events handled by sending messages to the actors of robots and parts.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use ractor::{Actor, ActorRef, SpawnErr};
use tokio::sync::oneshot;

use super::message::{Grant, PartMessage, Parts, Report, RobotMessage};
use super::shells::{PartShell, RobotShell};
use crate::arbiter::Changes;
use crate::engine::Question;
use crate::engine::driver::{Executor, Granted};
use crate::model::{Done, Event, Failure, Model, Part as _, SharedDice, Target};

/// The addresses of everybody that events are granted to.
pub(super) struct Messages<M: Model> {
    robots: Vec<Option<ActorRef<RobotMessage<M>>>>,
    parts: Parts<M>,
    part_names: Vec<&'static str>,
    open: Option<Open<M>>,
}

/// An event whose members are not all done.
struct Open<M: Model> {
    phase: bool,
    members: Vec<(u32, Stage<M>)>,
}

/// How far a member of an open event is.
enum Stage<M: Model> {
    /// Its next report is on its way.
    Busy(oneshot::Receiver<Report<M>>),
    /// Its Compute waits for an answer from outside.
    Asking {
        percept: M::Percept,
        answer: oneshot::Sender<M::Intent>,
        next: oneshot::Receiver<Report<M>>,
    },
    /// It waits for its turn.
    Decided {
        go: oneshot::Sender<()>,
        next: oneshot::Receiver<Report<M>>,
    },
    /// It is done.
    Done(Done<M>, SharedDice),
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
        for part in parts {
            let shell = PartShell(PhantomData);
            started.push(
                Actor::spawn(None, shell, (part, addresses.clone()))
                    .await?
                    .0,
            );
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
        let (robot, _) = Actor::spawn(None, shell, (robot, self.parts.clone())).await?;
        self.robots.push(Some(robot));
        Ok(())
    }

    /// Copies of all robots and parts.
    #[allow(
        clippy::type_complexity,
        reason = "the two lists that a state consists of"
    )]
    pub(super) async fn copy(&self) -> Result<(Vec<Option<M::Robot>>, Vec<M::Part>), Failure> {
        let mut robots = Vec::with_capacity(self.robots.len());
        for (id, robot) in self.robots.iter().enumerate() {
            robots.push(match robot {
                Some(robot) => {
                    let (reply, copied) = oneshot::channel();
                    drop(robot.send_message(RobotMessage::Copy(reply)));
                    Some(
                        copied
                            .await
                            .map_err(|_| Failure::Gone(format!("robot {id}")))?,
                    )
                }
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

    /// Sends the event to a robot. A robot that is gone drops the port for the report.
    fn send(
        &self,
        id: u32,
        event: &Event<M>,
        shared: SharedDice,
        batch: bool,
    ) -> Option<oneshot::Receiver<Report<M>>> {
        let robot = self.robots.get(id as usize)?.as_ref()?;
        let (report, reported) = oneshot::channel();
        let grant = Grant {
            event: event.clone(),
            shared,
            batch,
            report,
        };
        drop(robot.send_message(RobotMessage::Grant(grant)));
        Some(reported)
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
    ) -> Granted<M> {
        match stage(port).await {
            Ok(Stage::Done(done, shared)) => Granted::One(done, shared),
            Ok(stage) => {
                let id = target.id() as u32;
                self.open = Some(Open {
                    phase: false,
                    members: vec![(id, stage)],
                });
                self.go_on(&mut BTreeMap::new()).await
            }
            Err(failure) => Granted::Failed(self.name(target), failure),
        }
    }

    /// Lets the members of the open event go on as far as they can.
    async fn go_on(&mut self, answers: &mut BTreeMap<u32, M::Intent>) -> Granted<M> {
        let Some(Open { phase, members }) = self.open.take() else {
            return Granted::NoTarget;
        };
        match decide(members, answers).await {
            Ok(members) => {
                let questions: Vec<_> = members.iter().filter_map(question).collect();
                if !questions.is_empty() {
                    self.open = Some(Open { phase, members });
                    return Granted::Needs(questions);
                }
                match take_turns(members).await {
                    Ok((results, shared)) => Granted::from_batch(phase, results, shared),
                    Err((id, failure)) => Granted::Failed(Target::Robot(id).to_string(), failure),
                }
            }
            Err((id, failure)) => Granted::Failed(Target::Robot(id).to_string(), failure),
        }
    }
}

impl<M: Model> Executor<M> for Messages<M> {
    async fn grant(&mut self, event: &Event<M>, members: &[u32], shared: SharedDice) -> Granted<M> {
        match &event.target {
            Target::Robot(id) => match self.send(*id, event, shared, false) {
                Some(port) => self.finish_one(&event.target, port).await,
                None => Granted::NoTarget,
            },
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
                    report,
                };
                drop(actor.send_message(PartMessage::Grant(grant)));
                self.finish_one(&event.target, port).await
            }
            Target::Phase(_) => {
                let busy = |&id: &u32| Some((id, Stage::Busy(self.send(id, event, None, true)?)));
                let members = members.iter().filter_map(busy).collect();
                self.open = Some(Open {
                    phase: true,
                    members,
                });
                self.go_on(&mut BTreeMap::new()).await
            }
        }
    }

    async fn proceed(&mut self, answers: &mut BTreeMap<u32, M::Intent>) -> Granted<M> {
        self.go_on(answers).await
    }

    fn abandon(&mut self) {
        // Dropping the ports is what tells the members.
        self.open = None;
    }

    async fn request(
        &mut self,
        request: M::Request,
        shared: SharedDice,
    ) -> Result<SharedDice, Failure> {
        let part = usize::from(M::route(&request).0);
        let (reply, replied) = oneshot::channel();
        super::door::send_to_part(
            &self.parts,
            part,
            PartMessage::Ask {
                request,
                shared,
                reply,
            },
        );
        match replied.await {
            Ok(Ok((_, shared))) => Ok(shared),
            Ok(Err(text)) => Err(Failure::Panicked(text)),
            Err(_) => Err(Failure::Gone(format!("environment part {part}"))),
        }
    }

    async fn apply(&mut self, changes: Changes<M>) -> Result<(), Failure> {
        for (_, robot) in changes.joined {
            self.spawn(robot)
                .await
                .map_err(|error| Failure::Gone(error.to_string()))?;
        }
        for id in changes.left {
            if let Some(robot) = self.robots.get_mut(id as usize).and_then(Option::take) {
                robot.stop(None);
            }
        }
        Ok(())
    }
}

/// Waits for the next report of a handler.
async fn stage<M: Model>(port: oneshot::Receiver<Report<M>>) -> Result<Stage<M>, Failure> {
    match port.await {
        Ok(Report::Done { result, shared }) => Ok(Stage::Done(result?, shared)),
        Ok(Report::Decided { go, next }) => Ok(Stage::Decided { go, next }),
        Ok(Report::Asks {
            percept,
            answer,
            next,
        }) => Ok(Stage::Asking {
            percept,
            answer,
            next,
        }),
        Err(_) => Err(Failure::Gone("it ended without a report".into())),
    }
}

/// Brings every member to its turn, to an open question, or to its end.
async fn decide<M: Model>(
    members: Vec<(u32, Stage<M>)>,
    answers: &mut BTreeMap<u32, M::Intent>,
) -> Result<Vec<(u32, Stage<M>)>, (u32, Failure)> {
    let mut decided = Vec::with_capacity(members.len());
    for (id, mut at) in members {
        loop {
            at = match at {
                Stage::Busy(port) => stage(port).await.map_err(|failure| (id, failure))?,
                Stage::Asking {
                    percept,
                    answer,
                    next,
                } => match answers.remove(&id) {
                    Some(intent) => {
                        // A robot that died meanwhile is noticed at its next report.
                        let _ = answer.send(intent);
                        Stage::Busy(next)
                    }
                    None => {
                        break decided.push((
                            id,
                            Stage::Asking {
                                percept,
                                answer,
                                next,
                            },
                        ));
                    }
                },
                stage => break decided.push((id, stage)),
            }
        }
    }
    Ok(decided)
}

fn question<M: Model>((id, stage): &(u32, Stage<M>)) -> Option<Question<M>> {
    match stage {
        Stage::Asking { percept, .. } => Some(Question {
            robot: *id,
            percept: percept.clone(),
        }),
        _ => None,
    }
}

/// Gives the members their turns, in the order of their ids.
#[allow(
    clippy::type_complexity,
    reason = "the results of a batch, or who failed and why"
)]
async fn take_turns<M: Model>(
    members: Vec<(u32, Stage<M>)>,
) -> Result<(Vec<(u32, Done<M>)>, SharedDice), (u32, Failure)> {
    let mut results = Vec::with_capacity(members.len());
    let mut shared = None;
    for (id, mut at) in members {
        if let Stage::Decided { go, next } = at {
            let _ = go.send(());
            at = stage(next).await.map_err(|failure| (id, failure))?;
        }
        match at {
            Stage::Done(done, returned) => {
                shared = shared.or(returned);
                results.push((id, done));
            }
            _ => {
                let text = "looks or computes again after its turn".to_owned();
                return Err((id, Failure::Invalid(text)));
            }
        }
    }
    Ok((results, shared))
}
