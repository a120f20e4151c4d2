//! Pairs of wires along a chain of participants, which PASC crosses and uncrosses.
//!
//! The primary-and-secondary-circuit algorithm (Feldmann, Padalkin, Scheideler and Dolev, J. Comput.
//! Biol. 29(4), 2022) runs along a chain. Two wires lead from each participant to the next one. The
//! first participant beeps on the first wire; an active participant crosses the wires, a passive one
//! lets them pass straight. Who hears the beep on its second set of pins reads the bit 1, on its first
//! set the bit 0; an active participant that reads 1 is passive from then on. So everybody reads how
//! many active participants there were up to itself, the lowest bit first.

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::Fault;
use super::super::pins::PinConfiguration;
use super::super::ports::Port;

/// The two pins at a port by which a participant is joined to the next one, or to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Where the other participant is.
    pub direction: Direction,
    /// The offsets of the first and the second pin.
    pub offsets: [usize; 2],
}

impl Pair {
    /// Those to the next participant: the two pins that come first in the own sense of rotation.
    #[must_use]
    pub const fn after(direction: Direction) -> Self {
        Pair {
            direction,
            offsets: [0, 1],
        }
    }

    /// Those to the participant before, where an edge has so many pins: the other ends of
    /// [`after`](Self::after), if both count in the same sense of rotation.
    #[must_use]
    pub const fn before(direction: Direction, per_edge: usize) -> Self {
        Pair {
            direction,
            offsets: [per_edge - 1, per_edge - 2],
        }
    }

    /// The port at which they are.
    #[must_use]
    pub const fn port(self) -> Port {
        Port::head(self.direction)
    }

    fn pin(self, wire: usize, pins: &PinConfiguration) -> Result<usize, Fault> {
        Ok(pins.pin(self.port(), self.offsets[wire])?)
    }
}

/// How the two wires of a chain pass through one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strand {
    /// To the participant before; none for the first one.
    pub before: Option<Pair>,
    /// To the next participant; none for the last one.
    pub after: Option<Pair>,
    /// The first of two partition sets: those of the first and of the second wire, after the
    /// participant.
    pub set: usize,
}

impl Strand {
    /// Joins the pins of both wires, crossed or straight.
    ///
    /// # Errors
    ///
    /// Where there are no such pins or partition sets.
    pub fn lay(self, next: &mut PinConfiguration, is_crossed: bool) -> Result<(), Fault> {
        self.lay_wire(next, 0, is_crossed)?;
        self.lay_wire(next, 1, is_crossed)
    }

    /// Joins the pins of the first wire only, straight.
    ///
    /// # Errors
    ///
    /// Where there are no such pins or partition sets.
    pub fn lay_first(self, next: &mut PinConfiguration) -> Result<(), Fault> {
        self.lay_wire(next, 0, false)
    }

    fn lay_wire(
        self,
        next: &mut PinConfiguration,
        wire: usize,
        crossed: bool,
    ) -> Result<(), Fault> {
        let incoming = if crossed { 1 - wire } else { wire };
        let before = self.before.map(|wires| wires.pin(incoming, next));
        let after = self.after.map(|wires| wires.pin(wire, next));
        let pins: Result<Vec<usize>, Fault> = before.into_iter().chain(after).collect();
        Ok(next.make_set(&pins?, self.set + wire)?)
    }
}

/// Joins all pins with these offsets into one partition set. If with each offset its opposite one is
/// among them, this is a circuit of the whole structure where all particles do it.
///
/// # Errors
///
/// Where there are no such pins or partition sets.
pub fn lay_everywhere(
    next: &mut PinConfiguration,
    offsets: [usize; 2],
    set: usize,
) -> Result<(), Fault> {
    let per_edge = next.per_edge();
    let labels = 0..next.ports();
    let pins = labels.flat_map(|label| offsets.map(|offset| label * per_edge + offset));
    let pins: Vec<usize> = pins.collect();
    Ok(next.make_set(&pins, set)?)
}
