//! The `formicary` command.

fn main() {}
