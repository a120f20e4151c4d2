//! The position tracker: it owns everything that can be seen of a robot.

mod grid;

use std::sync::Arc;

use self::grid::Grid;
use super::percept::Percept;
use super::visibility::Sight;
use super::{Event, Light, Oblot, Outcome, Phase, Reply, Request};
use crate::dice::Touched;
use crate::math::Point;
use crate::model::{Answer, Done, Door, Failure, Handler, Wake};

/// Paths shorter than this count as already walked (the original simulator's constant).
pub const SHORTEST_PATH: f64 = 1e-9;

/// A straight path that a robot walks at constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Where it starts.
    pub from: Point,
    /// Where it leads.
    pub to: Point,
    /// When the robot left, in simulated time.
    pub start: f64,
    /// Distance per unit of simulated time.
    pub speed: f64,
    /// The distance from start to end.
    pub length: f64,
}

impl Path {
    /// Where the robot is at `time`, to the bits of the original simulator: at the end of the
    /// path from the moment when less than `epsilon` of it is left.
    #[must_use]
    pub fn at(&self, time: f64, epsilon: f64) -> Point {
        if self.length < SHORTEST_PATH {
            return self.to;
        }
        let covered = self.speed * (time - self.start);
        if covered >= self.length - epsilon {
            return self.to;
        }
        let part = (covered / self.length).clamp(0.0, 1.0);
        Point::new(
            self.from.x + part * (self.to.x - self.from.x),
            self.from.y + part * (self.to.y - self.from.y),
        )
    }
}

/// What others may see of a robot besides its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// Where it stands in its cycle.
    pub phase: Phase,
    /// Whether it decided to stay when it looked last.
    pub frozen: bool,
    /// Whether it has ended its algorithm.
    pub terminated: bool,
    /// The light it shows.
    pub light: Option<Light>,
    /// Whether others cannot see it: it has crashed, and is gone from their snapshots.
    pub vanished: bool,
}

impl Appearance {
    /// A robot that has not been activated yet.
    pub const START: Appearance = Appearance {
        phase: Phase::Wait,
        frozen: false,
        terminated: false,
        light: None,
        vanished: false,
    };

    /// Whether the robot has not crashed; algorithms count such robots as live.
    #[must_use]
    pub fn is_live(self) -> bool {
        self.phase != Phase::Crash
    }

    /// Whether the robot has been activated: from its first Look on it shows a light.
    #[must_use]
    pub fn has_looked(self) -> bool {
        self.light.is_some()
    }

    /// Whether the robot takes part: neither crashed nor terminated.
    #[must_use]
    pub fn is_active(self) -> bool {
        self.is_live() && !self.terminated
    }
}

/// How many robots are placed together.
const BLOCK: usize = 4;

/// The motions of a few robots, in columns, so that the compiler places several of them at once.
///
/// A resting robot is a path of infinite length and no direction, so that one formula places all
/// robots: `from + (speed * (time - start) / length) * step`. Its steps are -0.0, because adding that
/// changes no number, not even the sign of a zero.
#[derive(Clone, Debug)]
struct Block {
    from_x: [f64; BLOCK],
    from_y: [f64; BLOCK],
    step_x: [f64; BLOCK],
    step_y: [f64; BLOCK],
    start: [f64; BLOCK],
    speed: [f64; BLOCK],
    length: [f64; BLOCK],
    /// The covered distance from which on the robot is seen at its target.
    arrival: [f64; BLOCK],
    to_x: [f64; BLOCK],
    to_y: [f64; BLOCK],
}

impl Block {
    /// Robots that rest at the origin.
    const RESTING: Block = Block {
        from_x: [0.0; BLOCK],
        from_y: [0.0; BLOCK],
        step_x: [-0.0; BLOCK],
        step_y: [-0.0; BLOCK],
        start: [0.0; BLOCK],
        speed: [0.0; BLOCK],
        length: [f64::INFINITY; BLOCK],
        arrival: [f64::INFINITY; BLOCK],
        to_x: [0.0; BLOCK],
        to_y: [0.0; BLOCK],
    };

    /// Where one robot of the block is.
    #[inline]
    fn position(&self, i: usize, time: f64) -> Point {
        let covered = self.speed[i] * (time - self.start[i]);
        if covered >= self.arrival[i] {
            return Point::new(self.to_x[i], self.to_y[i]);
        }
        let part = covered / self.length[i];
        Point::new(
            self.from_x[i] + part * self.step_x[i],
            self.from_y[i] + part * self.step_y[i],
        )
    }

