use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::*;
use crate::dice::{Dice, Purpose};
use crate::model::End;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::circuits::Reception;
use crate::model::amoebot::grid::{Chirality, Frame, Node};
use crate::model::amoebot::interface::Program;
use crate::model::amoebot::structure::{Anchor, Structure};
use crate::model::amoebot::trial;
use crate::model::amoebot::view::{Paint, View};

/// Nodes in order, the least one on the origin.
type Shape = Vec<Node>;

fn shape(nodes: impl IntoIterator<Item = Node>) -> Shape {
    let mut nodes: Vec<_> = nodes.into_iter().collect();
    nodes.sort_unstable();
    let least = nodes[0];
    nodes.into_iter().map(|node| node - least).collect()
}

fn edges(shape: &Shape) -> u32 {
    let twice = shape.iter().flat_map(|node| node.neighbours());
    twice.filter(|node| shape.contains(node)).count() as u32 / 2
}

/// All connected sets of so many nodes, up to translation. Those of less than six have no holes.
fn all_shapes(nodes: usize) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([vec![Node::ORIGIN]]);
    for _ in 1..nodes {
        let grown = shapes.iter().flat_map(|smaller| {
            let beside = smaller.iter().flat_map(|node| node.neighbours());
            let free = beside.filter(|node| !smaller.contains(node));
            free.map(|node| shape(smaller.iter().copied().chain([node])))
        });
        shapes = grown.collect();
    }
    shapes
}

fn line(particles: u32) -> View {
    let mut dice = Dice::new(5, 1_000_000);
    let mut none = None;
    let mut die = dice.on(Purpose::Start, &mut none);
    let bodies = (0..particles).map(|id| Body {
        frame: Frame {
            compass: Direction::of_index(die.below(6) as i32),
            chirality: [Chirality::Ccw, Chirality::Cw][die.index(2)],
        },
        ..Body::contracted(Node::new(id as i32, 0))
    });
    let structure = Structure::new(bodies.collect(), Vec::new(), Anchor::default()).unwrap();
    let program = Alone(Compression::new(1.0));
    let attributes = program.start(&structure, &[], &mut Dice::new(5, 1_000_001));
    View {
        round: 0,
        structure: Arc::new(structure),
        configurations: Arc::default(),
        reception: Arc::new(Reception::silence(particles as usize)),
        attributes: Arc::new(attributes),
        paint: Arc::new(Paint::none(particles as usize, 0)),
    }
}

/// How often a run of so many activations has each shape, looked at now and then, where all are
/// contracted.
fn visits(particles: u32, lambda: f64, looks: u32, every: u32) -> BTreeMap<Shape, u32> {
    let program = Alone(Compression::new(lambda));
    let mut view = line(particles);
    let mut dice: Vec<_> = (0..particles).map(|id| Dice::new(11, id)).collect();
    let (mut chooser, mut none) = (Dice::new(11, 1_000_000), None);
    let mut found = BTreeMap::new();
    for _ in 0..looks {
        for _ in 0..every {
            let id = chooser.on(Purpose::Choice, &mut none).below(particles);
            let acted = program.activate(&view, id, &mut dice[id as usize]);
            view.act(id, &acted.unwrap());
        }
        let bodies = view.structure.bodies();
        if bodies.iter().all(|body| !body.is_expanded()) {
            let nodes = bodies.iter().map(|body| body.tail);
            *found.entry(shape(nodes)).or_insert(0) += 1;
        }
    }
    found
}

/// The chi-squared statistic of visits against lambda to the power of the number of edges, its degrees
/// of freedom, and the number of visits. Shapes of which fewer than five visits are expected are put
/// together.
fn chi_squared(particles: u32, lambda: f64, looks: u32, every: u32) -> (f64, usize, u32) {
    let found = visits(particles, lambda, looks, every);
    let shapes = all_shapes(particles as usize);
    assert!(found.keys().all(|shape| shapes.contains(shape)));
    let total: u32 = found.values().sum();
    let weight = |shape: &Shape| (0..edges(shape)).fold(1.0, |product, _| product * lambda);
    let all: f64 = shapes.iter().map(weight).sum();
    let (mut statistic, mut classes, mut rest) = (0.0, 0, (0.0, 0.0));
    let term = |expected: f64, seen: f64| (seen - expected) * (seen - expected) / expected;
    for shape in &shapes {
        let expected = weight(shape) / all * f64::from(total);
        let seen = f64::from(found.get(shape).copied().unwrap_or(0));
        if expected < 5.0 {
            rest = (rest.0 + expected, rest.1 + seen);
        } else {
            statistic += term(expected, seen);
            classes += 1;
        }
    }
    if rest.0 >= 5.0 {
        statistic += term(rest.0, rest.1);
        classes += 1;
    }
    (statistic, classes - 1, total)
}

