//! Starts from the outside: files with positions, and records that need them no more.

use std::path::Path;

use crate::support::{formicary, transcript_in};

/// A scenario whose positions stand in this file.
fn scenario(file: &str) -> String {
    format!(
        "model = \"oblot\"\n\n[swarm]\nrobots = 3\nalgorithm = \"gathering\"\n\
         start = \"positions\"\npositions_file = \"{file}\"\n"
    )
}

/// Runs the program in a folder with these arguments, and expects it to end well.
fn formicary_in(folder: &Path, args: &[&str]) -> String {
    let output = formicary(args).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {text}{error}");
    text
}

#[test]
fn a_record_replays_without_the_file_of_its_positions() {
    let files = [
        ("swarm.csv", "x,y\n0,0\n10,0.5\n3,4\n"),
        ("swarm.tsv", "0\t0\n10\t0.5\n3\t4\n"),
        ("swarm.json", "[[0, 0], {\"x\": 10, \"y\": 0.5}, [3, 4]]"),
    ];
    let mut digests = Vec::new();
    for (file, content) in files {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join(file), content).unwrap();
        std::fs::write(inner.join("x.toml"), scenario(file)).unwrap();
        // The path is relative to the scenario, not to the folder in which the program runs.
        for record in ["run.mcap", "run.jsonl"] {
            let run = ["run", "inner/x.toml", "--quiet", "--record", record];
            formicary_in(folder.path(), &run);
        }
        let resolved = formicary_in(folder.path(), &["check", "inner/x.toml"]);
        let points = "positions = [[0.0, 0.0], [10.0, 0.5], [3.0, 4.0]]\n";
        assert!(resolved.contains(points), "{resolved}");
        assert!(!resolved.contains("positions_file"), "{resolved}");
        std::fs::remove_dir_all(&inner).unwrap();
        for record in ["run.mcap", "run.jsonl"] {
            let said = formicary_in(folder.path(), &["replay", record]);
            digests.push(said.lines().next().unwrap().to_owned());
        }
        // What `check` printed is a scenario of its own.
        std::fs::write(folder.path().join("alone.toml"), &resolved).unwrap();
        assert_eq!(
            formicary_in(folder.path(), &["check", "alone.toml"]),
            resolved
        );
    }
    assert!(digests[0].contains(" events agree, digest "), "{digests:?}");
    assert!(
        digests.iter().all(|digest| *digest == digests[0]),
        "{digests:?}"
    );
}

#[test]
fn files_that_hold_no_positions_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("x.toml", &scenario("swarm.csv"));
    write("swarm.csv", "x,y\n0,0\n1,one\n");
    write("few.csv", "0,0\n1,1\n");
    write("bad.json", "[[0, 0],\n[1]]\n");
    let commands = [
        "check x.toml",
        "check x.toml --set swarm.positions_file=few.csv",
        "check x.toml --set swarm.positions_file=bad.json",
        "check x.toml --set swarm.positions_file=fow.csv",
        "check x.toml --set swarm.positions_file=x.toml",
        "check x.toml --set swarm.positions=[[0,0],[1,1],[2,2]]",
    ];
    insta::assert_snapshot!(transcript_in(folder.path(), commands));
}
