//! The integration tests, in one binary.

mod bad_input;
mod cli;
mod compare;
mod digests;
mod docs;
mod replay;
mod support;
mod tidy;
