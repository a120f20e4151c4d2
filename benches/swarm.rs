//! How long a swarm of actors takes to start, and how much memory it needs.
//! `cargo bench --bench swarm`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::time::Instant;

use formicary::engine::{Engine, Simulation};
use formicary::model::oblot::Oblot;
use formicary::model::{Extras, Subject as _};
use formicary::scenario::Document;

#[allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]
fn main() {
    println!("robots   start (s)   memory (MB)");
    // The largest swarm comes last, because freed memory may stay with the process.
    for robots in [1_000, 10_000, 100_000] {
        let before = resident_megabytes();
        let text = format!("[swarm]\nrobots = {robots}\nalgorithm = 'gathering'\n");
        let document = Document::parse("swarm.toml", &text).expect("a scenario");
        let scenario = Oblot::read(&document.root()).expect("a scenario");
        let plan = Oblot::plan(&scenario, Extras::default());
        let started = Instant::now();
        let simulation = Simulation::new(plan, Engine::Actors { threads: 1 }).expect("a plan");
        let seconds = started.elapsed().as_secs_f64();
        let memory = resident_megabytes()
            .zip(before)
            .map(|(after, before)| after - before);
        let memory = memory.map_or("unknown".to_owned(), |megabytes| format!("{megabytes:.0}"));
        println!("{robots:>6}   {seconds:>9.3}   {memory:>11}");
        drop(simulation);
    }
}

/// The resident memory of this process in megabytes (10^6 bytes), where Linux tells it.
fn resident_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}
