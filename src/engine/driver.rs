//! The loop that both engines share: ask the arbiter, have the event handled, commit it.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tracing::Instrument as _;

use super::steering::{Order, Orders};
use super::{Answered, Answerer, Flow, Observer, Outcome, Question, State, Status};
use crate::arbiter::{Arbiter, Changes, EventName, Input, Next, Pace, RunError};
use crate::dice::Touched;
use crate::model::{Done, End, Event, Failure, Injection, Kind as _, Model, SharedDice, Target};

/// Has events handled; this is all in which the engines differ.
pub(super) trait Executor<M: Model>: Send {
    /// Has the target of `event` handle it. `members` are the members of a phase that are
    /// present; `answers` those that came ahead of the event.
    fn grant(
        &mut self,
        event: &Event<M>,
        members: &[u32],
        shared: SharedDice,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> impl Future<Output = Granted<M>> + Send;

    /// Goes on with the event whose Computes were open, with the answers that came.
    fn proceed(
        &mut self,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> impl Future<Output = Granted<M>> + Send;

    /// Gives up the event whose Computes are open; its robots are as they were before it.
    fn abandon(&mut self);

    /// Copies of all robots and parts.
    fn copy(&self) -> impl Future<Output = Result<Copied<M>, Failure>> + Send;

    /// Carries out a request of an input.
    fn request(
        &mut self,
        request: M::Request,
        shared: SharedDice,
    ) -> impl Future<Output = Result<SharedDice, Failure>> + Send;

    /// Lets robots join and leave. Returns the dice that those who left had drawn from.
    fn apply(
        &mut self,
        changes: Changes<M>,
    ) -> impl Future<Output = Result<Vec<Touched>, Failure>> + Send;
}

/// The robots and the parts of a state.
pub(super) type Copied<M> = (Vec<Option<<M as Model>::Robot>>, Vec<<M as Model>::Part>);

/// Answers from outside that the present event has not used yet, or why there are none: for each
/// robot in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct Answers<M: Model>(BTreeMap<u32, VecDeque<Heard<M>>>);

/// What was heard from outside: an answer, or what went wrong with it.
pub(super) type Heard<M> = Result<<M as Model>::Intent, Failure>;

impl<M: Model> Default for Answers<M> {
    fn default() -> Self {
        Answers(BTreeMap::new())
    }
}

impl<M: Model> Answers<M> {
    fn give(&mut self, robot: u32, heard: Heard<M>) {
        self.0.entry(robot).or_default().push_back(heard);
    }

    /// The next answer for a robot.
    pub(super) fn take(&mut self, robot: u32) -> Option<Heard<M>> {
        let queue = self.0.get_mut(&robot)?;
        let heard = queue.pop_front();
        if queue.is_empty() {
            self.0.remove(&robot);
        }
        heard
    }

    /// A robot that asked for less than it was answered.
    fn unclaimed(&self) -> Option<u32> {
        self.0.first_key_value().map(|(&robot, _)| robot)
    }
}

/// What the handlers of one event did, in the order of their ids (-1 for an environment part).
///
/// The engines leave results here, where the driver takes them, because handing them up through
/// every return would copy them several times for each event.
pub(super) type Results<M> = Vec<(i32, Done<M>)>;

/// What came of a grant.
pub(super) enum Granted<M: Model> {
    /// It was handled; the results are where they belong, and the shared dice come back.
    Handled(SharedDice),
    /// These Computes wait for answers from outside.
    Needs(Vec<Question<M>>),
    /// A handler could not finish: its name, and why.
    Failed(Box<(String, Failure)>),
    /// The target does not exist.
    NoTarget,
}

impl<M: Model> Granted<M> {
    /// A handler of this name could not finish.
    pub(super) fn failed(who: impl ToString, failure: Failure) -> Self {
        Granted::Failed(Box::new((who.to_string(), failure)))
    }
}

/// A run on one engine.
#[derive(Debug)]
pub(super) struct Driver<M: Model, X> {
    arbiter: Arbiter<M>,
    pub(super) executor: X,
    /// The event that was granted last.
    event: Option<Event<M>>,
    /// Whether its Computes wait for answers from outside.
    open: bool,
    answers: Answers<M>,
    results: Results<M>,
    /// The dice that robots had drawn from who have left.
    departed: Vec<Touched>,
    /// Who steers the run.
    orders: Option<Orders<M>>,
}

/// So many orders are taken between two events at most, so that no flood of them keeps a run from
/// its end.
const MOST_ORDERS: usize = 64;
/// How often a run that stands still looks whether it shall end.
const NAP: Duration = Duration::from_millis(50);

/// What one turn of the loop came to.
enum Advance<M: Model> {
    Committed,
    Needs(Vec<Question<M>>),
    Ended(End),
}

impl<M: Model, X: Executor<M>> Driver<M, X> {
    pub(super) fn new(arbiter: Arbiter<M>, executor: X, departed: Vec<Touched>) -> Self {
        Driver {
            arbiter,
            executor,
            event: None,
            open: false,
            answers: Answers::default(),
            results: Vec::new(),
            departed,
            orders: None,
        }
    }

    /// Takes orders from now on, wherever it runs by itself.
    #[cfg(feature = "native")]
    pub(super) fn steer(&mut self, orders: Orders<M>) {
        self.orders = Some(orders);
    }

    pub(super) fn arbiter(&self) -> &Arbiter<M> {
        &self.arbiter
    }

    pub(super) fn arbiter_mut(&mut self) -> &mut Arbiter<M> {
        &mut self.arbiter
    }

    pub(super) fn status(&self) -> Status {
        Status::of(&self.arbiter)
    }

    /// The dice that robots had drawn from who have left.
    pub(super) fn departed(&self) -> &[Touched] {
        &self.departed
    }

    /// Whether the state can be copied now.
    ///
    /// # Errors
    ///
    /// [`RunError::Open`] while an event waits for answers from outside.
    pub(super) fn between_events(&self) -> Result<(), RunError> {
        match &self.event {
            Some(event) if self.open => Err(RunError::Open {
                event: EventName::of(event),
            }),
            _ => Ok(()),
        }
    }

    pub(super) fn schedule(&mut self, before: u64, input: Input<M>) {
        // While an event is open only answers and a stop belong to it; steering waits for the
        // event after it.
        let waits = self.open && matches!(input, Input::Steer(_));
        let earliest = self.arbiter.number() + u64::from(waits);
        self.arbiter.schedule(before.max(earliest), input);
    }

    pub(super) async fn step(&mut self, inputs: &[Input<M>]) -> Result<Outcome<M>, RunError> {
        for input in inputs {
            self.schedule(self.arbiter.number(), input.clone());
        }
        match self.advance(&mut ()).await? {
            Advance::Committed => Ok(self.outcome()),
            Advance::Needs(questions) => Ok(Outcome::Needs(questions)),
            Advance::Ended(end) => Ok(Outcome::Ended(end)),
        }
    }

    /// A copy of what the committed event did.
    fn outcome(&self) -> Outcome<M> {
        let Some(event) = &self.event else {
            // A run without an event has ended.
            return Outcome::Ended(self.arbiter.ended().unwrap_or(End::Terminated));
        };
        let committed = self.arbiter.committed(event);
        Outcome::Committed {
            event: event.clone(),
            results: committed.results.to_vec(),
            rows: committed.rows.to_vec(),
            ended: committed.ended,
        }
    }

    pub(super) async fn run<O: Observer<M> + ?Sized, A: Answerer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
        answerer: &mut A,
    ) -> Result<End, RunError> {
        let span = tracing::info_span!("run", model = M::NAME);
        let result = self.run_on(observer, answerer).instrument(span).await;
        // Whoever steers is told that nobody takes orders any more.
        self.orders = None;
        result
    }

    async fn run_on<O: Observer<M> + ?Sized, A: Answerer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
        answerer: &mut A,
    ) -> Result<End, RunError> {
        loop {
            // While an event is open only answers belong to it.
            if self.orders.is_some() && !self.open {
                self.obey(observer).await;
            }
            match self.advance(observer).await? {
                Advance::Committed => {
                    if let Flow::Stop(end) = self.show(observer) {
                        self.arbiter.stop(end);
                    }
                }
                Advance::Needs(questions) => self.have_answered(questions, answerer)?,
                Advance::Ended(end) => return Ok(end),
            }
        }
    }

