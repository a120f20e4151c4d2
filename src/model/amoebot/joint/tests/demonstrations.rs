//! The reference's demonstrations of joint movements, several rounds of blocks of particles.

use super::super::*;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Direction::{self, E, Nne, Nnw, Sse};
use crate::model::amoebot::ports::Port;
use crate::model::amoebot::structure::Anchor;

/// Contracted particles, column by column.
fn block(columns: i32, rows: i32) -> Structure {
    let nodes = (0..columns).flat_map(|x| (0..rows).map(move |y| Node::new(x, y)));
    let bodies = nodes.map(Body::contracted).collect();
    Structure::new(bodies, Vec::new(), Anchor::default()).unwrap()
}

/// The least and greatest coordinates: x and y.
fn bounds(structure: &Structure) -> [i32; 4] {
    let nodes: Vec<Node> = structure.bodies().iter().flat_map(Body::nodes).collect();
    let (x, y) = (nodes.iter().map(|n| n.x), nodes.iter().map(|n| n.y));
    let least = [x.clone().min(), y.clone().min()].map(Option::unwrap);
    [least[0], x.max().unwrap(), least[1], y.max().unwrap()]
}

fn moved(structure: &Structure, steps: &[Step]) -> Structure {
    let moved = joint_movement(structure, steps, &[], true).unwrap();
    assert_eq!(moved.collision, None);
    moved.structure
}

#[test]
fn a_block_expands() {
    let start = block(5, 10);
    let step = |marked: Direction| Step {
        marked: [marked as usize].into_iter().collect(),
        ..Step::of(Action::Expand(E))
    };
    let sheared = moved(&start, &[step(Nne); 50]);
    assert_eq!(bounds(&sheared), [0, 18, 0, 9]);
    let last = sheared.bodies()[49];
    assert_eq!(last, Body::expanded(Node::new(17, 9), E));
    let upright = moved(&start, &[step(Sse); 50]);
    assert_eq!(bounds(&upright), [0, 9, 0, 9]);
    assert_eq!(upright.bodies()[49], Body::expanded(Node::new(8, 9), E));
}

#[test]
fn a_stripe_carries_a_block_along() {
    let bottom = 10 * 10;
    let mut structure = block(20, 10).with_anchor(Anchor::Particle(bottom));
    for _ in 0..4 {
        let step = |(id, body): (u32, &Body)| {
            if !(bottom..bottom + 10).contains(&id) {
                return Step::default();
            }
            if !body.is_expanded() {
                return Step {
                    marked: [Sse as usize].into_iter().collect(),
                    ..Step::of(Action::Expand(E))
                };
            }
            let released = [Port::head(Nnw), Port::tail(Sse)];
            Step {
                released: released
                    .iter()
                    .filter_map(|port| body.label(*port))
                    .collect(),
                ..Step::of(Action::ContractHead)
            }
        };
        let steps: Vec<Step> = (0..).zip(structure.bodies()).map(step).collect();
        structure = moved(&structure, &steps);
    }
    assert_eq!(bounds(&structure), [2, 21, 0, 9]);
}
