//! Deliveries on the circuits of 100,000 particles: with all on one circuit, with circuits that are
//! found anew, and after a movement. `cargo bench --bench amoebot_circuits`; docs/benchmarks.md says
//! how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use formicary::dice::{Purpose, Stream};
use formicary::model::amoebot::body::Body;
use formicary::model::amoebot::circuits::{Circuits, Signals};
use formicary::model::amoebot::grid::{Direction, Node};
use formicary::model::amoebot::pins::PinConfiguration;
use formicary::model::amoebot::ports::Port;
use formicary::model::amoebot::structure::{Anchor, Structure};

fn main() {
    divan::main();
}

/// The sides of the block of particles.
const SIDES: [i32; 2] = [400, 250];
/// How many particles that are.
const PARTICLES: usize = 100_000;

/// A block of contracted particles.
fn block() -> Structure {
    let [width, height] = SIDES;
    let nodes = (0..height).flat_map(|y| (0..width).map(move |x| Node::new(x, y)));
    let bodies = nodes.map(Body::contracted).collect();
    Structure::new(bodies, Vec::new(), Anchor::default()).expect("the nodes differ")
}

fn die() -> Stream {
    Stream::new(1, Purpose::Fault, 0)
}

/// Signals with which all take on a configuration and the first particle beeps on its set 0.
fn all_take(next: Option<PinConfiguration>) -> Vec<Signals> {
    let signal = Signals {
        next: next.map(Arc::new),
        ..Signals::default()
    };
    let mut signals = vec![signal; PARTICLES];
    signals[0].beeps = 1;
    signals
}

/// All pins in one set.
fn global(per_edge: usize) -> PinConfiguration {
    let mut next = PinConfiguration::singleton(per_edge, None);
    next.set_to_global(0).expect("there is a set 0");
    next
}

/// East and west pins joined by pairs: circuits along the rows.
fn rows(per_edge: usize) -> PinConfiguration {
    let mut next = PinConfiguration::singleton(per_edge, None);
    for offset in 0..per_edge {
        let [east, west] = [Direction::E, Direction::W].map(Port::head);
        let east = next.pin(east, offset).expect("there is such a pin");
        let facing = next.pin(west, per_edge - 1 - offset);
        let facing = facing.expect("there is such a pin");
        next.make_set(&[east, facing], east)
            .expect("there is room for all");
    }
    next
}

/// One delivery by particles whose configurations are all `before`, and that take on `next`.
fn deliver(
    bencher: Bencher<'_, '_>,
    per_edge: usize,
    before: PinConfiguration,
    next: Option<PinConfiguration>,
    failure: f64,
) {
    let structure = block();
    let mut start = Circuits::new(per_edge, &structure);
    start.deliver(&structure, &all_take(Some(before)), 0.0, &mut die());
    let signals = all_take(next);
    bencher
        .with_inputs(|| (start.clone(), die()))
        .counter(ItemsCount::new(PARTICLES))
        .bench_local_refs(|(circuits, die)| {
            circuits.deliver(&structure, black_box(&signals), failure, die);
        });
}

#[divan::bench]
fn unchanged_global(bencher: Bencher<'_, '_>) {
    deliver(bencher, 1, global(1), None, 0.0);
}

#[divan::bench]
fn unchanged_singletons_of_4_pins(bencher: Bencher<'_, '_>) {
    let singleton = PinConfiguration::singleton(4, None);
    deliver(bencher, 4, singleton, None, 0.0);
}

#[divan::bench]
fn unchanged_global_with_failures(bencher: Bencher<'_, '_>) {
    deliver(bencher, 1, global(1), None, 0.01);
}

#[divan::bench]
fn anew_global(bencher: Bencher<'_, '_>) {
    let singleton = PinConfiguration::singleton(1, None);
    deliver(bencher, 1, singleton, Some(global(1)), 0.0);
}

#[divan::bench]
fn anew_rows_of_2_pins(bencher: Bencher<'_, '_>) {
    let singleton = PinConfiguration::singleton(2, None);
    deliver(bencher, 2, singleton, Some(rows(2)), 0.0);
}

#[divan::bench]
fn anew_singletons_of_4_pins(bencher: Bencher<'_, '_>) {
    let singleton = PinConfiguration::singleton(4, None);
    deliver(bencher, 4, global(4), Some(singleton), 0.0);
}

/// The links are found anew as well.
#[divan::bench]
fn after_a_movement(bencher: Bencher<'_, '_>) {
    let structure = block();
    let start = Circuits::new(4, &structure);
    let signals = all_take(None);
    bencher
        .with_inputs(|| (start.clone(), die()))
        .counter(ItemsCount::new(PARTICLES))
        .bench_local_refs(|(circuits, die)| {
            circuits.shifted(&structure, &[0], true);
            circuits.deliver(&structure, black_box(&signals), 0.0, die);
        });
}
