//! Single runs and named scenarios in a store.

use serde_json::{Value, json};

use super::{Folder, shipped};
use crate::support::say;

#[test]
fn a_run_is_kept_where_somebody_asks_and_nowhere_else() {
    let folder = Folder::new();
    let file = folder.path("few.toml").display().to_string();
    say(["run", &file]).code(0);
    assert!(!folder.path("runs.db").exists());
    let said = folder.say("run few.toml --seed 7").code(0);
    assert!(said.stderr.contains("kept as run 1"), "{}", said.stderr);
    folder
        .say("run few.toml --seed 8 --engine inline --record run.mcap")
        .code(0);
    let runs = folder.json("runs list --json --columns seed,engine,record,sweep");
    let record = folder.path("run.mcap").display().to_string();
    let wanted = json!([
        { "seed": 7, "engine": "actors", "record": null, "sweep": null },
        { "seed": 8, "engine": "inline", "record": record, "sweep": null },
    ]);
    assert_eq!(runs, wanted);
    // The scenario may say so, too.
    let own = folder.path("own.db").display().to_string();
    folder.write(
        "own.toml",
        &format!("{}[store]\nfile = '{own}'\n", super::TEXT),
    );
    let file = folder.path("own.toml").display().to_string();
    say(["run", &file]).code(0);
    assert_eq!(
        folder
            .json("runs list --json --store own.db")
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Where a run is kept makes it no other run.
    let hash = |store: &str| {
        folder.json(&format!("runs list --json --store {store}"))[0]["scenario"].clone()
    };
    assert_eq!(hash("own.db"), hash("runs.db"));
}

#[test]
fn failed_and_interrupted_runs_are_rows_too() {
    let folder = Folder::new();
    let scenario = shipped("oblot/gathering.toml");
    folder
        .say(&format!(
            "run {scenario} --timeout 0 --set swarm.robots=2000"
        ))
        .code(1);
    folder.write(
        "expects.toml",
        &format!("{}[expect]\nend = 'stalled'\n", super::TEXT),
    );
    folder.say("run expects.toml").code(1);
    let runs = folder.json("runs list --json --columns end,expected,disappointments");
    assert_eq!(runs[0]["end"], "timeout");
    let words = json!(["end: expected stalled, was events"]);
    assert_eq!(
        runs[1],
        json!({ "end": "events", "expected": false, "disappointments": words })
    );
    folder.say("runs replay 1").code(0);
}

#[test]
fn every_kind_of_run_is_repeated_from_the_store_alone() {
    let folder = Folder::new();
    let runs = [
        "oblot/gathering_numpy.toml",
        "oblot/gathering_positions.toml",
        "oblot/orders.toml",
        "oblot/fault_mixed.toml",
        "oblot/monitor_diameter.toml",
        "amoebot/leader_election.toml",
        "amoebot/scripted_block.toml",
    ];
    for name in runs {
        let scenario = shipped(name);
        let said = folder.say(&format!("run {scenario} --engine inline"));
        assert!(said.code == Some(0), "{name}: {said}");
    }
    let wall = shipped("oblot/gathering.toml");
    folder
        .say(&format!("run {wall} --clock wall --rate 2000 --events 400"))
        .code(0);
    let all = folder.json("runs list --json --columns id,end,digest,clock");
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), runs.len() + 1);
    assert_eq!(all[runs.len()]["clock"], "wall");
    for run in all {
        let again = folder.json(&format!("runs replay {} --json", run["id"]));
        assert_eq!(again["agrees"], json!(true), "{again}");
        assert_eq!(again["digest"], run["digest"]);
    }
}

#[test]
fn a_run_that_came_out_otherwise_is_told() {
    let folder = Folder::new();
    folder.say("run few.toml --seed 7").code(0);
    // Somebody, or another version, has left another digest.
    let store = rusqlite::Connection::open(folder.path("runs.db")).unwrap();
    store
        .execute("UPDATE runs SET digest = 'x', events = 3", [])
        .unwrap();
    store
        .execute("UPDATE setups SET version = '0.0.9'", [])
        .unwrap();
    drop(store);
    let said = folder.say("runs replay 1").code(1);
    let events = |words: &str| words.contains("events: was 3, is ");
    assert!(
        said.stdout.contains("digest: was x, is ") && events(&said.stdout),
        "{said}"
    );
    assert!(
        said.stderr.contains("made by formicary 0.0.9"),
        "{}",
        said.stderr
    );
}

