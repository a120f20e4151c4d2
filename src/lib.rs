//! Formicary: an actor-based concurrent swarm simulator.

pub mod arbiter;
#[cfg(feature = "native")]
pub mod cli;
pub mod dice;
pub mod engine;
pub mod layout;
pub mod math;
pub mod model;
pub mod record;
pub mod registry;
pub mod scenario;
pub mod study;
