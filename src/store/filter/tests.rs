//! Tests of the language.

use proptest::prelude::*;
use rusqlite::{Connection, params_from_iter, types::Value as Sql};

use super::*;

const KNOWN: [Known<'static>; 7] = [
    known("end", "\"end\"", Kind::Text),
    known("events", "events", Kind::Integer),
    known("swarm.robots", "\"swarm.robots\"", Kind::Integer),
    known("swarm.radius", "\"swarm.radius\"", Kind::Text),
    known("visibility.radius", "\"visibility.radius\"", Kind::Real),
    known("expected", "expected", Kind::Truth),
    known("time", "time", Kind::Real),
];

const fn known(name: &'static str, sql: &'static str, kind: Kind) -> Known<'static> {
    Known { name, sql, kind }
}

fn sql(text: &str) -> Result<Written, String> {
    let filter: Filter = text
        .parse()
        .map_err(|error: FilterError| error.to_string())?;
    filter.to_sql(&KNOWN).map_err(|error| error.to_string())
}

#[test]
fn names_come_from_the_store_and_values_are_bound() {
    let written = sql("swarm.robots>50 and end=\"stall'ed\"").unwrap();
    assert_eq!(written.text, "((\"swarm.robots\" > ?) AND (\"end\" = ?))");
    let values = [Sql::Integer(50), Sql::Text("stall'ed".into())];
    assert_eq!(written.parameters, values);
    assert_eq!(written.places, ["\"swarm.robots\"", "\"end\""]);
    let written = sql("NOT (robots in (1, 2_000) OR time is not missing)").unwrap();
    assert_eq!(
        written.text,
        "NOT (coalesce(\"swarm.robots\" IN (?, ?), 0) OR NOT coalesce(time IS NULL, 0))"
    );
    let written = sql("not end ~ '50%_\\\\'").unwrap();
    assert_eq!(written.text, "NOT coalesce(\"end\" LIKE ? ESCAPE '\\', 0)");
    assert_eq!(written.parameters, [Sql::Text("%50\\%\\_\\\\%".into())]);
}

#[test]
fn what_is_wrong_is_shown_with_its_place() {
    let wrong = |text: &str| sql(text).expect_err(text);
    let cases = [
        ("", 1, "expected a comparison, such as swarm.robots > 50"),
        (
            "robots >",
            9,
            "expected a number, a text in quotes, true or false, found the end",
        ),
        (
            "robots > 5 end",
            12,
            "expected and, or, or the end, found end",
        ),
        ("(robots > 5", 12, "expected ), found the end"),
        ("robots > 5)", 11, "expected and, or, or the end, found )"),
        (
            "end = stalled",
            7,
            "expected a value; a text stands in quotes: \"stalled\"",
        ),
        (
            "end = \"stalled",
            7,
            "the text that begins with \" does not end",
        ),
        (
            "end = '\\x'",
            7,
            "expected \\n, \\t, \\\\, \\\" or \\', found \\x",
        ),
        ("robots = 1x", 10, "expected a number, found 1x"),
        ("robots = 1e999", 10, "expected a number, found 1e999"),
        (
            "robots % 2",
            8,
            "expected a name, a value or an operator, found '%'",
        ),
        ("robots is 5", 11, "expected missing, found 5"),
        ("robots not 5", 12, "expected in, found 5"),
        ("robots in 5", 11, "expected (, found 5"),
        (
            "robots in ()",
            12,
            "expected a number, a text in quotes, true or false, found )",
        ),
        ("and", 1, "expected the name of a column, found and"),
        ("5 < robots", 1, "expected the name of a column, found 5"),
        (
            "robots",
            1,
            "swarm.robots is no yes or no: expected an operator after it",
        ),
        (
            "robots = 'a'",
            1,
            "swarm.robots holds numbers: expected one",
        ),
        ("robots = true", 1, "swarm.robots is no yes or no"),
        (
            "expected = 1",
            1,
            "expected is yes or no: expected = true or = false after it",
        ),
        (
            "expected < true",
            1,
            "expected is yes or no: expected = true or = false after it",
        ),
        ("end ~ 5", 1, "end can only contain a text in quotes"),
        (
            "radius > 1",
            1,
            "\"radius\" may be swarm.radius or visibility.radius",
        ),
        (
            "robts > 1",
            1,
            "there is no column \"robts\"; did you mean swarm.robots?",
        ),
        ("q > 1", 1, "there is no column \"q\""),
    ];
    for (text, character, what) in cases {
        let mark = format!("{:>character$}", "^");
        let words = format!("the filter, character {character}: {what}\n  {text}\n  {mark}");
        assert_eq!(wrong(text), words);
    }
    let deep = format!("{}robots > 1{}", "(".repeat(200), ")".repeat(200));
    assert!(wrong(&deep).contains("brackets and not are more than 100 deep"));
}

