//! Faults of all kinds, alone and together: one run on both engines, with records that replay.

use std::collections::BTreeSet;

use formicary::engine::Engine;
use formicary::model::oblot::faults::FAULTS;
use formicary::record::Record;
use formicary::registry;
use formicary::study::{RunOptions, Study};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::support::study_of;

/// A fault with random parameters: its kind and the rest of its table.
fn fault() -> impl Strategy<Value = (&'static str, String)> {
    let number = |name: &'static str, low: f64, high: f64| {
        (low..high).prop_map(move |value| format!("{name} = {value:?}\n"))
    };
    let maybe = |parameter: BoxedStrategy<String>| prop_oneof![Just(String::new()), parameter];
    let point =
        || (-60.0..60.0, -60.0..60.0).prop_map(|(x, y): (f64, f64)| format!("[{x:?}, {y:?}]"));
    let points = move |least, most| {
        let points = prop::collection::vec(point(), least..=most);
        points.prop_map(|points| format!("points = [{}]\n", points.join(", ")))
    };
    let time = move || number("time", 0.0, 20.0);
    let activation = || (1u32..6).prop_map(|activation| format!("activation = {activation}\n"));
    let when = move || prop_oneof![Just(String::new()), time(), activation()];
    let reach = move || maybe(number("reach", 0.1, 50.0).boxed());
    let error = move || {
        prop_oneof![
            Just("\"invert\"\n".to_owned()),
            number("\"rotate\"\nangle", -4.0, 4.0),
            number("\"overshoot\"\nfactor", 0.1, 2.0),
            number("\"random\"\ndeviation", 0.0, 1.0),
        ]
    };
    let effect = prop_oneof![
        error(),
        Just("\"omission\"\n".to_owned()),
        Just("\"stop\"\n".to_owned()),
        number("\"sensing\"\nloss", 0.0, 1.0),
    ];
    let odds = (0.0..=1.0, 0.0..=1.0);
    let thrown = prop_oneof![
        point().prop_map(|point| format!("position = {point}\n")),
        point().prop_map(|point| format!("displacement = {point}\n")),
        (1.0..90.0, 1.0..90.0).prop_map(|(w, h): (f64, f64)| format!("box = [{w:?}, {h:?}]\n")),
        Just("light = \"red\"\n".to_owned()),
    ];
    let on_the_way = (1u32..5, 0.0..=1.0).prop_map(|(departure, fraction)| {
        format!("during = \"move\"\ndeparture = {departure}\nfraction = {fraction:?}\n")
    });
    let visible = any::<bool>().prop_map(|visible| format!("visible = {visible}\n"));
    let crash = (prop_oneof![when(), on_the_way], visible).prop_map(|(when, seen)| when + &seen);
    let delay = (0.05..=1.0, 0.0..10.0, 0.1..20.0).prop_map(|(factor, time, more)| {
        format!(
            "factor = {factor:?}\ntime = {time:?}\nuntil = {:?}\n",
            time + more
        )
    });
    let scripted = (points(1, 4), any::<bool>()).prop_map(|(points, repeat)| {
        let then = if repeat { "repeat" } else { "stay" };
        format!("{points}then = \"{then}\"\n")
    });
    let mirror = (any::<bool>(), reach()).prop_map(|(centroid, reach)| {
        let of = if centroid { "centroid" } else { "target" };
        format!("of = \"{of}\"\n{reach}")
    });
    let sensing = (0.0..=1.0, maybe(number("radius", 0.0, 90.0).boxed()))
        .prop_map(|(loss, radius)| format!("loss = {loss:?}\n{radius}"));
    let of =
        |kind: &'static str, rest: BoxedStrategy<String>| rest.prop_map(move |rest| (kind, rest));
    let none = || Just(String::new()).boxed();
    prop_oneof![
        of(
            "actuation",
            error().prop_map(|error| format!("error = {error}")).boxed()
        ),
        of("byzantine", reach().boxed()),
        of("byzantine_flee", reach().boxed()),
        of("byzantine_follow", reach().boxed()),
        of("byzantine_frozen", none()),
        of("byzantine_mirror", mirror.boxed()),
        of("byzantine_oscillate", points(2, 2).boxed()),
        of("byzantine_scripted", scripted.boxed()),
        of("byzantine_split", reach().boxed()),
        of("crash", crash.boxed()),
        of("delay", delay.boxed()),
        of(
            "intermittent",
            (effect, odds)
                .prop_map(|(effect, (probability, resolve))| {
                    format!(
                        "effect = {effect}probability = {probability:?}\nresolve = {resolve:?}\n"
                    )
                })
                .boxed()
        ),
        of("mixed", none()),
        of("mobility", when().boxed()),
        of(
            "omission",
            (0.0..=1.0)
                .prop_map(|p| format!("probability = {p:?}\n"))
                .boxed()
        ),
        of("sensing", sensing.boxed()),
        of(
            "transient",
            (time(), thrown)
                .prop_map(|(time, thrown)| time + &thrown)
                .boxed()
        ),
    ]
}

