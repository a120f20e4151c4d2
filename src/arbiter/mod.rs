//! The arbiter of virtual time: it decides what happens next, and nothing else does.
//!
//! A state machine without I/O. An engine asks it for the next event ([`Arbiter::next_event`]), has the
//! robot or part handle it, and hands the result back ([`Arbiter::commit`]); the arbiter pushes
//! the wake-ups, folds the event into the digest and looks whether the run has ended. With the
//! virtual clock exactly one grant is outstanding at a time, or one batch on one snapshot.
//!
//! ```text
//!          +------------------- Arbiter --------------------+
//!  next <--| heap (time, id, kind, seq) | limits | inputs    |
//! commit ->| digest | director (books, phases, named end)    |
//!          +------------------------------------------------+
//! ```

mod digest;
mod error;
mod heap;
mod operation;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::model::{
    Cancel, Director, Done, End, Event, Failure, Kind, Limits, Members, Model, More, Newcomer,
    SharedDice, Target, Wake,
};

pub use digest::{Digest, hex};
pub use error::{EventName, RunError};
pub use heap::Heap;
pub use operation::{Announced, Operation, Pace};

/// What comes from outside the simulation while it runs, bound to the event it precedes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", bound = "")]
pub enum Input<M: Model> {
    /// A person or a script steers.
    Steer(M::Input),
    /// A controller outside answered the open question of a robot.
    Answer {
        /// Whose question.
        robot: u32,
        /// The answer.
        intent: M::Intent,
    },
    /// A controller outside did not answer the open question of a robot as agreed.
    Trouble {
        /// Whose question.
        robot: u32,
        /// What went wrong, in words.
        what: String,
    },
    /// The run ends here: a limit of real time, an interruption.
    Stop(End),
    /// The order of a wall-clock run: which pending event comes next, and when.
    Operation(Operation),
    /// Somebody changed how simulated time follows real time; nothing else changes by it.
    Pace(Pace),
    /// A wall-clock run has ended.
    Close {
        /// Why.
        end: End,
        /// How many operations were carried out.
        operations: u64,
        /// The robots that were in the middle of a cycle.
        in_flight: Vec<u32>,
    },
}

/// What an engine has to do next.
#[derive(Debug)]
pub enum Next<M: Model> {
    /// Have this event handled, then commit it.
    Grant(Event<M>),
    /// Nothing: the run has ended.
    Ended(End),
}

/// A committed event, as observers see it.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a, M: Model> {
    /// The event.
    pub event: &'a Event<M>,
    /// The outcome of its handler, or those of a batch in the order of the ids; the id is -1 for
    /// an environment part.
    pub results: &'a [(i32, M::Outcome)],
    /// The packed rows that went into the digest.
    pub rows: &'a [u8],
    /// The packed row of the operation, where the order is that of a wall-clock run.
    pub operation: Option<&'a [u8]>,
    /// The books after this event.
    pub director: &'a M::Director,
    /// The end of the run, where this event ended it.
    pub ended: Option<End>,
}

/// Robots that joined or left with the last committed event; the engine carries it out.
#[derive(Debug)]
pub struct Changes<M: Model> {
    /// Newcomers with their ids, in order.
    pub joined: Vec<(u32, M::Robot)>,
    /// Ids of those who left.
    pub left: Vec<u32>,
}

/// The arbiter of one run. Cloning it is part of a checkpoint.
#[derive(Clone, Debug)]
pub struct Arbiter<M: Model> {
    heap: Heap<M>,
    now: f64,
    number: u64,
    population: u32,
    gone: BTreeSet<u32>,
    limits: Limits<M>,
    inputs: BTreeMap<u64, VecDeque<Input<M>>>,
    director: M::Director,
    digest: Digest,
    ended: Option<End>,
    shared: SharedDice,
    /// The event that the next operation of a wall-clock run takes, with the time it was due at.
    taken: Option<(Wake<M>, f64)>,
    /// Whether the granted event is one of a wall-clock run.
    stamped: bool,
    /// The events pushed of late, where somebody keeps the time for them.
    announced: Option<Vec<Announced>>,
    committed: Scratch<M>,
}

/// The last committed event, in buffers that are used again for the next.
#[derive(Clone, Debug)]
struct Scratch<M: Model> {
    results: Vec<(i32, M::Outcome)>,
    rows: Vec<u8>,
    /// Empty on the virtual clock.
    operation: Vec<u8>,
    wakes: Vec<Wake<M>>,
}

