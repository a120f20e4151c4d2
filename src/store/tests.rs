//! Tests of the store as a whole.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::dataset::{Dataset, Kind, Values};

fn scenario(robots: u64, seed: u64) -> Value {
    json!({
        "model": "oblot",
        "seed": seed,
        "swarm": { "robots": robots, "algorithm": "gathering", "radius": null },
        "faults": [{ "kind": "crash", "robots": [1, 2] }],
    })
}

fn setup() -> Setup {
    Setup {
        version: "0.1.0".into(),
        engine: "inline".into(),
        threads: 1,
        clock: "virtual".into(),
        platform: "test".into(),
    }
}

fn metric(name: &str, value: impl Into<Value>) -> Metric {
    Metric {
        name: name.into(),
        value: value.into(),
        unit: "m".into(),
        help: "a test".into(),
    }
}

fn run(scenario: i64, setup: i64, seed: u64) -> Run {
    Run {
        scenario,
        setup,
        simulation: None,
        place: None,
        seed: seed.to_string(),
        end: "terminated".into(),
        time: 1.5 * seed as f64,
        events: 10 * seed,
        digest: format!("{seed:032x}"),
        dice: Some(format!("{:032x}", seed + 1)),
        disappointments: Vec::new(),
        error: None,
        record: None,
        began: 1_700_000_000_123,
        seconds: 0.25,
        metrics: vec![metric("epochs", seed), metric("diameter_end", 0.5)],
        inputs: Vec::new(),
    }
}

fn nothing(_: &str) -> Option<(String, String)> {
    None
}

/// A folder with a new store in it.
fn new() -> (tempfile::TempDir, PathBuf, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let store = Store::open(&path, Access::Create).unwrap();
    (folder, path, store)
}

/// A store with ten runs of 5 robots and ten of 50.
fn filled(store: &mut Store) -> Vec<i64> {
    let made = store.keep_setup(&setup()).unwrap();
    let few = store.keep_scenario(&scenario(5, 1), &nothing).unwrap();
    let many = store.keep_scenario(&scenario(50, 1), &nothing).unwrap();
    let runs = (0..10).flat_map(|seed| [run(few, made, seed), run(many, made, seed)]);
    store.keep_runs(&runs.collect::<Vec<_>>()).unwrap();
    vec![few, many, made]
}

