//! The inline engine: plain calls, the whole state in one place.

use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::apart;
use super::batch::{Batch, Progress};
use super::driver::{Answers, Copied, Driver, Executor, Granted, Results};
#[cfg(feature = "native")]
use super::steering::Orders;
use super::{
    Answerer, Observer, Outcome, Plan, State, Status, answer, compute_safely, end_at_door,
    failure_of, tell,
};
use crate::arbiter::{Arbiter, Changes, Input, RunError};
use crate::dice::{Dice, Touched};
use crate::model::{
    Done, Door, End, Event, Failure, Handler, Model, Part, Phases, Robot, SharedDice, Target,
};

/// A run on the inline engine, with its whole state at hand: for those who carry out one event after
/// the other and look at everything in between.
#[derive(Debug)]
pub struct Inline<M: Model> {
    driver: Driver<M, Calls<M>>,
}

/// The whole state of a run between two events: heap, dice, robots, environment and digests.
#[derive(Clone, Debug)]
pub struct Checkpoint<M: Model> {
    arbiter: Arbiter<M>,
    robots: Vec<Option<M::Robot>>,
    parts: Vec<Option<M::Part>>,
    departed: Vec<Touched>,
}

impl<M: Model> Checkpoint<M> {
    /// The start of a run.
    ///
    /// # Errors
    ///
    /// [`RunError::Wake`] where a first event of the plan has no valid time.
    pub fn start(plan: Plan<M>) -> Result<Self, RunError> {
        let Plan {
            robots,
            parts,
            director,
            first,
            limits,
            shared,
        } = plan;
        let arbiter = Arbiter::new(robots.len() as u32, first, director, limits, shared)?;
        Ok(Checkpoint {
            arbiter,
            robots: robots.into_iter().map(Some).collect(),
            parts: parts.into_iter().map(Some).collect(),
            departed: Vec::new(),
        })
    }

    /// The robots by id; `None` for those who left.
    #[must_use]
    pub fn robots(&self) -> &[Option<M::Robot>] {
        &self.robots
    }
}

/// Has events handled by plain calls.
#[derive(Debug)]
struct Calls<M: Model> {
    robots: Vec<Option<M::Robot>>,
    parts: Vec<Option<M::Part>>,
    threads: usize,
    /// The batch whose Computes wait for answers from outside.
    open: Option<Box<Batch<M>>>,
}

impl<M: Model> Inline<M> {
    /// Starts a run; the Computes of a batch may be shared among so many threads.
    ///
    /// # Errors
    ///
    /// [`RunError::Wake`] where a first event of the plan has no valid time.
    pub fn new(plan: Plan<M>, threads: usize) -> Result<Self, RunError> {
        Ok(Self::with(Checkpoint::start(plan)?, threads))
    }

    /// A run that goes on from a checkpoint.
    #[must_use]
    pub fn resume(checkpoint: &Checkpoint<M>, threads: usize) -> Self {
        Self::with(checkpoint.clone(), threads)
    }

    fn with(state: Checkpoint<M>, threads: usize) -> Self {
        let Checkpoint {
            arbiter,
            robots,
            parts,
            departed,
        } = state;
        let calls = Calls {
            robots,
            parts,
            threads: threads.max(1),
            open: None,
        };
        Inline {
            driver: Driver::new(arbiter, calls, departed),
        }
    }

    /// A copy of the whole state between two events; `None` while a Compute is open.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint<M>> {
        self.driver.between_events().ok()?;
        Some(Checkpoint {
            arbiter: self.driver.arbiter().clone(),
            robots: self.driver.executor.robots.clone(),
            parts: self.driver.executor.parts.clone(),
            departed: self.driver.departed().to_vec(),
        })
    }

    /// The present instant, the number of events, the digest and the end.
    #[must_use]
    pub fn status(&self) -> Status {
        self.driver.status()
    }

    /// A copy of the robots, the parts and the books.
    ///
    /// # Errors
    ///
    /// [`RunError::Open`] while a Compute waits for an answer from outside.
    pub fn state(&self) -> Result<State<M>, RunError> {
        finish_now(self.driver.state())
    }

    #[cfg(feature = "native")]
    pub(super) fn steer(&mut self, orders: Orders<M>) {
        self.driver.steer(orders);
    }

    /// Binds an input to the event with this number, which it will precede.
    pub fn schedule(&mut self, before: u64, input: Input<M>) {
        self.driver.schedule(before, input);
    }

    /// Carries out `inputs`, then the next event; see [`Simulation::step`](super::Simulation::step).
    ///
    /// # Errors
    ///
    /// A [`RunError`]; the run has then failed and stays so.
    pub fn step(&mut self, inputs: &[Input<M>]) -> Result<Outcome<M>, RunError> {
        finish_now(self.driver.step(inputs))
    }

    pub(super) fn run<O: Observer<M>, A: Answerer<M>>(
        &mut self,
        mut observer: O,
        mut answerer: A,
    ) -> (O, A, Result<End, RunError>) {
        let result = finish_now(self.driver.run(&mut observer, &mut answerer));
        (observer, answerer, result)
    }
}