    /// Shows the committed event to the observer, and returns what that wants next.
    fn show<O: Observer<M> + ?Sized>(&self, observer: &mut O) -> Flow {
        let event = self.event.as_ref();
        event.map_or(Flow::Continue, |event| {
            observer.committed(&self.arbiter.committed(event))
        })
    }

    /// Takes the orders that have come; while time stands still or the next event is held back, waits
    /// for more.
    async fn obey<O: Observer<M> + ?Sized>(&mut self, observer: &mut O) {
        let (mut paused, mut taken) = (false, 0);
        loop {
            let waits = paused || self.is_held(observer);
            if !waits && taken == MOST_ORDERS {
                return;
            }
            taken = MOST_ORDERS.min(taken + 1);
            if waits && let Flow::Stop(end) = observer.idle() {
                return self.arbiter.stop(end);
            }
            let Some(orders) = &self.orders else { return };
            let order = match waits {
                false => orders.next(),
                true => match orders.wait(NAP) {
                    Ok(order) => order,
                    // Nobody is left who could have time go on.
                    Err(()) => return,
                },
            };
            match order {
                None if waits => {}
                None => return,
                Some(Order::Nudge) => {}
                Some(Order::Input(input)) => self.note(Input::Steer(input)),
                Some(Order::Pace(pace)) => {
                    paused = match pace {
                        Pace::Pause => true,
                        Pace::Resume => false,
                        Pace::Rate(_) | Pace::Gap(_) => continue,
                    };
                    self.note(Input::Pace(pace));
                }
                Some(Order::Stop(end)) => return self.note(Input::Stop(end)),
                Some(Order::Inspect(inspect)) => inspect(self.state().await, self.arbiter.now()),
            }
        }
    }

