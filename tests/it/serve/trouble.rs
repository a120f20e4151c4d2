//! Viewers that vanish, flood, send garbage or stall: the run and the other viewers never notice.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use formicary::engine::Engine;
use formicary::scenario::Document;
use formicary::serve::{Limits, Options};
use formicary::study::{RunOptions, Study};
use serde_json::json;
use tungstenite::Message;

use super::{SWARM, Served, Socket, limits, options, serve, serve_with, wait_for};

/// Has a live run go to its end although this happens to a viewer of it, and checks that it is the run
/// of the command line all the same, that others can look at it, and that the place of the viewer is free
/// again.
fn in_spite_of(limits: Limits, trouble: impl FnOnce(&Served, u64, &mut Socket)) {
    let study = Study::read(&Document::parse("x.toml", SWARM).unwrap()).unwrap();
    let wanted = study
        .run(&RunOptions::on(Engine::Inline { threads: 1 }))
        .unwrap()
        .digest;
    let served = serve_with(Options {
        limits: Limits {
            sockets: 2,
            ..limits
        },
        ..options()
    });
    let id = served.begin("?hold=true", SWARM);
    let mut steady = served.socket(&format!("?run={id}"));
    steady.call(json!({ "do": "step", "by": "event", "count": 3 }));
    steady.wait_for("three events", |status| status["event"] == 3);
    trouble(&served, id, &mut steady);
    let begun = Instant::now();
    steady.call(json!({ "do": "play", "speed": "max" }));
    let status = steady.wait_for("the end", |status| status["at_end"] == true);
    assert_eq!(status["digest"], json!(wanted));
    assert_eq!(served.wait_for_end(id)["digest"], json!(wanted));
    assert!(begun.elapsed() < Duration::from_secs(20));
    wait_for("the place of the viewer", || {
        served.try_socket("", &[]).ok()
    });
}

/// Waits for a place, while the viewer that has the other one stays alive.
fn place_beside(steady: &mut Socket, served: &Served) -> Socket {
    wait_for("the place of the viewer", || {
        steady.call(json!({ "do": "status" }));
        std::thread::sleep(Duration::from_millis(20));
        served.try_socket("", &[]).ok()
    })
}

#[test]
fn a_viewer_that_vanishes_is_forgotten() {
    in_spite_of(limits(), |served, id, _| {
        for _ in 0..10 {
            let viewer = wait_for("a place", || {
                served.try_socket(&format!("?run={id}"), &[]).ok()
            });
            // Without a farewell.
            viewer
                .0
                .get_ref()
                .shutdown(std::net::Shutdown::Both)
                .unwrap();
        }
    });
}

#[test]
fn a_viewer_that_steers_and_vanishes_does_not_stop_the_run() {
    let served = serve();
    let id = served.begin("?hold=true", SWARM);
    let mut viewer = served.socket(&format!("?run={id}"));
    viewer.call(json!({ "do": "step", "by": "event", "count": 3 }));
    viewer.wait_for("three events", |status| status["event"] == 3);
    viewer
        .0
        .get_ref()
        .shutdown(std::net::Shutdown::Both)
        .unwrap();
    assert_eq!(served.wait_for_end(id)["ended"], json!("terminated"));
}

#[test]
fn a_viewer_that_is_silent_for_too_long_is_closed() {
    in_spite_of(limits(), |served, id, steady| {
        // Pings are answered where somebody reads, and here nobody does.
        let viewer = served.socket(&format!("?run={id}"));
        let begun = Instant::now();
        let other = place_beside(steady, served);
        assert!(begun.elapsed() < limits().silence + Duration::from_secs(5));
        drop((viewer, other));
    });
}

