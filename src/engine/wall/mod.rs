//! The wall clock: real time, real concurrency, and one place that writes the order down.
//!
//! ```text
//!  robot 0: timer, Compute --+
//!  robot 1: timer, Compute --+--> world: stamp, carry out, write down --> record
//!  robot 2: timer, Compute --+     (positions, faults, books)
//! ```
//!
//! Nobody grants anything. Every robot is an actor with timers of its own; it looks when its wait
//! is over, computes for as long as that takes while the others go on, and then leaves or rests.
//! What it does to the world it does in the world's actor, which carries out one operation after
//! the other, each at a stamp that is later than all before: the present time, or the next number
//! after the last stamp. The order of the stamps is the one thing that a run on the virtual clock
//! would not repeat. It is written down, and fed to the [arbiter](crate::arbiter) it makes the same
//! run again.
//!
//! ```
//! use formicary::engine::steering::steering;
//! use formicary::engine::wall::{self, Wall};
//! use formicary::model::oblot::{Input, Oblot};
//! use formicary::model::{Extras, Subject, WallClock};
//! use formicary::scenario::Document;
//!
//! let text = "[clock]\nkind = 'wall'\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n";
//! let document = Document::parse("five.toml", text)?;
//! let plan = Oblot::plan(&Oblot::read(&document.root())?, Extras::default());
//! let (steering, orders) = steering();
//! let clock = WallClock::at_rate(500.0);
//! let wall = Wall { clock, threads: 2, orders: Some(orders), mind: None };
//! std::thread::spawn(move || steering.input(Input::Crash { robot: 3 }));
//! let (simulation, (), end) = wall::run(plan, wall, ())?;
//! println!("{} after {} events", end?.name(), simulation.status().events);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each robot's cycle is the one text that all engines share. On the wall clock it is three events:
//! LOOK looks, MOVE departs or rests once Compute is over, WAIT arrives.

mod ledger;
mod pacer;
mod robot;
mod world;

use std::any::Any;
use std::fmt::Display;
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;

use ractor::{Actor, ActorRef};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use self::ledger::Ledger;
use self::robot::{RobotMessage, RobotShell};
use self::world::{Finished, WorldMessage, WorldShell};
use super::steering::Orders;
use super::{Observer, Plan, Question, Runner, Simulation};
use crate::arbiter::{EventName, RunError};
use crate::model::{End, Failure, Model, WallClock};

/// How often the world looks at the clock and for orders, although nothing happens.
const BEAT: Duration = Duration::from_millis(10);

/// Takes the answer to a Compute; it may be called from any thread.
pub type Reply<M> = Box<dyn FnOnce(Result<<M as Model>::Intent, Failure>) + Send>;

/// Answers Computes from outside, several at the same time.
pub trait Mind<M: Model>: Send + Sync {
    /// Has a program outside compute for a robot, which looked in the event with this number at
    /// this instant of simulated time. This must not wait for the answer.
    fn ask(&self, event: u64, time: f64, question: Question<M>, reply: Reply<M>);
}

/// The event in which a robot looked.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Its number.
    event: u64,
    /// Its instant, in simulated time.
    time: f64,
}

/// Whoever answers Computes from outside, where anybody does.
struct Minds<M: Model>(Option<Arc<dyn Mind<M>>>);

impl<M: Model> Clone for Minds<M> {
    fn clone(&self) -> Self {
        Minds(self.0.clone())
    }
}

impl<M: Model> Minds<M> {
    fn ask(&self, look: Look, question: Question<M>, reply: Reply<M>) {
        match &self.0 {
            Some(mind) => mind.ask(look.event, look.time, question, reply),
            None => reply(Err(Failure::Controller("nobody answers".to_owned()))),
        }
    }
}

/// How to run on the wall clock.
pub struct Wall<M: Model> {
    /// How simulated time follows real time.
    pub clock: WallClock,
    /// On how many threads the robots live; at least 1. The world has one more, the caller's.
    pub threads: usize,
    /// Who steers.
    pub orders: Option<Orders<M>>,
    /// Who answers Computes from outside.
    pub mind: Option<Arc<dyn Mind<M>>>,
}