#[test]
fn of_a_long_filter_the_part_around_the_mistake_is_shown() {
    let text = format!(
        "{}end = stalled{}",
        "events = 1 and ".repeat(10_000),
        " and expected".repeat(99)
    );
    let words = text.parse::<Filter>().unwrap_err().to_string();
    let lines: Vec<_> = words.lines().collect();
    assert_eq!(
        lines[0],
        "the filter, character 150007: expected a value; a text stands in quotes: \"stalled\""
    );
    assert!(
        lines[1].starts_with("  ...") && lines[1].ends_with("..."),
        "{words}"
    );
    assert_eq!(lines[1].find("stalled"), lines[2].find('^'));
    assert_eq!(lines[1].len(), 2 + 3 + 120 + 3);
}

#[test]
fn a_filter_is_written_in_one_way() {
    let cases = [
        (
            "robots>50 AND end='stalled'",
            "robots > 50 and end = \"stalled\"",
        ),
        (
            "(a==1) or not(b<>2.50 and c)",
            "a = 1 or not (b != 2.5 and c)",
        ),
        ("not x is missing", "x is not missing"),
        ("not not x is missing", "not x is not missing"),
        (
            "NOT x IN (1,'a\\'\\n\\\\',true)",
            "x not in (1, \"a'\\n\\\\\", true)",
        ),
        (
            "not x ~ 'a' and y !~ \"\\\"\"",
            "x !~ \"a\" and y !~ \"\\\"\"",
        ),
        ("a and (b and c) or d", "(a and (b and c)) or d"),
        ("faults[0].count >= 1_000", "faults.0.count >= 1000"),
        (
            "x = 1e3 or x = 99999999999999999999",
            "x = 1000.0 or x = 1e20",
        ),
        ("x < -0.0 or x > -5", "x < -0.0 or x > -5"),
        ("not a = 1", "not a = 1"),
    ];
    for (text, wanted) in cases {
        let filter: Filter = text.parse().expect(text);
        assert_eq!(filter.to_string(), wanted);
        assert_eq!(wanted.parse::<Filter>(), Ok(filter));
    }
    for text in ["a[", "a[]", "a[x] = 1", "a[1", "[0] = 1", "a[1]b[ = 2"] {
        let words = text.parse::<Filter>().expect_err(text).to_string();
        assert!(words.contains("expected"), "{words}");
    }
}

