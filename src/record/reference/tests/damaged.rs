use super::*;
use proptest::prelude::*;

/// The message of a refused text.
fn refusal(text: &str) -> String {
    read_str(text, "f.json").unwrap_err().to_string()
}

/// The message of a run in which one part of the text is replaced.
fn with(part: &str, replacement: &str) -> String {
    const RUN: &str = r#"{"name":"r","config":{"algorithm":"SEC","robots":1,"seed":1,"speed":1.0,
        "lambda":5,"faults":0,"fault_type":"crash","precision":5,"width":null,
        "initial_positions":[[0.0,1.0]]},"max_events":50,"events_total":2,"ended":true,
        "events":[[0.25,-1,"VISUALIZE",99],
        [0.5,0,"LOOK",4,0.0,1.0,null,null,"WAIT",true,true,"blue"]],
        "final":[{"x":0,"y":1,"state":"WAIT","terminated":true,"travelled":0.0,"light":"blue"}],
        "digest_sha256":null}"#;
    assert!(read_str(RUN, "f.json").is_ok());
    assert!(RUN.contains(part), "{part}");
    refusal(&RUN.replacen(part, replacement, 1))
}

#[test]
fn files_that_hold_no_run_are_refused() {
    let missing = read_file(&folder().join("no such file.json")).unwrap_err();
    assert!(matches!(missing, ReferenceError::Io { .. }));
    assert!(missing.to_string().contains("no such file.json"));
    assert!(refusal("").starts_with("f.json is not JSON: EOF"));
    assert!(refusal("{\"a\":\n [1,}").contains("line 2 column 5"));
    for text in [
        "[]",
        "{}",
        "3",
        "null",
        "\"run\"",
        r#"{"version":1}"#,
        r#"{"runs":[]}"#,
    ] {
        assert!(
            refusal(text).starts_with("f.json holds no recorded run"),
            "{text}"
        );
    }
    assert_eq!(
        refusal(r#"{"a":null}"#),
        "f.json, run `a`: `the run` is null (expected an object: one recorded run)"
    );
    assert_eq!(
        refusal(r#"{"a":{"events":3}}"#),
        "f.json, run `a`: `config` is missing (expected the settings of the run)"
    );
    assert!(refusal(&"[".repeat(100_000)).contains("recursion limit"));
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes.json");
    std::fs::write(&path, b"{\"a\":\xff}").unwrap();
    let refused = read_file(&path).unwrap_err();
    assert!(
        matches!(refused, ReferenceError::NotText { offset: 5, .. }),
        "{refused}"
    );
    let cut = std::fs::read_to_string(super::folder().join("sec_2.json")).unwrap();
    std::fs::write(&path, &cut[..cut.len() / 2]).unwrap();
    assert!(matches!(
        read_file(&path),
        Err(ReferenceError::NotJson { .. })
    ));
}

#[test]
fn missing_keys_are_named() {
    assert!(with(r#""algorithm":"SEC","#, "").contains("`config.algorithm` is missing"));
    assert!(with(r#""seed":1,"#, "").contains("`config.seed` is missing (expected a seed)"));
    assert!(with(r#""events_total":2,"#, "").contains("`events_total` is missing"));
    assert!(with(r#""state":"WAIT","#, "").contains("`final[0].state` is missing"));
    assert!(with(r#""travelled":0.0,"#, "").contains("`final[0].travelled` is missing"));
}

#[test]
fn nonsense_values_are_named_with_what_was_expected() {
    let one = with("\"LOOK\"", "\"GLANCE\"");
    let expected = "f.json, run `r`: `events[1][2]` is \"GLANCE\" (expected one of `CRASH`, `LOOK`, \
                    `VISUALIZE`, `WAIT`)";
    assert_eq!(one, expected);
    let cases = [
        (r#""seed":1"#, r#""seed":-1"#, "`config.seed` is -1"),
        (r#""seed":1"#, r#""seed":1.5"#, "`config.seed` is 1.5"),
        (
            r#""robots":1"#,
            r#""robots":1e99"#,
            "`config.robots` is 1e+99",
        ),
        (
            r#""robots":1"#,
            r#""robots":"many""#,
            "`config.robots` is \"many\"",
        ),
        (r#""speed":1.0"#, r#""speed":-1.0"#, "not negative"),
        (
            r#""speed":1.0"#,
            r#""speed":NaN"#,
            "`config.speed` is \"NaN\"",
        ),
        (r#""lambda":5"#, r#""lambda":0"#, "a positive number"),
        (r#""precision":5"#, r#""precision":301"#, "from 0 to 300"),
        (r#""width":null"#, r#""width":Infinity"#, "a finite number"),
        (
            r#""faults":0,"fault_type":"crash""#,
            r#""faults":1,"fault_type":"none""#,
            "`mixed`",
        ),
        ("[0.0,1.0]]", "[0.0]]", "`config.initial_positions[0]`"),
        ("0.25,-1", "-0.25,-1", "a time that is not negative"),
        ("0.25,-1", "0.75,-1", "no earlier than the one before"),
        ("0.5,0,", "0.5,1,", "`events[1][1]` is 1"),
        ("0.5,0,", "0.5,-1,", "`events[1][1]` is -1"),
        ("0.25,-1", "0.25,0", "or -1 for a VISUALIZE"),
        ("null,null", "null,1.0", "both coordinates"),
        ("null,null,", "null,", "an array of 4, 10 or 12 values"),
        (r#""blue"]"#, r#""mauve"]"#, "`events[1][11]` is \"mauve\""),
        (r#"true,true,"blue""#, r#"true,2,"blue""#, "true or false"),
        (
            r#"_sha256":null"#,
            r#"_sha256":"abc""#,
            "64 hexadecimal digits",
        ),
        (r#""x":0"#, r#""x":"0xzz""#, "`final[0].x` is \"0xzz\""),
    ];
    for (part, replacement, expected) in cases {
        let message = with(part, replacement);
        assert!(message.contains(expected), "{replacement}: {message}");
        assert!(message.starts_with("f.json, run `r`: `"), "{message}");
    }
}

#[test]
fn contradictions_are_named() {
    let more_listed = with(r#""events_total":2"#, r#""events_total":1"#);
    assert!(
        more_listed.ends_with("2 events are listed, of 1 in all"),
        "{more_listed}"
    );
    let beyond_the_stop = with(r#""max_events":50"#, r#""max_events":1"#);
    assert!(
        beyond_the_stop.contains("`events_total` contradicts"),
        "{beyond_the_stop}"
    );
    let robots = with(r#""robots":1"#, r#""robots":2"#);
    assert!(robots.ends_with("1 entries for 2 robots"), "{robots}");
}

#[test]
fn long_nonsense_is_cut_in_messages() {
    let message = with(
        r#""speed":1.0"#,
        &format!(r#""speed":"{}""#, "é".repeat(5000)),
    );
    assert!(message.len() < 300, "{message}");
}

/// Pieces of JSON and of things that look like it.
fn piece() -> impl Strategy<Value = String> {
    let words = "|null|true|-1|1e308|1e999|99999999999999999999999|NaN|-Infinity|\"0x1p4\"|\"é\"|\"|\\\\|[|]|{|}|,|:|0";
    let words: Vec<String> = words.split('|').map(str::to_owned).collect();
    prop::sample::select(words)
}

proptest! {
    #[test]
    fn damage_is_refused_or_read_but_never_a_panic(
        file in prop::sample::select(vec!["sec_2.json", "made/second_format_whole.json"]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, piece()), 1..4),
    ) {
        let mut text: Vec<char> =
            std::fs::read_to_string(folder().join(file)).unwrap().chars().collect();
        for (at, length, piece) in damage {
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        for run in read_str(&text, "damaged.json").unwrap_or_default() {
            let report = compare(&run, &seen_events(&run), &seen_robots(&run));
            prop_assert!(!report.to_string().is_empty());
        }
    }
}
