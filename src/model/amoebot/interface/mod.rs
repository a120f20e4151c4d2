//! The programming interface: what an algorithm for particles is written against.
//!
//! An [`Algorithm`] is a struct for the attributes of a particle and two functions. In the movement
//! phase [`movement`](Algorithm::movement) may schedule one action and say which bonds it releases
//! and marks; in the beep phase [`beep`](Algorithm::beep) may change the pin configuration and send
//! beeps and messages. Both see the snapshot that all particles see, through a handle:
//!
//! | handle | phase | what it offers |
//! |---|---|---|
//! | [`Look`] | both | the own body, neighbours, objects, what was received, dice |
//! | [`Mover`] | movement | all of it, and actions, bonds, anchor, colours |
//! | [`Beeper`] | beep | all of it, and the next pin configuration, beeps, messages |
//!
//! This is an algorithm, and a run of it. All particles are on one circuit, and each tosses a coin in every
//! round whether to beep; who has heard three beeps has finished. (`formicary new amoebot-algorithm` writes
//! one that scenarios can name.)
//!
//! ```
//! use std::sync::Arc;
//!
//! use formicary::engine::{Engine, Simulation};
//! use formicary::model::amoebot::interface::{Algorithm, Beeper, Fault, Mover, Newborn, Typed};
//! use formicary::model::amoebot::scenario::Scenario;
//! use formicary::model::{End, Extras};
//! use formicary::scenario::Document;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug)]
//! struct Pulse;
//!
//! /// The attributes of a particle: all that it may keep.
//! #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
//! struct State {
//!     heard: u32,
//! }
//!
//! impl Algorithm for Pulse {
//!     type State = State;
//!
//!     fn pins(&self) -> usize {
//!         1
//!     }
//!
//!     fn start(&self, _: &mut Newborn<'_>) -> State {
//!         State::default()
//!     }
//!
//!     fn movement(&self, state: &mut State, particle: &mut Mover<'_, State>) -> Result<(), Fault> {
//!         state.heard += u32::from(particle.heard(0));
//!         Ok(())
//!     }
//!
//!     fn beep(&self, _: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
//!         particle.next().set_to_global(0)?;
//!         if particle.coin() {
//!             particle.beep(0)?;
//!         }
//!         Ok(())
//!     }
//!
//!     fn is_finished(&self, state: &State) -> bool {
//!         state.heard >= 3
//!     }
//! }
//!
//! // The structure is that of a scenario, whose algorithm gives way.
//! let text = "[swarm]\nalgorithm = 'scripted'\nstart = 'hexagon'\nradius = 2\n";
//! let document = Document::parse("pulse.toml", text)?;
//! let scenario = Scenario::read(&document.root())?.with_program(Arc::new(Typed(Pulse)));
//! let plan = scenario.plan(Extras::default());
//! let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
//! let ((), end) = simulation.run(());
//! assert_eq!(end?, End::Terminated);
//! let books = simulation.state()?.director;
//! let attributes = books.view().attributes.iter();
//! assert!(attributes.map(|each| each.get::<State>()).all(|state| state.unwrap().heard == 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A call of the wrong phase does not compile, and neither does writing to another particle:
//!
//! ```compile_fail,E0594
//! use formicary::model::amoebot::interface::Look;
//! # use formicary::model::amoebot::ports::Port;
//! # use formicary::model::amoebot::grid::Direction;
//! fn write(look: &Look<'_, u32>) {
//!     if let Some(neighbour) = look.neighbour(Port::head(Direction::E)) {
//!         *neighbour.state() = 5;
//!     }
//! }
//! ```
//!
//! Every direction, port, pin and partition set is the particle's own: in its compass, its chirality
//! and its labels. Attributes that are read from a neighbour are in the neighbour's frame; nothing is
//! translated.
//!
//! **What is read.** `state` is the particle's present state, with everything written so far in this
//! phase. [`Look::before`] and [`Neighbour::state`] are the snapshot: in the movement phase the
//! attributes at the end of the last round, in the beep phase those after this round's movement phase.
//! So what is written in the beep phase can be seen by others from the next movement phase on, and the
//! order in which particles are activated cannot be observed.
//!
//! A call that is against the rules returns a [`Fault`]; with `?` it ends the activation, and then the
//! whole round is undone and leaves no trace.

