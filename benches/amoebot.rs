//! Joint movements of 20,000 particles: a block of 200 x 100 of which every second column expands to
//! the east, so that the last column goes 100 steps; and a block at rest.
//! `cargo bench --bench amoebot`; docs/benchmarks.md says how to read the figures.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to measure"
)]

use formicary::model::amoebot::body::Body;
use formicary::model::amoebot::grid::{Direction, Node};
use formicary::model::amoebot::joint::{Action, Step};
use formicary::model::amoebot::structure::{Anchor, Structure};

fn main() {
    divan::main();
}

/// The sides of the block.
const SIDES: [i32; 2] = [200, 100];

/// A block of contracted particles, row by row.
fn block() -> Structure {
    let [width, height] = SIDES;
    let nodes = (0..height).flat_map(|y| (0..width).map(move |x| Node::new(x, y)));
    let bodies = nodes.map(Body::contracted).collect();
    Structure::new(bodies, Vec::new(), Anchor::default()).expect("the nodes differ")
}

/// Every second column expands to the east. What is south-south-east goes along, so the columns stay
/// upright.
fn stretch(structure: &Structure) -> Vec<Step> {
    let step = |body: &Body| match body.tail.x % 2 {
        0 => Step::default(),
        _ => Step {
            marked: [Direction::Sse as usize].into_iter().collect(),
            ..Step::of(Action::Expand(Direction::E))
        },
    };
    structure.bodies().iter().map(step).collect()
}

mod joint {
    use std::hint::black_box;

    use divan::Bencher;
    use formicary::model::amoebot::joint::{Step, joint_movement};

    use super::{block, stretch};

    #[divan::bench(args = [false, true], sample_count = 20)]
    fn stretching(bencher: Bencher<'_, '_>, check_collisions: bool) {
        let structure = block();
        let steps = stretch(&structure);
        bencher.bench_local(|| {
            let moved = joint_movement(&structure, black_box(&steps), &[], check_collisions);
            let moved = moved.expect("the columns move alike");
            assert!(moved.collision.is_none());
            moved
        });
    }

    #[divan::bench(args = [false, true], sample_count = 20)]
    fn resting(bencher: Bencher<'_, '_>, check_collisions: bool) {
        let structure = block();
        let steps = vec![Step::default(); structure.bodies().len()];
        bencher.bench_local(|| {
            let moved = joint_movement(&structure, black_box(&steps), &[], check_collisions);
            moved.expect("nobody moves")
        });
    }
}