#[test]
fn shapes_are_counted_as_in_the_literature() {
    // Fixed polyhexes.
    let counts = [1, 3, 11, 44, 186];
    for (nodes, count) in (1..).zip(counts) {
        assert_eq!(all_shapes(nodes).len(), count);
    }
}

/// The shapes come up as often as the stationary distribution says: the statistic stays below the
/// quantile of 99.9 percent, which for k degrees of freedom is k (1 - 2/9k + 3.09 sqrt(2/9k))^3
/// (Wilson and Hilferty). The seed is fixed, so the test always does the same.
#[test]
fn shapes_are_as_likely_as_lambda_to_the_number_of_edges() {
    for (particles, lambda) in [(4, 4.0), (5, 4.0), (5, 2.0)] {
        let (statistic, freedom, visits) = chi_squared(particles, lambda, 12_000, 150);
        let k = freedom as f64;
        let ninth = 2.0 / (9.0 * k);
        let root = 1.0 - ninth + 3.09 * ninth.sqrt();
        let bound = k * root * root * root;
        // Shown with --nocapture.
        println!(
            "n {particles}, lambda {lambda}: {statistic:.1} of at most {bound:.1}, {freedom} degrees, {visits} visits"
        );
        assert!(visits > 1000);
        assert!(statistic < bound, "n {particles}, lambda {lambda}");
    }
}

/// Components and holes by Euler's formula.
fn components_minus_holes(nodes: &BTreeSet<Node>) -> i64 {
    let has = |node: Node, turn| nodes.contains(&node.step(Direction::of_index(turn)));
    let of = |node: &Node| {
        let edges = (0..3).filter(|turn| has(*node, *turn)).count() as i64;
        let triangles = (0..2).filter(|turn| has(*node, *turn) && has(*node, turn + 1));
        1 - edges + triangles.count() as i64
    };
    nodes.iter().map(of).sum()
}

fn is_connected(nodes: &BTreeSet<Node>) -> bool {
    let mut reached = BTreeSet::new();
    let mut stack = vec![*nodes.first().unwrap()];
    while let Some(node) = stack.pop() {
        if nodes.contains(&node) && reached.insert(node) {
            stack.extend(node.neighbours());
        }
    }
    reached.len() == nodes.len()
}

#[test]
fn particles_stay_connected_without_holes() {
    for lambda in [0.5, 1.0, 4.0] {
        let program = Alone(Compression::new(lambda));
        let mut view = line(30);
        let mut dice: Vec<_> = (0..30).map(|id| Dice::new(3, id)).collect();
        let (mut chooser, mut none) = (Dice::new(3, 1_000_000), None);
        for _ in 0..20_000 {
            let id = chooser.on(Purpose::Choice, &mut none).below(30);
            let acted = program.activate(&view, id, &mut dice[id as usize]).unwrap();
            view.act(id, &acted);
            if acted.action.is_some() {
                let tails = view.structure.bodies().iter().map(|body| body.tail);
                let tails = tails.collect();
                assert!(is_connected(&tails));
                assert_eq!(components_minus_holes(&tails), 1, "lambda {lambda}");
            }
        }
    }
}

/// A move and its reverse are sound together, as detailed balance demands: the reverse exchanges what
/// is beside the tail and beside the head.
#[test]
fn moves_and_their_reverses_are_sound_together() {
    let mut sound = 0;
    for bits in 0..256_u32 {
        let at = |place: usize| bits >> place & 1 == 1;
        let around = Around([0, 1, 2, 3, 4, 5, 6, 7].map(at));
        let reverse = Around([4, 5, 6, 7, 0, 1, 2, 3].map(at));
        assert_eq!(around.is_sound(), reverse.is_sound());
        assert_eq!(
            (around.before(), around.after()),
            (reverse.after(), reverse.before())
        );
        if around.is_sound() {
            assert!(around.before() < 5 && around.after() < 5);
            sound += 1;
        }
    }
    assert!(sound > 40);
}

#[test]
fn a_line_gathers() {
    let swarm = "[swarm]\nalgorithm = \"compression\"\nrobots = 30\n";
    let ran = trial::run(&format!("{swarm}[limits]\nevents = 200000\n"));
    assert_eq!(ran.end, End::Events);
    let counts = ran.books.counts();
    assert_eq!(counts.activations, 200_000);
    let tails = ran.structure().bodies().iter().map(|body| body.tail);
    let tails = shape(tails);
    assert_eq!(tails.len(), 30);
    // A line has 29 edges, a hexagon of 30 has 71.
    assert!(edges(&tails) > 50, "{}", edges(&tails));
}