mod activation;
mod beeper;
mod colour;
mod fault;
mod fold;
mod look;
mod memory;
mod mover;
mod program;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::structure::Structure;
use crate::dice::{Dice, Die, Purpose};
use crate::model::SharedDice;

pub use activation::{Acted, Activation, Sequential};
pub use beeper::Beeper;
pub use colour::Colour;
pub use fault::Fault;
pub use fold::fold;
pub use look::{Look, Neighbour, SeenObject, Walk};
pub use memory::{Attributes, EditError};
pub use mover::{Extras, Mover};
pub use program::{Alone, Beeped, Moved, Program, Typed};

/// What the attributes of a particle may be: plain data with names.
///
/// Implemented for everything that has these traits; a struct derives them.
pub trait State:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<S> State for S where
    S: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// What all particles compute.
pub trait Algorithm: Debug + Send + Sync + 'static {
    /// The attributes of one particle.
    type State: State;

    /// How many pins an edge has: 0 to [`MOST_PINS_PER_EDGE`](super::pins::MOST_PINS_PER_EDGE).
    fn pins(&self) -> usize {
        0
    }

    /// The attributes of a particle at the start. Called once for each particle, in the order of the
    /// ids; it may look at the whole structure, as whoever sets up an experiment may.
    fn start(&self, newborn: &mut Newborn<'_>) -> Self::State;

    /// What a particle does in the movement phase.
    ///
    /// # Errors
    ///
    /// A [`Fault`] undoes the round and ends the run.
    fn movement(
        &self,
        state: &mut Self::State,
        particle: &mut Mover<'_, Self::State>,
    ) -> Result<(), Fault> {
        let _ = (state, particle);
        Ok(())
    }

    /// What a particle does in the beep phase.
    ///
    /// # Errors
    ///
    /// A [`Fault`] undoes the round and ends the run.
    fn beep(
        &self,
        state: &mut Self::State,
        particle: &mut Beeper<'_, Self::State>,
    ) -> Result<(), Fault> {
        let _ = (state, particle);
        Ok(())
    }

    /// Whether a particle has finished. The run ends after the first round after which all have.
    fn is_finished(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Questions about the whole system that people may ask of a run, by name.
    fn status(&self) -> &'static [Status<Self::State>] {
        &[]
    }
}

/// A named question about the attributes of all particles.
#[derive(Clone, Copy, Debug)]
pub struct Status<S: 'static> {
    /// The name.
    pub name: &'static str,
    /// What it says, in one line without a full stop.
    pub summary: &'static str,
    /// The answer, from the attributes in the order of the ids.
    pub ask: fn(&[&S]) -> String,
}

/// A particle that gets its first attributes.
#[derive(Debug)]
pub struct Newborn<'a> {
    /// Its id.
    pub id: u32,
    /// Its name in the scenario, where it has one.
    pub name: Option<&'a str>,
    /// The structure at the start.
    pub structure: &'a Structure,
    dice: &'a mut Dice,
    shared: SharedDice,
}

impl<'a> Newborn<'a> {
    /// The particle `id` of a structure. `dice` are those of the whole start: what a particle draws
    /// here shifts what later ones draw.
    pub fn new(
        id: u32,
        name: Option<&'a str>,
        structure: &'a Structure,
        dice: &'a mut Dice,
    ) -> Self {
        Newborn {
            id,
            name,
            structure,
            dice,
            shared: None,
        }
    }

    /// How many particles there are.
    #[must_use]
    pub fn particles(&self) -> usize {
        self.structure.bodies().len()
    }

    /// The dice of the start.
    pub fn die(&mut self) -> Die<'_> {
        self.dice.on(Purpose::Start, &mut self.shared)
    }
}
