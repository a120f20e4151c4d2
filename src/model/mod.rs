//! What every model implements, and the door through which a robot reaches the world.
//!
//! A model is a world with its rules. It says what a robot is, which parts its environment has,
//! what kinds of event there are and what their handling leaves behind. The [arbiter] orders its
//! events and the [engines] execute them; both are generic over the traits of this module, so a
//! new model adds a folder here and changes neither.
//!
//! ```text
//!   arbiter --grants an event--> robot or part --asks through its door--> parts
//!   arbiter <--Done{outcome, wake-ups}-- robot or part
//! ```
//!
//! A handler is an `async fn` that lives for one event. It suspends only at its [`Door`]; the
//! inline engine answers there by plain calls, the actor engine by messages, so one text serves
//! both and their results cannot differ.
//!
//! [arbiter]: crate::arbiter
//! [engines]: crate::engine

pub mod amoebot;
pub mod clock;
mod event;
pub mod oblot;
pub mod outside;
mod plan;
mod subject;
#[cfg(test)]
pub(crate) mod tiny;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::{Numpy, Touched};

pub use clock::{Clock, WallClock};
pub use event::{
    Cancel, Done, ENVIRONMENT, Event, Kind, Members, More, Newcomer, PartId, Target, Wake,
};
pub use plan::{Condition, Limits, Plan};
pub use subject::{Extras, Figure, Subject};

/// The one generator that a whole run shares when it reproduces numpy's random numbers.
///
/// It is handed from holder to holder with the grant; `None` where every owner has its own dice.
pub type SharedDice = Option<Box<Numpy>>;

/// A world with its rules.
pub trait Model: Sized + Clone + Debug + Send + Sync + 'static {
    /// The word for `model = ` in a scenario.
    const NAME: &'static str;

    /// What the members of a synchronous phase have to do with each other.
    const PHASES: Phases = Phases::Turns;

    /// The kinds of event, in the order in which the heap breaks ties.
    type Kind: Kind;
    /// What an event may carry.
    type Payload: Clone + Debug + Default + Send + Sync + 'static;
    /// The active entity.
    type Robot: Robot<Self>;
    /// The environment parts: usually an enumeration of the model's parts.
    type Part: Part<Self>;
    /// What a robot or a part may ask of a part.
    type Request: Send + 'static;
    /// What a part answers.
    type Reply: Send + 'static;
    /// What one robot makes of a snapshot: the input of Compute. Cheap to clone.
    type Percept: Clone + Debug + Send + Sync + 'static;
    /// What Compute decides.
    type Intent: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Whatever computes: an algorithm, or the name of a program outside.
    type Controller: Controller<Self>;
    /// What an event did, as the digest and the observers see it.
    type Outcome: Clone + Debug + Send + Sync + 'static;
    /// Keeps the books over committed events, plans phases and names the end.
    type Director: Director<Self>;
    /// What a person or a script may do to a run from outside.
    type Input: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The part that a request is addressed to.
    fn route(request: &Self::Request) -> PartId;

    /// Appends the packed little-endian row of one outcome; the digest and the record are made
    /// of these bytes. All rows of a model have one length. `robot` is the id of a batch's member
    /// or `None` where the event was granted to one handler.
    fn encode(event: &Event<Self>, robot: Option<u32>, outcome: &Self::Outcome, row: &mut Vec<u8>);

    /// Appends the row that a synchronous phase writes ahead of the rows of its robots.
    fn encode_phase(event: &Event<Self>, members: usize, row: &mut Vec<u8>);

    /// Appends to the row of an operation of a wall-clock run what the model wants to be compared
    /// in a replay besides the event: percepts, intents, verdicts. All rows have one length.
    fn encode_operation(outcome: &Self::Outcome, row: &mut Vec<u8>) {
        let _ = (outcome, row);
    }

    /// What an input from outside does: requests, wake-ups and removals at the present instant.
    /// `director` are the books as they stand before it.
    fn inject(input: &Self::Input, director: &Self::Director, now: f64) -> Injection<Self>;
}

