//! `formicary serve` and `formicary export-page`.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use formicary::record::Record;
use serde_json::Value;

use super::{SWARM, wait_for};

/// The command, without a WebAssembly that might lie somewhere.
fn formicary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_formicary"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A server as a process, with what it said first.
struct Started {
    child: Child,
    line: String,
}

fn start(arguments: &[&str]) -> Started {
    let mut child = formicary()
        .arg("serve")
        .args(["--port", "0"])
        .args(arguments)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut line)
        .unwrap();
    if line.is_empty() {
        let mut words = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut words)
            .unwrap();
        panic!("{arguments:?}: {words}");
    }
    Started { child, line }
}

impl Started {
    fn address(&self) -> &str {
        let rest = self.line.trim().strip_prefix("http://").unwrap();
        rest.split('/').next().unwrap()
    }

    fn get(&self, path: &str) -> Value {
        let address = self.address();
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Ends it as Ctrl-C does. Returns the exit code and what it said on stderr.
    #[cfg(unix)]
    fn interrupt(mut self) -> (Option<i32>, String) {
        crate::support::send("-INT", &self.child);
        let mut words = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut words)
            .unwrap();
        (self.child.wait().unwrap().code(), words)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // One that has ended cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command that ends by itself. Returns its exit code, stdout and stderr.
fn ends(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn scenario(folder: &Path, text: &str) -> String {
    let path = folder.join("swarm.toml");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
#[cfg(unix)]
fn serve_prints_the_address_and_ends_cleanly_with_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let path = scenario(folder.path(), SWARM);
    let started = start(&[&path]);
    assert!(
        started.line.starts_with("http://127.0.0.1:"),
        "{}",
        started.line
    );
    let hello = started.get("/api/hello");
    assert_eq!(hello["start"]["name"], "swarm.toml");
    assert_eq!(hello["start"]["text"], SWARM);
    assert_eq!(
        hello["files"],
        serde_json::json!([{"path": "swarm.toml", "kind": "scenario"}])
    );
    let (code, words) = started.interrupt();
    assert_eq!(code, Some(0), "{words}");
}

#[test]
#[cfg(unix)]
fn a_live_run_is_interrupted_and_its_record_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("kept.mcap");
    let text = format!(
        "{SWARM}[record]\nfile = '{}'\n[clock]\nkind = 'wall'\nrate = 5\n",
        record.display()
    );
    let started = start(&[&scenario(folder.path(), &text)]);
    assert_eq!(
        started.get("/api/hello")["start"],
        serde_json::json!({"run": 1})
    );
    wait_for("some events", || {
        (started.get("/api/runs/1")["event"].as_u64() > Some(5)).then_some(())
    });
    let (code, words) = started.interrupt();
    assert_eq!(code, Some(0), "{words}");
    let record = Record::open(&record).unwrap();
    assert!(!record.truncated);
    assert_eq!(record.ending.unwrap().end, "interrupted");
}

#[test]
#[cfg(unix)]
fn controllers_run_where_the_command_line_names_them_and_only_there() {
    let folder = tempfile::tempdir().unwrap();
    let script = crate::support::root().join("tests/data/controllers/gather.py");
    let text = format!(
        "{SWARM}[controller]\ncommand = ['python3', '{}']\n[limits]\ntime = 20.0\n",
        script.display()
    );
    let started = start(&[&scenario(folder.path(), &text)]);
    assert_eq!(
        started.get("/api/hello")["start"],
        serde_json::json!({"run": 1})
    );
    assert_eq!(started.get("/api/runs/1")["held"], true);
    assert_eq!(started.interrupt().0, Some(0));
}

#[test]
fn serve_says_its_address_as_json_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let started = start(&["--json", &folder.path().display().to_string()]);
    let line: Value = serde_json::from_str(&started.line).unwrap();
    let url = format!("http://127.0.0.1:{}/", line["port"]);
    assert_eq!(line["url"], url);
    assert_eq!(line["folder"], folder.path().display().to_string());
}

#[test]
fn on_another_address_the_token_is_part_of_what_is_printed() {
    let started = start(&["--bind", "127.0.0.1"]);
    let (address, token) = started.line.trim().split_once("/?token=").unwrap();
    assert!(address.starts_with("http://127.0.0.1:"));
    assert_eq!(token.len(), 32);
    let refused = started.get("/api/hello");
    let words = refused["error"]["message"].as_str().unwrap();
    assert!(words.contains("token"), "{words}");
    assert_eq!(
        started.get(&format!("/api/hello?token={token}"))["formicary"],
        env!("CARGO_PKG_VERSION")
    );
}

#[test]
fn flags_change_the_scenario_that_the_page_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = scenario(folder.path(), SWARM);
    let started = start(&[&path, "--seed", "99", "--set", "swarm.robots=5"]);
    let text = started.get("/api/hello")["start"]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        text.contains("seed = 99") && text.contains("robots = 5"),
        "{text}"
    );
    // What the page could not read is put in its place.
    fs::write(folder.path().join("p.csv"), "x,y\n0,0\n1,0\n0.5,3\n").unwrap();
    let three = SWARM.replace("robots = 12", "robots = 3");
    let path = scenario(
        folder.path(),
        &format!("{three}start = 'positions'\npositions_file = 'p.csv'\n"),
    );
    let started = start(&[&path]);
    let text = started.get("/api/hello")["start"]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(!text.contains("p.csv") && text.contains("0.5"), "{text}");
}

