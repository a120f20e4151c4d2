//! What a structure has to be like at the start of a run.

use super::super::grid::Node;
use super::Occupant;

/// Why a run cannot start from a structure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Two particles or objects want the same node.
    #[error("{} and {} are both on {node}", name(*first), name(*second))]
    Overlap {
        /// The node.
        node: Node,
        /// Who was there first.
        first: Occupant,
        /// Who came second.
        second: Occupant,
    },
}

fn name(occupant: Occupant) -> String {
    match occupant {
        Occupant::Particle(id, _) => format!("particle {id}"),
        Occupant::Object(id) => format!("object {id}"),
    }
}
