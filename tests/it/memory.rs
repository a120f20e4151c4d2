//! Records that are written into memory, without a thread.

use formicary::engine::Engine;
use formicary::model::End;
use formicary::record::Record;
use formicary::study::{RunOptions, Study, StudyError};

use crate::support::{Shipped, say, study_of};

const INLINE: Engine = Engine::Inline { threads: 1 };

/// The text of a record, and the record.
fn text_of(study: &Study, engine: Engine, until: Option<u64>) -> (String, Record) {
    let (run, text) = study.run_to_text(&RunOptions::on(engine), until).unwrap();
    assert!(run.record_error.is_none(), "{:?}", run.record_error);
    let record = Record::from_bytes("run.jsonl", text.clone().into_bytes()).unwrap();
    assert_eq!(record.events, run.events);
    (text, record)
}

#[test]
fn the_bytes_are_those_of_the_file_that_the_command_writes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, changes) in [
        ("oblot/monitor_diameter", &[][..]),
        ("oblot/gathering_fsync", &["--set", "record.percepts=true"]),
        ("oblot/limit_events", &[]),
        ("oblot/orders", &[]),
        ("oblot/gathering_numpy", &[]),
        ("amoebot/orders", &[]),
        ("amoebot/monitor_history", &[]),
        ("amoebot/scripted_conflict", &[]),
    ] {
        let shipped = Shipped::named(name);
        let file = shipped.path.to_str().unwrap();
        let path = folder.path().join("run.jsonl");
        let mut args = vec!["run", file, "--quiet", "--engine", "inline"];
        args.extend(["--record", path.to_str().unwrap()].iter().chain(changes));
        say(&args).code(0);
        let text = std::fs::read_to_string(&path).unwrap();
        let mut document = formicary::scenario::Document::read(file).unwrap();
        for change in changes.iter().filter(|change| change.contains('=')) {
            document.set(change).unwrap();
        }
        let study = Study::read(&document).unwrap();
        let (ours, record) = text_of(&study, INLINE, None);
        assert!(ours == text, "{name}: the record in memory is another one");
        let replayed = study.replay(&record, &RunOptions::on(INLINE)).unwrap();
        assert!(replayed.agrees(), "{name}: {replayed:?}");
    }
}

#[test]
fn the_file_that_a_scenario_names_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("named.jsonl");
    let text = format!(
        "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n[record]\nfile = {:?}\n",
        path.to_str().unwrap()
    );
    let study = study_of(&text);
    let mut options = RunOptions::on(INLINE);
    options.record.clone_from(&study.about().record.file);
    let (_, text) = study.run_to_text(&options, None).unwrap();
    assert!(text.starts_with("{\"channel\":\"/run\"") && text.ends_with("}\n"));
    assert!(!path.exists());
}

#[test]
fn a_record_up_to_an_event_is_that_of_a_run_that_was_stopped_there() {
    let study = Shipped::named("oblot/orders").study();
    let (whole, _) = text_of(&study, INLINE, None);
    for until in [0, 1, 30, 31, 33, 250] {
        let (text, record) = text_of(&study, INLINE, Some(until));
        let ending = record.ending.as_ref().unwrap();
        assert_eq!((record.events, ending.end.as_str()), (until, "interrupted"));
        let events = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.contains("/events"));
            lines.take(until as usize).map(str::to_owned).collect()
        };
        assert_eq!(events(&text), events(&whole), "{until}");
        let again = Study::of_record(&record).unwrap();
        let options = RunOptions::on(Engine::Actors { threads: 2 });
        let replayed = again.replay(&record, &options).unwrap();
        assert!(replayed.agrees(), "{until}: {replayed:?}");
    }
    // A run that ends before is recorded whole.
    let (text, record) = text_of(&study, INLINE, Some(u64::MAX / 2));
    assert_eq!(record.ending.unwrap().end, End::Stalled.name());
    assert!(text == whole);
}

#[test]
fn the_wall_clock_needs_a_file() {
    let text = "model = 'oblot'\n[swarm]\nrobots = 3\nalgorithm = 'gathering'\n\
                [clock]\nkind = 'wall'\n";
    let options = RunOptions::on(Engine::Actors { threads: 1 });
    let refused = study_of(text).run_to_text(&options, None);
    assert!(matches!(refused, Err(StudyError::WallClock { .. })));
}
