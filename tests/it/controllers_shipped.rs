//! The controllers that ship: they run, on both engines, and decide what they say they decide.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use formicary::engine::Engine;
use formicary::study::{RunOptions, RunReport};
use serde_json::Value;

use crate::support::{Said, formicary, has_node, root, study_of};

const INLINE: Engine = Engine::Inline { threads: 1 };
const ACTORS: Engine = Engine::Actors { threads: 1 };

/// A shipped controller.
fn shipped(name: &str) -> PathBuf {
    root().join("scenarios/oblot/controllers").join(name)
}

/// The lines of `[swarm]` and the other tables, with a built-in algorithm.
fn built_in(algorithm: &str, swarm: &str, tables: &str) -> String {
    format!(
        "model = 'oblot'\nseed = 7\n[swarm]\nalgorithm = '{algorithm}'\n{swarm}\n{tables}\n\
         [limits]\ntime = 1000.0\nevents = 20000\n"
    )
}

/// The same, with a program in the place of the algorithm.
fn outside(command: &[&str], swarm: &str, tables: &str) -> String {
    format!(
        "model = 'oblot'\nseed = 7\n[swarm]\n{swarm}\n{tables}\n\
         [limits]\ntime = 1000.0\nevents = 20000\n\
         [controller]\ncommand = {command:?}\n{PATIENT}deterministic = true\n"
    )
}

/// A loaded machine is no trouble.
const PATIENT: &str = "timeout = '1m'\nhandshake = '1m'\n";

fn run(text: &str, engine: Engine) -> RunReport {
    let run = study_of(text).run(&RunOptions::on(engine)).unwrap();
    assert_eq!(run.error, None, "{text}");
    run
}

/// What must be equal where two runs are one.
fn facts(run: &RunReport) -> (u64, &str, Option<&str>, &str) {
    let dice = run.dice.as_deref();
    (run.events, &run.digest, dice, run.end.name())
}

/// Worlds that differ in what a request looks like.
const WORLDS: &[(&str, &str)] = &[
    ("robots = 12", ""),
    ("robots = 12", "[scheduler]\nkind = 'fsync'"),
    ("robots = 12", "[visibility]\nradius = 40.0"),
    (
        "robots = 12",
        "[visibility]\nradius = 60.0\n[scheduler]\nkind = 'ssync'",
    ),
    (
        "robots = 8",
        "[frames]\nagreement = 'none'\nredraw = 'activation'\n[sensing]\nnoise = 1e-7",
    ),
    (
        "robots = 9\nprecision = 3",
        "[scheduler]\ncompute = {law = 'fixed', value = 0.3}\n[[faults]]\nkind = 'crash'\ncount = 2\ntime = 3.0",
    ),
    (
        "robots = 6",
        "[[faults]]\nkind = 'crash'\nrobots = [1]\ntime = 3.0\nvisible = false",
    ),
    ("robots = 1", ""),
];

#[test]
fn gathering_in_python_has_the_digest_of_the_built_in_algorithm() {
    let program = shipped("gathering.py");
    let command = ["python3", program.to_str().unwrap()];
    for (swarm, tables) in WORLDS {
        let expected = run(&built_in("gathering", swarm, tables), INLINE);
        for engine in [INLINE, ACTORS] {
            let found = run(&outside(&command, swarm, tables), engine);
            assert_eq!(facts(&found), facts(&expected), "{swarm}\n{tables}");
        }
    }
}

#[test]
fn one_process_each_gives_the_same_run() {
    let program = shipped("gathering.py");
    let command = ["python3", program.to_str().unwrap()];
    let (swarm, tables) = ("robots = 4", "[scheduler]\nkind = 'fsync'");
    let expected = run(&built_in("gathering", swarm, tables), INLINE);
    let text = outside(&command, swarm, tables) + "processes = 'each'\n";
    for engine in [INLINE, ACTORS] {
        assert_eq!(facts(&run(&text, engine)), facts(&expected));
    }
}

/// A process that does not outlive its test.
struct Background(Child);

