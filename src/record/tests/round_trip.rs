//! What goes in comes out.

use super::*;

fn check(name: &str, header: &Header, steps: &[Step]) {
    let bytes = record(name, header, steps);
    let record = Record::from_bytes(name, bytes).unwrap();
    let events = events_of(steps);
    assert_eq!(record.header, *header);
    assert_eq!(events_in(&record), events);
    assert_eq!(operations_in(&record), operations_of(header, &events));
    assert_eq!(record.events, events.len() as u64);
    assert_eq!(
        record.rows as usize,
        events.iter().map(Vec::len).sum::<usize>() / (FLAGS + 1)
    );
    assert_eq!(record.ending, Some(ending(record.events)));
    assert!(!record.truncated);

    let mut event = 0;
    let (mut inputs, mut monitors, mut frames) = (Vec::new(), Vec::new(), Vec::new());
    for step in steps.iter().cloned() {
        let time = event as f64;
        match step {
            Step::Event(_) => event += 1,
            Step::Input(input) => inputs.push(InputLine {
                before: event,
                time,
                input,
            }),
            Step::Monitor(value) => monitors.push(MonitorLine { event, time, value }),
            Step::Frame(positions) => frames.push(Frame {
                event,
                time,
                positions,
            }),
            Step::Flush => {}
        }
    }
    assert_eq!(record.inputs, inputs);
    assert_eq!(
        record
            .monitors()
            .unwrap()
            .collect::<Result<Vec<_>, _>>()
            .unwrap(),
        monitors
    );
    let found = record
        .frames()
        .unwrap()
        .collect::<Result<Vec<_>, _>>()
        .unwrap();
    // NaN does not equal itself; its text does.
    assert_eq!(format!("{found:?}"), format!("{frames:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn everything_survives_mcap(header in any_header(), steps in prop::collection::vec(any_step(), 0..60)) {
        check("x.mcap", &header, &steps);
    }

    #[test]
    fn everything_survives_jsonl(header in any_header(), steps in prop::collection::vec(any_step(), 0..60)) {
        check("x.jsonl", &header, &steps);
    }
}

/// More events than a batch holds, and a phase of more bytes than a batch.
#[test]
fn many_batches() {
    let steps = |events: u64, robots: u64| -> Vec<Step> {
        let mut phase: Vec<u8> = (0..robots).flat_map(row).collect();
        event_rows(&mut phase);
        let rows = (0..events)
            .map(row)
            .chain([phase])
            .chain((0..events).map(row));
        rows.map(Step::Event).collect()
    };
    for header in [header(), operated()] {
        check("x.mcap", &header, &steps(5000, 30_000));
        check("x.jsonl", &header, &steps(3000, 2000));
    }
}

/// A file on disk is the same as a record in memory, and can be read more than once.
#[test]
fn on_disk() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.mcap", "x.jsonl", "X.MCAP"] {
        let path = folder.path().join(name);
        let mut recorder = Recorder::create(&path, &header()).unwrap();
        for n in 0..5000 {
            recorder.event(&row(n)).unwrap();
        }
        let summary = recorder.finish(ending(5000)).unwrap();
        assert_eq!(summary.bytes, std::fs::metadata(&path).unwrap().len());
        assert_eq!((summary.events, summary.rows), (5000, 5000));
        let record = Record::open(&path).unwrap();
        assert_eq!(events_in(&record), events_in(&record));
        assert_eq!(record.path(), path);
        assert!(record.batches().unwrap().count() >= 2);
    }
}

/// The numbers of events and rows differ in a batch with a phase.
#[test]
fn events_and_rows_are_counted_apart() {
    let mut phase = [row(1), row(1), row(1)].concat();
    event_rows(&mut phase);
    let steps = [Step::Event(row(0)), Step::Event(phase), Step::Event(row(2))];
    let record = Record::from_bytes("x.mcap", record("x.mcap", &header(), &steps)).unwrap();
    assert_eq!((record.events, record.rows), (3, 5));
    let batch = record.batches().unwrap().next().unwrap().unwrap();
    assert_eq!(
        (batch.first, batch.events, batch.rows(record.layout()).len()),
        (0, 3, 5)
    );
}
