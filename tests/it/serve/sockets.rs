//! A viewer of one's own behind a socket, and what a socket may not do.

use std::fs;
use std::time::Instant;

use formicary::engine::Engine;
use formicary::scenario::Document;
use formicary::serve::{Limits, Options};
use formicary::study::{RunOptions, Study};
use serde_json::json;
use tungstenite::Message;

use super::{SWARM, limits, options, serve, serve_folder, serve_with};

fn study(scenario: &str) -> Study {
    Study::read(&Document::parse("x.toml", scenario).unwrap()).unwrap()
}

#[test]
fn a_viewer_opens_a_scenario_and_comes_to_the_digest_of_the_command_line() {
    let served = serve();
    let report = study(SWARM)
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap();
    let mut viewer = served.socket("");
    assert_eq!(viewer.refused(json!({ "do": "status" })), "no run is open");
    let about = viewer.call(json!({ "do": "open", "text": SWARM, "name": "swarm.toml" }));
    assert_eq!(about["source"], json!("run"));
    viewer.call(json!({ "do": "seek", "end": true }));
    let status = viewer.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(status["digest"], json!(report.digest));
    assert_eq!(status["ended"], json!(report.end.name()));
}

#[test]
fn each_frame_is_asked_for_and_comes_once_something_has_changed() {
    let served = serve();
    let mut viewer = served.socket("");
    viewer.call(json!({ "do": "open", "text": SWARM }));
    viewer.send(json!({ "do": "frame" }).to_string());
    let Some(Message::Binary(frame)) = viewer.next() else {
        panic!("expected a frame");
    };
    assert_eq!(
        f64::from_le_bytes(frame[16..24].try_into().unwrap()),
        12.0,
        "robots"
    );
    assert_eq!(
        f64::from_le_bytes(frame[120..128].try_into().unwrap()) as usize,
        frame.len()
    );
    // Nothing has changed, so there is none until the next event.
    viewer.send(json!({ "do": "frame" }).to_string());
    viewer.send(json!({ "do": "frame" }).to_string());
    viewer.send(json!({ "do": "status", "id": 1 }).to_string());
    assert!(matches!(viewer.next(), Some(Message::Text(_))));
    viewer.send(json!({ "do": "step", "by": "event", "count": 1, "id": 2 }).to_string());
    let mut frames = 0;
    for _ in 0..2 {
        frames += usize::from(matches!(viewer.next(), Some(Message::Binary(_))));
    }
    assert_eq!(frames, 1);
    // While it plays as fast as it can, there is one frame for each request and no more.
    viewer.call(json!({ "do": "play", "speed": "max" }));
    for _ in 0..20 {
        viewer.send(json!({ "do": "frame" }).to_string());
        while !matches!(viewer.next().unwrap(), Message::Binary(_)) {}
        if viewer.call(json!({ "do": "status" }))["at_end"] == true {
            break;
        }
    }
}

#[test]
fn a_record_of_the_folder_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["run.mcap", "run.jsonl"] {
        let mut options = RunOptions::on(Engine::Inline { threads: 1 });
        options.record = Some(folder.path().join(name));
        let report = study(SWARM).run(&options).unwrap();
        let served = serve_folder(folder.path());
        let mut viewer = served.socket(&format!("?record={name}"));
        let about = viewer.call(json!({ "do": "about" }));
        assert_eq!(about["source"], json!("record"), "{name}");
        viewer.call(json!({ "do": "seek", "end": true }));
        let status = viewer.wait_for("the end", |status| status["at_end"] == true);
        assert_eq!(status["digest"], json!(report.digest));
    }
    fs::write(folder.path().join("bad.mcap"), "no record").unwrap();
    let served = serve_folder(folder.path());
    let mut viewer = served.socket("?record=bad.mcap");
    assert!(
        viewer
            .refused(json!({ "do": "about" }))
            .contains("bad.mcap")
    );
    // The socket is as good as any other.
    viewer.call(json!({ "do": "open", "text": SWARM }));
    viewer.call(json!({ "do": "about" }));
}

/// Scenarios that may not come from elsewhere, each with a word of the refusal.
fn forbidden(folder: &std::path::Path) -> Vec<(String, &'static str)> {
    let outside = folder.join("outside.csv").display().to_string();
    let mut all = Vec::new();
    for door in [
        "command = ['touch', 'x']",
        "listen = '127.0.0.1:0'",
        "connect = '127.0.0.1:9'",
    ] {
        let text = format!("{SWARM}[controller]\n{door}\n");
        all.push((text, "starts no programs"));
    }
    for file in [outside.as_str(), "../outside.csv", "link.csv"] {
        let positions = format!("{SWARM}start = 'positions'\npositions_file = '{file}'\n");
        all.push((positions, "outside the served folder"));
        let algorithm = format!("pattern_formation'\npattern_file = '{file}'");
        all.push((
            SWARM.replace("gathering'", &algorithm),
            "outside the served folder",
        ));
        let steps = format!("{SWARM}[scheduler]\nkind = 'script'\nsteps_file = '{file}'\n");
        all.push((steps, "outside the served folder"));
    }
    for file in ["x.mcap", "/elsewhere/x.mcap"] {
        all.push((
            format!("{SWARM}[record]\nfile = '{file}'\n"),
            "writes no files",
        ));
    }
    for file in ["/etc/passwd", "inside.toml", ".inside.csv"] {
        let positions = format!("{SWARM}start = 'positions'\npositions_file = '{file}'\n");
        let word = match file.starts_with('/') {
            true => "outside the served folder",
            false => "names only files .csv, .json and .tsv",
        };
        all.push((positions, word));
    }
    all
}

