//! The recorded runs of the original simulator, executed and compared to the end.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use formicary::engine::Engine;
use formicary::record::compare::compare;
use formicary::record::reference::{Difference, ReferenceRun, Report, read_file};
use formicary::scenario::Seed;
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

const INLINE: Engine = Engine::Inline { threads: 1 };

/// Every recorded run: its file, its name, its number of events, and whether all of them agree in
/// all bits.
///
/// They do, but for those in which a number goes through a sine, a cosine or an arc tangent, or, in
/// one case of a thousand, a square: there the last bits depend on the mathematical library of the
/// recording machine. (With that library in place of ours all of them agree.)
const RUNS: &[(&str, &str, u64, bool)] = &[
    ("circle_20", "circle_20", 1_639, false),
    ("circle_8", "circle_8", 950, false),
    ("circle_omission", "circle_omission", 1_049, false),
    ("gathering_20", "gathering_20", 3_597, true),
    ("gathering_50", "gathering_50", 20_000, true),
    ("gathering_8", "gathering_8", 2_086, true),
    ("gathering_all_crashed", "gathering_all_crashed", 1, true),
    ("gathering_byzantine", "gathering_byzantine", 20_000, false),
    ("gathering_coincident", "gathering_coincident", 6, true),
    ("gathering_crash", "gathering_crash", 3_314, true),
    ("gathering_delay", "gathering_delay", 8_282, true),
    (
        "gathering_explicit_collinear",
        "gathering_explicit_collinear",
        938,
        true,
    ),
    ("gathering_mixed", "gathering_mixed", 20_000, true),
    ("gathering_nonrigid", "gathering_nonrigid", 2_118, true),
    ("gathering_omission", "gathering_omission", 3_576, true),
    ("gathering_one_robot", "gathering_one_robot", 1, true),
    ("gathering_precision2", "gathering_precision2", 1_213, true),
    ("gathering_precision9", "gathering_precision9", 1_496, true),
    ("gathering_speed3_lam1", "gathering_speed3_lam1", 521, true),
    ("gathering_two_robots", "gathering_two_robots", 207, true),
    ("gathering_vis25", "gathering_vis25", 2_905, true),
    ("gtc_8", "gtc_8", 1_097, true),
    ("gtc_byzantine", "gtc_byzantine", 1_750, true),
    ("gtc_nonrigid", "gtc_nonrigid", 1_213, true),
    ("gtc_vis35", "gtc_vis35", 2_801, true),
    ("oblot_golden_16", "gathering8", 3_789, true),
    ("oblot_golden_16", "gathering8_crash3", 5_645, true),
    ("oblot_golden_16", "gathering8_byz1", 6_862, true),
    ("oblot_golden_16", "gathering8_omission3", 4_416, true),
    ("oblot_golden_16", "gathering8_delay3", 12_221, true),
    ("oblot_golden_16", "gathering8_mixed4", 20_000, true),
    ("oblot_golden_16", "gathering8_nonrigid", 3_789, true),
    ("oblot_golden_16", "gathering20_vis150", 4_231, true),
    ("oblot_golden_16", "sec3", 1_268, true),
    ("oblot_golden_16", "sec8", 2_864, true),
    ("oblot_golden_16", "gtc8", 2_769, true),
    ("oblot_golden_16", "gtc8_vis300", 2_781, true),
    ("oblot_golden_16", "circle8", 1_744, false),
    ("oblot_golden_16", "spreading8", 507, true),
    ("oblot_golden_16", "pattern8", 2_893, false),
    ("oblot_golden_16", "twotask8", 20_000, true),
    ("pattern_10", "pattern_10", 1_116, true),
    ("pattern_15_delay", "pattern_15_delay", 5_930, true),
    ("sec_2", "sec_2", 2, true),
    ("sec_25", "sec_25", 4_575, true),
    ("sec_3", "sec_3", 429, true),
    ("sec_8", "sec_8", 1_490, true),
    ("sec_collinear", "sec_collinear", 48, true),
    ("sec_crash", "sec_crash", 722, true),
    ("sec_vis30", "sec_vis30", 610, true),
    ("spreading_12_vis", "spreading_12_vis", 441, true),
    ("spreading_8", "spreading_8", 250, true),
    ("spreading_coincident", "spreading_coincident", 290, true),
    ("twotask_8", "twotask_8", 20_000, true),
    ("twotask_mixed", "twotask_mixed", 20_000, false),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reference")
}

fn file(name: &str) -> PathBuf {
    folder().join(name).with_extension("json")
}

