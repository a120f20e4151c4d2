//! What all particles see in a phase: one snapshot of everything.

use std::sync::Arc;

use super::circuits::Reception;
use super::interface::{Attributes, Colour};
use super::pins::PinConfiguration;
use super::structure::Structure;

/// The snapshot of a phase. Everything in it is shared, so that a new snapshot costs what has changed.
#[derive(Clone, Debug)]
pub struct View {
    /// The number of the round, from 1.
    pub round: u64,
    /// Where everybody is.
    pub structure: Arc<Structure>,
    /// The pin configurations in effect, by particle.
    pub configurations: Arc<Vec<Arc<PinConfiguration>>>,
    /// What was received in the last beep phase.
    pub reception: Arc<Reception>,
    /// The attributes, by particle.
    pub attributes: Arc<Vec<Attributes>>,
    /// The colours of particles and objects.
    pub paint: Arc<Paint>,
}

/// The colours, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// By particle; none where the algorithm has given none.
    pub particles: Vec<Option<Colour>>,
    /// By object; none where no particle has given any.
    pub objects: Vec<Option<Colour>>,
}

impl Paint {
    /// No colours for so many particles and objects.
    #[must_use]
    pub fn none(particles: usize, objects: usize) -> Self {
        Paint {
            particles: vec![None; particles],
            objects: vec![None; objects],
        }
    }
}
