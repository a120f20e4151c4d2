//! The `formicary` command; see [`formicary::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    formicary::cli::main()
}
