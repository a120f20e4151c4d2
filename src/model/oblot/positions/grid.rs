//! A grid that finds the robots near a point, although robots move.

use super::{Path, Table};
use crate::math::Point;

/// Finds who can be near a point without asking everybody.
///
/// A robot on its way is registered once, where it departs: in the cell of the middle of its path.
/// It is never farther from there than half the path's length. So a search reaches as far as the
/// robots see, and half the longest path further. Lengths are counted in a few classes, each half
/// as long as the next, so that the search reaches less far as the moves become shorter. The few
/// robots whose paths are longer than the visibility radius stand in a list of their own.
///
/// The cells cover the box in which the robots are when the grid is built; robots outside count as
/// being in the nearest cell. The swarm goes elsewhere, or contracts, so after a number of searches
/// the grid is built anew; they pay for it many times over.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    radius: f64,
    corner: Point,
    columns: usize,
    rows: usize,
    /// Cells per unit of length.
    per_unit: f64,
    cells: Vec<Vec<u32>>,
    /// Robots with long paths.
    long: Vec<u32>,
    homes: Vec<Home>,
    /// How many robots have a path of each class.
    classes: [u32; CLASSES],
    /// How many robots searches have looked at since the grid was built.
    searched: usize,
    /// What the last search found; kept for its memory.
    found: Vec<u32>,
}

/// Where a robot is registered.
#[derive(Clone, Copy, Debug)]
struct Home {
    /// The number of its cell, or [`LONG`].
    cell: u32,
    /// Its place in the cell's list.
    place: u32,
    class: u8,
}

/// The list of robots with long paths, as a cell.
const LONG: u32 = u32::MAX;
/// Class 0 are resting robots; class `k` are paths of at most the radius times 2 to the power
/// `k + 1 - CLASSES`.
const CLASSES: usize = 12;
/// Fewer robots are faster asked one by one.
const FEWEST: usize = 48;
/// A search reaches so much further, in parts of the coordinates, so that no rounding of a path
/// hides a robot.
const SLACK: f64 = 1e-12;
/// The grid is built anew when searches have looked at so many robots for each one there is.
const AGE: usize = 256;

impl Grid {
    /// A grid over resting robots that see `radius` far; `None` where it would be of no use: for
    /// few robots, or for robots beyond all measure.
    pub(super) fn new(robots: &[Point], radius: f64) -> Option<Self> {
        if robots.len() < FEWEST {
            return None;
        }
        let mut grid = Grid {
            radius,
            corner: Point::default(),
            columns: 1,
            rows: 1,
            per_unit: 0.0,
            cells: Vec::new(),
            long: Vec::new(),
            homes: Vec::new(),
            classes: [0; CLASSES],
            searched: 0,
            found: Vec::new(),
        };
        let resting = robots.iter().map(|&at| (at, 0.0));
        grid.build(resting.collect()).then_some(grid)
    }

    /// Builds the grid over robots, each with the middle and half the length of its path; says
    /// whether that could be done.
    fn build(&mut self, robots: Vec<(Point, f64)>) -> bool {
        let (mut low, mut high) = (robots[0].0, robots[0].0);
        for (at, _) in &robots {
            low = Point::new(low.x.min(at.x), low.y.min(at.y));
            high = Point::new(high.x.max(at.x), high.y.max(at.y));
        }
        let (width, height) = (high.x - low.x, high.y - low.y);
        if !(width.is_finite() && height.is_finite()) {
            return false;
        }
        // At most about four cells a robot, however far apart they are.
        let most = 4.0 * robots.len() as f64;
        let sparse = width.sqrt() * height.sqrt() / most.sqrt();
        let side = (0.5 * self.radius)
            .max(sparse)
            .max(width.max(height) / most)
            .max(f64::MIN_POSITIVE);
        self.per_unit = 1.0 / side;
        if !self.per_unit.is_finite() {
            self.per_unit = 0.0;
        }
        self.corner = low;
        self.columns = (width * self.per_unit) as usize + 1;
        self.rows = (height * self.per_unit) as usize + 1;
        self.cells = vec![Vec::new(); self.columns * self.rows];
        self.long.clear();
        self.homes.clear();
        self.classes = [0; CLASSES];
        for (robot, (at, half)) in (0u32..).zip(robots) {
            let (cell, class) = self.home(at, half);
            self.homes.push(Home {
                cell,
                place: 0,
                class,
            });
            self.enter(robot, cell, class);
        }
        self.searched = 0;
        true
    }

