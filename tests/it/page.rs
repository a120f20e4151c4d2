//! The page: its WebAssembly gives the runs of the native engines.
//!
//! What needs a build of the page, Node or Chromium is left out where these are missing, and says so;
//! `FORMICARY_REQUIRE=page` makes that a failure.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::digests::recorded;
use crate::support::{Shipped, has_node, root};

/// Says what is left out and why, or fails where nothing may be left out.
fn leave_out(what: &str) {
    let required = std::env::var("FORMICARY_REQUIRE").is_ok_and(|words| words == "page");
    assert!(!required, "{what}");
    eprintln!("left out: {what}");
}

/// The WebAssembly, where it is built and there is something to run it.
fn wasm() -> Option<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let path = root().join(target).join("page/formicary.wasm");
    if !path.exists() {
        leave_out("no target/page/formicary.wasm: src/serve/build-page.sh builds it");
        return None;
    }
    if !has_node() {
        leave_out("no node to run the WebAssembly with");
        return None;
    }
    Some(path)
}

/// Why a scenario cannot run in a page.
fn excuse(refused: &str) -> bool {
    [
        "controlled by programs outside",
        "wall clock",
        "not supported on this platform",
    ]
    .iter()
    .any(|words| refused.contains(words))
}

#[test]
fn every_scenario_has_its_recorded_digest_in_webassembly() {
    let Some(wasm) = wasm() else { return };
    let scenarios: Vec<Shipped> = Shipped::all();
    let path = |scenario: &Shipped| format!("scenarios/{}.toml", scenario.name);
    let output = Command::new("node")
        .current_dir(root())
        .arg("tests/page/digests.mjs")
        .arg(wasm)
        .args(scenarios.iter().map(path))
        .output()
        .expect("node starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8(output.stdout).unwrap();
    let said: BTreeMap<String, Value> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["path"].as_str().unwrap().to_owned(), line))
        .collect();
    let (known, mut compared) = (recorded(), 0);
    for scenario in &scenarios {
        let line = &said[&path(scenario)];
        if let Some(refused) = line["refused"].as_str() {
            assert!(excuse(refused), "{}: {refused}", scenario.name);
            continue;
        }
        let Some(expected) = known.get(&scenario.name) else {
            continue;
        };
        let word = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let found = [
            scenario.name.clone(),
            line["events"].to_string(),
            word("digest"),
            word("dice"),
        ];
        assert_eq!(found.join(","), *expected);
        compared += 1;
    }
    assert!(
        compared * 20 > scenarios.len() * 19,
        "only {compared} were compared"
    );
}
