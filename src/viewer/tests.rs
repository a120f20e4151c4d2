//! What a page may rely on: a run that is shown is the run itself, forwards and backwards.

use serde_json::{Value, json};

use super::Viewer;
use crate::engine::Engine;
use crate::scenario::Document;
use crate::study::{RunOptions, Study};

const GATHERING: &str = "model = 'oblot'\nseed = 7\n[swarm]\nrobots = 12\nalgorithm = 'gathering'\n\
                         [visibility]\nradius = 60.0\n[[faults]]\nkind = 'crash'\ncount = 2\ntime = 3.0\n";
const ROUNDS: &str = "model = 'oblot'\nseed = 3\n[swarm]\nrobots = 8\nalgorithm = 'sec'\n[scheduler]\n\
                      kind = 'ssync'\n";
const LEADER: &str =
    "model = 'amoebot'\nseed = 5\n[swarm]\nrobots = 12\nalgorithm = 'leader_election'\n";

fn ask(viewer: &mut Viewer, command: Value) -> Value {
    let reply: Value = serde_json::from_str(&viewer.handle(&command.to_string())).unwrap();
    assert!(reply.get("error").is_none(), "{command}: {reply}");
    reply["ok"].clone()
}

fn refusal(viewer: &mut Viewer, command: Value) -> Value {
    let reply: Value = serde_json::from_str(&viewer.handle(&command.to_string())).unwrap();
    assert!(reply.get("ok").is_none(), "{command}: {reply}");
    reply["error"].clone()
}

fn open(text: &str) -> Viewer {
    let mut viewer = Viewer::new();
    ask(
        &mut viewer,
        json!({"do": "open", "text": text, "name": "x.toml"}),
    );
    viewer
}

fn finish(viewer: &mut Viewer) -> Value {
    while viewer.work(100) {}
    ask(viewer, json!({"do": "status"}))
}

fn go(viewer: &mut Viewer, command: Value) -> Value {
    ask(viewer, command);
    finish(viewer)
}

fn frame(viewer: &mut Viewer) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(viewer.frame(&mut bytes));
    // Where the head of the run is does not belong to the picture.
    for field in [9, 10, 11] {
        bytes[field * 8..field * 8 + 8].fill(0);
    }
    bytes
}

fn digest_of(text: &str, events: Option<u64>) -> (String, u64) {
    let mut document = Document::parse("x.toml", text).unwrap();
    if let Some(events) = events {
        document.set(&format!("limits.events={events}")).unwrap();
    }
    let study = Study::read(&document).unwrap();
    let run = study
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    (run.digest, run.events)
}

#[test]
fn what_is_shown_is_the_run_itself() {
    for text in [GATHERING, ROUNDS, LEADER] {
        let (digest, events) = digest_of(text, None);
        let mut viewer = open(text);
        let status = go(&mut viewer, json!({"do": "seek", "end": true}));
        assert_eq!(status["digest"], json!(digest));
        assert_eq!(status["event"], json!(events));
        assert_eq!(status["ended"], json!("terminated"));
        assert!(status["dice"].is_string());
    }
}

#[test]
fn going_back_shows_the_same_picture_and_digest() {
    for text in [GATHERING, ROUNDS, LEADER] {
        let mut viewer = open(text);
        let mut pictures = vec![frame(&mut viewer)];
        let mut digests = vec![ask(&mut viewer, json!({"do": "status"}))["digest"].clone()];
        for _ in 0..40 {
            let status = go(
                &mut viewer,
                json!({"do": "step", "by": "event", "count": 1}),
            );
            digests.push(status["digest"].clone());
            pictures.push(frame(&mut viewer));
        }
        go(&mut viewer, json!({"do": "seek", "end": true}));
        for event in [40, 39, 17, 1, 0, 25] {
            let status = go(&mut viewer, json!({"do": "seek", "event": event}));
            assert_eq!(status["event"], json!(event));
            assert_eq!(status["digest"], digests[event], "event {event}");
            let mut picture = frame(&mut viewer);
            // The first pass did not know yet that the run ends, which no picture shows.
            picture[32..40].copy_from_slice(&pictures[event][32..40]);
            assert!(picture == pictures[event], "event {event}");
        }
        let status = go(
            &mut viewer,
            json!({"do": "step", "by": "event", "count": -5}),
        );
        assert_eq!(status["event"], json!(20));
    }
}