fn integers(dataset: &Dataset, name: &str) -> Vec<Option<i64>> {
    match &dataset.column(name).unwrap().values {
        Values::Integer(values) => values.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_comes_back_as_it_was_kept() {
    let (_folder, path, mut store) = new();
    let made = store.keep_setup(&setup()).unwrap();
    let of = store.keep_scenario(&scenario(5, 1), &nothing).unwrap();
    let sweep = NewSweep {
        hash: "ab".into(),
        name: "a sweep".into(),
        simulation: None,
        scenario: of,
        text: "model = 'oblot'".into(),
        variation: "{}".into(),
        size: 3,
        version: "0.1.0".into(),
    };
    let (sweep, known) = store.begin_sweep(&sweep).unwrap();
    assert!(!known);
    let kept = Run {
        place: Some((sweep, 2)),
        seed: "123456789012345678901234567890".into(),
        end: "failed".into(),
        disappointments: vec!["end: expected terminated, was failed".into()],
        error: Some("robot 3".into()),
        record: Some("a b.mcap".into()),
        metrics: vec![
            metric("groups", json!([[0, 1], [2]])),
            metric("holds", true),
            metric("lost", Value::Null),
        ],
        inputs: b"some inputs".to_vec(),
        ..run(of, made, 7)
    };
    store.keep_runs(std::slice::from_ref(&kept)).unwrap();
    drop(store);
    let store = Store::open(&path, Access::Read).unwrap();
    let stored = store.run(1).unwrap();
    let wanted = Run {
        metrics: vec![
            metric("groups", json!([[0, 1], [2]])),
            metric("holds", true),
        ],
        inputs: Vec::new(),
        ..kept
    };
    assert_eq!(stored.run, wanted);
    assert_eq!(stored.setup, setup());
    assert_eq!(stored.began, "2023-11-14T22:13:20.123Z");
    assert_eq!(store.inputs(1).unwrap(), b"some inputs");
    assert_eq!(store.scenario(of).unwrap()["swarm"]["robots"], 5);
    assert_eq!(store.scenario(of).unwrap().get("seed"), None);
    assert_eq!(store.run(2).unwrap_err().to_string(), "there is no run 2");
}

#[test]
fn a_scenario_is_kept_once_whatever_its_seed() {
    let (_folder, _, mut store) = new();
    let one = store.keep_scenario(&scenario(5, 1), &nothing).unwrap();
    let same = store.keep_scenario(&scenario(5, 2), &nothing).unwrap();
    let other = store.keep_scenario(&scenario(6, 1), &nothing).unwrap();
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert_eq!(hash_of(&scenario(5, 1)), hash_of(&scenario(5, 9)));
    let names: Vec<_> = store
        .cells()
        .into_iter()
        .map(|cell| cell.named.name)
        .collect();
    for name in [
        "swarm.robots",
        "swarm.algorithm",
        "faults.0.kind",
        "faults.0.robots",
    ] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    assert!(
        !names.contains(&"swarm.radius".to_owned()),
        "a missing value needs no column"
    );
}

#[test]
fn runs_are_found_by_parameters_and_metrics() {
    let (_folder, _, mut store) = new();
    filled(&mut store);
    let filter: Filter = "swarm.robots > 5 and epochs >= 7 and end = 'terminated'"
        .parse()
        .unwrap();
    assert_eq!(store.count(Some(&filter)).unwrap(), 3);
    assert_eq!(store.count(None).unwrap(), 20);
    let selection = Selection {
        columns: ["seed", "swarm.robots", "epochs", "engine"]
            .map(str::to_owned)
            .to_vec(),
        filter: Some(filter),
        order: vec![Order {
            column: "epochs".into(),
            descending: true,
        }],
        ..Selection::default()
    };
    let found = store.select(&selection).unwrap();
    assert_eq!(integers(&found, "seed"), [Some(9), Some(8), Some(7)]);
    assert_eq!(integers(&found, "swarm.robots"), [Some(50); 3]);
    let page = Selection {
        limit: Some(2),
        offset: 1,
        ..selection
    };
    assert_eq!(
        integers(&store.select(&page).unwrap(), "seed"),
        [Some(8), Some(7)]
    );
    let all = store.select(&Selection::default()).unwrap();
    assert_eq!(all.rows(), 20);
    assert_eq!(all.column("diameter_end").unwrap().unit, "m");
    let wrong: Filter = "robts > 5".parse().unwrap();
    let words = store.count(Some(&wrong)).unwrap_err().to_string();
    assert!(
        words.contains("did you mean faults.0.robots or swarm.robots?"),
        "{words}"
    );
}

#[test]
fn what_was_interrupted_is_replaced_and_what_is_finished_is_not() {
    let (_folder, _, mut store) = new();
    let ids = filled(&mut store);
    let sweep = NewSweep {
        hash: "ab".into(),
        name: "a sweep".into(),
        simulation: None,
        scenario: ids[0],
        text: String::new(),
        variation: "{}".into(),
        size: 100,
        version: "0.1.0".into(),
    };
    let (id, known) = store.begin_sweep(&sweep).unwrap();
    assert!(!known);
    let at = |place: u64, end: &str, events: u64| Run {
        place: Some((id, place)),
        end: end.into(),
        events,
        ..run(ids[0], ids[2], place)
    };
    store
        .keep_runs(&[at(0, "terminated", 1), at(70, "interrupted", 2)])
        .unwrap();
    assert_eq!(store.sweep(id).unwrap().finished(), 1);
    store
        .keep_runs(&[at(0, "terminated", 3), at(70, "stalled", 4)])
        .unwrap();
    let done = store.done(id).unwrap();
    let places: Vec<u64> = (0..100).filter(|place| done.contains(*place)).collect();
    assert_eq!((places, done.count()), (vec![0, 70], 2));
    let filter: Filter = format!("sweep = {id}").parse().unwrap();
    let selection = Selection {
        columns: vec!["events".into()],
        filter: Some(filter),
        order: vec![Order {
            column: "place".into(),
            descending: false,
        }],
        ..Selection::default()
    };
    assert_eq!(
        integers(&store.select(&selection).unwrap(), "events"),
        [Some(1), Some(4)]
    );
    assert_eq!(store.begin_sweep(&sweep).unwrap(), (id, true));
    assert_eq!(store.remove_sweep(id).unwrap(), 2);
    assert_eq!(store.count(None).unwrap(), 20);
}

#[test]
fn simulations_have_versions() {
    let (_folder, _, mut store) = new();
    let ids = filled(&mut store);
    let new = |scenario: i64| NewSimulation {
        name: "gather".into(),
        scenario,
        text: "model = 'oblot'".into(),
        note: String::new(),
    };
    assert_eq!(store.add_simulation(&new(ids[0]), false).unwrap(), 1);
    let taken = store.add_simulation(&new(ids[0]), false).unwrap_err();
    assert!(taken.to_string().contains("already"));
    assert_eq!(store.add_simulation(&new(ids[1]), true).unwrap(), 2);
    assert_eq!(store.simulation("gather", None).unwrap().version, 2);
    let first = store.simulation("gather", Some(1)).unwrap();
    assert_eq!(first.simulation.scenario, ids[0]);
    let none = store.simulation("gather", Some(3)).unwrap_err().to_string();
    assert_eq!(
        none,
        "simulation \"gather\" has no version 3; its last is 2"
    );
    let none = store.simulation("gahter", None).unwrap_err().to_string();
    assert_eq!(
        none,
        "there is no simulation \"gahter\"; did you mean \"gather\"?"
    );
    let own = Run {
        simulation: Some(first.id),
        ..run(ids[0], ids[2], 1)
    };
    store.keep_runs(&[own]).unwrap();
    assert_eq!(store.simulation("gather", Some(1)).unwrap().runs, 1);
    store.remove_simulation("gather", false).unwrap();
    assert_eq!(store.count(None).unwrap(), 21);
    assert_eq!(store.run(21).unwrap().simulation, None);
    assert!(store.remove_simulation("gather", true).is_err());
}

#[test]
fn stores_are_joined_and_joining_twice_changes_nothing() {
    let (_folder, _, mut one) = new();
    let (_other_folder, _, mut other) = new();
    filled(&mut one);
    let ids = filled(&mut other);
    let sweep = NewSweep {
        hash: "cd".into(),
        name: "a sweep".into(),
        simulation: None,
        scenario: ids[0],
        text: String::new(),
        variation: "{}".into(),
        size: 2,
        version: "0.1.0".into(),
    };
    let (sweep, _) = other.begin_sweep(&sweep).unwrap();
    let placed = Run {
        place: Some((sweep, 1)),
        inputs: b"inputs".to_vec(),
        metrics: vec![metric("new_one", 3)],
        ..run(ids[1], ids[2], 77)
    };
    other.keep_runs(&[placed]).unwrap();
    let merged = one.merge(&other).unwrap();
    let wanted = Merged {
        runs: 1,
        known: 20,
        sweeps: 1,
        simulations: 0,
    };
    assert_eq!(merged, wanted);
    assert_eq!(one.run(21).unwrap().run.metrics, [metric("new_one", 3)]);
    assert_eq!(one.inputs(21).unwrap(), b"inputs");
    let again = one.merge(&other).unwrap();
    assert_eq!((again.runs, again.known, again.sweeps), (0, 21, 0));
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let refused = |access: Access| Store::open(&path, access).unwrap_err().to_string();
    assert!(refused(Access::Read).contains("there is no such store"));
    assert!(refused(Access::Write).contains("there is no such store"));
    assert!(!path.exists());
    std::fs::write(&path, "model = 'oblot'\n").unwrap();
    assert!(refused(Access::Create).contains("not a store of formicary"));
    std::fs::remove_file(&path).unwrap();
    let foreign = rusqlite::Connection::open(&path).unwrap();
    foreign.execute_batch("CREATE TABLE x (y)").unwrap();
    drop(foreign);
    assert!(refused(Access::Create).contains("not a store of formicary"));
    assert!(Store::open(folder.path(), Access::Create).is_err());
}

#[test]
fn a_store_of_a_later_version_is_refused() {
    let (_folder, path, store) = new();
    store
        .connection
        .pragma_update(None, "user_version", 99)
        .unwrap();
    drop(store);
    let words = Store::open(&path, Access::Create).unwrap_err().to_string();
    assert!(
        words.contains("layout 99, and this program knows layouts up to 1"),
        "{words}"
    );
}

#[test]
fn a_damaged_store_is_refused() {
    let (_folder, path, mut store) = new();
    filled(&mut store);
    drop(store);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 4096]).unwrap();
    let words = Store::open(&path, Access::Read).unwrap_err().to_string();
    assert!(
        words.contains("damaged") && words.contains(".recover"),
        "{words}"
    );
    // What is overwritten is found where it is read.
    let mut bytes = bytes;
    let half = bytes.len() / 2;
    bytes[half..].fill(0xA5);
    std::fs::write(&path, &bytes).unwrap();
    let found = Store::open(&path, Access::Read).and_then(|store| store.check());
    assert!(
        matches!(found, Err(StoreError::Damaged { .. })),
        "{found:?}"
    );
}

