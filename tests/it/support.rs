//! What several tests need: the built program, the shipped scenarios, and words for what happened.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use formicary::scenario::Document;
use formicary::study::Study;

/// The folder of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder whose names end with `extension`, sorted.
pub(crate) fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some(OsStr::new(extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A shipped scenario.
#[derive(Clone, Debug)]
pub(crate) struct Shipped {
    /// Its path below `scenarios/`, without the extension: `oblot/gathering`.
    pub(crate) name: String,
    /// Its file.
    pub(crate) path: PathBuf,
}

impl Shipped {
    /// All of them, sorted by name.
    pub(crate) fn all() -> Vec<Shipped> {
        let folder = root().join("scenarios");
        let shipped = files_below(&folder, "toml").into_iter().map(|path| {
            let name = path.strip_prefix(&folder).unwrap().with_extension("");
            let name = name.to_string_lossy().replace('\\', "/");
            Shipped { name, path }
        });
        let mut all: Vec<_> = shipped.collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(!all.is_empty(), "no scenarios below {}", folder.display());
        all
    }

    /// The one of this name.
    pub(crate) fn named(name: &str) -> Shipped {
        let found = Self::all().into_iter().find(|shipped| shipped.name == name);
        found.unwrap_or_else(|| panic!("there is no scenario {name}"))
    }

    /// The scenario, read and checked.
    pub(crate) fn study(&self) -> Study {
        let document = Document::read(&self.path).unwrap_or_else(|error| panic!("{error}"));
        Study::read(&document).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Shipped {
    /// Whether what it runs is here; where it is not, says on stderr that it is left out.
    pub(crate) fn can_run(&self) -> bool {
        let text = std::fs::read_to_string(&self.path).unwrap();
        !text.contains("\"node\"") || has_node()
    }
}

/// Whether Node is on this machine. It is the one thing that the tests do without where it is
/// missing, and they say so on stderr.
pub(crate) fn has_node() -> bool {
    let mut node = Command::new("node");
    let version = node.arg("--version").stdin(Stdio::null()).output();
    let found = version.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("left out: what runs JavaScript, because there is no node in PATH");
    }
    found
}

/// A checked scenario from its text.
pub(crate) fn study_of(text: &str) -> Study {
    let document = Document::parse("scenario.toml", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Study::read(&document).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The built program with these arguments, in the folder of the package; its input is empty, and
/// nothing in the environment changes what it writes.
pub(crate) fn formicary<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_formicary"));
    command
        .args(args)
        .current_dir(root())
        .stdin(Stdio::null())
        .env_remove("FORMICARY_LOG")
        .env_remove("RUST_BACKTRACE")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("FORCE_COLOR")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100");
    command
}

/// What a finished program said.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Said {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

/// Runs the built program to its end.
pub(crate) fn say<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Said {
    formicary(args).output().expect("the program starts").into()
}

impl Said {
    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Stdout as one JSON document.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{self}"))
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.code {
            Some(code) => writeln!(f, "exit code {code}")?,
            None => writeln!(f, "ended by a signal")?,
        }
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(f, "--- {name}")?;
                f.write_str(text)?;
                if !text.ends_with('\n') {
                    f.write_char('\n')?;
                }
            }
        }
        Ok(())
    }
}

/// Says why a part of a test was left out.
pub(crate) fn skipped(what: &str, why: impl std::fmt::Display) {
    eprintln!("skipped: {what}: {why}");
}

/// Runs the built program with each of these command lines, words separated by spaces, and writes
/// down what it said.
pub(crate) fn transcript<S: AsRef<str>>(commands: impl IntoIterator<Item = S>) -> String {
    transcript_in(root(), commands)
}

/// The same in another folder.
pub(crate) fn transcript_in<S: AsRef<str>>(
    folder: &Path,
    commands: impl IntoIterator<Item = S>,
) -> String {
    let mut text = String::new();
    for command in commands {
        let command = command.as_ref();
        let mut program = formicary(command.split(' '));
        let output = program.current_dir(folder).output();
        let said = Said::from(output.expect("the program starts"));
        writeln!(
            text,
            "$ formicary {command}\n{}",
            settled(&said.to_string())
        )
        .unwrap();
    }
    text
}

/// A summary without the figures that differ from run to run.
pub(crate) fn settled(text: &str) -> String {
    let mut settled = String::new();
    for line in text.lines() {
        let rate = [
            "events per second ",
            "  \"events_per_second\":",
            "  \"seconds\":",
        ];
        let label = rate.iter().find(|label| line.starts_with(**label));
        let line = label.map_or(line.to_owned(), |label| format!("{} ...", label.trim_end()));
        settled += &line;
        settled.push('\n');
    }
    settled
}

/// Nothing in these tests takes nearly as long; a program that does hangs.
pub(crate) const HANGS: Duration = Duration::from_secs(120);

/// Asks again and again until the answer is there.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(begin.elapsed() < HANGS, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the end of a program.
#[track_caller]
pub(crate) fn finish(mut child: Child) -> Said {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > HANGS {
            child.kill().unwrap();
            panic!("the program hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap().into()
}

/// Sends a program a signal, such as `-INT`.
pub(crate) fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status();
    assert!(status.unwrap().success());
}
