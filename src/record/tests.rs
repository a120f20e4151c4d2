//! Tests of the record as a whole. What is about one file only is tested there.

mod damage;
mod interruption;
mod operations;
mod round_trip;
mod text;
mod trouble;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// A layout with every kind of column, with words and with followers.
fn layout() -> Layout {
    Layout::new()
        .column("time", ColumnKind::F64)
        .column("id", ColumnKind::I32)
        .column("kind", ColumnKind::U8)
        .words(&[(0, "CRASH"), (1, "LOOK"), (2, "MOVE")])
        .column("code", ColumnKind::I8)
        .words(&[(-1, "lost")])
        .column("x", ColumnKind::F64)
        .column("big", ColumnKind::U64)
        .column("far", ColumnKind::I64)
        .column("count", ColumnKind::U32)
        .column("flags", ColumnKind::U8)
        .follower("flags", 0x80)
}

const FLAGS: usize = 8 + 4 + 1 + 1 + 8 + 8 + 8 + 4;

fn header() -> Header {
    Header {
        format: FORMAT_VERSION,
        formicary: "0.1.0".to_owned(),
        model: "oblot".to_owned(),
        scenario: "test".to_owned(),
        resolved: json!({ "swarm": { "robots": 3 } }),
        seed: "18446744073709551615".to_owned(),
        rng: "chacha8".to_owned(),
        engine: "inline".to_owned(),
        threads: 1,
        forced: false,
        layout: layout(),
        operations: None,
        extra: serde_json::Map::new(),
    }
}

/// The same layout of rows in a run whose order reality decided: operations with one more column of
/// each kind of number.
fn operated() -> Header {
    let layout = Layout::operations()
        .words(&[(0, "CRASH"), (1, "LOOK"), (2, "MOVE")])
        .column("code", ColumnKind::I8)
        .column("x", ColumnKind::F64)
        .column("until", ColumnKind::U32);
    Header {
        operations: Some(layout),
        ..header()
    }
}

/// The operation of an event, with the bytes of the event in the columns of the model.
fn operation(number: u64, rows: &[u8]) -> Vec<u8> {
    let mut row = number.to_le_bytes().to_vec();
    row.extend((number as f64 + 0.5).to_le_bytes());
    row.extend(&rows[..FLAGS.min(8 + 4 + 1 + 1 + 8 + 4)]);
    row.resize(8 + 8 + 8 + 4 + 1 + 1 + 8 + 4, 0);
    row
}

fn ending(events: u64) -> Ending {
    Ending {
        end: "terminated".to_owned(),
        time: 0.1 + 0.2,
        events,
        digest: "00ff".to_owned(),
        dice: None,
        error: None,
        summary: json!({ "robots": 3 }),
    }
}

/// The rows of one event: any bytes, with the follower bit where it belongs.
fn event_rows(rows: &mut [u8]) {
    for (i, row) in rows.chunks_mut(FLAGS + 1).enumerate() {
        row[FLAGS] = if i == 0 {
            row[FLAGS] & 0x7f
        } else {
            row[FLAGS] | 0x80
        };
    }
}

/// A row with recognisable contents.
fn row(n: u64) -> Vec<u8> {
    let mut row = vec![0; FLAGS + 1];
    row[..8].copy_from_slice(&(n as f64 / 3.0).to_le_bytes());
    row[8..12].copy_from_slice(&(n as i32 % 50).to_le_bytes());
    row[12] = (n % 3) as u8;
    row[14..22].copy_from_slice(&(n as f64).sqrt().to_le_bytes());
    row
}

/// Everything that a run hands to its recorder.
#[derive(Debug, Clone)]
enum Step {
    Event(Vec<u8>),
    Input(serde_json::Value),
    Monitor(serde_json::Value),
    Frame(Vec<[f32; 2]>),
    Flush,
}

/// Any JSON value, not too deep.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        finite().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<serde_json::Value>()),
        ]
    })
}

/// Any finite number, of any magnitude.
fn finite() -> impl Strategy<Value = f64> {
    any::<u64>()
        .prop_map(f64::from_bits)
        .prop_filter("finite", |number| number.is_finite())
}

