//! The place of a particle in a chain, and the two circuits along it.

use serde::{Deserialize, Serialize};

use super::super::super::grid::Direction;
use super::super::super::interface::{Beeper, Fault, Look, State};
use super::super::super::ports::Port;

/// The place of a contracted particle in a chain whose particles have one chirality. The circuits are
/// 0 and 1; they take the two outermost pins of an edge, on opposite sides of it for both particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// Where its predecessor is; none for the first of the chain.
    pub predecessor: Option<Direction>,
    /// Where its successor is; none for the last of the chain.
    pub successor: Option<Direction>,
    /// The circuits on which it beeped to itself, for a particle that is a chain on its own and has no
    /// pins to do so.
    echo: [bool; 2],
}

impl Chain {
    /// A particle between these neighbours.
    #[must_use]
    pub fn new(predecessor: Option<Direction>, successor: Option<Direction>) -> Self {
        Chain {
            predecessor,
            successor,
            echo: [false; 2],
        }
    }

    /// Whether it is the first of the chain.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.predecessor.is_none()
    }

    /// Whether it is the last of the chain.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.successor.is_none()
    }

    /// The port and the offset of the pin of a circuit towards the predecessor.
    fn back(&self, circuit: usize) -> Option<(Port, usize)> {
        Some((Port::head(self.predecessor?), circuit))
    }

    /// The port and the offset of the pin of a circuit towards the successor, with so many pins per
    /// edge.
    fn front(&self, circuit: usize, per_edge: usize) -> Option<(Port, usize)> {
        let offset = per_edge.checked_sub(1 + circuit)?;
        Some((Port::head(self.successor?), offset))
    }

    /// Joins both sides of a circuit in this particle, or parts them.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn join<S: State>(
        &mut self,
        beeper: &mut Beeper<'_, S>,
        circuit: usize,
        joined: bool,
    ) -> Result<(), Fault> {
        self.echo[circuit] = false;
        let pins = beeper.next();
        let ends = [self.back(circuit), self.front(circuit, pins.per_edge())];
        let mut found = Vec::with_capacity(2);
        for (port, offset) in ends.into_iter().flatten() {
            found.push(pins.pin(port, offset)?);
        }
        // Each set has the number of its first pin.
        match (joined, found.first()) {
            (true, Some(first)) => pins.make_set(&found, *first)?,
            _ => {
                for pin in found {
                    pins.make_set(&[pin], pin)?;
                }
            }
        }
        Ok(())
    }

    /// Beeps on a circuit that is joined in this particle.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn beep<S: State>(
        &mut self,
        beeper: &mut Beeper<'_, S>,
        circuit: usize,
    ) -> Result<(), Fault> {
        let per_edge = beeper.pins().per_edge();
        match self.back(circuit).or(self.front(circuit, per_edge)) {
            Some((port, offset)) => beeper.beep_at(port, offset),
            None => {
                self.echo[circuit] = true;
                Ok(())
            }
        }
    }

    /// Whether anybody beeped on a circuit that is joined in this particle.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn heard<S: State>(&self, look: &Look<'_, S>, circuit: usize) -> Result<bool, Fault> {
        let per_edge = look.pins().per_edge();
        match self.back(circuit).or(self.front(circuit, per_edge)) {
            Some((port, offset)) => look.heard_at(port, offset),
            None => Ok(self.echo[circuit]),
        }
    }

    /// Beeps on the side of a circuit that is towards the successor; nothing for the last one.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn beep_on<S: State>(
        &self,
        beeper: &mut Beeper<'_, S>,
        circuit: usize,
    ) -> Result<(), Fault> {
        match self.front(circuit, beeper.pins().per_edge()) {
            Some((port, offset)) => beeper.beep_at(port, offset),
            None => Ok(()),
        }
    }

    /// Beeps on the side of a circuit that is towards the predecessor; nothing for the first one.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn beep_back<S: State>(
        &self,
        beeper: &mut Beeper<'_, S>,
        circuit: usize,
    ) -> Result<(), Fault> {
        match self.back(circuit) {
            Some((port, offset)) => beeper.beep_at(port, offset),
            None => Ok(()),
        }
    }

    /// Whether a beep came from the side of the predecessor.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn heard_before<S: State>(
        &self,
        look: &Look<'_, S>,
        circuit: usize,
    ) -> Result<bool, Fault> {
        match self.back(circuit) {
            Some((port, offset)) => look.heard_at(port, offset),
            None => Ok(false),
        }
    }

    /// Whether a beep came from the side of the successor.
    ///
    /// # Errors
    ///
    /// Where there are too few pins.
    pub fn heard_behind<S: State>(
        &self,
        look: &Look<'_, S>,
        circuit: usize,
    ) -> Result<bool, Fault> {
        match self.front(circuit, look.pins().per_edge()) {
            Some((port, offset)) => look.heard_at(port, offset),
            None => Ok(false),
        }
    }
}