#[test]
fn long_and_deep_filters_are_taken_by_the_database() {
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(SCHEMA).unwrap();
    connection
        .execute("INSERT INTO runs (events) VALUES (2)", [])
        .unwrap();
    let count = |text: &str| -> Result<i64, String> {
        let filter: Filter = text
            .parse()
            .map_err(|error: FilterError| error.to_string())?;
        let written = filter.to_sql(&KNOWN).map_err(|error| error.to_string())?;
        let query = format!("SELECT count(*) FROM runs WHERE {}", written.text);
        let found = connection.query_row(&query, params_from_iter(written.parameters), |row| {
            row.get(0)
        });
        found.map_err(|error| error.to_string())
    };
    let chain = |word: &str, count: usize| vec!["events = 2"; count].join(word);
    assert_eq!(count(&chain(" or ", 10_000)), Ok(1));
    assert_eq!(count(&chain(" and ", 10_000)), Ok(1));
    let words = count(&chain(" and ", 10_001)).unwrap_err();
    assert!(words.contains("a filter has at most 10000 values"));
    let list: Vec<_> = (0..10_000).map(|value| value.to_string()).collect();
    assert_eq!(count(&format!("events in ({})", list.join(","))), Ok(1));
    let mut deep = chain(" and ", 90);
    for _ in 0..49 {
        deep = format!("not ({deep} and {})", chain(" and ", 90));
    }
    assert_eq!(count(&deep), Ok(0));
    assert_eq!(count(&format!("{}events = 2", "not ".repeat(100))), Ok(1));
}

#[test]
fn a_whole_name_wins_over_an_ending() {
    let both = [
        known("radius", "a", Kind::Real),
        known("swarm.radius", "b", Kind::Real),
    ];
    assert_eq!(resolve("radius", &both), Ok(0));
    assert_eq!(resolve("swarm.radius", &both), Ok(1));
    assert!(resolve("adius", &both).is_err());
}

/// A row of the table on which filters are tried.
#[derive(Clone, Debug)]
struct Row {
    end: Option<String>,
    events: Option<i64>,
    expected: Option<bool>,
    radius: Option<Value>,
}

const SCHEMA: &str =
    "CREATE TABLE runs (\"end\" ANY, events ANY, expected ANY, \"swarm.radius\" ANY) STRICT";

fn value(row: &Row, name: &str) -> Option<Value> {
    match name {
        "end" => row.end.clone().map(Value::Text),
        "events" => row.events.map(Value::Whole),
        "expected" => row.expected.map(Value::Truth),
        _ => row.radius.clone(),
    }
}

/// What a filter means, said once more.
fn holds(node: &Node, row: &Row) -> bool {
    match node {
        Node::Any(nodes) => nodes.iter().any(|node| holds(node, row)),
        Node::All(nodes) => nodes.iter().all(|node| holds(node, row)),
        Node::Not(inner) => !holds(inner, row),
        Node::Test { name, test } => {
            let found = value(row, &name.name);
            match (test, found) {
                (Test::Missing, found) => found.is_none(),
                (_, None) => false,
                (Test::Holds, Some(found)) => found == Value::Truth(true),
                (Test::In(values), Some(found)) => values.contains(&found),
                (Test::Compare(operator, value), Some(found)) => compare(*operator, &found, value),
            }
        }
    }
}

fn compare(operator: Operator, found: &Value, value: &Value) -> bool {
    let order = match (found, value) {
        (Value::Whole(found), Value::Whole(value)) => Some(found.cmp(value)),
        (Value::Text(found), Value::Text(value)) => Some(found.cmp(value)),
        (Value::Truth(found), Value::Truth(value)) => Some(found.cmp(value)),
        _ => None,
    };
    match operator {
        Operator::Equal => order.is_some_and(|order| order.is_eq()),
        Operator::Unequal => order.is_none_or(|order| order.is_ne()),
        Operator::Less => order.is_some_and(|order| order.is_lt()),
        Operator::AtMost => order.is_some_and(|order| order.is_le()),
        Operator::More => order.is_some_and(|order| order.is_gt()),
        Operator::AtLeast => order.is_some_and(|order| order.is_ge()),
        Operator::Contains => match (found, value) {
            (Value::Text(found), Value::Text(value)) => {
                found.to_lowercase().contains(&value.to_lowercase())
            }
            _ => false,
        },
    }
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let text = || proptest::option::of("[abA%]{0,2}");
    let radius = proptest::option::of(prop_oneof![
        (0i64..3).prop_map(Value::Whole),
        "[ab]{1}".prop_map(Value::Text)
    ]);
    let row = (
        text(),
        proptest::option::of(0i64..4),
        any::<Option<bool>>(),
        radius,
    );
    let row = row.prop_map(|(end, events, expected, radius)| Row {
        end,
        events,
        expected,
        radius,
    });
    proptest::collection::vec(row, 1..8)
}

