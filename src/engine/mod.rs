//! How events are executed: by plain calls on one thread, or by actors.
//!
//! Both engines drive the same handlers through a [`Door`](crate::model::Door) and the same
//! [`Arbiter`]; they differ only in how a request reaches a part. Users
//! meet them through [`Simulation`].

#[cfg(feature = "native")]
mod actors;
mod apart;
mod batch;
mod driver;
mod inline;
pub mod steering;
#[cfg(test)]
mod tests;
#[cfg(feature = "native")]
pub mod wall;

use std::any::Any;

use crate::arbiter::{Arbiter, Committed, Input, Operation, RunError};
use crate::dice::{Touched, dice_digest};
use crate::model::{
    Answer, Controller as _, Director as _, End, Event, Failure, Handler as _, Model, Part as _,
    PartId, SharedDice,
};

pub use crate::model::Plan;

pub use inline::{Checkpoint, Inline};

/// How to execute a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Plain calls; the Computes of a batch may be shared among so many threads.
    Inline {
        /// At least 1.
        threads: usize,
    },
    /// Every robot, every environment part and the arbiter is an actor on so many threads.
    #[cfg(feature = "native")]
    Actors {
        /// At least 1.
        threads: usize,
    },
}

impl Engine {
    /// The word for `--engine`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Inline { .. } => "inline",
            #[cfg(feature = "native")]
            Engine::Actors { .. } => "actors",
        }
    }

    /// How many threads it may use.
    #[must_use]
    pub fn threads(self) -> usize {
        match self {
            Engine::Inline { threads } => threads,
            #[cfg(feature = "native")]
            Engine::Actors { threads } => threads,
        }
    }
}

/// What an observer wants to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop the run after this event, for this reason.
    Stop(End),
}

/// Watches a run. It sees every committed event in order and never influences one.
pub trait Observer<M: Model>: Any + Send {
    /// An event was committed.
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow;

    /// An input was carried out ahead of the event with this number. Operations of a wall-clock
    /// run are not shown here, but with the events that they take.
    fn input(&mut self, before: u64, now: f64, input: &Input<M>) {
        let _ = (before, now, input);
    }

    /// On the wall clock: the event that this operation took could not be handled; it has this
    /// number and is not committed, and the run has failed.
    fn failed(&mut self, number: u64, operation: &Operation) {
        let _ = (number, operation);
    }

    /// Whether the next event, which has this number and as things stand comes at this time, is held
    /// back for now. It is asked only where a run on the virtual clock is [steered](steering);
    /// the run then takes orders until it may go on.
    fn holds(&mut self, number: u64, time: f64) -> bool {
        let _ = (number, time);
        false
    }

    /// Nothing happens at the moment, because time stands still or all robots wait.
    fn idle(&mut self) -> Flow {
        Flow::Continue
    }
}

/// Watches nothing.
impl<M: Model> Observer<M> for () {
    fn committed(&mut self, _: &Committed<'_, M>) -> Flow {
        Flow::Continue
    }
}

impl<M: Model, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        let first = self.0.committed(committed);
        match self.1.committed(committed) {
            Flow::Continue => first,
            // The first wish to stop wins, so that the order of the pair decides, not luck.
            stop => {
                if first == Flow::Continue {
                    stop
                } else {
                    first
                }
            }
        }
    }

    fn input(&mut self, before: u64, now: f64, input: &Input<M>) {
        self.0.input(before, now, input);
        self.1.input(before, now, input);
    }

    fn failed(&mut self, number: u64, operation: &Operation) {
        self.0.failed(number, operation);
        self.1.failed(number, operation);
    }

    fn holds(&mut self, number: u64, time: f64) -> bool {
        self.0.holds(number, time) || self.1.holds(number, time)
    }

    fn idle(&mut self) -> Flow {
        match (self.0.idle(), self.1.idle()) {
            (Flow::Continue, second) => second,
            (first, _) => first,
        }
    }
}

/// An open Compute that a program outside has to answer.
#[derive(Debug)]
pub struct Question<M: Model> {
    /// Whose Compute.
    pub robot: u32,
    /// What the robot perceives.
    pub percept: M::Percept,
}

