//! The wall clock: robots on real timers. Two runs of a scenario differ, and each replays to itself.

#![cfg(unix)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use formicary::arbiter::{Committed, Input, Operation, RunError};
use formicary::engine::steering::{Steering, steering};
use formicary::engine::wall::{self, Wall};
use formicary::engine::{Engine, Flow, Observer, Simulation};
use formicary::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use formicary::model::oblot::percept::Percept;
use formicary::model::oblot::{self, Code, Intent, Kind, Oblot, Outcome, ROW_BYTES};
use formicary::model::{End, Extras, Failure, Plan, Subject as _, WallClock};
use formicary::record::Record;
use formicary::scenario::Document;
use formicary::study::{RunOptions, RunReport, Study};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{HANGS, finish, formicary, say, send, study_of, wait_for};

const INLINE: Engine = Engine::Inline { threads: 1 };

fn actors(threads: usize) -> Engine {
    Engine::Actors { threads }
}

/// A scenario for the wall clock. `rest` begins inside of `[swarm]`.
fn text(robots: usize, seed: usize, rate: f64, rest: &str) -> String {
    format!(
        "model = 'oblot'\nseed = {seed}\n[clock]\nkind = 'wall'\nrate = {rate:?}\n\
         [swarm]\nrobots = {robots}\n{rest}"
    )
}

/// Runs a study into a record.
#[track_caller]
fn recorded(study: &Study, threads: usize, path: &Path) -> RunReport {
    let options = RunOptions {
        record: Some(path.to_owned()),
        ..RunOptions::on(actors(threads))
    };
    let report = study
        .run(&options)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(report.record_error.is_none(), "{:?}", report.record_error);
    report
}

/// Replays a record and checks that it is the same run, from its record alone.
#[track_caller]
fn check_replay(path: &Path, engine: Engine) -> Record {
    let record = Record::open(path).unwrap_or_else(|error| panic!("{error}"));
    let study = Study::of_record(&record).unwrap_or_else(|error| panic!("{error}"));
    let replayed = study.replay(&record, &RunOptions::on(engine));
    let replayed = replayed.unwrap_or_else(|error| panic!("{error}"));
    assert!(replayed.agrees(), "{}: {replayed:#?}", path.display());
    assert_eq!(replayed.events, record.events);
    if let Some(ending) = &record.ending {
        assert_eq!(replayed.digest, ending.digest);
    }
    record
}

/// The inputs of a record that are no operations, by their names.
fn named(record: &Record) -> Vec<(String, Value)> {
    let inputs = record.inputs.iter().map(|line| {
        let (name, value) = line.input.as_object().unwrap().iter().next().unwrap();
        (name.clone(), value.clone())
    });
    inputs.collect()
}

/// What the swarms of these tests do, each with a rate at which it is over soon.
const SWARMS: [(&str, &str); 8] = [
    (
        "gathering",
        "algorithm = 'gathering'\n[limits]\ntime = 60\n",
    ),
    (
        "go_to_center",
        "algorithm = 'go_to_center'\nstart = 'square'\nside = 30\n[visibility]\nradius = 12\n\
         [limits]\ntime = 40\n",
    ),
    ("sec", "algorithm = 'sec'\n[limits]\ntime = 40\n"),
    (
        "faults",
        "algorithm = 'gathering'\n[limits]\ntime = 40\n\
         [[faults]]\nkind = 'crash'\ncount = 1\ntime = 5\n\
         [[faults]]\nkind = 'omission'\ncount = 1\nprobability = 0.5\n\
         [[faults]]\nkind = 'transient'\ncount = 1\ntime = 7\ndisplacement = [3, 4]\n",
    ),
    (
        "byzantine",
        "algorithm = 'gathering'\n[limits]\ntime = 40\n\
         [[faults]]\nkind = 'byzantine'\ncount = 1\n",
    ),
    (
        "senses",
        "algorithm = 'gathering'\nforce = true\n[limits]\ntime = 40\n[frames]\nagreement = 'none'\n\
         [sensing]\nnoise = 0.1\n",
    ),
    (
        "movement",
        "algorithm = 'gathering'\nforce = true\n[movement]\nrigid = false\ndelta = 0.5\n\
         [limits]\ntime = 40\n",
    ),
    (
        "speeds",
        "algorithm = 'gathering'\nspeed = 5\n[scheduler]\nrate = 4\nvisualize = inf\n\
         [limits]\ntime = 20\n",
    ),
];