/// What the wall clock and those who watch need, who decide themselves what comes next.
impl<M: Model> Inline<M> {
    /// When the next event takes place, as things stand; `None` where there is none.
    #[must_use]
    pub fn next_time(&mut self) -> Option<f64> {
        self.driver.arbiter_mut().next_time()
    }

    /// How many events were committed.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.driver.arbiter().number()
    }

    /// The present instant.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.driver.arbiter().now()
    }

    /// How the run ended, once it has.
    #[must_use]
    pub fn ended(&self) -> Option<End> {
        self.driver.arbiter().ended()
    }

    /// The robots by id; `None` for those who left.
    #[must_use]
    pub fn robots(&self) -> &[Option<M::Robot>] {
        &self.driver.executor.robots
    }

    /// The parts of the environment by id.
    pub fn parts(&self) -> impl Iterator<Item = &M::Part> {
        self.driver.executor.parts.iter().flatten()
    }

    /// The books.
    #[must_use]
    pub fn director(&self) -> &M::Director {
        self.driver.arbiter().director()
    }

    #[cfg(feature = "native")]
    pub(super) fn arbiter(&self) -> &Arbiter<M> {
        self.driver.arbiter()
    }

    #[cfg(feature = "native")]
    pub(super) fn arbiter_mut(&mut self) -> &mut Arbiter<M> {
        self.driver.arbiter_mut()
    }

    #[cfg(feature = "native")]
    pub(super) fn robot(&self, id: u32) -> Option<&M::Robot> {
        self.driver.executor.robots.get(id as usize)?.as_ref()
    }

    /// One robot, to be changed. What is done to it here is no part of the run: this is for those who
    /// ask "what if" of a copy.
    #[must_use]
    pub fn robot_mut(&mut self, id: u32) -> Option<&mut M::Robot> {
        self.driver.executor.robots.get_mut(id as usize)?.as_mut()
    }

    /// The robots that are in the middle of a cycle, by id.
    #[cfg(feature = "native")]
    pub(super) fn in_flight(&self) -> Vec<u32> {
        let robots = (0u32..).zip(&self.driver.executor.robots);
        let busy = robots.filter_map(|(id, robot)| robot.as_ref().map(|robot| (id, robot)));
        busy.filter(|(_, robot)| robot.is_in_flight())
            .map(|(id, _)| id)
            .collect()
    }

    /// Carries out the inputs that are due, and no event.
    #[cfg(feature = "native")]
    pub(super) fn take_inputs(&mut self, observer: &mut dyn Observer<M>) -> Result<(), RunError> {
        finish_now(self.driver.take_inputs(observer))
    }

    /// Carries out the inputs that are due and the next event; returns what the observer wants
    /// next, or `None` where the run has ended.
    ///
    /// # Errors
    ///
    /// A [`RunError`]; the run has then failed and stays so.
    pub fn advance(
        &mut self,
        observer: &mut dyn Observer<M>,
    ) -> Result<Option<super::Flow>, RunError> {
        Ok(finish_now(self.driver.run_one(observer))?.ok())
    }
}

/// Polls a future that never waits, because everything below it answers at once.
fn finish_now<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

impl<M: Model> Executor<M> for Calls<M> {
    async fn grant(
        &mut self,
        event: &Event<M>,
        members: &[u32],
        shared: SharedDice,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        match &event.target {
            Target::Robot(id) => self.grant_robot(*id, event, shared, answers, results),
            Target::Part(part) => self.grant_part(usize::from(part.0), event, shared, results),
            Target::Phase(_) if self.stand_apart(members) => {
                match apart::serve(&mut self.robots, members, event, self.threads, results) {
                    Ok(()) => Granted::Handled(shared),
                    Err((id, failure)) => Granted::failed(Target::Robot(id), failure),
                }
            }
            Target::Phase(_) => self.open_batch(event, members, shared, answers, results),
        }
    }

    async fn proceed(&mut self, answers: &mut Answers<M>, results: &mut Results<M>) -> Granted<M> {
        match self.open.take() {
            Some(batch) => self.advance(batch, answers, results),
            None => Granted::NoTarget,
        }
    }

    fn abandon(&mut self) {
        if let Some(batch) = self.open.take() {
            for (id, robot) in batch.into_spares() {
                self.robots[id as usize] = Some(robot);
            }
        }
    }

    fn copy(&self) -> impl Future<Output = Result<Copied<M>, Failure>> + Send {
        let parts = self.parts.iter().flatten().cloned().collect();
        ready(Ok((self.robots.clone(), parts)))
    }

    async fn request(
        &mut self,
        request: M::Request,
        mut shared: SharedDice,
    ) -> Result<SharedDice, Failure> {
        answer::<M>(&mut self.parts, request, &mut shared)?;
        Ok(shared)
    }

    async fn apply(&mut self, changes: Changes<M>) -> Result<Vec<Touched>, Failure> {
        self.robots
            .extend(changes.joined.into_iter().map(|(_, robot)| Some(robot)));
        let mut departed = Vec::new();
        for id in changes.left {
            if let Some(robot) = self.robots.get_mut(id as usize).and_then(Option::take) {
                departed.extend(robot.touched());
            }
        }
        Ok(departed)
    }
}

