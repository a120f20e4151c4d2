//! Processes that are killed: what was kept is whole, and `--resume` makes up for the rest.

use std::process::Stdio;
use std::time::Duration;

use super::Folder;
use crate::support::{finish, formicary, send};

#[test]
fn a_sweep_that_is_killed_again_and_again_comes_to_the_same() {
    let folder = Folder::new();
    let sweep = "sweep few.toml --vary swarm.robots=2..9 --seeds 0..99 --workers 2";
    folder.say(&format!("{sweep} --store whole.db")).code(0);
    let whole = folder.results("whole.db");
    assert_eq!(whole.len(), 800);
    let mut killed = 0;
    for attempt in 0..50_u64 {
        let command = format!("{sweep} --resume --store cut.db --quiet");
        let child = formicary(folder.words(&command))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Any moment of a sweep: before it is there, while it is written, at its end.
        std::thread::sleep(Duration::from_micros(4_000 + attempt * 7_919 % 40_000));
        send("-KILL", &child);
        killed += u32::from(finish(child).code.is_none());
        if killed > 0 && attempt % 10 == 9 {
            folder.say("runs list --json --store cut.db").code(0);
        }
    }
    assert!(
        killed > 10,
        "only {killed} were killed before they had ended"
    );
    folder
        .say(&format!("{sweep} --resume --store cut.db"))
        .code(0);
    assert_eq!(whole, folder.results("cut.db"));
    let said = folder.json(&format!("{sweep} --resume --store cut.db --json"));
    assert_eq!(said["done"], 0);
}

#[test]
fn two_processes_write_to_one_store() {
    let folder = Folder::new();
    let sweeps = ["0..99", "100..199"].map(|seeds| {
        let command = format!("sweep few.toml --seeds {seeds} --store both.db --quiet");
        formicary(folder.words(&command))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    });
    for child in sweeps {
        finish(child).code(0);
    }
    folder
        .say("sweep few.toml --seeds 0..99 --store one.db")
        .code(0);
    folder
        .say("sweep few.toml --seeds 100..199 --store one.db")
        .code(0);
    let sorted = |store: &str| {
        let mut runs = folder.results(store);
        runs.sort_by_key(|run| run["seed"].as_u64());
        runs
    };
    assert_eq!(sorted("both.db"), sorted("one.db"));
}
