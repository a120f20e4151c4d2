//! The integration tests, in one binary.

mod bad_input;
mod bad_luck;
mod cli;
mod compare;
mod digests;
mod replay;
mod support;
mod tidy;
