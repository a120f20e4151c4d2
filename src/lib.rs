//! Formicary: an actor-based concurrent swarm simulator.

pub mod dice;
pub mod math;
pub mod record;
pub mod registry;
pub mod scenario;
