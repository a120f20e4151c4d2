//! The integration tests, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails where it panics, and says what it leaves out"
)]

mod algorithms;
mod amoebot;
mod bad_input;
mod bad_luck;
mod cli;
mod compare;
mod controller;
mod controllers_schema;
mod controllers_shipped;
mod digests;
mod docs;
mod faults;
mod memory;
mod monitors;
mod orders;
mod page;
mod patterns;
mod regressions;
mod replay;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod starts;
#[cfg(feature = "store")]
mod store;
mod support;
mod theory;
mod tidy;
mod toy;
mod wall;
