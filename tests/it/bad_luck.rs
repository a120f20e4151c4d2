//! Bad luck ends in a named error or a defined end, with the record whole up to there: a full
//! disk, Ctrl-C, a killed process, a limit of real time, a closed terminal.

#![cfg(unix)]

use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use formicary::record::Record;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Said, finish, formicary, say, send, skipped, wait_for};

/// A run that never ends: two robots never move, so that the others wait for ever.
const ENDLESS: &str = "\
model = 'oblot'
seed = 3
[swarm]
robots = 200
algorithm = 'gathering'
[scheduler]
visualize = inf
[[faults]]
kind = 'omission'
count = 2
probability = 1.0
";

/// An endless run in a folder of its own.
struct Endless {
    folder: TempDir,
}

impl Endless {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("endless.toml"), ENDLESS).unwrap();
        Endless { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = formicary(args);
        command
            .current_dir(self.folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn start(&self, args: &[&str]) -> Child {
        self.command(args).spawn().unwrap()
    }

    fn says(&self, args: &[&str]) -> Said {
        self.command(args).output().unwrap().into()
    }
}

/// The engines and formats, in pairs, and the engine that replays.
const WAYS: [(&str, &str, &str); 3] = [
    ("inline", "run.mcap", "actors"),
    ("actors", "run.mcap", "inline"),
    ("actors", "run.jsonl", "inline"),
];

/// The record of a run that was stopped in the middle: it has its end, and replays to it.
fn check_stopped(run: &Endless, name: &str, end: &str, replay_on: &str) {
    let record = Record::open(run.file(name)).unwrap();
    let ending = record.ending.as_ref().expect("an end");
    assert_eq!(ending.end, end);
    assert!(ending.events > 0 && ending.events == record.events);
    let said = run
        .says(&["replay", name, "--json", "--engine", replay_on])
        .code(0);
    let replayed = said.json();
    assert_eq!(replayed["agrees"], true);
    assert_eq!(replayed["truncated"], false);
    assert_eq!(replayed["end"], end);
    assert_eq!(replayed["events"], record.events);
    assert_eq!(replayed["digest"], ending.digest.as_str());
}

#[test]
fn a_run_that_is_interrupted_leaves_a_whole_record_and_exits_with_130() {
    for (engine, name, replay_on) in WAYS {
        for signal in ["-INT", "-TERM"] {
            let run = Endless::new();
            let args = [
                "run",
                "endless.toml",
                "--engine",
                engine,
                "--record",
                name,
                "--json",
            ];
            let child = run.start(&args);
            // The header is written when the run begins.
            wait_for("the record", || Record::open(run.file(name)).ok());
            send(signal, &child);
            let said = finish(child).code(130);
            assert_eq!(said.stderr, "");
            let json = said.json();
            assert_eq!(json["end"], "interrupted");
            assert_eq!(json["repeat"], format!("formicary replay {name}"));
            check_stopped(&run, name, "interrupted", replay_on);
        }
    }
}

#[test]
fn a_run_that_is_killed_leaves_a_record_to_its_last_whole_chunk() {
    for (engine, name, replay_on) in WAYS {
        let run = Endless::new();
        let args = [
            "run",
            "endless.toml",
            "--engine",
            engine,
            "--record",
            name,
            "--json",
        ];
        let mut child = run.start(&args);
        // Chunks close every second, or when they are full.
        let size = || std::fs::metadata(run.file(name)).map_or(0, |file| file.len());
        wait_for("the record", || Record::open(run.file(name)).ok());
        let header = size();
        wait_for("a chunk", || {
            let grown = size() > header;
            let record = grown.then(|| Record::open(run.file(name)).ok());
            record.flatten().filter(|record| record.events > 0)
        });
        child.kill().unwrap();
        assert_eq!(finish(child).code, None);
        let record = Record::open(run.file(name)).unwrap();
        assert!(record.truncated && record.ending.is_none() && record.events > 0);
        let said = run.says(&["replay", name, "--engine", replay_on]).code(0);
        let note = "the record has no end (a killed run, or a cut file): \
                    replayed to its last whole chunk\n";
        assert!(said.stdout.starts_with(note), "{said}");
        let json = run.says(&["replay", name, "--json"]).code(0).json();
        assert_eq!(json["agrees"], true);
        assert_eq!(json["truncated"], true);
        assert_eq!(json["end"], json!(null));
        assert_eq!(json["events"], record.events);
    }
}

#[test]
fn a_limit_of_real_time_ends_the_run_and_its_record() {
    for (engine, name, replay_on) in WAYS {
        let run = Endless::new();
        let limit = ["run", "endless.toml", "--timeout", "0.05", "--json"];
        let more = ["--engine", engine, "--record", name];
        let said = finish(run.start(&[&limit[..], &more].concat())).code(0);
        assert_eq!(said.json()["end"], "timeout");
        check_stopped(&run, name, "timeout", replay_on);
        // A scenario may expect it, or something else.
        let expect = ["--set", "expect.end=['timeout']"];
        finish(run.start(&[&limit[..], &expect].concat())).code(0);
        let expect = ["--set", "expect.end=['terminated']"];
        let said = finish(run.start(&[&limit[..], &expect].concat())).code(1);
        assert!(
            said.stderr
                .contains("end: expected terminated, was timeout"),
            "{said}"
        );
    }
}

#[test]
fn an_interrupted_verification_exits_with_130() {
    let run = Endless::new();
    let child = run.start(&["verify", "endless.toml"]);
    let status = format!("/proc/{}/status", child.id());
    if !Path::new(&status).exists() {
        skipped(
            "interrupting `verify`",
            "there is no /proc to see when it listens",
        );
        send("-KILL", &child);
        finish(child);
        return;
    }
    // It listens once it catches signal 2; before, the signal would just kill it.
    wait_for("the handler", || {
        let text = std::fs::read_to_string(&status).ok()?;
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        (mask & 0b10 != 0).then_some(())
    });
    send("-INT", &child);
    let said = finish(child).code(130);
    assert!(
        said.stdout
            .contains("agreed, until it was stopped, with inline"),
        "{said}"
    );
}

#[test]
fn a_disk_that_is_full_at_once_is_a_named_error() {
    if !Path::new("/dev/full").exists() {
        skipped("a disk that is full at once", "there is no /dev/full");
        return;
    }
    for engine in ["inline", "actors"] {
        for name in ["x.mcap", "x.jsonl", "x.csv"] {
            let run = Endless::new();
            symlink("/dev/full", run.file(name)).unwrap();
            let args = [
                "run",
                "endless.toml",
                "--engine",
                engine,
                "--record",
                name,
                "--json",
            ];
            let said = finish(run.start(&args)).code(3);
            assert!(
                said.stderr
                    .starts_with(&format!("error: {name}: the disk is full: ")),
                "{said}"
            );
        }
    }
}

#[test]
fn a_disk_that_fills_up_ends_the_run_and_keeps_what_is_there() {
    // A tiny disk in a namespace of its own, which goes away with the shell.
    let script = "mount -t tmpfs -o size=128k none \"$1\" && cd \"$1\" || exit 77
        \"$2\" run \"$3\" --engine \"$4\" --record \"$5\" --json
        echo \"run: $?\"
        \"$2\" replay \"$5\" --quiet
        echo \"replay: $?\"";
    for (engine, name, _) in WAYS {
        let run = Endless::new();
        let disk = run.file("disk");
        std::fs::create_dir(&disk).unwrap();
        let mut shell = Command::new("unshare");
        shell
            .args(["-rm", "sh", "-c", script, "sh"])
            .arg(&disk)
            .arg(env!("CARGO_BIN_EXE_formicary"))
            .arg(run.file("endless.toml"))
            .args([engine, name])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let said = match shell.spawn() {
            Ok(child) => finish(child),
            Err(error) => return skipped("a disk that fills up", error),
        };
        if said.code != Some(0) {
            return skipped("a disk that fills up", said.stderr.trim());
        }
        assert!(said.stdout.contains("\"end\": \"failed\""), "{said}");
        assert!(said.stdout.ends_with("run: 3\nreplay: 0\n"), "{said}");
        let errors: Vec<_> = said.stderr.lines().collect();
        let full = format!("error: {name}: the disk is full: ");
        assert!(errors[0].starts_with(&full), "{said}");
        assert!(errors[1].starts_with("reproduce: formicary run "), "{said}");
    }
}

#[test]
fn a_full_stdout_is_a_named_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return skipped("a full stdout", "there is no /dev/full");
    };
    let run = Endless::new();
    let args = ["run", "endless.toml", "--events", "50"];
    let child = run.command(&args).stdout(full).spawn().unwrap();
    let said = finish(child).code(3);
    assert!(
        said.stderr.starts_with("error: cannot write the output: "),
        "{said}"
    );
}

#[test]
fn a_run_without_stdout_and_stderr_keeps_its_record_and_its_exit_code() {
    let run = Endless::new();
    for (set, code) in [("expect={}", 0), ("expect.end=['stalled']", 1)] {
        let script = "exec \"$0\" run endless.toml --set limits.events=500 --record run.mcap --set \"$1\" >&- 2>&-";
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script, env!("CARGO_BIN_EXE_formicary"), set])
            .current_dir(run.folder.path());
        assert_eq!(finish(shell.spawn().unwrap()).code, Some(code));
        let record = Record::open(run.file("run.mcap")).unwrap();
        assert_eq!(record.ending.map(|ending| ending.events), Some(500));
    }
}

#[test]
fn a_record_that_cannot_be_written_to_is_a_named_error() {
    let run = Endless::new();
    let name = run.file("x.mcap");
    symlink(run.file("nowhere/x.mcap"), &name).unwrap();
    let said = say([
        "run",
        run.file("endless.toml").to_str().unwrap(),
        "--record",
        name.to_str().unwrap(),
    ]);
    assert!(
        said.code(2)
            .stderr
            .ends_with("there is no such file or folder\n")
    );
}
