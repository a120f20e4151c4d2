//! What an algorithm can do wrong.

use super::super::grid::Direction;
use super::super::joint::Invalid;
use super::super::pins::PinError;
use super::super::ports::Port;

/// A call that is against the rules of the model. It undoes the round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An action that the particle cannot schedule.
    #[error(transparent)]
    Action(#[from] Invalid),
    /// Pins or partition sets that there are not, or that cannot be joined.
    #[error(transparent)]
    Pins(#[from] PinError),
    /// A port that leads into the particle itself.
    #[error("there is no port {0}: it would lead into the particle itself")]
    NoPort(Port),
    /// No object is there.
    #[error("there is no object beyond the port {0}")]
    NoObject(Port),
    /// A pin configuration for another state of expansion.
    #[error("the pin configuration is for a particle that is {}, and this one is {}",
        state(*expected), state(*found))]
    WrongState {
        /// The head direction for which the configuration was made.
        expected: Option<Direction>,
        /// The head direction of the particle.
        found: Option<Direction>,
    },
    /// The algorithm itself found something impossible.
    #[error("{0}")]
    Algorithm(String),
}

impl Fault {
    /// The algorithm found something impossible.
    pub fn because(text: impl Into<String>) -> Self {
        Fault::Algorithm(text.into())
    }
}

fn state(head: Option<Direction>) -> String {
    match head {
        None => "contracted".to_owned(),
        Some(direction) => format!("expanded to {direction}"),
    }
}
