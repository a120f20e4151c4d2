//! What all particles see in a phase: one snapshot of everything.

use std::sync::Arc;

use super::circuits::Reception;
use super::interface::{Acted, Attributes, Colour};
use super::pins::PinConfiguration;
use super::structure::Structure;

/// The snapshot of a phase. Everything in it is shared, so that a new snapshot costs what has changed.
#[derive(Clone, Debug)]
pub struct View {
    /// The number of the round, from 1. Where particles are activated one at a time, how many
    /// rounds are over.
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

impl View {
    /// A particle has acted by itself. Only what changes is touched, and nothing is copied where
    /// nobody else holds it.
    ///
    /// Both the structure and the books follow each activation by this, each in a view of its own: so
    /// none is handed over, which would have to be copied for the next activation.
    pub(super) fn act(&mut self, id: u32, acted: &Acted) {
        if acted.attributes.is_some() || !acted.neighbours.is_empty() {
            let own = acted.attributes.iter().map(|own| (id, own));
            let others = acted.neighbours.iter().map(|(id, other)| (*id, other));
            let attributes = Arc::make_mut(&mut self.attributes);
            for (id, new) in own.chain(others) {
                attributes[id as usize] = new.clone();
            }
        }
        if let Some(colour) = acted.extras.as_ref().and_then(|extras| extras.colour) {
            Arc::make_mut(&mut self.paint).particles[id as usize] = Some(colour);
        }
        if let Some(action) = acted.action {
            Arc::make_mut(&mut self.structure).act(id, action);
        }
    }
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
