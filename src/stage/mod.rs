//! The stage: a run that can be looked at, forwards and backwards.
//!
//! A [`Player`] carries a run out on the inline engine and shows it at any of its instants: it keeps
//! checkpoints and goes on from the nearest one, which gives the same events again because a run is a
//! function of its scenario, its seed and its inputs. While the run gets further than ever before, it
//! notes on the way what a timeline needs: marks, and the curves of the monitors.
//!
//! What there is to see depends on the model: [`Staged`] says what a model shows. Everybody else meets
//! a stage through [`Stage`], whatever its model.
//!
//! Nothing here knows the time of day. Whoever shows a stage says how much real time has passed
//! ([`Stage::tick`]) and how much work may be done at a stretch ([`Stage::work`]).

mod amoebot;
mod books;
mod checkpoints;
mod follow;
mod frame;
mod oblot;
mod percept;
mod player;

use std::fmt::Debug;

use serde_json::{Map, Value};

use crate::arbiter::Committed;
use crate::engine::Inline;
use crate::model::outside::Remote;
use crate::monitor::Monitored;

pub use books::{Mark, MarkKind};
pub use follow::{Follow, Setup};
pub use frame::{HEADER_BYTES, Packer, flags};
pub use player::Player;

/// A run that can be looked at, whatever its model.
pub trait Stage: Debug + Send {
    /// What does not change while the run is looked at, in the model's words.
    fn about(&self) -> Map<String, Value>;

    /// Has the generations of the timeline, which grow whenever it is cut, begin with this number.
    fn number(&mut self, generation: u64);

    /// Where the run stands.
    fn status(&mut self) -> Map<String, Value>;

    /// Has time go on at this speed, until the run's end or a [`pause`](Stage::pause).
    fn play(&mut self, speed: Speed);

    /// Has time stand still.
    fn pause(&mut self);

    /// Whether time goes on, or a run elsewhere is waited for.
    fn is_playing(&self) -> bool;

    /// Goes so many steps on, or back where `count` is negative.
    fn step(&mut self, by: By, count: i64);

    /// Goes to another instant.
    fn seek(&mut self, to: Goal);

    /// So many seconds of real time have passed.
    fn tick(&mut self, seconds: f64);

    /// Does some of what is to be done: carries out at most so many events. Returns whether there is
    /// more to be done at once.
    fn work(&mut self, events: u32) -> bool;

    /// Whether a [`frame`](Stage::frame) would show something new.
    fn has_news(&mut self) -> bool;

    /// Packs what is to be seen now, in place of what was there.
    fn frame(&mut self, into: &mut Vec<u8>);

    /// What frames are to carry besides.
    fn show(&mut self, show: Show);

    /// What frames carry besides.
    fn shown(&self) -> Show;

    /// Everything about one robot.
    ///
    /// # Errors
    ///
    /// Which robots there are, in words.
    fn card(&mut self, robot: u32) -> Result<Value, String>;

    /// The robot that somebody looks for by its number or its name.
    ///
    /// # Errors
    ///
    /// Which robots there are, in words.
    fn find(&self, text: &str) -> Result<u32, String>;

    /// What stands on the timeline, from this one on.
    fn marks(&self, since: usize) -> &[Mark];

    /// The curves, each with its points from an index on: those that are not named from the first.
    fn curves(&self, since: &Map<String, Value>) -> Value;

    /// Does something to the world at the present instant, by a line such as `crash 3`. What came
    /// later is cut off, and the run goes on from here in another way.
    ///
    /// # Errors
    ///
    /// What was expected instead, in words.
    fn steer(&mut self, line: &str) -> Result<String, String>;

    /// What is done to the run, in order: the number of the event that a line precedes, and the line.
    /// `None` where something is done to it that no line stands for, as by a controller outside.
    fn orders(&self) -> Option<&[(u64, String)]>;

    /// How far the run has been carried out: the number of its events.
    fn head(&self) -> u64;

    /// Every robot as it is now, as CSV at full precision.
    fn table(&mut self) -> String;