#[test]
fn scenarios_that_start_programs_or_name_files_are_refused_over_http_and_sockets() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("served");
    fs::create_dir(&folder).unwrap();
    fs::write(around.path().join("outside.csv"), "0,0\n").unwrap();
    fs::write(folder.join("inside.csv"), "x,y\n0,0\n1,0\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outside.csv", folder.join("link.csv")).unwrap();
    let served = serve_folder(&folder);
    let mut viewer = served.socket("");
    for (text, word) in forbidden(around.path()) {
        let answer = served.post("/api/runs", &text);
        assert_eq!(answer.status, 422, "{text}");
        assert!(
            answer.message().contains(word),
            "{text}: {}",
            answer.message()
        );
        for word_of_command in ["open", "check"] {
            let words = viewer.refused(json!({ "do": word_of_command, "text": text }));
            assert!(words.contains(word), "{text}: {words}");
        }
    }
    assert_eq!(served.get("/api/runs").json(), json!([]));
    assert!(!folder.join("x").exists() && !std::path::Path::new("x.mcap").exists());
    // Neither does it help to say so by an assignment, or with a name that leads elsewhere.
    let named = json!({ "do": "open", "text": SWARM, "set": ["record.file=\"x.mcap\""] });
    assert!(viewer.refused(named).contains("writes no files"));
    let positions = format!("{SWARM}start = 'positions'\npositions_file = 'passwd.csv'\n");
    for name in ["/etc/x.toml", "../../etc/x.toml"] {
        let words = viewer.refused(json!({ "do": "open", "text": positions, "name": name }));
        assert_eq!(words, "no such file in the served folder");
    }
    // A file of the folder may be named.
    let two = SWARM.replace("robots = 12", "robots = 2");
    let inside = format!("{two}start = 'positions'\npositions_file = 'inside.csv'\n");
    viewer.call(json!({ "do": "open", "text": inside }));
    served.begin("", &inside);
}

#[test]
fn what_is_too_long_is_refused() {
    let served = serve_with(Options {
        limits: Limits {
            message_bytes: 2 << 20,
            silence: std::time::Duration::from_secs(60),
            ..limits()
        },
        ..options()
    });
    let long = format!("{SWARM}{}", "#".repeat(1 << 20));
    assert_eq!(served.post("/api/runs", &long).status, 413);
    let mut viewer = served.socket("");
    let words = viewer.refused(json!({ "do": "open", "text": long }));
    assert_eq!(words, "the scenario is longer than 1 MiB");
    let many = SWARM.replace("robots = 12", "robots = 1000000");
    assert!(
        viewer
            .refused(json!({ "do": "open", "text": many }))
            .contains("at most 200000 robots")
    );
    assert_eq!(served.post("/api/runs", &many).status, 422);
    // A longer message ends the socket, and that socket only.
    let mut other = served.socket("");
    let _ = other.0.send(Message::text("#".repeat(3 << 20)));
    other.closed();
    viewer.call(json!({ "do": "open", "text": SWARM }));
    let line = "crash ".repeat(1000);
    let id = served.begin("?hold=true", SWARM);
    assert_eq!(
        served.post(&format!("/api/runs/{id}/steer"), &line).status,
        422
    );
}

#[test]
fn bad_requests_for_runs_are_explained() {
    let served = serve();
    for (query, scenario, status, word) in [
        ("?engine=magic", SWARM, 400, "engine"),
        ("?threads=0", SWARM, 400, "threads"),
        ("?threads=99", SWARM, 400, "threads"),
        ("?record=csv", SWARM, 400, "record"),
        ("?no=1", SWARM, 400, "no"),
        ("?clock=sun", SWARM, 422, "clock"),
        ("?clock=wall&engine=inline", SWARM, 422, "actors"),
        ("?seed=-x", SWARM, 422, "seed"),
        ("", "", 422, "model"),
        ("", "model = [", 422, ""),
    ] {
        let answer = served.post(&format!("/api/runs{query}"), scenario);
        assert_eq!(answer.status, status, "{query}: {answer:?}");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(text.contains(word), "{query}: {text}");
    }
    let missing = served.post(
        "/api/runs",
        "model = 'oblot'\n[swarm]\nrobotts = 3\nalgorithm = 'gathering'\n",
    );
    let error = missing.json()["error"].clone();
    assert_eq!(error["key"], json!("swarm.robots"));
    assert_eq!(error["help"], json!("did you mean \"robots\"?"));
    assert_eq!(error["line"], json!(3));
    let binary = served.raw("POST /api/runs", &[("Host", &served.host())], &[0xff, 0xfe]);
    assert_eq!(binary.status, 400);
}

#[test]
fn there_are_not_too_many_sockets() {
    let served = serve_with(Options {
        limits: Limits {
            sockets: 2,
            ..limits()
        },
        ..options()
    });
    let (one, _two) = (served.socket(""), served.socket(""));
    assert_eq!(served.try_socket("", &[]).err(), Some(503));
    drop(one);
    let begun = Instant::now();
    while served.try_socket("", &[]).is_err() {
        assert!(
            begun.elapsed().as_secs() < 20,
            "a socket that is gone keeps its place"
        );
    }
}
