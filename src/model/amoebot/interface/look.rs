//! What a particle sees in either phase.

use std::marker::PhantomData;

use super::super::body::Body;
use super::super::grid::{Direction, Frame};
use super::super::pins::PinConfiguration;
use super::super::ports::{self, Half, Port};
use super::super::structure::Occupant;
use super::super::view::View;
use super::{Colour, Extras, Fault, State};
use crate::dice::{Dice, Die, Draw as _, Purpose};
use crate::model::SharedDice;

/// What a particle sees, and its dice.
#[derive(Debug)]
pub struct Look<'a, S> {
    pub(super) view: &'a View,
    pub(super) id: u32,
    pub(super) body: Body,
    before: &'a S,
    dice: &'a mut Dice,
    shared: SharedDice,
    pub(super) extras: Option<Box<Extras>>,
}

/// A neighbouring particle, as of the snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<'a, S> {
    view: &'a View,
    id: u32,
    half: Half,
    at: Port,
    state: PhantomData<&'a S>,
}

/// A neighbouring object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenObject {
    pub(super) id: u32,
    /// Where it is.
    pub at: Port,
    /// What it can be told by; not unique.
    pub identifier: i32,
}

/// In which order a particle looks around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The first port. Where it would lead into the particle itself, the walk changes to the other
    /// half and turns two directions back, as it does on its way.
    pub from: Port,
    /// Whether it goes against the particle's own sense of rotation.
    pub backwards: bool,
}

impl Default for Walk {
    /// From the particle's east at the head, in its own sense of rotation.
    fn default() -> Self {
        Walk {
            from: Port::head(Direction::E),
            backwards: false,
        }
    }
}

impl Walk {
    /// From a port on, in the particle's own sense of rotation.
    #[must_use]
    pub fn from(port: Port) -> Self {
        Walk {
            from: port,
            backwards: false,
        }
    }

    /// The same in the other sense of rotation.
    #[must_use]
    pub fn backwards(self) -> Self {
        Walk {
            backwards: true,
            ..self
        }
    }
}

impl<'a, S: State> Look<'a, S> {
    /// The look of a particle; `before` are its attributes in the snapshot.
    pub(super) fn new(view: &'a View, id: u32, before: &'a S, dice: &'a mut Dice) -> Self {
        Look {
            view,
            id,
            body: view.structure.bodies()[id as usize],
            before,
            dice,
            shared: None,
            extras: None,
        }
    }

