//! A record replays to the same run, on whichever engine; and what was changed in it is found.

use std::path::Path;

use formicary::engine::Engine;
use formicary::record::{Record, RecordError};
use formicary::study::{Replayed, RunOptions, RunReport, Study, StudyError};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::support::{Shipped, say, study_of};

const INLINE: Engine = Engine::Inline { threads: 1 };
const ACTORS: Engine = Engine::Actors { threads: 1 };

fn record(study: &Study, engine: Engine, path: &Path) -> RunReport {
    let mut options = RunOptions::on(engine);
    options.record = Some(path.to_owned());
    study.run(&options).unwrap()
}

fn replay(record: &Record, engine: Engine) -> Replayed {
    let study = Study::of_record(record).unwrap();
    study.replay(record, &RunOptions::on(engine)).unwrap()
}

/// Records a run on one engine and replays it on the other.
#[track_caller]
fn round_trip(name: &str, study: &Study, [there, back]: [Engine; 2], path: &Path) {
    let run = record(study, there, path);
    let record = Record::open(path).unwrap();
    let ending = record.ending.as_ref().unwrap();
    assert!(!record.truncated, "{name}");
    assert_eq!(ending.end, run.end.name(), "{name}");
    assert_eq!(
        (record.events, &ending.digest),
        (run.events, &run.digest),
        "{name}"
    );
    assert_eq!(record.header.engine, there.name(), "{name}");
    assert_eq!(record.header.seed, study.about().seed, "{name}");
    assert_eq!(record.header.resolved, study.about().resolved, "{name}");
    let again = Study::of_record(&record).unwrap();
    assert_eq!(again.about().text, study.about().text, "{name}");
    let replayed = replay(&record, back);
    assert!(replayed.agrees(), "{name}: {replayed:?}");
    assert_eq!(replayed.events, run.events, "{name}");
    assert_eq!(replayed.digest, run.digest, "{name}");
}

#[test]
fn the_record_of_every_scenario_replays_on_the_other_engine() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in Shipped::all().into_iter().filter(Shipped::can_run) {
        let study = scenario.study();
        let [mcap, jsonl] = ["run.mcap", "run.jsonl"].map(|name| folder.path().join(name));
        round_trip(&scenario.name, &study, [INLINE, ACTORS], &mcap);
        round_trip(&scenario.name, &study, [ACTORS, INLINE], &jsonl);
    }
}

#[test]
fn both_formats_hold_the_same_events() {
    let folder = tempfile::tempdir().unwrap();
    let study = Shipped::named("oblot/fault_mixed_fsync").study();
    let rows = |name: &str| -> Vec<u8> {
        let path = folder.path().join(name);
        record(&study, INLINE, &path);
        let batches = Record::open(&path).unwrap().batches().unwrap();
        batches.flat_map(|batch| batch.unwrap().rows).collect()
    };
    assert!(rows("run.mcap") == rows("run.jsonl"));
}

#[test]
fn the_resolved_scenario_in_a_record_is_what_check_prints() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.mcap");
    let shipped = Shipped::named("oblot/fault_crash_time");
    let file = shipped.path.to_str().unwrap();
    let end = "expect.end=['events']";
    let speed = "swarm.speed=2";
    let changes = [
        "--seed", "9", "--set", speed, "--events", "50", "--set", end,
    ];
    let run = ["run", file, "--quiet", "--record", path.to_str().unwrap()];
    say(run.iter().chain(&changes)).code(0);
    let record = Record::open(&path).unwrap();
    let checked = say(["check", file, "--json"].iter().chain(&changes)).code(0);
    assert_eq!(checked.json(), record.header.resolved);
    let text = say(["check", file].iter().chain(&changes)).code(0).stdout;
    assert_eq!(Study::of_record(&record).unwrap().about().text, text);
}

#[test]
fn what_check_prints_is_a_scenario_that_resolves_to_itself() {
    for scenario in Shipped::all() {
        let text = scenario.study().about().text.clone();
        let again = study_of(&text);
        assert_eq!(again.about().text, text, "{}", scenario.name);
    }
}

