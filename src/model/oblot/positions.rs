//! The position tracker: it owns everything that can be seen of a robot.

use std::sync::Arc;

use super::{Event, Light, Oblot, Outcome, Percept, Phase, Reply, Request};
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
}

impl Appearance {
    /// A robot that has not been activated yet.
    pub const START: Appearance = Appearance {
        phase: Phase::Wait,
        frozen: false,
        terminated: false,
        light: None,
    };

    /// Whether the robot has not crashed; algorithms count such robots as live.
    #[must_use]
    pub fn is_live(self) -> bool {
        self.phase != Phase::Crash
    }

    /// Whether the robot takes part: neither crashed nor terminated.
    #[must_use]
    pub fn is_active(self) -> bool {
        self.is_live() && !self.terminated
    }
}

/// The visible world as it stands, in columns: robot `i` is entry `i` of each.
///
/// A resting robot is a path of infinite length and no direction, so that one formula places all
/// robots: `from + (speed * (t - start) / length) * step`. Its steps are -0.0, because adding that
/// changes no number, not even the sign of a zero.
#[derive(Clone, Debug)]
pub struct Table {
    from_x: Vec<f64>,
    from_y: Vec<f64>,
    step_x: Vec<f64>,
    step_y: Vec<f64>,
    start: Vec<f64>,
    speed: Vec<f64>,
    length: Vec<f64>,
    /// The covered distance from which on the robot is seen at its target.
    arrival: Vec<f64>,
    to_x: Vec<f64>,
    to_y: Vec<f64>,
    appearance: Vec<Appearance>,
    epsilon: f64,
    active: usize,
}

impl Table {
    /// A table of resting robots. `epsilon` is the precision of the run.
    #[must_use]
    pub fn new(robots: &[(Point, Appearance)], epsilon: f64) -> Self {
        let n = robots.len();
        let x: Vec<f64> = robots.iter().map(|(point, _)| point.x).collect();
        let y: Vec<f64> = robots.iter().map(|(point, _)| point.y).collect();
        let appearance: Vec<_> = robots.iter().map(|&(_, appearance)| appearance).collect();
        Table {
            step_x: vec![-0.0; n],
            step_y: vec![-0.0; n],
            start: vec![0.0; n],
            speed: vec![0.0; n],
            length: vec![f64::INFINITY; n],
            arrival: vec![f64::INFINITY; n],
            to_x: x.clone(),
            to_y: y.clone(),
            from_x: x,
            from_y: y,
            active: appearance
                .iter()
                .filter(|appearance| appearance.is_active())
                .count(),
            appearance,
            epsilon,
        }
    }

