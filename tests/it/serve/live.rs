//! Live runs: what viewers see of them is the run itself, and what is done to them is in the record.

use std::fs;

use formicary::engine::Engine;
use formicary::record::Record;
use formicary::scenario::Document;
use formicary::study::{RunOptions, Study};
use serde_json::{Value, json};

use super::{SWARM, Served, limits, options, serve, serve_with, wait_for};

/// The digest and the number of events of `formicary run`.
fn run(scenario: &str) -> (String, u64) {
    let study = Study::read(&Document::parse("x.toml", scenario).unwrap()).unwrap();
    let report = study
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    (report.digest, report.events)
}

const PARTICLES: &str = "model = 'amoebot'\nseed = 3\n[swarm]\nrobots = 30\nstart = 'hexagon'\n\
                         algorithm = 'leader_election'\n";

/// Saves the record of an ended run and replays it. Returns it with the digest of the replay.
fn replayed(served: &Served, run: u64, extension: &str) -> (Record, String) {
    let answer = served.get(&format!("/api/runs/{run}/record"));
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert!(
        answer
            .header("content-disposition")
            .unwrap()
            .contains(&format!("run-{run}.{extension}"))
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("run.{extension}"));
    fs::write(&path, &answer.body).unwrap();
    let record = Record::open(&path).unwrap();
    let study = Study::of_record(&record).unwrap();
    let replayed = study
        .replay(&record, &RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    assert!(replayed.agrees(), "{replayed:?}");
    (record, replayed.digest)
}

#[test]
fn a_run_on_actors_is_the_run_of_the_command_line_and_so_is_its_record() {
    let served = serve();
    let (digest, events) = run(SWARM);
    for (query, extension) in [
        ("?engine=actors&threads=2", "mcap"),
        ("?engine=inline&record=jsonl", "jsonl"),
    ] {
        let id = served.begin(query, SWARM);
        let status = served.wait_for_end(id);
        assert_eq!(status["digest"], json!(digest), "{query}");
        assert_eq!(status["event"], json!(events));
        assert_eq!(status["ended"], json!("terminated"));
        assert_eq!(replayed(&served, id, extension).1, digest);
    }
}

#[test]
fn viewers_of_a_live_run_see_the_run_itself_forwards_and_backwards() {
    let served = serve();
    for scenario in [SWARM, PARTICLES] {
        let (digest, events) = run(scenario);
        let id = served.begin("?hold=true", scenario);
        // The first steers, because the run waits for somebody; the second looks on.
        let mut first = served.socket(&format!("?run={id}"));
        let about = first.call(json!({ "do": "about" }));
        assert_eq!(
            (about["source"].as_str(), about["clock"].as_str()),
            (Some("live"), Some("virtual"))
        );
        let mut second = served.socket(&format!("?run={id}"));
        assert_eq!(
            second.call(json!({ "do": "status" }))["live"]["steered_by_me"],
            json!(false)
        );
        assert_eq!(
            first.call(json!({ "do": "status" }))["live"]["steered_by_me"],
            json!(true)
        );
        first.call(json!({ "do": "step", "by": "event", "count": 5 }));
        let at_five = first.wait_for("five events", |status| status["event"] == 5);
        assert_eq!(
            served.status(id)["event"],
            json!(5),
            "the run goes no further than it may"
        );
        second.call(json!({ "do": "seek", "end": true }));
        second.wait_for("five events elsewhere", |status| status["event"] == 5);
        first.call(json!({ "do": "play", "speed": "max" }));
        let status = first.wait_for("the end", |status| status["at_end"] == true);
        assert_eq!(status["digest"], json!(digest));
        assert_eq!(status["event"], json!(events));
        assert_eq!(served.wait_for_end(id)["digest"], json!(digest));
        let status = second.wait_for("the end elsewhere", |status| status["at_end"] == true);
        assert_eq!(status["digest"], json!(digest));
        second.call(json!({ "do": "seek", "event": 5 }));
        let back = second.wait_for("five events again", |status| status["event"] == 5);
        assert_eq!(back["digest"], at_five["digest"]);
        assert_eq!(
            served.status(id)["digest"],
            json!(digest),
            "looking back changes nothing"
        );
    }
}

#[test]
fn a_run_that_waits_goes_on_with_a_line() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    assert_eq!(served.status(id)["held"], json!(true));
    let answer = served.post(&format!("/api/runs/{id}/steer"), "resume");
    assert_eq!(answer.json(), json!({ "said": "ok: resume" }));
    assert_eq!(served.wait_for_end(id)["ended"], json!("terminated"));
}