#[test]
fn every_run_on_the_wall_clock_replays_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = 0;
    for (number, robots) in [2, 3, 5, 10, 20, 50, 100, 200].into_iter().enumerate() {
        let possible = SWARMS
            .iter()
            .filter(|(name, _)| robots > 3 || *name != "faults");
        for (place, (name, rest)) in possible.enumerate() {
            let threads = [1, 2, 4][(number + place) % 3];
            let study = study_of(&text(robots, number, 400.0, rest));
            let format = ["mcap", "jsonl"][place % 2];
            let path = folder.path().join(format!("{name}_{robots}.{format}"));
            let report = recorded(&study, threads, &path);
            assert!(report.error.is_none(), "{name}, {robots}: {report:?}");
            let record = check_replay(&path, [INLINE, actors(threads)][number % 2]);
            assert_eq!(record.events, report.events);
            assert!(report.events > 0, "{name}, {robots}");
            runs += 1;
        }
    }
    assert_eq!(runs, 62);
}

#[test]
fn two_runs_of_a_scenario_differ() {
    let folder = tempfile::tempdir().unwrap();
    let study = study_of(&text(10, 1, 400.0, SWARMS[0].1));
    let digest = |name: &str| recorded(&study, 2, &folder.path().join(name)).digest;
    assert_ne!(digest("one.mcap"), digest("two.mcap"));
}

#[test]
fn operations_are_strictly_ordered_and_never_early() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let study = study_of(&text(20, 3, 200.0, SWARMS[0].1));
    recorded(&study, 2, &path);
    let record = Record::open(&path).unwrap();
    let layout = record.header.operations.clone().unwrap();
    let (mut last, mut count, mut late) = (f64::NEG_INFINITY, 0, 0);
    for batch in record.operations().unwrap() {
        for (number, operation) in batch.unwrap().rows(&layout).filter_map(Operation::decode) {
            assert_eq!(number, count);
            assert!(operation.stamp > last, "{operation:?} after {last}");
            assert!(operation.stamp >= operation.due - 1e-6, "{operation:?}");
            late += u64::from(operation.stamp > operation.due);
            (last, count) = (operation.stamp, count + 1);
        }
    }
    assert_eq!(count, record.events);
    assert!(late > count / 2, "real timers are late: {late} of {count}");
    let (name, close) = named(&record).pop().unwrap();
    assert_eq!(name, "close");
    assert_eq!(close["operations"], record.events);
    assert!(close["in_flight"].is_array());
}

/// Changes the first line that satisfies a test.
fn falsify(path: &Path, is_it: impl Fn(&Value) -> bool, change: impl Fn(&mut Value)) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut changed = false;
    let lines = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        if !changed && is_it(&value) {
            changed = true;
            change(&mut value);
        }
        value.to_string()
    });
    let lines: Vec<String> = lines.collect();
    assert!(changed, "no line was falsified");
    std::fs::write(path, lines.join("\n") + "\n").unwrap();
}

#[test]
fn a_falsified_percept_is_found_by_its_event() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    recorded(&study_of(&text(4, 3, 400.0, SWARMS[0].1)), 2, &path);
    falsify(
        &path,
        |value| value["seq"].as_u64() > Some(3) && value["percept"] != 0,
        |value| value["percept"] = 1.into(),
    );
    let record = Record::open(&path).unwrap();
    let study = Study::of_record(&record).unwrap();
    let replayed = study.replay(&record, &RunOptions::on(INLINE)).unwrap();
    let difference = replayed.difference.expect("a difference");
    assert!(difference.number > 3);
    assert!(difference.left.contains(" percept=1 "), "{difference:?}");
    assert!(difference.right.contains(" kind=LOOK "), "{difference:?}");
}

/// Keeps everything that a replay needs.
#[derive(Default)]
struct Tape {
    inputs: Vec<(u64, Input<Oblot>)>,
    codes: Vec<(i32, Code)>,
}

