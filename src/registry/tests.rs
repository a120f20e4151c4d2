use serde_json::json;

use super::{
    Choice, Entry, Facts, Kind, Parameter, Table, check, check_table, describe, erase, find,
    scenarios, to_json, without_links,
};

impl Facts for u8 {}

const COUNT: Parameter = Parameter {
    name: "count",
    kind: Kind::Whole,
    default: None,
    range: "of at least 1",
    summary: "how many robots crash",
};

const CRASH: Entry<u8> = Entry {
    name: "crash",
    summary: "Robots stop for ever",
    help: "Some robots crash at a moment.\n\nSource: folklore.",
    parameters: &[
        COUNT,
        Parameter {
            name: "when",
            kind: Kind::Word(&["start", "random"]),
            default: Some("\"start\""),
            range: "",
            summary: "when they crash",
        },
    ],
    build: 1,
};

const OMISSION: Entry<u8> = Entry {
    name: "omission",
    summary: "Robots miss movements",
    help: "A robot may stay where it is.",
    parameters: &[],
    build: 2,
};

static FAULTS: [Entry<u8>; 2] = [CRASH, OMISSION];

#[test]
fn entries_are_found_by_name() {
    assert_eq!(find(&FAULTS, "omission").map(|entry| entry.build), Some(2));
    assert!(find(&FAULTS, "omissions").is_none());
}