#[test]
fn a_run_plays_at_the_speed_of_whoever_steers_it() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    let mut viewer = served.socket(&format!("?run={id}"));
    viewer.call(json!({ "do": "play", "speed": 5.0 }));
    viewer.wait_for("two units", |status| {
        status["time"].as_f64().unwrap() >= 2.0
    });
    viewer.call(json!({ "do": "pause" }));
    let paused = viewer.call(json!({ "do": "status" }));
    let shown = paused["time"].as_f64().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    let status = served.status(id);
    assert_eq!(status["held"], json!(true));
    assert!(status["ended"].is_null());
    // It may have been allowed a little more than was shown.
    assert!(
        status["time"].as_f64().unwrap() <= shown + 2.0,
        "{status} {shown}"
    );
    viewer.call(json!({ "do": "play", "speed": "max" }));
    assert_eq!(served.wait_for_end(id)["digest"], json!(run(SWARM).0));
}

#[test]
fn what_is_done_to_a_run_is_in_its_record_which_replays() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    for (line, words) in [
        ("crash 3", "ok: crash 3"),
        ("move 2 1.5 -3", "ok: move 2 1.5 -3"),
    ] {
        let answer = served.post(&format!("/api/runs/{id}/steer"), line);
        assert_eq!(
            (answer.status, answer.json()),
            (200, json!({ "said": words }))
        );
    }
    let listed = served.post(&format!("/api/runs/{id}/steer"), "list");
    assert!(
        listed.json()["said"].as_str().unwrap().lines().count() >= 12,
        "{listed:?}"
    );
    for (line, word) in [
        ("crash 99", "expected a robot"),
        ("paus", "did you mean pause"),
        ("", "one line"),
        ("a\nb", "one line"),
    ] {
        let answer = served.post(&format!("/api/runs/{id}/steer"), line);
        assert_eq!(answer.status, 422, "{line}");
        assert!(answer.message().contains(word), "{}", answer.message());
    }
    let mut viewer = served.socket(&format!("?run={id}"));
    let refused = served.post(&format!("/api/runs/{id}/steer"), "crash 4");
    assert_eq!(refused.status, 409, "somebody steers on the page");
    assert_eq!(served.delete(&format!("/api/runs/{id}")).status, 409);
    viewer.call(json!({ "do": "step", "by": "event", "count": 10 }));
    viewer.wait_for("ten events", |status| status["event"] == 10);
    let said = viewer.call(json!({ "do": "steer", "line": "crash 5" }));
    assert_eq!(said["said"], json!("ok: crash 5"));
    viewer.call(json!({ "do": "play", "speed": "max" }));
    let status = served.wait_for_end(id);
    let seen = viewer.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(seen["digest"], status["digest"]);
    assert_ne!(status["digest"], json!(run(SWARM).0));
    let (record, digest) = replayed(&served, id, "mcap");
    assert_eq!(status["digest"], json!(digest));
    let inputs: Vec<_> = record
        .inputs
        .iter()
        .map(|line| (line.before, line.input.to_string()))
        .collect();
    assert_eq!(inputs.len(), 3, "{inputs:?}");
    for ((before, input), (wanted, word)) in
        inputs
            .iter()
            .zip([(0, "crash"), (0, "move"), (10, "crash")])
    {
        assert!(*before == wanted && input.contains(word), "{inputs:?}");
    }
}

#[test]
fn one_steers_and_gives_it_up_by_leaving() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    let steering = |take: bool| json!({ "do": "steering", "take": take });
    let mut first = served.socket(&format!("?run={id}"));
    let mut second = served.socket(&format!("?run={id}"));
    first.call(json!({ "do": "status" }));
    assert_eq!(
        second.refused(steering(true)),
        "somebody else steers this run"
    );
    assert_eq!(
        second.refused(json!({ "do": "steer", "line": "crash 1" })),
        "somebody else steers this run"
    );
    // What the second does to its own view holds nothing up and sets nothing going.
    second.call(json!({ "do": "play", "speed": "max" }));
    second.call(json!({ "do": "pause" }));
    assert_eq!(served.status(id)["event"], json!(0));
    // It vanishes without a word; the other takes over in time, and the run still waits.
    drop(first);
    wait_for("the free seat", || {
        (served.status(id)["steered"] == json!(false)).then_some(())
    });
    assert_eq!(second.call(steering(true)), json!({ "yours": true }));
    std::thread::sleep(limits().grace * 2);
    assert_eq!(served.status(id)["event"], json!(0));
    // Given up, the run goes on by itself.
    assert_eq!(second.call(steering(false)), json!({ "yours": false }));
    assert_eq!(served.wait_for_end(id)["digest"], json!(run(SWARM).0));
    let mut own = served.socket("");
    assert!(own.refused(steering(true)).contains("whoever looks at it"));
}