impl Observer<Oblot> for Tape {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let operation = committed.operation.and_then(Operation::decode);
        let (number, operation) = operation.expect("an operation for each event");
        self.inputs.push((number, Input::Operation(operation)));
        for (id, outcome) in committed.results {
            if let Outcome::Robot(outcome) = outcome {
                self.codes.push((*id, outcome.code));
            }
        }
        Flow::Continue
    }

    fn input(&mut self, before: u64, _: f64, input: &Input<Oblot>) {
        self.inputs.push((before, input.clone()));
    }

    fn failed(&mut self, number: u64, operation: &Operation) {
        self.inputs.push((number, Input::Operation(*operation)));
    }
}

/// A plan whose robots compute this.
fn plan(text: &str, algorithm: Option<Arc<dyn Algorithm>>) -> Plan<Oblot> {
    let document = Document::parse("wall.toml", text).unwrap();
    let scenario = Oblot::read(&document.root()).unwrap();
    let scenario = match algorithm {
        Some(algorithm) => scenario.with_algorithm(algorithm),
        None => scenario,
    };
    Oblot::plan(&scenario, Extras::default())
}

fn on_wall(rate: f64, threads: usize) -> (Steering<Oblot>, Wall<Oblot>) {
    let (steering, orders) = steering();
    let wall = Wall {
        clock: WallClock::at_rate(rate),
        threads,
        orders: Some(orders),
        mind: None,
    };
    (steering, wall)
}

/// Feeds a tape to both engines and checks that they come to the same.
#[track_caller]
fn check_tape(
    plan: &Plan<Oblot>,
    tape: &Tape,
    ran: &Simulation<Oblot>,
    result: &Result<End, RunError>,
) {
    for engine in [INLINE, actors(2)] {
        let mut again = Simulation::new(plan.clone(), engine).unwrap();
        for (before, input) in &tape.inputs {
            again.schedule(*before, input.clone());
        }
        let ((), replayed) = again.run(());
        assert_eq!(replayed, *result, "{engine:?}");
        assert_eq!(again.status().digest, ran.status().digest, "{engine:?}");
        assert_eq!(again.status().events, ran.status().events, "{engine:?}");
    }
}

/// Gathers, but for one robot that panics the third time it computes.
#[derive(Debug)]
struct Panics;

impl Algorithm for Panics {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        assert!(
            percept.me() != 1 || percept.time() < 10.0,
            "robot 1 has had enough"
        );
        Ok(Intent::stay(percept.here(), false))
    }
}

#[test]
fn a_robot_that_panics_ends_the_run_by_name_or_crashes_and_both_are_replayed() {
    let rest = "algorithm = 'gathering'\n[limits]\ntime = 800\nstalled = false\n";
    for policy in ["stop", "crash-fault"] {
        let text = format!("on_panic = '{policy}'\n{}", text(5, 2, 200.0, rest));
        let plan = plan(&text, Some(Arc::new(Panics)));
        let (_steering, wall) = on_wall(200.0, 2);
        let (ran, tape, result) = wall::run(plan.clone(), wall, Tape::default()).unwrap();
        match (policy, &result) {
            ("stop", Err(RunError::Handler { who, failure, .. })) => {
                assert_eq!(who, "robot 1");
                assert_eq!(*failure, Failure::Panicked("robot 1 has had enough".into()));
            }
            ("crash-fault", Ok(End::Time)) => {
                let crashed = tape.codes.iter().filter(|(_, code)| *code == Code::Crashed);
                assert_eq!(crashed.collect::<Vec<_>>(), [&(1, Code::Crashed)]);
            }
            other => panic!("{other:?}"),
        }
        check_tape(&plan, &tape, &ran, &result);
    }
}

/// Never comes back once a robot has looked at 10 or later.
#[derive(Debug)]
struct Hangs;

impl Algorithm for Hangs {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        while percept.time() >= 10.0 {
            std::thread::sleep(Duration::from_secs(3600));
        }
        Ok(Intent::stay(percept.here(), false))
    }
}

#[test]
fn algorithms_that_never_come_back_do_not_keep_the_run_from_its_end() {
    let rest = "algorithm = 'gathering'\n[limits]\ntime = 60\nstalled = false\n";
    let plan = plan(&text(6, 2, 200.0, rest), Some(Arc::new(Hangs)));
    let (_steering, wall) = on_wall(200.0, 1);
    let started = Instant::now();
    let (ran, tape, result) = wall::run(plan.clone(), wall, Tape::default()).unwrap();
    assert_eq!(result, Ok(End::Time));
    assert!(started.elapsed() < HANGS);
    let Some((_, Input::Close { in_flight, .. })) = tape.inputs.last() else {
        panic!("the end is written down: {:?}", tape.inputs.last());
    };
    assert!(!in_flight.is_empty(), "somebody computes for ever");
    check_tape(&plan, &tape, &ran, &result);
}

