//! Recorded runs of the original simulator, and the comparison of our own runs with them.
//!
//! Formicary reproduces the runs of a small Python simulator, seed for seed. [`read_file`] reads what
//! was recorded of them, a [`Comparison`] takes the events of our own run one by one, and its
//! [`Report`] says whether both are the same run: the same events in the same order with the same
//! outcomes, flags and lights, and numbers that differ by no more than the [`Tolerances`].
//!
//! Nothing here knows our simulator. Whoever runs it, as [`compare`](super::compare) does, describes
//! each event as a [`SeenEvent`] and each robot at the end as a [`SeenRobot`].

mod compare;
mod digest;
mod error;
pub mod python;
mod read;
mod report;
mod run;
mod seen;
mod words;

pub use compare::Comparison;
pub use digest::EventDigest;
pub use error::ReferenceError;
pub use read::{read_file, read_str};
pub use report::{Difference, DigestReport, EndMismatch, EventMismatch, Field, Report};
pub use run::{
    Point, Recorded, ReferenceBody, ReferenceConfig, ReferenceDigest, ReferenceEvent,
    ReferenceRobot, ReferenceRun, Tolerances,
};
pub use seen::{SeenEvent, SeenRobot};
pub use words::{EventKind, Fault, FaultType, Light, Phase};

#[cfg(test)]
mod tests;
