//! A least distance between the places of a start.

use std::collections::BTreeMap;

use super::crowd::Crowd;
use super::{Refused, Start, StartDice};
use crate::math::{Point, closer};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

const KEY: &str = "min_distance";

pub(super) const MIN_DISTANCE: Parameter = Parameter {
    name: KEY,
    kind: Kind::Number,
    default: Some("none"),
    range: "above 0",
    summary: "how far from each other robots start at least, whatever the start, save those that \
              multiplicities put at one point. In the order of the ids, a robot that is closer to \
              an earlier one is drawn anew, up to 10,000 times; a start that draws nothing, or \
              finds no place, is refused",
};

/// How often a place is drawn anew before the start is refused.
const ATTEMPTS: usize = 10_000;

pub(super) fn read(swarm: &Section<'_>) -> Result<Option<f64>, ScenarioError> {
    swarm.f64(KEY).positive().optional()
}

/// Draws places anew that are closer than `least` to an earlier one. (Known as random sequential
/// adsorption, or dart throwing: Cook, ACM Trans. Graphics 5(1), 1986.)
pub(super) fn separate(
    start: &dyn Start,
    places: &mut [Point],
    least: f64,
    crowd: &Crowd,
    dice: &mut StartDice,
) -> Result<(), Refused> {
    let refused = |message| Refused { key: KEY, message };
    let mut grid = Grid::new(least);
    for place in 0..places.len() {
        let mut attempts = 0;
        while let Some(other) = grid.neighbour(places[place], places) {
            let [robot, other_robot] = [place, other].map(|place| crowd.first_robot(place));
            if !start.is_drawn() {
                let distance = places[place].distance(places[other]);
                return Err(refused(format!(
                    "expected at most {distance} (the distance of the robots {other_robot} and \
                     {robot}, which this start does not draw), found {least}"
                )));
            }
            if attempts == ATTEMPTS {
                return Err(refused(format!(
                    "expected a distance that leaves room for {} places; with {least} robot \
                     {robot} found none in {ATTEMPTS} attempts",
                    places.len()
                )));
            }
            attempts += 1;
            places[place] = start.draw(place, dice)?;
        }
        grid.insert(place, places[place]);
    }
    Ok(())
}

/// The places that are taken, by the cell of a square grid.
struct Grid {
    least: f64,
    cells: BTreeMap<[i64; 2], Vec<usize>>,
}

impl Grid {
    fn new(least: f64) -> Self {
        Grid {
            least,
            cells: BTreeMap::new(),
        }
    }

    /// Cells are a little wider than the least distance, so that rounding cannot carry two places
    /// that are too close farther than into neighbouring cells.
    fn cell(&self, point: Point) -> [i64; 2] {
        [point.x, point.y].map(|x| (x / self.least / 1.001).floor() as i64)
    }

    /// The first place that is too close.
    fn neighbour(&self, point: Point, places: &[Point]) -> Option<usize> {
        let [x, y] = self.cell(point);
        let around = |at: i64| at.saturating_sub(1)..=at.saturating_add(1);
        let cells = around(x).flat_map(|x| around(y).map(move |y| [x, y]));
        let taken = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        let close = taken.copied().filter(|&place| {
            let other = places[place];
            closer(point.x - other.x, point.y - other.y, self.least)
        });
        close.min()
    }

    fn insert(&mut self, place: usize, point: Point) {
        self.cells.entry(self.cell(point)).or_default().push(place);
    }
}
