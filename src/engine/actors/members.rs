//! The members of an event that is being handled: what they report, and what lets them go on.

use tokio::sync::oneshot;

use super::message::Report;
use crate::engine::driver::{Answers, Heard, Results};
use crate::engine::{Question, after_its_turn};
use crate::model::{Done, Failure, Model, SharedDice};

/// How far a member of an open event is.
pub(super) enum Stage<M: Model> {
    /// Its next report is on its way.
    Busy(oneshot::Receiver<Report<M>>),
    /// Its Compute waits for an answer from outside.
    Asking {
        percept: M::Percept,
        answer: oneshot::Sender<Heard<M>>,
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

/// Waits for the next report of a handler.
pub(super) async fn stage<M: Model>(
    port: oneshot::Receiver<Report<M>>,
) -> Result<Stage<M>, Failure> {
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
pub(super) async fn decide<M: Model>(
    members: Vec<(u32, Stage<M>)>,
    answers: &mut Answers<M>,
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
                } => match answers.take(id) {
                    Some(heard) => {
                        // A robot that died meanwhile is noticed at its next report.
                        let _ = answer.send(heard);
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

/// The open question of a member that waits for an answer from outside.
pub(super) fn question<M: Model>((id, stage): &(u32, Stage<M>)) -> Option<Question<M>> {
    match stage {
        Stage::Asking { percept, .. } => Some(Question {
            robot: *id,
            percept: percept.clone(),
        }),
        _ => None,
    }
}

/// Gives the members their turns, in the order of their ids; returns the shared dice.
pub(super) async fn take_turns<M: Model>(
    members: Vec<(u32, Stage<M>)>,
    results: &mut Results<M>,
) -> Result<SharedDice, (u32, Failure)> {
    let mut shared = None;
    for (id, mut at) in members {
        if let Stage::Decided { go, next } = at {
            let _ = go.send(());
            at = stage(next).await.map_err(|failure| (id, failure))?;
        }
        match at {
            Stage::Done(done, returned) => {
                shared = shared.or(returned);
                results.push((id as i32, done));
            }
            _ => return Err((id, after_its_turn())),
        }
    }
    Ok(shared)
}
