//! The loop that both engines share: ask the arbiter, have the event handled, commit it.

use std::collections::BTreeMap;

use super::{Flow, Observer, Outcome, Question, Status};
use crate::arbiter::{Arbiter, Changes, EventName, Input, Next, RunError};
use crate::model::{Done, End, Event, Failure, Injection, Model, SharedDice, Target};

/// Has events handled; this is all in which the engines differ.
pub(super) trait Executor<M: Model>: Send {
    /// Has the target of `event` handle it. `members` are the members of a phase that are
    /// present.
    fn grant(
        &mut self,
        event: &Event<M>,
        members: &[u32],
        shared: SharedDice,
    ) -> impl Future<Output = Granted<M>> + Send;

    /// Goes on with the event whose Computes were open, with the answers that came.
    fn proceed(
        &mut self,
        answers: &mut BTreeMap<u32, M::Intent>,
    ) -> impl Future<Output = Granted<M>> + Send;

    /// Gives up the event whose Computes are open.
    fn abandon(&mut self);

    /// Carries out a request of an input.
    fn request(
        &mut self,
        request: M::Request,
        shared: SharedDice,
    ) -> impl Future<Output = Result<SharedDice, Failure>> + Send;

    /// Lets robots join and leave.
    fn apply(&mut self, changes: Changes<M>) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// What came of a grant.
pub(super) enum Granted<M: Model> {
    /// One handler handled it; the shared dice come back.
    One(Done<M>, SharedDice),
    /// The members of a phase handled it, in the order of their ids.
    Phase(Vec<(u32, Done<M>)>),
    /// These Computes wait for answers from outside.
    Needs(Vec<Question<M>>),
    /// A handler could not finish: its name, and why.
    Failed(String, Failure),
    /// The target does not exist.
    NoTarget,
}

impl<M: Model> Granted<M> {
    /// The results of a batch: of a phase, or of the one robot that an event was granted to.
    pub(super) fn from_batch(
        phase: bool,
        mut results: Vec<(u32, Done<M>)>,
        shared: SharedDice,
    ) -> Self {
        if phase {
            return Granted::Phase(results);
        }
        match results.pop() {
            Some((_, done)) => Granted::One(done, shared),
            None => Granted::NoTarget,
        }
    }
}

/// A run on one engine.
#[derive(Clone, Debug)]
pub(super) struct Driver<M: Model, X> {
    arbiter: Arbiter<M>,
    pub(super) executor: X,
    /// The event whose Computes wait for answers from outside.
    open: Option<Event<M>>,
    /// Answers from outside that the present event has not used yet.
    answers: BTreeMap<u32, M::Intent>,
}

/// What one turn of the loop came to.
enum Advance<M: Model> {
    Committed(Event<M>),
    Needs(Vec<Question<M>>),
    Ended(End),
}

impl<M: Model, X: Executor<M>> Driver<M, X> {
    pub(super) fn new(arbiter: Arbiter<M>, executor: X) -> Self {
        Driver {
            arbiter,
            executor,
            open: None,
            answers: BTreeMap::new(),
        }
    }

    pub(super) fn arbiter(&self) -> &Arbiter<M> {
        &self.arbiter
    }

    pub(super) fn status(&self) -> Status {
        Status::of(&self.arbiter)
    }

    /// Whether an event waits for answers from outside.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub(super) fn schedule(&mut self, before: u64, input: Input<M>) {
        self.arbiter.schedule(before, input);
    }

    pub(super) async fn step(&mut self, inputs: &[Input<M>]) -> Result<Outcome<M>, RunError> {
        for input in inputs {
            // While an event is open only answers and a stop belong to it; steering waits for the
            // event after it.
            let waits = self.open.is_some() && matches!(input, Input::Steer(_));
            self.arbiter
                .schedule(self.arbiter.number() + u64::from(waits), input.clone());
        }
        Ok(match self.advance(&mut ()).await? {
            Advance::Committed(event) => {
                let committed = self.arbiter.committed(&event);
                let results = committed.results.to_vec();
                let (rows, ended) = (committed.rows.to_vec(), committed.ended);
                Outcome::Committed {
                    event,
                    results,
                    rows,
                    ended,
                }
            }
            Advance::Needs(questions) => Outcome::Needs(questions),
            Advance::Ended(end) => Outcome::Ended(end),
        })
    }

