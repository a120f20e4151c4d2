//! What the actors say to each other.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use ractor::ActorRef;
use tokio::sync::oneshot;

use crate::arbiter::{Input, RunError};
use crate::engine::driver::Heard;
use crate::engine::steering::Orders;
use crate::engine::{Answerer, Observer, Outcome, State, Status};
use crate::model::{Done, End, Event, Failure, Model, PartId, SharedDice};

/// The addresses of the environment parts, known to all once they have started.
pub(super) type Parts<M> = Arc<OnceLock<Vec<ActorRef<PartMessage<M>>>>>;

/// An event, given to whoever handles it.
pub(super) struct Grant<M: Model> {
    /// The event.
    pub(super) event: Event<M>,
    /// The shared dice, where the run has them; they come back with the report.
    pub(super) shared: SharedDice,
    /// Whether others are granted the same event, so that the handler waits for its turn.
    pub(super) batch: bool,
    /// Whether the event may be given up, so that the handler has to be kept as it was.
    pub(super) spare: bool,
    /// Where the report goes. A handler that dies drops it, and the arbiter knows at once.
    pub(super) report: oneshot::Sender<Report<M>>,
}

/// What a handler reports. Reports that are not the last bring along how to go on.
pub(super) enum Report<M: Model> {
    /// The event is handled.
    Done {
        /// What it did, or why it could not.
        result: Result<Done<M>, Failure>,
        /// The shared dice, back from the grant.
        shared: SharedDice,
    },
    /// The member of a batch has decided and waits for its turn.
    Decided {
        /// Gives it its turn.
        go: oneshot::Sender<()>,
        /// Brings its next report.
        next: oneshot::Receiver<Report<M>>,
    },
    /// The robot's Compute is to be answered outside.
    Asks {
        /// What the robot perceives.
        percept: M::Percept,
        /// Takes the answer.
        answer: oneshot::Sender<Heard<M>>,
        /// Brings its next report.
        next: oneshot::Receiver<Report<M>>,
    },
}

/// A message to a robot.
pub(super) enum RobotMessage<M: Model> {
    /// Handle this event.
    Grant(Grant<M>),
    /// Send a copy of yourself.
    Copy(oneshot::Sender<M::Robot>),
}

/// What a part answers, with the shared dice; or why it cannot.
pub(super) type PartReply<M> = Result<(<M as Model>::Reply, SharedDice), Failure>;

/// A request on its way to the part that answers it.
pub(super) struct Errand<M: Model> {
    /// The request.
    pub(super) request: M::Request,
    /// The shared dice, which come back with the reply.
    pub(super) shared: SharedDice,
    /// The part that waits for the reply while it handles an event, and so cannot answer.
    pub(super) away: Option<PartId>,
    /// How often parts have passed the request on.
    pub(super) forwards: u32,
    /// Where the reply goes, whichever part gives it.
    pub(super) reply: oneshot::Sender<PartReply<M>>,
}

/// A message to an environment part.
pub(super) enum PartMessage<M: Model> {
    /// Answer this.
    Ask(Errand<M>),
    /// Take note of this.
    Tell(M::Request),
    /// Handle this event.
    Grant(Grant<M>),
    /// Send a copy of yourself.
    Copy(oneshot::Sender<M::Part>),
}

/// What comes back from the arbiter: what was asked for, or the panic of an observer or of the
/// model's books; and where the run stands.
pub(super) type Answered<T> = (Result<T, Box<dyn Any + Send>>, Status);

/// What comes back when a run ends: the observer, whoever answered, and the result.
pub(super) type Ran<M> = (
    Box<dyn Observer<M>>,
    Box<dyn Answerer<M>>,
    Result<End, RunError>,
);

/// A message to the arbiter.
pub(super) enum ArbiterMessage<M: Model> {
    /// Do one step.
    Step(
        Vec<Input<M>>,
        oneshot::Sender<Answered<Result<Outcome<M>, RunError>>>,
    ),
    /// Run to the end.
    Run(
        Box<dyn Observer<M>>,
        Box<dyn Answerer<M>>,
        oneshot::Sender<Answered<Ran<M>>>,
    ),
    /// Bind an input to the event with this number.
    Schedule(u64, Input<M>),
    /// Send a copy of the whole state.
    Copy(oneshot::Sender<Result<State<M>, RunError>>),
    /// Take orders from here.
    Steer(Orders<M>),
}
