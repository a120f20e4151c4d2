//! Phases on the inline engine whose members stand apart ([`Phases::Apart`]).
//!
//! Nothing that a member does can be seen by another one before the phase is committed. So one member
//! after the other is polled to its end, and with several threads each takes a stretch of the ids.
//! Where several members fail, the one with the least id is named; the run has then failed, and members
//! that were served before have handled the event.
//!
//! [`Phases::Apart`]: crate::model::Phases::Apart

use std::thread::Builder;

use super::driver::Results;
use super::inline::run_to_end;
use super::{compute_safely, end_at_door};
use crate::dice::Dice;
use crate::model::{Door, Event, Failure, Handler as _, Model, SharedDice};

/// Below so many members a thread costs more than it brings.
const LEAST_SHARE: usize = 64;

/// Serves the members of a phase, in increasing order of their ids.
pub(super) fn serve<M: Model>(
    robots: &mut [Option<M::Robot>],
    members: &[u32],
    event: &Event<M>,
    threads: usize,
    results: &mut Results<M>,
) -> Result<(), (u32, Failure)> {
    let share = members.len().div_ceil(threads.max(1)).max(LEAST_SHARE);
    if threads <= 1 || members.len() <= share {
        return serve_some(robots, 0, members, event, results);
    }
    let mut stretches = Vec::new();
    let (mut rest, mut first) = (robots, 0);
    for ids in members.chunks(share) {
        // The ids increase, so each stretch of robots begins where the one before ends.
        let end = ids.last().map_or(first, |last| *last as usize + 1);
        let (stretch, others) = rest.split_at_mut(end - first);
        stretches.push(Stretch {
            robots: stretch,
            first,
            ids,
            results: Vec::with_capacity(ids.len()),
            served: None,
        });
        (rest, first) = (others, end);
    }
    std::thread::scope(|scope| {
        // The last stretch is for this thread.
        let (last, others) = match stretches.split_last_mut() {
            Some(split) => split,
            None => return,
        };
        for stretch in others {
            // Where the system has no thread to give, what is left is done below.
            let _ = Builder::new().spawn_scoped(scope, || stretch.serve(event));
        }
        last.serve(event);
    });
    for mut stretch in stretches {
        stretch.serve(event);
        results.append(&mut stretch.results);
        stretch.served.unwrap_or(Ok(()))?;
    }
    Ok(())
}

/// The members that one thread serves.
struct Stretch<'a, M: Model> {
    robots: &'a mut [Option<M::Robot>],
    /// The id of the first of these robots.
    first: usize,
    ids: &'a [u32],
    results: Results<M>,
    served: Option<Result<(), (u32, Failure)>>,
}

impl<M: Model> Stretch<'_, M> {
    /// Serves them, unless that has been done.
    fn serve(&mut self, event: &Event<M>) {
        if self.served.is_none() {
            let (first, ids) = (self.first, self.ids);
            let served = serve_some(self.robots, first, ids, event, &mut self.results);
            self.served = Some(served);
        }
    }
}

/// Serves members on this thread; `first` is the id of the first of `robots`.
fn serve_some<M: Model>(
    robots: &mut [Option<M::Robot>],
    first: usize,
    ids: &[u32],
    event: &Event<M>,
    results: &mut Results<M>,
) -> Result<(), (u32, Failure)> {
    for &id in ids {
        if let Some(robot) = &mut robots[id as usize - first] {
            let mut door = Shut;
            run_to_end(id as i32, robot.handle(event, &mut door), results)
                .map_err(|failure| (id, failure))?;
        }
    }
    Ok(())
}

/// The door of a member that stands apart: only its own controller is behind it.
struct Shut;

impl Shut {
    fn refuse(&self) -> Failure {
        Failure::Invalid("asks a part in a phase whose members stand apart".to_owned())
    }
}

impl<M: Model> Door<M> for Shut {
    async fn ask(&mut self, _: M::Request) -> M::Reply {
        end_at_door(self.refuse())
    }

    async fn tell(&mut self, _: M::Request) {
        end_at_door(self.refuse())
    }

    async fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut Dice,
    ) -> Result<M::Intent, Failure> {
        compute_safely::<M>(controller, &percept, dice, &mut None)
    }

    async fn turn(&mut self) {}

    fn shared(&mut self) -> &mut SharedDice {
        // A phase is refused in a run with shared dice.
        end_at_door(self.refuse())
    }
}
