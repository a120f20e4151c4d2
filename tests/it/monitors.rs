//! Monitors on the command line and in records: verdicts become exit codes, series become lines.

use std::path::Path;

use formicary::engine::Engine;
use formicary::model::amoebot::Amoebot;
use formicary::model::oblot::Oblot;
use formicary::monitor::Monitored;
use formicary::record::{MonitorLine, Record};
use formicary::scenario::Document;
use formicary::study::{RunOptions, Study};
use serde_json::{Value, json};

use crate::support::{Shipped, say, study_of, transcript};

const COLLISIONS: &str = "scenarios/oblot/monitor_collisions.toml";
const ASYNCHRONY: &str = "scenarios/oblot/monitor_asynchrony.toml";

const INLINE: Engine = Engine::Inline { threads: 1 };

#[test]
fn verdicts_and_figures_stand_in_the_summary() {
    let summaries = transcript([
        "run scenarios/oblot/monitor_collisions.toml --engine inline",
        "run scenarios/oblot/monitor_pattern.toml --engine inline",
    ]);
    let said = summaries
        .lines()
        .filter(|line| line.starts_with("monitor "));
    insta::assert_snapshot!(said.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_json_of_a_run_has_an_object_for_each_monitor() {
    for engine in ["inline", "actors"] {
        let run = say(["run", COLLISIONS, "--json", "--engine", engine])
            .code(0)
            .json();
        let expected = json!({
            "collisions": {
                "kind": "collisions",
                "holds": false,
                "collisions": 6,
                "time": run["monitors"]["collisions"]["time"],
                "robots": [1, 2],
            },
        });
        assert_eq!(run["monitors"], expected);
        let run = say(["run", ASYNCHRONY, "--json", "--engine", engine])
            .code(0)
            .json();
        let names: Vec<_> = run["monitors"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["loose", "strict"]);
        let kinds = ["loose", "strict"].map(|name| run["monitors"][name]["kind"].clone());
        assert_eq!(kinds, ["asynchrony", "asynchrony"]);
        assert_eq!(run["monitors"]["strict"]["nested"], false);
    }
    let groups = "scenarios/oblot/monitor_groups.toml";
    let run = say(["run", groups, "--json"]).code(0).json();
    assert_eq!(run["monitors"]["groups"]["holds"], Value::Null);
}

#[test]
fn expectations_of_monitors_decide_the_exit_code() {
    let run = |set: &[&str]| {
        let flags = set.iter().flat_map(|set| ["--set", set]);
        let command = ["run", COLLISIONS, "--quiet"].into_iter().chain(flags);
        say(command)
    };
    run(&[]).code(0);
    run(&["expect={fails=['collisions']}"]).code(0);
    run(&["expect={fails='collisions'}"]).code(0);
    run(&["expect={figures={collisions={collisions={at_least=6,at_most=6}}}}"]).code(0);
    run(&["expect={figures={robots={equals=4},time={at_least=42.5}}}"]).code(0);
    run(&["expect={figures={events={at_most=218}}}"]).code(0);
    // Without expectations a verdict is told, and that is all.
    run(&["expect={}"]).code(0);
    insta::assert_snapshot!(transcript(
        [
            "expect={holds=['collisions']}",
            "expect.figures.collisions.collisions={equals=5}",
            "expect={figures={collisions={collisions={at_most=5}}}}",
            "expect={figures={collisions={collisions={at_least=6.5,at_most=7}}}}",
            "expect={figures={collisions={robots={equals=1}}}}",
            "expect={figures={correct_diameter_after={at_most=1}}}",
            "expect={figures={diameter_after={at_least=1e-3}}}",
        ]
        .map(|set| format!("run {COLLISIONS} --quiet --set {set}"))
    ));
    let nested = |value: &str| {
        let set = format!("expect={{figures={{strict={{nested={{equals={value}}}}}}}}}");
        say(["run", ASYNCHRONY, "--quiet", "--set", &set])
    };
    nested("false").code(0);
    let said = nested("true").code(1);
    assert!(
        said.stderr
            .contains("expectation failed: strict.nested: expected true, was false"),
        "{said}"
    );
    nested("0").code(1);
    // A figure that is null keeps no bound.
    let set = "expect={figures={house={time={at_most=1000}}}}";
    let said = say([
        "run",
        "scenarios/oblot/monitor_pattern.toml",
        "--quiet",
        "--set",
        set,
    ]);
    assert!(
        said.stderr
            .contains("house.time: expected at most 1000, was null"),
        "{said}"
    );
}

#[test]
fn expectations_that_no_run_can_meet_are_refused_before_the_run() {
    insta::assert_snapshot!(transcript(
        [
            "expect={holds=['colisions']}",
            "expect={holds=['edges']}",
            "expect={holds=[]}",
            "expect={holds=[3]}",
            "expect={fails='colisions'}",
            "expect={holds=['collisions'],fails=['collisions']}",
            "expect={figures=3}",
            "expect={figures={diameter_aftr={at_most=1}}}",
            "expect={figures={colisions={collisions={at_most=1}}}}",
            "expect={figures={collisions={colisions={at_most=1}}}}",
            "expect={figures={collisions={at_most=1}}}",
            "expect={figures={collisions={collisions=3}}}",
            "expect={figures={collisions={collisions={}}}}",
            "expect={figures={collisions={collisions={atmost=3}}}}",
            "expect={figures={collisions={collisions={at_most='x'}}}}",
            "expect={figures={collisions={collisions={at_most=nan}}}}",
            "expect={figures={collisions={collisions={equals='x'}}}}",
            "expect={figures={collisions={collisions={equals=inf}}}}",
            "expect={figures={collisions={collisions={equals=1,at_most=2}}}}",
            "expect={figures={collisions={collisions={at_least=3,at_most=2}}}}",
            "monitors=3",
            "monitors=['collisions']",
            "monitors[0].kind=colisions",
            "monitors[0].tolerence=1",
            "monitors[1].kind=collisions",
            "monitors[1].kind=edges",
        ]
        .map(|set| format!("check {COLLISIONS} --set {set}"))
    ));
    // Monitors that only measure have no verdict to expect.
    let set = "expect={holds='groups'}";
    let said = say(["check", "scenarios/oblot/monitor_groups.toml", "--set", set]).code(2);
    assert!(said.stderr.contains("no monitor, as"), "{said}");
    let set = "monitors=[{kind='asynchrony'}]";
    let said = say(["check", ASYNCHRONY, "--set", set]).code(2);
    assert!(said.stderr.contains("no monitor, as"), "{said}");
}

/// A swarm with two monitors, and whatever else the scenario says.
fn watched(rest: &str) -> Study {
    study_of(&format!(
        "model = 'oblot'\nseed = 9\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n\
         [limits]\nevents = 60\n[[monitors]]\nkind = 'diameter'\nevery = 0.25\n\
         [[monitors]]\nkind = 'gathered'\nname = 'all_here'\n{rest}"
    ))
}

fn record(study: &Study, engine: Engine, path: &Path) {
    let mut options = RunOptions::on(engine);
    options.record = Some(path.to_owned());
    study.run(&options).unwrap();
}

fn lines(path: &Path) -> Vec<MonitorLine> {
    let record = Record::open(path).unwrap();
    record.monitors().unwrap().map(Result::unwrap).collect()
}

#[test]
fn records_of_both_formats_and_engines_hold_the_same_series() {
    let folder = tempfile::tempdir().unwrap();
    let study = watched("");
    let mut all = Vec::new();
    for (name, engine) in [
        ("inline.mcap", INLINE),
        ("inline.jsonl", INLINE),
        ("actors.mcap", Engine::Actors { threads: 2 }),
    ] {
        let path = folder.path().join(name);
        record(&study, engine, &path);
        all.push(lines(&path));
    }
    assert_eq!(all[1], all[0]);
    assert_eq!(all[2], all[0]);
    let of = |name: &str| -> Vec<&MonitorLine> {
        all[0]
            .iter()
            .filter(|line| line.value["monitor"] == name)
            .collect()
    };
    let (diameter, here) = (of("diameter"), of("all_here"));
    assert_eq!(diameter.len() + here.len(), all[0].len());
    for series in [&diameter, &here] {
        assert!(series.is_sorted_by(|a, b| a.time <= b.time && a.event <= b.event));
        let first_and_last = [series.first(), series.last()];
        let at = first_and_last.map(|line| line.unwrap().value["at"].clone());
        assert_eq!(at, ["start", "end"]);
    }
    // The time is a product, not a sum.
    let inner = &diameter[1..diameter.len() - 1];
    assert!(inner.len() > 3);
    for (line, k) in inner.iter().zip(1..) {
        assert_eq!(
            (line.time, &line.value["at"]),
            (f64::from(k) * 0.25, &json!("every"))
        );
    }
    assert!(
        here[1..here.len() - 1]
            .iter()
            .all(|line| line.value["at"] == "tick")
    );
}

#[test]
fn the_end_of_a_record_says_what_was_found_and_a_table_holds_the_events_only() {
    let folder = tempfile::tempdir().unwrap();
    let [monitored, plain] = ["monitored.csv", "plain.csv"].map(|name| folder.path().join(name));
    let path = folder.path().join("run.jsonl");
    let study = watched("");
    record(&study, INLINE, &path);
    let summary = Record::open(&path).unwrap().ending.unwrap().summary;
    let run = study.run(&RunOptions::on(INLINE)).unwrap();
    assert_eq!(summary["monitors"]["diameter"], run.monitors[0].to_json());
    assert_eq!(summary["monitors"]["all_here"]["kind"], "gathered");
    record(&study, INLINE, &monitored);
    let without = study_of(
        "model = 'oblot'\nseed = 9\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n\
         [limits]\nevents = 60\n",
    );
    record(&without, INLINE, &plain);
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&monitored), read(&plain));
}