/// The lines of a record of this scenario as text.
fn lines_of(scenario: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    record(&Shipped::named(scenario).study(), INLINE, &path);
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn record_of(lines: &[String]) -> Result<Record, RecordError> {
    Record::from_bytes("run.jsonl", lines.join("\n").into_bytes())
}

/// Changes the event with this number in the lines of a record; returns it before and after.
fn plant(lines: &mut [String], number: u64, key: &str, value: serde_json::Value) {
    let found = lines.iter_mut().find_map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let wanted = object["channel"] == "/events" && object["event"] == number;
        wanted.then_some((line, object))
    });
    let (line, mut object) = found.expect("an event of this number");
    assert_ne!(object[key], value, "{line}");
    object[key] = value;
    *line = object.to_string();
}

#[test]
fn a_planted_event_is_found_with_its_number_and_both_versions() {
    for engine in [INLINE, ACTORS] {
        let mut lines = lines_of("oblot/gathering_positions");
        plant(&mut lines, 700, "x", serde_json::json!(40.25));
        let replayed = replay(&record_of(&lines).unwrap(), engine);
        let difference = replayed.difference.clone().expect("a difference");
        assert!(!replayed.agrees());
        assert_eq!(difference.number, 700);
        assert_eq!(replayed.events, 700);
        assert!(difference.left.contains("x=40.25"), "{difference:?}");
        assert!(!difference.right.contains("x=40.25"), "{difference:?}");
        assert!(difference.right.starts_with("time="), "{difference:?}");
    }
}

#[test]
fn the_least_change_of_any_event_is_found() {
    let original = lines_of("oblot/gathering_coincident");
    let events = original
        .iter()
        .filter(|l| l.contains("\"/events\""))
        .count() as u64;
    for number in (0..events).step_by(7).chain([events - 1]) {
        let mut lines = original.clone();
        let line = original
            .iter()
            .find(|l| l.starts_with(&format!("{{\"channel\":\"/events\",\"event\":{number},")));
        let event: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
        let time = event["time"].as_f64().unwrap().next_up();
        plant(&mut lines, number, "time", serde_json::json!(time));
        let replayed = replay(&record_of(&lines).unwrap(), INLINE);
        let found = replayed.difference.map(|difference| difference.number);
        assert_eq!(found, Some(number));
    }
}

#[test]
fn a_change_in_a_synchronous_round_shows_the_whole_round() {
    let mut lines = lines_of("oblot/gathering_fsync");
    let round = lines.iter().position(|line| line.contains("\"ROUND\""));
    let round = round.expect("a round");
    // The first robot of the first round: it has the number of its round.
    let robot = &mut lines[round + 1];
    assert!(robot.contains("\"light\":\"blue\""), "{robot}");
    *robot = robot.replace("\"light\":\"blue\"", "\"light\":\"red\"");
    let replayed = replay(&record_of(&lines).unwrap(), ACTORS);
    let difference = replayed.difference.expect("a difference");
    assert_eq!(difference.number, 0);
    // The round, and each of the forty robots.
    assert_eq!(difference.left.lines().count(), 41);
    assert_eq!(difference.right.lines().count(), 41);
}

#[test]
fn an_ending_that_was_changed_is_found_although_all_events_agree() {
    let mut lines = lines_of("oblot/limit_events");
    let last = lines.last_mut().unwrap();
    let mut ending: serde_json::Value = serde_json::from_str(last).unwrap();
    ending["end"] = "terminated".into();
    ending["digest"] = "0".repeat(32).into();
    *last = ending.to_string();
    let replayed = replay(&record_of(&lines).unwrap(), INLINE);
    assert_eq!(replayed.difference, None);
    let digest = "86a2fea3be8cb3592eb7d8c0e422eff3";
    assert_eq!(
        replayed.endings,
        [
            "end: recorded terminated, now events".to_owned(),
            format!("digest: recorded {}, now {digest}", "0".repeat(32)),
        ]
    );
}

