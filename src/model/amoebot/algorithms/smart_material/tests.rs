//! Cells breathe without a conflict or a collision, and come back to the node.

use crate::model::End;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::structure::Structure;
use crate::model::amoebot::trial::run;

fn text(scale: i32, rows: i32, columns: i32, hexagon: bool, rounds: u64) -> String {
    format!(
        "[swarm]\nalgorithm = \"smart_material\"\nscale = {scale}\nrows = {rows}\n\
         columns = {columns}\nhexagon_shape = {hexagon}\n[limits]\nrounds = {rounds}\n"
    )
}

/// The square of the largest distance between two nodes.
fn diameter(structure: &Structure) -> i32 {
    let nodes = structure.bodies().iter().flat_map(Body::nodes);
    let nodes: Vec<Node> = nodes.collect();
    let between = |one: &Node, other: &Node| {
        let Node { x, y } = *other - *one;
        x * x + x * y + y * y
    };
    let largest = |one| nodes.iter().map(move |other| between(one, other)).max();
    nodes.iter().filter_map(largest).max().unwrap()
}

#[track_caller]
fn check(scale: i32, rows: i32, columns: i32, hexagon: bool, particles: usize) {
    // The first round only looks.
    let at = |rounds| {
        let ran = run(&text(scale, rows, columns, hexagon, rounds));
        assert_eq!(ran.end, End::Condition, "{:?}", ran.books.conflict());
        assert_eq!(ran.books.counts().collisions, 0);
        ran
    };
    let start = at(1);
    assert_eq!(start.structure().bodies().len(), particles);
    assert!(start.structure().bodies().iter().all(Body::is_expanded));
    let shrunk = at(2);
    assert!(!shrunk.structure().bodies().iter().any(Body::is_expanded));
    let (before, after) = (diameter(start.structure()), diameter(shrunk.structure()));
    assert!(after < before, "{before} to {after}");
    assert_eq!(at(3).structure().bodies(), start.structure().bodies());
    assert_eq!(at(4).structure().bodies(), shrunk.structure().bodies());
    assert_eq!(at(7).structure().bodies(), start.structure().bodies());
}

#[test]
fn the_smallest_material_breathes() {
    check(1, 1, 1, false, 12);
}

#[test]
fn the_default_material_breathes() {
    check(2, 2, 2, false, 192);
}

#[test]
fn other_materials_breathe() {
    check(1, 3, 2, false, 72);
    check(3, 1, 2, false, 216);
    check(1, 2, 3, false, 72);
}

#[test]
fn hexagons_of_cells_breathe() {
    // 6 size^2 cells.
    check(1, 1, 1, true, 36);
    check(1, 2, 1, true, 144);
    check(2, 2, 1, true, 576);
}