    /// Where all robots of the block are. One branch asks whether anybody is at its target
    /// already; where nobody is, the rest is arithmetic without a branch.
    ///
    /// It stays a function of its own: inlined into a caller that adds the positions up, the
    /// compiler pairs x with y for the sums and then divides one by one.
    #[inline(always)]
    fn positions(&self, time: f64) -> ([f64; BLOCK], [f64; BLOCK]) {
        let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
        let covered: [f64; BLOCK] = std::array::from_fn(|i| self.speed[i] * (time - self.start[i]));
        let ends = covered.iter().zip(&self.arrival);
        // Not `any`, which would branch for each robot.
        if ends.fold(false, |arrived, (covered, arrival)| {
            arrived | (covered >= arrival)
        }) {
            for i in 0..BLOCK {
                Point { x: x[i], y: y[i] } = self.position(i, time);
            }
        } else {
            for i in 0..BLOCK {
                let part = covered[i] / self.length[i];
                x[i] = self.from_x[i] + part * self.step_x[i];
                y[i] = self.from_y[i] + part * self.step_y[i];
            }
        }
        (x, y)
    }

    /// Lets a robot rest at a point.
    fn rest(&mut self, i: usize, at: Point) {
        (self.from_x[i], self.from_y[i]) = (at.x, at.y);
        (self.to_x[i], self.to_y[i]) = (at.x, at.y);
        (self.step_x[i], self.step_y[i]) = (-0.0, -0.0);
        (self.start[i], self.speed[i]) = (0.0, 0.0);
        self.length[i] = f64::INFINITY;
        self.arrival[i] = f64::INFINITY;
    }

    /// Lets a robot leave along a path.
    fn depart(&mut self, i: usize, path: &Path, epsilon: f64) {
        (self.from_x[i], self.from_y[i]) = (path.from.x, path.from.y);
        (self.to_x[i], self.to_y[i]) = (path.to.x, path.to.y);
        self.step_x[i] = path.to.x - path.from.x;
        self.step_y[i] = path.to.y - path.from.y;
        (self.start[i], self.speed[i]) = (path.start, path.speed);
        self.length[i] = path.length;
        self.arrival[i] = path.length - epsilon;
    }
}

/// The visible world as it stands.
#[derive(Clone, Debug)]
pub struct Table {
    /// Robot `i` is number `i % 4` of block `i / 4`; the last block may have places to spare.
    blocks: Vec<Block>,
    appearance: Vec<Appearance>,
    epsilon: f64,
    active: usize,
    vanished: usize,
}

impl Table {
    /// A table of resting robots. `epsilon` is the precision of the run.
    #[must_use]
    pub fn new(robots: &[(Point, Appearance)], epsilon: f64) -> Self {
        let appearance: Vec<_> = robots.iter().map(|&(_, appearance)| appearance).collect();
        let mut table = Table {
            blocks: vec![Block::RESTING; robots.len().div_ceil(BLOCK)],
            active: appearance.iter().filter(|seen| seen.is_active()).count(),
            vanished: appearance.iter().filter(|seen| seen.vanished).count(),
            appearance,
            epsilon,
        };
        for (robot, &(at, _)) in robots.iter().enumerate() {
            table.blocks[robot / BLOCK].rest(robot % BLOCK, at);
        }
        table
    }

    /// How many robots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.appearance.len()
    }

    /// Whether there are no robots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.appearance.is_empty()
    }

    /// How many robots are neither crashed nor terminated.
    #[must_use]
    pub fn active(&self) -> usize {
        self.active
    }

    /// How many robots others cannot see.
    #[must_use]
    pub fn vanished(&self) -> usize {
        self.vanished
    }

    /// What is seen of a robot besides its position.
    #[inline]
    #[must_use]
    pub fn appearance(&self, robot: usize) -> Appearance {
        self.appearance[robot]
    }

    /// Where a robot is at `time`.
    #[inline]
    #[must_use]
    pub fn position(&self, robot: usize, time: f64) -> Point {
        self.blocks[robot / BLOCK].position(robot % BLOCK, time)
    }

    /// Visits the positions of all robots at `time` in the order of their ids, until `visit`
    /// returns `false`; says whether it came to the end.
    #[inline]
    pub fn visit(&self, time: f64, mut visit: impl FnMut(usize, f64, f64) -> bool) -> bool {
        let full = self.len() / BLOCK;
        for (block, motions) in self.blocks[..full].iter().enumerate() {
            let (x, y) = motions.positions(time);
            for i in 0..BLOCK {
                if !visit(block * BLOCK + i, x[i], y[i]) {
                    return false;
                }
            }
        }
        (full * BLOCK..self.len()).all(|robot| {
            let Point { x, y } = self.position(robot, time);
            visit(robot, x, y)
        })
    }

    /// The middle and half the length of every robot's path; a resting robot's is 0 long.
    /// How much memory it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * size_of::<Block>() + self.appearance.len() * size_of::<Appearance>()
    }

    fn ways(&self) -> Vec<(Point, f64)> {
        let way = |robot: usize| {
            let (block, i) = (&self.blocks[robot / BLOCK], robot % BLOCK);
            if block.length[i].is_infinite() {
                return (Point::new(block.from_x[i], block.from_y[i]), 0.0);
            }
            let x = 0.5 * block.from_x[i] + 0.5 * block.to_x[i];
            let y = 0.5 * block.from_y[i] + 0.5 * block.to_y[i];
            (Point::new(x, y), 0.5 * block.length[i])
        };
        (0..self.len()).map(way).collect()
    }

    fn rest(&mut self, robot: usize, at: Point, appearance: Appearance) {
        self.blocks[robot / BLOCK].rest(robot % BLOCK, at);
        self.show(robot, appearance);
    }

    fn depart(&mut self, robot: usize, path: &Path, appearance: Appearance) {
        let block = &mut self.blocks[robot / BLOCK];
        if path.length < SHORTEST_PATH {
            // Such a path counts as walked at once.
            block.rest(robot % BLOCK, path.to);
        } else {
            block.depart(robot % BLOCK, path, self.epsilon);
        }
        self.show(robot, appearance);
    }

    fn show(&mut self, robot: usize, appearance: Appearance) {
        let old = std::mem::replace(&mut self.appearance[robot], appearance);
        self.active -= usize::from(old.is_active());
        self.active += usize::from(appearance.is_active());
        self.vanished -= usize::from(old.vanished);
        self.vanished += usize::from(appearance.vanished);
    }
}

