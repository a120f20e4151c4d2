//! Arithmetic on numbers that are stored along a chain of particles, one bit of each in a particle.
//!
//! The first particle of the chain has the lowest bits. Two circuits run along the chain, on the
//! outermost pins of an edge as seen from the predecessor; the operations split and join them by the
//! bits, so that a carry runs through the whole chain in one round. Each operation plans its own pins in
//! `send`. As the subroutines of `SubBinOps` in AmoebotSim 2.0.

mod chain;
mod compare;
mod divide;
mod highest;
mod multiply;
mod sum;

pub use chain::Chain;
pub use compare::{Comparison, Order};
pub use divide::Division;
pub use highest::Highest;
pub use multiply::Product;
pub use sum::Sum;
