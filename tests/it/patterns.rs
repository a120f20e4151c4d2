//! Patterns from files: where they are looked for, what is refused, and that a record is whole
//! without them.

use std::fs;
use std::path::Path;

use crate::support::{formicary, say, transcript_in};

const SCENARIO: &str = "model = 'oblot'\nseed = 1\n[swarm]\nrobots = 3\n\
                        algorithm = 'pattern_formation'\n[limits]\nevents = 200\n";

/// A folder `shapes` with a scenario and a pattern for three robots, in a folder with a pattern of
/// the same name for two.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("shapes")).unwrap();
    let named = SCENARIO.replace("[limits]", "pattern_file = 'three.csv'\n[limits]");
    write("shapes/pattern.toml", &named);
    write("shapes/star.toml", SCENARIO);
    write("shapes/three.csv", "x,y\n0,0\n4,0\n0,3\n");
    write("three.csv", "0,0\n4,0\n");
    write("words.csv", "x,y\n0,0\n\none,two\n");
    folder
}

#[test]
fn a_file_is_beside_the_scenario_or_where_the_command_is_typed() {
    let folder = folder();
    for command in [
        "check shapes/pattern.toml",
        "check shapes/star.toml --set swarm.pattern_file=shapes/three.csv",
    ] {
        let text = transcript_in(folder.path(), [command]);
        let points = "\npattern_points = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]\n";
        assert!(
            text.contains("exit code 0") && text.contains(points),
            "{text}"
        );
        assert!(!text.contains("pattern_file ="), "{text}");
    }
}

#[test]
fn files_that_give_no_pattern_are_refused() {
    let folder = folder();
    let text = transcript_in(
        folder.path(),
        [
            "check shapes/pattern.toml --set swarm.pattern_file=three.csv",
            "check shapes/star.toml --set swarm.pattern_file=words.csv",
            "check shapes/star.toml --set swarm.pattern_file=four.csv",
            "check shapes/pattern.toml --set swarm.pattern_points=[[0,0],[1,1],[2,0]]",
            "check shapes/pattern.toml --set swarm.robots=4",
        ],
    );
    insta::assert_snapshot!("pattern_files", text);
}

/// The digest that a run or a replay tells.
fn digest(said: &serde_json::Value) -> String {
    said["digest"].as_str().unwrap().to_owned()
}

#[test]
fn a_record_is_whole_without_the_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let record = path("run.mcap");
    let run = say([
        "run",
        &path("shapes/pattern.toml"),
        "--record",
        &record,
        "--json",
    ]);
    let run = run.code(0).json();
    fs::remove_file(path("shapes/three.csv")).unwrap();
    let replayed = say(["replay", &record, "--json"]).code(0).json();
    assert_eq!(digest(&replayed), digest(&run));
    // The scenario as it was resolved is the same run too.
    let missing = say(["check", &path("shapes/pattern.toml")]).code(2);
    assert!(missing.stderr.contains("no such file"), "{missing}");
}

#[test]
fn the_resolved_scenario_is_the_same_run() {
    let folder = folder();
    let scenario = folder.path().join("shapes/pattern.toml");
    let run = |path: &Path| {
        let said = say(["run".as_ref(), path.as_os_str(), "--json".as_ref()]);
        digest(&said.code(0).json())
    };
    let resolved = formicary(["check".as_ref(), scenario.as_os_str()])
        .output()
        .unwrap();
    let elsewhere = folder.path().join("resolved.toml");
    fs::write(&elsewhere, resolved.stdout).unwrap();
    assert_eq!(run(&elsewhere), run(&scenario));
}
