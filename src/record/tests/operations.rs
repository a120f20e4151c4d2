//! Operations: the order of events, where reality decided it.

use super::*;

const NAMES: [&str; 2] = ["x.mcap", "x.jsonl"];

/// A recorder into memory.
fn recorder(name: &str, header: &Header) -> (Recorder, Shared) {
    let out = Shared::default();
    let format = Format::of(name.as_ref()).unwrap();
    let recorder = Recorder::to(format, name, Box::new(out.clone()), header).unwrap();
    (recorder, out)
}

/// A synchronous phase of so many rows.
fn phase(rows: u64) -> Vec<u8> {
    let mut phase: Vec<u8> = (0..rows).flat_map(row).collect();
    event_rows(&mut phase);
    phase
}

/// The lines of a text record without the header, changed by `change`, as a record.
fn changed(steps: &[Step], change: impl FnOnce(&mut Vec<String>)) -> Result<Record, RecordError> {
    let text = String::from_utf8(record("x.jsonl", &operated(), steps)).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    Record::from_bytes("x.jsonl", (lines.join("\n") + "\n").into_bytes())
}

/// A change of the lines of a record.
type Change<'a> = &'a dyn Fn(&mut Vec<String>);

fn three() -> Vec<Step> {
    (0..3).map(|n| Step::Event(row(n))).collect()
}

#[test]
fn as_text() {
    let mut steps = three();
    steps.insert(2, Step::Input(json!("stop")));
    let text = String::from_utf8(record("x.jsonl", &operated(), &steps)).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// A table holds the events only.
#[test]
fn a_table_passes_over_them() {
    let table = |header: &Header| record("x.csv", header, &three());
    assert_eq!(table(&operated()), table(&header()));
}

/// The virtual clock leaves no word of operations, so its records are as they were.
#[test]
fn a_run_without_them_says_nothing_of_them() {
    let text = String::from_utf8(record("x.jsonl", &header(), &three())).unwrap();
    assert!(!text.contains("operations") && !text.contains("/inputs"));
    let record = Record::from_bytes("x.jsonl", text.into_bytes()).unwrap();
    assert_eq!(record.header.operations, None);
    assert_eq!(record.operations().unwrap().count(), 0);
}

/// Two channels of one name: one for what came from outside as text, one for the operations.
#[test]
fn the_file_says_how_they_are_laid_out() {
    let mut steps = three();
    steps.insert(1, Step::Input(json!("stop")));
    let bytes = record("x.mcap", &operated(), &steps);
    let summary = ::mcap::Summary::read(&bytes).unwrap().unwrap();
    let of = |encoding: &str| {
        let mut channels = summary.channels.values();
        let found = channels.find(|c| c.topic == "/inputs" && c.message_encoding == encoding);
        found.unwrap().schema.clone().unwrap()
    };
    let schema = of("formicary-packed");
    assert_eq!(
        (schema.name.as_str(), schema.encoding.as_str()),
        ("formicary.Operations", "formicary-layout")
    );
    let schema: serde_json::Value = serde_json::from_slice(&schema.data).unwrap();
    let layout: Layout = serde_json::from_value(schema["layout"].clone()).unwrap();
    assert_eq!(Some(layout), operated().operations);
    assert_eq!(of("json").name, "formicary.Input");
    // Tools order messages by the stamp of the first operation.
    let messages = ::mcap::MessageStream::new(&bytes).unwrap();
    let packed = messages
        .map(Result::unwrap)
        .find(|m| m.channel.topic == "/inputs" && m.channel.message_encoding != "json");
    assert_eq!(packed.unwrap().log_time, 500_000_000);
}

/// What the file holds, message by message, of one parcel.
fn order(name: &str, header: &Header) -> Vec<String> {
    let (mut recorder, out) = recorder(name, header);
    recorder.operation(&operation(0, &row(0))).unwrap();
    recorder.event(&row(0)).unwrap();
    let line = InputLine {
        before: 1,
        time: 0.0,
        input: json!(1),
    };
    recorder.input(line).unwrap();
    recorder.operation(&operation(1, &row(1))).unwrap();
    recorder.event(&row(1)).unwrap();
    recorder.finish(ending(2)).unwrap();
    let mut order = Vec::new();
    if name == "x.jsonl" {
        for line in String::from_utf8(out.bytes()).unwrap().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let number = line.get("event").map_or(String::new(), |n| n.to_string());
            order.push(format!("{}{number}", line["channel"].as_str().unwrap()));
        }
    } else {
        for message in ::mcap::MessageStream::new(&out.bytes()).unwrap() {
            let message = message.unwrap();
            let packed = message.channel.message_encoding != "json";
            let mark = if packed { "*" } else { "" };
            order.push(format!("{}{mark}", message.channel.topic));
        }
    }
    order
}

