//! The command line: what it says, and the exit codes.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Said, formicary, say, transcript};

const GATHERING: &str = "scenarios/oblot/gathering.toml";
const POSITIONS: &str = "scenarios/oblot/gathering_positions.toml";

#[test]
fn help_says_what_there_is() {
    insta::assert_snapshot!(transcript([
        "--help",
        "run --help",
        "check --help",
        "list --help",
        "replay --help",
        "verify --help",
        "compare --help",
        "draw --help",
        "series --help",
        "new --help",
        "schema --help",
        "completions --help",
    ]));
}

#[test]
fn every_subcommand_has_help_with_examples() {
    let help = say(["--help"]).code(0).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let commands = commands.split("\n\n").next().unwrap();
    // The names stand two from the left, the rest of a long description farther in.
    let names = commands.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        (!line.starts_with(' ')).then(|| line.split(' ').next().unwrap())
    });
    let names: Vec<_> = names.filter(|name| *name != "help").collect();
    for expected in [
        "run",
        "check",
        "list",
        "replay",
        "verify",
        "compare",
        "draw",
        "series",
        "new",
        "schema",
        "completions",
    ] {
        assert!(names.contains(&expected), "{expected} in {names:?}");
    }
    for name in names {
        let said = say([name, "--help"]).code(0);
        assert!(said.stderr.is_empty(), "{said}");
        assert!(said.stdout.contains("Examples:\n  formicary"), "{said}");
        assert_eq!(say(["help", name]).code(0).stdout, said.stdout);
    }
}