/// What the members of a synchronous phase have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phases {
    /// They ask parts, and change them in the order of the ids once all have decided: see
    /// [`Door::turn`].
    Turns,
    /// Each computes from what the event carries and from itself alone: it asks and tells no part and
    /// takes no turn. What they decided is carried out by a later event. Such members need not be alive
    /// at the same time, which makes large phases cheap.
    Apart,
}

/// What an input from outside turns into: the requests are carried out first, then pending events
/// are removed, then new ones are pushed.
#[derive(Debug)]
pub struct Injection<M: Model> {
    /// Pending events to remove.
    pub cancels: Vec<Cancel<M::Kind>>,
    /// Requests to environment parts; their replies are dropped.
    pub requests: Vec<M::Request>,
    /// Events to push.
    pub wakes: Vec<Wake<M>>,
}

impl<M: Model> Default for Injection<M> {
    fn default() -> Self {
        Injection {
            cancels: Vec::new(),
            requests: Vec::new(),
            wakes: Vec::new(),
        }
    }
}

/// Something that events can be granted to.
pub trait Handler<M: Model>: Clone + Debug + Send + Sync + 'static {
    /// Handles one event to its end.
    ///
    /// In a batch everything before [`Door::turn`] sees the same snapshot and must change nothing
    /// that another member can see; what follows is carried out in the order of the ids.
    ///
    /// # Errors
    ///
    /// A [`Failure`] ends the run with a named error.
    fn handle<D: Door<M>>(
        &mut self,
        event: &Event<M>,
        door: &mut D,
    ) -> impl Future<Output = Result<Done<M>, Failure>> + Send;

    /// The dice this handler owns that were drawn from.
    fn touched(&self) -> Vec<Touched>;
}

/// The active entity of a model.
pub trait Robot<M: Model>: Handler<M> {
    /// Tells a robot that joins a running swarm which id it was given.
    fn set_id(&mut self, id: u32);

    /// Whether its Compute is answered by a program outside.
    fn is_controlled_outside(&self) -> bool {
        false
    }

    /// The Compute that lies open between two of its events, where Compute takes as long as it
    /// takes: the wall clock has it carried out while others go on. Where nobody does, the robot
    /// carries it out itself at the beginning of its next event.
    fn thought(&self) -> Option<Thought<M>> {
        None
    }

    /// How much memory the view of its open Compute may take by itself while others go on, in bytes.
    fn view_bytes(&self) -> usize {
        0
    }

    /// Takes what came of its open Compute.
    fn conclude(&mut self, conclusion: Conclusion<M>) {
        let _ = conclusion;
    }

    /// Whether it is in the middle of a cycle.
    fn is_in_flight(&self) -> bool {
        false
    }
}

/// A Compute that may be carried out away from its robot.
#[derive(Clone, Debug)]
pub struct Thought<M: Model> {
    /// What computes.
    pub controller: M::Controller,
    /// What the robot perceives.
    pub percept: M::Percept,
    /// The robot's dice.
    pub dice: crate::dice::Dice,
}

/// What came of a [`Thought`].
#[derive(Clone, Debug)]
pub struct Conclusion<M: Model> {
    /// What was decided.
    pub intent: Result<M::Intent, Failure>,
    /// The robot's dice, as they are now.
    pub dice: crate::dice::Dice,
}

/// A plain state machine that owns a piece of the physical world.
pub trait Part<M: Model>: Handler<M> {
    /// The name for people: `position tracker`.
    fn name(&self) -> &'static str;

    /// Answers a request, or passes it on to another part.
    fn answer(&mut self, request: M::Request, shared: &mut SharedDice) -> Answer<M>;
}

/// How a part answers.
#[derive(Debug)]
pub enum Answer<M: Model> {
    /// With a reply to whoever asked first.
    Reply(M::Reply),
    /// By passing the request on, to the part that [`Model::route`] names for it.
    Forward(M::Request),
}