#[test]
fn inputs_stand_before_operations_and_these_before_events() {
    assert_eq!(
        order("x.mcap", &operated()),
        ["/run", "/inputs", "/inputs*", "/events*", "/end"]
    );
    assert_eq!(
        order("x.jsonl", &operated()),
        [
            "/run", "/inputs0", "/events0", "/inputs", "/inputs1", "/events1", "/end"
        ]
    );
}

/// A phase that does not fit into the present parcel goes with the next; its operation has gone
/// ahead.
#[test]
fn an_operation_may_go_ahead_of_its_event() {
    for name in NAMES {
        let header = operated();
        let (mut recorder, out) = recorder(name, &header);
        // Some rows, then twice as many as a batch takes.
        let events = [row(0), phase(20_000), phase(20_000), row(3)];
        for (n, rows) in (0..).zip(&events) {
            recorder.operation(&operation(n, rows)).unwrap();
            recorder.event(rows).unwrap();
        }
        recorder.finish(ending(4)).unwrap();
        let record = Record::from_bytes(name, out.bytes()).unwrap();
        assert_eq!(events_in(&record), events);
        assert_eq!(operations_in(&record), operations_of(&header, &events));
    }
}

/// An operation whose event never came is passed over, in a cut record and in a complete one.
#[test]
fn a_surplus_is_passed_over() {
    for name in NAMES {
        for complete in [false, true] {
            let (mut recorder, out) = recorder(name, &operated());
            for n in 0..5000 {
                recorder.operation(&operation(n, &row(n))).unwrap();
                recorder.event(&row(n)).unwrap();
            }
            recorder.operation(&operation(5000, &row(5000))).unwrap();
            if complete {
                recorder.finish(ending(5000)).unwrap();
            } else {
                drop(recorder);
            }
            let record = Record::from_bytes(name, out.bytes()).unwrap();
            assert_eq!((record.events, record.truncated), (5000, !complete));
            assert_eq!(operations_in(&record).len(), 5000);
        }
    }
}

