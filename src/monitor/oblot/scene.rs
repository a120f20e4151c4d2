//! What every monitor sees: where all robots are, and where they stand in their cycles.

use super::motion::{Motion, Passage};
use super::timeline::{Act, Mark, Step};
use crate::math::Point;
use crate::model::oblot::robot::Robot;

/// The world at one instant, as far as monitors look at it. It is brought up to date once for all
/// of them.
#[derive(Clone, Debug)]
pub struct Scene {
    now: f64,
    mark: Mark,
    started: bool,
    bodies: Vec<Body>,
    correct: Vec<u32>,
    all: Vec<u32>,
}

/// One robot of a scene.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// How it moves.
    pub motion: Motion,
    /// Where it wants to go, while it is in a cycle: a pending target.
    pub target: Option<Point>,
    /// Whether it takes part: neither crashed nor terminated.
    pub active: bool,
    /// Whether no fault of the scenario names it.
    pub correct: bool,
}

/// Which robots a monitor is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All robots.
    All,
    /// The robots that no fault of the scenario names.
    Correct,
}

impl Scene {
    /// The scene before the first event of a run that starts with these robots.
    #[must_use]
    pub fn new(robots: &[Robot]) -> Self {
        let body = |robot: &Robot| Body {
            motion: Motion::rest(0.0, robot.position()),
            target: None,
            active: robot.appearance().is_active(),
            correct: robot.faults().is_empty(),
        };
        let correct = robots.iter().filter(|robot| robot.faults().is_empty());
        Scene {
            now: 0.0,
            mark: Mark {
                event: 0,
                tick: false,
                epochs: 0,
                rounds: 0,
                synchronous_rounds: 0,
            },
            started: false,
            bodies: robots.iter().map(body).collect(),
            correct: correct.map(Robot::id).collect(),
            all: robots.iter().map(Robot::id).collect(),
        }
    }

    /// The instant, in simulated time.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.now
    }

    /// The last event that is over.
    #[must_use]
    pub fn mark(&self) -> &Mark {
        &self.mark
    }

    /// Whether an event is over.
    #[must_use]
    pub fn has_started(&self) -> bool {
        self.started
    }

    /// How many robots there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are no robots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// A robot by its id.
    #[must_use]
    pub fn body(&self, robot: u32) -> &Body {
        &self.bodies[robot as usize]
    }

    /// Where a robot is now.
    #[must_use]
    pub fn position(&self, robot: u32) -> Point {
        self.body(robot).motion.at(self.now)
    }

    /// The ids of these robots, in increasing order.
    #[must_use]
    pub fn ids(&self, of: Of) -> &[u32] {
        match of {
            Of::All => &self.all,
            Of::Correct => &self.correct,
        }
    }

    /// Whether a robot is one of these.
    #[must_use]
    pub fn is_of(&self, robot: u32, of: Of) -> bool {
        of == Of::All || self.body(robot).correct
    }

    /// How two robots have passed each other since one of them last changed its motion.
    #[must_use]
    pub fn passage(&self, one: u32, other: u32) -> Passage {
        let (one, other) = (&self.body(one).motion, &self.body(other).motion);
        Passage::of(one, other, one.start.max(other.start), self.now)
    }

    /// When that stretch began in which [`passage`](Self::passage) looks at two robots, and the
    /// part of it that has passed at `part`.
    #[must_use]
    pub fn instant(&self, one: u32, other: u32, part: f64) -> f64 {
        let begin = self
            .body(one)
            .motion
            .start
            .max(self.body(other).motion.start);
        begin + part * (self.now - begin)
    }

    /// Calls `visit` for each pair of these robots.
    pub(super) fn each_pair(&self, of: Of, mut visit: impl FnMut(u32, u32)) {
        let ids = self.ids(of);
        for (index, &one) in ids.iter().enumerate() {
            for &other in &ids[index + 1..] {
                visit(one, other);
            }
        }
    }

    /// Where these robots are now, in the order of their ids.
    #[must_use]
    pub fn positions(&self, of: Of) -> Vec<Point> {
        let ids = self.ids(of).iter();
        ids.map(|&robot| self.position(robot)).collect()
    }

    /// Time goes on, to an instant at which nothing happens that is not told afterwards.
    pub(super) fn go_to(&mut self, time: f64) {
        self.now = time;
    }

    /// An event is over.
    pub(super) fn note(&mut self, mark: Mark) {
        self.mark = mark;
        self.started = true;
    }

    /// Something happened to a robot. `turn` is called whenever its motion is about to change:
    /// until now it moves as the scene says.
    pub(super) fn apply(&mut self, act: &Act, mut turn: impl FnMut(&Scene, u32)) {
        let (now, robot) = (self.now, act.robot as usize);
        if act.step != Step::Stays {
            turn(self, act.robot);
        }
        let at = self.bodies[robot].motion.at(now);
        let motion = match act.step {
            Step::Stays => self.bodies[robot].motion,
            Step::Leaves(arrival) => {
                // An arrival that is not known cannot be taken from the timeline.
                let (end, to) = arrival.unwrap_or((now, at));
                Motion {
                    start: now,
                    from: at,
                    end,
                    to,
                }
            }
            Step::Arrives => Motion::rest(now, at),
            Step::Hops(to) => {
                self.bodies[robot].motion = Motion {
                    start: now,
                    from: at,
                    end: now,
                    to,
                };
                turn(self, act.robot);
                Motion::rest(now, to)
            }
            Step::Jumps(to) => Motion::rest(now, to),
        };
        let body = &mut self.bodies[robot];
        body.motion = motion;
        body.target = act.target;
        body.active = !act.retires;
    }
}
