//! Computes per second that controllers outside answer: Gathering in Python against a program that
//! only echoes, one robot at a time and in synchronous rounds of fifty.
//! `cargo bench --bench controllers`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::sync::Arc;
use std::time::Instant;

use formicary::controller::{Controllers, Occasion};
use formicary::engine::{Engine, Simulation};
use formicary::model::oblot::Oblot;
use formicary::model::outside::Remote as _;
use formicary::model::{Extras, Subject as _};
use formicary::scenario::Document;

/// How often each figure is measured; programs take turns, so that a busy machine slows all alike.
const REPETITIONS: usize = 9;
/// How long one repetition is: so many events where robots compute one at a time, so many rounds
/// where they compute together.
const LIMITS: [&str; 2] = ["events = 12000", "rounds = 1200"];

#[allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]
fn main() {
    let ways = [
        ("one at a time", "async", LIMITS[0]),
        ("rounds of 50", "fsync", LIMITS[1]),
    ];
    println!("way             program        median    least    most   (Computes per second)");
    for (way, scheduler, limit) in ways {
        let programs = ["echo.py", "gathering.py"];
        let mut rates = programs.map(|_| Vec::new());
        for _ in 0..REPETITIONS {
            for (program, rates) in programs.iter().zip(&mut rates) {
                rates.push(measure(program, scheduler, limit));
            }
        }
        let mut medians = Vec::new();
        for (program, rates) in programs.iter().zip(&mut rates) {
            rates.sort_by(f64::total_cmp);
            let [least, median, most] = [0, REPETITIONS / 2, REPETITIONS - 1].map(|i| rates[i]);
            println!("{way:<14}  {program:<12}  {median:>7.0}  {least:>7.0} {most:>7.0}");
            medians.push(median);
        }
        let share = 100.0 * medians[1] / medians[0];
        println!("{way:<14}  gathering.py is at {share:.0} % of echo.py");
    }
}

/// The answers per second in one run, without the start of the program.
fn measure(program: &str, scheduler: &str, limit: &str) -> f64 {
    let controllers = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/oblot/controllers");
    // Nobody ends, so that fifty robots compute to the end of the sample.
    let text = format!(
        "seed = 1\n[swarm]\nrobots = 50\nwidth = 1000.0\nheight = 1000.0\nprecision = 15\n\
         terminate = false\n[scheduler]\nkind = '{scheduler}'\n[limits]\n{limit}\n\
         [controller]\ncommand = ['python3', '{controllers}/{program}']\n"
    );
    let document = Document::parse("bench.toml", &text).expect("the text is a scenario");
    let scenario = Oblot::read(&document.root()).expect("the text is a scenario");
    let setup = Oblot::outside(&scenario).expect("the scenario has a controller");
    let occasion = Occasion {
        scenario: "bench",
        seed: "1",
        stop: Arc::new(|| None),
    };
    let controllers = Controllers::<Oblot>::start(setup, &Oblot::about(&scenario), &occasion);
    let controllers = controllers.expect("the program starts");
    let plan = Oblot::plan(&scenario, Extras::default());
    let engine = Engine::Inline { threads: 1 };
    let mut simulation = Simulation::new(plan, engine).expect("the plan is valid");
    let started = Instant::now();
    let ((), controllers, end) = simulation.run_with((), controllers);
    let seconds = started.elapsed().as_secs_f64();
    end.expect("the run has no failures");
    assert_eq!(controllers.troubles(), 0, "{program}");
    controllers.answers() as f64 / seconds
}
