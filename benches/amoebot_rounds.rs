//! How many rounds a second particles run, on both engines, and how much memory a particle needs.
//! `cargo bench --bench amoebot_rounds`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use formicary::arbiter::Committed;
use formicary::engine::{Engine, Flow, Observer, Simulation};
use formicary::model::amoebot::interface::{Algorithm, Beeper, Fault, Mover, Newborn, Typed};
use formicary::model::amoebot::scenario::Scenario;
use formicary::model::amoebot::{Amoebot, Kind};
use formicary::model::{End, Extras, Subject as _};
use formicary::scenario::Document;

/// All particles are on one global circuit. The first one beeps in every second round, and everybody
/// counts what it hears.
#[derive(Debug)]
struct Beacon;

#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct Counter {
    first: bool,
    round: u32,
    heard: u32,
}

impl Algorithm for Beacon {
    type State = Counter;

    fn pins(&self) -> usize {
        1
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> Counter {
        Counter {
            first: newborn.id == 0,
            ..Counter::default()
        }
    }

    fn movement(&self, _: &mut Counter, _: &mut Mover<'_, Counter>) -> Result<(), Fault> {
        Ok(())
    }

    fn beep(&self, state: &mut Counter, particle: &mut Beeper<'_, Counter>) -> Result<(), Fault> {
        if state.round == 0 {
            particle.next().set_to_global(0)?;
        }
        state.round += 1;
        state.heard += u32::from(particle.heard(0));
        match state.first && state.round.is_multiple_of(2) {
            true => particle.beep(0),
            false => Ok(()),
        }
    }
}

/// A scenario with so many particles on a random structure.
fn scenario(particles: usize, algorithm: &str) -> Scenario {
    let text =
        format!("[swarm]\nalgorithm = '{algorithm}'\nstart = 'random'\nrobots = {particles}\n");
    read(&text)
}

fn read(text: &str) -> Scenario {
    let document = Document::parse("rounds.toml", text).expect("a document");
    Amoebot::read(&document.root()).expect("a scenario")
}

/// Runs for so long; returns the rounds of a second.
fn rounds_per_second(scenario: &Scenario, engine: Engine, time: Duration) -> f64 {
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, engine).expect("a plan");
    let watch = Watch {
        time,
        started: None,
        rounds_per_second: 0.0,
    };
    simulation.run(watch).0.rounds_per_second
}

/// The first rounds make dice and circuits.
const FIRST: u64 = 3;

/// Measures how fast a run is, and stops it after some time.
struct Watch {
    time: Duration,
    started: Option<Instant>,
    rounds_per_second: f64,
}

impl Observer<Amoebot> for Watch {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>) -> Flow {
        let rounds = committed.director.counts().rounds;
        if committed.event.kind != Kind::Sound || rounds < FIRST {
            return Flow::Continue;
        }
        let took = self.started.get_or_insert_with(Instant::now).elapsed();
        if rounds == FIRST || took < self.time {
            return Flow::Continue;
        }
        self.rounds_per_second = (rounds - FIRST) as f64 / took.as_secs_f64();
        Flow::Stop(End::Interrupted)
    }
}

#[allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]
fn main() {
    let inline = Engine::Inline { threads: 1 };
    println!("what                         particles   engine      rounds/s");
    let line = |what: &str, particles: usize, engine: Engine, rounds: f64| {
        let name = format!("{} {}", engine.name(), engine.threads());
        println!("{what:<28} {particles:>9}   {name:<9} {rounds:>10.1}");
    };
    let second = Duration::from_secs(2);
    for (particles, engine) in [
        (1_000, inline),
        (100_000, inline),
        (1_000, Engine::Inline { threads: 2 }),
        (100_000, Engine::Inline { threads: 2 }),
        (1_000, Engine::Actors { threads: 1 }),
        (1_000, Engine::Actors { threads: 2 }),
    ] {
        let beacon = scenario(particles, "scripted").with_program(Arc::new(Typed(Beacon)));
        let rounds = rounds_per_second(&beacon, engine, second);
        line("one global circuit", particles, engine, rounds);
    }
    let stripe = "[swarm]\nalgorithm = 'joint_movement'\nmode = 15\nwidth = 200\nheight = 100\n\
                  [structure]\ncollisions = ";
    for check in [false, true] {
        let moving = read(&format!("{stripe}{check}\n"));
        let what = match check {
            false => "block 200 x 100, unchecked",
            true => "block 200 x 100, checked",
        };
        let rounds = rounds_per_second(&moving, inline, second);
        line(what, 20_000, inline, rounds);
    }
    memory();
}

/// What a particle needs in memory, at most, while rounds go on.
#[allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]
fn memory() {
    let particles = 200_000;
    // Only what comes from now on counts.
    let cleared = std::fs::write("/proc/self/clear_refs", "5");
    let before = cleared.ok().and_then(|()| peak_bytes());
    let beacon = scenario(particles, "scripted").with_program(Arc::new(Typed(Beacon)));
    rounds_per_second(&beacon, Engine::Inline { threads: 1 }, Duration::ZERO);
    if let Some((before, after)) = before.zip(peak_bytes()) {
        let each = after.saturating_sub(before) / particles as u64;
        println!("\n{particles} particles: {each} bytes for each at the peak, the plan included");
    }
}

/// The most memory that this process has had, where Linux tells it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