#[test]
fn two_may_write_at_the_same_time() {
    let (_folder, path, mut store) = new();
    let ids = filled(&mut store);
    std::thread::scope(|scope| {
        for writer in 0..4_u64 {
            let (path, ids) = (&path, &ids);
            scope.spawn(move || {
                let mut store = Store::open(path, Access::Write).unwrap();
                for seed in 0..25 {
                    let own = Run {
                        // A column that others add as well, and one of its own.
                        metrics: vec![metric("shared", seed), metric(&format!("own_{writer}"), 1)],
                        ..run(ids[0], ids[2], seed)
                    };
                    store.keep_runs(&[own]).unwrap();
                }
            });
        }
    });
    let store = Store::open(&path, Access::Read).unwrap();
    assert_eq!(store.count(None).unwrap(), 120);
    let filter: Filter = "own_3 = 1 and shared >= 20".parse().unwrap();
    assert_eq!(store.count(Some(&filter)).unwrap(), 5);
    store.check().unwrap();
}

#[test]
fn a_writer_writes_all_that_it_is_given() {
    let (_folder, path, mut store) = new();
    let ids = filled(&mut store);
    let told = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counts = std::sync::Arc::clone(&told);
    let writer = Writer::begin(store, move |runs| {
        counts.fetch_add(runs.len(), std::sync::atomic::Ordering::Relaxed);
    })
    .unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (outbox, ids) = (writer.outbox(), &ids);
            scope.spawn(move || {
                for seed in 0..500 {
                    assert!(outbox.send(run(ids[1], ids[2], seed)));
                }
            });
        }
    });
    drop(writer.finish().unwrap());
    assert_eq!(told.load(std::sync::atomic::Ordering::Relaxed), 1000);
    assert_eq!(
        Store::open(&path, Access::Read)
            .unwrap()
            .count(None)
            .unwrap(),
        1020
    );
}

