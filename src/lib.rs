//! Formicary: an actor-based concurrent swarm simulator.
//!
//! Every robot is an actor that runs its own Look-Compute-Move loop; the environment (who is
//! where, who sees what, who fails) consists of actors too. One *arbiter* of virtual time grants
//! the events one by one, in an order that is exact to the last bit. So a run is
//!
//! > a pure function of **(scenario, seed, inputs)**:
//!
//! the same three give the same run, event for event and bit for bit, on either engine and on any
//! number of threads. Inputs are whatever comes from outside while the run goes on (steering, the
//! answers of a controller, an interruption). They are bound to the event that they precede and
//! kept in the record, which is why a record can be replayed exactly.
//!
//! This page is a tutorial: it goes from a scenario to a run, steps it, watches it, replaces what
//! its robots compute, disturbs it, saves and resumes it, and replays it from a record. Every
//! example is compiled and run with the tests. At the end stands a [map of the
//! house](#the-map-of-the-house).
//!
//! # From a scenario to a run
//!
//! A [`scenario`] is a TOML text that says everything about a run. A [`Study`](study::Study) is a
//! checked scenario of any model, with all that can be done with it: the command line uses
//! nothing else.
//!
//! ```
//! use formicary::engine::Engine;
//! use formicary::scenario::Document;
//! use formicary::study::{RunOptions, Study};
//!
//! let text = "
//!     model = 'oblot'
//!     seed = 7
//!
//!     [swarm]
//!     robots = 20
//!     algorithm = 'gathering'
//!
//!     [limits]
//!     time = 1000.0
//! ";
//! let study = Study::read(&Document::parse("twenty.toml", text)?)?;
//! let run = study.run(&RunOptions::on(Engine::Inline { threads: 1 }))?;
//! assert_eq!(run.end.name(), "terminated");
//!
//! // The same study gives the same run. `digest` is a hash over all events.
//! let again = study.run(&RunOptions::on(Engine::Inline { threads: 1 }))?;
//! assert_eq!(run.digest, again.digest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is wrong with a scenario is said before the run, with the place:
//!
//! ```
//! use formicary::scenario::Document;
//! use formicary::study::Study;
//!
//! let text = "model = 'oblot'\n[swarm]\nrobotts = 20\nalgorithm = 'gathering'\n";
//! let error = Study::read(&Document::parse("twenty.toml", text)?).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "twenty.toml:3:1: swarm.robots: missing, expected a whole number between 1 and \
//!      10000000, found the key \"robotts\"\nhelp: did you mean \"robots\"?",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Step by step
//!
//! One floor below stands a [`Simulation`](engine::Simulation) of one
//! [`Model`](model::Model). It starts from a [`Plan`](model::Plan), which a model's scenario
//! makes ([`Extras`](model::Extras) are what the outcomes bring along for observers, such as the
//! positions at every tick). [`step`](engine::Simulation::step) handles exactly one event:
//!
//! ```
//! use formicary::engine::{Engine, Outcome, Simulation};
//! use formicary::model::Extras;
//! use formicary::model::oblot::{Kind, scenario::Scenario};
//! use formicary::scenario::Document;
//!
//! let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! let document = Document::parse("twenty.toml", text)?;
//! let scenario = Scenario::read(&document.root())?;
//! let plan = scenario.plan(Extras::default());
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//!
//! // In the asynchronous scheduler every robot starts with a Look at a time of its own.
//! let Outcome::Committed { event, .. } = simulation.step(&[])? else {
//!     panic!("twenty robots have something to do");
//! };
//! assert_eq!((event.number, event.kind), (0, Kind::Look));
//!
//! // On to the end.
//! let end = loop {
//!     if let Outcome::Ended(end) = simulation.step(&[])? {
//!         break end;
//!     }
//! };
//! assert_eq!(end.name(), "terminated");
//! assert_eq!(simulation.status().ended, Some(end));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Observe
//!
//! [`run`](engine::Simulation::run) goes to the end by itself and shows every committed event to
//! an [`Observer`](engine::Observer), which sees all and influences nothing, except that it may
//! stop the run. Between two events [`status`](engine::Simulation::status) and
//! [`state`](engine::Simulation::state) can be asked.
//!
//! ```
//! use formicary::arbiter::Committed;
//! use formicary::engine::{Engine, Flow, Observer, Simulation};
//! use formicary::model::oblot::{Kind, Oblot, scenario::Scenario};
//! use formicary::model::{End, Extras};
//! use formicary::scenario::Document;
//!
//! /// Counts Looks, and stops the run after the hundredth.
//! struct Looks(u64);
//!
//! impl Observer<Oblot> for Looks {
//!     fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
//!         self.0 += u64::from(committed.event.kind == Kind::Look);
//!         if self.0 == 100 { Flow::Stop(End::Interrupted) } else { Flow::Continue }
//!     }
//! }
//!
//! # let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let document = Document::parse("twenty.toml", text)?;
//! # let scenario = Scenario::read(&document.root())?;
//! let plan = scenario.plan(Extras::default());
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//! let (looks, end) = simulation.run(Looks(0));
//! assert_eq!((looks.0, end?), (100, End::Interrupted));
//! println!("{} epochs so far", simulation.state()?.director.epochs());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An algorithm of one's own
//!
//! What an OBLOT robot computes is an [`Algorithm`](model::oblot::algorithms::Algorithm): a
//! function of what the robot sees at this instant, and of its own dice if it draws.
//! [`with_algorithm`](model::oblot::scenario::Scenario::with_algorithm) puts one in the place of
//! the one that the scenario names. The two engines run it unchanged.
//!
//! ```
//! use std::sync::Arc;
//!
//! use formicary::engine::{Engine, Simulation};
//! use formicary::math::Point;
//! use formicary::model::oblot::algorithms::{Algorithm, AlgorithmDice};
//! use formicary::model::oblot::{Intent, percept::Percept, scenario::Scenario};
//! use formicary::model::{End, Extras, Failure};
//! use formicary::scenario::Document;
//!
//! /// Follow the sun: every robot goes to x = 50 and is done when it is there.
//! #[derive(Debug)]
//! struct East;
//!
//! impl Algorithm for East {
//!     fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
//!         let here = percept.here();
//!         Ok(Intent::go(Point::new(50.0, here.y), here.x == 50.0))
//!     }
//! }
//!
//! # let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let document = Document::parse("twenty.toml", text)?;
//! let scenario = Scenario::read(&document.root())?.with_algorithm(Arc::new(East));
//! let plan = scenario.plan(Extras::default());
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//! let ((), end) = simulation.run(());
//! assert_eq!(end?, End::Terminated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To make it known to scenario files by a name, add a file to `src/model/oblot/algorithms` and a
//! line to [`ALGORITHMS`](model::oblot::algorithms::ALGORITHMS); the README shows how.
//!
//! An algorithm for the particles of the amoebot model is shown in
//! [`amoebot::interface`](model::amoebot::interface).
//!
//! # Inputs
//!
//! An [`Input`](arbiter::Input) is the only way to influence a run from outside. Hand it to
//! [`step`](engine::Simulation::step) and it precedes the next event;
//! [`schedule`](engine::Simulation::schedule) binds it to an event that is still to come.
//!
//! ```
//! use formicary::arbiter::Input;
//! use formicary::engine::{Engine, Simulation};
//! # use formicary::model::Extras;
//! use formicary::model::oblot::{self, scenario::Scenario};
//! # use formicary::scenario::Document;
//!
//! # let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let document = Document::parse("twenty.toml", text)?;
//! # let scenario = Scenario::read(&document.root())?;
//! let run = |inputs: &[(u64, Input<oblot::Oblot>)]| {
//!     let plan = scenario.plan(Extras::default());
//!     let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//!     for (before, input) in inputs {
//!         simulation.schedule(*before, input.clone());
//!     }
//!     simulation.run(()).1?;
//!     Ok::<_, formicary::arbiter::RunError>(simulation.status().digest)
//! };
//! // Robot 3 crashes just before the hundredth event (the first is number 0).
//! let crash = [(99, Input::Steer(oblot::Input::Crash { robot: 3 }))];
//! assert_eq!(run(&crash)?, run(&crash)?);
//! assert_ne!(run(&crash)?, run(&[])?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The answers of a program that computes for a robot are inputs too. A step that needs them
//! returns all open questions at once, and is called again with the answers:
//!
//! ```
//! use formicary::arbiter::Input;
//! use formicary::engine::{Engine, Outcome, Simulation};
//! # use formicary::model::Extras;
//! use formicary::model::oblot::{Intent, algorithms::Controller, scenario::Scenario};
//! # use formicary::scenario::Document;
//!
//! # let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let document = Document::parse("twenty.toml", text)?;
//! # let scenario = Scenario::read(&document.root())?;
//! let mut plan = scenario.plan(Extras::default());
//! plan.robots[3].set_controller(Controller::Outside);
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//! let mut answers = Vec::new();
//! for _ in 0..1000 {
//!     match simulation.step(&answers)? {
//!         Outcome::Needs(questions) => {
//!             // Robot 3 stays where it is, and has never done enough.
//!             answers = questions
//!                 .iter()
//!                 .map(|question| Input::Answer {
//!                     robot: question.robot,
//!                     intent: Intent::stay(question.percept.here(), false),
//!                 })
//!                 .collect();
//!         }
//!         Outcome::Committed { .. } => answers.clear(),
//!         Outcome::Ended(_) => break,
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checkpoint and resume
//!
//! On the inline engine the whole state of a run (heap, dice, robots, environment, digests) can
//! be copied between two events, and resumed as often as one likes:
//!
//! ```
//! # use formicary::engine::{Engine, Simulation};
//! # use formicary::model::{Extras, oblot::scenario::Scenario};
//! # use formicary::scenario::Document;
//! # let text = "seed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let document = Document::parse("twenty.toml", text)?;
//! # let scenario = Scenario::read(&document.root())?;
//! let plan = scenario.plan(Extras::default());
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//! for _ in 0..500 {
//!     simulation.step(&[])?;
//! }
//! let checkpoint = simulation.checkpoint().expect("no question is open");
//! simulation.run(()).1?;
//!
//! let mut resumed = Simulation::resume(&checkpoint, 1);
//! resumed.run(()).1?;
//! assert_eq!(resumed.status().digest, simulation.status().digest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Record and replay
//!
//! A [`record`] is the file that a run leaves behind. It holds the scenario with every default
//! filled in, the inputs and every event, so that it can be replayed without anything else, and
//! is read by other tools.
//!
//! ```
//! use formicary::engine::Engine;
//! use formicary::record::Record;
//! # use formicary::scenario::Document;
//! use formicary::study::{RunOptions, Study};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("twenty.jsonl");
//! # let text = "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 20\nalgorithm = 'gathering'\n";
//! # let study = Study::read(&Document::parse("twenty.toml", text)?)?;
//! let mut options = RunOptions::on(Engine::Inline { threads: 1 });
//! options.record = Some(path.clone()); // twenty.jsonl, or twenty.mcap
//! let run = study.run(&options)?;
//!
//! let record = Record::open(&path)?;
//! let replayed = Study::of_record(&record)?
//!     .replay(&record, &RunOptions::on(Engine::Inline { threads: 1 }))?;
//! assert!(replayed.agrees());
//! assert_eq!((replayed.events, replayed.digest), (run.events, run.digest));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(feature = "native", doc = "")]
#![cfg_attr(
    feature = "native",
    doc = "# Real actors