#[test]
fn frames_are_kept_as_the_scenario_says_whatever_monitors_need() {
    let folder = tempfile::tempdir().unwrap();
    for (frames, monitors) in [(true, true), (true, false), (false, true), (false, false)] {
        // Files of their own: a program that another test starts may hold a lock for a moment.
        let path = folder.path().join(format!("{frames}-{monitors}.jsonl"));
        let study = if monitors {
            watched(&format!("[record]\nframes = {frames}\n"))
        } else {
            study_of(&format!(
                "model = 'oblot'\nseed = 9\n[swarm]\nrobots = 5\nalgorithm = 'gathering'\n\
                 [limits]\nevents = 60\n[record]\nframes = {frames}\n"
            ))
        };
        record(&study, INLINE, &path);
        let kept = Record::open(&path).unwrap().frames().unwrap().count();
        assert_eq!(kept > 0, frames, "frames = {frames}, monitors: {monitors}");
    }
}

#[test]
fn a_record_with_series_and_percepts_replays_on_either_engine() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["run.mcap", "run.jsonl"] {
        let path = folder.path().join(name);
        let study = watched("[record]\npercepts = true\n");
        record(&study, INLINE, &path);
        let opened = Record::open(&path).unwrap();
        for engine in [INLINE, Engine::Actors { threads: 1 }] {
            let again = Study::of_record(&opened).unwrap();
            let replayed = again.replay(&opened, &RunOptions::on(engine)).unwrap();
            assert!(replayed.agrees(), "{name}: {replayed:?}");
            assert_eq!(replayed.events, 60);
        }
    }
    // A changed percept is found among the lines of the monitors.
    let path = folder.path().join("run.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text
        .lines()
        .find(|line| line.contains("\"percept\""))
        .unwrap();
    let mut changed: Value = serde_json::from_str(line).unwrap();
    changed["value"]["percept"] = json!("0000000000000000");
    std::fs::write(&path, text.replace(line, &changed.to_string())).unwrap();
    let opened = Record::open(&path).unwrap();
    let replayed = Study::of_record(&opened).unwrap();
    let replayed = replayed.replay(&opened, &RunOptions::on(INLINE)).unwrap();
    assert!(replayed.difference.is_some());
}

