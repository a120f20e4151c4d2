//! What several commands share: exit codes, failures, and writing to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::controller::trouble::StartError;
use crate::model::End;
use crate::record::RecordError;
use crate::record::reference::ReferenceError;
use crate::scenario::ScenarioError;
use crate::study::{Difference, StudyError};
use crate::theory::TheoryError;

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
    /// A study that could not be carried out.
    #[error(transparent)]
    Study(StudyError),
    /// A record that cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A claim that could not be checked.
    #[error(transparent)]
    Theory(#[from] TheoryError),
    /// A file of recorded reference runs that is not one.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// The server could not start, or had to end.
    #[cfg(feature = "serve")]
    #[error(transparent)]
    Serve(#[from] crate::serve::ServeError),
    /// A store that cannot be read or written.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// An experiment that could not be carried out.
    #[cfg(feature = "plot")]
    #[error(transparent)]
    Experiment(Box<crate::experiment::ExperimentError>),
    /// Statistics that do not exist.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Stats(Box<crate::stats::StatsError>),
    /// Flags that do not go together, or name something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl From<StudyError> for Failed {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Scenario(error) => Failed::Scenario(error),
            StudyError::Record(error) => Failed::Record(error),
            other => Failed::Study(other),
        }
    }
}

#[cfg(feature = "store")]
impl From<crate::stats::StatsError> for Failed {
    fn from(error: crate::stats::StatsError) -> Self {
        Failed::Stats(Box::new(error))
    }
}

#[cfg(feature = "store")]
impl From<crate::sweep::SweepError> for Failed {
    fn from(error: crate::sweep::SweepError) -> Self {
        use crate::sweep::SweepError;
        match error {
            SweepError::Scenario(error) => Failed::Scenario(error),
            SweepError::Store(error) => Failed::Store(error),
            SweepError::Study(error) => error.into(),
            SweepError::Refused(words) => Failed::Usage(words),
            SweepError::Stopped => Failed::Usage(SweepError::Stopped.to_string()),
        }
    }
}

impl Failed {
    /// Shows the failure on stderr and gives the exit code for it.
    pub(super) fn report(self) -> ExitCode {
        let exit = match &self {
            Failed::Output(_) => Exit::RunFailed,
            // A record that cannot be written fails the run; one that cannot be read is bad input.
            Failed::Record(RecordError::DiskFull { .. }) => Exit::RunFailed,
            #[cfg(feature = "serve")]
            Failed::Serve(crate::serve::ServeError::Io(_)) => Exit::RunFailed,
            Failed::Study(StudyError::Run(_)) | Failed::Theory(_) => Exit::RunFailed,
            Failed::Study(StudyError::Controller(error)) => match error {
                StartError::Stopped(End::Interrupted) => Exit::Interrupted,
                error if error.is_scenarios_fault() => Exit::Usage,
                _ => Exit::RunFailed,
            },
            _ => Exit::Usage,
        };
        let shown = match self {
            Failed::Scenario(error) => format!("{:?}", miette::Report::new(error.snippet())),
            other => format!("error: {other}"),
        };
        tell(shown.trim_end());
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

/// Writes a line to stderr.
pub(super) fn tell(line: &str) {
    // Where stderr is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// The first event in which two runs differ, both versions below each other.
pub(super) fn show_difference(difference: &Difference, left: &str, right: &str) -> String {
    let Difference {
        number,
        left: one,
        right: other,
    } = difference;
    let width = left.len().max(right.len());
    let indented = |lines: &str| lines.replace('\n', &format!("\n  {:width$}  ", ""));
    format!(
        "first difference at event {number}:\n  {left:width$}  {}\n  {right:width$}  {}\n",
        indented(one),
        indented(other)
    )
}

/// Shows what the library traces, where the variable `FORMICARY_LOG` asks for it: for example
/// `FORMICARY_LOG=formicary=trace`.
///
/// Without the variable, what controllers write to stderr is shown, and nothing else.
pub(super) fn log() {
    if std::env::var_os("FORMICARY_LOG").is_none() {
        let filter = tracing_subscriber::EnvFilter::new("off,formicary::controller=info");
        // Only a second call could fail, and there is none.
        let _ = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal())
            .without_time()
            .with_level(false)
            .with_target(false)
            .try_init();
    } else if let Ok(filter) = tracing_subscriber::EnvFilter::try_from_env("FORMICARY_LOG") {
        // Only a second call could fail, and there is none.
        let _ = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal())
            .try_init();
    }
}

/// How wide lines for people may be: as wide as the terminal, or else as the variable `COLUMNS`
/// says, or else 80 characters; but never wider than the help of the commands.
pub(super) fn width() -> usize {
    const WIDEST: usize = 100;
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal.or_else(variable).filter(|width| *width > 0);
    width.unwrap_or(80).min(WIDEST)
}

/// Writes text to stdout. A closed pipe is no trouble: whoever reads our output has read enough
/// (`formicary list | head -1`), and the exit code says what came of the command.
///
/// # Errors
///
/// What the operating system says.
pub(super) fn print(text: &str) -> Result<(), Failed> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