fn any_header() -> impl Strategy<Value = Header> {
    let names = (any::<String>(), any::<String>(), any::<String>());
    let rest = (any_json(), any::<u64>(), any::<u32>(), any::<bool>());
    let extra = prop::collection::btree_map(any::<String>(), any_json(), 0..3);
    (names, rest, extra, any::<bool>()).prop_map(
        |((scenario, rng, engine), (resolved, seed, threads, forced), extra, wall)| {
            let seed = seed.to_string();
            let extra = extra.into_iter().collect();
            Header {
                scenario,
                resolved,
                seed,
                rng,
                engine,
                threads,
                forced,
                extra,
                ..if wall { operated() } else { header() }
            }
        },
    )
}

fn any_step() -> impl Strategy<Value = Step> {
    let event = (1_usize..4)
        .prop_flat_map(|rows| prop::collection::vec(any::<u8>(), rows * (FLAGS + 1)))
        .prop_map(|mut rows| {
            event_rows(&mut rows);
            Step::Event(rows)
        });
    let coordinate = || any::<u32>().prop_map(|bits| f32::from_bits(bits).clamp(-1e30, 1e30));
    let positions = prop::collection::vec([coordinate(), coordinate()], 0..5);
    prop_oneof![
        8 => event,
        1 => any_json().prop_map(Step::Input),
        1 => any_json().prop_map(Step::Monitor),
        1 => positions.prop_map(Step::Frame),
        1 => Just(Step::Flush),
    ]
}

/// A place to record into that the test can look at.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Records `steps` under a name whose extension chooses the format. Each event is at a time of its
/// own number.
fn record(name: &str, header: &Header, steps: &[Step]) -> Vec<u8> {
    let out = Shared::default();
    let format = Format::of(name.as_ref()).unwrap();
    let mut recorder = Recorder::to(format, name, Box::new(out.clone()), header).unwrap();
    for step in steps {
        let event = recorder.events();
        let time = event as f64;
        match step.clone() {
            Step::Event(rows) => {
                if header.operations.is_some() {
                    recorder.operation(&operation(event, &rows)).unwrap();
                }
                recorder.event(&rows).unwrap();
            }
            Step::Input(input) => recorder
                .input(InputLine {
                    before: event,
                    time,
                    input,
                })
                .unwrap(),
            Step::Monitor(value) => {
                recorder
                    .monitor(MonitorLine { event, time, value })
                    .unwrap();
            }
            Step::Frame(positions) => recorder
                .frame(Frame {
                    event,
                    time,
                    positions,
                })
                .unwrap(),
            Step::Flush => recorder.flush().unwrap(),
        }
    }
    let events = recorder.events();
    recorder.finish(ending(events)).unwrap();
    out.bytes()
}

/// The events of `steps`, each with all its rows.
fn events_of(steps: &[Step]) -> Vec<Vec<u8>> {
    let rows = steps.iter().filter_map(|step| match step {
        Step::Event(rows) => Some(rows.clone()),
        _ => None,
    });
    rows.collect()
}

/// The operations of a record, in the order of their numbers.
fn operations_in(record: &Record) -> Vec<Vec<u8>> {
    let mut operations = Vec::new();
    for batch in record.operations().unwrap() {
        let batch = batch.unwrap();
        assert_eq!(batch.first, operations.len() as u64);
        let layout = record.header.operations.as_ref().unwrap();
        operations.extend(batch.rows(layout).map(<[u8]>::to_vec));
        assert_eq!(
            batch.first + u64::from(batch.events),
            operations.len() as u64
        );
    }
    operations
}

/// The operations that belong to these events, where the header has any.
fn operations_of(header: &Header, events: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let numbered = (0..).zip(events).filter(|_| header.operations.is_some());
    numbered.map(|(n, rows)| operation(n, rows)).collect()
}

/// The events of a record, each with all its rows, in the order of their numbers.
fn events_in(record: &Record) -> Vec<Vec<u8>> {
    let mut events = Vec::new();
    for batch in record.batches().unwrap() {
        for (number, rows) in batch.unwrap().events(record.layout()) {
            assert_eq!(number, events.len() as u64);
            events.push(rows.to_vec());
        }
    }
    events
}
