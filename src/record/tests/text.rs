//! What the text formats and the one-line form look like.

use super::*;

/// An event of one row, then a phase of two.
fn steps() -> Vec<Step> {
    let mut first = row(1);
    first[14..22].copy_from_slice(&[0xff; 8]);
    let mut phase = [row(2), row(2)].concat();
    phase[14..22].copy_from_slice(&f64::NEG_INFINITY.to_le_bytes());
    event_rows(&mut phase);
    vec![
        Step::Event(first),
        Step::Event(phase),
        Step::Frame(vec![[0.1, f32::NAN]]),
    ]
}

#[test]
fn jsonl() {
    let text = String::from_utf8(record("x.jsonl", &header(), &steps())).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn csv() {
    let text = String::from_utf8(record("x.csv", &header(), &steps())).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn lines_for_people() {
    let layout = layout();
    let mut row = row(1);
    assert_eq!(
        layout.line(&row),
        "time=0.3333333333333333 id=1 kind=LOOK code=0 x=1.0 big=0 far=0 count=0 flags=0"
    );
    row[12] = 9;
    row[13] = 0xff;
    row[14..22].copy_from_slice(&[0xff; 8]);
    assert_eq!(
        layout.line(&row),
        "time=0.3333333333333333 id=1 kind=9 code=lost big=0 far=0 count=0 flags=0"
    );
    assert_eq!(
        layout.line(&row[..13]),
        "time=0.3333333333333333 id=1 kind=9"
    );
}

#[test]
fn layouts_are_checked() {
    let wrong = |layout: Layout| layout.check().unwrap_err();
    let one = || Layout::new().column("a", ColumnKind::U8);
    assert_eq!(one().check(), Ok(()));
    assert!(wrong(Layout::new()).contains("1 to"));
    assert!(wrong(one().column("a", ColumnKind::U8)).contains("two columns are called `a`"));
    assert!(wrong(one().column("event", ColumnKind::U8)).contains("may not be called `event`"));
    assert!(wrong(one().words(&[(1, "x"), (2, "x")])).contains("the word `x` twice"));
    assert!(wrong(one().follower("b", 1)).contains("no column `b`"));
    assert!(wrong(one().follower("a", 0)).contains("takes a byte column and a bit"));
    let json = json!({ "row_bytes": 4, "columns": [{ "name": "a", "kind": "f64", "offset": 0 }] });
    let layout: Layout = serde_json::from_value(json).unwrap();
    assert!(wrong(layout).contains("does not lie within the row"));
}

/// The file describes itself to other tools: the layout is in the schema of `/events`.
#[test]
fn mcap_schemas() {
    let bytes = record("x.mcap", &header(), &steps());
    let summary = ::mcap::Summary::read(&bytes).unwrap().unwrap();
    let mut topics: Vec<_> = summary
        .channels
        .values()
        .map(|c| c.topic.as_str())
        .collect();
    topics.sort_unstable();
    assert_eq!(
        topics,
        ["/end", "/events", "/frames", "/inputs", "/monitors", "/run"]
    );
    let events = summary
        .channels
        .values()
        .find(|c| c.topic == "/events")
        .unwrap();
    let schema = events.schema.as_ref().unwrap();
    let schema: serde_json::Value = serde_json::from_slice(&schema.data).unwrap();
    let layout: Layout = serde_json::from_value(schema["layout"].clone()).unwrap();
    assert_eq!(layout, header().layout);
    let run = summary
        .channels
        .values()
        .find(|c| c.topic == "/run")
        .unwrap();
    let schema = run.schema.as_ref().unwrap();
    assert_eq!(schema.encoding, "jsonschema");
    let schema: serde_json::Value = serde_json::from_slice(&schema.data).unwrap();
    assert_eq!(schema["properties"]["seed"]["type"], "string");
}