#[test]
fn a_record_that_ends_too_early_or_too_late_is_found() {
    // The last event of the run is missing, and the ending hides it.
    let original = lines_of("oblot/gathering_coincident");
    let mut lines = original.clone();
    let last = lines.len() - 2;
    assert!(lines[last].contains("\"/events\""));
    lines.remove(last);
    let end = lines.last_mut().unwrap();
    *end = end.replace("\"events\":247", "\"events\":246");
    let replayed = replay(&record_of(&lines).unwrap(), INLINE);
    let difference = replayed.difference.expect("a difference");
    assert_eq!(difference.number, 246);
    assert_eq!(difference.left, "the record has ended");

    // An event too many.
    let mut lines = original;
    let extra = lines[last].replace("\"event\":246", "\"event\":247");
    lines.insert(last + 1, extra);
    let end = lines.last_mut().unwrap();
    *end = end.replace("\"events\":247", "\"events\":248");
    let replayed = replay(&record_of(&lines).unwrap(), INLINE);
    let difference = replayed.difference.expect("a difference");
    assert_eq!(difference.number, 247);
    assert_eq!(difference.right, "the run has ended: terminated");
}

#[test]
fn a_record_cut_anywhere_replays_as_far_as_it_goes() {
    let original = lines_of("oblot/gathering_coincident");
    for keep in [1, 2, 3, 10, original.len() - 1] {
        let record = record_of(&original[..keep]).unwrap();
        assert!(record.truncated);
        let replayed = replay(&record, ACTORS);
        assert!(
            replayed.agrees() && replayed.truncated,
            "{keep} lines: {replayed:?}"
        );
        assert_eq!(replayed.events, record.events);
    }
}

/// The scenario with what its robots perceive in its record.
fn with_percepts(scenario: &str) -> Study {
    let text = Shipped::named(scenario).study().about().text.clone();
    study_of(
        &text
            .replace("[record]\n", "[record]\npercepts = true\n")
            .replace("percepts = false\n", ""),
    )
}

#[test]
fn percepts_are_recorded_where_asked_for_and_change_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["oblot/gathering_numpy", "oblot/fault_mixed_fsync"] {
        let study = with_percepts(name);
        let [mcap, jsonl] = ["run.mcap", "run.jsonl"].map(|name| folder.path().join(name));
        round_trip(name, &study, [INLINE, ACTORS], &mcap);
        round_trip(name, &study, [ACTORS, INLINE], &jsonl);
        let record = Record::open(&mcap).unwrap();
        assert!(record.monitors().unwrap().count() > 50, "{name}");
        let run = Shipped::named(name).study().run(&RunOptions::on(INLINE));
        assert_eq!(record.ending.unwrap().digest, run.unwrap().digest, "{name}");
    }
}

#[test]
fn a_changed_percept_is_found_and_a_cut_record_of_percepts_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    record(&with_percepts("oblot/gathering_coincident"), INLINE, &path);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let percepts = (0..lines.len()).filter(|&line| lines[line].contains("\"percept\":"));
    let percepts: Vec<_> = percepts.collect();
    let line = percepts[percepts.len() / 2];
    let mut changed: serde_json::Value = serde_json::from_str(&lines[line]).unwrap();
    changed["value"]["percept"] = "0123456789abcdef".into();
    let mut planted = lines.clone();
    planted[line] = changed.to_string();
    let replayed = replay(&record_of(&planted).unwrap(), ACTORS);
    let difference = replayed.difference.expect("a difference");
    assert_eq!(changed["event"], difference.number);
    assert!(
        difference.left.contains("0123456789abcdef"),
        "{difference:?}"
    );
    // Cut before and after each of the first percepts.
    for cut in percepts.iter().take(6).flat_map(|line| [*line, line + 1]) {
        let replayed = replay(&record_of(&lines[..cut]).unwrap(), INLINE);
        assert!(replayed.agrees(), "{cut} lines: {replayed:?}");
    }
}

