//! Every random number of a run.
//!
//! A run is a pure function of its scenario, its seed and its inputs, so no draw may depend on who
//! else draws, and when. Therefore each owner (a robot, a part of the environment) has its own bag
//! of [`Dice`], and in it one independent stream for each [`Purpose`]: adding a robot, or drawing
//! once more for a fault, shifts no other number.
//!
//! | generator | streams | use |
//! |---|---|---|
//! | ChaCha8 ([`Stream`]) | one for each (seed, purpose, id) | every run, unless told otherwise |
//! | PCG64 ([`Numpy`]) | one, shared by all, drawn from in the order of the events | to reproduce runs of programs written with numpy, seed for seed |
//!
//! What is drawn is written once, in the provided methods of [`Draw`]. They are numpy's own
//! algorithms, but for the normal and the gamma distribution. No distribution of the crate `rand` is used, because these may change between
//! versions, and a digest must not.
//!
//! ```
//! use formicary::dice::{Dice, Draw, Purpose};
//!
//! let mut dice = Dice::new(42, 7);
//! let delay = dice.on(Purpose::Activation, &mut None).exponential(2.0);
//! let corner = dice.on(Purpose::Algorithm, &mut None).below(4);
//! assert!(delay > 0.0 && corner < 4);
//!
//! // The same seed, purpose and id: the same numbers, whatever else has been drawn.
//! assert_eq!(Dice::new(42, 7).on(Purpose::Algorithm, &mut None).below(4), corner);
//! ```

mod bag;
mod digest;
mod draw;
mod numpy;
mod stream;
mod ziggurat;

pub use bag::{Dice, Die, Position};
pub use digest::{Touched, dice_digest};
pub use draw::Draw;
pub use numpy::{Numpy, SeedError};
pub use stream::{Purpose, Stream};

#[cfg(test)]
mod tests;
