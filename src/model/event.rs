//! Events: what the arbiter's heap orders, what a handler returns, what is pushed next.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use super::Model;

/// The id by which events are ordered and printed when they belong to no robot.
pub const ENVIRONMENT: i32 = -1;

/// The kinds of event of one model, ordered as the model declares them.
///
/// Kinds break ties between events of one instant and one id: the least kind is handled first.
pub trait Kind: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The number by which the heap orders this kind; it must agree with `Ord`.
    fn rank(self) -> u8;

    /// The word for people, in capitals (`LOOK`).
    fn name(self) -> &'static str;
}

/// Names one environment part: its place in the plan's list of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(pub u8);

/// Whom an event is granted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One robot, by id.
    Robot(u32),
    /// One environment part.
    Part(PartId),
    /// A synchronous phase: all members act on one snapshot, as one batch.
    Phase(Members),
}

/// The robots that take part in a synchronous phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Members {
    /// Every robot that is present when the phase is granted.
    All,
    /// These robots, in increasing order of their ids.
    Only(Arc<Vec<u32>>),
}

impl Target {
    /// The id by which the heap orders the event: the robot's, or -1 for everything else.
    #[must_use]
    pub fn id(&self) -> i32 {
        match self {
            // Ids are dense and start at 0, so a robot's id always fits.
            Target::Robot(id) => *id as i32,
            Target::Part(_) | Target::Phase(_) => ENVIRONMENT,
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Robot(id) => write!(f, "robot {id}"),
            Target::Part(part) => write!(f, "environment part {}", part.0),
            Target::Phase(Members::All) => f.write_str("all robots"),
            Target::Phase(Members::Only(ids)) if ids.len() == 1 => f.write_str("1 robot"),
            Target::Phase(Members::Only(ids)) => write!(f, "{} robots", ids.len()),
        }
    }
}

/// A wish for an event: it becomes pending once the handler that returned it is committed.
#[derive(Clone, Debug)]
pub struct Wake<M: Model> {
    /// When, in simulated time: finite and not before the present instant.
    pub time: f64,
    /// To whom.
    pub target: Target,
    /// Of which kind.
    pub kind: M::Kind,
    /// What it carries.
    pub payload: M::Payload,
}

impl<M: Model> Wake<M> {
    /// A wake-up of a robot that carries the default payload.
    #[must_use]
    pub fn robot(time: f64, id: u32, kind: M::Kind) -> Self {
        Wake {
            time,
            target: Target::Robot(id),
            kind,
            payload: M::Payload::default(),
        }
    }

    /// A wake-up of an environment part that carries the default payload.
    #[must_use]
    pub fn part(time: f64, part: PartId, kind: M::Kind) -> Self {
        Wake {
            time,
            target: Target::Part(part),
            kind,
            payload: M::Payload::default(),
        }
    }

    /// A synchronous phase that carries the default payload.
    #[must_use]
    pub fn phase(time: f64, members: Members, kind: M::Kind) -> Self {
        Wake {
            time,
            target: Target::Phase(members),
            kind,
            payload: M::Payload::default(),
        }
    }
}

/// Names a pending event that shall be removed without being handled, counted or hashed.
///
/// Where several pending events have this time, id and kind, the one pushed first is removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cancel<K> {
    /// The time of the pending event.
    pub time: f64,
    /// Its id: a robot's, or -1.
    pub id: i32,
    /// Its kind.
    pub kind: K,
}

/// An event that has been taken from the heap and granted.
#[derive(Clone, Debug)]
pub struct Event<M: Model> {
    /// How many events were committed before this one.
    pub number: u64,
    /// The instant, in simulated time.
    pub time: f64,
    /// When it was due, in simulated time: on the virtual clock its instant, on the wall clock the
    /// earlier time that it was planned for.
    pub due: f64,
    /// To whom it is granted.
    pub target: Target,
    /// Its kind.
    pub kind: M::Kind,
    /// What it carries.
    pub payload: M::Payload,
}

impl<M: Model> Event<M> {
    /// The id by which it was ordered: the robot's, or -1.
    #[must_use]
    pub fn id(&self) -> i32 {
        self.target.id()
    }
}

impl<M: Model> Display for Event<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "event {} ({} of {} at {})",
            self.number,
            self.kind.name(),
            self.target,
            self.time
        )
    }
}

/// What a handler returns when it has handled its event to the end.
#[derive(Clone, Debug)]
pub struct Done<M: Model> {
    /// What the event did: the digest, the record and the observers see this.
    pub outcome: M::Outcome,
    /// The wake-up that nearly every event asks for.
    pub wake: Option<Wake<M>>,
    /// Everything that only some events ask for.
    pub more: Option<Box<More<M>>>,
}

/// The rarer wishes of a handler, carried out in the order of the fields.
#[derive(Clone, Debug)]
pub struct More<M: Model> {
    /// Pending events to remove.
    pub cancels: Vec<Cancel<M::Kind>>,
    /// Further wake-ups, pushed after [`Done::wake`] in this order.
    pub wakes: Vec<Wake<M>>,
    /// Robots that join; they get the next free ids in this order.
    pub joining: Vec<Newcomer<M>>,
    /// Robots that leave; their pending events go with them, and their ids are never used again.
    pub leaving: Vec<u32>,
}

/// A robot that joins a running swarm, and the first event it is granted.
#[derive(Clone, Debug)]
pub struct Newcomer<M: Model> {
    /// The robot; it is told its id by [`Robot::set_id`](super::Robot::set_id).
    pub robot: M::Robot,
    /// When its first event comes.
    pub time: f64,
    /// Of which kind that event is.
    pub kind: M::Kind,
    /// What that event carries.
    pub payload: M::Payload,
}

impl<M: Model> Default for More<M> {
    fn default() -> Self {
        More {
            cancels: Vec::new(),
            wakes: Vec::new(),
            joining: Vec::new(),
            leaving: Vec::new(),
        }
    }
}

impl<M: Model> Done<M> {
    /// An event that did `outcome` and asks for nothing.
    #[must_use]
    pub fn new(outcome: M::Outcome) -> Self {
        Done {
            outcome,
            wake: None,
            more: None,
        }
    }

    /// Asks for a wake-up.
    #[must_use]
    pub fn wake(mut self, wake: Wake<M>) -> Self {
        if self.wake.is_none() && self.more.is_none() {
            self.wake = Some(wake);
        } else {
            self.more().wakes.push(wake);
        }
        self
    }

    /// Asks for the removal of a pending event.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel<M::Kind>) -> Self {
        self.more().cancels.push(cancel);
        self
    }

    /// Lets a robot join the swarm.
    #[must_use]
    pub fn join(mut self, newcomer: Newcomer<M>) -> Self {
        self.more().joining.push(newcomer);
        self
    }

    /// Lets a robot leave the swarm.
    #[must_use]
    pub fn leave(mut self, id: u32) -> Self {
        self.more().leaving.push(id);
        self
    }

    fn more(&mut self) -> &mut More<M> {
        self.more.get_or_insert_with(Box::default)
    }
}
