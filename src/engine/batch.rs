//! Batches on the inline engine: handlers that are alive at the same time.
//!
//! Each member of a batch runs as a future over a [`Slot`], into which its door puts what the
//! member wants. The batch serves the members in the order of their ids: first every member up to
//! its turn, all on the same state of the parts, with the Computes gathered and answered together;
//! then, one after the other, what follows the turn. Where several members fail, the one with the
//! least id is named.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread::Builder;

use super::driver::Answers;
use super::{Question, after_its_turn, answer, compute_safely, failure_of, tell};
use crate::dice::Dice;
use crate::model::{
    Controller as _, Done, Door, Event, Failure, Handler, Model, SharedDice, Target,
};

/// What a batch came to.
#[derive(Debug)]
pub(super) enum Progress<M: Model> {
    /// These Computes wait for answers from outside.
    Needs(Vec<Question<M>>),
    /// Every member is done.
    Done,
}

/// The robots of a batch with their ids, and what they did.
pub(super) type Results<M> = Vec<(u32, <M as Model>::Robot, Done<M>)>;

/// The members of one grant that are handled together.
pub(super) struct Batch<M: Model> {
    event: Arc<Event<M>>,
    members: Vec<Member<M>>,
}

struct Member<M: Model> {
    id: u32,
    slot: Arc<Mutex<Slot<M>>>,
    future: Pin<Box<dyn Future<Output = Result<Finished<M>, Failure>> + Send>>,
    state: MemberState<M>,
    /// The robot as it was: the event may fail, or be given up while somebody outside computes.
    spare: M::Robot,
}

enum MemberState<M: Model> {
    /// Can go on.
    Running,
    /// Waits for the answer to its Compute.
    Computing(Box<Compute<M>>),
    /// Has decided and waits for its turn.
    Decided,
    /// Is done.
    Finished(Box<Finished<M>>),
    /// Cannot finish.
    Failed(Failure),
}

struct Finished<M: Model> {
    robot: M::Robot,
    shared: SharedDice,
    done: Done<M>,
}

/// A Compute on its way to whoever answers it, and back.
struct Compute<M: Model> {
    controller: M::Controller,
    percept: M::Percept,
    dice: Dice,
    shared: SharedDice,
    intent: Option<Result<M::Intent, Failure>>,
}

/// What passes between a member and its batch.
enum Slot<M: Model> {
    Empty,
    Ask(M::Request, SharedDice),
    Tell(M::Request),
    Compute(Box<Compute<M>>),
    Turn,
    Reply(M::Reply, SharedDice),
    Told,
    Computed(Box<Compute<M>>),
    Go,
}

impl<M: Model> std::fmt::Debug for Batch<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<u32> = self.members.iter().map(|member| member.id).collect();
        f.debug_struct("Batch")
            .field("event", &self.event)
            .field("members", &ids)
            .finish()
    }
}

impl<M: Model> Batch<M> {
    /// A batch of `members`, in increasing order of their ids.
    pub(super) fn new(
        event: Event<M>,
        members: Vec<(u32, M::Robot)>,
        mut shared: SharedDice,
    ) -> Self {
        let event = Arc::new(event);
        let phase = matches!(event.target, Target::Phase(_));
        let start = |(id, robot): (u32, M::Robot)| {
            let slot = Arc::new(Mutex::new(Slot::Empty));
            let spare = robot.clone();
            let door = SlotDoor {
                slot: Arc::clone(&slot),
                shared: shared.take(),
                phase,
            };
            let future = Box::pin(run_member(Arc::clone(&event), robot, door));
            Member {
                id,
                slot,
                future,
                state: MemberState::Running,
                spare,
            }
        };
        let members = members.into_iter().map(start).collect();
        Batch { event, members }
    }

    /// Serves the members as far as possible.
    pub(super) fn advance(
        &mut self,
        parts: &mut [Option<M::Part>],
        answers: &mut Answers<M>,
        threads: usize,
    ) -> Result<Progress<M>, (u32, Failure)> {
        loop {
            for member in &mut self.members {
                member.serve(parts);
            }
            self.hear(answers);
            if !self.compute(threads) {
                break;
            }
        }
        if let Some(failed) = self.members.iter().find_map(Member::failure) {
            return Err(failed);
        }
        let questions: Vec<_> = self.members.iter().filter_map(Member::question).collect();
        if !questions.is_empty() {
            return Ok(Progress::Needs(questions));
        }
        for member in &mut self.members {
            member.take_turn(parts)?;
        }
        Ok(Progress::Done)
    }

