//! Sweeps of short runs, and questions to a store of a million runs. `cargo bench --bench store`;
//! docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use formicary::engine::Engine;
use formicary::scenario::Document;
use formicary::store::{Access, Filter, Metric, Order, Run, Selection, Setup, Store};
use formicary::study::{RunOptions, Study};
use formicary::sweep::variation::Variation;
use formicary::sweep::{Control, Limits, Plan, Sweeping, carry_out};
use serde_json::json;
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// How many runs one sample has.
const RUNS: u64 = 600;

/// Eight robots that go on for 2,000 events.
const TEXT: &str = "model = 'oblot'\n[swarm]\nrobots = 8\nalgorithm = 'gathering'\nterminate = false\n\
                    [limits]\nevents = 2000\nstalled = false\n[record]\nframes = false\n";

fn document() -> Document {
    Document::parse("bench.toml", TEXT).expect("the text above is a scenario")
}

/// The runs alone, one after the other: read, carried out, forgotten.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn runs_without_a_store(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(RUNS)).bench_local(|| {
        let mut document = document();
        for seed in 0..RUNS {
            document
                .set_by("seed", "seed", &seed.to_string())
                .expect("a seed");
            let study = Study::read(&document).expect("a scenario");
            let options = RunOptions::on(Engine::Inline { threads: 1 });
            black_box(study.run(&options).expect("a run"));
        }
    });
}

/// The same runs as a sweep, in a store.
#[divan::bench(args = [1, 2], sample_count = 20, sample_size = 1)]
fn sweep(bencher: Bencher<'_, '_>, workers: usize) {
    let seeds = format!("0..{}", RUNS - 1).parse().expect("seeds");
    let plan = Plan::new(document(), Variation::none(), seeds, Limits::default());
    let mut plan = plan.expect("a plan");
    plan.check().expect("a sweep");
    let sweeping = Sweeping {
        name: "bench".to_owned(),
        simulation: None,
        workers,
    };
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("bench.db");
            let store = Store::open(&path, Access::Create).expect("a store");
            (folder, store)
        })
        .counter(ItemsCount::new(RUNS))
        .bench_local_values(|(folder, store)| {
            let control = Control::default();
            let done = carry_out(&plan, store, &sweeping, &control, |_| ()).expect("a sweep");
            (folder, done)
        });
}

/// A store of a million runs: 100 variants of two parameters, each with 10,000 seeds.
fn million() -> &'static (TempDir, PathBuf) {
    static STORE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    STORE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("million.db");
        let mut store = Store::open(&path, Access::Create).expect("a store");
        fill(&mut store);
        (folder, path)
    })
}

fn fill(store: &mut Store) {
    let setup = Setup {
        version: "0".into(),
        engine: "inline".into(),
        threads: 1,
        clock: "virtual".into(),
        platform: "bench".into(),
    };
    let setup = store.keep_setup(&setup).expect("a setup");
    for variant in 0..100_u64 {
        let (robots, rate) = (10 + variant / 10, 1 + variant % 10);
        let scenario = json!({
            "model": "oblot",
            "swarm": { "robots": robots, "algorithm": "gathering" },
            "scheduler": { "kind": "async", "rate": rate },
        });
        let scenario = store
            .keep_scenario(&scenario, &|_| None)
            .expect("a scenario");
        let runs: Vec<Run> = (0..10_000)
            .map(|seed| run(scenario, setup, seed, robots))
            .collect();
        store.keep_runs(&runs).expect("runs");
    }
}

fn run(scenario: i64, setup: i64, seed: u64, robots: u64) -> Run {
    // Spread, but the same each time.
    let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let metric = |name: &str, value: serde_json::Value| Metric {
        name: name.to_owned(),
        value,
        unit: String::new(),
        help: String::new(),
    };
    let metrics = [
        "activations",
        "crashed",
        "epochs",
        "moves",
        "robots",
        "rounds",
        "terminated",
    ];
    let metrics = metrics.map(|name| metric(name, (mixed % 1_000).into()));
    let reals = ["diameter_before", "diameter_after", "travelled"];
    let reals = reals.map(|name| metric(name, (mixed as f64 / 7.0).into()));
    Run {
        scenario,
        setup,
        simulation: None,
        place: None,
        seed: seed.to_string(),
        end: if mixed.is_multiple_of(10) {
            "stalled"
        } else {
            "terminated"
        }
        .into(),
        time: mixed as f64 / 1e6,
        events: mixed % 100_000 * robots,
        digest: format!("{mixed:032x}"),
        dice: Some(format!("{seed:032x}")),
        disappointments: Vec::new(),
        error: None,
        record: None,
        began: 1_700_000_000_000,
        seconds: 0.001,
        metrics: metrics.into_iter().chain(reals).collect(),
        inputs: Vec::new(),
    }
}

fn open() -> Store {
    Store::open(&million().1, Access::Read).expect("a store")
}

fn filter() -> Option<Filter> {
    let filter = "swarm.robots > 15 and end = 'stalled' and epochs < 500".parse();
    Some(filter.expect("a filter"))
}

/// A filter, the first thousand of what it finds by a metric, and how many there are.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn page_of_a_million(bencher: Bencher<'_, '_>) {
    let store = open();
    let selection = Selection {
        filter: filter(),
        order: vec![Order {
            column: "epochs".to_owned(),
            descending: true,
        }],
        limit: Some(1_000),
        ..Selection::default()
    };
    bencher.bench_local(|| {
        let page = store.select(&selection).expect("a page");
        let count = store.count(selection.filter.as_ref()).expect("a count");
        (page.rows(), count)
    });
}