#[test]
fn a_metric_may_become_wider_but_not_another_column() {
    let (_folder, _, mut store) = new();
    let ids = filled(&mut store);
    let with = |value: Value| Run {
        metrics: vec![metric("load", value)],
        ..run(ids[0], ids[2], 1)
    };
    store
        .keep_runs(&[with(1.into()), with(1.5.into())])
        .unwrap();
    let load = |store: &Store| {
        let cells = store.cells();
        cells
            .into_iter()
            .find(|cell| cell.named.name == "load")
            .unwrap()
            .named
            .kind
    };
    assert_eq!(load(&store), Kind::Real);
    store.keep_runs(&[with("none".into())]).unwrap();
    assert_eq!(load(&store), Kind::Text);
    // What would be another column has a name of its own.
    for name in ["digest", "END", "Epochs", "engine"] {
        let other = Run {
            metrics: vec![metric(name, 7)],
            ..run(ids[0], ids[2], 1)
        };
        store.keep_runs(&[other]).unwrap();
        let id = store.last_run();
        let kept = store.run(id).unwrap().run;
        assert_eq!(kept.metrics, [metric(&format!("monitors.{name}"), 7)]);
        assert_eq!(kept.digest, format!("{:032x}", 1));
    }
    assert_eq!(store.count(None).unwrap(), 27);
}

