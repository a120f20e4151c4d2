//! Sweeps: which runs there are, and that nothing but scenario and seed decides what they come to.

use serde_json::{Value, json};

use super::{Folder, shipped};
use crate::support::{finish, formicary, say, send, wait_for};

const SWEEP: &str =
    "sweep few.toml --vary swarm.robots=2..4 --vary scheduler.rate=1,5 --seeds 0..9";

#[test]
fn a_sweep_has_every_variant_with_every_seed() {
    let folder = Folder::new();
    let said = folder.json(&format!("{SWEEP} --json"));
    assert_eq!(
        (&said["runs"], &said["done"], &said["before"]),
        (&json!(60), &json!(60), &json!(0))
    );
    let runs =
        folder.json("runs list --json --columns swarm.robots,scheduler.rate,seed --order place");
    let runs = runs.as_array().unwrap();
    let cell = |run: &Value| {
        let [robots, rate, seed] =
            ["swarm.robots", "scheduler.rate", "seed"].map(|key| run[key].clone());
        (
            robots.as_u64().unwrap(),
            rate.as_f64().unwrap() as u64,
            seed.as_u64().unwrap(),
        )
    };
    let found: Vec<_> = runs.iter().map(cell).collect();
    let wanted = (0..10).flat_map(|seed| {
        (2..=4).flat_map(move |robots| [1, 5].map(move |rate| (robots, rate, seed)))
    });
    assert_eq!(found, wanted.collect::<Vec<_>>());
}

#[test]
fn a_run_of_a_sweep_is_the_run_of_its_scenario() {
    let folder = Folder::new();
    folder.say(SWEEP).code(0);
    let runs = folder.json("runs list --json --where swarm.robots=3");
    for run in runs.as_array().unwrap().iter().step_by(7) {
        let seed = run["seed"].to_string();
        let rate = format!("scheduler.rate={}", run["scheduler.rate"]);
        let file = folder.path("few.toml").display().to_string();
        let flags = [
            "run",
            &file,
            "--json",
            "--seed",
            &seed,
            "--set",
            "swarm.robots=3",
            "--set",
            &rate,
        ];
        let alone = say(flags).code(0).json();
        for key in [
            "end",
            "time",
            "events",
            "digest",
            "dice",
            "epochs",
            "diameter_after",
        ] {
            assert_eq!(run[key], alone[key], "{key}");
        }
        let again = folder.json(&format!("runs replay {} --json --engine actors", run["id"]));
        assert_eq!(again["agrees"], json!(true), "{again}");
    }
}

#[test]
fn workers_and_parts_change_nothing() {
    let folder = Folder::new();
    folder
        .say(&format!("{SWEEP} --workers 1 --store one.db"))
        .code(0);
    folder
        .say(&format!("{SWEEP} --workers 2 --store two.db"))
        .code(0);
    folder
        .say(&format!("{SWEEP} --workers 7 --store seven.db"))
        .code(0);
    let one = folder.results("one.db");
    assert_eq!(one.len(), 60);
    assert_eq!(one, folder.results("two.db"));
    assert_eq!(one, folder.results("seven.db"));
    for part in 1..=3 {
        let said = folder.json(&format!(
            "{SWEEP} --shard {part}/3 --store part{part}.db --json"
        ));
        assert_eq!(said["runs"], json!(20), "{said}");
    }
    folder
        .say("runs merge part1.db part2.db part3.db --store all.db")
        .code(0);
    assert_eq!(one, folder.results("all.db"));
    folder
        .say("runs merge part1.db two.db --store all.db")
        .code(0);
    assert_eq!(one, folder.results("all.db"));
}

#[test]
fn a_sweep_goes_on_where_it_stood_and_is_never_begun_twice() {
    let folder = Folder::new();
    let first = folder.json(&format!("{SWEEP} --resume --json"));
    assert_eq!((&first["done"], &first["before"]), (&json!(60), &json!(0)));
    let twice = folder.say(SWEEP).code(2);
    assert!(
        twice.stderr.contains("--resume goes on with it"),
        "{}",
        twice.stderr
    );
    folder.say("runs remove --where seed>6 --yes").code(0);
    let again = folder.json(&format!("{SWEEP} --resume --json"));
    assert_eq!((&again["done"], &again["before"]), (&json!(18), &json!(42)));
    // Other seeds are another sweep.
    let other = folder.json("sweep few.toml --seeds 0..2 --resume --json");
    assert_eq!((&other["done"], &other["sweep"]), (&json!(3), &json!(2)));
}

#[test]
fn a_sweep_ends_cleanly_when_it_is_interrupted() {
    let folder = Folder::new();
    let long = "sweep few.toml --set limits.events=3000000 --set swarm.terminate=false --set limits.stalled=false";
    let mut command = formicary(folder.words(&format!("{long} --seeds 0..999 --workers 2")));
    let child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let store = folder.path("runs.db");
    wait_for("a sweep", || store.exists().then_some(()));
    std::thread::sleep(std::time::Duration::from_millis(300));
    send("-INT", &child);
    finish(child).code(130);
    let ends = folder.json("runs list --json --columns end,events --where end='interrupted'");
    let ends = ends.as_array().unwrap();
    assert_eq!(ends.len(), 2, "one for each worker");
    // What was interrupted can be repeated as far as it came, and is replaced when the sweep goes on.
    folder.say("runs replay 1").code(0);
    let interrupted = |folder: &Folder| {
        let runs = folder.json("runs list --json --where end='interrupted'");
        runs.as_array().unwrap().len()
    };
    let sum = |folder: &Folder| folder.json("runs list --json").as_array().unwrap().len();
    let before = sum(&folder);
    let mut command =
        formicary(folder.words(&format!("{long} --seeds 0..999 --workers 2 --resume")));
    let child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    send("-INT", &child);
    finish(child).code(130);
    assert_eq!(interrupted(&folder), 2);
    assert!(sum(&folder) >= before);
}