/// The answer to an open Compute.
#[derive(Clone, Debug)]
pub struct Answered<M: Model> {
    /// Whose Compute.
    pub robot: u32,
    /// What its controller decided; or what went wrong, in words.
    pub intent: Result<M::Intent, String>,
}

impl<M: Model> Answered<M> {
    /// The answer as an input of the event to which the question belongs.
    #[must_use]
    pub fn into_input(self) -> Input<M> {
        let robot = self.robot;
        match self.intent {
            Ok(intent) => Input::Answer { robot, intent },
            Err(what) => Input::Trouble { robot, what },
        }
    }
}

/// Answers the Computes of robots that are controlled outside.
///
/// The answers become [inputs](Input) of the run and are seen by its observers, so that a record
/// has them and a replay needs no answerer.
pub trait Answerer<M: Model>: Any + Send {
    /// Answers all open Computes of the event with this number, at this instant of simulated time,
    /// in the order of the ids. May take as long as it likes. A question that stays without an
    /// answer is asked again; where there is no answer at all, the run fails.
    ///
    /// # Errors
    ///
    /// Why the run is to end instead, before this event.
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<Answered<M>>, End>;
}

/// Answers nothing.
impl<M: Model> Answerer<M> for () {
    fn answer(&mut self, _: u64, _: f64, _: Vec<Question<M>>) -> Result<Vec<Answered<M>>, End> {
        Ok(Vec::new())
    }
}

/// What one step did.
#[derive(Debug)]
pub enum Outcome<M: Model> {
    /// An event was handled to its end.
    Committed {
        /// The event.
        event: Event<M>,
        /// The outcome of its handler, or those of a batch; the id is -1 for a part.
        results: Vec<(i32, M::Outcome)>,
        /// The packed rows that went into the digest.
        rows: Vec<u8>,
        /// The end of the run, where this event ended it.
        ended: Option<End>,
    },
    /// All open Computes of the grant: call again with the answers.
    Needs(Vec<Question<M>>),
    /// Nothing happened: the run has ended.
    Ended(End),
}

/// The state of a run between two events, as far as it can be asked.
#[derive(Clone, Debug)]
pub struct Status {
    /// The present instant.
    pub time: f64,
    /// How many events were committed.
    pub events: u64,
    /// The digest over them.
    pub digest: u128,
    /// How the run ended, once it has.
    pub ended: Option<End>,
}

impl Status {
    fn of<M: Model>(arbiter: &Arbiter<M>) -> Self {
        Status {
            time: arbiter.now(),
            events: arbiter.number(),
            digest: arbiter.digest(),
            ended: arbiter.ended(),
        }
    }
}

/// A copy of everything a run consists of, taken between two events.
#[derive(Clone, Debug)]
pub struct State<M: Model> {
    /// The robots by id; `None` for those who left. After a failure in a synchronous phase its
    /// members are as they were before it.
    pub robots: Vec<Option<M::Robot>>,
    /// The environment parts by id.
    pub parts: Vec<M::Part>,
    /// The books.
    pub director: M::Director,
    /// The shared dice.
    pub shared: SharedDice,
    /// The dice that robots had drawn from who have left.
    pub departed: Vec<Touched>,
}

impl<M: Model> State<M> {
    /// The digest over the dice that were drawn from; it catches draws that change no event.
    #[must_use]
    pub fn dice_digest(&self) -> u128 {
        let robots = self
            .robots
            .iter()
            .flatten()
            .flat_map(|robot| robot.touched());
        let parts = self.parts.iter().flat_map(|part| part.touched());
        let departed = self.departed.iter().copied();
        let all = robots.chain(parts).chain(self.director.touched());
        dice_digest(all.chain(departed), self.shared.as_deref())
    }
}

/// A run: build it from a plan, then step it or run it to its end.
///
/// Nothing is global, so any number of simulations may run side by side in one process.
#[derive(Debug)]
pub struct Simulation<M: Model> {
    runner: Runner<M>,
}

#[derive(Debug)]
enum Runner<M: Model> {
    Inline(Box<inline::Inline<M>>),
    #[cfg(feature = "native")]
    Actors(actors::Actors<M>),
}

