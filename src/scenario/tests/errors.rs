use super::super::{Document, ErrorKind};
use super::{World, parse, refused};

/// The message of the world for the given lines of `[swarm]`, after a valid first one.
fn swarm(lines: &str) -> String {
    refused(&format!("[swarm]\nrobots = 2\n{lines}"))
}

#[test]
fn an_unknown_key_names_the_nearest() {
    insta::assert_snapshot!(swarm("spede = 2\n"), @r#"
    x.toml:3:1: swarm.spede: unknown key, expected one of algorithm, robots, speed, area
    help: did you mean "speed"?
    "#);
    insta::assert_snapshot!(swarm("colour = \"red\"\n"), @"x.toml:3:1: swarm.colour: unknown key, expected one of algorithm, robots, speed, area");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 2\n[swrm]\n"), @r#"
    x.toml:3:2: swrm: unknown key, expected one of swarm, seed, on_panic, limits, faults
    help: did you mean "swarm"?
    "#);
    insta::assert_snapshot!(
        refused("[swarm]\nrobots = 2\n[[faults]]\nkind = \"omission\"\nprobabilty = 1\n"),
        @r#"
    x.toml:5:1: faults[0].probabilty: unknown key, expected one of kind, probability
    help: did you mean "probability"?
    "#
    );
}

#[test]
fn a_missing_key_points_to_the_slip() {
    insta::assert_snapshot!(refused("seed = 1\n\n[swarm]\nrobot = 20\n"), @r#"
    x.toml:4:1: swarm.robots: missing, expected a whole number of at least 1, found the key "robot"
    help: did you mean "robots"?
    "#);
}

#[test]
fn a_missing_key_points_to_its_table() {
    insta::assert_snapshot!(refused("seed = 1\n\n[swarm]\nspeed = 2\n"), @"x.toml:3:1: swarm.robots: missing, expected a whole number of at least 1");
    insta::assert_snapshot!(refused("seed = 1\n"), @"x.toml:1:1: swarm.robots: missing, expected a whole number of at least 1");
    insta::assert_snapshot!(refused(""), @"x.toml:1:1: swarm.robots: missing, expected a whole number of at least 1");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 2\n[[faults]]\ncount = 1\n"), @r#"x.toml:3:1: faults[0].kind: missing, expected one of "crash", "omission""#);
}

#[test]
fn a_missing_table() {
    let document = parse("seed = 1\n");
    let error = document.root().required_table("swarm").unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:1: swarm: missing, expected a table");
    assert_eq!(error.kind(), ErrorKind::Missing);
}

#[test]
fn a_wrong_type() {
    insta::assert_snapshot!(swarm("speed = \"fast\""), @r#"x.toml:3:9: swarm.speed: expected a number above 0, found "fast""#);
    insta::assert_snapshot!(swarm("algorithm = 3"), @r#"x.toml:3:13: swarm.algorithm: expected one of "gathering", "spreading", found 3"#);
    insta::assert_snapshot!(swarm("area = 2024-02-03"), @"x.toml:3:8: swarm.area: expected a list of points [x, y] of numbers (at least 3), found the date 2024-02-03");
    insta::assert_snapshot!(refused("swarm = 3"), @"x.toml:1:9: swarm: expected a table, found 3");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 2.5"), @"x.toml:2:10: swarm.robots: expected a whole number of at least 1, found 2.5");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 2\n[faults]\nkind = \"crash\""), @"x.toml:3:1: faults: expected a list of tables, found a table");
    insta::assert_snapshot!(refused("faults = [1]\n[swarm]\nrobots = 2"), @"x.toml:1:11: faults[0]: expected a table, found 1");
    insta::assert_snapshot!(refused("on_panic = true"), @r#"x.toml:1:12: on_panic: expected one of "stop", "crash-fault", found true"#);
}

#[test]
fn out_of_range() {
    insta::assert_snapshot!(refused("[swarm]\nrobots = -3"), @"x.toml:2:10: swarm.robots: expected a whole number of at least 1, found -3");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 5_000_000_000"), @"x.toml:2:10: swarm.robots: expected a whole number between 1 and 4294967295, found 5000000000");
    insta::assert_snapshot!(swarm("speed = 0"), @"x.toml:3:9: swarm.speed: expected a number above 0, found 0");
    insta::assert_snapshot!(swarm("speed = -1.5"), @"x.toml:3:9: swarm.speed: expected a number above 0, found -1.5");
    insta::assert_snapshot!(swarm("speed = nan"), @"x.toml:3:9: swarm.speed: expected a finite number above 0, found nan");
    insta::assert_snapshot!(swarm("speed = -inf"), @"x.toml:3:9: swarm.speed: expected a finite number above 0, found -inf");
    insta::assert_snapshot!(swarm("speed = inf"), @"x.toml:3:9: swarm.speed: expected a finite number above 0, found inf");
    insta::assert_snapshot!(swarm("[limits]\ntime = nan"), @"x.toml:4:8: limits.time: expected a finite number above 0 or inf, found nan");
    insta::assert_snapshot!(swarm("[limits]\ntime = -inf"), @"x.toml:4:8: limits.time: expected a number above 0 or inf, found -inf");
    insta::assert_snapshot!(swarm("speed = 1e999"), @"x.toml:3:9: expected a number below 1.8e308, found 1e999");
    insta::assert_snapshot!(swarm("[[faults]]\nkind = \"omission\"\nprobability = 1.1"), @"x.toml:5:15: faults[0].probability: expected a number between 0 and 1, found 1.1");
    insta::assert_snapshot!(refused("seed = 18446744073709551615"), @"x.toml:1:8: expected a whole number between -9223372036854775808 and 9223372036854775807, found 18446744073709551615 (a larger seed is written in quotes)");
    insta::assert_snapshot!(refused("seed = \"18446744073709551616\""), @r#"x.toml:1:8: seed: expected a seed between 0 and 18446744073709551615 (above 9223372036854775807 in quotes), found "18446744073709551616""#);
    insta::assert_snapshot!(refused("seed = -1"), @"x.toml:1:8: seed: expected a seed between 0 and 18446744073709551615 (above 9223372036854775807 in quotes), found -1");
}

#[test]
fn all_ranges_are_said() {
    let document = parse("a = 5\n");
    let root = document.root();
    let float = |field: super::super::Field<'_, super::super::Float>| {
        field.required().unwrap_err().message().to_owned()
    };
    insta::assert_snapshot!(float(root.f64("a").at_least(5.5)), @"expected a number of at least 5.5, found 5");
    insta::assert_snapshot!(float(root.f64("a").at_most(-1.0)), @"expected a number of at most -1, found 5");
    insta::assert_snapshot!(float(root.f64("a").below(5.0)), @"expected a number below 5, found 5");
    insta::assert_snapshot!(float(root.f64("a").above(0.0).below(5.0)), @"expected a number between 0 (excluded) and 5 (excluded), found 5");
    insta::assert_snapshot!(float(root.f64("a").in_range(0.0..=1.0).or_infinite()), @"expected a number between 0 and 1 or inf, found 5");
    let whole = |field: super::super::Field<'_, super::super::Integer<i64>>| {
        field.required().unwrap_err().message().to_owned()
    };
    insta::assert_snapshot!(whole(root.i64("a").at_least(6)), @"expected a whole number of at least 6, found 5");
    insta::assert_snapshot!(whole(root.i64("a").at_most(-6)), @"expected a whole number of at most -6, found 5");
    insta::assert_snapshot!(whole(root.i64("a").in_range(-1..=1)), @"expected a whole number between -1 and 1, found 5");
    insta::assert_snapshot!(root.u32("a").at_most(4).required().unwrap_err(), @"x.toml:1:5: a: expected a whole number between 0 and 4, found 5");
}

#[test]
fn a_word_names_the_nearest() {
    insta::assert_snapshot!(swarm("algorithm = \"gatering\""), @r#"
    x.toml:3:13: swarm.algorithm: expected one of "gathering", "spreading", found "gatering"
    help: did you mean "gathering"?
    "#);
    insta::assert_snapshot!(swarm("algorithm = \"flying\""), @r#"x.toml:3:13: swarm.algorithm: expected one of "gathering", "spreading", found "flying""#);
    insta::assert_snapshot!(refused("on_panic = \"crash_fault\""), @r#"
    x.toml:1:12: on_panic: expected one of "stop", "crash-fault", found "crash_fault"
    help: did you mean "crash-fault"?
    "#);
    let document = parse("kind = \"fsnyc\"\ntext = \" \"");
    let word = document
        .root()
        .word("kind", &["async", "fsync"])
        .required()
        .unwrap_err();
    insta::assert_snapshot!(word, @r#"
    x.toml:1:8: kind: expected one of "async", "fsync", found "fsnyc"
    help: did you mean "fsync"?
    "#);
    assert_eq!(word.nearest(), Some("fsync"));
    let text = document
        .root()
        .str("text")
        .non_empty()
        .required()
        .unwrap_err();
    insta::assert_snapshot!(text, @r#"x.toml:2:8: text: expected text that is not empty, found " ""#);
}

#[test]
fn long_text_is_cut_short() {
    insta::assert_snapshot!(swarm(&format!("algorithm = \"{}\"", "ä".repeat(1_000))), @r#"x.toml:3:13: swarm.algorithm: expected one of "gathering", "spreading", found "ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää"..."#);
}

#[test]
fn a_part_of_a_list() {
    insta::assert_snapshot!(swarm("area = [[0, 0], [1, 1]]"), @"x.toml:3:8: swarm.area: expected a list of points [x, y] of numbers (at least 3), found a list of 2");
    insta::assert_snapshot!(swarm("area = [[0, 0], [1, 1],\n  [2, nan]]"), @"x.toml:4:7: swarm.area[2][1]: expected a finite number, found nan");
    insta::assert_snapshot!(swarm("area = [[0, 0], [1], [2, 2]]"), @"x.toml:3:17: swarm.area[1]: expected a point [x, y] of numbers, found a list of 1");
    insta::assert_snapshot!(swarm("area = [[0, 0], 1, [2, 2]]"), @"x.toml:3:17: swarm.area[1]: expected a point [x, y] of numbers, found 1");
    let document = parse("list = [[1, 2], [3, 4]]");
    let root = document.root();
    let error = root.points("list").exactly(3).required().unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:8: list: expected a list of points [x, y] of numbers (exactly 3), found a list of 2");
    let error = root.points("list").at_most(1).required().unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:8: list: expected a list of points [x, y] of numbers (at most 1), found a list of 2");
    let error = root.i64("list").list().required().unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:9: list[0]: expected a whole number, found a list of 2");
    let error = root
        .bool("list")
        .list()
        .in_range(3..=4)
        .required()
        .unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:8: list: expected a list of entries, each true or false (3 to 4), found a list of 2");
}

#[test]
fn a_default_is_checked_too() {
    let document = parse("robots = 3\n");
    let root = document.root();
    insta::assert_snapshot!(root.u32("k").at_most(2).or(3).unwrap_err(), @"x.toml:1:1: k: expected a whole number between 0 and 2, found the default 3");
    insta::assert_snapshot!(root.f64("x").or(f64::NAN).unwrap_err(), @"x.toml:1:1: x: expected a finite number, found the default nan");
    insta::assert_snapshot!(root.u64("x").or(u64::MAX).unwrap_err(), @r#"x.toml:1:1: x: expected a whole number of at least 0, found the default "18446744073709551615""#);
    let error = root
        .entry("algorithm", super::ALGORITHMS)
        .or("flying")
        .unwrap_err();
    insta::assert_snapshot!(error, @r#"x.toml:1:1: algorithm: expected one of "gathering", "spreading", found the default "flying""#);
}

#[test]
fn a_value_that_does_not_fit_the_others() {
    let document = parse("[swarm]\nrobots = 3\n");
    let swarm = document.root().table("swarm").unwrap();
    insta::assert_snapshot!(swarm.refuse("robots", "expected an even number, found 3"), @"x.toml:2:10: swarm.robots: expected an even number, found 3");
    insta::assert_snapshot!(swarm.refuse("start", "expected one of start and area"), @"x.toml:1:1: swarm.start: expected one of start and area");
}

#[test]
fn syntax() {
    insta::assert_snapshot!(refused("seed = \n"), @"x.toml:1:8: expected a value, found nothing");
    insta::assert_snapshot!(refused("[swarm]\nalgorithm = gathering\n"), @"x.toml:2:13: expected a value (text in quotes), found gathering");
    insta::assert_snapshot!(refused("[swarm\n"), @"x.toml:1:7: unclosed table, expected `]`");
    insta::assert_snapshot!(refused("[swarm]\nrobots = 1\nrobots = 2\n"), @"x.toml:3:1: the key robots is given twice");
    insta::assert_snapshot!(refused("[swarm]\n[a]\n[swarm]\n"), @"x.toml:3:2: the key swarm is given twice");
    insta::assert_snapshot!(refused("a = \"x"), @r#"x.toml:1:7: invalid basic string, expected `"`"#);
    insta::assert_snapshot!(refused("a = [1, 2"), @"x.toml:1:10: unclosed array, expected `]`");
    insta::assert_snapshot!(refused("a = 1\nb"), @"x.toml:2:2: key with no value, expected `=`");
    insta::assert_snapshot!(refused("a = \"\\q\""), @r#"x.toml:1:7: missing escaped value, expected `b`, `e`, `f`, `n`, `r`, `\`, `"`, `x`, `u`, `U`"#);
}

#[test]
fn columns_count_characters() {
    insta::assert_snapshot!(refused("# äöü\r\n[swarm]\r\n\trobots\t=\t-3\r\n"), @"x.toml:3:11: swarm.robots: expected a whole number of at least 1, found -3");
    let document = parse("t = { a = \"äö🐜\", b = -3 }");
    let error = document
        .root()
        .table("t")
        .unwrap()
        .u32("b")
        .required()
        .unwrap_err();
    insta::assert_snapshot!(error, @"x.toml:1:22: t.b: expected a whole number of at least 0, found -3");
    insta::assert_snapshot!(refused("\u{feff}swarm = 1"), @"x.toml:1:9: swarm: expected a table, found 1");
}

#[test]
fn the_parts_of_an_error() {
    let text = "[swarm]\nrobots = -3\n";
    let error = World::read(&parse(text)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Value);
    assert_eq!(error.source_name(), "x.toml");
    assert_eq!(error.text(), text);
    assert_eq!(&text[error.span().unwrap()], "-3");
    assert_eq!((error.line(), error.column()), (Some(2), Some(10)));
    assert_eq!(error.path(), "swarm.robots");
    assert_eq!(error.flag(), None);
    assert_eq!(error.help(), None);
}

#[test]
fn files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("gathering.toml");
    let read = |name: &str| {
        let error = Document::read(directory.path().join(name)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unreadable);
        error
            .to_string()
            .replace(&directory.path().display().to_string(), "DIR")
            .replace('\\', "/")
    };
    std::fs::write(&path, "a = \"ä\"").unwrap();
    assert!(Document::read(&path).is_ok());
    std::fs::write(
        directory.path().join("bad.toml"),
        b"a = 1\nb = \"\xc3\xa4\xff\"\n",
    )
    .unwrap();
    insta::assert_snapshot!(read("gatering.toml"), @r#"
    DIR/gatering.toml: no such file
    help: did you mean "DIR/gathering.toml"?
    "#);
    insta::assert_snapshot!(read("none.toml"), @"DIR/none.toml: no such file");
    insta::assert_snapshot!(read("."), @"DIR/.: expected a file, found a directory");
    insta::assert_snapshot!(read("bad.toml"), @"DIR/bad.toml:2:7: expected UTF-8, found the byte 0xff");
}

#[test]
fn json() {
    let refused = |json: serde_json::Value| {
        let document = Document::from_json("run.mcap", &json);
        document
            .and_then(|document| World::read(&document))
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(refused(serde_json::json!([1])), @"run.mcap: expected a JSON object");
    insta::assert_snapshot!(refused(serde_json::json!({ "swarm": { "robots": null } })), @"run.mcap: swarm.robots: expected a value, found null");
    insta::assert_snapshot!(refused(serde_json::json!({ "swarm": { "robots": -3 } })), @"run.mcap:2:10: swarm.robots: expected a whole number of at least 1, found -3");
    insta::assert_snapshot!(refused(serde_json::json!({ "seed": u64::MAX })), @"run.mcap:1:1: swarm.robots: missing, expected a whole number of at least 1");
}

#[cfg(feature = "native")]
#[test]
fn at_a_terminal_the_lines_are_shown() {
    let shown = |error: super::ScenarioError| {
        let handler =
            miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor());
        let mut text = String::new();
        handler.render_report(&mut text, &error.snippet()).unwrap();
        text
    };
    let mut document = parse("[swarm]\nrobots = 2\nalgorithm = \"gatering\"\n");
    insta::assert_snapshot!(shown(World::read(&document).unwrap_err()), @r#"
     × swarm.algorithm: expected one of "gathering", "spreading", found "gatering"
      ╭─[x.toml:3:13]
    2 │ robots = 2
    3 │ algorithm = "gatering"
      ·             ──────────
      ╰────
     help: did you mean "gathering"?
    "#);
    document.set("swarm.algorithm=spreding").unwrap();
    insta::assert_snapshot!(shown(World::read(&document).unwrap_err()), @r#"
    × --set swarm.algorithm=spreding: expected one of "gathering", "spreading", found "spreding"
    help: did you mean "spreading"?
    "#);
    insta::assert_snapshot!(shown(Document::read("no/such.toml").unwrap_err()), @"  × no/such.toml: no such file");
    assert!(shown(World::read(&parse("")).unwrap_err()).contains("[x.toml:1:1]"));
    let document = parse("# ö\r\nt = { a = \"äö🐜\", b = -3 }\r\n");
    let error = document
        .root()
        .table("t")
        .unwrap()
        .u32("b")
        .required()
        .unwrap_err();
    insta::assert_snapshot!(shown(error), @r#"
     × t.b: expected a whole number of at least 0, found -3
      ╭─[x.toml:2:22]
    1 │ # ö
    2 │ t = { a = "äö🐜", b = -3 }
      ·                       ──
      ╰────
    "#);
    let end = Document::parse("x.toml", "a = 1\nb").unwrap_err();
    insta::assert_snapshot!(shown(end), @"
     × key with no value, expected `=`
      ╭─[x.toml:2:2]
    1 │ a = 1
    2 │ b
      ·  ▲
      ╰────
    ");
    let end = Document::parse("x.toml", "a = 1\nb = [1,\n").unwrap_err();
    insta::assert_snapshot!(shown(end), @"
     × unclosed array, expected `]`
      ╭─[x.toml:2:8]
    1 │ a = 1
    2 │ b = [1,
      ·        ▲
      ╰────
    ");
}
