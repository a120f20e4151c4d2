//! The integration tests, in one binary.

mod digests;
mod support;
mod tidy;