#[test]
fn a_program_steers_a_run_and_what_it_does_is_replayed() {
    let rest = "algorithm = 'gathering'\nterminate = false\n[limits]\nstalled = false\n";
    let plan = plan(&text(8, 5, 100.0, rest), None);
    let (steering, wall) = on_wall(100.0, 2);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&seen);
    let steered = std::thread::spawn(move || {
        let nap = || std::thread::sleep(Duration::from_millis(60));
        nap();
        assert!(steering.pause());
        nap();
        for _ in 0..2 {
            let notes = Arc::clone(&notes);
            steering.inspect(move |_, now| notes.lock().unwrap().push(now));
            nap();
        }
        assert!(steering.rate(50.0));
        assert!(steering.resume());
        assert!(steering.input(oblot::Input::Crash { robot: 3 }));
        assert!(steering.input(oblot::Input::Freeze { robot: 4 }));
        assert!(steering.input(oblot::Input::Slow {
            robot: 5,
            factor: 0.5
        }));
        let (robot, x, y) = (6, 10.0, 20.0);
        assert!(steering.input(oblot::Input::Move { robot, x, y }));
        nap();
        assert!(steering.stop());
    });
    let (ran, tape, result) = wall::run(plan.clone(), wall, Tape::default()).unwrap();
    steered.join().unwrap();
    assert_eq!(result, Ok(End::Interrupted));
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].to_bits(), seen[1].to_bits(), "time stood still");
    let struck = |code: Code| {
        let ids = tape
            .codes
            .iter()
            .filter(move |(_, c)| *c == code)
            .map(|(id, _)| *id);
        ids.collect::<Vec<_>>()
    };
    assert_eq!(struck(Code::Crashed), [3]);
    assert_eq!(struck(Code::Struck), [4, 5, 6]);
    check_tape(&plan, &tape, &ran, &result);
}

#[test]
fn a_frozen_robot_stays_and_a_slow_one_takes_longer() {
    let rest = "algorithm = 'gathering'\nstart = 'positions'\n\
                positions = [[0, 0], [8, 0], [0, 8]]\nterminate = false\n[limits]\ntime = 30\n\
                stalled = false\n";
    let text = text(3, 5, 100.0, rest).replace("kind = 'wall'", "kind = 'virtual'");
    let plan = plan(&text, None);
    let run = |inputs: &[oblot::Input]| {
        let mut simulation = Simulation::new(plan.clone(), INLINE).unwrap();
        for &input in inputs {
            simulation.schedule(0, Input::Steer(input));
        }
        let ((), result) = simulation.run(());
        assert_eq!(result, Ok(End::Time));
        let state = simulation.state().unwrap();
        let robots = state.robots.into_iter().flatten();
        robots
            .map(|robot| (robot.position(), robot.travelled()))
            .collect::<Vec<_>>()
    };
    let frozen = run(&[oblot::Input::Freeze { robot: 0 }]);
    assert_eq!((frozen[0].0.x, frozen[0].0.y, frozen[0].1), (0.0, 0.0, 0.0));
    assert!(frozen[1].1 > 0.0);
    let still = run(&[oblot::Input::Slow {
        robot: 1,
        factor: 0.0,
    }]);
    assert_eq!((still[1].0.x, still[1].0.y), (8.0, 0.0));
    let again = run(&[
        oblot::Input::Slow {
            robot: 1,
            factor: 0.0,
        },
        oblot::Input::Slow {
            robot: 1,
            factor: 1.0,
        },
    ]);
    assert!(again[1].1 > 0.0, "the last order counts");
}

/// A folder with a scenario that goes on for ever.
struct Endless(TempDir);

