//! PASC, the primary and secondary circuit algorithm: each particle of a chain learns its distance from
//! the first one, bit by bit, the lowest one first.
//!
//! Two circuits run along the chain. Where a particle is active, they cross: what comes on one goes on
//! on the other one. The leader, the first of the chain, beeps on its primary circuit. A particle that
//! hears that on its primary circuit has an even number of active particles before it, the leader
//! not counted and itself counted, and its bit is 0; on the secondary one the number is odd, the bit is 1,
//! and the particle is passive from then on, if it was active. So each iteration halves the active ones:
//! the particle with distance i > 0 becomes passive in iteration ctz(i) + 1, and a chain of m particles
//! needs floor(log2(m - 1)) + 1 iterations. In a tree, where a particle may have several successors,
//! each learns its depth. On stripes, particles beside each other share their circuits.
//!
//! Padalkin, Scheideler and Warner, DNA 28, 2022 (arXiv 2205.02610); as `SubPASC` and `SubPASC2` in
//! AmoebotSim 2.0.

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Beeper, Fault, Look, State};
use super::super::pins::{PinConfiguration, PinError};
use super::super::ports::Port;

/// What is in a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Nobody who takes part.
    #[default]
    None,
    /// A predecessor. Active particles cross the circuits on this side.
    Predecessor,
    /// A successor.
    Successor,
    /// Somebody on the same stripe who regards this particle as a successor.
    Beside,
}

/// The pins and partition sets of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wires {
    /// The offsets of the primary and the secondary pin towards a successor. Towards a predecessor
    /// they are the opposite ones, k - 1 less these, which are what they are joined with if both
    /// particles have the same chirality.
    pub pins: [u8; 2],
    /// The primary and the secondary partition set.
    pub sets: [u8; 2],
}

/// The part of one contracted particle in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pasc {
    /// By local direction.
    links: [Link; 6],
    wires: Wires,
    leader: bool,
    active: bool,
    became_passive: bool,
    bit: bool,
}

impl Pasc {
    /// A particle with these links, by local direction. The leaders of a run are the ones from
    /// which distances are counted.
    #[must_use]
    pub fn new(links: [Link; 6], wires: Wires, leader: bool) -> Self {
        Pasc {
            links,
            wires,
            leader,
            active: true,
            became_passive: false,
            bit: false,
        }
    }

    /// A particle of a chain; without a predecessor it is the leader.
    #[must_use]
    pub fn chain(
        predecessor: Option<Direction>,
        successor: Option<Direction>,
        wires: Wires,
    ) -> Self {
        let mut links = [Link::None; 6];
        for (direction, link) in [
            (predecessor, Link::Predecessor),
            (successor, Link::Successor),
        ] {
            if let Some(direction) = direction {
                links[usize::from(direction.index())] = link;
            }
        }
        Pasc::new(links, wires, predecessor.is_none())
    }

    /// The same, but passive from the beginning: it does not count.
    #[must_use]
    pub fn passive(self) -> Self {
        Pasc {
            active: false,
            ..self
        }
    }

    /// Whether it is the leader.
    #[must_use]
    pub fn is_leader(&self) -> bool {
        self.leader
    }

    /// Whether it is active. A leader always is, unless it was passive from the beginning.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Whether the last iteration made it passive.
    #[must_use]
    pub fn became_passive(&self) -> bool {
        self.became_passive
    }

    /// The bit of the last iteration, or of the cut-off.
    #[must_use]
    pub fn bit(&self) -> bool {
        self.bit
    }

    /// Joins the pins for an iteration. Other pins are left as they are, unless they are in its
    /// partition sets.
    ///
    /// # Errors
    ///
    /// Where there are no such pins or sets.
    pub fn join(&self, pins: &mut PinConfiguration) -> Result<(), PinError> {
        self.join_where(pins, |_| true)
    }

    /// Joins the pins for the cut-off: active particles part from their predecessors.
    ///
    /// # Errors
    ///
    /// Where there are no such pins or sets.
    pub fn join_cut_off(&self, pins: &mut PinConfiguration) -> Result<(), PinError> {
        self.join_where(pins, |link| !(self.active && link == Link::Predecessor))
    }

    fn join_where(
        &self,
        pins: &mut PinConfiguration,
        takes_part: impl Fn(Link) -> bool,
    ) -> Result<(), PinError> {
        let [mut primary, mut secondary] = [Vec::new(), Vec::new()];
        for (link, direction) in self.links.into_iter().zip(Direction::ALL) {
            if link == Link::None || !takes_part(link) {
                continue;
            }
            let [mut first, mut second] = self.wires.pins.map(usize::from);
            if link != Link::Successor {
                let last = pins.per_edge().saturating_sub(1);
                [first, second] = [first, second].map(|offset| last.saturating_sub(offset));
            }
            if link == Link::Predecessor && self.active {
                std::mem::swap(&mut first, &mut second);
            }
            primary.push(pins.pin(Port::head(direction), first)?);
            secondary.push(pins.pin(Port::head(direction), second)?);
        }
        // Without pins the sets are left as they are: a leader on its own hears itself on them.
        if primary.is_empty() {
            return Ok(());
        }
        let [first, second] = self.wires.sets.map(usize::from);
        pins.make_set(&primary, first)?;
        pins.make_set(&secondary, second)
    }

    /// Takes in what came of the last [`send`](Self::send).
    ///
    /// # Errors
    ///
    /// Where no beep or two were heard, which cannot be unless beeps get lost or the chain has no
    /// leader or several.
    pub fn receive<S: State>(&mut self, look: &Look<'_, S>) -> Result<(), Fault> {
        let heard = self.wires.sets.map(|set| look.heard(usize::from(set)));
        self.bit = match heard {
            [true, false] => false,
            [false, true] => true,
            [false, false] => return Err(Fault::because("PASC: no beep was heard")),
            [true, true] => {
                let text = "PASC: a beep was heard on the primary and the secondary circuit";
                return Err(Fault::because(text));
            }
        };
        self.became_passive = self.active && self.bit;
        self.active &= !self.bit;
        Ok(())
    }

    /// Beeps, where it is the leader. In the configuration that is planned, the pins have to be
    /// joined by [`join`](Self::join).
    ///
    /// # Errors
    ///
    /// Where there is no such partition set.
    pub fn send<S: State>(&self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        if self.leader {
            beeper.beep(usize::from(self.wires.sets[0]))?;
        }
        Ok(())
    }

    /// Beeps for the cut-off, where it is active and no leader: it and all behind it have at least
    /// one more 1 to come. In the configuration that is planned, the pins have to be joined by
    /// [`join_cut_off`](Self::join_cut_off).
    ///
    /// # Errors
    ///
    /// Where there are no such partition sets.
    pub fn send_cut_off<S: State>(&self, beeper: &mut Beeper<'_, S>) -> Result<(), Fault> {
        if self.counts() && self.links.contains(&Link::Successor) {
            for set in self.wires.sets {
                beeper.beep(usize::from(set))?;
            }
        }
        Ok(())
    }

    /// Takes in what came of the last [`send_cut_off`](Self::send_cut_off): [`bit`](Self::bit) says
    /// whether any of the bits still to come is 1. The iterations can go on after it.
    pub fn receive_cut_off<S: State>(&mut self, look: &Look<'_, S>) {
        let mut sets = self.wires.sets.into_iter();
        self.bit = self.counts() || sets.any(|set| look.heard(usize::from(set)));
    }

    fn counts(&self) -> bool {
        self.active && !self.leader
    }
}

#[cfg(test)]
mod tests;