#[test]
fn laps_are_stepped_over_in_both_directions() {
    let figure = |status: &Value, key: &str| {
        let figures = status["figures"].as_array().unwrap().iter();
        let mut found = figures.filter(|figure| figure["key"] == key);
        found.next().unwrap()["value"].as_u64().unwrap()
    };
    let mut viewer = open(GATHERING);
    for epochs in 1..=3 {
        let status = go(
            &mut viewer,
            json!({"do": "step", "by": "epoch", "count": 1}),
        );
        assert_eq!(figure(&status, "epochs"), epochs);
    }
    let third = ask(&mut viewer, json!({"do": "status"}))["event"].clone();
    let status = go(
        &mut viewer,
        json!({"do": "step", "by": "epoch", "count": -1}),
    );
    assert_eq!(figure(&status, "epochs"), 2);
    let status = go(
        &mut viewer,
        json!({"do": "step", "by": "epoch", "count": 1}),
    );
    assert_eq!(status["event"], third);
    let status = go(
        &mut viewer,
        json!({"do": "step", "by": "epoch", "count": -9}),
    );
    assert_eq!(status["event"], json!(0));
}

#[test]
fn time_passes_at_its_speed_and_events_come_when_they_are_due() {
    let mut viewer = open(GATHERING);
    ask(&mut viewer, json!({"do": "play", "speed": 2.0}));
    for _ in 0..10 {
        viewer.tick(0.1);
        while viewer.work(10) {}
    }
    let status = ask(&mut viewer, json!({"do": "status"}));
    let time = status["time"].as_f64().unwrap();
    assert!((time - 2.0).abs() < 1e-9, "{time}");
    assert!(status["head"]["time"].as_f64().unwrap() <= 2.0);
    let status = ask(&mut viewer, json!({"do": "pause"}));
    assert_eq!(status["playing"], json!(false));
    viewer.tick(10.0);
    assert!(!viewer.work(10));
    assert_eq!(
        ask(&mut viewer, json!({"do": "status"}))["time"],
        status["time"]
    );
}

#[test]
fn nothing_is_new_while_nothing_happens() {
    let mut viewer = open(GATHERING);
    assert!(viewer.has_news());
    frame(&mut viewer);
    assert!(!viewer.has_news());
    ask(&mut viewer, json!({"do": "card", "robot": 3}));
    viewer.tick(1.0);
    assert!(!viewer.work(100) && !viewer.has_news());
    go(
        &mut viewer,
        json!({"do": "step", "by": "event", "count": 1}),
    );
    assert!(viewer.has_news());
}

#[test]
fn what_is_done_to_a_run_cuts_off_what_came_later() {
    let mut viewer = open(GATHERING);
    let before = go(&mut viewer, json!({"do": "seek", "end": true}));
    go(&mut viewer, json!({"do": "seek", "event": 50}));
    let there = frame(&mut viewer);
    let said = ask(&mut viewer, json!({"do": "steer", "line": "crash 4"}));
    assert_eq!(said["said"], json!("crash 4: before event 50"));
    let status = finish(&mut viewer);
    assert_eq!(status["event"], json!(50));
    assert_eq!(status["head"]["event"], json!(50));
    assert_eq!(status["ended"], Value::Null);
    assert_ne!(status["generation"], before["generation"]);
    let mut again = frame(&mut viewer);
    for field in [4, 5] {
        again[field * 8..field * 8 + 8].copy_from_slice(&there[field * 8..field * 8 + 8]);
    }
    assert!(again == there);
    let after = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_ne!(after["digest"], before["digest"]);
    let marks = ask(&mut viewer, json!({"do": "marks", "since": 0}));
    let marks = marks["marks"].as_array().unwrap();
    assert!(
        marks
            .iter()
            .any(|mark| mark[2] == "input" && mark[4] == "crash 4")
    );
    assert!(marks.iter().any(|mark| mark[2] == "crash" && mark[3] == 4));
    // Back to before it, and on again: it happens again.
    go(&mut viewer, json!({"do": "reset"}));
    let again = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_eq!(again["digest"], after["digest"]);
}