impl Endless {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rest = "algorithm = 'gathering'\nterminate = false\n[limits]\nstalled = false\n";
        let text = text(12, 7, 50.0, rest);
        std::fs::write(folder.path().join("endless.toml"), text).unwrap();
        Endless(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn start(&self, args: &[&str]) -> Child {
        let mut command = formicary(["run", "endless.toml", "--json"].iter().chain(args));
        command
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    }
}

/// Waits until a record has grown so far.
#[track_caller]
fn grown(path: &Path, bytes: u64) {
    let size = || std::fs::metadata(path).map_or(0, |file| file.len());
    wait_for("the record to grow", || (size() >= bytes).then_some(()));
}

/// A record grows beyond its header when its first chunk is closed, after about a second.
const GROWN: u64 = 5_000;

#[test]
fn ctrl_c_ends_a_run_with_a_whole_record() {
    let run = Endless::new();
    let child = run.start(&["--record", "run.jsonl"]);
    grown(&run.file("run.jsonl"), GROWN);
    send("-INT", &child);
    let said = finish(child);
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    let record = check_replay(&run.file("run.jsonl"), INLINE);
    assert!(!record.truncated);
    assert_eq!(said.json()["end"], "interrupted");
    assert_eq!(named(&record).pop().unwrap().1["end"], "interrupted");
}

#[test]
fn a_killed_run_replays_to_its_last_whole_chunk() {
    let run = Endless::new();
    let child = run.start(&["--record", "run.jsonl"]);
    grown(&run.file("run.jsonl"), 4 * GROWN);
    send("-KILL", &child);
    finish(child);
    let record = check_replay(&run.file("run.jsonl"), INLINE);
    assert!(record.truncated && record.events > 0);
}

#[test]
fn a_machine_that_was_suspended_is_written_down_and_does_not_count() {
    let run = Endless::new();
    let args = [
        "--record",
        "run.jsonl",
        "--set",
        "clock.longest_gap=0.5",
        "--console",
    ];
    let mut child = run.start(&args);
    grown(&run.file("run.jsonl"), GROWN);
    send("-STOP", &child);
    std::thread::sleep(Duration::from_secs(2));
    send("-CONT", &child);
    std::thread::sleep(Duration::from_millis(300));
    child.stdin.as_mut().unwrap().write_all(b"stop\n").unwrap();
    let said = finish(child);
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    let record = check_replay(&run.file("run.jsonl"), INLINE);
    let paces = named(&record)
        .into_iter()
        .filter(|(name, _)| name == "pace");
    let gaps: Vec<f64> = paces.filter_map(|(_, pace)| pace["gap"].as_f64()).collect();
    assert!(gaps.iter().sum::<f64>() > 1.0, "{gaps:?}");
    let (time, seconds) = (
        said.json()["time"].as_f64(),
        said.json()["seconds"].as_f64(),
    );
    let (time, seconds) = (time.unwrap(), seconds.unwrap());
    assert!(
        time < 50.0 * (seconds - 1.0),
        "{time} units in {seconds} seconds"
    );
}

#[test]
fn lines_on_stdin_steer_a_run() {
    let run = Endless::new();
    let mut child = run.start(&["--record", "run.mcap", "--console"]);
    let lines = "help\nlist\npause\nresume\nrate 200\ncrash 3\nfreeze 4\nslow 5 0.5\nmove 6 10 20\n\
                 light 7 cyan\nactivate 8\ncrash 99\nfly\n";
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    stdin.flush().unwrap();
    for robot in (0..12).cycle().take(60) {
        writeln!(stdin, "activate {robot}").unwrap();
        std::thread::sleep(Duration::from_millis(8));
    }
    stdin.write_all(b"list\nstop\n").unwrap();
    let said = finish(child);
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    for words in [
        "pause              time stands still",
        "12 robots, 12 active",
        "12 robots, 11 active",
        "expected a robot from 0 to 11, found \"99\"",
        "no command is called \"fly\"",
    ] {
        assert!(said.stderr.contains(words), "{words}: {}", said.stderr);
    }
    let record = check_replay(&run.file("run.mcap"), INLINE);
    check_replay(&run.file("run.mcap"), actors(2));
    let inputs: Vec<String> = named(&record)
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let wanted = [
        "pace \"pause\"",
        "pace \"resume\"",
        "pace {\"rate\":200.0}",
        "steer {\"crash\":{\"robot\":3}}",
        "steer {\"freeze\":{\"robot\":4}}",
        "steer {\"slow\":{\"robot\":5,\"factor\":0.5}}",
        "steer {\"move\":{\"robot\":6,\"x\":10.0,\"y\":20.0}}",
        "steer {\"light\":{\"robot\":7,\"light\":\"cyan\"}}",
        "steer {\"activate\":{\"robot\":8}}",
    ];
    assert_eq!(inputs[..wanted.len()], wanted);
    // Of five orders to each of them, some came while it waited and some while it was under way.
    let rows = record.batches().unwrap();
    let rows: Vec<u8> = rows.flat_map(|batch| batch.unwrap().rows).collect();
    let faults = rows
        .chunks(ROW_BYTES)
        .filter(|row| row[12] == Kind::Fault as u8);
    let codes: Vec<u8> = faults.map(|row| row[13]).collect();
    assert!(codes.contains(&(Code::Activated as u8)), "{codes:?}");
    assert!(codes.contains(&(Code::Ignored as u8)), "{codes:?}");
    assert!(said.json()["refused_text"].is_string());
}

#[test]
fn lines_on_stdin_steer_a_run_on_the_virtual_clock_too() {
    for engine in ["inline", "actors"] {
        let run = Endless::new();
        let args = [
            "--record",
            "run.mcap",
            "--console",
            "--clock",
            "virtual",
            "--engine",
            engine,
        ];
        let mut child = run.start(&args);
        let stdin = child.stdin.as_mut().unwrap();
        stdin
            .write_all(b"pause\nmove 6 10 20\ncrash 3\nlist\nrate 5\nresume\n")
            .unwrap();
        stdin.flush().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        stdin.write_all(b"stop\n").unwrap();
        let said = finish(child);
        assert_eq!(said.code, Some(130), "{}", said.stderr);
        assert!(
            said.stderr.contains("the virtual clock has no rate"),
            "{}",
            said.stderr
        );
        assert!(said.stderr.contains("12 robots, "), "{}", said.stderr);
        let record = check_replay(&run.file("run.mcap"), INLINE);
        let names: Vec<_> = named(&record).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["pace", "steer", "steer", "pace", "stop"]);
    }
}

