//! Even layouts.

use super::curve::direction;
use super::mesh::at_height;
use super::polygon::Polygon;
use super::{Figure, Ring};
use crate::math::Point;

/// A place of an even layout, and how far it is from there half way to the neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Spot {
    pub(in super::super) at: Point,
    pub(in super::super) room: f64,
}

/// The golden angle in turns, (3 - √5) / 2.
const GOLDEN: f64 = 0.381_966_011_250_105_15;

/// Place `index` of the spiral in which successive places are the golden angle apart (Vogel, Math.
/// Biosciences 44, 1979), at a distance from the origin that the caller chooses.
pub(in super::super) fn on_spiral(index: usize, distance: f64) -> Point {
    let (x, y) = direction(index as f64 * GOLDEN);
    Point::new(distance * x, distance * y)
}

/// Place `index` of so many on the spiral that fills a disc evenly: every place has the same area.
pub(in super::super) fn spiral(radius: f64, index: usize, places: usize) -> Spot {
    let share = (index as f64 + 0.5) / places as f64;
    let area = std::f64::consts::PI * radius * radius / places as f64;
    Spot {
        at: on_spiral(index, radius * share.sqrt()),
        room: area.sqrt() / 2.0,
    }
}

/// So many places in a figure: a spiral in a disc, rows in a polygon.
pub(in super::super) fn fill(figure: &Figure, places: usize) -> Vec<Spot> {
    match figure {
        Figure::Disc(radius) => (0..places)
            .map(|index| spiral(*radius, index, places))
            .collect(),
        Figure::Polygon(polygon) => rows(polygon, places),
    }
}

/// Rows of places along x, from below. There are so many rows that they are about as far apart as
/// the places in them; each gets places in proportion to its length within the polygon, and they
/// are equally far apart in it. In a rectangle that is a grid, if the number of places allows one.
fn rows(polygon: &Polygon, places: usize) -> Vec<Spot> {
    let heights = || polygon.corners().iter().map(|corner| corner.y);
    let bottom = heights().fold(f64::INFINITY, f64::min);
    let height = heights().fold(f64::NEG_INFINITY, f64::max) - bottom;
    let pitch = (polygon.area() / places as f64).sqrt();
    let count = ((height / pitch + 0.5).floor() as usize).clamp(1, places);
    let step = height / count as f64;
    let chords: Vec<Chord> = (0..count)
        .map(|row| Chord::across(polygon, bottom + (row as f64 + 0.5) * step))
        .collect();
    let lengths: Vec<f64> = chords.iter().map(Chord::length).collect();
    let mut spots = Vec::with_capacity(places);
    for (chord, in_row) in chords.iter().zip(share(places, &lengths)) {
        for index in 0..in_row {
            let part = chord.length() / in_row as f64;
            spots.push(Spot {
                at: chord.at((index as f64 + 0.5) * part),
                room: part.min(step) / 2.0,
            });
        }
    }
    spots
}

/// What of a horizontal line is within a polygon.
struct Chord {
    height: f64,
    /// From left to right.
    pieces: Vec<[f64; 2]>,
}

impl Chord {
    fn across(polygon: &Polygon, height: f64) -> Self {
        let mut xs: Vec<f64> = polygon
            .edges()
            .filter(|(from, to)| (from.y <= height) != (to.y <= height))
            .map(|(from, to)| at_height(from, to, height).x)
            .collect();
        xs.sort_by(f64::total_cmp);
        let pieces = xs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Chord { height, pieces }
    }

    fn length(&self) -> f64 {
        self.pieces.iter().map(|[from, to]| to - from).sum()
    }

    /// The point so far from the left end, gaps left out.
    fn at(&self, mut along: f64) -> Point {
        let mut x = 0.0;
        for (index, [from, to]) in self.pieces.iter().enumerate() {
            x = from + along;
            if along <= to - from || index + 1 == self.pieces.len() {
                break;
            }
            along -= to - from;
        }
        Point::new(x, self.height)
    }
}

/// So many places in a ring: loops, from the outermost, about as far apart as the places in them;
/// each gets places in proportion to its length.
pub(in super::super) fn loops(ring: &Ring, places: usize) -> Vec<Spot> {
    let thickness = ring.thickness;
    let area = thickness * ring.outline(thickness / 2.0).length();
    let pitch = (area / places as f64).sqrt();
    let count = ((thickness / pitch + 0.5).floor() as usize).clamp(1, places);
    let step = thickness / count as f64;
    let outlines: Vec<_> = (0..count)
        .map(|row| ring.outline((row as f64 + 0.5) * step))
        .collect();
    let lengths: Vec<f64> = outlines.iter().map(|outline| outline.length()).collect();
    let mut spots = Vec::with_capacity(places);
    for (outline, in_loop) in outlines.iter().zip(share(places, &lengths)) {
        for index in 0..in_loop {
            spots.push(Spot {
                at: outline.at(index as f64 / in_loop as f64),
                room: (outline.length() / in_loop as f64).min(step) / 2.0,
            });
        }
    }
    spots
}

/// Shares out `total` in proportion to the weights, of which one is above 0: each gets its share
/// rounded down, and those with the largest remainders one more, the first ones first.
fn share(total: usize, weights: &[f64]) -> Vec<usize> {
    let sum: f64 = weights.iter().sum();
    let exact: Vec<f64> = weights
        .iter()
        .map(|weight| weight / sum * total as f64)
        .collect();
    let mut shares: Vec<usize> = exact.iter().map(|exact| exact.floor() as usize).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let rest = |index: usize| exact[index] - exact[index].floor();
    order.sort_by(|&a, &b| rest(b).total_cmp(&rest(a)));
    let missing = total.saturating_sub(shares.iter().sum());
    for index in order.into_iter().cycle().take(missing) {
        shares[index] += 1;
    }
    shares
}