/// The visible world at one instant.
///
/// It is a reference to the tracker's table; positions are computed while they are read. Whoever
/// holds one beyond the event makes the tracker copy its table at the next change.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The world as it stood.
    pub table: Arc<Table>,
    /// The instant.
    pub time: f64,
}

impl Snapshot {
    /// The positions of all robots at this instant, in the order of their ids.
    #[must_use]
    pub fn positions(&self) -> Vec<Point> {
        let mut points = Vec::with_capacity(self.table.len());
        self.table.visit(self.time, |_, x, y| {
            points.push(Point::new(x, y));
            true
        });
        points
    }
}

/// The environment part that owns the table.
#[derive(Clone, Debug)]
pub struct PositionTracker {
    table: Arc<Table>,
    /// Who is near whom, where robots do not see everybody.
    grid: Option<Box<Grid>>,
    /// The time between two Visualize ticks.
    period: f64,
    /// Whether ticks carry the snapshot, for whoever draws or records it.
    frames: bool,
}

impl PositionTracker {
    /// A tracker of resting robots that ticks every `period`, with snapshots if somebody wants
    /// `frames`. Robots see as far as `radius`, if there is one.
    #[must_use]
    pub fn new(table: Table, radius: Option<f64>, period: f64, frames: bool) -> Self {
        let grid = radius.and_then(|radius| {
            let places: Vec<Point> = table.ways().into_iter().map(|(at, _)| at).collect();
            Grid::new(&places, radius)
        });
        PositionTracker {
            table: Arc::new(table),
            grid: grid.map(Box::new),
            period,
            frames,
        }
    }

    /// The world as it stands.
    #[must_use]
    pub fn snapshot(&self, time: f64) -> Snapshot {
        Snapshot {
            table: Arc::clone(&self.table),
            time,
        }
    }

    /// What a robot sees.
    fn look(&mut self, robot: u32, time: f64, sight: Sight) -> Percept {
        let snapshot = self.snapshot(time);
        let seen = match (&mut self.grid, sight.radius) {
            (Some(grid), Some(radius)) => {
                let here = self.table.position(robot as usize, time);
                Percept::among(snapshot, robot, radius, grid.near(here))
            }
            (_, radius) => Percept::new(snapshot, robot, radius),
        };
        sight.view(seen)
    }

    pub(super) fn answer(&mut self, request: Request) -> Answer<Oblot> {
        match request {
            Request::Snapshot { robot, time, sight } => {
                Answer::Reply(Reply::Percept(self.look(robot, time, sight)))
            }
            Request::Depart {
                robot,
                path,
                appearance,
            } => {
                Arc::make_mut(&mut self.table).depart(robot as usize, &path, appearance);
                if let Some(grid) = &mut self.grid {
                    grid.depart(robot as usize, &path, &self.table);
                }
                Answer::Reply(Reply::Noted)
            }
            Request::Rest {
                robot,
                at,
                appearance,
            } => {
                Arc::make_mut(&mut self.table).rest(robot as usize, at, appearance);
                if let Some(grid) = &mut self.grid {
                    grid.rest(robot as usize, at, &self.table);
                }
                Answer::Reply(Reply::Noted)
            }
            other => Answer::Forward(other),
        }
    }
}

impl Handler<Oblot> for PositionTracker {
    /// A Visualize tick: nothing changes, the next tick is asked for.
    async fn handle<D: Door<Oblot>>(
        &mut self,
        event: &Event,
        _: &mut D,
    ) -> Result<Done<Oblot>, Failure> {
        let snapshot = self.frames.then(|| self.snapshot(event.time));
        let next = Wake {
            time: event.time + self.period,
            target: event.target.clone(),
            kind: event.kind,
            payload: event.payload.clone(),
        };
        Ok(Done::new(Outcome::Tick(snapshot)).wake(next))
    }

    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