#[test]
fn limits_of_time_and_of_events_hold() {
    let folder = tempfile::tempdir().unwrap();
    for (limit, end) in [("time = 5", End::Time), ("events = 100", End::Events)] {
        let rest = format!("algorithm = 'gathering'\n[limits]\n{limit}\n");
        let path = folder.path().join("run.mcap");
        let report = recorded(&study_of(&text(10, 2, 200.0, &rest)), 2, &path);
        assert_eq!(report.end, end);
        match end {
            End::Time => assert!(report.time <= 5.0),
            _ => assert_eq!(report.events, 100),
        }
        check_replay(&path, INLINE);
    }
}

#[test]
fn a_falsified_end_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for (key, value) in [
        ("operations", 7.into()),
        ("in_flight", serde_json::json!([999])),
    ] {
        let path = folder.path().join("run.jsonl");
        let rest = "algorithm = 'gathering'\n[limits]\ntime = 30\n";
        recorded(&study_of(&text(4, 3, 400.0, rest)), 2, &path);
        let is_close = |line: &Value| line["input"]["close"].is_object();
        falsify(&path, is_close, |line| {
            line["input"]["close"][key] = value.clone()
        });
        let record = Record::open(&path).unwrap();
        let study = Study::of_record(&record).unwrap();
        let replayed = study.replay(&record, &RunOptions::on(INLINE)).unwrap();
        let said = replayed
            .endings
            .iter()
            .any(|words| words.starts_with("close: "));
        assert!(said, "{key}: {replayed:?}");
    }
}

#[test]
fn what_cannot_be_on_the_wall_clock_is_refused() {
    let run = |args: &[&str]| {
        let gathering = "scenarios/oblot/gathering.toml";
        let said = say(["run", gathering, "--clock", "wall"].iter().chain(args));
        let said = said.code(2);
        said.stderr
    };
    assert!(run(&["--engine", "inline"]).contains("--engine actors"));
    assert!(run(&["--set", "rng=\"numpy\""]).contains("shared dice"));
    assert!(run(&["--set", "scheduler.kind=\"fsync\""]).contains("clocks of their own"));
    assert!(
        run(&["--set", "scheduler.compute={law=\"fixed\",value=1}"])
            .contains("as long as it takes")
    );
    assert!(run(&["--rate", "0"]).contains("above 0"));
    let wrong = say(["run", "scenarios/oblot/gathering.toml", "--clock", "wal"]).code(2);
    assert!(
        wrong.stderr.contains("did you mean \"wall\"?"),
        "{}",
        wrong.stderr
    );
    let verify = [
        "verify",
        "scenarios/oblot/gathering.toml",
        "--clock",
        "wall",
    ];
    let said = say(verify).code(2);
    assert!(
        said.stderr.contains("record one and replay it"),
        "{}",
        said.stderr
    );
}