    /// Gives the members the answers that came from outside.
    fn hear(&mut self, answers: &mut Answers<M>) {
        for Member { id, state, .. } in &mut self.members {
            if let MemberState::Computing(compute) = state
                && compute.is_open()
            {
                compute.intent = answers.take(*id);
            }
        }
    }

    /// Answers all gathered Computes that need no answer from outside, on several threads where
    /// there are several; says whether there were any.
    fn compute(&mut self, threads: usize) -> bool {
        let mut gathered: Vec<&mut Compute<M>> = self
            .members
            .iter_mut()
            .filter_map(|member| match &mut member.state {
                MemberState::Computing(compute) if !compute.is_open() => Some(&mut **compute),
                _ => None,
            })
            .collect();
        if gathered.is_empty() {
            return false;
        }
        let share = gathered.len().div_ceil(threads.max(1));
        if threads > 1 && gathered.len() > 1 {
            std::thread::scope(|scope| {
                for chunk in gathered.chunks_mut(share) {
                    let work = || chunk.iter_mut().for_each(|compute| compute.carry_out());
                    // Where the system has no thread to give, what is left is done below.
                    let _ = Builder::new().spawn_scoped(scope, work);
                }
            });
        }
        gathered.iter_mut().for_each(|compute| compute.carry_out());
        self.members.iter_mut().for_each(Member::hand_over_intent);
        true
    }

    /// The robots and results of the members in the order of their ids, and the shared dice.
    pub(super) fn finish(self) -> (Results<M>, SharedDice) {
        let mut shared = None;
        let mut results = Vec::with_capacity(self.members.len());
        for member in self.members {
            if let MemberState::Finished(finished) = member.state {
                shared = shared.or(finished.shared);
                results.push((member.id, finished.robot, finished.done));
            }
        }
        (results, shared)
    }

    /// The robots as they were before the event.
    pub(super) fn into_spares(self) -> impl Iterator<Item = (u32, M::Robot)> {
        self.members
            .into_iter()
            .map(|member| (member.id, member.spare))
    }
}

async fn run_member<M: Model>(
    event: Arc<Event<M>>,
    mut robot: M::Robot,
    mut door: SlotDoor<M>,
) -> Result<Finished<M>, Failure> {
    let done = robot.handle(&event, &mut door).await?;
    Ok(Finished {
        robot,
        shared: door.shared,
        done,
    })
}

impl<M: Model> Compute<M> {
    /// Whether it waits for an answer from outside.
    fn is_open(&self) -> bool {
        self.intent.is_none() && self.controller.outside()
    }

    fn carry_out(&mut self) {
        if self.intent.is_none() {
            let (dice, shared) = (&mut self.dice, &mut self.shared);
            self.intent = Some(compute_safely::<M>(
                &self.controller,
                &self.percept,
                dice,
                shared,
            ));
        }
    }
}