    /// Whether the observer holds the next event back.
    fn is_held<O: Observer<M> + ?Sized>(&mut self, observer: &mut O) -> bool {
        let number = self.arbiter.number();
        let next = self.arbiter.next_time();
        next.is_some_and(|time| observer.holds(number, time))
    }

    /// Binds an input to the next event.
    fn note(&mut self, input: Input<M>) {
        self.arbiter.schedule(self.arbiter.number(), input);
    }

    /// A copy of the robots, the parts and the books.
    ///
    /// # Errors
    ///
    /// [`RunError::Open`] while an event waits for answers from outside; another one where an
    /// actor is gone.
    pub(super) async fn state(&self) -> Result<State<M>, RunError> {
        self.between_events()?;
        let copied = self.executor.copy().await;
        let (robots, parts) = copied.map_err(|failure| RunError::Handler {
            who: "the engine".into(),
            event: self.arbiter.input_name(),
            failure,
        })?;
        Ok(State {
            robots,
            parts,
            director: self.arbiter.director().clone(),
            shared: self.arbiter.shared_copy(),
            departed: self.departed.clone(),
        })
    }

    /// Carries out the inputs that are due and the next event, and shows it to the observer;
    /// returns what that wants next, or the end of the run.
    pub(super) async fn run_one<O: Observer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<Result<Flow, End>, RunError> {
        match self.advance(observer).await? {
            Advance::Committed => Ok(Ok(self.show(observer))),
            Advance::Needs(questions) => {
                let robot = questions.first().map_or(0, |question| question.robot);
                Err(self.unanswered(robot))
            }
            Advance::Ended(end) => Ok(Err(end)),
        }
    }

    /// Carries out the inputs that are due and the next event.
    async fn advance<O: Observer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<Advance<M>, RunError> {
        self.take_inputs(observer).await?;
        let granted = match (std::mem::take(&mut self.open), self.arbiter.ended()) {
            (true, Some(end)) => {
                self.executor.abandon();
                return Ok(Advance::Ended(end));
            }
            (true, None) => {
                let (answers, results) = (&mut self.answers, &mut self.results);
                self.executor.proceed(answers, results).await
            }
            (false, _) => match self.arbiter.next_event() {
                Next::Ended(end) => return Ok(Advance::Ended(end)),
                Next::Grant(event) => {
                    let event = self.event.insert(event);
                    let members = self.arbiter.members_of(event)?;
                    let shared = self.arbiter.shared().take();
                    let (answers, results) = (&mut self.answers, &mut self.results);
                    results.clear();
                    self.executor
                        .grant(event, &members, shared, answers, results)
                        .await
                }
            },
        };
        self.settle(granted).await
    }

