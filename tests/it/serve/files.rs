//! What is served: the page, the files of the folder, and no other files.

use std::fs;

use formicary::serve::{Start, assets};
use serde_json::json;

use super::{SWARM, options, serve, serve_folder, serve_with};

/// A folder with a scenario, a record and what must not be reached, and the folder around it.
fn folder() -> (tempfile::TempDir, std::path::PathBuf) {
    let around = tempfile::tempdir().unwrap();
    let served = around.path().join("served");
    fs::create_dir_all(served.join("sub")).unwrap();
    fs::write(around.path().join("secret.toml"), "secret").unwrap();
    fs::write(served.join("a.toml"), SWARM).unwrap();
    fs::write(served.join("sub/b.toml"), SWARM).unwrap();
    fs::write(served.join("notes.txt"), "secret").unwrap();
    fs::write(served.join("run.jsonl"), "{}").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.toml", served.join("link.toml")).unwrap();
        std::os::unix::fs::symlink("..", served.join("up")).unwrap();
    }
    (around, served)
}

#[test]
fn scenarios_of_the_folder_are_listed_and_served() {
    let (_around, path) = folder();
    let served = serve_folder(&path);
    let hello = served.get("/api/hello").json();
    assert_eq!(hello["formicary"], json!(env!("CARGO_PKG_VERSION")));
    assert_eq!(hello["start"], json!(null));
    let files = json!([
        {"path": "a.toml", "kind": "scenario"},
        {"path": "run.jsonl", "kind": "record"},
        {"path": "sub/b.toml", "kind": "scenario"},
    ]);
    assert_eq!(hello["files"], files);
    for name in ["a.toml", "sub/b.toml", "sub%2Fb.toml"] {
        let answer = served.get(&format!("/api/files/{name}"));
        assert_eq!(
            (answer.status, answer.body.as_slice()),
            (200, SWARM.as_bytes()),
            "{name}"
        );
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
    }
}

#[test]
fn nothing_outside_the_folder_is_served_however_it_is_written() {
    let (around, path) = folder();
    let served = serve_folder(&path);
    let absolute = around.path().join("secret.toml").display().to_string();
    let encoded = absolute.replace('/', "%2F");
    for name in [
        "../secret.toml",
        "..%2Fsecret.toml",
        "%2e%2e/secret.toml",
        "%2e%2e%2fsecret.toml",
        "%252e%252e%252fsecret.toml",
        "sub/../../secret.toml",
        "sub%2f..%2f..%2fsecret.toml",
        "..%5csecret.toml",
        "..%5C..%5Csecret.toml",
        "....//secret.toml",
        "sub/../a.toml",
        "link.toml",
        "up/secret.toml",
        "up%2fsecret.toml",
        "notes.txt",
        "a.toml%00.jsonl",
        "%00",
        &absolute,
        &encoded,
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "",
        ".",
        "sub",
        "%c0%ae%c0%ae/secret.toml",
        "a.toml/",
        "a.toml/../../secret.toml",
    ] {
        let answer = served.get(&format!("/api/files/{name}"));
        assert!(
            matches!(answer.status, 400 | 404),
            "{name}: {}",
            answer.status
        );
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("secret"),
            "{name}"
        );
        let refused = served.try_socket(&format!("?record={name}"), &[]);
        let socket = refused.err();
        // Without a name there is a viewer of its own.
        assert!(
            name.is_empty() || matches!(socket, Some(400 | 404)),
            "{name}: {socket:?}"
        );
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2f..%2fserve%2fmod.rs",
        "/style/../../mod.rs",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

#[test]
fn without_a_folder_there_are_no_files() {
    let served = serve();
    assert_eq!(served.get("/api/hello").json()["files"], json!([]));
    assert_eq!(served.get("/api/files/Cargo.toml").status, 404);
    assert_eq!(served.try_socket("?record=run.mcap", &[]).err(), Some(404));
}

#[test]
fn a_scenario_that_is_too_long_is_not_served() {
    let (_around, path) = folder();
    fs::write(path.join("long.toml"), "#".repeat((1 << 20) + 1)).unwrap();
    let served = serve_folder(&path);
    assert_eq!(served.get("/api/files/long.toml").status, 413);
}

#[test]
fn what_the_page_opens_first_is_said() {
    let scenario = Start::Scenario {
        name: "a.toml".to_owned(),
        text: SWARM.to_owned(),
    };
    for (start, wanted) in [
        (scenario, json!({ "name": "a.toml", "text": SWARM })),
        (
            Start::Record("run.mcap".to_owned()),
            json!({ "record": "run.mcap" }),
        ),
    ] {
        let served = serve_with(formicary::serve::Options { start, ..options() });
        assert_eq!(served.get("/api/hello").json()["start"], wanted);
    }
}

#[test]
fn each_file_of_the_page_is_served_with_its_type_and_packed() {
    let served = serve();
    let host = served.host();
    for name in assets::names() {
        let path = format!("/{name}");
        let answer = served.get(&path);
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(
            Some(answer.body.as_slice()),
            assets::file(&name).as_deref(),
            "{name}"
        );
        let kind = answer.header("content-type").unwrap();
        let wanted = match name.rsplit_once('.').unwrap().1 {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "png" => "image/png",
            other => panic!("{name}: the test knows no type for .{other}"),
        };
        assert_eq!(kind, wanted, "{name}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{name}");
        let tag = answer.header("etag").unwrap().to_owned();
        let again = served.raw(
            &format!("GET {path}"),
            &[("Host", &host), ("If-None-Match", &tag)],
            b"",
        );
        assert_eq!((again.status, again.body.len()), (304, 0), "{name}");
    }
    let packed = served.raw(
        "GET /scenarios.json",
        &[("Host", &host), ("Accept-Encoding", "gzip")],
        b"",
    );
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.body[..2], [0x1f, 0x8b]);
    let plain = served.get("/scenarios.json");
    assert!(packed.body.len() < plain.body.len() / 2);
    let first = plain.json();
    let first = first
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["path"] == "oblot/gathering.toml");
    assert!(
        first.unwrap()["text"]
            .as_str()
            .unwrap()
            .contains("gathering")
    );
    assert!(served.get("/catalogue.json").json().is_object());
}

#[test]
fn what_there_is_not_is_not_found_and_what_cannot_be_done_is_said() {
    let served = serve();
    for path in [
        "/no.js",
        "/api",
        "/api/no",
        "/api/runs/9",
        "/api/runs/9/record",
    ] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
    assert_eq!(served.try_socket("?run=9", &[]).err(), Some(404));
    assert_eq!(served.try_socket("?run=x", &[]).err(), Some(400));
    assert_eq!(served.get("/api/socket").status, 400);
    for line in [
        "POST /",
        "DELETE /index.html",
        "PUT /api/runs",
        "DELETE /api/runs",
        "POST /api/hello",
    ] {
        let answer = served.raw(line, &[("Host", &served.host())], b"");
        assert_eq!(answer.status, 405, "{line}");
    }
}