#[test]
fn version_is_that_of_the_package() {
    let expected = format!("formicary {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(say(["--version"]).code(0).stdout, expected);
}

#[test]
fn list_shows_the_registries() {
    insta::assert_snapshot!(transcript([
        "list",
        "list faults",
        "list schedulers --long",
        "list --model amoebot",
        "list starts --model amoebot --long",
        "list faults --model amoebot",
        "list models",
    ]));
}

#[test]
fn list_as_json_holds_every_entry_with_its_parameters() {
    let all = say(["list", "--json"]).code(0).json();
    let keys: Vec<_> = all.as_object().unwrap().keys().collect();
    let registries = [
        "models",
        "algorithms",
        "schedulers",
        "adversaries",
        "laws",
        "faults",
        "starts",
        "monitors",
    ];
    assert_eq!(keys, registries);
    let models = all["models"].as_array().unwrap();
    let models: Vec<&Value> = models.iter().map(|model| &model["name"]).collect();
    assert_eq!(models.len(), formicary::study::models().count());
    let lists = all.as_object().unwrap().iter();
    let lists = lists.filter(|(title, _)| *title != "models");
    for entry in lists.flat_map(|(_, list)| list.as_array().unwrap()) {
        assert!(models.contains(&&entry["model"]), "{entry}");
        for key in ["name", "summary", "help"] {
            assert!(entry[key].is_string(), "{key} of {entry}");
        }
        for parameter in entry["parameters"].as_array().unwrap() {
            for key in ["name", "kind", "range", "summary"] {
                assert!(parameter[key].is_string(), "{key} of {parameter}");
            }
            assert!(parameter["schema"].is_object(), "{parameter}");
        }
    }
    let faults = say(["list", "faults", "--json"]).code(0).json();
    assert_eq!(faults, json!({ "faults": all["faults"] }));
}

#[test]
fn check_prints_the_resolved_scenario() {
    insta::assert_snapshot!(transcript([
        "check scenarios/oblot/fault_crash_time.toml",
        "check scenarios/oblot/gathering_fsync.toml --set swarm.robots=7 --seed 3 --until 9.5 --events 10",
        "check scenarios/oblot/fault_omission.toml --json",
        "check scenarios/oblot/gathering.toml --quiet",
    ]));
}

#[test]
fn check_takes_overrides_of_every_sort() {
    let check = |set: &str| {
        let said = say([
            "check",
            "scenarios/oblot/fault_several.toml",
            "--json",
            "--set",
            set,
        ]);
        said.code(0).json()
    };
    assert_eq!(check("swarm.robots=200")["swarm"]["robots"], 200);
    assert_eq!(check("swarm.speed=2.5")["swarm"]["speed"], 2.5);
    assert_eq!(check("on_panic=crash-fault")["on_panic"], "crash-fault");
    assert_eq!(check("on_panic=\"crash-fault\"")["on_panic"], "crash-fault");
    assert_eq!(
        check("visibility.radius=inf")["visibility"]["radius"],
        "inf"
    );
    assert_eq!(check("movement={rigid=false}")["movement"]["rigid"], false);
    assert_eq!(check("faults[0].factor=0.75")["faults"][0]["factor"], 0.75);
    let faults = check("faults=[{kind='byzantine', count=2}]");
    assert_eq!(
        faults["faults"],
        json!([{ "kind": "byzantine", "count": 2 }])
    );
    let expect = check("expect={end=['time', 'events']}");
    assert_eq!(expect["expect"], json!({ "end": ["time", "events"] }));
}

#[test]
fn run_sums_up() {
    insta::assert_snapshot!(transcript([
        "run scenarios/oblot/gathering_positions.toml",
        "run scenarios/oblot/gathering_fsync.toml --engine inline --threads 2",
        "run scenarios/oblot/gathering.toml --quiet",
    ]));
}

#[test]
fn run_as_json_prints_one_object_and_nothing_else() {
    for engine in ["inline", "actors"] {
        let said = say(["run", POSITIONS, "--json", "--engine", engine]).code(0);
        assert_eq!(said.stderr, "");
        let run = said.json();
        let expected = [
            ("scenario", json!("gathering_positions")),
            ("model", json!("oblot")),
            ("seed", json!(7)),
            ("engine", json!(engine)),
            ("threads", json!(1)),
            ("end", json!("terminated")),
            ("time", json!(73.78446739739125)),
            ("events", json!(1387)),
            ("digest", json!("5ab2a409e891dd66636a22d08bc01311")),
            ("dice", json!("5f3f7568242ecbf5e3b8887cf6e9a210")),
            ("robots", json!(5)),
            ("terminated", json!(5)),
            ("crashed", json!(0)),
            ("monitors", json!({})),
            ("expected", json!(true)),
            ("disappointments", json!([])),
            ("record", Value::Null),
            ("error", Value::Null),
            (
                "repeat",
                json!(format!("formicary run {POSITIONS} --seed 7")),
            ),
        ];
        for (key, value) in expected {
            assert_eq!(run[key], value, "{key}");
        }
        for key in ["events_per_second", "seconds"] {
            assert!(run[key].as_f64().unwrap() > 0.0, "{key}");
        }
        let numbers = ["activations", "moves", "epochs", "rounds"];
        assert!(numbers.iter().all(|key| run[key].is_u64()), "{run}");
        let lengths = ["diameter_before", "diameter_after", "travelled"];
        assert!(lengths.iter().all(|key| run[key].is_number()), "{run}");
    }
}

#[test]
fn seeds_above_2_to_the_53_are_strings_in_json() {
    let one = "scenarios/oblot/gathering_one_robot.toml";
    for (seed, shown) in [
        ("0", json!(0)),
        ("9007199254740992", json!(9_007_199_254_740_992_u64)),
        ("9007199254740993", json!("9007199254740993")),
        ("9223372036854775808", json!("9223372036854775808")),
        ("18446744073709551615", json!("18446744073709551615")),
    ] {
        let run = say(["run", one, "--json", "--seed", seed]).code(0).json();
        assert_eq!(run["seed"], shown);
        assert_eq!(run["repeat"], format!("formicary run {one} --seed {seed}"));
    }
}

#[test]
fn the_command_that_repeats_a_run_repeats_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's a scenario.toml");
    std::fs::copy(POSITIONS, &path).unwrap();
    let path = path.to_str().unwrap();
    let changes = [
        "--set",
        "faults=[{kind='delay', count=1}]",
        "--until",
        "30",
        "--events",
        "400",
    ];
    let run = ["run", path, "--json", "--set", "expect={}"];
    let first = say(run.iter().chain(&changes)).code(0).json();
    // A shell takes the words apart.
    let command = first["repeat"].as_str().unwrap();
    let command = command.strip_prefix("formicary ").unwrap();
    let script = format!("'{}' {command} --json", env!("CARGO_BIN_EXE_formicary"));
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    let again = Said::from(output).code(0).json();
    for key in ["end", "time", "events", "digest", "dice", "repeat"] {
        assert_eq!(again[key], first[key], "{key}");
    }
}

