//! How late the operations of a swarm on the wall clock are.
//! `cargo bench --bench wall`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use formicary::arbiter::Committed;
use formicary::engine::wall::{self, Wall};
use formicary::engine::{Flow, Observer};
use formicary::model::oblot::{Kind, Oblot};
use formicary::model::{Extras, Subject as _, WallClock};
use formicary::scenario::Document;

/// How long each swarm is watched, in seconds.
const SECONDS: f64 = 10.0;
/// Units of simulated time in a second.
const RATE: f64 = 10.0;

/// How late each Look was, and how many operations there were.
#[derive(Default)]
struct Late {
    looks: Vec<f64>,
    operations: u64,
}

impl Observer<Oblot> for Late {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let event = committed.event;
        if event.kind == Kind::Look {
            self.looks.push((event.time - event.due) / RATE * 1e3);
        }
        self.operations += 1;
        Flow::Continue
    }
}

#[allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]
fn main() {
    println!(
        "robots  Looks wanted  threads   Looks/s  operations/s   late by, ms: median     95 %      most"
    );
    for (robots, looks) in [(100, 5.0), (1_000, 5.0), (1_000, 10.0), (3_000, 5.0)] {
        for threads in [1, 2] {
            let mut late = measure(robots, looks, threads);
            late.looks.sort_by(f64::total_cmp);
            let at = |part: f64| {
                let place = (part * (late.looks.len() - 1) as f64) as usize;
                late.looks[place]
            };
            println!(
                "{robots:>6}  {:>10}/s  {threads:>7}  {:>8.0}  {:>12.0}  {:>20.2}  {:>7.2}  {:>8.2}",
                looks * robots as f64,
                late.looks.len() as f64 / SECONDS,
                late.operations as f64 / SECONDS,
                at(0.5),
                at(0.95),
                at(1.0),
            );
        }
    }
}

/// A swarm whose robots each look so often in a second. Nobody ends, and moves take no time worth
/// mentioning, so that waits make the pace.
fn measure(robots: usize, looks: f64, threads: usize) -> Late {
    let (rate, time) = (looks / RATE, SECONDS * RATE);
    let text = format!(
        "seed = 1\n[clock]\nkind = 'wall'\nrate = {RATE:?}\n[swarm]\nrobots = {robots}\n\
         algorithm = 'gathering'\nwidth = 1000.0\nheight = 1000.0\nspeed = 1e6\nprecision = 15\n\
         terminate = false\n[scheduler]\nrate = {rate:?}\nvisualize = inf\n[limits]\n\
         time = {time:?}\nstalled = false\n"
    );
    let document = Document::parse("wall.toml", &text).expect("a scenario");
    let scenario = Oblot::read(&document.root()).expect("a scenario");
    let wall = Wall {
        clock: WallClock::at_rate(RATE),
        threads,
        orders: None,
        mind: None,
    };
    let plan = Oblot::plan(&scenario, Extras::default());
    let (_, late, end) = wall::run(plan, wall, Late::default()).expect("threads");
    end.expect("a run that ends at its limit");
    late
}
