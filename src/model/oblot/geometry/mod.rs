//! Plane geometry for algorithms.
//!
//! | room | what it is about |
//! |---|---|
//! | [`ruler`] | what counts as equal |
//! | [`circle`] | circles through few points, and the way onto a circle |
//! | [`enclose`] | the smallest circle around many points, as the original simulator finds it |
//! | `exact` | the smallest circle around many points, without draws |
//! | `assignment` | who goes to which place, at the least total distance |
//! | [`sum`] | sums of many numbers, to the bits of Python |
//!
//! In the first three and in the sums the order of every operation is that of the original simulator,
//! because it decides the last bits of a result.

pub(super) mod assignment;
pub mod circle;
pub mod enclose;
pub(super) mod exact;
pub mod ruler;
pub mod sum;

pub use circle::Circle;
pub use enclose::smallest_circle;
pub use ruler::Ruler;