#[test]
fn the_list_is_aligned() {
    insta::assert_snapshot!(describe(&FAULTS, None), @"
    crash     Robots stop for ever
    omission  Robots miss movements
    ");
    assert_eq!(describe::<u8>(&[], Some(80)), "");
}

#[test]
fn the_long_list_says_all() {
    insta::assert_snapshot!(describe(&FAULTS, Some(80)), @r#"
    crash     Robots stop for ever
        Some robots crash at a moment.

        Source: folklore.

        count  whole number of at least 1 (required)  how many robots crash
        when   start | random (default "start")       when they crash

    omission  Robots miss movements
        A robot may stay where it is.
    "#);
}

#[test]
fn json_says_all() {
    let json = to_json(&FAULTS);
    assert_eq!(json[1]["name"], "omission");
    insta::assert_snapshot!(json[0], @r#"{"name":"crash","summary":"Robots stop for ever","help":"Some robots crash at a moment.\n\nSource: folklore.","parameters":[{"name":"count","kind":"whole number","range":"of at least 1","default":null,"summary":"how many robots crash","schema":{"type":"integer","minimum":1}},{"name":"when","kind":"start | random","range":"","default":"\"start\"","summary":"when they crash","schema":{"enum":["start","random"]}}]}"#);
}

#[test]
fn a_good_registry_passes() {
    assert_eq!(check(&FAULTS), Ok(()));
    assert_eq!(check::<u8>(&[]), Ok(()));
}

#[test]
fn a_bad_registry_is_told_why() {
    let bad = |entries: &[Entry<u8>]| check(entries).unwrap_err();
    insta::assert_snapshot!(bad(&[OMISSION, CRASH]), @"crash has to stand before omission, and only once");
    insta::assert_snapshot!(bad(&[CRASH, CRASH]), @"crash has to stand before crash, and only once");
    insta::assert_snapshot!(bad(&[Entry { name: "Crash", ..CRASH }]), @r#""Crash" is not a lower-case word with underscores"#);
    insta::assert_snapshot!(bad(&[Entry { name: "", ..CRASH }]), @r#""" is not a lower-case word with underscores"#);
    insta::assert_snapshot!(bad(&[Entry { summary: "", ..CRASH }]), @"crash has no summary");
    insta::assert_snapshot!(bad(&[Entry { summary: "One.", ..CRASH }]), @"the summary of crash ends with a full stop");
    insta::assert_snapshot!(bad(&[Entry { summary: "One\ntwo", ..CRASH }]), @"the summary of crash has more than one line");
    insta::assert_snapshot!(bad(&[Entry { help: " ", ..CRASH }]), @"crash has no help");
    insta::assert_snapshot!(bad(&[Entry { parameters: &[COUNT, COUNT], ..CRASH }]), @"crash.count is there twice");
    let unsaid = &[Parameter {
        summary: "",
        ..COUNT
    }];
    insta::assert_snapshot!(bad(&[Entry { parameters: unsaid, ..CRASH }]), @"crash.count has no summary");
}

#[test]
fn the_long_list_keeps_to_a_width() {
    let entry = Entry {
        help: "A robot stays where it is, for as long as it likes.\n\n  Indented, and kept so.",
        ..CRASH
    };
    insta::assert_snapshot!(describe(&[entry], Some(40)), @r#"
    crash  Robots stop for ever
        A robot stays where it is, for as
        long as it likes.

          Indented, and kept so.

        count  whole number of at least 1
               (required)
            how many robots crash
        when   start | random (default
               "start")
            when they crash
    "#);
    // A word that is wider than the line stays whole.
    let entry = Entry {
        help: "Otorhinolaryngology helps.",
        parameters: &[],
        ..CRASH
    };
    insta::assert_snapshot!(describe(&[entry], Some(10)), @r"
    crash  Robots stop for ever
        Otorhinolaryngology
        helps.
    ");
}

#[test]
fn ranges_become_limits() {
    let schema = |kind, range| Parameter::line("x", kind, None, range, "x").to_schema();
    let number = |range| schema(Kind::Number, range);
    assert_eq!(number(""), json!({ "type": "number" }));
    assert_eq!(
        number("above 0"),
        json!({ "type": "number", "exclusiveMinimum": 0 })
    );
    assert_eq!(
        number("above 0 and at most 1"),
        json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 })
    );
    assert_eq!(
        number("of at least 0.5 and below 2"),
        json!({ "type": "number", "minimum": 0.5, "exclusiveMaximum": 2 })
    );
    assert_eq!(
        number("between 1e-9 and 1e9"),
        json!({ "type": "number", "minimum": 1e-9, "maximum": 1e9 })
    );
    assert_eq!(
        number("of at least 0, or inf"),
        json!({ "anyOf": [{ "type": "number", "minimum": 0 }, { "enum": ["inf", null] }] })
    );
    assert_eq!(
        schema(Kind::Whole, "from 1 to 10,000,000"),
        json!({ "type": "integer", "minimum": 1, "maximum": 10_000_000 })
    );
    assert_eq!(
        schema(Kind::Numbers, "one number above 0 per robot"),
        json!({ "type": "array", "items": { "type": "number", "exclusiveMinimum": 0 } })
    );
    assert_eq!(
        schema(Kind::Wholes, "each once"),
        json!({ "type": "array", "items": { "type": "integer" }, "uniqueItems": true })
    );
    assert_eq!(
        schema(Kind::Text, "of 32 hexadecimal digits"),
        json!({ "type": "string", "pattern": "^[0-9a-fA-F]{32}$" })
    );
    assert_eq!(
        number("above `time`, or `inf`"),
        json!({ "anyOf": [{ "type": "number" }, { "enum": ["inf", null] }] })
    );
    // Words that set no limit, or none that is a number.
    for words in [
        "one point per robot",
        "at most the radius",
        "above",
        "between 3",
    ] {
        assert_eq!(number(words), json!({ "type": "number" }), "{words}");
    }
    assert_eq!(schema(Kind::Truth, ""), json!({ "type": "boolean" }));
    assert_eq!(schema(Kind::Name, ""), json!({ "type": "string" }));
    let point = json!({
        "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2,
    });
    assert_eq!(schema(Kind::Point, ""), point);
    assert_eq!(
        schema(Kind::Points, ""),
        json!({ "type": "array", "items": point })
    );
}

const TABLE: Table = Table {
    name: "faults",
    repeated: true,
    summary: "what fails",
    keys: &[
        &[Parameter::line(
            "kind",
            Kind::Name,
            None,
            "",
            "what goes wrong",
        )],
        &[
            Parameter::line(
                "robots",
                Kind::Wholes,
                Some("required without all"),
                "",
                "who",
            ),
            Parameter::line(
                "all",
                Kind::Truth,
                Some("in place of robots"),
                "",
                "whether all",
            ),
        ],
    ],
    choices: &[Choice {
        key: "kind",
        entries: || erase(&FAULTS),
    }],
    inner: &[],
};

#[test]
fn a_table_becomes_a_schema_that_knows_its_entries() {
    let schema = scenarios(&[TABLE], &[]);
    insta::assert_snapshot!(format!("{schema:#}"));
}

#[test]
fn a_bad_table_is_told_why() {
    assert_eq!(check_table(&TABLE), Ok(()));
    let bad = |table: Table| check_table(&table).unwrap_err();
    let keys = |keys| Table { keys, ..TABLE };
    insta::assert_snapshot!(bad(Table { summary: "", ..TABLE }), @"faults has no summary");
    insta::assert_snapshot!(bad(Table { choices: &[], ..TABLE }), @"faults.kind is either a name or no choice");
    insta::assert_snapshot!(bad(keys(&[])), @"faults has no key kind");
    const KIND: Parameter = Parameter::line("kind", Kind::Name, None, "", "what goes wrong");
    insta::assert_snapshot!(bad(keys(&[&[KIND], &[KIND]])), @"faults.kind is there twice");
    insta::assert_snapshot!(bad(keys(&[&[KIND, COUNT]])), @"faults and crash both have the key count");
    const ALONE: Parameter = Parameter::line("all", Kind::Truth, Some("in place of none"), "", "x");
    insta::assert_snapshot!(bad(keys(&[&[KIND, ALONE]])), @"faults.all stands in the place of none, which is not there");
    const TWO: Table = Table {
        keys: &[&[
            KIND,
            Parameter {
                name: "other",
                ..KIND
            },
        ]],
        choices: &[
            Choice {
                key: "kind",
                entries: || erase(&FAULTS),
            },
            Choice {
                key: "other",
                entries: || erase(&FAULTS),
            },
        ],
        ..TABLE
    };
    insta::assert_snapshot!(bad(TWO), @"crash and crash both have the key count");
}

#[test]
fn links_are_for_documents() {
    for (linked, plain) in [
        ("", ""),
        ("no link [x, y] (at all)", "no link [x, y] (at all)"),
        (
            "the [law](#laws) of [waits](a.md#b), and more",
            "the law of waits, and more",
        ),
        ("[cut](short", "cut"),
    ] {
        assert_eq!(without_links(linked), plain);
    }
}