impl<M: Model> Arbiter<M> {
    /// An arbiter over `robots` robots with ids from 0, and the run's first events.
    ///
    /// # Errors
    ///
    /// [`RunError::Wake`] where a first event has no valid time.
    pub fn new(
        robots: u32,
        first: Vec<Wake<M>>,
        director: M::Director,
        limits: Limits<M>,
        shared: SharedDice,
    ) -> Result<Self, RunError> {
        let mut arbiter = Arbiter {
            heap: Heap::with_capacity(first.len() + 1),
            now: 0.0,
            number: 0,
            population: robots,
            gone: BTreeSet::new(),
            limits,
            inputs: BTreeMap::new(),
            director,
            digest: Digest::default(),
            ended: None,
            shared,
            taken: None,
            stamped: false,
            announced: None,
            committed: Scratch {
                results: Vec::new(),
                rows: Vec::new(),
                operation: Vec::new(),
                wakes: Vec::new(),
            },
        };
        let start = EventName {
            number: 0,
            time: 0.0,
            kind: "START",
            target: "the run".into(),
        };
        for wake in first {
            arbiter.push(wake, &|| start.clone())?;
        }
        Ok(arbiter)
    }

    /// The present instant: the time of the last granted event.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.now
    }

    /// How many events were committed.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The digest over the committed events.
    #[must_use]
    pub fn digest(&self) -> u128 {
        self.digest.value()
    }

    /// The books.
    #[must_use]
    pub fn director(&self) -> &M::Director {
        &self.director
    }

    /// How the run ended, once it has.
    #[must_use]
    pub fn ended(&self) -> Option<End> {
        self.ended
    }

    /// How many events are pending.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.heap.len()
    }

    /// How many robots there ever were; their ids are all below.
    #[must_use]
    pub fn population(&self) -> u32 {
        self.population
    }

    /// Whether the robot exists and has not left.
    #[must_use]
    pub fn is_present(&self, robot: u32) -> bool {
        robot < self.population && (self.gone.is_empty() || !self.gone.contains(&robot))
    }

    /// The shared dice, which travel with the grant.
    pub fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }

    /// A copy of the shared dice.
    #[must_use]
    pub fn shared_copy(&self) -> SharedDice {
        self.shared.clone()
    }

    /// Replaces the limits; they apply from the next event on.
    pub fn set_limits(&mut self, limits: Limits<M>) {
        self.limits = limits;
    }

    /// Binds an input to the event with this number, which it precedes. Several inputs of one
    /// event are carried out in the order in which they came.
    pub fn schedule(&mut self, before: u64, input: Input<M>) {
        self.inputs
            .entry(before.max(self.number))
            .or_default()
            .push_back(input);
    }

    /// Ends the run; nothing is granted any more.
    pub fn stop(&mut self, end: End) {
        self.ended.get_or_insert(end);
    }

    /// When the next event takes place, as things stand: an input may still change it. `None` where
    /// none comes any more.
    #[must_use]
    pub fn next_time(&mut self) -> Option<f64> {
        let due = self.inputs.get(&self.number);
        let stamped = due.into_iter().flatten().find_map(|input| match input {
            Input::Operation(operation) => Some(operation.stamp),
            _ => None,
        });
        let next = match (&self.taken, stamped) {
            _ if self.ended.is_some() => None,
            (Some((wake, _)), _) => Some(wake.time),
            (None, Some(stamp)) => Some(stamp),
            (None, None) => self.heap.next_time(),
        };
        next.filter(|time| self.limits.time.is_none_or(|limit| *time <= limit))
    }

    /// What to do next, once no input is due.
    pub fn next_event(&mut self) -> Next<M> {
        if let Some(end) = self.ended {
            return Next::Ended(end);
        }
        let next = match &self.taken {
            Some((wake, _)) => Some(wake.time),
            None => self.heap.next_time(),
        };
        let end = match next {
            _ if self.limits.events.is_some_and(|limit| self.number >= limit) => End::Events,
            None => End::Terminated,
            Some(time) if self.limits.time.is_some_and(|limit| time > limit) => End::Time,
            Some(_) => return self.grant(),
        };
        self.ended = Some(end);
        Next::Ended(end)
    }

    fn grant(&mut self) -> Next<M> {
        self.stamped = self.taken.is_some();
        let next = match self.taken.take() {
            Some(taken) => Some(taken),
            None => self.heap.pop().map(|wake| {
                let due = wake.time;
                (wake, due)
            }),
        };
        match next {
            Some((
                Wake {
                    time,
                    target,
                    kind,
                    payload,
                },
                due,
            )) => {
                self.now = time;
                Next::Grant(Event {
                    number: self.number,
                    time,
                    due,
                    target,
                    kind,
                    payload,
                })
            }
            None => Next::Ended(End::Terminated),
        }
    }

    /// Takes the next input that precedes the next event.
    #[inline]
    pub fn due_input(&mut self) -> Option<Input<M>> {
        if self.inputs.is_empty() {
            return None;
        }
        let mut first = self.inputs.first_entry()?;
        if *first.key() > self.number {
            return None;
        }
        let queue = first.get_mut();
        let input = queue.pop_front();
        if queue.is_empty() {
            first.remove();
        }
        input
    }

    /// Whom a granted phase goes to; nobody where the event is no phase.
    ///
    /// # Errors
    ///
    /// [`RunError::SharedDiceInPhase`] where the run has shared dice.
    #[inline]
    pub fn members_of(&mut self, event: &Event<M>) -> Result<Vec<u32>, RunError> {
        match &event.target {
            Target::Phase(members) if self.shared.is_none() => Ok(self.members(members)),
            Target::Phase(_) => {
                let event = EventName::of(event);
                Err(self.fail(RunError::SharedDiceInPhase { event }))
            }
            Target::Robot(_) | Target::Part(_) => Ok(Vec::new()),
        }
    }

    /// The ids of the members of a phase that are present, each once, in increasing order.
    #[must_use]
    pub fn members(&self, members: &Members) -> Vec<u32> {
        let present = |id: &u32| self.is_present(*id);
        match members {
            Members::All => (0..self.population).filter(present).collect(),
            Members::Only(ids) => {
                let mut ids: Vec<u32> = ids.iter().copied().filter(present).collect();
                // They are in order unless a model is at fault, and then this takes one pass.
                ids.sort_unstable();
                ids.dedup();
                ids
            }
        }
    }

    /// Carries out the removals and wake-ups of an input; its requests are the engine's business.
    ///
    /// # Errors
    ///
    /// As for the wishes of a handler.
    pub fn inject(
        &mut self,
        cancels: Vec<Cancel<M::Kind>>,
        wakes: Vec<Wake<M>>,
    ) -> Result<(), RunError> {
        let input = self.input_name();
        let name = move || input.clone();
        self.cancel(cancels, &name)?;
        wakes
            .into_iter()
            .try_for_each(|wake| self.push(wake, &name))
    }

    /// Commits a granted event: the results of its handler or, in increasing order of ids, of the
    /// members of a phase. They are taken out of `results`.
    ///
    /// # Errors
    ///
    /// A [`RunError`] where a wish cannot be carried out; the run has then failed.
    pub fn commit(
        &mut self,
        event: &Event<M>,
        results: &mut Vec<(i32, Done<M>)>,
    ) -> Result<Option<Changes<M>>, RunError> {
        self.committed.results.clear();
        self.committed.rows.clear();
        self.committed.operation.clear();
        let phase = matches!(event.target, Target::Phase(_));
        if phase {
            M::encode_phase(event, results.len(), &mut self.committed.rows);
        }
        let mut changes: Option<Changes<M>> = None;
        for (
            id,
            Done {
                outcome,
                wake,
                more,
            },
        ) in results.drain(..)
        {
            let member = phase.then_some(id as u32);
            M::encode(event, member, &outcome, &mut self.committed.rows);
            if self.stamped {
                Operation::encode(event, &mut self.committed.operation);
                M::encode_operation(&outcome, &mut self.committed.operation);
            }
            self.committed.results.push((id, outcome));
            if let Some(wake) = wake {
                self.push(wake, &|| EventName::of(event))?;
            }
            let Some(more) = more else { continue };
            if let Some(more) = self.carry_out(*more, event)? {
                match &mut changes {
                    Some(all) => {
                        all.joined.extend(more.joined);
                        all.left.extend(more.left);
                    }
                    None => changes = Some(more),
                }
            }
        }
        self.finish(event)?;
        Ok(changes)
    }

    /// The event that was committed last. Before the first commit its results are empty.
    #[must_use]
    pub fn committed<'a>(&'a self, event: &'a Event<M>) -> Committed<'a, M> {
        Committed {
            event,
            results: &self.committed.results,
            rows: &self.committed.rows,
            operation: (!self.committed.operation.is_empty()).then_some(&self.committed.operation),
            director: &self.director,
            ended: self.ended,
        }
    }

    /// Asks the director what the event means, and folds it in. An event whose wishes cannot be
    /// carried out is not committed: it is neither counted nor hashed.
    fn finish(&mut self, event: &Event<M>) -> Result<(), RunError> {
        let Scratch { results, wakes, .. } = &mut self.committed;
        let end = self.director.committed(event, results, wakes);
        let cancels = self.director.cancels();
        self.cancel(cancels, &|| EventName::of(event))?;
        if !self.committed.wakes.is_empty() {
            let mut wakes = std::mem::take(&mut self.committed.wakes);
            for wake in wakes.drain(..) {
                self.push(wake, &|| EventName::of(event))?;
            }
            self.committed.wakes = wakes;
        }
        self.digest.update(&self.committed.rows);
        self.number += 1;
        self.ended = end;
        if self.ended.is_none()
            && self
                .limits
                .condition
                .as_ref()
                .is_some_and(|holds| holds(&self.director))
        {
            self.ended = Some(End::Condition);
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        more: More<M>,
        event: &Event<M>,
    ) -> Result<Option<Changes<M>>, RunError> {
        let name = || EventName::of(event);
        self.cancel(more.cancels, &name)?;
        for wake in more.wakes {
            self.push(wake, &name)?;
        }
        let mut joined = Vec::with_capacity(more.joining.len());
        for Newcomer {
            mut robot,
            time,
            kind,
            payload,
        } in more.joining
        {
            let id = self.population;
            self.population += 1;
            use crate::model::Robot as _;
            robot.set_id(id);
            joined.push((id, robot));
            self.push(
                Wake {
                    time,
                    target: Target::Robot(id),
                    kind,
                    payload,
                },
                &name,
            )?;
        }
        for &id in &more.leaving {
            if id >= self.population {
                return Err(self.fail(RunError::NoTarget { event: name() }));
            }
            self.gone.insert(id);
            self.heap.forget(id);
        }
        let changed = !joined.is_empty() || !more.leaving.is_empty();
        Ok(changed.then_some(Changes {
            joined,
            left: more.leaving,
        }))
    }

    fn cancel(
        &mut self,
        cancels: Vec<Cancel<M::Kind>>,
        event: &dyn Fn() -> EventName,
    ) -> Result<(), RunError> {
        for cancel in cancels {
            if !self.heap.cancel(&cancel) {
                let Cancel { time, id, kind } = cancel;
                return Err(self.fail(RunError::Cancel {
                    event: event(),
                    kind: kind.name(),
                    id,
                    time,
                }));
            }
        }
        Ok(())
    }

    fn push(&mut self, wake: Wake<M>, event: &dyn Fn() -> EventName) -> Result<(), RunError> {
        if !(wake.time.is_finite() && wake.time >= self.now) {
            return Err(self.fail(RunError::Wake {
                event: event(),
                kind: wake.kind.name(),
                target: wake.target.to_string(),
                time: wake.time,
            }));
        }
        let exists = |id: &u32| *id < self.population;
        let known = match &wake.target {
            Target::Robot(id) => exists(id),
            Target::Phase(Members::Only(ids)) => ids.iter().all(exists),
            Target::Phase(Members::All) | Target::Part(_) => true,
        };
        if !known {
            return Err(self.fail(RunError::NoTarget { event: event() }));
        }
        if let Target::Robot(id) = wake.target
            && !self.is_present(id)
        {
            // What is sent to a robot that has left is lost with it; the sender cannot know.
            return Ok(());
        }
        if let Some(announced) = &mut self.announced {
            announced.push(Announced::of(&wake));
        }
        self.heap.push(wake);
        Ok(())
    }

    /// The error of a handler that could not finish; the run has failed.
    pub fn handler_failed(&mut self, who: String, event: &Event<M>, failure: Failure) -> RunError {
        let event = EventName::of(event);
        self.fail(RunError::Handler {
            who,
            event,
            failure,
        })
    }

    /// The error of an input that a part could not carry out; the run has failed.
    pub fn input_failed(&mut self, failure: Failure) -> RunError {
        let event = self.input_name();
        self.fail(RunError::Handler {
            who: "an input".into(),
            event,
            failure,
        })
    }

    /// The error of an answer that nobody asked for; the run has failed.
    pub fn no_question(&mut self, robot: u32) -> RunError {
        self.fail(RunError::NoQuestion {
            robot,
            time: self.now,
            before: self.number,
        })
    }

    /// Names whatever comes next, for errors between two events.
    #[must_use]
    pub fn input_name(&self) -> EventName {
        EventName {
            number: self.number,
            time: self.now,
            kind: "INPUT",
            target: "an input".into(),
        }
    }

    /// Marks the run as failed and hands the error back.
    pub fn fail(&mut self, error: RunError) -> RunError {
        self.ended = Some(End::Failed);
        error
    }
}
