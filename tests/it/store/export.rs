//! Runs and series as files that other programs open.

use std::process::Command;

use serde_json::{Value, json};

use super::{Folder, shipped};
use crate::support::{root, say, skipped};

/// What a program of Python says, where there is one with pandas; `FORMICARY_REQUIRE=pandas` has it be there.
fn python(folder: &Folder, script: &str) -> Option<String> {
    let python = std::env::var("FORMICARY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python)
        .args(["-c", "import pandas, pyarrow"])
        .output();
    if !has.is_ok_and(|said| said.status.success()) {
        let required =
            std::env::var("FORMICARY_REQUIRE").is_ok_and(|words| words.contains("pandas"));
        assert!(!required, "{python} has no pandas with pyarrow");
        skipped(
            "opening exports with pandas",
            "python3 has no pandas with pyarrow",
        );
        return None;
    }
    let said = Command::new(python)
        .args(["-c", script])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    Some(String::from_utf8(said.stdout).unwrap())
}

#[test]
fn exports_hold_what_the_store_holds() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --vary swarm.robots=2..5 --seeds 0..9")
        .code(0);
    let path = |name: &str| folder.path(name).display().to_string();
    for name in ["runs.csv", "out.jsonl", "out.parquet"] {
        let said = folder
            .say(&format!(
                "runs export {} --where swarm.robots>3 --order place",
                path(name)
            ))
            .code(0);
        assert!(said.stderr.starts_with("20 runs, "), "{}", said.stderr);
    }
    let rows = folder.json("runs list --json --where swarm.robots>3 --order place");
    let lines = std::fs::read_to_string(folder.path("out.jsonl")).unwrap();
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (line, row) in lines.iter().zip(rows.as_array().unwrap()) {
        for key in [
            "id",
            "seed",
            "end",
            "time",
            "digest",
            "swarm.robots",
            "epochs",
            "expected",
        ] {
            assert_eq!(line[key], row[key], "{key}");
        }
    }
    let mut csv = csv::Reader::from_path(folder.path("runs.csv")).unwrap();
    assert_eq!(csv.records().count(), 20);
    let script = "
import pandas
tables = [pandas.read_csv('runs.csv'), pandas.read_json('out.jsonl', lines=True), pandas.read_parquet('out.parquet')]
for table in tables:
    print(len(table), int(table['events'].sum()), repr(float(table['time'].sum())), table['swarm.robots'].nunique(), table['digest'].iloc[3])
";
    if let Some(said) = python(&folder, script) {
        let events: u64 = lines
            .iter()
            .map(|line| line["events"].as_u64().unwrap())
            .sum();
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), 3);
        for line in said {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(
                (words[0], words[1], words[3]),
                ("20", &*events.to_string(), "2"),
                "{line}"
            );
            assert_eq!(words[4], lines[3]["digest"].as_str().unwrap());
        }
    }
}

#[test]
fn the_store_is_open_to_other_programs() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --vary swarm.robots=2..5 --seeds 0..9")
        .code(0);
    let query = "SELECT \"swarm.robots\", count(*) FROM results GROUP BY 1 ORDER BY 1";
    let wanted = "2|10\n3|10\n4|10\n5|10\n";
    match Command::new("sqlite3")
        .arg(folder.path("runs.db"))
        .arg(query)
        .output()
    {
        Ok(said) => assert_eq!(String::from_utf8_lossy(&said.stdout), wanted),
        Err(_) => {
            let required =
                std::env::var("FORMICARY_REQUIRE").is_ok_and(|words| words.contains("sqlite3"));
            assert!(!required, "there is no sqlite3");
            skipped("opening a store with sqlite3", "it is not installed");
        }
    }
    let script = "
import pandas, sqlite3
runs = pandas.read_sql('SELECT * FROM results', sqlite3.connect('runs.db'))
print(len(runs), runs['swarm.robots'].nunique())
";
    if let Some(said) = python(&folder, script) {
        assert_eq!(said, "40 4\n");
    }
}

#[test]
fn series_are_written_in_every_format() {
    let folder = Folder::new();
    let scenario = shipped("oblot/monitor_diameter.toml");
    let record = folder.path("run.mcap").display().to_string();
    say(["run", &scenario, "--record", &record]).code(0);
    for name in ["series.csv", "series.jsonl", "series.parquet"] {
        let file = folder.path(name).display().to_string();
        say(["series", &record, "-o", &file]).code(0);
    }
    let lines = std::fs::read_to_string(folder.path("series.jsonl")).unwrap();
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["at"], json!("start"));
    let script = "
import pandas
tables = [pandas.read_csv('series.csv'), pandas.read_json('series.jsonl', lines=True), pandas.read_parquet('series.parquet')]
print([len(table) for table in tables], [list(table.columns) == list(tables[0].columns) for table in tables])
";
    if let Some(said) = python(&folder, script) {
        let count = lines.lines().count();
        assert_eq!(
            said,
            format!("[{count}, {count}, {count}] [True, True, True]\n")
        );
    }
}

#[test]
fn what_cannot_be_exported_leaves_no_file() {
    let folder = Folder::new();
    folder.say("run few.toml").code(0);
    for (command, words) in [
        ("runs export out.xlsx", ".csv"),
        ("runs export out", ".csv"),
        (
            "runs export out.jsonl --columns nothing",
            "there is no column",
        ),
        (
            "runs export out.jsonl --where nothing=1",
            "there is no column",
        ),
        ("runs export none/out.csv", "none/out.csv"),
    ] {
        let said = folder.say(command).code(2);
        assert!(said.stderr.contains(words), "{command}: {}", said.stderr);
    }
    assert!(!folder.path("out.jsonl").exists() && !root().join("out").exists());
}