    /// Commits what came of a grant.
    async fn settle(&mut self, granted: Granted<M>) -> Result<Advance<M>, RunError> {
        let Some(event) = &self.event else {
            // Nothing is settled before it was granted.
            return Ok(Advance::Ended(End::Terminated));
        };
        match granted {
            Granted::Handled(shared) => *self.arbiter.shared() = shared,
            Granted::Needs(questions) => {
                self.open = true;
                return Ok(Advance::Needs(questions));
            }
            Granted::Failed(failed) => {
                let (who, failure) = *failed;
                return Err(self.arbiter.handler_failed(who, event, failure));
            }
            Granted::NoTarget => {
                let event = EventName::of(event);
                return Err(self.arbiter.fail(RunError::NoTarget { event }));
            }
        }
        if let Some(robot) = self.answers.unclaimed() {
            return Err(self.arbiter.no_question(robot));
        }
        let changes = self.arbiter.commit(event, &mut self.results)?;
        tracing::trace!(
            number = event.number,
            time = event.time,
            kind = event.kind.name(),
            id = event.id(),
            "committed"
        );
        if let Some(changes) = changes {
            match self.executor.apply(changes).await {
                Ok(departed) => self.departed.extend(departed),
                Err(failure) => {
                    let who = "the swarm".into();
                    return Err(self.arbiter.handler_failed(who, event, failure));
                }
            }
        }
        Ok(Advance::Committed)
    }

    /// Carries out the inputs that are due.
    pub(super) async fn take_inputs<O: Observer<M> + ?Sized>(
        &mut self,
        observer: &mut O,
    ) -> Result<(), RunError> {
        // A run that has ended takes no more inputs.
        while self.arbiter.ended().is_none()
            && let Some(input) = self.arbiter.due_input()
        {
            // Observers see an operation with the event that it takes.
            if !matches!(input, Input::Operation(_)) {
                observer.input(self.arbiter.number(), self.arbiter.now(), &input);
            }
            self.carry_out(input).await?;
        }
        Ok(())
    }

    async fn carry_out(&mut self, input: Input<M>) -> Result<(), RunError> {
        match input {
            Input::Answer { robot, intent } => self.answers.give(robot, Ok(intent)),
            Input::Trouble { robot, what } => {
                self.answers.give(robot, Err(Failure::Controller(what)));
            }
            // A run that ended with its last event takes no more inputs; any other end is an input.
            Input::Stop(end) | Input::Close { end, .. } => self.arbiter.stop(end),
            Input::Operation(operation) => self.arbiter.take(operation)?,
            Input::Pace(_) => {}
            Input::Steer(steer) => {
                let Injection {
                    cancels,
                    requests,
                    wakes,
                } = M::inject(&steer, self.arbiter.director(), self.arbiter.now());
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

    /// Has the open Computes answered. The answers become inputs of the open event.
    fn have_answered<A: Answerer<M> + ?Sized>(
        &mut self,
        questions: Vec<Question<M>>,
        answerer: &mut A,
    ) -> Result<(), RunError> {
        let first = questions.first().map_or(0, |question| question.robot);
        let (event, time) = (self.arbiter.number(), self.arbiter.now());
        match answerer.answer(event, time, questions) {
            Ok(answers) if answers.is_empty() => return Err(self.unanswered(first)),
            Ok(answers) => {
                let inputs = answers.into_iter().map(Answered::into_input);
                inputs.for_each(|input| self.arbiter.schedule(event, input));
            }
            Err(end) => self.arbiter.stop(end),
        }
        Ok(())
    }

    /// The error of a Compute that nobody answers; the event is given up.
    fn unanswered(&mut self, robot: u32) -> RunError {
        self.executor.abandon();
        self.open = false;
        let event = self
            .event
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
