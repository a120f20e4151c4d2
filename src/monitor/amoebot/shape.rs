//! Whether the structure has a shape at the end.

use std::collections::BTreeSet;

use serde_json::json;

use super::{BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::{Direction, Node};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "shape",
    summary: "whether the particles form a shape at the end",
    help: "A line is straight, without gaps, in any direction. A hexagon has all nodes up to some \
           distance from its centre, and of the next ring as many in one row around it as are left \
           over. A parallelogram has all nodes of a box along two axes. Expanded particles count with \
           both nodes.",
    parameters: &[Parameter {
        name: "shape",
        kind: Kind::Words(SHAPES),
        default: None,
        range: "",
        summary: "which shape",
    }],
    build: BuildMonitor {
        figures: FIGURES,
        read: |section, _| {
            let shape = section.word("shape", SHAPES).required()?;
            Ok(Box::new(Shape { shape, first: None }))
        },
    },
};

const SHAPES: &[&str] = &["line", "hexagon", "parallelogram"];

const FIGURES: &[FigureEntry] = &[FigureEntry::new(
    "since",
    "the round at whose end the structure had the shape for the first time and ever since, or none",
)];

#[derive(Clone, Debug)]
struct Shape {
    shape: &'static str,
    first: Option<u64>,
}

impl Shape {
    fn holds(&self, scene: &Scene<'_>) -> bool {
        let bodies = scene.view.structure.bodies();
        let nodes: BTreeSet<Node> = bodies.iter().flat_map(Body::nodes).collect();
        match self.shape {
            "line" => is_line(&nodes),
            "hexagon" => is_hexagon(&nodes),
            _ => is_parallelogram(&nodes),
        }
    }
}

/// The three axes: a node and the next one along each.
const AXES: [Direction; 3] = [Direction::E, Direction::Nne, Direction::Nnw];

fn is_line(nodes: &BTreeSet<Node>) -> bool {
    AXES.into_iter().any(|axis| {
        let next = |node: &Node| node.step(axis);
        let followed = nodes.iter().filter(|node| nodes.contains(&next(node)));
        followed.count() + 1 == nodes.len()
    })
}

fn is_parallelogram(nodes: &BTreeSet<Node>) -> bool {
    let along = |node: &Node, axis: Direction| match axis {
        Direction::E => node.y,
        Direction::Nne => node.x,
        _ => node.x + node.y,
    };
    let extent = |axis: Direction| {
        let least = nodes.iter().map(|node| along(node, axis)).min();
        let greatest = nodes.iter().map(|node| along(node, axis)).max();
        match (least, greatest) {
            (Some(least), Some(greatest)) => greatest.abs_diff(least) as usize + 1,
            _ => 0,
        }
    };
    // Each pair of axes spans parallelograms: all rows along both, and as many nodes as they have.
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let area = |(one, other): (usize, usize)| extent(AXES[one]) * extent(AXES[other]);
    pairs.into_iter().any(|pair| area(pair) == nodes.len())
}

fn is_hexagon(nodes: &BTreeSet<Node>) -> bool {
    nodes.iter().any(|centre| is_hexagon_around(nodes, *centre))
}

fn is_hexagon_around(nodes: &BTreeSet<Node>, centre: Node) -> bool {
    let mut left = nodes.len() - 1;
    for radius in 1.. {
        if left == 0 {
            return true;
        }
        let ring = ring(centre, radius);
        let taken: Vec<bool> = ring.iter().map(|node| nodes.contains(node)).collect();
        let count = taken.iter().filter(|taken| **taken).count();
        if count == ring.len() {
            left -= count;
            continue;
        }
        // The last ring: the rest of the particles, in one row.
        let begins = (0..ring.len()).filter(|at| {
            let before = (at + ring.len() - 1) % ring.len();
            taken[*at] && !taken[before]
        });
        return count == left && begins.count() == 1;
    }
    false
}

/// The nodes at a distance of at least 1 from a centre, in their order around it.
fn ring(centre: Node, radius: i32) -> Vec<Node> {
    let mut ring = Vec::with_capacity(6 * radius as usize);
    for corner in Direction::ALL {
        let start = centre.steps(corner, radius);
        let along = corner.rotated(2);
        ring.extend((0..radius).map(|step| start.steps(along, step)));
    }
    ring
}

impl Monitor for Shape {
    fn judges(&self) -> bool {
        true
    }

    fn round(&mut self, scene: &Scene<'_>) -> Said {
        let holds = self.holds(scene);
        match holds {
            true => {
                self.first.get_or_insert(scene.counts.rounds);
            }
            false => self.first = None,
        }
        vec![("holds", json!(holds))]
    }

    fn finish(&mut self, scene: &Scene<'_>) -> Judgement {
        Judgement {
            holds: Some(self.holds(scene)),
            figures: vec![("since", json!(self.first))],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(places: &[(i32, i32)]) -> BTreeSet<Node> {
        places.iter().map(|(x, y)| Node::new(*x, *y)).collect()
    }

    #[test]
    fn lines_are_told_from_others() {
        for axis in AXES {
            let line = |steps: &[i32]| {
                let steps = steps.iter();
                steps
                    .map(|step| Node::new(3, 1).steps(axis, *step))
                    .collect::<BTreeSet<_>>()
            };
            assert!(is_line(&line(&[0, 1, 2, 3])));
            assert!(!is_line(&line(&[0, 1, 3])));
        }
        assert!(is_line(&nodes(&[(5, 5)])));
        assert!(!is_line(&nodes(&[(0, 0), (1, 0), (1, 1)])));
    }

    #[test]
    fn hexagons_may_have_a_beginning_of_the_next_ring() {
        let mut hexagon = nodes(&[(2, 2)]);
        assert!(is_hexagon(&hexagon));
        hexagon.extend(ring(Node::new(2, 2), 1));
        assert!(is_hexagon(&hexagon));
        let outer = ring(Node::new(2, 2), 2);
        hexagon.insert(outer[4]);
        hexagon.insert(outer[5]);
        assert!(is_hexagon(&hexagon));
        hexagon.insert(outer[9]);
        assert!(!is_hexagon(&hexagon));
        hexagon.extend(outer);
        assert!(is_hexagon(&hexagon));
        hexagon.remove(&Node::new(2, 3));
        assert!(!is_hexagon(&hexagon));
    }

    #[test]
    fn parallelograms_lie_along_two_axes() {
        let block = |one: Direction, other: Direction| {
            let places = (0..12).map(|at| Node::ORIGIN.steps(one, at % 4).steps(other, at / 4));
            places.collect::<BTreeSet<_>>()
        };
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let mut block = block(AXES[one], AXES[other]);
            assert!(is_parallelogram(&block));
            block.pop_first();
            assert!(!is_parallelogram(&block));
        }
    }
}