impl Background {
    /// The shipped Gathering, at an address.
    fn gathering(option: &str, address: &str) -> Self {
        let mut command = Command::new("python3");
        command.arg("-B").arg(shipped("gathering.py"));
        command.args([option, address]).stdin(Stdio::null());
        Background(command.spawn().expect("python3 starts"))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address of this machine at which nobody listens.
fn address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn gathering_in_python_connects_or_is_connected_to() {
    let (swarm, tables) = ("robots = 5", "[scheduler]\nkind = 'fsync'");
    let expected = run(&built_in("gathering", swarm, tables), INLINE);
    let at = |key: &str, address: &str| {
        let text = outside(&["x"], swarm, tables);
        text.replace("command = [\"x\"]", &format!("{key} = '{address}'"))
    };
    let here = address();
    for engine in [INLINE, ACTORS] {
        let _controller = Background::gathering("--connect", &here);
        assert_eq!(facts(&run(&at("listen", &here), engine)), facts(&expected));
    }
    let there = address();
    let _controller = Background::gathering("--listen", &there);
    // To connect is tried once; so see first that it listens.
    let listens = || TcpStream::connect(&there).is_ok();
    let tries = std::iter::repeat_with(|| {
        sleep(Duration::from_millis(100));
        listens()
    });
    assert!(tries.take(600).any(|listens| listens), "nobody at {there}");
    for engine in [INLINE, ACTORS] {
        assert_eq!(
            facts(&run(&at("connect", &there), engine)),
            facts(&expected)
        );
    }
}

/// Rows of a record that hold decisions: time, robot, kind, code, place and target.
fn rows(record: &Path) -> Vec<(String, [Option<f64>; 5])> {
    let text = std::fs::read_to_string(record).unwrap();
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let events = lines.filter(|line| line["channel"] == "/events");
    let row = |line: Value| {
        let words = format!("{} {} {}", line["id"], line["kind"], line["code"]);
        let numbers = ["time", "x", "y", "target_x", "target_y"].map(|key| line[key].as_f64());
        (words, numbers)
    };
    events.map(row).collect()
}

#[test]
fn go_to_center_in_javascript_agrees_with_the_built_in_algorithm_to_nine_places() {
    if !has_node() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = shipped("go_to_center.mjs");
    let command = ["node", program.to_str().unwrap()];
    let swarm = "robots = 20\nprecision = 12";
    for tables in [
        "[visibility]\nradius = 40.0",
        "[scheduler]\nkind = 'fsync'",
        "[visibility]\nradius = 50.0\n[frames]\nagreement = 'chirality'",
    ] {
        let recorded = |name: &str, text: &str, engine: Engine| {
            // Near its end a run compares lengths that are all rounding.
            let text = text.replace("events = 20000", "events = 1000");
            let mut options = RunOptions::on(engine);
            options.record = Some(folder.path().join(name));
            study_of(&text).run(&options).unwrap();
            rows(&folder.path().join(name))
        };
        let text = built_in("go_to_center", swarm, tables);
        let expected = recorded("built_in.jsonl", &text, INLINE);
        let text = outside(&command, swarm, tables);
        for engine in [INLINE, ACTORS] {
            let found = recorded("outside.jsonl", &text, engine);
            assert_eq!(found.len(), expected.len(), "{tables}");
            for (found, expected) in found.iter().zip(&expected) {
                let mut pairs = found.1.iter().zip(&expected.1);
                let near = pairs.all(|pair| match pair {
                    (Some(a), Some(b)) => (a - b).abs() <= 1e-9,
                    (a, b) => a == b,
                });
                assert!(
                    found.0 == expected.0 && near,
                    "{tables}\n{found:?}\n{expected:?}"
                );
            }
        }
    }
}

#[test]
fn a_random_walk_is_the_same_on_every_engine() {
    let program = shipped("random_walk.py");
    let command = ["python3", program.to_str().unwrap()];
    let tables = "[scheduler]\nkind = 'ssync'";
    let text = outside(&command, "robots = 5", tables) + "lights = ['black', 'white']\n";
    let text = text.replace("events = 20000", "events = 200");
    let expected = run(&text, INLINE);
    assert_eq!(expected.end.name(), "events");
    assert_eq!(facts(&run(&text, ACTORS)), facts(&expected));
    let mut figures = expected.figures.iter();
    let moves = figures.find(|figure| figure.key == "moves").unwrap();
    assert!(moves.value.as_u64() > Some(50), "{:?}", moves.value);
}

#[test]
fn the_python_module_keeps_to_the_protocol() {
    let mut command = Command::new("python3");
    command
        .args([
            "-B",
            "-m",
            "unittest",
            "discover",
            "-s",
            "tests/data/controllers",
        ])
        .current_dir(root())
        .stdin(Stdio::null());
    let said = Said::from(command.output().expect("python3 starts"));
    assert!(said.code == Some(0) && said.stderr.contains("OK"), "{said}");
    has_node();
}

#[test]
fn the_ten_lines_of_the_document_are_a_controller() {
    let text = std::fs::read_to_string(root().join("docs/controllers.md")).unwrap();
    let block = |language: &str| {
        let rest = text.split(&format!("```{language}\n")).nth(1).unwrap();
        rest.split("```").next().unwrap().to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let (program, scenario) = (block("python"), block("toml"));
    assert!(program.lines().filter(|line| !line.is_empty()).count() <= 10);
    put("centre.py", &program);
    put("centre.toml", &scenario);
    let module = shipped("formicary_controller.py");
    std::fs::copy(module, folder.path().join("formicary_controller.py")).unwrap();
    let patience = [
        "--set",
        "controller.timeout=1m",
        "--set",
        "controller.handshake=1m",
    ];
    let mut command = formicary(["run", "centre.toml", "--json"]);
    let output = command.args(patience).current_dir(folder.path()).output();
    let run = Said::from(output.unwrap()).code(0).json();
    assert_eq!(run["end"], "terminated", "{run:#}");
}
