//! The amoebot model from the command line: mistakes, exit codes, records, pictures, the console.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use formicary::record::Record;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Said, finish, formicary, say, wait_for};

/// A folder with a scenario `case.toml`.
struct Case(TempDir);

impl Case {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = format!("model = 'amoebot'\n{text}");
        std::fs::write(folder.path().join("case.toml"), text).unwrap();
        Case(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program in the folder.
    fn say(&self, args: &[&str]) -> Said {
        let output = formicary(args).current_dir(self.path()).output();
        output.expect("the program starts").into()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }
}

/// Particles A and B in a row, with a script.
fn pair(script: &str) -> String {
    format!(
        "[swarm]\nalgorithm = 'scripted'\nstart = 'explicit'\n\
         [[particles]]\nat = [0, 0]\n[[particles]]\nat = [1, 0]\n{script}"
    )
}

/// Three particles in a triangle, of which the first expands and the others do not give way.
fn torn(rest: &str) -> String {
    format!(
        "[swarm]\nalgorithm = 'scripted'\nstart = 'triangle'\nside = 2\n\
         [[script]]\nround = 1\nparticle = 0\nmove = 'expand'\ndirection = 'E'\n{rest}"
    )
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let script = |line: &str| pair(&format!("[[script]]\nround = 1\nparticle = 'A'\n{line}\n"));
    let cases = [
        (
            "[swarm]\nalgorithm = 'scripted'\nstart = 'explicit'\n\
             [[particles]]\nat = [0, 0]\n[[particles]]\nat = [2, 0]\n"
                .to_owned(),
            ("case.toml:8:6", "connects particle 1 to particle 0"),
        ),
        (
            "[swarm]\nalgorithm = 'scripted'\nstart = 'explicit'\n\
             [[particles]]\nat = [0, 0]\nhead = 'E'\n[[particles]]\nat = [1, 0]\n"
                .to_owned(),
            ("case.toml:9:6", "particle 0"),
        ),
        (
            script("move = 'expand'\ndirection = 'NE'"),
            ("case.toml:13:13", "did you mean \"NNE\"?"),
        ),
        (
            script("mark = ['SSW tial']"),
            ("case.toml:12:8", "did you mean \"tail\"?"),
        ),
        (
            script("beep_at = 'E 1'"),
            ("case.toml:12:11", "expected an offset below 1"),
        ),
        (
            script("write = { 'B.x' = 1 }"),
            ("case.toml:12:", "a particle writes to no other"),
        ),
        (
            script("move = 'expand'"),
            ("case.toml:9:1", "expected the direction of the movement"),
        ),
        (
            pair("[[script]]\nround = 1\nparticle = 'C'\n"),
            ("case.toml:11:12", "the name or the id of a particle"),
        ),
        (
            "[swarm]\nalgorithm = 'leader_elektion'\nrobots = 3\n".to_owned(),
            ("case.toml:3:13", "did you mean \"leader_election\"?"),
        ),
        (
            "[swarm]\nalgorithm = 'leader_election'\nrobots = 3\nkapa = 3\n".to_owned(),
            ("case.toml:5:1", "did you mean \"kappa\"?"),
        ),
        (
            "[swarm]\nalgorithm = 'leader_election'\nrobots = 3\n[scheduler]\nkind = 'fsync'\n"
                .to_owned(),
            ("case.toml:5:2", "scheduler"),
        ),
        (
            "[swarm]\nalgorithm = 'leader_election'\nrobots = 3\n[circuits]\nfailure = 1.5\n"
                .to_owned(),
            ("case.toml:6:11", "between 0 and 1"),
        ),
        (
            "[swarm]\nalgorithm = 'pasc'\n[expect]\nconflict = 'ofset'\n".to_owned(),
            ("case.toml:5:12", "did you mean \"offset\"?"),
        ),
    ];
    for (text, (place, words)) in cases {
        let case = Case::new(&text);
        let said = case.say(&["check", "case.toml"]).code(2);
        // Lines are folded where the terminal ends.
        let folded: Vec<&str> = said.stderr.split([' ', '\n', '│']).collect();
        let text = folded.into_iter().filter(|word| !word.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        assert!(
            text.contains(place) && text.contains(words),
            "{place}, {words}:\n{said}"
        );
    }
}

#[test]
fn a_conflict_is_an_end_that_can_be_expected() {
    let case = Case::new(&torn("[expect]\nend = 'terminated'\n"));
    let said = case.say(&["run", "case.toml"]).code(1);
    assert!(
        said.stderr
            .contains("end: expected terminated, was conflict"),
        "{said}"
    );
    assert!(said.stdout.contains("last conflict"), "{said}");

    let run = case
        .say(&[
            "run",
            "case.toml",
            "--json",
            "--set",
            "expect.end='conflict'",
        ])
        .code(0)
        .json();
    assert_eq!(run["end"], "conflict");
    assert_eq!(run["conflict"], "offset");
    assert_eq!((&run["rounds"], &run["moves"]), (&json!(0), &json!(0)));

    let nobody = ["run", "case.toml", "--quiet", "--set", "expect={}"];
    let said = case.say(&nobody).code(3);
    assert!(
        said.stderr.contains("the run ended with conflict"),
        "{said}"
    );
    assert!(said.stderr.contains("round 1: particles "), "{said}");

    for (set, code) in [
        (
            "expect={end='conflict', conflict='offset', conflict_particles=[0, 9]}",
            2,
        ),
        (
            "expect={end='conflict', conflict='offset', conflict_particles=[0, 1]}",
            1,
        ),
        (
            "expect={end='conflict', conflict='offset', conflict_particles=[2, 1]}",
            0,
        ),
        ("expect={end='conflict', conflict='occupied'}", 1),
        // A conflict that nobody expects is an error like others.
        ("expect={conflict='offset', collision=false}", 3),
    ] {
        let said = case.say(&[
            "run",
            "case.toml",
            "--quiet",
            "--events",
            "60",
            "--set",
            set,
        ]);
        assert_eq!(said.code, Some(code), "{set}: {said}");
    }

    // Going on, the round counts, and the script is over.
    let run = ["run", "case.toml", "--json", "--set"];
    let set = ["structure.on_conflict='continue'", "--set", "expect={}"];
    let run = case.say(&[&run[..], &set[..]].concat()).code(0).json();
    assert_eq!(
        (&run["end"], &run["moves"]),
        (&json!("terminated"), &json!(0))
    );
    assert_eq!((&run["conflicts"], &run["rounds"]), (&json!(1), &json!(2)));
}

#[test]
fn two_anchors_in_one_round_are_a_conflict() {
    let both = "[[script]]\nround = 1\nparticle = 'all'\nanchor = true\n";
    let case = Case::new(&pair(&format!(
        "{both}[expect]\nend = 'conflict'\nconflict = 'invalid'\nconflict_particles = ['A', 'B']\n"
    )));
    let said = case.say(&["run", "case.toml"]).code(0);
    assert!(
        said.stdout
            .contains("round 1: particles 0 and 1 both set the anchor"),
        "{said}"
    );
}

#[test]
fn what_is_against_the_rules_ends_the_run_with_exit_code_3() {
    let case = Case::new(&pair(
        "[[script]]\nround = 2\nparticle = 'B'\nbeep = [99]\n",
    ));
    let said = case.say(&["run", "case.toml", "--json"]).code(3);
    let error = said.json()["error"].as_str().unwrap().to_owned();
    assert!(
        error.contains("robot 1") && error.contains("round 2"),
        "{said}"
    );
}

#[test]
fn a_collision_completes_its_round() {
    let scenario = "scenarios/amoebot/scripted_collision.toml";
    let said = say(["run", scenario, "--json"]).code(0);
    let run = said.json();
    assert_eq!(
        (&run["end"], &run["collisions"]),
        (&json!("collision"), &json!(1))
    );
    assert_eq!(run["rounds"], 1);
    say([
        "run",
        scenario,
        "--quiet",
        "--set",
        "expect.end='terminated'",
    ])
    .code(1);
    let unchecked = [
        "--set",
        "structure.collisions=false",
        "--set",
        "expect={end='terminated', collision=false, positions={H2=[[7,2]]}}",
    ];
    say(["run", scenario].iter().chain(&unchecked)).code(0);
    let going_on = [
        "--set",
        "structure.on_collision='continue'",
        "--set",
        "expect={end='terminated', collision=true}",
    ];
    say(["run", scenario].iter().chain(&going_on)).code(0);
}

/// An election of ten with a monitor.
const ELECTION: &str = "seed = 3\n[swarm]\nalgorithm = 'leader_election'\nrobots = 10\n\
                        [[monitors]]\nkind = 'activity'\n[[monitors]]\nkind = 'connected'\n";

#[test]
fn a_run_is_recorded_and_replayed_on_every_engine() {
    for text in [ELECTION.to_owned(), torn("")] {
        let case = Case::new(&text);
        for name in ["run.mcap", "run.jsonl"] {
            let args = ["run", "case.toml", "--record", name, "--json"];
            let recorded = case.say(&args);
            let digest = recorded.json()["digest"].clone();
            for engine in ["inline", "actors"] {
                let args = ["replay", name, "--json", "--engine", engine];
                let replayed = case.say(&args).code(0).json();
                assert_eq!(
                    (&replayed["agrees"], &replayed["digest"]),
                    (&json!(true), &digest)
                );
            }
        }
        let verified = case.say(&["verify", "case.toml", "--seeds", "0..3"]);
        verified.code(0);
    }
}

#[test]
fn pictures_of_a_scenario_and_of_its_record_are_the_same() {
    let case = Case::new(&format!("{ELECTION}[structure]\nhistory = 1\n"));
    case.say(&["run", "case.toml", "--record", "run.mcap", "--quiet"])
        .code(0);
    for more in [
        &["--round", "4"][..],
        &[],
        &["--round", "0", "--compass", "--no-grid"],
    ] {
        let draw = |file: &str, output: &str| {
            case.say(&[&["draw", file, "-o", output][..], more].concat())
                .code(0);
            case.read(output)
        };
        let picture = draw("case.toml", "one.svg");
        assert_eq!(picture, draw("run.mcap", "two.svg"));
        assert!(
            picture.starts_with("<svg") || picture.starts_with("<?xml"),
            "{picture}"
        );
        let text = draw("case.toml", "one.txt");
        assert_eq!(text, draw("run.mcap", "two.txt"));
        assert!(!text.contains("<svg"), "{text}");
    }
    let late = case
        .say(&["draw", "case.toml", "--round", "100000"])
        .code(2);
    assert!(late.stderr.contains("there is no round 100000"), "{late}");
    let other = say(["draw", "scenarios/oblot/gathering.toml"]).code(2);
    assert!(!other.stderr.is_empty(), "{other}");
    case.say(&["draw", "run.mcap", "--seed", "1"]).code(2);
}

#[test]
fn a_series_is_a_table_with_a_line_for_each_round() {
    let case = Case::new(ELECTION);
    let run = case.say(&["run", "case.toml", "--record", "run.mcap", "--json"]);
    let rounds = run.code(0).json()["rounds"].as_u64().unwrap();
    let said = case.say(&["series", "run.mcap", "activity"]).code(0);
    let mut lines = said.stdout.lines();
    let head = lines.next().unwrap();
    assert!(
        head.starts_with("event,time,at,round,moves,beeps,circuits,"),
        "{head}"
    );
    let width = head.split(',').count();
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(lines.iter().all(|line| line.len() == width), "{said}");
    let of = |occasion: &str| lines.iter().filter(|line| line[2] == occasion).count();
    assert_eq!(
        (of("start"), of("round") as u64 + of("end") as u64),
        (1, rounds + 1)
    );

    let rounds_only = [
        "series", "run.mcap", "activity", "--every", "round", "-o", "a.csv",
    ];
    case.say(&rounds_only).code(0);
    assert_eq!(case.read("a.csv").lines().count(), of("round") + 1);
    let which = case.say(&["series", "run.mcap"]).code(2);
    assert!(
        which
            .stderr
            .contains("which monitor? There are activity, connected"),
        "{which}"
    );
    case.say(&["series", "run.mcap", "shape"]).code(2);
    case.say(&["series", "run.mcap", "activity", "--every", "tick"])
        .code(2);
}

#[test]
fn the_summary_has_the_figures_of_particles_and_of_monitors() {
    let case = Case::new(ELECTION);
    let run = case.say(&["run", "case.toml", "--json"]).code(0).json();
    assert_eq!(
        (&run["particles"], &run["finished"]),
        (&json!(10), &json!(10))
    );
    for key in [
        "rounds",
        "moves",
        "beeps",
        "circuits",
        "conflicts",
        "collisions",
    ] {
        assert!(run[key].is_u64(), "{key} of {run}");
    }
    assert_eq!(run["conflict"], Value::Null);
    assert_eq!(run["monitors"]["connected"]["holds"], true);
    assert_eq!(run["monitors"]["activity"]["most_moves"], 0);
}

/// What somebody does to a run that nobody else ends, and the lines that come of it.
fn steered(engine: &str, lines: &str) -> (Case, Said) {
    let text = "[swarm]\nalgorithm = 'beep_failure'\nstart = 'line'\nrobots = 3\n\
                [structure]\nhistory = 100000\n";
    let case = Case::new(text);
    let args = [
        "run",
        "case.toml",
        "--json",
        "--console",
        "--record",
        "run.mcap",
        "--engine",
        engine,
    ];
    let mut child = formicary(args)
        .current_dir(case.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.as_mut().unwrap();
    let record = case.path().join("run.mcap");
    wait_for("the record", || record.exists().then_some(()));
    stdin.write_all(lines.as_bytes()).unwrap();
    stdin.flush().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    stdin.write_all(b"stop\n").unwrap();
    let said = finish(child);
    assert_eq!(said.code, Some(130), "{said}");
    (case, said)
}

#[test]
fn attributes_are_set_and_rounds_are_cut_from_the_console_and_replayed() {
    for engine in ["inline", "actors"] {
        let lines = "pause\nset 1 losses 1000000\ncut 1\nset 2 loses 3\nset 7 losses 3\nset 2 losses x\n\
                     set 2 losses 7\nlist\nfly 3\nresume\n";
        let (case, said) = steered(engine, lines);
        for words in [
            "ok: set 1 losses 1000000",
            "ok: cut 1",
            "loses",
            "expected a particle from 0 to 2",
            "expected a value as JSON, found \"x\"",
            "ok: set 2 losses 7",
            "losses",
            "no command is called \"fly\"",
        ] {
            assert!(said.stderr.contains(words), "{words}: {said}");
        }
        let record = Record::open(case.path().join("run.mcap")).unwrap();
        let inputs: Vec<String> = record
            .inputs
            .iter()
            .map(|line| line.input.to_string())
            .collect();
        for input in [
            r#"{"steer":{"set":{"particle":1,"attribute":"losses","value":1000000}}}"#,
            r#"{"steer":{"cut":{"round":1}}}"#,
            r#"{"steer":{"set":{"particle":2,"attribute":"losses","value":7}}}"#,
        ] {
            assert!(
                inputs.iter().any(|line| line == input),
                "{input}: {inputs:#?}"
            );
        }
        for engine in ["inline", "actors"] {
            let replayed = case.say(&["replay", "run.mcap", "--json", "--engine", engine]);
            assert_eq!(replayed.code(0).json()["agrees"], true);
        }
        // The picture of the record is of the run with what was done to it.
        case.say(&["draw", "run.mcap", "--text"]).code(0);
    }
}

#[test]
fn a_first_version_of_an_algorithm_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let said = |args: &[&str]| {
        let args = [&["new", "amoebot-algorithm"][..], args].concat();
        let output = formicary(&args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        Said::from(output)
    };
    // Elsewhere than in the sources there is no folder for it.
    assert!(said(&["ring_dance"]).code(2).stderr.contains("--output"));
    let written = said(&["ring_dance", "-o", "ring_dance.rs"]).code(0);
    for line in ["  mod ring_dance;\n", "  ring_dance::ENTRY,\n"] {
        assert!(written.stdout.contains(line), "{written}");
    }
    let text = std::fs::read_to_string(folder.path().join("ring_dance.rs")).unwrap();
    assert!(text.contains("struct RingDance {"), "{text}");
    assert!(
        said(&["ring_dance", "-o", "ring_dance.rs"])
            .code(2)
            .stderr
            .contains("--force")
    );
    said(&["other", "-o", "ring_dance.rs", "--force"]).code(0);
    let text = std::fs::read_to_string(folder.path().join("ring_dance.rs")).unwrap();
    assert!(text.contains("struct Other {"), "{text}");
    std::fs::create_dir_all(folder.path().join("src/model/amoebot/algorithms")).unwrap();
    said(&["ring_dance"]).code(0);
    assert!(
        folder
            .path()
            .join("src/model/amoebot/algorithms/ring_dance.rs")
            .exists()
    );
    for name in ["RingDance", "ring-dance", "mod", "state", "a__b", ""] {
        said(&[name, "-o", "bad.rs"]).code(2);
    }
    assert!(!folder.path().join("bad.rs").exists());
}
