//! Form a pattern.

mod file;
mod pattern;

use std::sync::Arc;

use self::pattern::Pattern;
use super::{Algorithm, AlgorithmDice, Context, Maker, centre_of_gravity};
use crate::math::{Point, atan2, canonical_zero, hypot, square};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::geometry::circle::TINY;
use crate::model::oblot::geometry::{Ruler, sum};
use crate::model::oblot::percept::{Percept, Seen};
use crate::model::oblot::requirements::Requirements;
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "pattern_formation",
    summary: "form a pattern around the centre of gravity",
    help: "All robots that see the same put the pattern in the same place: its mean at the centre of \
           gravity of all visible robots that have not crashed, its size such that the root mean \
           square distance from there is theirs, its axes along those of the world. The robot sorts \
           robots and points by angle and distance, matches them in that order with the shift that \
           has the least sum of squared distances, and goes to its point. It ends when no robot is \
           farther from its point than 3 % of that distance, or than the precision. The star has \
           five spikes and as many points along its outline as there are such robots; of a listed \
           pattern a robot that sees fewer takes the first points. Sources: the original \
           simulator; after Suzuki and Yamashita, SIAM J. Comput. 28(4), 1999.",
    parameters: &[
        Parameter {
            name: "pattern",
            kind: Kind::Word(PATTERNS),
            default: Some("\"star\""),
            range: "",
            summary: "which pattern, where no points are given",
        },
        Parameter {
            name: "pattern_points",
            kind: Kind::Points,
            default: Some("the named pattern"),
            range: "one point per robot",
            summary: "a pattern of one's own; its place and size do not matter",
        },
        Parameter {
            name: "pattern_file",
            kind: Kind::Text,
            default: Some("the named pattern"),
            range: "",
            summary: "a file with the points of the pattern, x,y in each line; relative to the scenario's folder",
        },
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees where the others within its radius of visibility are, and \
                     which of them have crashed.",
                ),
                (
                    "compute",
                    "It puts the pattern around the centre of gravity of those that have not, in \
                     their size, and matches robots and points in the order of their angles.",
                ),
                ("move", "It goes straight to its own point of the pattern."),
            ],
            limits: "No proof is known to us. The robots end within 3 per cent of the pattern, \
                     not exactly on it. Robots that see different things, or whose frames do not \
                     agree, put the pattern in different places.",
        },
        build,
        requires: Requirements {
            detection: Detection::Strong,
            frames: Agreement::Full,
            ..Requirements::NONE
        },
        guarantee: "in the runs of the original simulator the robots end within 3 per cent of the pattern; no \
                    proof is known to us",
    },
};

/// The patterns that have names.
const PATTERNS: &[&str] = &["star"];

/// An error that is not larger than this part of the swarm's radius is none.
const FORMED: f64 = 0.03;

fn build(section: &Section<'_>, context: Context) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let given = ["pattern", "pattern_points", "pattern_file"];
    let mut given = given.into_iter().filter(|key| section.has(key));
    if let (Some(first), Some(second)) = (given.next(), given.next()) {
        let message = format!("expected one way to give the pattern, found {first} too");
        return Err(section.refuse(second, message));
    }
    let pattern = if let Some(points) = file::read(section, context.robots)? {
        Pattern::of_points(points)
    } else if section.has("pattern_points") {
        let points = section.points("pattern_points");
        let points = points.exactly(context.robots).required()?;
        Pattern::of_points(points.iter().map(|&[x, y]| Point::new(x, y)).collect())
    } else {
        section.word("pattern", PATTERNS).or("star")?;
        Pattern::Star
    };
    Ok(Arc::new(PatternFormation::new(context, pattern)))
}

/// The algorithm that matches robots and points in the order of their angles.
#[derive(Clone, Debug)]
pub struct PatternFormation {
    context: Context,
    pattern: Pattern,
    /// The pattern for as many robots as there are, made once.
    whole: Vec<Point>,
}

impl PatternFormation {
    /// With what holds for a run, and the pattern.
    fn new(context: Context, pattern: Pattern) -> Self {
        PatternFormation {
            context,
            whole: pattern.unit_points(context.robots),
            pattern,
        }
    }

    /// A star for any number of robots.
    #[must_use]
    pub fn star(context: Context) -> Self {
        Self::new(context, Pattern::Star)
    }
}