/// Filters as people write them.
fn filters() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        Just("="),
        Just("!="),
        Just("<"),
        Just("<="),
        Just(">"),
        Just(">=")
    ];
    let texts = prop_oneof![sign.clone().boxed(), Just("~").boxed(), Just("!~").boxed()];
    let leaf = prop_oneof![
        (texts, "[abA%]{0,2}").prop_map(|(sign, text)| format!("end {sign} '{text}'")),
        (sign.clone(), 0i64..4).prop_map(|(sign, whole)| format!("events {sign} {whole}")),
        (sign.clone(), 0i64..3).prop_map(|(sign, whole)| format!("swarm.radius {sign} {whole}")),
        (sign, "[ab]{1}").prop_map(|(sign, text)| format!("swarm.radius {sign} \"{text}\"")),
        Just("expected".to_owned()),
        any::<bool>().prop_map(|truth| format!("expected = {truth}")),
        Just("events is missing".to_owned()),
        Just("end is not missing".to_owned()),
        (0i64..3).prop_map(|whole| format!("events in ({whole}, 3)")),
        (0i64..3).prop_map(|whole| format!("swarm.radius not in ({whole}, 'a')")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| format!("not ({one})")),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("{one} and {two}")),
            (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("({one} or {two})")),
            (inner.clone(), inner).prop_map(|(one, two)| format!("{one} or {two}")),
        ]
    })
}

proptest! {
    #[test]
    fn the_database_takes_the_runs_that_are_meant(rows in rows(), text in filters()) {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA).unwrap();
        for row in &rows {
            let radius = match row.radius.clone() {
                Some(Value::Whole(whole)) => Sql::Integer(whole),
                Some(Value::Text(text)) => Sql::Text(text),
                _ => Sql::Null,
            };
            let put = "INSERT INTO runs VALUES (?, ?, ?, ?)";
            connection.execute(put, (&row.end, row.events, row.expected, radius)).unwrap();
        }
        let filter: Filter = text.parse().unwrap();
        let again = filter.to_string().parse::<Filter>();
        prop_assert_eq!(again.as_ref(), Ok(&filter));
        let written = filter.to_sql(&KNOWN).unwrap();
        let query = format!("SELECT rowid FROM runs WHERE {} ORDER BY 1", written.text);
        let mut statement = connection.prepare(&query).unwrap();
        let found = statement.query_map(params_from_iter(written.parameters), |row| row.get(0));
        let found: Vec<i64> = found.unwrap().collect::<Result<_, _>>().unwrap();
        let meant = (1..).zip(&rows).filter(|(_, row)| holds(&filter.root, row));
        let meant: Vec<i64> = meant.map(|(place, _)| place).collect();
        prop_assert_eq!(found, meant, "{}", text);
    }

    #[test]
    fn whatever_is_written_is_read_or_refused(text in "[a-z0-9 ().=<>!~\"'\\\\,ü\\[\\]-]{0,40}") {
        let _ = sql(&text);
        if let Ok(filter) = text.parse::<Filter>() {
            prop_assert_eq!(filter.to_string().parse(), Ok(filter));
        }
    }

    #[test]
    fn values_are_read_as_they_are_written(text in ".{0,20}", whole: i64, real in proptest::num::f64::NORMAL) {
        let test = |value| Node::Test {
            name: Name { place: 0, name: "x".to_owned() },
            test: Test::Compare(Operator::Equal, value),
        };
        for value in [Value::Text(text), Value::Whole(whole), Value::Real(real)] {
            let node = test(value);
            let filter: Filter = node.to_string().parse().unwrap();
            prop_assert_eq!(filter.root, node);
        }
    }
}