/// After a cut within the operations of a batch none of its events is there, and none of them is
/// seen.
#[test]
fn a_cut_between_operations_and_events() {
    let cut = |lines: usize| changed(&three(), |all| all.truncate(lines)).unwrap();
    for (lines, events) in [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2), (7, 3)] {
        let record = cut(lines);
        assert_eq!(record.events, events, "{lines} lines");
        assert_eq!(operations_in(&record).len() as u64, events, "{lines} lines");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let (mut recorder, _) = recorder("x.mcap", &operated());
    let refused = |result: Result<(), RecordError>, words: &str| {
        let error = result.unwrap_err();
        assert!(matches!(error, RecordError::Misfit { .. }), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    };
    let good = operation(0, &row(0));
    refused(
        recorder.event(&row(0)),
        "event 0, whose operation is missing",
    );
    refused(
        recorder.operation(&good[1..]),
        "41 bytes that are not one operation",
    );
    refused(
        recorder.operation(&operation(1, &row(0))),
        "operation 1, where event 0 is next and 0 operations are there",
    );
    let mut endless = good.clone();
    endless[8..16].copy_from_slice(&f64::NAN.to_le_bytes());
    refused(
        recorder.operation(&endless),
        "operation 0, whose stamp is not finite",
    );
    endless[8..16].copy_from_slice(&[0xff; 8]);
    refused(
        recorder.operation(&endless),
        "operation 0, whose stamp is not finite",
    );
    recorder.operation(&good).unwrap();
    refused(
        recorder.operation(&good),
        "operation 0, where event 0 is next and 1 operations are there",
    );
    refused(recorder.event(&row(0)[1..]), "not the rows of one event");
    recorder.event(&row(0)).unwrap();
    refused(
        recorder.event(&row(1)),
        "event 1, whose operation is missing",
    );
    refused(
        recorder.event(&phase(2)),
        "event 1, whose operation is missing",
    );
    recorder.finish(ending(1)).unwrap();

    let (mut without, _) = self::recorder("x.mcap", &header());
    refused(
        without.operation(&good),
        "an operation, in a record without them",
    );
}

#[test]
fn damage_is_named() {
    let error = |change: Change<'_>| {
        let error = changed(&three(), |lines| change(lines)).unwrap_err();
        assert!(matches!(error, RecordError::Damaged { .. }), "{error}");
        error.to_string()
    };
    // Line 1 is the header, lines 2 to 4 are the operations, 5 to 7 the events.
    let replace = |line: usize, old: &'static str, new: &'static str| {
        move |lines: &mut Vec<String>| {
            assert!(lines[line - 1].contains(old), "{}", lines[line - 1]);
            lines[line - 1] = lines[line - 1].replacen(old, new, 1);
        }
    };
    let cases: [(Change<'_>, &str); 9] = [
        (
            &|lines| drop(lines.remove(2)),
            "in line 3: operation 2 does not follow on operation 0",
        ),
        (
            &|lines| drop(lines.remove(1)),
            "operation 1 stands where operation 0 must",
        ),
        (&|lines| drop(lines.remove(3)), "event 2 has no operation"),
        (&|lines| drop(lines.drain(1..4)), "event 0 has no operation"),
        (
            &|lines| {
                let operation = lines[3].replace(":2,", ":3,");
                let another = operation.replace(":3,", ":4,");
                lines.splice(4..4, [operation, another]);
            },
            "the run had 3 events, and the record holds 5 operations",
        ),
        (
            &replace(3, "\"seq\":1", "\"seq\":7"),
            "operation 1 says it is operation 7",
        ),
        (&replace(3, "\"until\"", "\"untie\""), "there is no `until`"),
        (
            &replace(3, "\"due\":0.", "\"due\":true,\"e\":0."),
            "`due` cannot be true",
        ),
        (
            &replace(1, "\"operations\":", "\"others\":"),
            "there are operations, and the header does not say how they are laid out",
        ),
    ];
    for (change, words) in cases {
        let error = error(change);
        assert!(error.contains(words), "{error}\n{words}");
    }
    let error = error(&replace(1, "\"name\":\"seq\"", "\"name\":\"number\""));
    assert!(
        error.contains("column 1 of an operation must be `seq` (U64) at byte 0"),
        "{error}"
    );
}

/// The packed form says how many rows it holds, and of which length they are.
#[test]
fn packed_rows_of_another_length() {
    let layout = operated().operations.unwrap();
    let rows = [operation(0, &row(0)), operation(1, &row(1))].concat();
    let batch = Batch {
        first: 0,
        events: 2,
        rows,
    };
    let mut bytes = Vec::new();
    packed::put_batch(&mut bytes, &batch, 2);
    assert_eq!(packed::take_batch(&bytes, &layout), Ok(batch));
    for length in 0..bytes.len() {
        assert!(packed::take_batch(&bytes[..length], &layout).is_err());
    }
    let longer = layout.column("more", ColumnKind::U8);
    let error = packed::take_batch(&bytes, &longer).unwrap_err();
    assert_eq!(error, "a batch says 2 rows and holds 84 bytes of rows");
}

#[test]
fn layouts_of_operations_are_checked() {
    assert_eq!(operated().operations.unwrap().check_operations(), Ok(()));
    assert_eq!(Layout::operations().check_operations(), Ok(()));
    let wrong = |layout: Layout| layout.check_operations().unwrap_err();
    assert!(wrong(Layout::new()).contains("1 to"));
    assert_eq!(
        wrong(layout()),
        "an operation has no further rows, so it needs no `follower`"
    );
    let short = Layout::new()
        .column("seq", ColumnKind::U64)
        .column("stamp", ColumnKind::F64);
    assert_eq!(
        wrong(short.clone()),
        "column 3 of an operation must be `due` (F64) at byte 16"
    );
    let other = short
        .column("due", ColumnKind::F64)
        .column("id", ColumnKind::U32)
        .column("kind", ColumnKind::U8);
    assert_eq!(
        wrong(other),
        "column 4 of an operation must be `id` (I32) at byte 24"
    );
    let header = Header {
        operations: Some(layout()),
        ..header()
    };
    let error = Recorder::create("x.mcap", &header).unwrap_err();
    assert!(matches!(error, RecordError::Misfit { .. }), "{error}");
}
