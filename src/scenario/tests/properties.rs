use proptest::prelude::*;

use super::super::{Document, Seed};
use super::{ScenarioError, World, parse};

/// Any JSON that holds no null.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(serde_json::Value::from),
        any::<u64>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        any::<f64>()
            .prop_filter("finite", |x| x.is_finite())
            .prop_map(serde_json::Value::from),
        any::<String>().prop_map(serde_json::Value::from),
    ];
    let nested = leaf.prop_recursive(4, 32, 4, |inner| {
        let key = prop_oneof![
            "swarm|robots|faults|kind".prop_map(String::from),
            any::<String>()
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map(key, inner, 0..4)
                .prop_map(|members| members.into_iter().collect()),
        ]
    });
    prop::collection::btree_map("swarm|faults|seed|x", nested, 0..4)
        .prop_map(|members| members.into_iter().collect())
}

/// A scenario that the world may or may not take.
fn scenario() -> impl Strategy<Value = String> {
    let fault = prop_oneof![
        (1_u32..9).prop_map(|count| format!("[[faults]]\nkind = \"crash\"\ncount = {count}\n")),
        (0.0..=1.0)
            .prop_map(|p: f64| format!("[[faults]]\nkind = \"omission\"\nprobability = {p:?}\n")),
        Just("[[faults]]\nkind = \"omission\"\n".to_owned()),
    ];
    let seed = prop_oneof![
        any::<u64>().prop_map(|seed| format!("seed = \"{seed}\"\n")),
        (0..i64::MAX).prop_map(|seed| format!("seed = {seed}\n")),
        Just(String::new()),
    ];
    let number = any::<f64>().prop_filter("finite", |x| x.is_finite());
    let points = prop::collection::vec((number, any::<i32>()), 3..6);
    let swarm = (1_u32.., points, any::<bool>()).prop_map(|(robots, points, area)| {
        let points: Vec<_> = points
            .iter()
            .map(|(x, y)| format!("[{x:?}, {y}]"))
            .collect();
        let area = if area {
            format!("area = [{}]\n", points.join(", "))
        } else {
            String::new()
        };
        format!("[swarm]\nrobots = {robots}\n{area}")
    });
    (seed, prop::collection::vec(fault, 0..4), swarm)
        .prop_map(|(seed, faults, swarm)| format!("{seed}{}{swarm}", faults.concat()))
}

/// Shows an error in every way there is.
fn show(error: ScenarioError) -> String {
    let plain = error.to_string();
    #[cfg(feature = "native")]
    {
        let theme = miette::GraphicalTheme::unicode_nocolor();
        let mut text = plain;
        miette::GraphicalReportHandler::new_themed(theme)
            .render_report(&mut text, &error.snippet())
            .unwrap();
        text
    }
    #[cfg(not(feature = "native"))]
    plain
}

/// Parses and reads a text, whatever comes of it.
fn try_to_read(text: &str) {
    let document = Document::parse("x.toml", text);
    let _ = document
        .and_then(|document| World::read(&document))
        .map_err(show);
}

proptest! {
    #[test]
    fn what_is_resolved_is_a_fixed_point(text in scenario()) {
        let document = parse(&text);
        let world = World::read(&document).unwrap();
        let resolved = document.resolved();
        let from_text = parse(&resolved.to_string());
        let json = resolved.to_json().to_string();
        let json = serde_json::from_str(&json).unwrap();
        let from_json = Document::from_json("record", &json).unwrap();
        for again in [from_text, from_json] {
            prop_assert_eq!(&World::read(&again).unwrap(), &world);
            prop_assert_eq!(again.resolved().to_string(), resolved.to_string());
            prop_assert_eq!(again.resolved().to_json(), resolved.to_json());
        }
    }

    #[test]
    fn floats_come_back_bit_for_bit(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        prop_assume!(!value.is_nan());
        let document = parse("");
        document.root().f64("x").or_infinite().or(value).unwrap();
        let resolved = document.resolved();
        let json = serde_json::from_str(&resolved.to_json().to_string()).unwrap();
        for again in [parse(&resolved.to_string()), Document::from_json("x", &json).unwrap()] {
            let read = again.root().f64("x").or_infinite().required().unwrap();
            prop_assert_eq!(read.to_bits(), bits);
        }
    }

    #[test]
    fn seeds_come_back(digits in "[0-9]{1,40}") {
        let seed = Seed::parse(&digits).unwrap();
        prop_assert_eq!(Seed::parse(&seed.to_string()), Some(seed.clone()));
        let document = parse("");
        document.root().seed("seed").any_size().or(seed.clone()).unwrap();
        let again = parse(&document.resolved().to_string());
        prop_assert_eq!(again.root().seed("seed").any_size().required().unwrap(), seed);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        try_to_read(&text);
    }

    #[test]
    fn nothing_like_toml_makes_it_panic(
        text in r#"(\[|\]|\{|\}|=|,|"|'|#|\.|\n|\r\n|\t| |swarm|robots|faults|kind|seed|ä|🐜|[0-9]|-|inf|nan|e){0,40}"#,
    ) {
        try_to_read(&text);
    }

    #[test]
    fn no_override_makes_it_panic(
        assignments in prop::collection::vec(
            r#"(swarm|faults|seed|a)(\.|\[|\]|[0-9]|robots|kind|count|=|\{|\}|"|ä|-){0,12}"#,
            0..5,
        ),
    ) {
        let mut document = parse("[swarm]\nrobots = 1\n[[faults]]\nkind = \"omission\"\n");
        for assignment in &assignments {
            let _ = document.set(assignment).map_err(show);
        }
        let _ = World::read(&document).map_err(show);
    }

    #[test]
    fn every_object_without_null_is_read(json in json()) {
        let document = Document::from_json("record", &json).unwrap();
        let _ = World::read(&document).map_err(show);
    }
}