    /// A robot rests.
    pub(super) fn rest(&mut self, robot: usize, at: Point, table: &Table) {
        self.register(robot, at, 0.0, table);
    }

    /// A robot leaves along a path.
    pub(super) fn depart(&mut self, robot: usize, path: &Path, table: &Table) {
        let middle = Point::new(
            0.5 * path.from.x + 0.5 * path.to.x,
            0.5 * path.from.y + 0.5 * path.to.y,
        );
        self.register(robot, middle, 0.5 * path.length, table);
    }

    fn register(&mut self, robot: usize, at: Point, half: f64, table: &Table) {
        let (cell, class) = self.home(at, half);
        let home = self.homes[robot];
        if home.cell != cell {
            self.leave(home);
            self.enter(robot as u32, cell, class);
        } else if home.class != class {
            self.classes[usize::from(home.class)] -= 1;
            self.classes[usize::from(class)] += 1;
            self.homes[robot].class = class;
        }
        if self.searched > AGE * self.homes.len() {
            // What cannot be built anew stays as it is, slow and right.
            self.searched = 0;
            let ways = table.ways();
            let finite = |(at, _): &(Point, f64)| at.x.is_finite() && at.y.is_finite();
            if ways.iter().all(finite) {
                self.build(ways);
            }
        }
    }

    /// The cell and the class of a path with this middle and half length.
    fn home(&self, at: Point, half: f64) -> (u32, u8) {
        let reach = 2.0 * half;
        if reach.is_nan() || reach > self.radius {
            return (LONG, 0);
        }
        let mut class = 0;
        if half > 0.0 {
            class = CLASSES - 1;
            let mut limit = 0.5 * self.radius;
            while class > 1 && reach <= limit {
                class -= 1;
                limit *= 0.5;
            }
        }
        let (column, row) = (self.column(at.x), self.row(at.y));
        ((row * self.columns + column) as u32, class as u8)
    }

    /// A conversion to an integer saturates, so that whatever lies outside is in the nearest cell.
    fn column(&self, x: f64) -> usize {
        (((x - self.corner.x) * self.per_unit) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.corner.y) * self.per_unit) as usize).min(self.rows - 1)
    }

    fn list(&mut self, cell: u32) -> &mut Vec<u32> {
        match cell {
            LONG => &mut self.long,
            cell => &mut self.cells[cell as usize],
        }
    }

    fn enter(&mut self, robot: u32, cell: u32, class: u8) {
        let list = self.list(cell);
        let place = list.len() as u32;
        list.push(robot);
        self.homes[robot as usize] = Home { cell, place, class };
        if cell != LONG {
            self.classes[usize::from(class)] += 1;
        }
    }

    fn leave(&mut self, home: Home) {
        let list = self.list(home.cell);
        list.swap_remove(home.place as usize);
        if let Some(&moved) = list.get(home.place as usize) {
            self.homes[moved as usize].place = home.place;
        }
        if home.cell != LONG {
            self.classes[usize::from(home.class)] -= 1;
        }
    }

    /// Everybody who can be visible from `here`, and others besides, in no order that matters.
    pub(super) fn near(&mut self, here: Point) -> &[u32] {
        let longest = self.classes.iter().rposition(|&count| count > 0);
        let half = match longest.unwrap_or(0) {
            0 => 0.0,
            class => 0.5 * self.radius * half_to_the(CLASSES - 1 - class),
        };
        let reach = self.radius + half;
        let slack = |x: f64| reach + SLACK * (x.abs() + reach);
        let (x, y) = (slack(here.x), slack(here.y));
        let (left, right) = (self.column(here.x - x), self.column(here.x + x));
        let (top, bottom) = (self.row(here.y - y), self.row(here.y + y));
        self.found.clear();
        self.found.extend_from_slice(&self.long);
        for row in top..=bottom {
            for cell in &self.cells[row * self.columns + left..=row * self.columns + right] {
                self.found.extend_from_slice(cell);
            }
        }
        self.searched += self.found.len();
        &self.found
    }
}

/// 2 to the power of minus `exponent`.
fn half_to_the(exponent: usize) -> f64 {
    1.0 / (1_u64 << exponent) as f64
}
