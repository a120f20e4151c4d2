//! The actor of the world: its mailbox is where the operations of all robots meet.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::BEAT;
use super::ledger::{Answer, Errand, Ledger, Over};
use super::robot::RobotMessage;
use crate::arbiter::Announced;
use crate::engine::Observer;
use crate::engine::inline::Inline;
use crate::engine::steering::Orders;
use crate::model::{Model, Target};

/// So many orders are taken at once at most, so that no flood of them keeps the world from its work.
const MOST_ORDERS: usize = 64;

/// What the world is told.
pub(super) enum WorldMessage<M: Model> {
    /// The actors of the robots and, last, of the environment are there: the run begins.
    Begin(Vec<ActorRef<RobotMessage<M>>>),
    /// An event is due.
    Due(Announced),
    /// A robot has finished its Compute.
    Concluded(u32, Answer<M>),
    /// Some time has passed.
    Beat,
}

/// What is left of a run: its world, its observer, and why it ended; or the panic of its observer.
pub(super) type Finished<M> = Result<(Inline<M>, Box<dyn Observer<M>>, Over), Box<dyn Any + Send>>;

/// What came of a message: what is to be done, the end of the run, or the panic of its observer.
type Worked<M> = Result<Result<Vec<Errand<M>>, Over>, Box<dyn Any + Send>>;

/// The actor of the world.
pub(super) struct WorldShell<M: Model>(pub(super) PhantomData<M>);

/// What it owns.
pub(super) struct WorldState<M: Model> {
    ledger: Option<Ledger<M>>,
    /// Everybody who keeps the time; the environment is the last.
    keepers: Vec<ActorRef<RobotMessage<M>>>,
    orders: Option<Orders<M>>,
    started: Instant,
    finished: Option<oneshot::Sender<Finished<M>>>,
}

impl<M: Model> Actor for WorldShell<M> {
    type Msg = WorldMessage<M>;
    type State = WorldState<M>;
    type Arguments = (Ledger<M>, Option<Orders<M>>, oneshot::Sender<Finished<M>>);

    async fn pre_start(
        &self,
        _: ActorRef<Self::Msg>,
        (ledger, orders, finished): Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(WorldState {
            ledger: Some(ledger),
            keepers: Vec::new(),
            orders,
            started: Instant::now(),
            finished: Some(finished),
        })
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        // After the end there is nobody left to tell.
        let Some(ledger) = &mut state.ledger else {
            return Ok(());
        };
        if let WorldMessage::Begin(keepers) = message {
            state.keepers = keepers;
            state.started = Instant::now();
            let begun = catch_unwind(AssertUnwindSafe(|| ledger.begin()));
            state.follow(begun, &myself);
            myself.send_after(BEAT, || WorldMessage::Beat);
            return Ok(());
        }
        let is_beat = matches!(message, WorldMessage::Beat);
        let (real, orders) = (state.started.elapsed(), state.orders.as_ref());
        let work = AssertUnwindSafe(|| match message {
            WorldMessage::Due(announced) => ledger.due(&announced, real),
            WorldMessage::Concluded(robot, answer) => ledger.concluded(robot, answer, real),
            WorldMessage::Begin(_) | WorldMessage::Beat => {
                let orders = std::iter::from_fn(|| orders.and_then(Orders::next));
                let errands = ledger.obey(orders.take(MOST_ORDERS), real)?;
                ledger.beat(real)?;
                Ok(errands)
            }
        });
        let worked = catch_unwind(work);
        state.follow(worked, &myself);
        if is_beat && state.ledger.is_some() {
            // The next one comes when this one is over, so they never pile up.
            myself.send_after(BEAT, || WorldMessage::Beat);
        }
        Ok(())
    }
}

impl<M: Model> WorldState<M> {
    /// Hands out what is to be done; or ends the run.
    fn follow(&mut self, worked: Worked<M>, myself: &ActorRef<WorldMessage<M>>) {
        let finished = match worked {
            Ok(Ok(errands)) => {
                errands.into_iter().for_each(|errand| self.send(errand));
                return;
            }
            Ok(Err(over)) => self.ledger.take().map(|ledger| {
                let (inline, observer) = ledger.into_parts();
                Ok((inline, observer, over))
            }),
            Err(panic) => Some(Err(panic)),
        };
        self.ledger = None;
        if let (Some(finished), Some(port)) = (finished, self.finished.take()) {
            // Nobody waits for the end of a run whose caller has given up.
            drop(port.send(finished));
        }
        myself.stop(None);
    }

    fn send(&self, errand: Errand<M>) {
        let environment = self.keepers.len().saturating_sub(1);
        // A robot that has no actor of its own is served by that of the environment.
        let keeper = |robot: u32| self.keepers.get((robot as usize).min(environment));
        let (keeper, message) = match errand {
            Errand::Remind(announced, real) => {
                let keeper = match announced.target {
                    Target::Robot(robot) => keeper(robot),
                    Target::Part(_) | Target::Phase(_) => self.keepers.last(),
                };
                let at = self.started + real;
                (keeper, RobotMessage::Remind(announced, at))
            }
            Errand::Think(robot, look, thought) => {
                (keeper(robot), RobotMessage::Think(robot, look, thought))
            }
            Errand::Forget => {
                for keeper in &self.keepers {
                    drop(keeper.send_message(RobotMessage::Forget));
                }
                return;
            }
        };
        if let Some(keeper) = keeper {
            // The actors live as long as the run.
            drop(keeper.send_message(message));
        }
    }
}