#[test]
fn a_card_tells_what_the_robot_saw_when_it_looked_last() {
    let mut viewer = open(GATHERING);
    go(&mut viewer, json!({"do": "seek", "event": 60}));
    let card = ask(&mut viewer, json!({"do": "card", "robot": 1}));
    assert_eq!(card["title"], json!("robot 1"));
    let percept = &card["percept"];
    let event = percept["event"].as_u64().unwrap();
    assert!(event < 60);
    assert_eq!(percept["radius"], json!(60.0));
    let seen = percept["robots"].as_array().unwrap();
    let centre = (
        percept["centre"][0].as_f64().unwrap(),
        percept["centre"][1].as_f64().unwrap(),
    );
    assert!(seen.iter().any(|robot| robot[0] == 1));
    for robot in seen {
        let (x, y) = (robot[1].as_f64().unwrap(), robot[2].as_f64().unwrap());
        assert!(crate::math::hypot(x - centre.0, y - centre.1) <= 60.0 + 1e-9);
    }
    // The question is asked of a copy: the run goes on as if nobody had looked.
    let status = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_eq!(status["digest"], json!(digest_of(GATHERING, None).0));
}

#[test]
fn the_monitors_of_a_page_do_not_change_the_run() {
    let mut viewer = Viewer::new();
    let about = ask(
        &mut viewer,
        json!({"do": "open", "text": GATHERING, "monitors": ["diameter", "connectivity"]}),
    );
    assert_eq!(about["monitors"].as_array().unwrap().len(), 2);
    let status = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_eq!(status["digest"], json!(digest_of(GATHERING, None).0));
    assert!(status["findings"]["diameter"]["after"].is_number());
    let curves = ask(&mut viewer, json!({"do": "curves"}));
    let curves = curves["curves"].as_array().unwrap();
    let named = |name: &str| curves.iter().find(|curve| curve["name"] == name).unwrap();
    assert!(
        named("diameter.diameter")["points"]
            .as_array()
            .unwrap()
            .len()
            > 10
    );
    let next = named("epochs")["next"].clone();
    let more = ask(
        &mut viewer,
        json!({"do": "curves", "since": {"epochs": next}}),
    );
    let more = more["curves"].as_array().unwrap().iter();
    let mut more = more.filter(|curve| curve["name"] == "epochs");
    assert_eq!(more.next().unwrap()["points"], json!([]));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut viewer = Viewer::new();
    assert_eq!(
        refusal(&mut viewer, json!({"do": "status"}))["message"],
        json!("no run is open")
    );
    let wrong = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gatering'\n";
    let error = refusal(&mut viewer, json!({"do": "check", "text": wrong}));
    assert_eq!(error["line"], json!(4));
    assert_eq!(error["key"], json!("swarm.algorithm"));
    assert!(
        error["help"].as_str().unwrap().contains("gathering"),
        "{error}"
    );
    assert!(refusal(&mut viewer, json!({"do": "fly"}))["message"].is_string());
    assert!(viewer.handle("nonsense").starts_with(r#"{"error":"#));
    let mut viewer = open(GATHERING);
    for command in [
        json!({"do": "card", "robot": 12}),
        json!({"do": "find", "text": "nobody"}),
        json!({"do": "steer", "line": "crash 99"}),
        json!({"do": "steer", "line": ""}),
        json!({"do": "steer", "line": "explode 1"}),
        json!({"do": "play", "speed": -1.0}),
        json!({"do": "step", "by": "leap", "count": 1}),
        json!({"do": "seek"}),
        json!({"do": "seek", "event": 1, "time": 1.0}),
        json!({"do": "export", "what": "everything"}),
    ] {
        refusal(&mut viewer, command);
    }
    let outside = format!("{GATHERING}\n[controller]\nkind = 'child'\ncommand = ['cat']\n");
    assert!(
        viewer
            .handle(&json!({"do": "open", "text": outside}).to_string())
            .contains("error")
    );
}

#[test]
fn a_run_that_was_steered_is_saved_and_runs_again_to_the_same() {
    let mut viewer = open(GATHERING);
    go(&mut viewer, json!({"do": "seek", "event": 40}));
    ask(&mut viewer, json!({"do": "steer", "line": "crash 4"}));
    go(&mut viewer, json!({"do": "seek", "event": 70}));
    ask(&mut viewer, json!({"do": "steer", "line": "move 5 1.5 -2"}));
    let status = go(&mut viewer, json!({"do": "seek", "end": true}));
    let saved = ask(&mut viewer, json!({"do": "export", "what": "scenario"}));
    assert_eq!(saved["name"], json!("x.toml"));
    let saved = saved["text"].as_str().unwrap();
    assert!(
        saved.contains("crash 4") && saved.contains("move 5 1.5 -2"),
        "{saved}"
    );
    assert_eq!(json!(digest_of(saved, None).0), status["digest"]);
    // Opened again it does the same without anybody's help, and can be saved again.
    let mut again = open(saved);
    let last = go(&mut again, json!({"do": "seek", "end": true}));
    assert_eq!(last["digest"], status["digest"]);
    let twice = ask(&mut again, json!({"do": "export", "what": "scenario"}));
    assert_eq!(twice["text"], json!(saved));

    let record = ask(&mut viewer, json!({"do": "export", "what": "record"}));
    assert_eq!(record["name"], json!("x.jsonl"));
    let mut shown = Viewer::new();
    let command = json!({"do": "open_record", "name": "x.jsonl", "text": record["text"]});
    let about = ask(&mut shown, command);
    assert_eq!(about["source"], json!("record"));
    let replayed = go(&mut shown, json!({"do": "seek", "end": true}));
    assert_eq!(replayed["digest"], status["digest"]);
}

#[test]
fn a_record_of_a_part_holds_as_much_as_was_carried_out() {
    let mut viewer = open(GATHERING);
    go(&mut viewer, json!({"do": "seek", "event": 33}));
    let status = ask(&mut viewer, json!({"do": "status"}));
    let record = ask(&mut viewer, json!({"do": "export", "what": "record"}));
    let mut shown = Viewer::new();
    let command = json!({"do": "open_record", "name": "x.jsonl", "text": record["text"]});
    ask(&mut shown, command);
    let replayed = go(&mut shown, json!({"do": "seek", "end": true}));
    assert_eq!(replayed["event"], json!(33));
    assert_eq!(replayed["digest"], status["digest"]);
    assert!(
        refusal(
            &mut shown,
            json!({"do": "open_record", "name": "x.jsonl", "text": "{}"})
        )["message"]
            .is_string()
    );
}

#[test]
fn every_robot_stands_in_the_table_at_full_precision() {
    let mut viewer = open(GATHERING);
    let start = ask(&mut viewer, json!({"do": "start"}));
    let table = ask(&mut viewer, json!({"do": "export", "what": "positions"}));
    let lines: Vec<&str> = table["text"].as_str().unwrap().lines().collect();
    assert_eq!(lines.len(), 13);
    for (line, position) in lines[1..]
        .iter()
        .zip(start["positions"].as_array().unwrap())
    {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[1].parse::<f64>().ok(), position[0].as_f64());
        assert_eq!(fields[2].parse::<f64>().ok(), position[1].as_f64());
    }
    let mut viewer = open(LEADER);
    let table = ask(&mut viewer, json!({"do": "export", "what": "positions"}));
    assert_eq!(table["text"].as_str().unwrap().lines().count(), 13);
    refusal(&mut viewer, json!({"do": "start"}));
}

#[test]
fn a_record_that_names_a_program_starts_none() {
    let mut viewer = open(GATHERING);
    go(&mut viewer, json!({"do": "seek", "event": 20}));
    let record = ask(&mut viewer, json!({"do": "export", "what": "record"}));
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("started");
    let lines: Vec<&str> = record["text"].as_str().unwrap().lines().collect();
    let mut header: Value = serde_json::from_str(lines[0]).unwrap();
    header["resolved"]["controller"] = json!({"command": ["touch", trace]});
    // With what happened, and with nothing but a header.
    for rest in [&lines[1..], &[]] {
        let text = std::iter::once(header.to_string()).chain(rest.iter().map(|&line| line.into()));
        let text = text.collect::<Vec<String>>().join("\n") + "\n";
        let mut shown = Viewer::new();
        shown.handle(&json!({"do": "open_record", "name": "x.jsonl", "text": text}).to_string());
        shown.handle(r#"{"do": "seek", "event": 5}"#);
        while shown.work(10) {}
        for what in ["record", "scenario", "positions", "resolved"] {
            shown.handle(&json!({"do": "export", "what": what}).to_string());
        }
        shown.handle(r#"{"do": "card", "robot": 1}"#);
    }
    assert!(!trace.exists(), "a program was started");
}

#[test]
fn whatever_was_done_to_a_run_is_marked_wherever_it_is_shown() {
    let marked = |viewer: &mut Viewer| {
        let marks = ask(viewer, json!({"do": "marks", "since": 0}));
        let marks = marks["marks"].as_array().unwrap().clone();
        let marks = marks.into_iter().filter(|mark| mark[2] == "input");
        marks
            .map(|mark| (mark[0].as_u64().unwrap(), mark[4].clone()))
            .collect::<Vec<_>>()
    };
    let mut viewer = open(GATHERING);
    go(&mut viewer, json!({"do": "seek", "event": 90}));
    go(&mut viewer, json!({"do": "seek", "event": 20}));
    ask(&mut viewer, json!({"do": "steer", "line": "slow 1 0.5"}));
    finish(&mut viewer);
    ask(&mut viewer, json!({"do": "steer", "line": "crash 4"}));
    go(&mut viewer, json!({"do": "seek", "event": 90}));
    go(&mut viewer, json!({"do": "seek", "event": 60}));
    ask(&mut viewer, json!({"do": "steer", "line": "freeze 5"}));
    go(&mut viewer, json!({"do": "seek", "event": 90}));
    let wanted = [
        (20, json!("slow 1 0.5")),
        (20, json!("crash 4")),
        (60, json!("freeze 5")),
    ];
    assert_eq!(marked(&mut viewer), wanted);
    let saved = ask(&mut viewer, json!({"do": "export", "what": "scenario"}));
    let mut again = open(saved["text"].as_str().unwrap());
    go(&mut again, json!({"do": "seek", "event": 90}));
    assert_eq!(marked(&mut again), wanted);
}

#[test]
fn monitors_judge_anew_what_was_done_after_the_end_was_known() {
    let text = format!("{GATHERING}[limits]\nevents = 80\n");
    let command = json!({"do": "open", "text": text, "monitors": ["diameter"]});
    let mut viewer = Viewer::new();
    ask(&mut viewer, command);
    let before = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_eq!(before["findings"]["diameter"]["holds"], json!(true));
    let last = before["event"].as_u64().unwrap() - 1;
    go(&mut viewer, json!({"do": "seek", "event": last}));
    ask(
        &mut viewer,
        json!({"do": "steer", "line": "move 0 5000 5000"}),
    );
    let steered = finish(&mut viewer);
    assert_eq!(steered["ended"], Value::Null);
    assert_eq!(steered["findings"], json!({}));
    let after = go(&mut viewer, json!({"do": "seek", "end": true}));
    assert_eq!(
        after["findings"]["diameter"]["holds"],
        json!(false),
        "{after}"
    );
    let marks = ask(&mut viewer, json!({"do": "marks", "since": 0}));
    assert!(
        marks.to_string().contains("diameter does not hold"),
        "{marks}"
    );
}