#[test]
fn what_cannot_be_served_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = scenario(folder.path(), SWARM);
    let serve = |arguments: &[&str]| ends(formicary().arg("serve").args(arguments));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, out, words) = serve(&["--port", &port]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(words.contains(&format!("port {port} is in use")), "{words}");
    let bad = folder.path().join("bad.mcap").display().to_string();
    fs::write(&bad, "no record").unwrap();
    let folder = folder.path().display().to_string();
    for (arguments, word) in [
        (&["no such file.toml"][..], "no such file"),
        (&[&bad], "bad.mcap"),
        (&[&folder, "--live"], "no scenario"),
        (&["--live"], "no scenario"),
        (&["--seed", "3"], "no scenario"),
        (&[&path, "--set", "swarm.robots=0"], "swarm.robots"),
        (&[&path, "--clock", "wall", "--engine", "inline"], "actors"),
        (&["--bind", "nowhere"], "--bind"),
        (&["--bind", "203.0.113.1", "--port", "0"], "cannot listen"),
        (&["--port", "70000"], "--port"),
    ] {
        let (code, out, words) = serve(arguments);
        assert_eq!(
            (code, out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {words}"
        );
        assert!(words.contains(word), "{arguments:?}: {words}");
    }
}

#[test]
fn the_page_is_exported_with_all_that_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let wasm = folder.path().join("formicary.wasm");
    fs::write(&wasm, b"\0asm\x01\0\0\0").unwrap();
    let site = folder.path().join("site");
    let path = scenario(folder.path(), SWARM);
    let export = |arguments: &[&str]| {
        let mut command = formicary();
        command
            .env("FORMICARY_WASM", &wasm)
            .arg("export-page")
            .arg(&site)
            .args(arguments);
        ends(&mut command)
    };
    let (code, _, words) = export(&["--scenario", &path]);
    assert_eq!(code, Some(0), "{words}");
    let read =
        |name: &str| fs::read(site.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let json = |name: &str| serde_json::from_slice::<Value>(&read(name)).unwrap();
    for name in formicary::serve::assets::names() {
        assert_eq!(
            Some(read(&name)),
            formicary::serve::assets::file(&name),
            "{name}"
        );
    }
    assert!(!read("formicary.wasm").is_empty());
    assert_eq!(
        json("start.json"),
        serde_json::json!({"name": "swarm.toml", "text": SWARM})
    );
    assert!(json("scenarios.json").as_array().unwrap().len() > 50);
    assert!(json("catalogue.json").is_object());
    // What is there already is not written over by accident.
    let (code, _, words) = export(&[]);
    assert_eq!(code, Some(2));
    assert!(words.contains("not empty"), "{words}");
    let (code, _, words) = export(&["--force"]);
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(json("start.json")["name"], "oblot/gathering.toml");
    let (code, _, words) = export(&["--force", "--scenario", "no such file.toml"]);
    assert_eq!(code, Some(2), "{words}");
    let wall = scenario(folder.path(), &format!("{SWARM}[clock]\nkind = 'wall'\n"));
    let (code, _, words) = export(&["--force", "--scenario", &wall]);
    assert_eq!(code, Some(2));
    assert!(words.contains("formicary serve"), "{words}");
}
