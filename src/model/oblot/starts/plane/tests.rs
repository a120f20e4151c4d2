use std::f64::consts::{PI, TAU};

use proptest::prelude::*;

use super::curve::{Curve, direction};
use super::mesh::Mesh;
use super::polygon::{NoPolygon, Polygon};
use super::spots::{Spot, fill, loops};
use super::{Figure, Inside, Ring, normal_within};
use crate::dice::{Purpose, Stream};
use crate::math::Point;

fn die(seed: u64) -> Stream {
    Stream::new(seed, Purpose::Start, 0)
}

fn points(corners: &[(f64, f64)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn polygon(corners: &[(f64, f64)]) -> Polygon {
    Polygon::new(points(corners)).unwrap()
}

/// A square with its upper right quarter cut out: 4 wide, area 12.
fn corner_piece() -> Polygon {
    let corners = [
        (0.0, 0.0),
        (4.0, 0.0),
        (4.0, 2.0),
        (2.0, 2.0),
        (2.0, 4.0),
        (0.0, 4.0),
    ];
    polygon(&corners)
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!(
        (got - want).abs() <= 1e-9 * want.abs().max(1.0),
        "{got} is not {want}"
    );
}

#[test]
fn quarter_turns_are_exact() {
    let around = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    for (quarter, expected) in around.into_iter().enumerate() {
        for turns in [-3.0, 0.0, 7.0] {
            let got = direction(turns + quarter as f64 / 4.0);
            assert_eq!(got, expected);
            assert!(got.0.to_bits() != (-0.0_f64).to_bits());
            assert!(got.1.to_bits() != (-0.0_f64).to_bits());
        }
    }
    assert_eq!(direction(-1e-300), (1.0, 0.0));
}

#[test]
fn a_path_is_measured_along_its_corners() {
    let square = Curve::closed(points(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]));
    assert_eq!(square.length(), 8.0);
    for (fraction, x, y) in [
        (0.0, 0.0, 0.0),
        (0.125, 1.0, 0.0),
        (0.25, 2.0, 0.0),
        (0.5, 2.0, 2.0),
        (0.875, 0.0, 1.0),
        (1.0, 0.0, 0.0),
        (-0.125, 0.0, 1.0),
    ] {
        assert_eq!(square.at(fraction), Point::new(x, y), "{fraction}");
    }
    let line = Curve::line(Point::new(-1.0, 0.0), Point::new(3.0, 0.0));
    assert_eq!((line.length(), line.is_closed()), (4.0, false));
    for (fraction, x) in [
        (-1.0, -1.0),
        (0.0, -1.0),
        (0.5, 1.0),
        (1.0, 3.0),
        (2.0, 3.0),
    ] {
        assert_eq!(line.at(fraction), Point::new(x, 0.0));
    }
    assert_eq!(Curve::closed(Vec::new()).at(0.3), Point::default());
}

#[test]
fn polygons_know_their_measures() {
    let rectangle = Polygon::rectangle(6.0, 4.0);
    assert_eq!(
        (rectangle.area(), rectangle.inner_radius()),
        (24.0, Some(2.0))
    );
    assert_eq!(rectangle.centroid(), Point::new(0.0, 0.0));
    let hexagon = Polygon::regular(6, 2.0);
    near(hexagon.area(), 6.0 * 3.0_f64.sqrt());
    near(hexagon.inner_radius().unwrap(), 3.0_f64.sqrt());
    let piece = corner_piece();
    assert_eq!((piece.area(), piece.inner_radius()), (12.0, None));
    near(piece.centroid().x, (8.0 * 2.0 + 4.0 * 1.0) / 12.0);
    // A triangle of sides 3, 4 and 5 has an incircle of radius 1, and any order of its corners is
    // one polygon.
    let triangle = polygon(&[(0.0, 0.0), (0.0, 3.0), (4.0, 0.0)]);
    assert_eq!(triangle.area(), 6.0);
    near(triangle.inner_radius().unwrap(), 1.0);
    assert_eq!(triangle.corners()[0], Point::new(0.0, 0.0));
    assert_eq!(triangle.corners()[1], Point::new(4.0, 0.0));
    // Far from the origin nothing is lost.
    let far = polygon(&[(1e9, 1e9), (1e9 + 4.0, 1e9), (1e9, 1e9 + 4.0)]);
    near(far.area(), 8.0);
    assert!(far.contains(far.centroid()));
}

#[test]
fn insets_move_every_edge_inwards() {
    let inset = Polygon::rectangle(6.0, 4.0).inset(1.0);
    let expected = points(&[(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)]);
    assert!(
        expected.iter().all(|corner| inset.contains(corner)),
        "{inset:?}"
    );
    assert_eq!(Polygon::rectangle(6.0, 4.0).inset(0.0).len(), 4);
    assert!(Polygon::rectangle(6.0, 4.0).inset(2.1).is_empty());
    // A short edge is gone before the others: what is left of a square with a cut corner is a
    // square.
    let cut = polygon(&[
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 9.0),
        (9.0, 10.0),
        (0.0, 10.0),
    ]);
    let left = Curve::closed(cut.inset(3.0));
    near(left.length(), 16.0);
}