The examples above run on the inline engine, which is plain calls and always there. With the
feature `native` (on by default) the same plan runs on actors, and
[`verify`](study::Study::verify) compares the two event by event:

```
use formicary::engine::Engine;
# use formicary::scenario::Document;
use formicary::study::{RunOptions, Study};

# let text = \"model = 'oblot'\\nseed = 7\\n[swarm]\\nrobots = 20\\nalgorithm = 'gathering'\\n\";
# let study = Study::read(&Document::parse(\"twenty.toml\", text)?)?;
let verified = study.verify(&RunOptions::on(Engine::Actors { threads: 2 }))?;
assert!(verified.agrees());
# Ok::<(), Box<dyn std::error::Error>>(())
```"
)]
//!
//! # The map of the house
//!
//! Arrows point downwards only: a room may use what stands below it, and nothing above.
//!
//! | room | what it is about |
//! |---|---|
#![cfg_attr(
    feature = "native",
    doc = "| [`cli`] | the command line, one file per subcommand; clap, terminals and exit codes |"
)]
#![cfg_attr(
    feature = "serve",
    doc = "| [`serve`] | the page in a browser, and the server that it comes from |"
)]
#![cfg_attr(
    feature = "store",
    doc = "| [`sweep`] | many runs of one scenario: what is varied, the workers, a run as a row |"
)]
#![cfg_attr(
    feature = "store",
    doc = "| [`store`] | runs, scenarios and sweeps in one SQLite file; filters and selections |"
)]
#![cfg_attr(
    feature = "plot",
    doc = "| [`experiment`] | a small study as one file: sweeps, tables, plots, a report |"
)]
#![cfg_attr(feature = "plot", doc = "| [`plot`] | charts as SVG and PNG |")]
#![cfg_attr(
    feature = "store",
    doc = "| [`stats`] | statistics of data sets: intervals, tests, survival, fits |"
)]
//! | [`theory`] | claims about the models, checked by runs |
//! | [`study`] | a scenario with everything done with it: run, replay, verify; reads the word `model` |
//! | [`viewer`] | the conversation of a page with a run: commands, replies, frames |
//! | [`stage`] | a run that can be looked at, forwards and backwards |
//! | [`record`] | the file a run leaves behind: writer, reader, formats; runs recorded elsewhere |
//! | [`picture`] | pictures of a structure of the amoebot model: SVG and text |
//! | [`monitor`] | observers that check properties of a run and never influence it |
#![cfg_attr(
    feature = "native",
    doc = "| [`controller`] | programs outside the process that compute for robots |"
)]
//! | [`engine`] | how events are executed: by plain calls, by actors, or on the wall clock; the library's door |
//! | [`arbiter`] | what happens next: heap, limits, inputs, digest; no I/O |
//! | [`model`] | the traits of a world with its rules; [`model::oblot`] is the first such world |
//! | [`scenario`] | from TOML to checked values, with errors that show the place |
//! | [`registry`] | the static slices that say what there is to choose from |
//! | [`dataset`] | named, typed columns, as statistics, plots and exports take them |
//! | [`layout`] | how one row of the event log is laid out in bytes |
//! | [`dice`] | every random number of a run |
//! | [`math`] | floating point whose bits are equal on every platform |
//!
//! **Start here** to read the code: [`model`] (what a robot is, and its only door to the world),
//! then [`model::oblot::robot`] (the one text of the Look-Compute-Move cycle), then [`arbiter`]
//! (how the events are put in order), then [`engine`]. The decisions and their reasons stand in
//! `docs/architecture.md`, the promises in `docs/guarantees.md`, every key of a scenario in
//! `docs/scenario.md`.

#![deny(missing_docs)]

pub mod arbiter;
#[cfg(feature = "native")]
pub mod cli;
#[cfg(feature = "native")]
pub mod controller;
pub mod dataset;
pub mod dice;
pub mod engine;
#[cfg(feature = "plot")]
pub mod experiment;
pub mod layout;
pub mod math;
pub mod model;
pub mod monitor;
pub mod picture;
#[cfg(feature = "plot")]
pub mod plot;
pub mod record;
pub mod registry;
pub mod scenario;
#[cfg(feature = "serve")]
pub mod serve;
pub mod stage;
#[cfg(feature = "store")]
pub mod stats;
#[cfg(feature = "store")]
pub mod store;
pub mod study;
#[cfg(feature = "store")]
pub mod sweep;
pub mod theory;
pub mod viewer;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

/// Compiles and runs the examples of the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
