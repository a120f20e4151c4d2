//! Bad input for every command of the store.

use super::Folder;

/// Commands that are refused, each with words of the refusal.
const REFUSED: &[(&str, &str)] = &[
    (
        "sweep few.toml --vary swarm.robts=1,2",
        "did you mean \"robots\"?",
    ),
    (
        "sweep few.toml --vary swarm.robots=5..1",
        "the range 5..1 is empty",
    ),
    (
        "sweep few.toml --vary swarm.robots=",
        "expected a value, found nothing",
    ),
    ("sweep few.toml --vary swarm.robots", "expected PATH=VALUES"),
    (
        "sweep few.toml --vary swarm.robots=1,2 --vary swarm.robots=3",
        "swarm.robots is varied twice",
    ),
    ("sweep few.toml --vary seed=1,2", "--seeds 0..999"),
    ("sweep few.toml --vary swarm.robots=3,0", "swarm.robots"),
    ("sweep few.toml --vary swarm.robots=3,x", "swarm.robots"),
    (
        "sweep few.toml --seeds 5..1",
        "expected a last seed of at least 5",
    ),
    ("sweep few.toml --seeds x", "expected seeds such as"),
    (
        "sweep few.toml --vary swarm.width=1..1000 --vary swarm.height=1..1000 --seeds 0..999",
        "the sweep has 1,000,000,000 runs",
    ),
    (
        "sweep few.toml --seeds 0..18446744073709551615 --vary swarm.robots=1,2",
        "more runs than can be counted",
    ),
    ("sweep few.toml --set clock.kind=wall", "wall clock"),
    (
        "sweep few.toml --shard 4/3",
        "expected a part from 1/3 to 3/3",
    ),
    ("sweep few.toml --memory lots", "expected a size such as"),
    ("sweep few.toml --workers 0", "0 is not in 1..=1024"),
    ("sweep none.toml", "none.toml"),
    ("runs list", "there is no such store"),
    ("runs show 1", "there is no such store"),
    ("sim list", "there is no such store"),
    ("sim add a/b few.toml", "expected a name of letters"),
];

/// The same where there is a store with a run in it.
const REFUSED_THEN: &[(&str, &str)] = &[
    ("runs show 99", "there is no run 99"),
    ("runs replay 99", "there is no run 99"),
    ("runs diff 1 99", "there is no run 99"),
    ("runs remove", "expected the numbers of runs, or a filter"),
    ("runs remove 99", "there is no run 99"),
    ("runs list --where swarm.robts>1", "did you mean"),
    ("runs list --where swarm.robots>", "expected a number"),
    (
        "runs list --columns nothing",
        "there is no column \"nothing\"",
    ),
    (
        "runs list --order nothing",
        "there is no column \"nothing\"",
    ),
    ("runs merge none.db", "there is no such store"),
    ("runs merge runs.db", "cannot be merged into itself"),
    ("runs merge few.toml", "not a store of formicary"),
    ("sim show nothing", "there is no simulation \"nothing\""),
    (
        "sim edit nothing --set a=1",
        "there is no simulation \"nothing\"",
    ),
    ("sim remove nothing", "there is no simulation \"nothing\""),
    ("sweep sim:nothing", "there is no simulation \"nothing\""),
];

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let folder = Folder::new();
    for (command, words) in REFUSED {
        let said = folder.say(command).code(2);
        assert!(said.stderr.contains(words), "{command}: {}", said.stderr);
    }
    assert!(
        !folder.path("runs.db").exists(),
        "a refused command makes no store"
    );
    folder.say("run few.toml").code(0);
    for (command, words) in REFUSED_THEN {
        let said = folder.say(command).code(2);
        assert!(said.stderr.contains(words), "{command}: {}", said.stderr);
    }
}

#[test]
fn a_store_that_cannot_be_used_is_refused_before_the_run() {
    let folder = Folder::new();
    folder.write("runs.db", "this is no store, and long enough to be looked at as if it might be one after all.....................\n");
    for command in ["run few.toml", "sweep few.toml", "runs list", "sim list"] {
        let said = folder.say(command).code(2);
        assert!(
            said.stderr.contains("not a store of formicary"),
            "{command}: {}",
            said.stderr
        );
        assert!(said.stdout.is_empty(), "{command}");
    }
}
