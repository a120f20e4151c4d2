//! The store behind the page.

use formicary::serve::Options;
use serde_json::{Value, json};

use super::{SWARM, Served, options, serve, serve_with, wait_for};

fn with_store(folder: &std::path::Path) -> Served {
    serve_with(Options {
        store: Some(folder.join("runs.db")),
        ..options()
    })
}

fn begin(served: &Served, sweep: &Value) -> super::Answer {
    served.post("/api/store/sweeps", &sweep.to_string())
}

#[test]
fn without_a_store_there_is_nothing_to_ask() {
    let served = serve();
    assert_eq!(served.get("/api/hello").json()["store"], json!(false));
    let answer = served.get("/api/store");
    assert_eq!(answer.status, 404);
    assert!(answer.message().contains("--store"));
}

#[test]
fn a_live_run_is_kept_at_its_end_and_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_store(folder.path());
    let run = served.post("/api/runs?engine=inline", SWARM).json();
    let ended = wait_for("the end of a run", || {
        let status = served.get(&format!("/api/runs/{}", run["id"])).json();
        status["kept"].is_number().then_some(status)
    });
    assert_eq!(ended["kept"], json!(1));
    let kept = served.get("/api/store/runs/1").json();
    assert_eq!(kept["run"]["digest"], ended["digest"]);
    assert!(kept["scenario"].as_str().unwrap().contains("robots = 12"));
    let list = served
        .get("/api/store/runs?where=swarm.robots%3E5&columns=id,end&order=-id")
        .json();
    assert_eq!(list["count"], json!(1));
    assert_eq!(list["rows"], json!([{ "id": 1, "end": ended["ended"] }]));
    assert_eq!(served.get("/api/store/runs/99").status, 422);
    let wrong = served.get("/api/store/runs?where=nothing%3D1");
    assert!(wrong.message().contains("there is no column"), "{wrong:?}");
    assert_eq!(served.get("/api/store/runs?nothing=1").status, 400);
    assert_eq!(served.get("/store.html").status, 200);
}

#[test]
fn a_sweep_goes_on_whoever_looks_and_is_stopped_by_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_store(folder.path());
    let sweep =
        json!({ "name": "small", "text": SWARM, "vary": ["swarm.robots=3,4"], "seeds": "0..9" });
    let begun = begin(&served, &sweep);
    assert_eq!(begun.status, 201, "{begun:?}");
    let id = begun.json()["id"].clone();
    let done = wait_for("the end of a sweep", || {
        let sweep = served.get(&format!("/api/store/sweeps/{id}")).json();
        (sweep["finished"] == json!(20) && sweep["goes_on"] == json!(false)).then_some(sweep)
    });
    assert_eq!(
        (&done["name"], &done["size"]),
        (&json!("small"), &json!(20))
    );
    assert_eq!(served.get("/api/store").json()["runs"], json!(20));
    // The same sweep again has nothing left to do.
    assert_eq!(begin(&served, &sweep).json()["id"], id);
    let long = json!({ "text": format!("{SWARM}terminate = false\n[limits]\nstalled = false\nevents = 50000000\n"), "seeds": "0..99" });
    let id = begin(&served, &long).json()["id"].clone();
    // Nobody waits for it.
    assert_eq!(served.get("/api/store/runs?limit=1").status, 200);
    let stopped = served.delete(&format!("/api/store/sweeps/{id}"));
    assert_eq!(stopped.status, 202, "{stopped:?}");
    wait_for("the end of a stopped sweep", || {
        let sweep = served.get(&format!("/api/store/sweeps/{id}")).json();
        (sweep["goes_on"] == json!(false)).then_some(())
    });
}

#[test]
fn a_sweep_may_do_no_more_than_a_scenario_that_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_store(folder.path());
    let refused = |vary: &[&str], text: &str, seeds: &str, words: &str| {
        let answer = begin(
            &served,
            &json!({ "text": text, "vary": vary, "seeds": seeds }),
        );
        assert_eq!(answer.status, 422, "{answer:?}");
        assert!(answer.message().contains(words), "{}", answer.message());
    };
    refused(
        &["controller.command=['touch'],['x']"],
        SWARM,
        "0",
        "starts no programs",
    );
    refused(
        &["record.file=a.mcap,b.mcap"],
        SWARM,
        "0",
        "writes no files",
    );
    refused(&["store.file=a.db"], SWARM, "0", "writes no files");
    refused(
        &["swarm.robots=3,300000"],
        SWARM,
        "0",
        "at most 200000 robots",
    );
    refused(&["swarm.robts=3"], SWARM, "0", "unknown key");
    refused(&["swarm.robots=5..1"], SWARM, "0", "empty");
    refused(&[], SWARM, "0..2000000", "at most 1000000 runs");
    refused(
        &["swarm.width=1..10000", "swarm.height=1..10000"],
        SWARM,
        "0",
        "variants",
    );
    refused(&[], SWARM, "x", "expected seeds");
    refused(&["clock.kind=wall"], SWARM, "0", "wall clock");
    refused(&[], "model = 'oblot'\n", "0", "missing, expected a table");
    let positions = format!("{SWARM}start = 'positions'\npositions_file = '/etc/passwd'\n");
    refused(&[], &positions, "0", "names no files");
    assert_eq!(served.post("/api/store/sweeps", "{").status, 400);
    assert_eq!(served.get("/api/store").json()["runs"], json!(0));
    let body = json!({ "text": SWARM, "seeds": "0" }).to_string();
    let headers = [
        ("Host", served.host()),
        ("Origin", "http://evil.example".to_owned()),
    ];
    let headers = headers
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let foreign = served.raw("POST /api/store/sweeps", &headers, body.as_bytes());
    assert_eq!(foreign.status, 403);
}

#[test]
fn scenarios_are_named_and_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let served = with_store(folder.path());
    let name = |name: &str, text: &str, edits: bool| {
        let body = json!({ "name": name, "text": text, "edits": edits }).to_string();
        served.post("/api/store/simulations", &body)
    };
    assert_eq!(
        name("few", SWARM, false).json(),
        json!({ "name": "few", "version": 1 })
    );
    assert!(name("few", SWARM, false).message().contains("already"));
    assert_eq!(name("few", SWARM, true).json()["version"], json!(2));
    assert!(
        name("a/b", SWARM, false)
            .message()
            .contains("expected a name")
    );
    assert!(
        name("none", SWARM, true)
            .message()
            .contains("there is no simulation")
    );
    let program = format!("{SWARM}[controller]\ncommand = ['touch', 'x']\n");
    assert!(
        name("bad", &program, false)
            .message()
            .contains("starts no programs")
    );
    let all = served.get("/api/store").json()["simulations"].clone();
    assert_eq!(all.as_array().unwrap().len(), 2);
    assert_eq!(served.delete("/api/store/simulations/few").status, 200);
    assert_eq!(served.delete("/api/store/simulations/few").status, 422);
    assert_eq!(served.get("/api/store").json()["simulations"], json!([]));
}