impl<M: Model> std::fmt::Debug for Wall<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wall")
            .field("clock", &self.clock)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Runs a plan on the wall clock to its end, or until the observer stops it. Gives back the world
/// as it is then, and the observer.
///
/// The plan must be one for the wall clock (`[clock] kind = "wall"`), whose robots look, compute
/// and move in events of their own.
///
/// # Errors
///
/// [`RunError::Wake`] where a first event of the plan has no valid time, and [`RunError::Handler`]
/// where the system has no threads to give. A run that fails later is no error of this kind.
///
/// # Panics
///
/// Where the observer does.
#[allow(
    clippy::type_complexity,
    reason = "the world, the observer, and how the run ended"
)]
pub fn run<M: Model, O: Observer<M>>(
    plan: Plan<M>,
    wall: Wall<M>,
    observer: O,
) -> Result<(Simulation<M>, O, Result<End, RunError>), RunError> {
    let robots = plan.robots.len();
    let ledger = Ledger::new(plan, wall.clock, Box::new(observer))?;
    let crew = Builder::new_multi_thread()
        .worker_threads(wall.threads.max(1))
        .enable_time()
        .build()
        .map_err(|error| gone(&error))?;
    let here = Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| gone(&error))?;
    let finished = here.block_on(live(ledger, wall, robots, &crew));
    // An algorithm that never comes back keeps its thread; nobody waits for it.
    crew.shutdown_background();
    match finished? {
        Ok((inline, observer, over)) => {
            let observer: Box<dyn Any> = observer;
            let Ok(observer) = observer.downcast::<O>() else {
                unreachable!("the observer that comes back is the one that was sent");
            };
            let simulation = Simulation {
                runner: Runner::Inline(Box::new(inline)),
            };
            Ok((simulation, *observer, over))
        }
        Err(panic) => resume_unwind(panic),
    }
}

/// Starts the actors and waits for the end of the run.
async fn live<M: Model>(
    ledger: Ledger<M>,
    wall: Wall<M>,
    robots: usize,
    crew: &Runtime,
) -> Result<Finished<M>, RunError> {
    let (port, finished) = oneshot::channel();
    let shell = WorldShell(PhantomData);
    let arguments = (ledger, wall.orders, port);
    let world = Actor::spawn(None, shell, arguments).await;
    let (world, _) = world.map_err(|error| gone(&error))?;
    let minds = Minds(wall.mind);
    // The robots live on the crew's threads, the world and its clock on this one.
    let (address, everybody) = (world.clone(), minds.clone());
    let keepers = crew.spawn(async move { hire(address, &everybody, robots + 1).await });
    let keepers = keepers.await.map_err(|error| gone(&error))?;
    let keepers = keepers.map_err(|error| gone(&error))?;
    drop(world.send_message(WorldMessage::Begin(keepers)));
    finished.await.map_err(|error| gone(&error))
}

/// The actors of all robots and, last, of the environment.
async fn hire<M: Model>(
    world: ActorRef<WorldMessage<M>>,
    minds: &Minds<M>,
    count: usize,
) -> Result<Vec<ActorRef<RobotMessage<M>>>, ractor::SpawnErr> {
    let mut keepers = Vec::with_capacity(count);
    for _ in 0..count {
        let arguments = (world.clone(), minds.clone());
        let (keeper, _) = Actor::spawn(None, RobotShell(PhantomData), arguments).await?;
        keepers.push(keeper);
    }
    Ok(keepers)
}

/// The error of an actor or a thread that is not there when it should be.
fn gone(why: &dyn Display) -> RunError {
    RunError::Handler {
        who: "the wall clock".into(),
        event: EventName {
            number: 0,
            time: 0.0,
            kind: "ACTOR",
            target: "the world".into(),
        },
        failure: Failure::Gone(why.to_string()),
    }
}