/// Records a run into a file of this folder.
fn recorded(folder: &Path, name: &str) -> String {
    let path = folder.join(name).to_str().unwrap().to_owned();
    let said = say(["run", POSITIONS, "--record", &path, "--json"]).code(0);
    assert_eq!(said.json()["repeat"], format!("formicary replay {path}"));
    path
}

#[test]
fn replay_says_that_a_record_agrees() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["run.mcap", "run.jsonl"] {
        let path = recorded(folder.path(), name);
        let said = say(["replay", &path]).code(0);
        let expected = "1,387 events agree, digest 5ab2a409e891dd66636a22d08bc01311\n";
        assert_eq!((said.stdout.as_str(), said.stderr.as_str()), (expected, ""));
        assert_eq!(say(["replay", &path, "--quiet"]).code(0).stdout, "");
        let said = say(["replay", &path, "--json", "--engine", "inline"]).code(0);
        let expected = json!({
            "record": path,
            "engine": "inline",
            "agrees": true,
            "events": 1387,
            "truncated": false,
            "digest": "5ab2a409e891dd66636a22d08bc01311",
            "end": "terminated",
            "stopped": null,
            "difference": null,
            "endings": [],
        });
        assert_eq!(said.json(), expected);
    }
}

#[test]
fn a_replay_that_differs_shows_both_events_and_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = recorded(folder.path(), "run.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text
        .lines()
        .find(|line| line.contains("\"event\":9,"))
        .unwrap();
    let event: Value = serde_json::from_str(line).unwrap();
    let mut changed = event.clone();
    changed["time"] = json!(event["time"].as_f64().unwrap().next_up());
    std::fs::write(&path, text.replace(line, &changed.to_string())).unwrap();
    let said = say(["replay", &path]).code(1);
    insta::assert_snapshot!(said.to_string());
    let quiet = say(["replay", &path, "--quiet"]).code(1);
    assert_eq!(quiet.stdout, said.stdout);
    let json = say(["replay", &path, "--json"]).code(1).json();
    assert_eq!(
        (&json["agrees"], &json["difference"]["event"]),
        (&json!(false), &json!(9))
    );
    assert_ne!(
        json["difference"]["recorded"],
        json["difference"]["replayed"]
    );
}

#[test]
fn verify_compares_all_engines_for_each_seed() {
    insta::assert_snapshot!(transcript([
        "verify scenarios/oblot/fault_mixed_fsync.toml --events 300 --seeds 3..5",
        "verify scenarios/oblot/gathering_one_robot.toml --json --seed 5",
        "verify scenarios/oblot/gathering_one_robot.toml --quiet",
    ]));
}

#[test]
fn completions_name_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = say(["completions", shell]).code(0);
        assert!(said.stderr.is_empty(), "{said}");
        for word in ["run", "replay", "verify", "seed", "timeout"] {
            assert!(said.stdout.contains(word), "{word} for {shell}");
        }
    }
    // Where there is a bash, it takes the script.
    let script = say(["completions", "bash"]).stdout;
    let check = format!("{script}\ncomplete -p formicary");
    match std::process::Command::new("bash")
        .args(["-c", &check])
        .output()
    {
        Ok(output) => assert!(output.status.success(), "{}", Said::from(output)),
        Err(error) => crate::support::skipped("bash reads its completions", error),
    }
}

#[test]
fn expectations_that_fail_exit_with_1_and_say_so() {
    insta::assert_snapshot!(transcript([
        "run scenarios/oblot/gathering_positions.toml --quiet --set expect.end=['time','stalled']",
        "run scenarios/oblot/gathering_positions.toml --quiet --set expect.events=7",
        "run scenarios/oblot/gathering_positions.toml --quiet --set expect.digest=00000000000000000000000000000000",
        "run scenarios/oblot/gathering_positions.toml --quiet --seed 8",
        "run scenarios/oblot/gathering_positions.toml --quiet --events 5 --set expect={}",
    ]));
    let run = say(["run", POSITIONS, "--json", "--set", "expect.events=7"])
        .code(1)
        .json();
    assert_eq!(run["expected"], false);
    assert_eq!(
        run["disappointments"],
        json!(["events: expected 7, were 1387"])
    );
}