impl Algorithm for PatternFormation {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let here = percept.here();
        let robots = percept.live_robots();
        let Some(frame) = Frame::of(&robots, &ruler) else {
            return Ok(Intent::stay(here, true));
        };
        let fewer;
        let unit = if robots.len() == self.whole.len() {
            &self.whole
        } else {
            fewer = self.pattern.unit_points(robots.len());
            &fewer
        };
        let Matching { robots, targets } = frame.matching(&robots, unit, &ruler);
        let pairs = || robots.iter().zip(&targets);
        let mine = pairs().find(|(robot, _)| robot.id == percept.me());
        let target = mine.map_or(here, |(_, &target)| target);
        let allowed = f64::max(frame.radius * FORMED, ruler.epsilon());
        let formed = pairs().all(|(robot, &target)| robot.position.distance(target) < allowed);
        Ok(Intent::go(target, formed))
    }
}

/// Where the pattern goes, and how large it becomes: what all robots agree on.
#[derive(Clone, Copy, Debug)]
struct Frame {
    centre: Point,
    /// The root mean square distance of the robots from the centre.
    radius: f64,
}

/// Robots with their ids, each at the place of its target.
#[derive(Clone, Debug)]
struct Matching {
    robots: Vec<Seen>,
    targets: Vec<Point>,
}

impl Frame {
    /// The frame of a swarm; none for a single robot and for robots that are at one point.
    fn of(robots: &[Seen], ruler: &Ruler) -> Option<Self> {
        if robots.len() <= 1 {
            return None;
        }
        let centre = centre_of_gravity(robots);
        // If one position is numpy's then so is the centre, and with it all these squares.
        let are_numpys = robots.iter().any(|robot| robot.appearance.has_looked());
        let squares = robots.iter().map(|robot| {
            let Point { x, y } = robot.position;
            (square(x - centre.x) + square(y - centre.y), are_numpys)
        });
        let radius = (sum::python(squares) / robots.len() as f64).sqrt();
        (radius >= ruler.epsilon()).then_some(Frame { centre, radius })
    }

    /// Matches the robots with the points of the pattern.
    fn matching(&self, robots: &[Seen], unit: &[Point], ruler: &Ruler) -> Matching {
        let mut robots = robots.to_vec();
        // Stable, and the ids are in order: of robots at one place the one with the lower id first.
        robots.sort_by_cached_key(|robot| self.polar(robot.position));
        let place = |unit: &Point| {
            Point::new(
                self.centre.x + self.radius * unit.x,
                self.centre.y + self.radius * unit.y,
            )
        };
        let mut targets: Vec<Point> = unit.iter().map(place).collect();
        targets.sort_by_cached_key(|&target| self.polar(target));
        let shift = best_shift(&robots, &targets, ruler.area(TINY));
        targets.rotate_left(shift);
        Matching { robots, targets }
    }

    /// The angle and the distance of a point, from the centre, so as to sort by them.
    fn polar(&self, point: Point) -> (TotalOrder, TotalOrder) {
        let (x, y) = (point.x - self.centre.x, point.y - self.centre.y);
        (TotalOrder::of(atan2(y, x)), TotalOrder::of(hypot(x, y)))
    }
}

/// A number among others, by `f64::total_cmp`, so that sorting comes to an end whatever they are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TotalOrder(f64);

impl TotalOrder {
    /// The two zeros are one number.
    fn of(number: f64) -> Self {
        TotalOrder(canonical_zero(number))
    }
}

impl Eq for TotalOrder {}

impl PartialOrd for TotalOrder {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TotalOrder {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// By how many places the targets are to be shifted against the robots: the first shift whose cost
/// is less than that of all before it, by more than `least_gain`.
fn best_shift(robots: &[Seen], targets: &[Point], least_gain: f64) -> usize {
    let mut best = (0, f64::INFINITY);
    for shift in 0..targets.len() {
        let limit = best.1 - least_gain;
        if let Some(cost) = cost_below(limit, robots, targets, shift) {
            best = (shift, cost);
        }
    }
    best.0
}

/// The sum of the squared distances for one shift, if it is below the limit. It grows with every
/// summand, so it is given up when the limit is reached.
fn cost_below(limit: f64, robots: &[Seen], targets: &[Point], shift: usize) -> Option<f64> {
    let shifted = targets[shift..].iter().chain(&targets[..shift]);
    let mut cost = 0.0;
    for (robot, target) in robots.iter().zip(shifted) {
        let Point { x, y } = robot.position;
        cost += square(x - target.x) + square(y - target.y);
        if cost >= limit {
            return None;
        }
    }
    Some(cost)
}

#[cfg(test)]
mod tests;
