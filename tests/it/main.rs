//! The integration tests, in one binary.

mod compare;
mod docs;
