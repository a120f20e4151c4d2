//! The guard: no controller outlives this program, whatever ends it.
//!
//! The guard is a shell that waits for the end of its input, and then kills its process group. Only
//! this program holds the other end of that input, so the guard wakes up when this program ends,
//! also by SIGKILL. The guard is started first and leads the group; controllers are started into
//! it, and what they start in turn is in it too, unless it leaves on purpose. Where this program
//! ends between the two starts, there is no group left that the controller could join, and it is
//! not started.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The guard over the processes of one run. Dropped, it kills what is left of them.
#[derive(Debug)]
pub(super) struct Guard {
    shell: Option<Child>,
}

/// Waits for the end of its input; signals from a terminal are not for it. A group has one leader,
/// so the shell kills itself with it.
#[cfg(unix)]
const SCRIPT: &str = "trap '' HUP INT QUIT TERM TSTP TTIN TTOU; read -r _; kill -KILL 0";

impl Guard {
    /// Starts the guard.
    ///
    /// # Errors
    ///
    /// What the operating system says.
    #[cfg(unix)]
    pub(super) fn start() -> io::Result<Self> {
        use std::os::unix::process::CommandExt as _;
        let shell = Command::new("sh")
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Guard { shell: Some(shell) })
    }

    /// There is no guard on this system: controllers are killed at the end of a run only.
    #[cfg(not(unix))]
    pub(super) fn start() -> io::Result<Self> {
        Ok(Guard { shell: None })
    }

    /// Has a process start under this guard.
    pub(super) fn watch(&self, command: &mut Command) {
        #[cfg(unix)]
        if let Some(shell) = &self.shell {
            use std::os::unix::process::CommandExt as _;
            // Process ids are positive numbers of the system's own type.
            command.process_group(i32::try_from(shell.id()).unwrap_or_default());
        }
        #[cfg(not(unix))]
        let _ = command;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            drop(shell.stdin.take());
            // It has no way to fail but by being gone already.
            let ended = || !matches!(shell.try_wait(), Ok(None));
            if !wait_for(PATIENCE, ended) {
                // Somebody has stopped the whole group, and the guard with it. This reaches it all
                // the same.
                kill_group(shell.id());
                let _ = shell.kill();
                let _ = shell.wait();
            }
        }
    }
}

/// How long the guard may take to do its work.
const PATIENCE: Duration = Duration::from_secs(1);

/// Waits until something holds, but not for ever; says whether it does.
fn wait_for(patience: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while !holds() {
        if started.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

/// Kills all processes of a group. Where that cannot be done, they are gone already.
fn kill_group(leader: u32) {
    let command = format!("kill -KILL -{leader}");
    let shell = Command::new("sh").args(["-c", &command]).output();
    drop(shell);
}