/// Whatever answers the Compute of a robot.
pub trait Controller<M: Model>: Clone + Debug + Send + Sync + 'static {
    /// Computes: a pure function of the percept and the robot's own dice.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where the algorithm cannot decide; a panic is turned into one by the engine.
    fn compute(
        &self,
        percept: &M::Percept,
        dice: &mut crate::dice::Dice,
        shared: &mut SharedDice,
    ) -> Result<M::Intent, Failure>;

    /// The robot's controller outside the process, where it has one.
    fn outside(&self) -> bool {
        false
    }
}

/// A handler's only door to the world.
///
/// The futures of a door are the only places where a handler may suspend.
pub trait Door<M: Model>: Send {
    /// Asks a part and waits for its reply.
    fn ask(&mut self, request: M::Request) -> impl Future<Output = M::Reply> + Send;

    /// Tells a part something whose reply nobody needs. Nothing is waited for, so the part must
    /// neither fail, nor pass the request on, nor draw from the shared dice.
    fn tell(&mut self, request: M::Request) -> impl Future<Output = ()> + Send;

    /// Has the controller compute. A panic of the algorithm comes back as a [`Failure`].
    fn compute(
        &mut self,
        controller: &M::Controller,
        percept: M::Percept,
        dice: &mut crate::dice::Dice,
    ) -> impl Future<Output = Result<M::Intent, Failure>> + Send;

    /// In a batch, waits until every member has decided and all members with lower ids are done;
    /// elsewhere returns at once.
    fn turn(&mut self) -> impl Future<Output = ()> + Send;

    /// The run's shared dice, which are here while the grant is.
    fn shared(&mut self) -> &mut SharedDice;
}

/// Why a handler could not finish.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Its code panicked.
    #[error("panicked: {0}")]
    Panicked(String),
    /// The algorithm decided nothing that the model can carry out.
    #[error("{0}")]
    Invalid(String),
    /// A program outside did not answer as agreed.
    #[error("controller: {0}")]
    Controller(String),
    /// The actor of this robot or part is gone.
    #[error("its actor is gone: {0}")]
    Gone(String),
}

/// Why a run ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Every robot that could is done, or nothing is left to happen.
    Terminated,
    /// Nothing can ever change again although robots are active.
    Stalled,
    /// The limit of simulated time was reached.
    Time,
    /// The limit of events was reached.
    Events,
    /// The limit of turns was reached.
    Turns,
    /// The scenario's condition holds.
    Condition,
    /// The robots' wishes contradict each other.
    Conflict,
    /// Robots collided.
    Collision,
    /// The limit of real time was reached.
    Timeout,
    /// Somebody stopped the run.
    Interrupted,
    /// The run failed with a named error.
    Failed,
}

impl End {
    /// The word for people and programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            End::Terminated => "terminated",
            End::Stalled => "stalled",
            End::Time => "time",
            End::Events => "events",
            End::Turns => "turns",
            End::Condition => "condition",
            End::Conflict => "conflict",
            End::Collision => "collision",
            End::Timeout => "timeout",
            End::Interrupted => "interrupted",
            End::Failed => "failed",
        }
    }
}

/// Sees every committed event in order; keeps the books, plans phases and names the end.
///
/// It stands beside the arbiter, so it may not look at robots or parts: what it needs to know is
/// in the outcomes.
pub trait Director<M: Model>: Clone + Debug + Send + Sync + 'static {
    /// Takes note of a committed event. `results` holds the outcome of the handler, or those of
    /// the batch in the order of the ids. Wake-ups appended to `wakes` are pushed after those of
    /// the handlers. Returns the end of the run where this event ended it.
    fn committed(
        &mut self,
        event: &Event<M>,
        results: &[(i32, M::Outcome)],
        wakes: &mut Vec<Wake<M>>,
    ) -> Option<End>;

    /// Pending events that the event at hand has made void: asked for once after each event, and
    /// removed before the director's own wake-ups are pushed.
    fn cancels(&mut self) -> Vec<Cancel<M::Kind>> {
        Vec::new()
    }

    /// The dice the director owns that were drawn from.
    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }
}
