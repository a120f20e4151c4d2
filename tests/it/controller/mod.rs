//! Robots that programs outside control. The programs are those of `tests/data/controllers/`, in
//! the Python of the machine.

mod bits;
mod ends;
mod refusals;
mod replays;
mod runs;
mod troubles;

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use formicary::engine::Engine;
use formicary::study::{RunOptions, RunReport};

use crate::support::{root, study_of};

pub(super) const INLINE: Engine = Engine::Inline { threads: 1 };
pub(super) const ENGINES: [Engine; 2] = [INLINE, Engine::Actors { threads: 2 }];

/// Checks that there is a Python, and says so where there is none.
pub(super) fn python() -> &'static str {
    static PYTHON: OnceLock<()> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let version = Command::new("python3").arg("--version").output();
        let found = version.is_ok_and(|output| output.status.success());
        assert!(found, "these tests need python3");
    });
    "python3"
}

/// The path of a test controller.
pub(super) fn script(name: &str) -> String {
    let path = root().join("tests/data/controllers").join(name);
    path.display().to_string()
}

/// The key for a test controller with these arguments.
pub(super) fn command(name: &str, arguments: &[&str]) -> String {
    let mut words = vec![python().to_owned(), "-B".to_owned(), script(name)];
    words.extend(arguments.iter().map(|&word| word.to_owned()));
    format!("command = {words:?}\n")
}

/// A scenario of five robots that gather in ASYNC; `controller` are the lines of `[controller]`,
/// and `more` those of further tables.
pub(super) fn five(controller: &str, more: &str) -> String {
    let controller = match controller {
        "" => String::new(),
        lines => format!("[controller]\n{lines}timeout = '60s'\nhandshake = '60s'\n"),
    };
    format!(
        "model = 'oblot'\nseed = 5\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n{controller}{more}"
    )
}

/// Runs a scenario.
#[track_caller]
pub(super) fn run(text: &str, engine: Engine) -> RunReport {
    let report = study_of(text).run(&RunOptions::on(engine));
    report.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Waits until something holds.
#[track_caller]
pub(super) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    crate::support::wait_for(what, || holds().then_some(()));
}

/// Whether a process of this id lives.
pub(super) fn lives(process: &str) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(process).join("stat"));
    // What follows the name is the state; a zombie has ended.
    state.is_ok_and(|stat| {
        let state = stat.rsplit(") ").next().unwrap_or_default();
        !state.starts_with('Z')
    })
}