#[test]
fn what_is_no_polygon_is_told_why() {
    let refused = |corners: &[(f64, f64)]| Polygon::new(points(corners)).unwrap_err();
    let bow_tie = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)];
    assert_eq!(refused(&bow_tie), NoPolygon::Crossing(0, 2));
    let twice = [(0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0)];
    assert_eq!(refused(&twice), NoPolygon::Twice(0, 2));
    let flat = [(0.0, 0.0), (1.0, 1.0), (3.0, 3.0)];
    assert_eq!(refused(&flat), NoPolygon::Flat);
    let thin = [(0.0, 0.0), (1.0, 1e-12), (3.0, 0.0)];
    assert_eq!(refused(&thin), NoPolygon::Flat);
    // An edge that runs back over its neighbour, and a corner that touches an edge.
    let back = [(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)];
    assert_eq!(refused(&back), NoPolygon::Crossing(0, 1));
    let touch = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)];
    assert_eq!(refused(&touch), NoPolygon::Crossing(0, 2));
}

#[test]
fn a_mesh_covers_its_polygon_once() {
    // A share of points in proportion to the area falls into each part.
    let mesh = Mesh::of(&corner_piece());
    let mut die = die(1);
    let mut parts = [0; 3];
    for _ in 0..30_000 {
        let Point { x, y } = mesh.random(&mut die);
        assert!((0.0..=4.0).contains(&x) && (0.0..=4.0).contains(&y));
        assert!(x <= 2.0 || y <= 2.0, "({x}, {y}) is in the part cut out");
        parts[usize::from(x > 2.0) + 2 * usize::from(y > 2.0)] += 1;
    }
    for part in parts {
        assert!((9_600..10_400).contains(&part), "{parts:?}");
    }
}

/// The share of points of a ring that are less than half its thickness inside the edge.
fn outer_half(ring: &Ring) -> f64 {
    let mut die = die(5);
    let outer = (0..20_000).filter(|_| {
        let point = ring.random(&mut die);
        assert!(ring.figure.depth(point) <= ring.thickness + 1e-9);
        assert!(ring.figure.depth(point) >= -1e-9);
        ring.figure.depth(point) < ring.thickness / 2.0
    });
    outer.count() as f64 / 20_000.0
}

#[test]
fn rings_are_uniform_by_area() {
    let disc = Figure::Disc(10.0);
    let (ring, whole) = (
        (100.0 - 25.0) / (100.0 - 0.0),
        (100.0 - 56.25) / (100.0 - 25.0),
    );
    for (thickness, expected) in [(10.0, ring), (5.0, whole)] {
        let figure = disc.clone();
        let got = outer_half(&Ring { figure, thickness });
        assert!((got - expected).abs() < 0.02, "{got} is not {expected}");
    }
    let figure = Figure::Polygon(Polygon::rectangle(6.0, 4.0));
    let got = outer_half(&Ring {
        figure,
        thickness: 1.0,
    });
    let expected = (24.0 - 5.0 * 3.0) / (24.0 - 4.0 * 2.0);
    assert!((got - expected).abs() < 0.02, "{got} is not {expected}");
}