#[test]
fn a_finished_run_stays_finished_and_can_still_be_looked_at() {
    let served = serve();
    let id = served.begin("", SWARM);
    let ended = served.wait_for_end(id);
    for line in ["crash 1", "resume", "stop"] {
        let answer = served.post(&format!("/api/runs/{id}/steer"), line);
        assert_eq!(answer.status, 409, "{line}: {answer:?}");
        assert!(answer.message().contains("over"));
    }
    assert_eq!(served.delete(&format!("/api/runs/{id}")).status, 202);
    assert_eq!(served.status(id), ended);
    let mut viewer = served.socket(&format!("?run={id}"));
    viewer.call(json!({ "do": "seek", "end": true }));
    let status = viewer.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(status["digest"], ended["digest"]);
    assert_eq!(status["ended"], json!("terminated"));
    viewer.call(json!({ "do": "steering", "take": true }));
    assert!(
        viewer
            .refused(json!({ "do": "steer", "line": "crash 1" }))
            .contains("over")
    );
    viewer.call(json!({ "do": "play", "speed": "max" }));
    assert_eq!(served.status(id), ended_but_steered(ended));
}

/// The status of an ended run after somebody took the seat.
fn ended_but_steered(mut status: Value) -> Value {
    status["steered"] = json!(true);
    status
}

#[test]
fn a_run_that_is_stopped_is_complete_and_so_is_what_viewers_see() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    assert_eq!(served.get(&format!("/api/runs/{id}/record")).status, 409);
    {
        let mut viewer = served.socket(&format!("?run={id}"));
        viewer.call(json!({ "do": "step", "by": "event", "count": 20 }));
        viewer.wait_for("twenty events", |status| status["event"] == 20);
    }
    wait_for("the free seat", || {
        (served.status(id)["steered"] == json!(false)).then_some(())
    });
    assert_eq!(served.delete(&format!("/api/runs/{id}")).status, 202);
    let status = served.wait_for_end(id);
    let (record, digest) = replayed(&served, id, "mcap");
    assert_eq!(status["digest"], json!(digest));
    assert_eq!(status["ended"], json!("interrupted"));
    assert_eq!(
        record.ending.as_ref().map(|ending| ending.end.as_str()),
        Some("interrupted")
    );
    let mut viewer = served.socket(&format!("?run={id}"));
    viewer.call(json!({ "do": "seek", "end": true }));
    let seen = viewer.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(
        (&seen["digest"], &seen["ended"]),
        (&status["digest"], &status["ended"])
    );
}

#[test]
fn a_viewer_of_a_run_on_the_wall_clock_sees_the_run_itself() {
    let served = serve();
    let scenario = format!("{SWARM}[limits]\ntime = 60.0\n[clock]\nkind = 'wall'\nrate = 60\n");
    let id = served.begin("", &scenario);
    let mut viewer = served.socket(&format!("?run={id}"));
    assert_eq!(
        viewer.call(json!({ "do": "about" }))["clock"],
        json!("wall")
    );
    viewer.call(json!({ "do": "play", "speed": "max" }));
    let answer = served.post(&format!("/api/runs/{id}/steer"), "crash 3");
    assert_eq!(answer.json(), json!({ "said": "ok: crash 3" }));
    for line in ["pause", "resume", "rate 80"] {
        let answer = served.post(&format!("/api/runs/{id}/steer"), line);
        assert_eq!(answer.json(), json!({ "said": format!("ok: {line}") }));
    }
    let ended = served.wait_for_end(id);
    let seen = viewer.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(seen["digest"], ended["digest"], "{seen} {ended}");
    assert_eq!(seen["ended"], ended["ended"]);
    // One who comes late sees the same.
    let mut late = served.socket(&format!("?run={id}"));
    late.call(json!({ "do": "seek", "end": true }));
    let seen = late.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(seen["digest"], ended["digest"]);
    assert_eq!(ended["digest"], json!(replayed(&served, id, "mcap").1));
}

#[test]
fn there_are_not_too_many_runs_and_old_ones_are_forgotten() {
    let served = serve_with(formicary::serve::Options {
        limits: formicary::serve::Limits {
            running: 2,
            kept: 2,
            ..limits()
        },
        ..options()
    });
    let (one, two) = (
        served.begin("?hold=true", SWARM),
        served.begin("?hold=true", SWARM),
    );
    let third = served.post("/api/runs", SWARM);
    assert_eq!(third.status, 503, "{third:?}");
    for id in [one, two] {
        served.delete(&format!("/api/runs/{id}"));
        served.wait_for_end(id);
    }
    let three = served.begin("", SWARM);
    assert_eq!(served.get(&format!("/api/runs/{one}")).status, 404);
    assert_eq!(served.get(&format!("/api/runs/{two}")).status, 200);
    served.wait_for_end(three);
}

#[test]
fn a_run_whose_record_becomes_too_long_is_stopped() {
    let served = serve_with(formicary::serve::Options {
        limits: formicary::serve::Limits {
            record_bytes: 1,
            ..limits()
        },
        ..options()
    });
    let id = served.begin("?hold=true&record=jsonl", SWARM);
    let status = served.wait_for_end(id);
    assert_eq!(status["ended"], json!("interrupted"), "{status}");
}
