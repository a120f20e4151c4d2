//! Controllers that are started as child processes.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::guard::Guard;
use super::tail::Tail;
use super::trouble::StartError;
use super::wire::Wire;

/// How long the status of a process that has closed its output may take to be known.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often it is looked whether a process has ended.
const TICK: Duration = Duration::from_millis(2);

/// Starts a command under a guard; `robots` are whose it is, in words.
pub(super) fn start(
    words: &[String],
    robots: String,
    guard: &Guard,
) -> Result<(Child, Wire, Tail), StartError> {
    // A command has at least one word.
    let (program, arguments) = words.split_first().map_or(("", words), |(p, a)| (p, a));
    let not_started = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => StartError::NotFound {
            program: program.to_owned(),
        },
        _ => StartError::NotStarted {
            program: program.to_owned(),
            why: error.to_string(),
        },
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    guard.watch(&mut command);
    let mut child = command.spawn().map_err(not_started)?;
    match connect(&mut child, robots) {
        Ok((wire, tail)) => Ok((child, wire, tail)),
        Err(error) => {
            end(&mut child, Duration::ZERO);
            Err(StartError::NotStarted {
                program: program.to_owned(),
                why: error.to_string(),
            })
        }
    }
}

fn connect(child: &mut Child, robots: String) -> io::Result<(Wire, Tail)> {
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(io::Error::other("it has no pipes"));
    };
    Ok((Wire::new(stdin, stdout)?, Tail::of(stderr, robots)?))
}

/// How a process has ended that has closed its output; `None` where it goes on without.
pub(super) fn status(child: &mut Child) -> Option<String> {
    waited(child, PATIENCE).map(|status| status.to_string())
}

fn waited(child: &mut Child, wait: Duration) -> Option<std::process::ExitStatus> {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if started.elapsed() < wait => std::thread::sleep(TICK),
            _ => return None,
        }
    }
}

/// Waits a little for the end of a process, and then kills it.
pub(super) fn end(child: &mut Child, grace: Duration) {
    if waited(child, grace).is_none() {
        // It has ended meanwhile where this fails.
        let _ = child.kill();
        let _ = child.wait();
    }
}
