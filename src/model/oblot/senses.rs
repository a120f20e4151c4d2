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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::oblot::Light;
    use crate::model::oblot::positions::{Appearance, Snapshot, Table};

    /// What robot 0 perceives of three robots on one point, with itself, and two on another.
    fn perceive(senses: Senses) -> Vec<Seen> {
        let places = [(0.0, 0.0), (6.0, 0.0), (0.0, 0.0), (6.0, 0.0), (0.0, 0.0)];
        let robots: Vec<_> = places
            .iter()
            .map(|&(x, y)| {
                let appearance = Appearance {
                    light: Some(Light::White),
                    ..Appearance::START
                };
                (Point::new(x, y), appearance)
            })
            .collect();
        let table = Arc::new(Table::new(&robots, 1e-5));
        let seen = Percept::new(Snapshot { table, time: 0.0 }, 0, None);
        let mut dice = Dice::new(1, 0);
        senses
            .perceive(&seen, None, Tie::First, &mut dice, &mut None)
            .robots()
    }

    fn counts(detection: Detection, own_point_only: bool) -> Vec<(usize, u32)> {
        let senses = Senses {
            detection,
            own_point_only,
            ..Senses::perfect(1e-5)
        };
        let robots = perceive(senses);
        robots.iter().map(|seen| (seen.id, seen.robots)).collect()
    }

    #[test]
    fn what_a_robot_can_tell_about_points() {
        use Detection::{Nothing, Strong, Weak};
        assert_eq!(counts(Nothing, false), [(0, 1), (1, 1)]);
        assert_eq!(counts(Weak, false), [(0, 2), (1, 2)]);
        assert_eq!(counts(Weak, true), [(0, 2), (1, 1)]);
        let all: Vec<_> = (0..5).map(|id| (id, 1)).collect();
        assert_eq!(counts(Strong, false), all);
        // Its own point robot by robot, the other one as a point.
        assert_eq!(counts(Strong, true), [(0, 1), (1, 1), (2, 1), (4, 1)]);
    }

    #[test]
    fn lights_are_seen_as_the_model_says() {
        let shown = |lights| {
            let senses = Senses {
                lights: Some(lights),
                ..Senses::perfect(1e-5)
            };
            let robots = perceive(senses);
            let lit = |seen: &Seen| seen.appearance.light.is_some();
            (lit(&robots[0]), robots[1..].iter().all(lit))
        };
        assert_eq!(shown(LightModel::Oblot), (false, false));
        assert_eq!(shown(LightModel::Fsta), (true, false));
        assert_eq!(shown(LightModel::Fcom), (false, true));
        assert_eq!(shown(LightModel::Lumi), (true, true));
    }

    #[test]
    fn noise_blurs_the_others_and_never_oneself() {
        let senses = Senses {
            noise: Noise {
                absolute: 0.5,
                relative: 0.1,
            },
            ..Senses::perfect(1e-5)
        };
        assert!(senses.are_random() && !senses.are_perfect());
        let robots = perceive(senses);
        assert_eq!(robots[0].position, Point::default());
        assert!(robots[1..].iter().all(|seen| {
            let at = if seen.id % 2 == 1 { 6.0 } else { 0.0 };
            let error = seen.position.distance(Point::new(at, 0.0));
            error > 0.0 && error < 6.0
        }));
    }

    #[test]
    fn perfect_senses_are_known_as_such() {
        assert!(Senses::perfect(1e-5).are_perfect());
        let lumi = Senses {
            lights: Some(LightModel::Lumi),
            ..Senses::perfect(1e-5)
        };
        assert!(lumi.are_perfect());
        let fcom = Senses {
            lights: Some(LightModel::Fcom),
            ..lumi
        };
        assert!(!fcom.are_perfect());
    }
}