/// The runs of all files of the folder, each with the name of its file.
fn all_runs() -> Vec<(String, ReferenceRun)> {
    let entries = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    let runs = files.iter().flat_map(|path| {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        read_file(path)
            .unwrap()
            .into_iter()
            .map(move |run| (stem.to_owned(), run))
    });
    runs.collect()
}

fn recorded(file_name: &str, run_name: &str) -> ReferenceRun {
    let runs = read_file(&file(file_name)).unwrap();
    runs.into_iter().find(|run| run.name == run_name).unwrap()
}

/// Everything agrees in all bits, as far as the record lists it.
fn is_identical(report: &Report) -> bool {
    report.events_identical == report.events_listed && report.largest_difference_at_end.is_none()
}

#[test]
fn the_table_names_every_recorded_run() {
    let runs = all_runs();
    let found: Vec<_> = runs
        .iter()
        .map(|(file, run)| (file.as_str(), run.name.as_str(), run.events_total))
        .collect();
    let listed: Vec<_> = RUNS
        .iter()
        .map(|&(file, run, events, _)| (file, run, events))
        .collect();
    assert_eq!(found, listed);
}

#[test]
fn every_recorded_run_is_reproduced() {
    for ((_, run), &(_, _, events, equal)) in all_runs().into_iter().zip(RUNS) {
        let report = compare(&run, INLINE).unwrap();
        assert!(report.passed, "{report}");
        assert_eq!(report.events_seen, events);
        assert_eq!(report.events_compared, report.events_listed);
        assert_eq!(
            report.digest.as_ref().map(|digest| digest.equal),
            Some(equal),
            "{report}"
        );
        assert_eq!(is_identical(&report), equal, "{report}");
        // The last digits at most.
        let differences = [
            &report.largest_difference,
            &report.largest_difference_at_end,
        ];
        for Difference { size, .. } in differences.into_iter().flatten() {
            assert!(*size < 1e-12, "{report}");
        }
        assert_eq!(report.unused, Vec::<String>::new());
    }
}

#[test]
fn the_recorded_runs_are_of_every_algorithm_of_the_original() {
    let mut algorithms: Vec<String> = all_runs()
        .into_iter()
        .map(|(_, run)| run.config.algorithm)
        .collect();
    algorithms.sort();
    algorithms.dedup();
    let expected = [
        "CircleFormation",
        "Gathering",
        "GoToCenter",
        "PatternFormation",
        "SEC",
        "Spreading",
        "TwoTask",
    ];
    assert_eq!(algorithms, expected);
}