impl<M: Model> Simulation<M> {
    /// Starts a run of `plan` on `engine`.
    ///
    /// # Errors
    ///
    /// [`RunError::Wake`] where a first event of the plan has no valid time.
    pub fn new(plan: Plan<M>, engine: Engine) -> Result<Self, RunError> {
        let runner = match engine {
            Engine::Inline { threads } => {
                Runner::Inline(Box::new(inline::Inline::new(plan, threads)?))
            }
            #[cfg(feature = "native")]
            Engine::Actors { threads } => Runner::Actors(actors::Actors::new(plan, threads)?),
        };
        Ok(Simulation { runner })
    }

    /// Carries out `inputs`, then the next event; or goes on with an event whose Computes were
    /// open, with the answers among the inputs.
    ///
    /// # Errors
    ///
    /// A [`RunError`]; the run has then failed and stays so.
    pub fn step(&mut self, inputs: &[Input<M>]) -> Result<Outcome<M>, RunError> {
        match &mut self.runner {
            Runner::Inline(inline) => inline.step(inputs),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.step(inputs),
        }
    }

    /// Binds an input to the event with this number, which it will precede.
    pub fn schedule(&mut self, before: u64, input: Input<M>) {
        match &mut self.runner {
            Runner::Inline(inline) => inline.schedule(before, input),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.schedule(before, input),
        }
    }

    /// Runs to the end, or until the observer stops it, and gives the observer back.
    ///
    /// A robot that is controlled outside must have its answers scheduled; where one is missing
    /// the run fails.
    pub fn run<O: Observer<M>>(&mut self, observer: O) -> (O, Result<End, RunError>) {
        let (observer, (), result) = self.run_with(observer, ());
        (observer, result)
    }

    /// Runs to the end, or until the observer or the answerer stops it, and gives both back.
    ///
    /// Open Computes for which no answer is scheduled are answered by the answerer.
    pub fn run_with<O: Observer<M>, A: Answerer<M>>(
        &mut self,
        observer: O,
        answerer: A,
    ) -> (O, A, Result<End, RunError>) {
        match &mut self.runner {
            Runner::Inline(inline) => inline.run(observer, answerer),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.run(observer, answerer),
        }
    }

    /// Carries out the next event, and has its open Computes answered.
    ///
    /// # Errors
    ///
    /// As for [`step`](Self::step).
    pub fn step_with<A: Answerer<M>>(&mut self, answerer: &mut A) -> Result<Outcome<M>, RunError> {
        let mut inputs = Vec::new();
        loop {
            let questions = match self.step(&inputs)? {
                Outcome::Needs(questions) => questions,
                outcome => return Ok(outcome),
            };
            let Status { events, time, .. } = self.status();
            inputs = match answerer.answer(events, time, questions) {
                Ok(answers) if answers.is_empty() => return Ok(Outcome::Needs(Vec::new())),
                Ok(answers) => answers.into_iter().map(Answered::into_input).collect(),
                Err(end) => vec![Input::Stop(end)],
            };
        }
    }

    /// Takes orders from these hands from now on, wherever it [runs](Simulation::run) by itself.
    /// What they do to the world is an input like any other.
    #[cfg(feature = "native")]
    pub fn steer(&mut self, orders: steering::Orders<M>) {
        match &mut self.runner {
            Runner::Inline(inline) => inline.steer(orders),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.steer(orders),
        }
    }

    /// The present instant, the number of events, the digest and the end.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.runner {
            Runner::Inline(inline) => inline.status(),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.status(),
        }
    }

    /// A copy of the robots, the parts and the books.
    ///
    /// # Errors
    ///
    /// [`RunError::Open`] while a Compute waits for an answer from outside; the run does not fail
    /// by that. Another [`RunError`] where an actor is gone.
    pub fn state(&self) -> Result<State<M>, RunError> {
        match &self.runner {
            Runner::Inline(inline) => inline.state(),
            #[cfg(feature = "native")]
            Runner::Actors(actors) => actors.state(),
        }
    }

    /// A copy of the whole state between two events; `None` on the actor engine, whose state is
    /// spread over its actors, and while a Compute is open.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint<M>> {
        match &self.runner {
            Runner::Inline(inline) => inline.checkpoint(),
            #[cfg(feature = "native")]
            Runner::Actors(_) => None,
        }
    }

    /// A run that goes on from a checkpoint, on the inline engine with so many threads.
    #[must_use]
    pub fn resume(checkpoint: &Checkpoint<M>, threads: usize) -> Self {
        let inline = inline::Inline::resume(checkpoint, threads);
        Simulation {
            runner: Runner::Inline(Box::new(inline)),
        }
    }
}

