//! Runs that do not come to their end.

use std::time::{Duration, Instant};

use super::*;

/// A dropped recorder leaves everything behind but the ending.
#[test]
fn dropped() {
    for name in ["x.mcap", "x.jsonl"] {
        let out = Shared::default();
        let format = Format::of(name.as_ref()).unwrap();
        let mut recorder = Recorder::to(format, name, Box::new(out.clone()), &header()).unwrap();
        for n in 0..5000 {
            recorder.event(&row(n)).unwrap();
        }
        drop(recorder);
        let record = Record::from_bytes(name, out.bytes()).unwrap();
        assert!(record.truncated);
        assert_eq!(record.events, 5000);
        assert_eq!(record.ending, None);
    }
}

/// Nobody finishes or drops the recorder of a killed process: what was recorded more than a second
/// ago must be readable all the same.
#[test]
fn killed() {
    for name in ["x.mcap", "x.jsonl"] {
        let out = Shared::default();
        let format = Format::of(name.as_ref()).unwrap();
        let mut recorder = Recorder::to(format, name, Box::new(out.clone()), &header()).unwrap();
        // The header is there from the beginning.
        assert_eq!(
            Record::from_bytes(name, out.bytes()).unwrap().header,
            header()
        );
        let begin = Instant::now();
        let mut n = 0;
        let mut early = 0;
        while begin.elapsed() < Duration::from_millis(1600) {
            recorder.event(&row(n)).unwrap();
            n += 1;
            if begin.elapsed() < Duration::from_millis(300) {
                early = n;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let record = Record::from_bytes(name, out.bytes()).unwrap();
        assert!(record.truncated);
        assert!(
            record.events >= early && early > 0,
            "{} of {early}",
            record.events
        );
        drop(recorder);
    }
}

/// A run that waits can have its events written before it does.
#[test]
fn flushed() {
    let out = Shared::default();
    let format = Format::of("x.mcap".as_ref()).unwrap();
    let mut recorder = Recorder::to(format, "x.mcap", Box::new(out.clone()), &header()).unwrap();
    recorder.event(&row(0)).unwrap();
    recorder.flush().unwrap();
    let begin = Instant::now();
    while Record::from_bytes("x.mcap", out.bytes()).unwrap().events == 0 {
        assert!(begin.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(1));
    }
}