/// A scenario whose robots a program controls.
fn controlled(robots: usize, program: &str, rest: &str) -> Study {
    let programs = crate::support::root().join("scenarios/oblot/controllers");
    let text = text(robots, 3, 50.0, "[limits]\ntime = 60\n");
    study_of(&format!(
        "{text}[controller]\ncommand = ['python3', '{}']\nhandshake = '1m'\n{rest}",
        programs.join(program).display(),
    ))
}

#[test]
fn robots_of_the_wall_clock_may_have_controllers_outside() {
    let folder = tempfile::tempdir().unwrap();
    for (number, rest) in ["timeout = '1m'\n", "timeout = '1m'\nprocesses = 'each'\n"]
        .into_iter()
        .enumerate()
    {
        let path = folder.path().join(format!("{number}.mcap"));
        let report = recorded(&controlled(4, "gathering.py", rest), 2, &path);
        assert!(report.error.is_none(), "{:?}", report.error);
        let counts = report.controller.unwrap();
        assert!(counts.answers > 0 && counts.troubles == 0, "{counts:?}");
        let record = check_replay(&path, [INLINE, actors(2)][number]);
        let answers = named(&record);
        let answers = answers.iter().filter(|(name, _)| name == "answer").count();
        assert!(answers > 0 && answers as u64 <= counts.answers);
    }
    // Asked again, the program answers as it did.
    let record = Record::open(folder.path().join("0.mcap")).unwrap();
    let options = RunOptions {
        ask_again: true,
        ..RunOptions::on(INLINE)
    };
    let again = controlled(4, "gathering.py", "timeout = '1m'\n");
    let replayed = again.replay(&record, &options).unwrap();
    assert!(
        replayed.agrees() && replayed.answer.is_none(),
        "{replayed:?}"
    );
}

#[test]
fn controllers_that_hang_on_the_wall_clock_are_trouble_and_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = folder.path().join("hangs.py");
    let program = "import json, sys, time\n\
                   print(json.dumps({'type': 'hello', 'protocol': 1, 'name': 'hangs', 'capabilities': []}), flush=True)\n\
                   for line in sys.stdin:\n    time.sleep(0.01)\n";
    std::fs::write(&hangs, program).unwrap();
    for policy in ["stay", "crash-fault", "stop"] {
        let path = folder.path().join(format!("{policy}.jsonl"));
        let rest = format!("timeout = '100ms'\non_trouble = '{policy}'\n");
        let study = controlled(3, hangs.to_str().unwrap(), &rest);
        let report = recorded(&study, 2, &path);
        let counts = report.controller.unwrap();
        assert!(counts.answers == 0 && counts.troubles > 0, "{counts:?}");
        match policy {
            "stop" => {
                let error = report.error.as_ref().unwrap().to_string();
                assert!(
                    error.starts_with("robot ") && error.contains("100ms"),
                    "{error}"
                );
            }
            "crash-fault" => assert_eq!(report.end, End::Terminated),
            _ => assert_eq!(report.end, End::Time),
        }
        check_replay(&path, INLINE);
    }
}

#[test]
fn a_flood_of_orders_keeps_no_run_from_its_end() {
    let run = Endless::new();
    for clock in ["wall", "virtual"] {
        for line in ["list\n", "pause\n", "rate 20\nrate 30\n"] {
            let mut child = run.start(&["--console", "--clock", clock, "--timeout", "0.5"]);
            let mut stdin = child.stdin.take().unwrap();
            // The answers are not kept, or the pipe would be full before the run is over.
            drop(child.stderr.take());
            let flood =
                std::thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
            let said = finish(child);
            assert_eq!(said.json()["end"], "timeout", "{clock}: {line}");
            flood.join().unwrap();
        }
    }
}