/// The text of a panic, for a [`Failure::Panicked`].
fn panic_text(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&'static str>() {
            Ok(text) => (*text).to_owned(),
            Err(_) => "(a panic without a text)".to_owned(),
        },
    }
}

/// The failure behind a handler that unwound: the one it met at its door, or its panic.
fn failure_of(payload: Box<dyn Any + Send>) -> Failure {
    match payload.downcast::<Failure>() {
        Ok(failure) => *failure,
        Err(payload) => Failure::Panicked(panic_text(payload)),
    }
}

/// Ends a handler at its door, which has no answer for it. The engine finds the failure with
/// [`failure_of`]. This is no panic, so nothing is printed.
fn end_at_door(failure: Failure) -> ! {
    std::panic::resume_unwind(Box::new(failure))
}

/// Has a controller compute, and turns a panic of the algorithm into a failure.
fn compute_safely<M: Model>(
    controller: &M::Controller,
    percept: &M::Percept,
    dice: &mut crate::dice::Dice,
    shared: &mut SharedDice,
) -> Result<M::Intent, Failure> {
    // An algorithm cannot change its percept, and dice stay valid wherever a draw was cut short.
    let compute = std::panic::AssertUnwindSafe(|| controller.compute(percept, dice, shared));
    match std::panic::catch_unwind(compute) {
        Ok(result) => result,
        Err(payload) => Err(Failure::Panicked(panic_text(payload))),
    }
}

/// How often parts may pass one request on.
const MOST_FORWARDS: u32 = 64;

/// Lets the addressed part answer, following requests that are passed on.
fn answer<M: Model>(
    parts: &mut [Option<M::Part>],
    mut request: M::Request,
    shared: &mut SharedDice,
) -> Result<M::Reply, Failure> {
    for _ in 0..=MOST_FORWARDS {
        match addressed::<M>(parts, &request)?.answer(request, shared) {
            Answer::Reply(reply) => return Ok(reply),
            Answer::Forward(next) => request = next,
        }
    }
    Err(passed_on_for_ever())
}

/// Lets the addressed part take note of a request.
fn tell<M: Model>(parts: &mut [Option<M::Part>], request: M::Request) -> Result<(), Failure> {
    let id = M::route(&request);
    match addressed::<M>(parts, &request)?.answer(request, &mut None) {
        Answer::Reply(_) => Ok(()),
        Answer::Forward(_) => Err(told_and_passed_on(id)),
    }
}

fn addressed<'a, M: Model>(
    parts: &'a mut [Option<M::Part>],
    request: &M::Request,
) -> Result<&'a mut M::Part, Failure> {
    let id = M::route(request);
    match parts.get_mut(usize::from(id.0)) {
        Some(Some(part)) => Ok(part),
        _ => Err(cannot_answer(id)),
    }
}

/// A part that does not exist, or that handles an event and asks itself.
fn cannot_answer(PartId(id): PartId) -> Failure {
    Failure::Gone(format!("environment part {id} cannot answer now"))
}

/// A member of a batch that does not come to its end once it has its turn.
fn after_its_turn() -> Failure {
    Failure::Invalid("waits for a turn or an answer from outside after its turn".to_owned())
}

/// A request that goes round in circles.
fn passed_on_for_ever() -> Failure {
    Failure::Invalid(format!(
        "a request was passed on more than {MOST_FORWARDS} times"
    ))
}

/// Whoever tells does not wait, so what is passed on could be overtaken.
fn told_and_passed_on(PartId(id): PartId) -> Failure {
    Failure::Invalid(format!(
        "environment part {id} passed on what it was only told"
    ))
}