#[test]
fn both_engines_give_the_same_report() {
    let runs = [
        ("gathering_two_robots", "gathering_two_robots"),
        ("gathering_crash", "gathering_crash"),
        ("oblot_golden_16", "gathering8_omission3"),
        ("oblot_golden_16", "gathering8_byz1"),
        ("circle_8", "circle_8"),
        ("gtc_vis35", "gtc_vis35"),
        ("oblot_golden_16", "pattern8"),
        ("sec_8", "sec_8"),
        ("spreading_coincident", "spreading_coincident"),
        ("twotask_mixed", "twotask_mixed"),
    ];
    for (file, name) in runs {
        let run = recorded(file, name);
        let inline = compare(&run, INLINE).unwrap();
        for threads in [1, 2] {
            let actors = compare(&run, Engine::Actors { threads }).unwrap();
            assert!(actors.passed, "{actors}");
            assert_eq!(actors, inline);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn another_seed_is_another_run(seed: u64) {
        let mut run = recorded("gathering_two_robots", "gathering_two_robots");
        prop_assume!(run.config.seed != Seed::from(seed));
        run.config.seed = Seed::from(seed);
        let report = compare(&run, INLINE).unwrap();
        prop_assert!(!report.passed);
        prop_assert_eq!(report.first_mismatch.map(|mismatch| mismatch.number), Some(1));
    }

    #[test]
    fn a_changed_number_is_found_where_it_stands(at in 0..207_usize, change in 1e-6..10.0) {
        let mut run = recorded("gathering_two_robots", "gathering_two_robots");
        run.events[at].time += change;
        let report = compare(&run, INLINE).unwrap();
        prop_assert!(!report.passed);
        prop_assert_eq!(report.first_mismatch.map(|mismatch| mismatch.number), Some(at as u64 + 1));
        prop_assert_eq!(report.events_identical, 206);
        prop_assert!(report.digest.is_some_and(|digest| digest.equal));
    }
}

/// The command, as it is built.
fn formicary(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_formicary"));
    command.arg("compare").args(arguments);
    command
}

/// What a command said: its exit code, stdout and stderr.
fn said(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A file of one short run in which something was changed.
fn planted(change: impl Fn(&mut Value)) -> (TempDir, String) {
    let text = fs::read_to_string(file("gathering_two_robots")).unwrap();
    let mut run = serde_json::from_str(&text).unwrap();
    change(&mut run);
    written(&run.to_string())
}

/// A file `two.json` with this text, and the folder that it is in.
fn written(text: &str) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("two.json");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn the_command_reports_each_run_and_counts_them() {
    let golden = file("oblot_golden_16");
    let (code, stdout, stderr) = said(&mut formicary(&[golden.to_str().unwrap()]));
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(
        stdout.starts_with("gathering8: passed\n  events              3789 recorded, 3789 seen\n"),
        "{stdout}"
    );
    assert_eq!(
        stdout.matches("  bit-identical       60 (100 %)\n").count(),
        stdout.matches(": passed\n").count()
    );
    for name in ["sec3", "gtc8_vis300", "twotask8"] {
        assert!(stdout.contains(&format!("\n{name}: ")), "{stdout}");
    }
    let last = stdout.lines().last().unwrap();
    assert!(
        last.contains(" compared: ") && last.contains(" 0 failed; "),
        "{last}"
    );
}

#[test]
fn one_run_is_chosen_by_name_and_executed_by_actors() {
    let golden = file("oblot_golden_16");
    let arguments = [
        golden.to_str().unwrap(),
        "--run",
        "gathering8_crash3",
        "--engine",
        "actors",
    ];
    let (code, stdout, stderr) = said(&mut formicary(&arguments));
    assert_eq!((code, stderr.as_str()), (0, ""));
    insta::assert_snapshot!(stdout, @r"
    gathering8_crash3: passed
      events              5645 recorded, 5645 seen
      compared            60 of 60 listed
      bit-identical       60 (100 %)
      largest difference  0 (allowed 1e-09)
      and at the end      0 (allowed 1e-06)
      digest              equal
    1 compared: 1 passed, 0 failed; 0 not compared
    ");
}

#[test]
fn a_changed_recorded_number_is_shown_side_by_side() {
    let (_folder, path) = planted(|run| {
        // The third event is a robot's; its fifth value is x.
        let x = &mut run["events"][2][4];
        *x = json!(x.as_f64().unwrap() + 0.5);
    });
    let (code, stdout, stderr) = said(&mut formicary(&[&path]));
    assert_eq!((code, stderr.as_str()), (1, ""));
    insta::assert_snapshot!(stdout, @r"
    gathering_two_robots: FAILED
      events              207 recorded, 207 seen
      compared            207 of 207 listed
      bit-identical       206 (99.51 %)
      largest difference  1.43e-2, x of event 3 (allowed 1e-09)
      and at the end      0 (allowed 1e-06)
      digest              equal
      first mismatch      event 3: x
                    recorded                  seen
        time        0.3130889739261049        0.3130889739261049
        id          0                         0
        kind        LOOK                      LOOK
        code        2                         2
      * x           35.00747927979016         34.50747927979016
        y           5.774454736569211         5.774454736569211
        target x    0.4490210049808354        0.4490210049808354
        target y    -3.668123821721145        -3.668123821721145
        state       MOVE                      MOVE
        frozen      false                     false
        terminated  false                     false
        light       blue                      blue
    1 compared: 0 passed, 1 failed; 0 not compared
    ");
}

#[test]
fn wrong_settings_are_detected() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 5] = [
        ("event 1: ", |run| run["config"]["seed"] = json!(18)),
        ("  first mismatch  ", |run| {
            run["config"]["precision"] = json!(4)
        }),
        ("event 1: ", |run| run["config"]["lambda"] = json!(5.5)),
        ("  first mismatch  ", |run| {
            run["config"]["speed"] = json!(1.000001)
        }),
        ("  * number of events ", |run| {
            run["events_total"] = json!(208)
        }),
    ];
    for (sign, change) in changes {
        let (_folder, path) = planted(change);
        for quiet in [&[][..], &["--quiet"]] {
            let (code, stdout, stderr) = said(formicary(&[&path]).args(quiet));
            assert_eq!((code, stderr.as_str()), (1, ""), "{stdout}");
            assert!(
                stdout.starts_with("gathering_two_robots: FAILED\n") && stdout.contains(sign),
                "{stdout}"
            );
        }
    }
}

#[test]
fn quiet_says_nothing_of_what_passed() {
    let golden = file("oblot_golden_16");
    let (code, stdout, stderr) = said(&mut formicary(&[golden.to_str().unwrap(), "--quiet"]));
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "", ""));
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let golden = file("oblot_golden_16");
    let (code, stdout, stderr) = said(&mut formicary(&[golden.to_str().unwrap(), "--json"]));
    assert_eq!((code, stderr.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&json["passed"], &json["engine"]),
        (&json!(true), &json!("inline"))
    );
    let reports = json["reports"].as_array().unwrap();
    let others = json["not_compared"].as_array().unwrap();
    assert_eq!(reports.len() + others.len(), 16);
    assert_eq!(reports[0]["run"], "gathering8");
    assert_eq!(reports[0]["digest"]["equal"], true);
    assert_eq!(reports[0]["share_identical"], 1.0);
    assert!(
        others
            .iter()
            .all(|other| other["run"].is_string() && other["reason"].is_string())
    );

    let (_folder, path) = planted(|run| run["config"]["seed"] = json!(18));
    let (code, stdout, stderr) = said(&mut formicary(&[&path, "--json"]));
    assert_eq!((code, stderr.as_str()), (1, ""));
    let json: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&json["passed"], &json["reports"][0]["passed"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(json["reports"][0]["first_mismatch"]["number"], 1);
}

#[test]
fn files_that_are_missing_or_damaged_are_named() {
    let (folder, path) = written("{ \"config\": { \"robots\": 2, ");
    let (code, stdout, stderr) = said(&mut formicary(&[&path]));
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(
        stderr.starts_with(&format!("error: {path} is not JSON: ")),
        "{stderr}"
    );

    let missing = folder.path().join("three.json");
    let missing = missing.to_str().unwrap();
    for json in [&[][..], &["--json"]] {
        let (code, stdout, stderr) = said(formicary(&[missing]).args(json));
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(
            stderr.starts_with(&format!("error: cannot read {missing}: ")),
            "{stderr}"
        );
    }
}

#[test]
fn an_unknown_run_names_the_nearest() {
    let golden = file("oblot_golden_16");
    let unknown = |name| said(&mut formicary(&[golden.to_str().unwrap(), "--run", name]));
    let (code, stdout, stderr) = unknown("gathering8_crush3");
    assert_eq!((code, stdout.as_str()), (2, ""));
    insta::assert_snapshot!(stderr, @r#"
    error: --run gathering8_crush3: the file has no run of this name
    help: did you mean "gathering8_crash3"?
    "#);
    let (code, _, stderr) = unknown("flocking");
    assert_eq!(code, 2);
    assert!(
        stderr.contains("\nhelp: the runs are gathering8, gathering8_crash3, "),
        "{stderr}"
    );
}

#[test]
fn where_nothing_is_compared_there_is_no_success() {
    let (_folder, path) = planted(|run| run["config"]["algorithm"] = json!("Flocking"));
    for json in [&[][..], &["--json"]] {
        let (code, stdout, stderr) = said(formicary(&[&path]).args(json));
        assert_eq!(code, 2);
        assert!(
            stdout.contains("the algorithm Flocking does not exist here"),
            "{stdout}"
        );
        assert_eq!(
            stderr,
            "error: no run was compared, because none has an algorithm that exists here\n"
        );
    }
}

#[test]
fn settings_that_make_no_scenario_are_refused() {
    let (_folder, path) = planted(|run| run["config"]["precision"] = json!(31));
    let (code, stdout, stderr) = said(&mut formicary(&[&path, "--quiet"]));
    assert_eq!(code, 2);
    assert!(
        stdout.contains("swarm.precision: expected a whole number between 0 and 30, found 31"),
        "{stdout}"
    );
    assert_eq!(stderr, "error: the settings of a run make no scenario\n");
}

#[test]
fn a_run_that_fails_is_told_with_its_error() {
    let (_folder, path) = planted(|run| {
        run["config"]["initial_positions"] = json!([[1.7e308, 0.0], [1.7e308, 1.0]]);
    });
    for quiet in [&[][..], &["--quiet"]] {
        let (code, stdout, stderr) = said(formicary(&[&path]).args(quiet));
        assert_eq!((code, stderr.as_str()), (3, ""), "{stdout}");
        let told = "gathering_two_robots: not compared, our run failed: robot 1 at ";
        assert!(stdout.starts_with(told), "{stdout}");
    }
}