#[test]
fn a_viewer_that_floods_is_closed() {
    let few = Limits {
        messages: 50,
        burst: 100,
        ..limits()
    };
    in_spite_of(few, |served, id, _| {
        let mut viewer = served.socket(&format!("?run={id}"));
        for _ in 0..1000 {
            if viewer.0.send(Message::text(r#"{"do":"frame"}"#)).is_err() {
                break;
            }
        }
        let (code, words) = viewer.closed();
        assert!(code == 1008 || code == 0, "{code} {words}");
    });
}

#[test]
fn a_viewer_that_sends_garbage_is_answered_and_then_closed() {
    in_spite_of(limits(), |served, id, _| {
        let mut viewer = served.socket(&format!("?run={id}"));
        for garbage in ["", "{", "null", "[]", "\u{0}", "{\"do\":}", "42"] {
            viewer.send(garbage);
            let Some(Message::Text(reply)) = viewer.next() else {
                panic!("{garbage:?}: no answer");
            };
            assert!(reply.as_str().contains("expected a command"), "{reply}");
        }
        for command in [
            json!({}),
            json!({"do": 3}),
            json!({"do": "fly"}),
            json!({"do": "seek"}),
            json!({"do": "card"}),
            json!({"do": "card", "robot": -1}),
            json!({"do": "card", "robot": 1e99}),
            json!({"do": "play", "speed": -1}),
            json!({"do": "play", "speed": null}),
            json!({"do": "step", "by": "leap", "count": 1}),
            json!({"do": "open", "text": 3}),
            json!({"do": "open_record", "name": "x", "text": "{}"}),
            json!({"do": "curves", "since": []}),
            json!({"do": "export", "what": "everything"}),
        ] {
            viewer.refused(command);
        }
        let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        viewer.send(nested);
        assert!(matches!(viewer.next(), Some(Message::Text(_))));
        for _ in 0..20 {
            if viewer.0.send(Message::text("nonsense")).is_err() {
                break;
            }
        }
        let (code, words) = viewer.closed();
        assert!(code == 1008 || code == 0, "{code} {words}");
        let mut viewer = wait_for("a place", || {
            served.try_socket(&format!("?run={id}"), &[]).ok()
        });
        let _ = viewer.0.send(Message::binary(vec![1, 2, 3]));
        assert_eq!(viewer.closed().0, 1003);
    });
}

#[test]
fn a_viewer_that_takes_nothing_is_closed() {
    in_spite_of(limits(), |served, id, steady| {
        let mut viewer = served.socket(&format!("?run={id}"));
        // Much more than the buffers on the way hold, and nobody reads it.
        for _ in 0..40 {
            if viewer
                .0
                .send(Message::text(r#"{"do":"catalogue","id":1}"#))
                .is_err()
            {
                break;
            }
        }
        let begun = Instant::now();
        let other = place_beside(steady, served);
        assert!(begun.elapsed() < limits().stall + limits().silence + Duration::from_secs(5));
        drop((viewer, other));
    });
}

#[test]
fn connections_that_are_no_http_disturb_nobody() {
    in_spite_of(limits(), |served, _, _| {
        let mut lingering = Vec::new();
        for bytes in [
            &b""[..],
            b"GET ",
            b"\x00\xff\x00",
            b"GET / HTTP/1.1\r\nHost: x\r\n",
            b"POST /api/runs HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        ] {
            let mut stream = TcpStream::connect(served.address).unwrap();
            stream.write_all(bytes).unwrap();
            lingering.push(stream);
        }
        assert_eq!(served.get("/api/hello").status, 200);
    });
}

#[test]
fn whoever_connects_and_says_nothing_locks_nobody_out_for_long() {
    let served = serve_with(Options {
        limits: Limits {
            connections: 4,
            patience: Duration::from_millis(500),
            ..limits()
        },
        ..options()
    });
    let host = format!("Host: {}\r\n", served.host());
    let silent = (0..4).map(|place| {
        let mut stream = TcpStream::connect(served.address).unwrap();
        let head = [
            "",
            "GET / HTTP/1.1\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\n",
            "G",
        ];
        stream.write_all(head[place].as_bytes()).unwrap();
        stream
    });
    let silent: Vec<TcpStream> = silent.collect();
    // There is no place left, and so no answer.
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(
        answer_to(&served, &format!("GET /api/hello HTTP/1.1\r\n{host}\r\n")),
        ""
    );
    let begun = Instant::now();
    wait_for("a place", || {
        let ask = format!("GET /api/hello HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        answer_to(&served, &ask)
            .starts_with("HTTP/1.1 200")
            .then_some(())
    });
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(silent);
    // A body that does not come is not waited for either.
    let ask = format!("POST /api/runs HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\nmodel");
    assert!(answer_to(&served, &ask).starts_with("HTTP/1.1 408"));
}

/// What comes back for these bytes until the connection is closed or falls silent.
fn answer_to(served: &Served, bytes: &str) -> String {
    let mut stream = TcpStream::connect(served.address).unwrap();
    let patience = Some(Duration::from_secs(3));
    stream.set_read_timeout(patience).unwrap();
    let _ = stream.write_all(bytes.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}