#[test]
fn two_runs_are_compared() {
    let folder = Folder::new();
    folder.say("run few.toml --seed 7").code(0);
    folder.say("run few.toml --seed 7 --engine inline").code(0);
    folder
        .say("run few.toml --seed 8 --set swarm.robots=5")
        .code(0);
    let same = folder.json("runs diff 1 2 --json");
    assert_eq!(
        same,
        json!({ "made_of": { "engine": ["actors", "inline"] }, "came_to": {} })
    );
    let other = folder.say("runs diff 1 3 --json").code(1).json();
    assert_eq!(other["made_of"]["swarm.robots"], json!([4, 5]));
    assert_eq!(other["made_of"]["seed"], json!(["7", "8"]));
    assert!(other["came_to"]["digest"].is_array());
    let text = folder.say("runs diff 1 3").code(1).stdout;
    assert!(text.contains("swarm.robots"), "{text}");
}

#[test]
fn a_run_is_shown_with_all_that_is_known_of_it() {
    let folder = Folder::new();
    folder.say("run few.toml --seed 7").code(0);
    let shown = folder.say("runs show 1").code(0).stdout;
    for words in [
        "swarm.robots",
        "how many robots; their ids count from 0",
        "digest",
        "epochs",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let json = folder.json("runs show 1 --json");
    assert_eq!(json["resolved"]["swarm"]["robots"], json!(4));
    assert_eq!(json["resolved"]["seed"], json!(7));
    // What is shown as a scenario makes the same run.
    let text = folder.say("runs show 1 --scenario").code(0).stdout;
    let file = folder.write("again.toml", &text).display().to_string();
    let again = say(["run", &file, "--json"]).code(0).json();
    assert_eq!(again["digest"], json["digest"]);
}

#[test]
fn lists_are_filtered_ordered_and_cut() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --vary swarm.robots=2..5 --seeds 0..9")
        .code(0);
    let list = folder
        .say("runs list --columns place,swarm.robots --order -swarm.robots,-seed --limit 2")
        .code(0);
    assert_eq!(
        list.stdout,
        "place  swarm.robots\n   39             5\n   35             5\n"
    );
    assert!(list.stderr.contains("2 of 40 runs"));
    let json: Value = folder.json("runs list --json --limit 3 --offset 39 --columns place");
    assert_eq!(json, json!([{ "place": 39 }]));
    assert_eq!(
        folder.json("runs list --json --where swarm.robots=99"),
        json!([])
    );
    assert_eq!(
        folder.json("runs list --json").as_array().unwrap().len(),
        40
    );
    let all = folder.say("runs remove --where swarm.robots=2").code(0);
    assert_eq!(all.stdout, "10 runs; --yes removes them\n");
    folder.say("runs remove 1 2").code(0);
    assert_eq!(
        folder.json("runs list --json").as_array().unwrap().len(),
        38
    );
}

#[test]
fn scenarios_have_names_and_versions() {
    let folder = Folder::new();
    let added = folder.say("sim add few few.toml --note first").code(0);
    assert_eq!(added.stdout, "few, version 1\n");
    assert_eq!(folder.say("sim show few").code(0).stdout, super::TEXT);
    folder.say("sim edit few --set swarm.robots=6").code(0);
    let list = folder.json("sim list --json");
    assert_eq!(
        (&list[0]["version"], &list[0]["note"]),
        (&json!(2), &json!("first"))
    );
    assert_eq!(
        folder
            .json("sim list --all --json")
            .as_array()
            .unwrap()
            .len(),
        2
    );
    // Where a command takes a scenario it takes a name.
    let store = folder.path("runs.db");
    let run = |name: &str| {
        let words = folder.words(&format!("run {name}"));
        let mut command = crate::support::formicary(words);
        command.env("FORMICARY_STORE", &store);
        assert!(command.output().unwrap().status.success(), "{name}");
    };
    run("sim:few");
    run("sim:few@1");
    let runs = folder.json("runs list --json --columns simulation,swarm.robots");
    let wanted = json!([
        { "simulation": "few", "swarm.robots": 6 },
        { "simulation": "few", "swarm.robots": 4 },
    ]);
    assert_eq!(runs, wanted);
    folder.say("sim remove few").code(2);
    folder.say("sim remove few --yes").code(0);
    assert_eq!(folder.json("sim list --json"), json!([]));
    assert_eq!(folder.json("runs list --json").as_array().unwrap().len(), 2);
    // A scenario that names files is kept whole.
    folder
        .say(&format!(
            "sim add placed {}",
            shipped("oblot/gathering_positions.toml")
        ))
        .code(0);
    run("sim:placed");
}