    pub(super) async fn run<O: Observer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<End, RunError> {
        loop {
            match self.advance(observer).await? {
                Advance::Committed(event) => {
                    if let Flow::Stop(end) = observer.committed(&self.arbiter.committed(&event)) {
                        self.arbiter.stop(end);
                    }
                }
                Advance::Needs(questions) => return Err(self.unanswered(&questions)),
                Advance::Ended(end) => return Ok(end),
            }
        }
    }

    /// Carries out the inputs that are due and the next event.
    async fn advance<O: Observer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<Advance<M>, RunError> {
        while let Some(input) = self.arbiter.due_input() {
            observer.input(self.arbiter.number(), self.arbiter.now(), &input);
            self.carry_out(input).await?;
        }
        let (event, granted) = match (self.open.take(), self.arbiter.ended()) {
            (Some(_), Some(end)) => {
                self.executor.abandon();
                return Ok(Advance::Ended(end));
            }
            (Some(event), None) => {
                let granted = self.executor.proceed(&mut self.answers).await;
                (event, granted)
            }
            (None, _) => match self.arbiter.next() {
                Next::Ended(end) => return Ok(Advance::Ended(end)),
                Next::Grant(event) => {
                    let granted = self.grant(&event).await?;
                    (event, granted)
                }
            },
        };
        self.settle(event, granted).await
    }

    async fn grant(&mut self, event: &Event<M>) -> Result<Granted<M>, RunError> {
        let members = match &event.target {
            Target::Phase(members) => {
                if self.arbiter.shared().is_some() {
                    let error = RunError::SharedDiceInPhase {
                        event: EventName::of(event),
                    };
                    return Err(self.arbiter.fail(error));
                }
                self.arbiter.members(members)
            }
            Target::Robot(_) | Target::Part(_) => Vec::new(),
        };
        let shared = self.arbiter.shared().take();
        let granted = self.executor.grant(event, &members, shared).await;
        // Answers may have been given together with the inputs ahead of the event.
        match granted {
            Granted::Needs(_) if !self.answers.is_empty() => {
                Ok(self.executor.proceed(&mut self.answers).await)
            }
            granted => Ok(granted),
        }
    }

    /// Commits what came of a grant.
    async fn settle(
        &mut self,
        event: Event<M>,
        granted: Granted<M>,
    ) -> Result<Advance<M>, RunError> {
        let changes = match granted {
            Granted::One(done, shared) => {
                *self.arbiter.shared() = shared;
                self.arbiter.commit(&event, done)?
            }
            Granted::Phase(results) => self.arbiter.commit_phase(&event, results)?,
            Granted::Needs(questions) => {
                self.open = Some(event);
                return Ok(Advance::Needs(questions));
            }
            Granted::Failed(who, failure) => {
                let event = EventName::of(&event);
                return Err(self.arbiter.fail(RunError::Handler {
                    who,
                    event,
                    failure,
                }));
            }
            Granted::NoTarget => {
                let event = EventName::of(&event);
                return Err(self.arbiter.fail(RunError::NoTarget { event }));
            }
        };
        if let Some((&robot, _)) = self.answers.first_key_value() {
            return Err(self.arbiter.no_question(robot));
        }
        if let Some(changes) = changes {
            let applied = self.executor.apply(changes).await;
            applied.map_err(|failure| {
                let event = EventName::of(&event);
                self.arbiter.fail(RunError::Handler {
                    who: "the swarm".into(),
                    event,
                    failure,
                })
            })?;
        }
        Ok(Advance::Committed(event))
    }

    async fn carry_out(&mut self, input: Input<M>) -> Result<(), RunError> {
        match input {
            Input::Answer { robot, intent } => {
                self.answers.insert(robot, intent);
            }
            Input::Stop(end) => self.arbiter.stop(end),
            Input::Steer(steer) => {
                let Injection {
                    cancels,
                    requests,
                    wakes,
                } = M::inject(&steer, self.arbiter.now());
                for request in requests {
                    let shared = self.arbiter.shared().take();
                    match self.executor.request(request, shared).await {
                        Ok(shared) => *self.arbiter.shared() = shared,
                        Err(failure) => return Err(self.arbiter.input_failed(failure)),
                    }
                }
                self.arbiter.inject(cancels, wakes)?;
            }
        }
        Ok(())
    }

    fn unanswered(&mut self, questions: &[Question<M>]) -> RunError {
        let robot = questions.first().map_or(0, |question| question.robot);
        let event = self
            .open
            .as_ref()
            .map_or_else(|| self.arbiter.input_name(), EventName::of);
        let failure = Failure::Controller("no answer was given".into());
        let who = Target::Robot(robot).to_string();
        self.arbiter.fail(RunError::Handler {
            who,
            event,
            failure,
        })
    }
}
