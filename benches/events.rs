//! Events per second: Gathering with unlimited visibility, on both engines, with and without a
//! record; robots that see about ten others; algorithms that find smallest circles. `cargo bench --bench events`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use formicary::engine::{Engine, Plan, Simulation};
use formicary::model::oblot::Oblot;
use formicary::model::{Extras, Subject as _};
use formicary::scenario::Document;
use formicary::study::{RunOptions, Study};

fn main() {
    divan::main();
}

const INLINE: Engine = Engine::Inline { threads: 1 };
const ACTORS: Engine = Engine::Actors { threads: 1 };
const TWO_THREADS: Engine = Engine::Actors { threads: 2 };

/// How many events one sample handles: so many that Looks and Waits are mixed as in a long run, so
/// few that no robot has ended its algorithm.
fn events(robots: usize) -> u64 {
    if robots >= 10_000 {
        60_000
    } else {
        1_000 * (robots as u64).min(150)
    }
}

/// A swarm whose moves take about as long as a robot waits, to the end of the sample.
fn scenario(robots: usize) -> Document {
    let text = format!(
        "model = 'oblot'\nseed = 1\n\
         [swarm]\nrobots = {robots}\nalgorithm = 'gathering'\n\
         width = 1000.0\nheight = 1000.0\nprecision = 15\n\
         [record]\nframes = false\n\
         [limits]\nevents = {}\n",
        events(robots)
    );
    Document::parse("bench.toml", &text).expect("the text above is a scenario")
}

fn plan(robots: usize) -> Plan<Oblot> {
    let document = scenario(robots);
    let scenario = Oblot::read(&document.root()).expect("the text above is a scenario");
    Oblot::plan(&scenario, Extras::default())
}

fn bench(bencher: Bencher<'_, '_>, robots: usize, engine: Engine) {
    bencher
        .with_inputs(|| Simulation::new(plan(robots), engine).expect("the plan is valid"))
        .counter(ItemsCount::new(events(robots)))
        .bench_local_values(|mut simulation| {
            let ((), end) = simulation.run(());
            black_box(end.expect("the run has no failures"));
            simulation
        });
}

#[divan::bench(args = [50, 100, 1_000, 10_000], sample_count = 20)]
fn inline(bencher: Bencher<'_, '_>, robots: usize) {
    bench(bencher, robots, INLINE);
}

#[divan::bench(args = [50, 100, 1_000, 10_000], sample_count = 20)]
fn actors(bencher: Bencher<'_, '_>, robots: usize) {
    bench(bencher, robots, ACTORS);
}

#[divan::bench(args = [50, 1_000], sample_count = 20)]
fn actors_on_two_threads(bencher: Bencher<'_, '_>, robots: usize) {
    bench(bencher, robots, TWO_THREADS);
}

/// The plan of a scenario of which only the given lines differ, and how many events it handles.
fn other(lines: &str, events: u64) -> impl Fn() -> Simulation<Oblot> {
    let text = format!("seed = 1\n{lines}\n[limits]\nevents = {events}\n");
    move || {
        let document = Document::parse("bench.toml", &text).expect("the text is a scenario");
        let scenario = Oblot::read(&document.root()).expect("the text is a scenario");
        let plan = Oblot::plan(&scenario, Extras::default());
        Simulation::new(plan, INLINE).expect("the plan is valid")
    }
}

/// Robots that see about ten others each, from the start on.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn inline_with_a_radius(bencher: Bencher<'_, '_>, robots: usize) {
    let side = (robots as f64 * 31.4).sqrt();
    let lines = format!(
        "[swarm]\nrobots = {robots}\nalgorithm = 'gathering'\nwidth = {side:?}\n\
         height = {side:?}\nprecision = 15\n[visibility]\nradius = 10.0"
    );
    let events = 2 * robots as u64;
    bencher
        .with_inputs(other(&lines, events))
        .counter(ItemsCount::new(events))
        .bench_local_values(|mut simulation| {
            let ((), end) = simulation.run(());
            black_box(end.expect("the run has no failures"));
            simulation
        });
}

/// A thousand robots that see everybody and find smallest circles.
#[divan::bench(args = ["sec", "go_to_center"], sample_count = 10)]
fn inline_circles_of_1000(bencher: Bencher<'_, '_>, algorithm: &str) {
    let lines = format!(
        "[swarm]\nrobots = 1000\nalgorithm = '{algorithm}'\nwidth = 1000.0\n\
         height = 1000.0\nprecision = 15"
    );
    let events = 4_000;
    bencher
        .with_inputs(other(&lines, events))
        .counter(ItemsCount::new(events))
        .bench_local_values(|mut simulation| {
            let ((), end) = simulation.run(());
            black_box(end.expect("the run has no failures"));
            simulation
        });
}

/// Whole runs of a study, as the command line makes them, with a record and without.
fn study(bencher: Bencher<'_, '_>, engine: Engine, record: Option<&str>) {
    let folder = tempfile::tempdir().expect("a folder for the records");
    let study = Study::read(&scenario(50)).expect("the text above is a scenario");
    let mut options = RunOptions::on(engine);
    options.record = record.map(|name| folder.path().join(name));
    bencher
        .counter(ItemsCount::new(events(50)))
        .bench_local(|| {
            let run = study.run(&options).expect("the record can be written");
            assert_eq!(run.events, events(50));
        });
}

#[divan::bench(args = ["none", "run.mcap", "run.jsonl"], sample_count = 20)]
fn recorded_inline(bencher: Bencher<'_, '_>, record: &str) {
    study(bencher, INLINE, (record != "none").then_some(record));
}

#[divan::bench(args = ["none", "run.mcap", "run.jsonl"], sample_count = 20)]
fn recorded_actors(bencher: Bencher<'_, '_>, record: &str) {
    study(bencher, ACTORS, (record != "none").then_some(record));
}
