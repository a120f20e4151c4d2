//! Plane geometry for algorithms.
//!
//! | room | what it is about |
//! |---|---|
//! | [`ruler`] | what counts as equal |
//! | [`circle`] | circles through few points, and the way onto a circle |
//! | [`enclose`] | the smallest circle around many points |
//! | [`sum`] | sums of many numbers, to the bits of Python |
//!
//! The order of every operation is that of the original simulator, because it decides the last bits
//! of a result.

pub mod circle;
pub mod enclose;
pub mod ruler;
pub mod sum;

pub use circle::Circle;
pub use enclose::smallest_circle;
pub use ruler::Ruler;