#[test]
fn a_record_made_by_another_version_is_refused() {
    let lines = lines_of("oblot/gathering_one_robot");
    let made_by = format!("\"formicary\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let mut other = lines.clone();
    other[0] = lines[0].replace(&made_by, "\"formicary\":\"99.0.0\"");
    let error = Study::of_record(&record_of(&other).unwrap()).unwrap_err();
    assert!(matches!(error, StudyError::Foreign { .. }), "{error}");
    assert!(error.to_string().contains("formicary 99.0.0"), "{error}");
    let mut other = lines;
    other[0] = other[0].replace("\"format\":1", "\"format\":2");
    let error = record_of(&other).unwrap_err();
    let expected = RecordError::OtherVersion {
        path: "run.jsonl".into(),
        found: 2,
        expected: 1,
    };
    assert_eq!(error, expected);
}

/// Small scenarios of every sort.
fn scenarios() -> impl Strategy<Value = String> {
    let scheduler = prop_oneof![
        (0.5..20.0).prop_map(|rate| format!("kind = 'async'\nrate = {rate:?}")),
        (0.0..2.0).prop_map(|gap| format!("kind = 'fsync'\ngap = {gap:?}")),
    ];
    let visualize = prop_oneof![
        Just("inf".to_owned()),
        (0.1..5.0).prop_map(|t| format!("{t:?}"))
    ];
    let radius = prop_oneof![
        Just("inf".to_owned()),
        (5.0..80.0).prop_map(|r| format!("{r:?}"))
    ];
    let fault = prop_oneof![
        Just("kind = 'crash'".to_owned()),
        (0.0..20.0).prop_map(|time| format!("kind = 'crash'\ntime = {time:?}")),
        (1u32..5).prop_map(|activation| format!("kind = 'crash'\nactivation = {activation}")),
        Just("kind = 'byzantine'".to_owned()),
        (0.0..=1.0).prop_map(|p| format!("kind = 'omission'\nprobability = {p:?}")),
        (0.05..=1.0).prop_map(|factor| format!("kind = 'delay'\nfactor = {factor:?}")),
        Just("kind = 'mixed'".to_owned()),
    ];
    let faults = prop::collection::vec((fault, 0usize..3), 0..3);
    let numbers = (any::<u64>(), 1usize..12, 0.0..5.0, any::<bool>());
    (numbers, scheduler, visualize, radius, faults).prop_map(
        |((seed, robots, speed, rigid), scheduler, visualize, radius, faults)| {
            let mut healthy = robots;
            let mut tables = String::new();
            for (fault, count) in faults {
                let count = count.min(healthy);
                healthy -= count;
                tables += &format!("[[faults]]\n{fault}\ncount = {count}\n");
            }
            format!(
                "model = 'oblot'\nseed = '{seed}'\n\
                 [swarm]\nalgorithm = 'gathering'\nrobots = {robots}\nspeed = {speed:?}\n\
                 [visibility]\nradius = {radius}\n\
                 [movement]\nrigid = {rigid}\n\
                 [scheduler]\n{scheduler}\nvisualize = {visualize}\n\
                 [limits]\ntime = 60.0\nevents = 500\n\
                 {tables}"
            )
        },
    )
}

proptest! {
    #![proptest_config(Config { cases: 48, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_small_run_is_the_same_on_both_engines_and_replays(text in scenarios()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mcap");
        let study = study_of(&text);
        let inline = study.run(&RunOptions::on(INLINE)).unwrap();
        prop_assert_eq!(&inline.error, &None);
        let actors = record(&study, Engine::Actors { threads: 2 }, &path);
        prop_assert_eq!(&inline.digest, &actors.digest);
        prop_assert_eq!(&inline.dice, &actors.dice);
        prop_assert_eq!(inline.end, actors.end);
        let record = Record::open(&path).unwrap();
        prop_assert_eq!(&record.header.resolved, &study.about().resolved);
        let replayed = replay(&record, INLINE);
        prop_assert!(replayed.agrees(), "{:?}", replayed);
        let checked = study_of(&study.about().text);
        let again = checked.run(&RunOptions::on(INLINE)).unwrap();
        prop_assert_eq!(again.digest, inline.digest);
    }
}