    /// How many robots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.from_x.len()
    }

    /// Whether there are no robots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.from_x.is_empty()
    }

    /// How many robots are neither crashed nor terminated.
    #[must_use]
    pub fn active(&self) -> usize {
        self.active
    }

    /// What is seen of a robot besides its position.
    #[must_use]
    pub fn appearance(&self, robot: usize) -> Appearance {
        self.appearance[robot]
    }

    /// Where a robot is at `time`.
    #[inline]
    #[must_use]
    pub fn position(&self, robot: usize, time: f64) -> Point {
        let covered = self.speed[robot] * (time - self.start[robot]);
        if covered >= self.arrival[robot] {
            return Point::new(self.to_x[robot], self.to_y[robot]);
        }
        let part = covered / self.length[robot];
        Point::new(
            self.from_x[robot] + part * self.step_x[robot],
            self.from_y[robot] + part * self.step_y[robot],
        )
    }

    /// Visits the positions of all robots at `time` in the order of their ids, until `visit`
    /// returns `false`; says whether it came to the end.
    ///
    /// Robots are placed in blocks of four with one branch a block for "is anybody at its target
    /// already", which lets the compiler place two or four at once.
    #[inline]
    pub fn visit(&self, time: f64, mut visit: impl FnMut(usize, f64, f64) -> bool) -> bool {
        const BLOCK: usize = 4;
        let n = self.len();
        let blocks = n / BLOCK * BLOCK;
        let mut first = 0;
        while first < blocks {
            let block = first..first + BLOCK;
            let (fx, fy) = (&self.from_x[block.clone()], &self.from_y[block.clone()]);
            let (sx, sy) = (&self.step_x[block.clone()], &self.step_y[block.clone()]);
            let (start, speed) = (&self.start[block.clone()], &self.speed[block.clone()]);
            let (length, arrival) = (&self.length[block.clone()], &self.arrival[block]);
            let mut covered = [0.0; BLOCK];
            let mut arrived = false;
            for i in 0..BLOCK {
                covered[i] = speed[i] * (time - start[i]);
                arrived |= covered[i] >= arrival[i];
            }
            if arrived {
                for i in first..first + BLOCK {
                    let Point { x, y } = self.position(i, time);
                    if !visit(i, x, y) {
                        return false;
                    }
                }
            } else {
                let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
                for i in 0..BLOCK {
                    let part = covered[i] / length[i];
                    x[i] = fx[i] + part * sx[i];
                    y[i] = fy[i] + part * sy[i];
                }
                for i in 0..BLOCK {
                    if !visit(first + i, x[i], y[i]) {
                        return false;
                    }
                }
            }
            first += BLOCK;
        }
        (blocks..n).all(|i| {
            let Point { x, y } = self.position(i, time);
            visit(i, x, y)
        })
    }

    /// Lets a robot rest at a point.
    fn rest(&mut self, robot: usize, at: Point, appearance: Appearance) {
        (self.from_x[robot], self.from_y[robot]) = (at.x, at.y);
        (self.to_x[robot], self.to_y[robot]) = (at.x, at.y);
        (self.step_x[robot], self.step_y[robot]) = (-0.0, -0.0);
        self.length[robot] = f64::INFINITY;
        self.arrival[robot] = f64::INFINITY;
        self.show(robot, appearance);
    }

    /// Lets a robot leave along a path.
    fn depart(&mut self, robot: usize, path: &Path, appearance: Appearance) {
        if path.length < SHORTEST_PATH {
            // Such a path counts as walked at once.
            return self.rest(robot, path.to, appearance);
        }
        (self.from_x[robot], self.from_y[robot]) = (path.from.x, path.from.y);
        (self.to_x[robot], self.to_y[robot]) = (path.to.x, path.to.y);
        self.step_x[robot] = path.to.x - path.from.x;
        self.step_y[robot] = path.to.y - path.from.y;
        self.start[robot] = path.start;
        self.speed[robot] = path.speed;
        self.length[robot] = path.length;
        self.arrival[robot] = path.length - self.epsilon;
        self.show(robot, appearance);
    }

    fn show(&mut self, robot: usize, appearance: Appearance) {
        let old = std::mem::replace(&mut self.appearance[robot], appearance);
        self.active -= usize::from(old.is_active());
        self.active += usize::from(appearance.is_active());
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
    /// The time between two Visualize ticks.
    period: f64,
    /// Whether ticks carry the snapshot, for whoever draws or records it.
    frames: bool,
}

impl PositionTracker {
    /// A tracker that ticks every `period`, with snapshots if somebody wants `frames`.
    #[must_use]
    pub fn new(table: Table, period: f64, frames: bool) -> Self {
        PositionTracker {
            table: Arc::new(table),
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

    pub(super) fn answer(&mut self, request: Request) -> Answer<Oblot> {
        match request {
            Request::Snapshot { robot, time, sight } => {
                let snapshot = self.snapshot(time);
                Answer::Reply(Reply::Percept(Percept::new(snapshot, robot, sight)))
            }
            Request::Depart {
                robot,
                path,
                appearance,
            } => {
                Arc::make_mut(&mut self.table).depart(robot as usize, &path, appearance);
                Answer::Reply(Reply::Noted)
            }
            Request::Rest {
                robot,
                at,
                appearance,
            } => {
                Arc::make_mut(&mut self.table).rest(robot as usize, at, appearance);
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
            payload: (),
        };
        Ok(Done::new(Outcome::Tick(snapshot)).wake(next))
    }

    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