/// Small swarms with several faults, some robots with more than one.
fn scenario() -> impl Strategy<Value = String> {
    let scheduler = prop::sample::select(vec![
        "kind = \"async\"",
        "kind = \"async\"\nrate = 1.0\ncompute = { law = \"uniform\", high = 1.0 }",
        "kind = \"fsync\"\ngap = 0.5",
        "kind = \"k_bounded\"",
        "kind = \"sequential\"\norder = \"random\"",
        "kind = \"ssync\"",
    ]);
    let movement = prop::sample::select(vec![
        "",
        "[movement]\nrigid = false\ndelta = 2.0\n",
        "[movement]\nrigid = false\n",
    ]);
    let world = prop::sample::select(vec![
        "",
        "[visibility]\nradius = 60.0\n",
        "[visibility]\nnearest = 3\nobstruction = true\n",
        "[sensing]\nmultiplicity = \"weak\"\nnoise = 0.1\n[frames]\nagreement = \"none\"\n",
    ]);
    let faults = prop::collection::vec((fault(), 0usize..4, any::<bool>(), any::<u8>()), 1..5);
    let numbers = (
        any::<u32>(),
        2usize..9,
        any::<bool>(),
        prop::sample::select(vec![1.0, 0.0, 9.0]),
    );
    (numbers, scheduler, movement, world, faults).prop_map(
        |((seed, robots, terminate, speed), scheduler, movement, world, faults)| {
            let mut healthy = robots;
            let mut tables = String::new();
            for ((kind, rest), count, named, robot) in faults {
                let who = if named || count > healthy {
                    healthy = healthy.saturating_sub(1);
                    format!("robots = [{}]", usize::from(robot) % robots)
                } else {
                    healthy -= count;
                    format!("count = {count}")
                };
                tables += &format!("[[faults]]\nkind = \"{kind}\"\n{who}\n{rest}");
            }
            format!(
                "model = \"oblot\"\nseed = {seed}\n[swarm]\nalgorithm = \"gathering\"\nforce = true\n\
                 robots = {robots}\nspeed = {speed:?}\nterminate = {terminate}\n\
                 [scheduler]\n{scheduler}\nvisualize = 0.7\n{movement}{world}\
                 [limits]\ntime = 60.0\nevents = 400\n[record]\npercepts = true\n[[monitors]]\nkind = \"progress\"\n{tables}"
            )
        },
    )
}

#[test]
fn the_strategy_knows_every_kind() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut kinds = BTreeSet::new();
    for _ in 0..1000 {
        let tree = fault().new_tree(&mut runner).unwrap();
        kinds.insert(proptest::strategy::ValueTree::current(&tree).0);
    }
    assert_eq!(kinds, registry::names(FAULTS).collect());
}

proptest! {
    #![proptest_config(Config { cases: 80, failure_persistence: None, ..Config::default() })]

    #[test]
    fn faults_of_all_kinds_give_one_run_that_replays(text in scenario()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mcap");
        let study = study_of(&text);
        let inline = study.run(&RunOptions::on(Engine::Inline { threads: 2 })).unwrap();
        prop_assert_eq!(&inline.error, &None, "{}", text);
        // Monitors follow the robots wherever faults take them.
        let figure = inline.figures.iter().find(|figure| figure.key == "travelled").unwrap();
        let travelled = figure.value.as_f64().unwrap();
        let distance = inline.monitors[0].figure("distance").and_then(|figure| figure.as_f64());
        let off = (distance.unwrap() - travelled).abs();
        prop_assert!(off < 1e-3 + 1e-9 * travelled, "{distance:?} {travelled}\n{text}");
        // With frames and percepts in the record.
        let mut options = RunOptions::on(Engine::Actors { threads: 2 });
        options.record = Some(path.clone());
        let actors = study.run(&options).unwrap();
        prop_assert_eq!(&inline.digest, &actors.digest, "{}", text);
        prop_assert_eq!(&inline.dice, &actors.dice, "{}", text);
        prop_assert_eq!((inline.end, inline.events), (actors.end, actors.events));
        let record = Record::open(&path).unwrap();
        let again = Study::of_record(&record).unwrap();
        let options = RunOptions::on(Engine::Inline { threads: 1 });
        let replayed = again.replay(&record, &options).unwrap();
        prop_assert!(replayed.agrees(), "{text}\n{replayed:?}");
    }
}