    /// Where the robots started, for those who want to change it; `None` where the model has no list of
    /// positions.
    fn start(&self) -> Option<Value>;
}

/// How fast simulated time passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// So many units of simulated time in a second: finite and above 0.
    Units(f64),
    /// As fast as events can be carried out.
    Most,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// An event.
    Event,
    /// A unit of simulated time.
    Time,
    /// A round: every robot moved at least once, or a round of a synchronous scheduler.
    Round,
    /// An epoch.
    Epoch,
}

/// An instant to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// When so many events were committed.
    Event(u64),
    /// This instant of simulated time; finite and at least 0.
    Time(f64),
    /// The end of the run.
    End,
}

/// What frames carry besides the robots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// OBLOT: where each robot is going.
    pub targets: bool,
    /// Amoebot: the bonds.
    pub bonds: bool,
    /// Amoebot: pins, partition sets and circuits.
    pub circuits: bool,
}

/// How many laps of a run are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laps {
    /// How many epochs.
    pub epochs: u64,
    /// How many rounds.
    pub rounds: u64,
}

/// What can be seen of a run at an instant between two events.
pub struct Sight<'a, M: Staged> {
    /// The scenario.
    pub scenario: &'a M::Scenario,
    /// The run.
    pub run: &'a Inline<M>,
    /// What was remembered on the way here.
    pub memory: &'a M::Memory,
    /// The instant: not before the last event, and not after the next one.
    pub time: f64,
    /// Whether time goes on; then movements are shown while they last.
    pub is_moving: bool,
}

/// A model whose runs can be looked at.
pub trait Staged: Monitored + Remote {
    /// The number by which a frame names the model.
    const NUMBER: u8;

    /// What a stage remembers of the way to an instant, because the state of the run does not say it.
    type Memory: Clone + Debug + Send + Sync + 'static;

    /// What is remembered at the start.
    fn memory(scenario: &Self::Scenario, run: &Inline<Self>) -> Self::Memory;

    /// An event was committed.
    fn remember(memory: &mut Self::Memory, committed: &Committed<'_, Self>);

    /// What of this event stands on the timeline.
    fn mark(committed: &Committed<'_, Self>, marks: &mut Vec<Mark>);

    /// The laps that are over.
    fn laps(director: &Self::Director) -> Laps;

    /// Numbers that are shown, and drawn as curves, while the run goes on: the key (that of the figure
    /// in the summary of a run, where it has such a one) and the words for people.
    const GAUGES: &'static [(&'static str, &'static str)];

    /// How much each of the [`GAUGES`](Staged::GAUGES) is.
    fn gauges(director: &Self::Director, values: &mut [u64]);

    /// What does not change: the legend, the bounds of the start, the speed to begin with.
    fn introduce(scenario: &Self::Scenario, run: &Inline<Self>) -> Map<String, Value>;

    /// Packs the robots.
    fn pack(sight: &Sight<'_, Self>, show: Show, packer: &mut Packer<'_>);

    /// The card of a robot but for what it saw; `None` where there is no such robot.
    fn card(sight: &Sight<'_, Self>, robot: u32) -> Option<Map<String, Value>>;

    /// The event in which a robot looked last.
    fn last_look(memory: &Self::Memory, robot: u32) -> Option<u64>;

    /// What a robot sees in the next event of this copy of a run, and what else follows from it: the
    /// entries of its card. `None` where it sees nothing.
    fn seen(run: Inline<Self>, robot: u32) -> Option<Map<String, Value>>;

    /// Every robot, as CSV.
    fn table(sight: &Sight<'_, Self>) -> String;

    /// Where the robots are, as a scenario lists it; `None` where the model has no such list.
    fn positions(robots: &[Option<Self::Robot>]) -> Option<Value> {
        let _ = robots;
        None
    }

    /// The robot of this name.
    fn named(scenario: &Self::Scenario, name: &str) -> Option<u32> {
        let _ = (scenario, name);
        None
    }
}
