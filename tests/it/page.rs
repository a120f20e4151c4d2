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
    let required = std::env::var("FORMICARY_REQUIRE").is_ok_and(|words| words.contains("page"));
    assert!(!required, "{what}");
    eprintln!("left out: {what}");
}

/// The WebAssembly, where it is built and there is something to run it.
fn wasm() -> Option<PathBuf> {
    let path = target().join("page/formicary.wasm");
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

/// The folder that cargo builds into.
fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    root().join(target)
}

/// Runs tests that are written in JavaScript, and shows what they say where they fail.
fn run_node(command: &mut Command) {
    let output = command.current_dir(root()).output().expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let troubles = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{troubles}");
    assert!(
        said.contains("# pass ") || said.contains("pass "),
        "no test ran: {said}"
    );
}

#[test]
fn the_modules_of_the_page_do_what_they_say() {
    if !has_node() {
        return leave_out("no node to run the tests of the page's modules with");
    }
    let files = std::fs::read_dir(root().join("tests/page")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    run_node(Command::new("node").arg("--test").args(files));
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(wasm) = wasm() else { return };
    let playwright = target().join("page-tests");
    if !playwright.join("node_modules/playwright-core").exists() {
        return leave_out(
            "no playwright-core: npm install --prefix target/page-tests playwright-core",
        );
    }
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !PathBuf::from(&browser).exists() {
        return leave_out("no Chromium: CHROMIUM may name one");
    }
    let mut command = Command::new("node");
    command
        .arg("tests/page/browser/run.mjs")
        .env("FORMICARY", env!("CARGO_BIN_EXE_formicary"))
        .env("FORMICARY_WASM", wasm)
        .env("FORMICARY_PLAYWRIGHT", playwright)
        .env("CHROMIUM", browser);
    run_node(&mut command);
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
