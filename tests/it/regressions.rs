//! One test for each bug that was found in use, named by what went wrong.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};

use formicary::engine::Engine;
use formicary::scenario::Document;
use formicary::study::{RunOptions, RunReport, Study};

const INLINE: Engine = Engine::Inline { threads: 1 };
const ACTORS: Engine = Engine::Actors { threads: 1 };

fn run(text: &str, engine: Engine) -> RunReport {
    let study = Study::read(&Document::parse("scenario", text).unwrap()).unwrap();
    study.run(&RunOptions::on(engine)).unwrap()
}

fn figure(run: &RunReport, key: &str) -> serde_json::Value {
    let figure = run.figures.iter().find(|figure| figure.key == key);
    figure.unwrap().value.clone()
}

fn formicary(folder: &std::path::Path, args: &[&OsStr]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_formicary"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn rounds_without_a_pause_kept_a_crash_from_happening() {
    // At time 5 robot 1 never moves, and robot 0 asks for its crash at this instant; a round at
    // the same instant would come before it, for ever.
    let text = "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n\
                start = 'positions'\npositions = [[0, 0], [10, 0]]\n\
                [scheduler]\nkind = 'fsync'\nidle = 1e-20\n\
                [[faults]]\nkind = 'crash'\nactivation = 2\nrobots = [0]\n\
                [[faults]]\nkind = 'omission'\nprobability = 1.0\nrobots = [1]\n\
                [limits]\nevents = 1000\n";
    for engine in [INLINE, ACTORS] {
        let run = run(text, engine);
        assert_eq!(run.end.name(), "terminated");
        assert_eq!(figure(&run, "crashed"), 1);
    }
}

#[test]
fn waits_below_the_spacing_of_the_numbers_stopped_the_time() {
    // From 1e10 on the least wait of 1e-9 is less than half the distance to the next number.
    let text = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\nprecision = 30\n\
                start = 'positions'\npositions = [[0, 0], [1e10, 0], [0, 1e10]]\n\
                [scheduler]\nrate = 1e30\nvisualize = inf\n\
                [[faults]]\nkind = 'crash'\nrobots = [1]\n\
                [[faults]]\nkind = 'omission'\nprobability = 1.0\nrobots = [0, 2]\n\
                [limits]\nevents = 2000\n";
    let early = run(text, INLINE);
    let late = run(&text.replace("2000", "4000"), INLINE);
    assert!(late.time > early.time, "{} {}", early.time, late.time);
}

#[test]
fn a_byzantine_robot_left_for_no_point() {
    let text = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\nspeed = 0.0\n\
                start = 'positions'\npositions = [[1.7e308, 0], [-1.7e308, 0], [0, 1]]\n\
                [[faults]]\nkind = 'byzantine'\nrobots = [0]\n[limits]\nevents = 8\n";
    for engine in [INLINE, ACTORS] {
        let error = run(text, engine).error.unwrap().to_string();
        assert!(error.starts_with("robot 0 at "), "{error}");
        assert!(error.ends_with(" is not a point"), "{error}");
    }
}

#[test]
fn the_members_of_a_failed_round_were_lost() {
    let text = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n\
                start = 'positions'\npositions = [[1.7e308, 0], [1.7e308, 1e307], [0, 1]]\n\
                [scheduler]\nkind = 'fsync'\n";
    let [one, other] = [INLINE, ACTORS].map(|engine| run(text, engine));
    assert_eq!(one.end.name(), "failed");
    assert_eq!((&one.error, &one.dice), (&other.error, &other.dice));
    assert_eq!(one.figures, other.figures);
    assert_eq!(
        figure(&one, "diameter_after"),
        figure(&one, "diameter_before")
    );
}

#[test]
fn a_record_replaced_the_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let text = "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n";
    let scenario = folder.path().join("run.jsonl");
    std::fs::write(&scenario, text).unwrap();
    let args = ["run", "run.jsonl", "--record", "./run.jsonl"].map(OsStr::new);
    let output = formicary(folder.path(), &args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(scenario).unwrap(), text);
}

#[test]
fn two_runs_wrote_into_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let busy = std::fs::File::create(&path).unwrap();
    busy.try_lock().unwrap();
    let text = "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n";
    std::fs::write(folder.path().join("run.toml"), text).unwrap();
    let args = ["run", "run.toml", "--record", "run.mcap"].map(OsStr::new);
    let output = formicary(folder.path(), &args);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("another run is recording into this file"),
        "{stderr}"
    );
    drop(busy);
    assert_eq!(formicary(folder.path(), &args).status.code(), Some(0));
}

#[test]
fn a_record_whose_name_is_no_text_broke_the_json() {
    let folder = tempfile::tempdir().unwrap();
    let text = "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\n";
    std::fs::write(folder.path().join("run.toml"), text).unwrap();
    let name = OsStr::from_bytes(b"\xff.mcap");
    let [run, scenario, record, json] = ["run", "run.toml", "--record", "--json"].map(OsStr::new);
    let output = formicary(folder.path(), &[run, scenario, record, name, json]);
    assert_eq!(output.status.code(), Some(0));
    let _: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
}

#[test]
fn verify_made_a_list_of_all_seeds_first() {
    let folder = tempfile::tempdir().unwrap();
    // The first scenario is refused, so only the first seed is ever looked at.
    std::fs::write(folder.path().join("bad.toml"), "model = 'oblot'\n").unwrap();
    let args = ["verify", "bad.toml", "--seeds", "0..18446744073709551615"].map(OsStr::new);
    assert_eq!(formicary(folder.path(), &args).status.code(), Some(2));
}
