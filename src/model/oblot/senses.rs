//! How a robot perceives what it sees: multiplicities, lights, noise and its own frame.

use super::directive::Tie;
use super::frames::{Frame, Frames};
use super::light::LightModel;
use super::percept::{Percept, Seen};
use crate::dice::{Dice, Draw, Purpose};
use crate::math::{Point, within};
use crate::model::SharedDice;
use crate::scenario::Word;

/// What a robot can tell about the number of robots on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detection {
    /// Nothing: it sees a set of points.
    Nothing,
    /// Whether there is one robot or more than one.
    Weak,
    /// How many robots there are.
    Strong,
}

impl Word for Detection {
    const ALL: &'static [Self] = &[Detection::Strong, Detection::Weak, Detection::Nothing];

    fn word(self) -> &'static str {
        match self {
            Detection::Strong => "strong",
            Detection::Weak => "weak",
            Detection::Nothing => "none",
        }
    }
}

/// Errors of what robots see of the others; they see themselves without error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Noise {
    /// The standard deviation of the error of each coordinate, in the scenario's unit.
    pub absolute: f64,
    /// The standard deviation of the error of a distance, in parts of the distance.
    pub relative: f64,
}

/// How all robots of a run perceive what they see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Senses {
    /// What robots can tell about the number of robots on one point.
    pub detection: Detection,
    /// Whether they can tell it of their own point only.
    pub own_point_only: bool,
    /// Points closer than this are one point.
    pub epsilon: f64,
    /// Which lights they perceive; `None` where the algorithm declares no colours.
    pub lights: Option<LightModel>,
    /// Errors of the positions of the others.
    pub noise: Noise,
    /// Private frames; `None` where all use the global coordinates.
    pub frames: Option<Frames>,
    /// Which of equally good choices robots take of whom the scheduler says nothing.
    pub tie: Tie,
}

impl Senses {
    /// Everything is perceived as it is, in global coordinates.
    #[must_use]
    pub fn perfect(epsilon: f64) -> Self {
        Senses {
            detection: Detection::Strong,
            own_point_only: false,
            epsilon,
            lights: None,
            noise: Noise::default(),
            frames: None,
            tie: Tie::First,
        }
    }

    /// Whether a robot perceives just what it sees.
    #[must_use]
    pub fn are_perfect(&self) -> bool {
        let lights = self.lights.is_none_or(|lights| lights == LightModel::Lumi);
        lights
            && *self
                == Senses {
                    lights: self.lights,
                    ..Senses::perfect(self.epsilon)
                }
    }

    /// Whether draws decide what is perceived, from one activation to the next.
    #[must_use]
    pub fn are_random(&self) -> bool {
        self.noise != Noise::default()
            || self.frames.is_some_and(|frames| frames.each_activation)
            || self.tie == Tie::Random
    }

    /// What the looking robot perceives of `seen`, in `frame`.
    ///
    /// The order is fixed: lights, noise (drawn in the order of the ids), multiplicities, frame.
    #[must_use]
    pub fn perceive(
        &self,
        seen: &Percept,
        frame: Option<Frame>,
        tie: Tie,
        dice: &mut Dice,
        shared: &mut SharedDice,
    ) -> Percept {
        let (me, here) = (seen.me(), seen.here());
        let mut robots = seen.robots();
        for robot in &mut robots {
            self.dim(robot, me);
        }
        if self.noise != Noise::default() {
            let others = robots.iter_mut().filter(|robot| robot.id != me);
            for robot in others {
                let mut die = dice.on(Purpose::Sensing, shared);
                robot.place = self.noise.blur(here, robot.place, &mut die);
                robot.position = robot.place;
            }
        }
        if self.detection != Detection::Strong || self.own_point_only {
            robots = self.merge(robots, me);
        }
        if let Some(frame) = frame {
            for robot in &mut robots {
                robot.position = frame.inward(here, robot.place);
            }
        }
        seen.with(robots, frame, tie)
    }

    /// Hides the lights that are not perceived.
    fn dim(&self, robot: &mut Seen, me: usize) {
        let shown = match self.lights {
            None => true,
            Some(lights) if robot.id == me => lights.shows_own(),
            Some(lights) => lights.shows_others(),
        };
        if !shown {
            robot.appearance.light = None;
        }
    }

    /// Makes one point of the robots that cannot be told apart.
    fn merge(&self, robots: Vec<Seen>, me: usize) -> Vec<Seen> {
        let keep_own = self.detection == Detection::Strong;
        let mut merged = Vec::new();
        for cluster in cluster(&robots, self.epsilon) {
            let own = cluster.iter().any(|&place| robots[place].id == me);
            if own && keep_own {
                merged.extend(cluster.iter().map(|&place| robots[place]));
                continue;
            }
            let known = own || !self.own_point_only;
            let mut point = representative(&robots, &cluster, me);
            point.robots = match self.detection {
                Detection::Nothing => 1,
                _ if !known => 1,
                Detection::Weak => cluster.len().min(2) as u32,
                Detection::Strong => cluster.len() as u32,
            };
            merged.push(point);
        }
        merged.sort_by_key(|seen| seen.id);
        merged
    }
}

/// The robot that stands for its point: the looking one on its own point, else the first one that
/// still takes part, else the first one that has not crashed, else the first one.
fn representative(robots: &[Seen], cluster: &[usize], me: usize) -> Seen {
    let find = |test: &dyn Fn(&Seen) -> bool| {
        let mut members = cluster.iter().map(|&place| robots[place]);
        members.find(|seen| test(seen))
    };
    find(&|seen| seen.id == me)
        .or_else(|| find(&|seen| seen.appearance.is_active()))
        .or_else(|| find(&|seen| seen.appearance.is_live()))
        .unwrap_or(robots[cluster[0]])
}

/// Groups robots by the points on which they are: in the order of the list, each joins the first
/// group whose first robot is within `epsilon` of it (the grouping of the original simulator,
/// there in the order of the coordinates). Gives places in the list.
#[must_use]
pub fn cluster(robots: &[Seen], epsilon: f64) -> Vec<Vec<usize>> {
    // By x, so that only groups nearby have to be looked at.
    let mut order: Vec<usize> = (0..robots.len()).collect();
    let key = |place: &usize| robots[*place].place;
    order.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for place in order {
        let at = robots[place].place;
        let near = groups
            .iter_mut()
            .rev()
            .take_while(|group| at.x - robots[group[0]].place.x <= epsilon);
        let mut joined = None;
        for group in near {
            let first = robots[group[0]].place;
            if within(first.x - at.x, first.y - at.y, epsilon) {
                // The earliest group wins, so the search goes on.
                joined = Some(group);
            }
        }
        match joined {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

impl Noise {
    /// Where a robot at `here` believes to see what is at `place`.
    fn blur(&self, here: Point, place: Point, die: &mut impl Draw) -> Point {
        let stretch = 1.0 + self.relative * die.normal();
        let (dx, dy) = (self.absolute * die.normal(), self.absolute * die.normal());
        Point::new(
            here.x + stretch * (place.x - here.x) + dx,
            here.y + stretch * (place.y - here.y) + dy,
        )
    }
}
