//! Records of runs: writing, reading, replaying, comparing.

pub mod compare;
pub mod reference;