impl<M: Model> Calls<M> {
    fn grant_robot(
        &mut self,
        id: u32,
        event: &Event<M>,
        shared: SharedDice,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        let Some(Some(robot)) = self.robots.get_mut(id as usize) else {
            return Granted::NoTarget;
        };
        if robot.is_controlled_outside() {
            return self.open_batch(event, &[id], shared, answers, results);
        }
        let mut door = Direct {
            parts: &mut self.parts,
            shared,
        };
        match run_to_end(event.id(), robot.handle(event, &mut door), results) {
            Ok(()) => Granted::Handled(door.shared),
            Err(failure) => Granted::failed(&event.target, failure),
        }
    }

    fn grant_part(
        &mut self,
        place: usize,
        event: &Event<M>,
        shared: SharedDice,
        results: &mut Results<M>,
    ) -> Granted<M> {
        // The part is away from its place while it handles an event, so it cannot ask itself.
        let Some(mut part) = self.parts.get_mut(place).and_then(Option::take) else {
            return Granted::NoTarget;
        };
        let mut door = Direct {
            parts: &mut self.parts,
            shared,
        };
        let result = run_to_end(event.id(), part.handle(event, &mut door), results);
        let shared = door.shared;
        let name = part.name();
        self.parts[place] = Some(part);
        match result {
            Ok(()) => Granted::Handled(shared),
            Err(failure) => Granted::failed(name, failure),
        }
    }

    /// Whether the members of a phase need not be alive at the same time.
    fn stand_apart(&self, members: &[u32]) -> bool {
        let robot = |id: &u32| self.robots.get(*id as usize).and_then(Option::as_ref);
        let mut robots = members.iter().filter_map(robot);
        M::PHASES == Phases::Apart && !robots.any(Robot::is_controlled_outside)
    }

    /// Moves the members' robots into a batch and lets it start.
    fn open_batch(
        &mut self,
        event: &Event<M>,
        ids: &[u32],
        shared: SharedDice,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        let robots = &mut self.robots;
        let take = |&id: &u32| Some((id, robots.get_mut(id as usize).and_then(Option::take)?));
        let members = ids.iter().filter_map(take).collect();
        let batch = Batch::new(event.clone(), members, shared);
        self.advance(Box::new(batch), answers, results)
    }

    /// Lets a batch go on as far as it can.
    fn advance(
        &mut self,
        mut batch: Box<Batch<M>>,
        answers: &mut Answers<M>,
        results: &mut Results<M>,
    ) -> Granted<M> {
        match batch.advance(&mut self.parts, answers, self.threads) {
            Ok(Progress::Needs(questions)) => {
                self.open = Some(batch);
                Granted::Needs(questions)
            }
            Ok(Progress::Done) => {
                let (members, shared) = batch.finish();
                for (id, robot, done) in members {
                    self.robots[id as usize] = Some(robot);
                    results.push((id as i32, done));
                }
                Granted::Handled(shared)
            }
            Err((id, failure)) => {
                self.open = Some(batch);
                self.abandon();
                Granted::failed(Target::Robot(id), failure)
            }
        }
    }
}

/// Runs a handler whose door never makes it wait.
pub(super) fn run_to_end<M: Model>(
    id: i32,
    handler: impl Future<Output = Result<Done<M>, Failure>>,
    results: &mut Results<M>,
) -> Result<(), Failure> {
    let mut handler = pin!(handler);
    let mut context = Context::from_waker(Waker::noop());
    // After a panic the run has failed and its robots are not used again.
    match catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(&mut context))) {
        Ok(Poll::Ready(Ok(done))) => {
            results.push((id, done));
            Ok(())
        }
        Ok(Poll::Ready(Err(failure))) => Err(failure),
        Ok(Poll::Pending) => Err(Failure::Invalid(
            "waits for something that is not its door".into(),
        )),
        Err(payload) => Err(failure_of(payload)),
    }
}

/// The door of a single grant: every request is answered at once.
struct Direct<'a, M: Model> {
    parts: &'a mut [Option<M::Part>],
    shared: SharedDice,
}

impl<M: Model> Door<M> for Direct<'_, M> {
    #[inline]
    fn ask(&mut self, request: M::Request) -> impl Future<Output = M::Reply> + Send {
        match answer::<M>(self.parts, request, &mut self.shared) {
            Ok(reply) => ready(reply),
            // Caught in `run_to_end`, and reported with the event.
            Err(failure) => end_at_door(failure),
        }
    }

    #[inline]
    fn tell(&mut self, request: M::Request) -> impl Future<Output = ()> + Send {
        if let Err(failure) = tell::<M>(self.parts, request) {
            end_at_door(failure);
        }
        ready(())
    }

    #[inline]
    fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut Dice,
    ) -> impl Future<Output = Result<M::Intent, Failure>> + Send {
        ready(compute_safely::<M>(
            controller,
            &percept,
            dice,
            &mut self.shared,
        ))
    }

    #[inline]
    fn turn(&mut self) -> impl Future<Output = ()> + Send {
        ready(())
    }

    #[inline]
    fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }
}
