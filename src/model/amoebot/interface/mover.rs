//! What a particle can do in the movement phase.

use std::ops::{Deref, DerefMut};

use super::super::grid::Direction;
use super::super::joint::{Action, Step};
use super::super::ports::Port;
use super::super::structure::Anchor;
use super::{Colour, Fault, Look, SeenObject, State};

/// A particle in the movement phase.
///
/// Only the last action scheduled in a phase counts. Releases and marks of bonds hold for this round.
#[derive(Debug)]
pub struct Mover<'a, S> {
    look: Look<'a, S>,
    /// Global.
    step: Step,
}

/// What only some particles do in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// The particle's new colour.
    pub colour: Option<Colour>,
    /// What is to be the anchor from now on.
    pub anchor: Option<Anchor>,
    /// The objects that release their bonds to other objects.
    pub releasing: Vec<u32>,
    /// New colours of objects.
    pub object_colours: Vec<(u32, Colour)>,
}

impl<'a, S> Deref for Mover<'a, S> {
    type Target = Look<'a, S>;

    fn deref(&self) -> &Look<'a, S> {
        &self.look
    }
}

impl<S> DerefMut for Mover<'_, S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.look
    }
}

impl<'a, S: State> Mover<'a, S> {
    pub(super) fn new(look: Look<'a, S>) -> Self {
        Mover {
            look,
            step: Step::default(),
        }
    }

    /// What was decided.
    pub(super) fn finish(self) -> (Step, Option<Box<Extras>>) {
        (self.step, self.look.extras)
    }

    fn schedule(&mut self, action: Action) -> Result<(), Fault> {
        action.check(&self.look.view.structure, self.look.id)?;
        self.step.action = Some(action);
        Ok(())
    }

    fn global(&self, direction: Direction) -> Direction {
        self.look.body.frame.to_global(direction)
    }

    /// Expands: the head moves in a direction, the tail stays.
    ///
    /// # Errors
    ///
    /// Where the particle is expanded.
    pub fn expand(&mut self, direction: Direction) -> Result<(), Fault> {
        self.schedule(Action::Expand(self.global(direction)))
    }

    /// Contracts into the head.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted.
    pub fn contract_head(&mut self) -> Result<(), Fault> {
        self.schedule(Action::ContractHead)
    }

    /// Contracts into the tail.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted.
    pub fn contract_tail(&mut self) -> Result<(), Fault> {
        self.schedule(Action::ContractTail)
    }

    /// Expands into a node that the expanded neighbour there leaves in a handover.
    ///
    /// # Errors
    ///
    /// Where the particle is expanded, or no expanded particle is there.
    pub fn push(&mut self, direction: Direction) -> Result<(), Fault> {
        self.schedule(Action::Push(self.global(direction)))
    }

    /// Contracts into the head, and the neighbour in this direction of the tail takes the tail's
    /// node in a handover.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted, or no contracted particle is there.
    pub fn pull_head(&mut self, direction: Direction) -> Result<(), Fault> {
        self.schedule(Action::PullHead(self.global(direction)))
    }

    /// Contracts into the tail, and the neighbour in this direction of the head takes the head's
    /// node in a handover.
    ///
    /// # Errors
    ///
    /// Where the particle is contracted, or no contracted particle is there.
    pub fn pull_tail(&mut self, direction: Direction) -> Result<(), Fault> {
        self.schedule(Action::PullTail(self.global(direction)))
    }

    /// Releases the bond at a port for this round.
    ///
    /// # Errors
    ///
    /// Where there is no such port.
    pub fn release(&mut self, port: Port) -> Result<(), Fault> {
        let label = self.label(port)?;
        self.step.released.insert(label);
        Ok(())
    }

    /// Marks the bond at a port: it moves with the half that moves.
    ///
    /// # Errors
    ///
    /// Where there is no such port.
    pub fn mark(&mut self, port: Port) -> Result<(), Fault> {
        let label = self.label(port)?;
        self.step.marked.insert(label);
        Ok(())
    }

    /// Leaves releases and marks to the model: they are chosen so that nobody else is moved.
    pub fn use_automatic_bonds(&mut self) {
        self.step.automatic = true;
    }

    /// Makes this particle the anchor of the structure, from this round on.
    pub fn make_anchor(&mut self) {
        let anchor = Anchor::Particle(self.look.id);
        self.look.extras().anchor = Some(anchor);
    }

    /// Makes an object the anchor of the structure, from this round on.
    pub fn make_object_anchor(&mut self, object: SeenObject) {
        self.look.extras().anchor = Some(Anchor::Object(object.id));
    }

    /// Has an object release all its bonds to other objects for this round.
    pub fn release_object(&mut self, object: SeenObject) {
        self.look.extras().releasing.push(object.id);
    }

    /// Gives an object a colour, for people.
    pub fn colour_object(&mut self, object: SeenObject, colour: Colour) {
        self.look.extras().object_colours.push((object.id, colour));
    }

    /// Whether the particle will be expanded after its action.
    #[must_use]
    pub fn is_expanded_after(&self) -> bool {
        self.head_after().is_some()
    }

    /// The direction from the tail to the head after its action; `None` where it will be contracted.
    #[must_use]
    pub fn head_after(&self) -> Option<Direction> {
        let frame = self.look.body.frame;
        match self.step.action {
            None => self.look.head(),
            Some(Action::Expand(direction) | Action::Push(direction)) => {
                Some(frame.to_local(direction))
            }
            Some(_) => None,
        }
    }

    fn label(&self, port: Port) -> Result<usize, Fault> {
        let body = &self.look.body;
        let label = body.label(body.to_global(port));
        label.ok_or(Fault::NoPort(port))
    }
}
