//! Records of runs: writing, reading, replaying, comparing.

pub mod reference;
