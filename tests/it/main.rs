//! The integration tests, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that finds nothing has failed"
)]

mod bad_input;
mod cli;
mod compare;
mod digests;
mod docs;
mod replay;
mod support;
mod tidy;
mod toy;
