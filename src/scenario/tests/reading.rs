use super::super::{Document, Seed};
use super::{Fault, Policy, World, parse};

const FULL: &str = r#"
seed = "18446744073709551615"
on_panic = "crash-fault"

[[faults]]
kind = "omission"

[swarm]
area = [[0, 0], [1.5, 0], [0, -2e0]]
robots = 0x10
algorithm = "spreading"
gap = 2

[[faults]]
kind = "crash"
count = 3
"#;

#[test]
fn a_scenario_becomes_checked_values() {
    let world = World::read(&parse(FULL)).unwrap();
    let expected = World {
        seed: u64::MAX,
        policy: Policy::CrashFault,
        robots: 16,
        algorithm: "spreading 2".to_owned(),
        speed: 1.0,
        area: Some(vec![[0.0, 0.0], [1.5, 0.0], [0.0, -2.0]]),
        time: f64::INFINITY,
        faults: vec![
            Fault::Omission { probability: 0.1 },
            Fault::Crash { count: 3 },
        ],
    };
    assert_eq!(world, expected);
}

#[test]
fn the_resolved_scenario_says_everything_in_the_order_of_reading() {
    let document = parse(FULL);
    World::read(&document).unwrap();
    insta::assert_snapshot!(document.resolved(), @r#"
    seed = "18446744073709551615"
    on_panic = "crash-fault"

    [swarm]
    algorithm = "spreading"
    robots = 16
    gap = 2.0
    speed = 1.0
    area = [[0.0, 0.0], [1.5, 0.0], [0.0, -2.0]]

    [limits]
    time = inf

    [[faults]]
    kind = "omission"
    probability = 0.1

    [[faults]]
    kind = "crash"
    count = 3
    "#);
    insta::assert_snapshot!(document.resolved().to_json(), @r#"{"swarm":{"algorithm":"spreading","robots":16,"gap":2.0,"speed":1.0,"area":[[0.0,0.0],[1.5,0.0],[0.0,-2.0]]},"seed":"18446744073709551615","on_panic":"crash-fault","limits":{"time":"inf"},"faults":[{"kind":"omission","probability":0.1},{"kind":"crash","count":3}]}"#);
}

#[test]
fn what_is_resolved_resolves_to_itself() {
    let document = parse(FULL);
    let world = World::read(&document).unwrap();
    let resolved = document.resolved();
    for again in [
        parse(&resolved.to_string()),
        Document::from_json("record", &resolved.to_json()).unwrap(),
    ] {
        assert_eq!(World::read(&again).unwrap(), world);
        assert_eq!(again.resolved().to_string(), resolved.to_string());
        assert_eq!(again.resolved(), resolved);
    }
}

#[test]
fn an_empty_table_that_is_there_stays_there() {
    let document = parse("[expect]\n");
    assert!(document.root().optional_table("expect").unwrap().is_some());
    assert!(document.root().optional_table("limits").unwrap().is_none());
    assert_eq!(document.resolved().to_string(), "[expect]\n");
}

#[test]
fn two_readers_may_share_a_table() {
    let document = parse("[scheduler]\nrate = 1\nkind = \"fsync\"\n");
    let root = document.root();
    root.table("scheduler")
        .unwrap()
        .f64("rate")
        .required()
        .unwrap();
    root.table("scheduler")
        .unwrap()
        .word("kind", &["fsync"])
        .required()
        .unwrap();
    root.finish().unwrap();
    assert_eq!(
        document.resolved().to_string(),
        "[scheduler]\nrate = 1.0\nkind = \"fsync\"\n"
    );
}

#[test]
fn seeds_of_any_size() {
    let read = |text: &str| parse(text).root().seed("seed").any_size().required();
    assert_eq!(read("seed = 7").unwrap(), Seed::Small(7));
    assert_eq!(read("seed = \"007\"").unwrap(), Seed::Small(7));
    assert_eq!(read("seed = \"000\"").unwrap(), Seed::Small(0));
    let large = "340282366920938463463374607431768211456";
    assert_eq!(
        read(&format!("seed = \"{large}\"")).unwrap(),
        Seed::Large(large.to_owned())
    );
    assert!(read(&format!("seed = \"{}\"", "9".repeat(1_001))).is_err());
}

#[test]
fn seeds_beyond_the_exact_numbers_of_json_are_resolved_as_text() {
    for (seed, written) in [
        ("9007199254740992", "seed = 9007199254740992\n"),
        ("9007199254740993", "seed = \"9007199254740993\"\n"),
    ] {
        let document = parse(&format!("seed = {seed}"));
        document.root().seed("seed").required().unwrap();
        assert_eq!(document.resolved().to_string(), written);
    }
}

#[test]
fn at_least_zero_has_no_negative_zero() {
    let document = parse("a = -0.0\nb = -0.0\n");
    let root = document.root();
    assert_eq!(
        root.f64("a").non_negative().required().unwrap().to_bits(),
        0
    );
    assert_eq!(
        root.f64("b").required().unwrap().to_bits(),
        (-0.0_f64).to_bits()
    );
    assert_eq!(document.resolved().to_string(), "a = 0.0\nb = -0.0\n");
}

#[test]
fn lists_of_numbers() {
    let document = parse("order = [2, 0, 1]\nweights = [1, 0.5]\ncells = [[-1, 2]]\nnone = []\n");
    let root = document.root();
    assert_eq!(
        root.u32("order").list().exactly(3).required().unwrap(),
        [2, 0, 1]
    );
    assert_eq!(
        root.f64("weights").positive().list().required().unwrap(),
        [1.0, 0.5]
    );
    assert_eq!(root.grid_points("cells").required().unwrap(), [[-1, 2]]);
    assert!(root.str("none").list().required().unwrap().is_empty());
    root.finish().unwrap();
}

#[test]
fn free_names_are_listed() {
    let document = parse("[arguments]\nspeed = 1\nmode = \"x\"\n");
    let arguments = document.root().table("arguments").unwrap();
    assert_eq!(arguments.keys(), ["speed", "mode"]);
    assert!(arguments.has("speed") && !arguments.has("sped"));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let document = Document::parse("x.toml", "\u{feff}[swarm]\nrobots = 1\n").unwrap();
    assert_eq!(World::read(&document).unwrap().robots, 1);
}