#[test]
fn other_programs_find_plain_tables() {
    let (_folder, path, mut store) = new();
    filled(&mut store);
    drop(store);
    let other = rusqlite::Connection::open(&path).unwrap();
    let text = "SELECT \"swarm.robots\", count(*), avg(epochs) FROM results GROUP BY 1 ORDER BY 1";
    let mut statement = other.prepare(text).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let rows: Vec<(i64, i64, f64)> = rows.unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows, [(5, 10, 4.5), (50, 10, 4.5)]);
}

#[test]
fn what_cannot_be_a_column_is_kept_all_the_same() {
    let (_folder, _, mut store) = new();
    let mut large = scenario(5, 1);
    large["positions"] = (0..2_500).map(|n| (format!("p{n}"), json!(n))).collect();
    large["expect"] = json!({ "positions": { "A": 1 } });
    let id = store.keep_scenario(&large, &nothing).unwrap();
    assert_eq!(store.scenario(id).unwrap()["positions"]["p2499"], 2499);
    let alike =
        json!({ "model": "oblot", "swarm": { "robots": 3 }, "names": { "A": 1, "B": 2, "a": 3 } });
    let id = store.keep_scenario(&alike, &nothing).unwrap();
    assert_eq!(store.scenario(id).unwrap()["names"]["a"], 3);
    let names: Vec<_> = store
        .cells()
        .into_iter()
        .map(|cell| cell.named.name)
        .collect();
    assert!(names.len() < 2_000 && !names.iter().any(|name| name.starts_with("expect.")));
    // There is room for metrics of the program itself where nothing is left for parameters.
    let made = store.keep_setup(&setup()).unwrap();
    store.keep_runs(&[run(id, made, 1)]).unwrap();
}

#[test]
fn names_that_mean_something_to_the_database_are_plain_files() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.db");
    rusqlite::Connection::open(&foreign)
        .unwrap()
        .execute_batch("CREATE TABLE x (y)")
        .unwrap();
    let odd = folder.path().join("file:foreign.db");
    drop(Store::open(&odd, Access::Create).unwrap());
    assert!(odd.exists());
    assert!(Store::open(&foreign, Access::Create).is_err());
}

#[test]
fn infinities_are_numbers() {
    let (_folder, _, mut store) = new();
    let with = |radius: Value| json!({ "model": "oblot", "visibility": { "radius": radius } });
    let made = store.keep_setup(&setup()).unwrap();
    for radius in [json!(10.0), json!("inf")] {
        let id = store.keep_scenario(&with(radius), &nothing).unwrap();
        store.keep_runs(&[run(id, made, 1)]).unwrap();
    }
    let filter: Filter = "visibility.radius >= 20".parse().unwrap();
    assert_eq!(store.count(Some(&filter)).unwrap(), 1);
    let all = store.select(&Selection::default()).unwrap();
    let values = &all.column("visibility.radius").unwrap().values;
    assert_eq!(
        (values.number(0), values.number(1)),
        (Some(10.0), Some(f64::INFINITY))
    );
    assert_eq!(all.object(1)["visibility.radius"], "inf");
}

#[test]
fn an_interrupted_run_makes_way_for_one_that_got_further_only() {
    let (_folder, _, mut store) = new();
    let ids = filled(&mut store);
    let sweep = NewSweep {
        hash: "ef".into(),
        name: "a sweep".into(),
        simulation: None,
        scenario: ids[0],
        text: String::new(),
        variation: "{}".into(),
        size: 1,
        version: "0.1.0".into(),
    };
    let (sweep, _) = store.begin_sweep(&sweep).unwrap();
    for events in [5, 9, 7] {
        let cut = Run {
            place: Some((sweep, 0)),
            end: "interrupted".into(),
            events,
            ..run(ids[0], ids[2], 1)
        };
        store.keep_runs(&[cut]).unwrap();
    }
    let filter: Filter = "end = 'interrupted' and events = 9".parse().unwrap();
    assert_eq!(store.count(Some(&filter)).unwrap(), 1);
    assert_eq!(
        store.sweep(sweep).unwrap().ends,
        [("interrupted".to_owned(), 1)]
    );
}

#[test]
fn many_may_make_a_store_at_the_same_time() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.db");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut store = Store::open(&path, Access::Create).unwrap();
                    store.keep_setup(&setup()).unwrap();
                });
            }
        });
    }
}
