use proptest::prelude::*;

use super::*;

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn shown(variation: &Variation) -> Vec<String> {
    let points = variation.points().unwrap();
    let points = (0..points).map(|number| {
        let cells = variation.point(number).into_iter();
        let cells: Vec<_> = cells
            .map(|(path, value)| format!("{path}={value}"))
            .collect();
        cells.join(" ")
    });
    points.collect()
}

#[test]
fn blocks_are_crossed_and_the_last_varies_fastest() {
    let mut variation = Variation::none();
    assert_eq!(shown(&variation), [""]);
    variation.cross("a", texts(&["1", "2"])).unwrap();
    let side = vec![
        ("b".to_owned(), texts(&["x", "y"])),
        ("c".to_owned(), texts(&["u", "v"])),
    ];
    variation.zip(side).unwrap();
    let wanted = ["a=1 b=x c=u", "a=1 b=y c=v", "a=2 b=x c=u", "a=2 b=y c=v"];
    assert_eq!(shown(&variation), wanted);
    assert_eq!(Variation::from_json(&variation.to_json()), Some(variation));
}

#[test]
fn listed_points_set_the_same_parameters() {
    let cell = |path: &str, value: &str| (path.to_owned(), value.to_owned());
    let mut variation = Variation::none();
    let points = vec![
        vec![cell("a", "1"), cell("b", "2")],
        vec![cell("b", "4"), cell("a", "3")],
    ];
    variation.list(points).unwrap();
    assert_eq!(shown(&variation), ["a=1 b=2", "a=3 b=4"]);
    let mut wrong = Variation::none();
    let points = vec![vec![cell("a", "1")], vec![cell("b", "4")]];
    assert_eq!(wrong.list(points), Err("point 2 does not set a".to_owned()));
    assert_eq!(
        wrong.list(Vec::new()),
        Err("expected at least one point".to_owned())
    );
}

#[test]
fn what_cannot_be_varied_is_refused() {
    let mut variation = Variation::none();
    variation.cross("a", texts(&["1"])).unwrap();
    let refused = |result: Result<(), String>| result.unwrap_err();
    assert_eq!(
        refused(variation.cross("a", texts(&["2"]))),
        "a is varied twice"
    );
    assert_eq!(
        refused(variation.cross("b", Vec::new())),
        "expected at least one value"
    );
    assert!(refused(variation.cross("seed", texts(&["2"]))).contains("--seeds"));
    let uneven = vec![
        ("b".to_owned(), texts(&["x"])),
        ("c".to_owned(), texts(&["u", "v"])),
    ];
    let words = "expected lists of one length, found 1 values of b and 2 of c";
    assert_eq!(refused(variation.zip(uneven)), words);
    let law = Law::Logarithmic { from: 0.0, to: 1.0 };
    let words = refused(variation.sample(vec![("d".to_owned(), law)], 3, 0, true));
    assert_eq!(
        words,
        "d: expected numbers above 0 on a logarithmic scale, found 0 and 1"
    );
    let law = Law::Whole { from: 2, to: 1 };
    assert!(
        variation
            .sample(vec![("d".to_owned(), law)], 3, 0, false)
            .is_err()
    );
}

#[test]
fn flags_are_named_where_they_are_wrong() {
    let mut variation = Variation::none();
    variation.vary("scheduler.rate=1,2").unwrap();
    variation.vary(" a.b = x = y").unwrap();
    let wanted = ["scheduler.rate=1 a.b=x = y", "scheduler.rate=2 a.b=x = y"];
    assert_eq!(shown(&variation), wanted);
    let cases = [
        ("x", "expected PATH=VALUES, such as swarm.robots=10..100:10"),
        (
            "=1",
            "expected PATH=VALUES, such as swarm.robots=10..100:10",
        ),
        ("x=", "expected a value, found nothing"),
        (
            "x=5..1",
            "the range 5..1 is empty: its step leads away from its end",
        ),
        ("x=1,2,1.0", "expected each value once, found 1 twice"),
        ("scheduler.rate=3", "scheduler.rate is varied twice"),
    ];
    for (flag, what) in cases {
        assert_eq!(variation.vary(flag), Err(format!("--vary {flag}: {what}")));
    }
}

#[test]
fn no_point_is_there_twice_unless_it_was_drawn() {
    let pair = |one: &[&str], other: &[&str]| {
        vec![("a".to_owned(), texts(one)), ("b".to_owned(), texts(other))]
    };
    let mut variation = Variation::none();
    let words = "expected each point once, found point 3 equal to point 1";
    let double = pair(&["1", "1", "1.0"], &["x", "y", "x"]);
    assert_eq!(variation.zip(double), Err(words.to_owned()));
    variation
        .zip(pair(&["1", "1", "2"], &["x", "y", "y"]))
        .unwrap();
    let law = Law::Whole { from: 1, to: 2 };
    variation
        .sample(vec![("c".to_owned(), law)], 10, 0, false)
        .unwrap();
    assert_eq!(Variation::from_json(&variation.to_json()), Some(variation));
}

#[test]
fn a_parameter_more_changes_no_value_of_another() {
    let law = |to: f64| Law::Uniform { from: 0.0, to };
    let one = [("a".to_owned(), law(1.0))];
    let two = [("z".to_owned(), law(2.0)), ("a".to_owned(), law(1.0))];
    for latin in [false, true] {
        let drawn = |laws: &[(String, Law)]| {
            let mut variation = Variation::none();
            variation.sample(laws.to_vec(), 20, 7, latin).unwrap();
            let points = (0..20).map(|number| variation.point(number));
            points
                .map(|mut point| point.pop().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(&one), drawn(&two));
    }
}

#[test]
fn json_that_is_no_variation_is_refused() {
    for json in [
        json!({}),
        json!([1]),
        json!([{"a": 1}]),
        json!([{"a": [1]}]),
        json!([{"a": []}]),
        json!([{}]),
        json!([{"a": ["1"], "b": ["1", "2"]}]),
        json!([{"a": ["1"]}, {"a": ["1"]}]),
    ] {
        assert_eq!(Variation::from_json(&json), None, "{json}");
    }
    assert_eq!(Variation::from_json(&json!([])), Some(Variation::none()));
}

#[test]
fn a_thousand_million_points_are_only_counted() {
    let mut variation = Variation::none();
    for path in ["a", "b", "c"] {
        variation.vary(&format!("{path}=1..1000")).unwrap();
    }
    assert_eq!(variation.points(), Some(1_000_000_000));
    let last = variation.point(999_999_999);
    assert!(last.iter().all(|(_, value)| value == "1000"));
}

proptest! {
    #[test]
    fn points_are_all_combinations(lengths in proptest::collection::vec(1_u64..5, 0..4)) {
        let mut variation = Variation::none();
        for (number, length) in lengths.iter().enumerate() {
            variation.vary(&format!("p{number}=1..{length}")).unwrap();
        }
        prop_assert_eq!(variation.points(), Some(lengths.iter().product()));
        let all = shown(&variation);
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(&sorted, &all, "single digits sort as they are counted");
    }
}

#[test]
fn what_cannot_be_counted_is_known() {
    let mut variation = Variation::none();
    for path in ["a", "b", "c", "d"] {
        let values = (0..100_000).map(|value: u32| value.to_string());
        variation.cross(path, values.collect()).unwrap();
    }
    assert_eq!(variation.points(), None);
}