#[test]
fn a_record_that_is_cut_replays_although_its_series_lags_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    record(&watched("[record]\npercepts = true\n"), INLINE, &path);
    let text = std::fs::read_to_string(&path).unwrap();
    for kept in [10, 50, 120] {
        let cut: String = text.split_inclusive('\n').take(kept).collect();
        std::fs::write(&path, cut).unwrap();
        let opened = Record::open(&path).unwrap();
        let study = Study::of_record(&opened).unwrap();
        let replayed = study.replay(&opened, &RunOptions::on(INLINE)).unwrap();
        assert!(replayed.agrees(), "{kept} lines: {replayed:?}");
    }
}

#[test]
fn every_figure_that_a_run_may_have_is_known_before_it() {
    let all = [("oblot", Oblot::FIGURES), ("amoebot", Amoebot::FIGURES)];
    let pairs = |(model, keys): (&'static str, &'static [&'static str])| {
        keys.iter().map(move |key| (model, *key))
    };
    let all: Vec<(&str, &str)> = all.into_iter().flat_map(pairs).collect();
    let mut known = all.clone();
    let mut seen = |study: &Study| {
        let model = study.about().model;
        for figure in study.run(&RunOptions::on(INLINE)).unwrap().figures {
            let found = (model, figure.key);
            assert!(all.contains(&found), "{found:?}");
            known.retain(|key| *key != found);
        }
    };
    for scenario in Shipped::all().into_iter().filter(Shipped::can_run) {
        let mut document = Document::read(&scenario.path).unwrap();
        document.set("limits.events=50").unwrap();
        seen(&Study::read(&document).unwrap());
    }
    seen(&study_of(
        "model = 'oblot'\non_panic = 'crash-fault'\n[swarm]\nrobots = 2\n\
         algorithm = 'gathering'\nstart = 'positions'\npositions = [[1e308, 0], [1e308, 1]]\n",
    ));
    // A robot that has crashed cannot be activated.
    seen(&study_of(
        "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n\
         [[orders]]\nbefore = 0\norder = 'crash 0'\n[[orders]]\nbefore = 3\norder = 'activate 0'\n",
    ));
    assert!(known.is_empty(), "no run has {known:?}");
}

#[test]
fn verification_leaves_monitors_out() {
    say(["verify", ASYNCHRONY, "--events", "200", "--quiet"]).code(0);
}

#[test]
fn a_series_without_end_is_cut_short_where_the_run_is_stopped() {
    // Millions of lines between two events, and no tick.
    let said = say([
        "run",
        "scenarios/oblot/monitor_diameter.toml",
        "--engine",
        "inline",
        "--timeout",
        "0.5",
        "--json",
        "--set",
        "scheduler.rate=1e-4",
        "--set",
        "scheduler.visualize=inf",
        "--set",
        "monitors=[{kind='diameter',every=1e-4}]",
    ]);
    let run = said.json();
    assert_eq!(run["end"], "timeout");
    assert!(run["seconds"].as_f64().unwrap() < 20.0, "{said}");
}
