//! What a particle can do in a movement phase, and when it may not even try.

use serde::{Deserialize, Serialize};

use super::super::grid::{Direction, Node};
use super::super::structure::{Occupant, Structure};
use super::Labels;

/// What a particle does in a movement phase. Directions are global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A contracted particle takes the next node in this direction, too. Whoever is there is pushed
    /// on where the bonds make it so.
    Expand(Direction),
    /// An expanded particle gives up the node of its tail.
    ContractHead,
    /// An expanded particle gives up the node of its head.
    ContractTail,
    /// A contracted particle takes a node from the expanded particle that is there, and which gives it
    /// up by a pull towards this one.
    Push(Direction),
    /// An expanded particle gives the node of its tail to the contracted particle that is beyond the
    /// tail in this direction, and which takes it by a push.
    PullHead(Direction),
    /// An expanded particle gives the node of its head to the contracted particle that is beyond the
    /// head in this direction, and which takes it by a push.
    PullTail(Direction),
}

/// What a particle wishes in a movement phase, everything in the global frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// How it moves; `None` where it stays as it is.
    pub action: Option<Action>,
    /// The ports whose bonds it releases in this round.
    pub released: Labels,
    /// The ports whose bonds go with the part that moves.
    pub marked: Labels,
    /// Whether its bonds are chosen for it, so that it moves as in the model without joint movements.
    /// What it released and marked counts for nothing then.
    pub automatic: bool,
}

impl Step {
    /// A step that is only this action.
    #[must_use]
    pub fn of(action: Action) -> Self {
        Step {
            action: Some(action),
            ..Step::default()
        }
    }
}

/// Why an action is refused before anybody moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// It would expand or push.
    #[error("particle {particle} is expanded and cannot expand further")]
    Expanded {
        /// Who.
        particle: u32,
    },
    /// It would contract or pull.
    #[error("particle {particle} is contracted and has no node to give up")]
    Contracted {
        /// Who.
        particle: u32,
    },
    /// It would push.
    #[error("particle {particle} pushes towards {node}, where no expanded particle is")]
    NobodyToPush {
        /// Who.
        particle: u32,
        /// Where the partner of the handover would have to be.
        node: Node,
    },
    /// It would pull.
    #[error("particle {particle} pulls from {node}, where no contracted particle is")]
    NobodyToPull {
        /// Who.
        particle: u32,
        /// Where the partner of the handover would have to be.
        node: Node,
    },
}

impl Action {
    /// Whether a particle can try this. Whether it succeeds is for the joint movement to say.
    ///
    /// # Errors
    ///
    /// [`Invalid`] where the particle has not the right shape, or a handover has no partner of the
    /// right shape.
    ///
    /// # Panics
    ///
    /// If there is no such particle.
    pub fn check(self, structure: &Structure, particle: u32) -> Result<(), Invalid> {
        let body = &structure.bodies()[particle as usize];
        let grows = matches!(self, Action::Expand(_) | Action::Push(_));
        match (grows, body.is_expanded()) {
            (true, true) => return Err(Invalid::Expanded { particle }),
            (false, false) => return Err(Invalid::Contracted { particle }),
            _ => {}
        }
        // Whether a particle is on the node, and whether it is expanded.
        let shape = |node| match structure.occupant(node) {
            Some(Occupant::Particle(id, _)) => Some(structure.bodies()[id as usize].is_expanded()),
            _ => None,
        };
        match self {
            Action::Expand(_) | Action::ContractHead | Action::ContractTail => Ok(()),
            Action::Push(direction) => {
                let node = body.tail.step(direction);
                let found = shape(node) == Some(true);
                found
                    .then_some(())
                    .ok_or(Invalid::NobodyToPush { particle, node })
            }
            Action::PullHead(direction) => {
                let node = body.tail.step(direction);
                let found = shape(node) == Some(false);
                found
                    .then_some(())
                    .ok_or(Invalid::NobodyToPull { particle, node })
            }
            Action::PullTail(direction) => {
                let node = body.head_node().step(direction);
                let found = shape(node) == Some(false);
                found
                    .then_some(())
                    .ok_or(Invalid::NobodyToPull { particle, node })
            }
        }
    }
}

/// Whether a joint movement has to be simulated at all: somebody moves, or a bond is released by a
/// particle that chooses its own bonds or by one of the objects `releasing`. Where nothing of this
/// happens, everything stays as it is, connected or not.
#[must_use]
pub fn is_needed(steps: &[Step], releasing: &[u32]) -> bool {
    let releases = |step: &Step| !step.automatic && !step.released.is_empty();
    !releasing.is_empty()
        || steps
            .iter()
            .any(|step| step.action.is_some() || releases(step))
}
