//! Algorithms for one particle at a time: the asynchronous model of the older simulator.
//!
//! There an activated particle reads its neighbours, computes, writes to its own memory and to that of
//! its neighbours, and makes at most one move, all at one instant. A handover moves two particles.
//! There are no bonds, no circuits and no joint movements.

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use super::super::grid::Direction;
use super::super::joint::Action;
use super::super::ports::Port;
use super::super::structure::Occupant;
use super::{Attributes, Extras, Fault, Look, Neighbour, Newborn, State, Status};

/// What particles compute that are activated one at a time.
pub trait Sequential: Debug + Send + Sync + 'static {
    /// The memory of one particle.
    type State: State;

    /// The memory of a particle at the start. Called once for each particle, in the order of the ids.
    fn start(&self, newborn: &mut Newborn<'_>) -> Self::State;

    /// What an activated particle does.
    ///
    /// # Errors
    ///
    /// A [`Fault`] ends the run.
    fn activate(
        &self,
        state: &mut Self::State,
        particle: &mut Activation<'_, Self::State>,
    ) -> Result<(), Fault>;

    /// Whether a particle has finished. The run ends after the first activation after which all have.
    fn is_finished(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Questions about the whole system that people may ask of a run, by name.
    fn status(&self) -> &'static [Status<Self::State>] {
        &[]
    }
}

/// What a particle did in an activation of its own.
#[derive(Clone, Debug, Default)]
pub struct Acted {
    /// Its move, in global directions.
    pub action: Option<Action>,
    /// Who moves with it in a handover.
    pub partner: Option<u32>,
    /// Its new memory; `None` where it is as it was.
    pub attributes: Option<Attributes>,
    /// New memory of neighbours, in the order in which they were written to.
    pub neighbours: Vec<(u32, Attributes)>,
    /// Whether it has finished, and whether the neighbours have that were written to.
    pub finished: Vec<(u32, bool)>,
    /// What only some particles do.
    pub extras: Option<Box<Extras>>,
}

/// An activated particle.
#[derive(Debug)]
pub struct Activation<'a, S> {
    look: Look<'a, S>,
    action: Option<Action>,
    written: Vec<(u32, S)>,
}

impl<'a, S> Deref for Activation<'a, S> {
    type Target = Look<'a, S>;

    fn deref(&self) -> &Look<'a, S> {
        &self.look
    }
}

impl<S> DerefMut for Activation<'_, S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.look
    }
}

/// What an activation came to: the move, what was written to neighbours, and the rest.
pub(super) type Finished<S> = (Option<Action>, Vec<(u32, S)>, Option<Box<Extras>>);

impl<'a, S: State> Activation<'a, S> {
    pub(super) fn new(look: Look<'a, S>) -> Self {
        Activation {
            look,
            action: None,
            written: Vec::new(),
        }
    }

    /// Who moves with it in a handover.
    pub(super) fn partner(&self) -> Option<u32> {
        let port = match self.action? {
            Action::Push(direction) => Port::head(direction),
            Action::PullHead(direction) => Port::tail(direction),
            Action::PullTail(direction) => Port::head(direction),
            Action::Expand(_) | Action::ContractHead | Action::ContractTail => return None,
        };
        match self.look.view.structure.beyond_port(self.look.id, port)? {
            Occupant::Particle(id, _) => Some(id),
            Occupant::Object(_) => None,
        }
    }

    /// What was decided.
    pub(super) fn finish(self) -> Finished<S> {
        (self.action, self.written, self.look.extras)
    }

    /// Makes the one move of this activation.
    fn make(&mut self, action: Action) -> Result<(), Fault> {
        if self.action.is_some() {
            return Err(Fault::because(
                "a particle moves at most once in an activation",
            ));
        }
        action.check(&self.look.view.structure, self.look.id)?;
        self.action = Some(action);
        Ok(())
    }

    fn global(&self, direction: Direction) -> Direction {
        self.look.body.frame.to_global(direction)
    }

    /// What the particle itself calls the direction that a neighbour calls `theirs`. In this model
    /// neighbours know how they are turned to each other.
    #[must_use]
    pub fn here(&self, neighbour: &Neighbour<'_, S>, theirs: Direction) -> Direction {
        let global = neighbour.frame().to_global(theirs);
        self.look.body.frame.to_local(global)
    }

    /// What a neighbour calls the direction that the particle itself calls `own`.
    #[must_use]
    pub fn there(&self, neighbour: &Neighbour<'_, S>, own: Direction) -> Direction {
        neighbour.frame().to_local(self.global(own))
    }

    /// Whether the node beyond a port is empty.
    #[must_use]
    pub fn is_empty(&self, port: Port) -> bool {
        !self.look.has_neighbour(port) && self.look.object(port).is_none()
    }

    /// Expands into an empty node.
    ///
    /// # Errors
    ///
    /// Where the particle is expanded or has moved, or the node is not empty.
    pub fn expand(&mut self, direction: Direction) -> Result<(), Fault> {
        if !self.is_empty(Port::head(direction)) {
            return Err(Fault::because(format!(
                "the node to the {direction} is not empty"
            )));
        }
        self.make(Action::Expand(self.global(direction)))
    }

    /// Contracts into the head.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted or has moved.
    pub fn contract_head(&mut self) -> Result<(), Fault> {
        self.make(Action::ContractHead)
    }

    /// Contracts into the tail.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted or has moved.
    pub fn contract_tail(&mut self) -> Result<(), Fault> {
        self.make(Action::ContractTail)
    }

    /// Expands into the node of an expanded neighbour, which contracts out of it.
    ///
    /// # Errors
    ///
    /// Where the particle is expanded or has moved, or no expanded particle is there.
    pub fn push(&mut self, direction: Direction) -> Result<(), Fault> {
        self.make(Action::Push(self.global(direction)))
    }

    /// Contracts into the head, and the contracted neighbour in this direction of the tail expands
    /// into the tail's node.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted or has moved, or no contracted particle is there.
    pub fn pull_head(&mut self, direction: Direction) -> Result<(), Fault> {
        self.make(Action::PullHead(self.global(direction)))
    }

    /// Contracts into the tail, and the contracted neighbour in this direction of the head expands
    /// into the head's node.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted or has moved, or no contracted particle is there.
    pub fn pull_tail(&mut self, direction: Direction) -> Result<(), Fault> {
        self.make(Action::PullTail(self.global(direction)))
    }

    /// Writes to the memory of the neighbour beyond a port. What was written to it before in this
    /// activation is there already.
    ///
    /// # Errors
    ///
    /// Where there is no neighbour.
    pub fn write(&mut self, port: Port, write: impl FnOnce(&mut S)) -> Result<(), Fault> {
        let global = self.look.body.to_global(port);
        let occupant = self.look.view.structure.beyond_port(self.look.id, global);
        let Some(Occupant::Particle(id, _)) = occupant else {
            return Err(Fault::because(format!(
                "there is no neighbour beyond the port {port}"
            )));
        };
        let at = match self.written.iter().position(|(other, _)| *other == id) {
            Some(at) => at,
            None => {
                let neighbour = self.look.neighbour(port);
                let neighbour = neighbour.ok_or(Fault::NoPort(port))?;
                self.written.push((id, neighbour.state().clone()));
                self.written.len() - 1
            }
        };
        write(&mut self.written[at].1);
        Ok(())
    }
}