#[test]
fn limits_hold_for_each_run() {
    let folder = Folder::new();
    folder
        .say("sweep few.toml --events 50 --seeds 0..3 --name short")
        .code(0);
    let runs = folder.json("runs list --json --columns end,events");
    for run in runs.as_array().unwrap() {
        assert_eq!(run, &json!({ "end": "events", "events": 50 }));
    }
    let endless = "sweep few.toml --set limits.events=1000000000 --set swarm.terminate=false \
                   --set limits.stalled=false --seeds 0..1 --timeout 0.2 --store other.db";
    folder.say(endless).code(0);
    let runs = folder.json("runs list --json --columns id,end --store other.db");
    for run in runs.as_array().unwrap() {
        assert_eq!(run["end"], "timeout");
        folder
            .say(&format!("runs replay {} --store other.db", run["id"]))
            .code(0);
    }
    let large = "sweep few.toml --vary swarm.robots=4,100000 --memory 100MB --seeds 0 --json --store third.db";
    let said = folder.say(large).code(3).json();
    assert_eq!(said["ends"], json!({ "events": 1, "failed": 1 }));
    let failed = folder.json("runs list --json --where end='failed' --store third.db");
    assert!(
        failed[0]["error"]
            .as_str()
            .unwrap()
            .contains("bytes of memory"),
        "{failed}"
    );
}

#[test]
fn a_sweep_file_says_what_is_varied() {
    let folder = Folder::new();
    let text = "scenario = 'few.toml'\nseeds = '0..4'\nname = 'drawn'\nset = ['scheduler.rate=2']\n\
        [limits]\nevents = 60\n[[vary]]\nkind = 'latin'\npoints = 4\nseed = 3\n\
        'swarm.width' = { from = 10.0, to = 50.0 }\n'swarm.robots' = { from = 2, to = 5 }\n";
    folder.write("drawn.toml", text);
    let said = folder.json("sweep drawn.toml --json");
    assert_eq!((&said["variants"], &said["runs"]), (&json!(4), &json!(20)));
    let runs = folder
        .json("runs list --json --where seed=0 --columns swarm.robots,swarm.width,scheduler.rate");
    let mut robots: Vec<_> = runs
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["swarm.robots"].clone())
        .collect();
    robots.sort_by_key(|robots| robots.as_u64());
    assert_eq!(robots, [2, 3, 4, 5].map(|robots| json!(robots)));
    let again = folder.json("sweep drawn.toml --resume --json");
    assert_eq!(again["done"], json!(0));
}

#[test]
fn robots_that_are_controlled_outside_are_swept_like_others() {
    if !std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|said| said.status.success())
    {
        return crate::support::skipped("a sweep with a controller", "there is no python3");
    }
    let folder = Folder::new();
    let scenario = shipped("oblot/controller_python.toml");
    folder
        .say(&format!("sweep {scenario} --seeds 0..3 --events 300"))
        .code(0);
    let runs = folder.json("runs list --json --columns id,seed,digest,end");
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 4);
    for run in runs {
        // From the store alone: no program is started.
        let again = folder.json(&format!("runs replay {} --json", run["id"]));
        assert_eq!(
            (&again["agrees"], &again["digest"]),
            (&json!(true), &run["digest"])
        );
    }
}

#[test]
fn a_sweep_whose_files_have_changed_is_another_one() {
    let folder = Folder::new();
    let text = "model = 'oblot'\n[swarm]\nrobots = 2\nalgorithm = 'gathering'\nstart = 'positions'\n\
                positions_file = 'a.csv'\n";
    folder.write("placed.toml", text);
    folder.write("a.csv", "0,0\n1,0\n");
    folder.write("b.csv", "0,0\n2,0\n");
    let sweep =
        "sweep placed.toml --vary swarm.positions_file=a.csv,b.csv --seeds 0..1 --resume --json";
    let words = |command: &str| -> Vec<std::ffi::OsString> {
        // The values are words of the scenario, and no files of the command line.
        let words = command.split_whitespace().map(|word| match word {
            "placed.toml" => folder.path(word).into_os_string(),
            word => word.into(),
        });
        let store = ["--store".into(), folder.path("runs.db").into_os_string()];
        words.chain(store).collect()
    };
    let first = say(words(sweep)).code(0).json();
    assert_eq!((&first["done"], &first["sweep"]), (&json!(4), &json!(1)));
    assert_eq!(say(words(sweep)).code(0).json()["done"], json!(0));
    folder.write("b.csv", "0,0\n3,0\n");
    let changed = say(words(sweep)).code(0).json();
    assert_eq!(
        (&changed["done"], &changed["sweep"]),
        (&json!(4), &json!(2))
    );
}

#[test]
fn a_run_that_never_began_is_not_replayed() {
    let folder = Folder::new();
    folder.say("sweep few.toml --seeds 0 --memory 1KiB").code(3);
    let said = folder.say("runs replay 1").code(2);
    assert!(
        said.stderr
            .contains("run 1 never began: it would take about"),
        "{}",
        said.stderr
    );
    folder.write(
        "lost.toml",
        &format!(
            "{}[controller]\ncommand = ['no-such-program']\n",
            super::TEXT
        ),
    );
    let said = folder.say("run lost.toml --engine inline");
    assert!(said.code != Some(0), "{said}");
    let failed = folder.json("runs list --json --columns id,error");
    assert_eq!(failed.as_array().unwrap().len(), 2, "{failed}");
}