impl<M: Model> Member<M> {
    fn slot(&self) -> MutexGuard<'_, Slot<M>> {
        lock(&self.slot)
    }

    /// Polls the member and answers what it asks, until it has to wait or cannot go on.
    fn serve(&mut self, parts: &mut [Option<M::Part>]) {
        while matches!(self.state, MemberState::Running) {
            if let Err(failure) = self.go_on(parts) {
                self.state = MemberState::Failed(failure);
            }
        }
    }

    /// Polls the member once, and answers what it asks.
    fn go_on(&mut self, parts: &mut [Option<M::Part>]) -> Result<(), Failure> {
        if let Some(finished) = self.poll()? {
            self.state = MemberState::Finished(Box::new(finished));
            return Ok(());
        }
        let wish = std::mem::replace(&mut *self.slot(), Slot::Empty);
        match wish {
            Slot::Ask(request, mut shared) => {
                let reply = caught(|| answer::<M>(parts, request, &mut shared))?;
                *self.slot() = Slot::Reply(reply, shared);
            }
            Slot::Tell(request) => {
                caught(|| tell::<M>(parts, request))?;
                *self.slot() = Slot::Told;
            }
            Slot::Compute(compute) => self.state = MemberState::Computing(compute),
            Slot::Turn => self.state = MemberState::Decided,
            _ => {
                let text = "waits for something that is not its door".to_owned();
                return Err(Failure::Invalid(text));
            }
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<Option<Finished<M>>, Failure> {
        let mut context = Context::from_waker(Waker::noop());
        let future = &mut self.future;
        // After a panic the run has failed and the member is not polled again.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut context))) {
            Ok(Poll::Ready(finished)) => finished.map(Some),
            Ok(Poll::Pending) => Ok(None),
            Err(payload) => Err(failure_of(payload)),
        }
    }

    /// Hands the answer to the member's Compute over, where there is one.
    fn hand_over_intent(&mut self) {
        match std::mem::replace(&mut self.state, MemberState::Running) {
            MemberState::Computing(compute) if compute.intent.is_some() => {
                *self.slot() = Slot::Computed(compute);
            }
            state => self.state = state,
        }
    }

    fn failure(&self) -> Option<(u32, Failure)> {
        match &self.state {
            MemberState::Failed(failure) => Some((self.id, failure.clone())),
            _ => None,
        }
    }

    fn question(&self) -> Option<Question<M>> {
        match &self.state {
            MemberState::Computing(compute) => Some(Question {
                robot: self.id,
                percept: compute.percept.clone(),
            }),
            _ => None,
        }
    }

    /// Brings the member to its end.
    fn take_turn(&mut self, parts: &mut [Option<M::Part>]) -> Result<(), (u32, Failure)> {
        if matches!(self.state, MemberState::Decided) {
            *self.slot() = Slot::Go;
            self.state = MemberState::Running;
        }
        loop {
            self.serve(parts);
            match &mut self.state {
                MemberState::Finished(_) => return Ok(()),
                MemberState::Failed(failure) => return Err((self.id, failure.clone())),
                MemberState::Computing(compute) if !compute.is_open() => {
                    compute.carry_out();
                    self.hand_over_intent();
                }
                _ => return Err((self.id, after_its_turn())),
            }
        }
    }
}

/// Has parts work, and turns a panic of theirs into a failure of whoever asked.
fn caught<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // After a panic the run has failed and the part is not asked again.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(failure_of(payload)))
}

/// The door of a batch's member: it leaves every wish in the slot and waits.
struct SlotDoor<M: Model> {
    slot: Arc<Mutex<Slot<M>>>,
    shared: SharedDice,
    phase: bool,
}

impl<M: Model> SlotDoor<M> {
    /// Puts `wish` into the slot, waits once, and takes what the batch put there.
    async fn exchange(&mut self, wish: Slot<M>) -> Slot<M> {
        let mut wish = Some(wish);
        poll_fn(|_| match wish.take() {
            Some(wish) => {
                *lock(&self.slot) = wish;
                Poll::Pending
            }
            None => Poll::Ready(std::mem::replace(&mut *lock(&self.slot), Slot::Empty)),
        })
        .await
    }
}

impl<M: Model> Door<M> for SlotDoor<M> {
    async fn ask(&mut self, request: M::Request) -> M::Reply {
        let shared = self.shared.take();
        match self.exchange(Slot::Ask(request, shared)).await {
            Slot::Reply(reply, shared) => {
                self.shared = shared;
                reply
            }
            _ => wrong_slot(),
        }
    }

    async fn tell(&mut self, request: M::Request) {
        match self.exchange(Slot::Tell(request)).await {
            Slot::Told => {}
            _ => wrong_slot(),
        }
    }

    async fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut Dice,
    ) -> Result<M::Intent, Failure> {
        let compute = Compute {
            controller: controller.clone(),
            percept,
            dice: std::mem::replace(dice, Dice::away()),
            shared: self.shared.take(),
            intent: None,
        };
        match self.exchange(Slot::Compute(Box::new(compute))).await {
            Slot::Computed(compute) => {
                *dice = compute.dice;
                self.shared = compute.shared;
                compute.intent.unwrap_or_else(|| wrong_slot())
            }
            _ => wrong_slot(),
        }
    }

    async fn turn(&mut self) {
        if self.phase {
            self.exchange(Slot::Turn).await;
        }
    }

    fn shared(&mut self) -> &mut SharedDice {
        &mut self.shared
    }
}

/// The batch answers every wish with its own kind of answer before it polls a member again, so
/// this is never reached; it would be reported as a panic of the member.
fn wrong_slot() -> ! {
    std::panic::panic_any("the batch answered another question".to_owned())
}

/// A slot is locked by its member or by its batch, never by both, and nobody panics inside.
fn lock<M: Model>(slot: &Mutex<Slot<M>>) -> MutexGuard<'_, Slot<M>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}
