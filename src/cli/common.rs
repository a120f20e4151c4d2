//! What several commands share: exit codes, failures, and writing to the terminal.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::record::reference::ReferenceError;
use crate::scenario::ScenarioError;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// The run ended as the scenario expects.
    Expected = 0,
    /// An expectation failed, or a replay or comparison differs.
    Differs = 1,
    /// Bad usage, a bad scenario, or a file that is missing, damaged or of another version.
    Usage = 2,
    /// The run failed with a named error.
    RunFailed = 3,
    /// Interrupted; the record is complete.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// A scenario that is not one.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A file of recorded reference runs that is not one.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// Flags that do not go together, or name something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Failed {
    /// Shows the failure on stderr and gives the exit code for it.
    pub(super) fn report(self) -> ExitCode {
        let exit = match &self {
            // Whoever reads our output has read enough (`formicary list | head -1`).
            Failed::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failed::Output(_) => Exit::RunFailed,
            Failed::Scenario(_) | Failed::Reference(_) | Failed::Usage(_) => Exit::Usage,
        };
        let shown = match self {
            Failed::Scenario(error) => format!("{:?}", miette::Report::new(error.snippet())),
            other => format!("error: {other}"),
        };
        // Where stderr is closed there is nobody left to tell.
        let _ = writeln!(io::stderr(), "{}", shown.trim_end());
        exit.into()
    }
}

/// Shows what clap has to say: help and version on stdout, bad usage on stderr.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    // As above: a closed terminal is no reason to fail.
    let _ = error.print();
    if error.use_stderr() {
        Exit::Usage.into()
    } else {
        ExitCode::SUCCESS
    }
}

/// Writes text to stdout.
///
/// # Errors
///
/// What the operating system says; a closed pipe too.
pub(super) fn print(text: &str) -> Result<(), Failed> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}