#[test]
fn normal_numbers_stay_within_their_limit() {
    // A limit of one standard deviation leaves a variance of 0.2911; a wide spread is uniform.
    for (limit, spread, variance) in [(1.0, 1.0, 0.2911), (5.0, 1.0, 1.0), (1.0, 50.0, 1.0 / 3.0)] {
        let mut die = die(9);
        let drawn: Vec<f64> = (0..20_000)
            .map(|_| normal_within(limit, spread, &mut die))
            .collect();
        assert!(drawn.iter().all(|x| x.abs() <= limit));
        let got = drawn.iter().map(|x| x * x).sum::<f64>() / drawn.len() as f64;
        assert!((got - variance).abs() < 0.03, "{got} is not {variance}");
    }
}

/// The distance from each spot to the nearest other.
fn nearest(spots: &[Spot]) -> Vec<f64> {
    let distance = |(index, spot): (usize, &Spot)| {
        let others = spots
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let distances = others.map(|(_, other)| spot.at.distance(other.at));
        distances.fold(f64::INFINITY, f64::min)
    };
    spots.iter().enumerate().map(distance).collect()
}

#[test]
fn a_square_number_fills_a_square_with_a_grid() {
    let spots = fill(&Figure::Polygon(Polygon::rectangle(6.0, 6.0)), 9);
    let grid = [-2.0, 0.0, 2.0];
    let expected: Vec<Point> = grid
        .iter()
        .flat_map(|&y| grid.iter().map(move |&x| Point::new(x, y)))
        .collect();
    assert_eq!(
        spots.iter().map(|spot| spot.at).collect::<Vec<_>>(),
        expected
    );
    assert!(spots.iter().all(|spot| spot.room == 1.0));
}

#[test]
fn rows_share_what_does_not_divide() {
    let spots = fill(&Figure::Polygon(Polygon::rectangle(6.0, 6.0)), 10);
    let in_row = |y: f64| spots.iter().filter(|spot| spot.at.y == y).count();
    assert_eq!([in_row(-2.0), in_row(0.0), in_row(2.0)], [4, 3, 3]);
    // The rows above the lower half of the piece are half as long.
    let spots = fill(&Figure::Polygon(corner_piece()), 12);
    let low = spots.iter().filter(|spot| spot.at.y < 2.0).count();
    assert_eq!((low, spots.len()), (8, 12));
}

#[test]
fn a_row_passes_over_a_gap() {
    // Two towers on a base: the row at height 3 has two pieces.
    let towers = [
        (0.0, 0.0),
        (6.0, 0.0),
        (6.0, 4.0),
        (4.0, 4.0),
        (4.0, 2.0),
        (2.0, 2.0),
        (2.0, 4.0),
        (0.0, 4.0),
    ];
    let spots = fill(&Figure::Polygon(polygon(&towers)), 20);
    let upper: Vec<f64> = spots
        .iter()
        .filter(|spot| spot.at.y > 3.0)
        .map(|spot| spot.at.x)
        .collect();
    assert_eq!(upper, [0.5, 1.5, 4.5, 5.5]);
}

#[test]
fn a_spiral_gives_every_place_the_same_area() {
    let spots = fill(&Figure::Disc(10.0), 200);
    // As many places in an inner disc as its area says.
    for radius in [2.0, 5.0, 8.0] {
        let within = spots.iter().filter(|spot| {
            let Point { x, y } = spot.at;
            x * x + y * y < radius * radius
        });
        let expected = 200.0 * radius * radius / 100.0;
        assert!((within.count() as f64 - expected).abs() <= 1.0);
    }
    let side = (PI * 100.0 / 200.0).sqrt();
    for distance in nearest(&spots) {
        assert!(distance > 0.8 * side && distance < 1.3 * side, "{distance}");
    }
}