/// A run that fails: the sum of the positions is no number any more.
const OVERFLOW: &str = "swarm.positions=[[1e308,0],[1e308,0],[1e308,0],[1e308,0],[0,0]]";

#[test]
fn a_run_that_fails_names_robot_time_and_event_and_exits_with_3() {
    let run = format!("run {POSITIONS} --set {OVERFLOW} --set expect={{}}");
    insta::assert_snapshot!(transcript([format!("{run} --quiet")]));
    let said = say(run.split(' ').chain(["--json"])).code(3);
    let json = said.json();
    assert_eq!(json["end"], "failed");
    assert!(
        json["error"].as_str().unwrap().starts_with("robot "),
        "{json}"
    );
    // The last line repeats it up to the failure.
    let last = said.stderr.lines().last().unwrap();
    let command = last.strip_prefix("reproduce: ").unwrap();
    let script =
        format!("{command} --json").replacen("formicary", env!("CARGO_BIN_EXE_formicary"), 1);
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    assert_eq!(Said::from(output).code(3).json()["error"], json["error"]);
}

#[test]
fn where_a_failure_is_a_crash_the_run_goes_on() {
    let run = format!("run {POSITIONS} --set {OVERFLOW} --set expect={{}} --json");
    let said = say(run.split(' ').chain(["--set", "on_panic=crash-fault"])).code(0);
    assert!(said.json()["crashed"].as_u64().unwrap() > 0, "{said}");
}

#[test]
fn bad_usage_exits_with_2_and_says_what_is_wrong() {
    insta::assert_snapshot!(transcript([
        "rum scenarios/oblot/gathering.toml",
        "run",
        "run scenarios/oblot/gathering.toml --sed 4",
        "run scenarios/oblot/gathering.toml --engine actor",
        "run scenarios/oblot/gathering.toml --timeout soon",
        "run scenarios/oblot/gathering.toml --timeout -1",
        "run scenarios/oblot/gathering.toml --timeout nan",
        "list fault",
        "completions bsh",
        "verify scenarios/oblot/gathering.toml --seed 1 --seeds 0..4",
    ]));
    let said = say(["--definitely-not"]).code(2);
    assert_eq!(said.stdout, "");
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    for (command, code) in [
        ("list --long", 0),
        ("list --json", 0),
        ("run --help", 0),
        ("check scenarios/oblot/gathering.toml", 0),
        ("run scenarios/oblot/gathering_positions.toml", 0),
        // What the run came to is said by the exit code all the same.
        (
            "run scenarios/oblot/gathering_positions.toml --json --seed 8",
            1,
        ),
    ] {
        // A pipe whose other end is closed before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = formicary(command.split(' '))
            .stdout(Stdio::from(writer))
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = Said::from(output).code(code);
        if code == 0 {
            assert_eq!(said.stderr, "", "{command}");
        } else {
            assert!(said.stderr.starts_with("expectation failed"), "{said}");
        }
    }
}

#[test]
fn with_json_nothing_else_is_on_stdout_even_where_it_fails() {
    let bad = say(["run", GATHERING, "--json", "--set", "swarm.robots=0"]).code(2);
    assert_eq!(bad.stdout, "");
    let bad = say(["replay", "no such file.mcap", "--json"]).code(2);
    assert_eq!(bad.stdout, "");
}

#[test]
fn a_terminal_that_is_none_gets_no_colours_and_no_bar() {
    let said = say(["run", GATHERING]).code(0);
    assert_eq!(said.stderr, "");
    assert!(!said.stdout.contains('\x1b'), "{said}");
    let said = say(["run", GATHERING, "--set", "swarm.robts=3"]).code(2);
    assert!(!said.stderr.contains('\x1b'), "{said}");
}