    /// The particle's own attributes in the snapshot.
    #[must_use]
    pub fn before(&self) -> &'a S {
        self.before
    }

    /// The number of the round, from 1. Particles of the model do not know it; scripts do.
    pub(in crate::model::amoebot) fn round(&self) -> u64 {
        self.view.round
    }

    /// Whether it takes two nodes.
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        self.body.is_expanded()
    }

    /// The direction from its tail to its head; `None` where it is contracted.
    #[must_use]
    pub fn head(&self) -> Option<Direction> {
        self.body.local_head()
    }

    /// Its ports, by label.
    pub fn ports(&self) -> impl Iterator<Item = Port> + use<S> {
        let head = self.head();
        (0..ports::ports(head)).filter_map(move |label| ports::port(head, label))
    }

    /// Its ports in the order of a walk, each once.
    pub fn around(&self, walk: Walk) -> impl Iterator<Item = Port> + use<S> {
        let head = self.head();
        let count = ports::ports(head);
        let first = first_label(head, walk);
        (0..count).filter_map(move |step| {
            let step = if walk.backwards { count - step } else { step };
            ports::port(head, (first + step) % count)
        })
    }

    fn occupant(&self, port: Port) -> Option<Occupant> {
        let port = self.body.to_global(port);
        self.view.structure.beyond_port(self.id, port)
    }

    /// Whether a particle is beyond a port. Its own other half is no neighbour.
    #[must_use]
    pub fn has_neighbour(&self, port: Port) -> bool {
        matches!(self.occupant(port), Some(Occupant::Particle(..)))
    }

    /// The particle beyond a port.
    #[must_use]
    pub fn neighbour(&self, port: Port) -> Option<Neighbour<'a, S>> {
        match self.occupant(port)? {
            Occupant::Particle(id, half) => Some(Neighbour {
                view: self.view,
                id,
                half,
                at: port,
                state: PhantomData,
            }),
            Occupant::Object(_) => None,
        }
    }

    /// The object beyond a port.
    #[must_use]
    pub fn object(&self, port: Port) -> Option<SeenObject> {
        match self.occupant(port)? {
            Occupant::Object(id) => Some(SeenObject {
                id,
                at: port,
                identifier: self.view.structure.objects()[id as usize].identifier(),
            }),
            Occupant::Particle(..) => None,
        }
    }

    /// The neighbouring particles in the order of a walk; a particle that touches several ports
    /// comes once for each.
    pub fn neighbours(&self, walk: Walk) -> impl Iterator<Item = Neighbour<'a, S>> + '_ {
        self.around(walk).filter_map(|port| self.neighbour(port))
    }

    /// The first neighbouring particle in the order of a walk that fulfils a condition.
    pub fn first_neighbour(
        &self,
        walk: Walk,
        mut condition: impl FnMut(&Neighbour<'a, S>) -> bool,
    ) -> Option<Neighbour<'a, S>> {
        self.neighbours(walk).find(|neighbour| condition(neighbour))
    }

    /// The neighbouring objects in the order of a walk.
    pub fn objects(&self, walk: Walk) -> impl Iterator<Item = SeenObject> + '_ {
        self.around(walk).filter_map(|port| self.object(port))
    }

    /// The pin configuration in effect.
    #[must_use]
    pub fn pins(&self) -> &'a PinConfiguration {
        &self.view.configurations[self.id as usize]
    }

    /// The number of the pin with this offset on a port, in the configuration in effect.
    ///
    /// # Errors
    ///
    /// Where there is no such port or offset.
    pub fn pin(&self, port: Port, offset: usize) -> Result<usize, Fault> {
        Ok(self.pins().pin(port, offset)?)
    }

    /// Whether a beep was received on a partition set of the configuration in effect.
    #[must_use]
    pub fn heard(&self, set: usize) -> bool {
        self.view.reception.heard(self.id, set)
    }

    /// Whether a beep was received on the partition set of a pin.
    ///
    /// # Errors
    ///
    /// Where there is no such port or offset.
    pub fn heard_at(&self, port: Port, offset: usize) -> Result<bool, Fault> {
        let pin = self.pin(port, offset)?;
        Ok(self.heard(self.pins().set_of(pin)))
    }

    /// The message that was received on a partition set.
    #[must_use]
    pub fn message(&self, set: usize) -> Option<u64> {
        self.view.reception.message(self.id, set)
    }

    /// The message that was received on the partition set of a pin.
    ///
    /// # Errors
    ///
    /// Where there is no such port or offset.
    pub fn message_at(&self, port: Port, offset: usize) -> Result<Option<u64>, Fault> {
        let pin = self.pin(port, offset)?;
        Ok(self.message(self.pins().set_of(pin)))
    }

    /// The particle's dice.
    pub fn die(&mut self) -> Die<'_> {
        self.dice.on(Purpose::Algorithm, &mut self.shared)
    }

    /// A fair coin: true with probability one half.
    pub fn coin(&mut self) -> bool {
        self.die().below(2) == 0
    }

    /// Takes a colour, for people. The last one of a phase counts.
    pub fn colour(&mut self, colour: Colour) {
        self.extras().colour = Some(colour);
    }

    pub(super) fn extras(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }
}

fn first_label(head: Option<Direction>, walk: Walk) -> usize {
    let Port { direction, half } = walk.from;
    let turned = if walk.backwards { 2 } else { -2 };
    let other = Port::new(direction.rotated(turned), half.other());
    // One of both is a port: the second one only counts where the first leads inwards.
    let label = ports::label(head, walk.from).or_else(|| ports::label(head, other));
    label.unwrap_or(0)
}

impl<'a, S: State> Neighbour<'a, S> {
    /// Its attributes in the snapshot; in its own frame.
    #[must_use]
    pub fn state(&self) -> &'a S {
        let attributes = self.view.attributes[self.id as usize].get();
        // All particles of a run have the same algorithm, so the attributes have its type.
        attributes.unwrap_or_else(|| unreachable!("attributes of another algorithm"))
    }

    /// The port behind which it is.
    #[must_use]
    pub fn at(&self) -> Port {
        self.at
    }

    /// Which half of it is there; the head where it is contracted.
    #[must_use]
    pub fn half(&self) -> Half {
        self.half
    }

    /// Whether its head is there, or all of it.
    #[must_use]
    pub fn is_head(&self) -> bool {
        self.half == Half::Head
    }

    /// Whether its tail is there, or all of it.
    #[must_use]
    pub fn is_tail(&self) -> bool {
        self.half == Half::Tail || !self.is_expanded()
    }

    /// Whether it takes two nodes.
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        self.view.structure.bodies()[self.id as usize].is_expanded()
    }

    /// The direction from its tail to its head, in its own frame.
    #[must_use]
    pub fn head(&self) -> Option<Direction> {
        self.view.structure.bodies()[self.id as usize].local_head()
    }

    /// How it is turned.
    pub(super) fn frame(&self) -> Frame {
        self.view.structure.bodies()[self.id as usize].frame
    }

    /// Whether both are the same particle.
    #[must_use]
    pub fn is(&self, other: &Neighbour<'_, S>) -> bool {
        self.id == other.id
    }
}

impl SeenObject {
    /// Whether both are the same object.
    #[must_use]
    pub fn is(&self, other: &SeenObject) -> bool {
        self.id == other.id
    }
}