#[test]
fn a_ring_is_filled_with_loops() {
    let figure = Figure::Disc(10.0);
    let ring = Ring {
        figure,
        thickness: 4.0,
    };
    let spots = loops(&ring, 60);
    let radii: Vec<f64> = spots
        .iter()
        .map(|spot| Point::default().distance(spot.at))
        .collect();
    let on = |radius: f64| radii.iter().filter(|r| (**r - radius).abs() < 1e-9).count();
    // The loops are at depths 1 and 3, and share the robots as 9 to 7.
    assert_eq!([on(9.0), on(7.0)], [34, 26]);
    near(spots[0].room, TAU * 9.0 / 34.0 / 2.0);
}

/// Polygons of all sorts: regular ones, rectangles, stars with inward corners.
fn any_polygon() -> impl Strategy<Value = Polygon> {
    let star = (2_usize..12, prop::collection::vec(0.2..1.0_f64, 24)).prop_map(|(half, radii)| {
        let count = 2 * half;
        let corner = |index: usize| {
            let (x, y) = direction(index as f64 / count as f64);
            Point::new(radii[index] * x, radii[index] * y)
        };
        Polygon::new((0..count).map(corner).collect()).unwrap()
    });
    prop_oneof![
        (3_usize..40, 0.01..1e3_f64).prop_map(|(sides, radius)| Polygon::regular(sides, radius)),
        (0.01..1e3_f64, 0.01..1e3_f64).prop_map(|(x, y)| Polygon::rectangle(x, y)),
        star,
    ]
}

proptest! {
    #[test]
    fn even_layouts_have_their_number_and_are_inside(
        polygon in any_polygon(),
        places in 1_usize..300,
    ) {
        let figure = Figure::Polygon(polygon);
        let spots = fill(&figure, places);
        prop_assert_eq!(spots.len(), places);
        for spot in spots {
            prop_assert!(figure.contains(spot.at), "{:?}", spot);
            prop_assert!(spot.room > 0.0);
        }
    }

    #[test]
    fn loops_have_their_number_and_are_in_the_ring(
        sides in 3_usize..20,
        part in 0.01..1.0_f64,
        places in 1_usize..200,
    ) {
        for figure in [Figure::Disc(5.0), Figure::Polygon(Polygon::regular(sides, 5.0))] {
            let thickness = figure.inner_radius().unwrap() * part;
            let ring = Ring { figure, thickness };
            let spots = loops(&ring, places);
            prop_assert_eq!(spots.len(), places);
            for spot in spots {
                prop_assert!(ring.contains(spot.at), "{:?}", spot);
            }
        }
    }

    #[test]
    fn random_points_are_inside(polygon in any_polygon(), seed: u64) {
        let width = polygon.corners().iter().map(|p| p.distance(Point::default()));
        let slack = 1e-9 * width.fold(0.0, f64::max);
        let inside = Inside::of(Figure::Polygon(polygon));
        let mut die = die(seed);
        for _ in 0..50 {
            let point = inside.random(&mut die);
            let near = [(0.0, 0.0), (slack, slack), (-slack, slack), (slack, -slack), (-slack, -slack)];
            let around = near.map(|(x, y)| Point::new(point.x + x, point.y + y));
            prop_assert!(around.into_iter().any(|point| inside.figure().contains(point)));
        }
    }

    #[test]
    fn convex_polygons_have_an_innermost_point(sides in 3_usize..12, radius in 0.1..100.0_f64) {
        // The search finds what the formula says.
        let regular = Polygon::regular(sides, radius);
        let found = Polygon::new(regular.corners().to_vec()).unwrap();
        let (found, known) = (found.inner_radius().unwrap(), regular.inner_radius().unwrap());
        prop_assert!((found - known).abs() < 1e-9 * radius, "{} is not {}", found, known);
    }
}
