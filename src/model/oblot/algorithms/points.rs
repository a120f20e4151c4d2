//! What a robot makes of its percept before it decides: the occupied points with the robots on
//! them, the nearest of them, and which of equally good ones is taken.

use super::AlgorithmDice;
use crate::dice::Draw as _;
use crate::math::{Point, within};
use crate::model::oblot::Phase;
use crate::model::oblot::directive::Tie;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::senses::cluster;

/// Two distances of which the longer one exceeds the shorter one by at most this part of it are
/// equal. Private frames turn and scale what is seen, so equal distances differ in their last bits.
pub(super) const SAME_DISTANCE: f64 = 1e-12;

/// An occupied point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Occupied {
    /// The robot that stands for the point where a destination names it.
    pub(super) id: usize,
    /// Where it is, in the coordinates of the percept.
    pub(super) at: Point,
    /// How many robots are there, as far as the looking robot can tell: with weak detection 2 or
    /// more stands for "more than one", without detection it is 1.
    pub(super) robots: u32,
}

impl Occupied {
    /// Whether more than one robot is there.
    pub(super) fn is_multiplicity(&self) -> bool {
        self.robots > 1
    }
}

/// The occupied points that a robot sees, and which of them is its own.
///
/// Robots that are closer than the precision are on one point. Where the senses have grouped them
/// already, that changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// All of them, the robot's own among them.
    pub(super) all: Vec<Occupied>,
    /// The place of the robot's own point in the list.
    pub(super) own: usize,
}

impl Points {
    /// The occupied points of a percept. `epsilon` is the precision in the scenario's unit.
    pub(super) fn of(percept: &Percept, epsilon: f64) -> Self {
        let robots = percept.robots();
        let mut points = Points {
            all: Vec::new(),
            own: 0,
        };
        for group in cluster(&robots, epsilon) {
            let own = group
                .iter()
                .find(|&&place| robots[place].id == percept.me());
            // A group has a member.
            let named = robots[*own.unwrap_or(&group[0])];
            if own.is_some() {
                points.own = points.all.len();
            }
            points.all.push(Occupied {
                id: named.id,
                at: named.position,
                robots: group.iter().map(|&place| robots[place].robots).sum(),
            });
        }
        points
    }

    /// Whether all robots that are seen are on one point.
    pub(super) fn are_one(&self) -> bool {
        self.all.len() == 1
    }

    /// The looking robot's own point.
    pub(super) fn own(&self) -> Occupied {
        self.all[self.own]
    }

    /// The points other than the robot's own.
    pub(super) fn others(&self) -> impl Iterator<Item = Occupied> + '_ {
        let others = self.all.iter().enumerate();
        others
            .filter(|&(place, _)| place != self.own)
            .map(|(_, point)| *point)
    }

    /// The other point that is nearest to the robot; `None` where there is no other. Of equally
    /// near ones the percept's tie-break takes one.
    pub(super) fn nearest(
        &self,
        percept: &Percept,
        dice: &mut AlgorithmDice<'_>,
    ) -> Option<Occupied> {
        let here = self.own().at;
        let far = |point: &Occupied| here.distance(point.at);
        let least = self.others().map(|point| far(&point)).reduce(f64::min)?;
        let mut equal: Vec<_> = self
            .others()
            .filter(|point| far(point) <= least * (1.0 + SAME_DISTANCE))
            .collect();
        equal.sort_by(|a, b| in_order(a.at, b.at));
        choose(&equal, percept.tie(), dice).copied()
    }
}

/// The order of a robot's own coordinates, x before y.
pub(super) fn in_order(a: Point, b: Point) -> std::cmp::Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

/// One of several equally good choices, which are in the order of the robot's own coordinates;
/// `None` where there is none. Nothing is drawn where there is only one.
pub(super) fn choose<'c, T>(
    choices: &'c [T],
    tie: Tie,
    dice: &mut AlgorithmDice<'_>,
) -> Option<&'c T> {
    let place = match (choices.len(), tie) {
        (0, _) => return None,
        (_, Tie::First) | (1, _) => 0,
        (count, Tie::Last) => count - 1,
        (count, Tie::Number(number)) => number as usize % count,
        (count, Tie::Random) => dice.die().index(count),
    };
    choices.get(place)
}

/// Whether all visible robots are at most so far from a point and the others rest; `epsilon` is in the scenario's unit.
pub(super) fn all_rest_within(percept: &Percept, target: Point, epsilon: f64) -> bool {
    let epsilon = epsilon * percept.scale();
    let near = |at: Point| within(target.x - at.x, target.y - at.y, epsilon);
    percept.visit(|_, position| near(position)) && others_rest(percept)
}

/// Whether none of the other visible robots computes or is on its way.
///
/// No decision of where to go depends on this, since phases cannot be seen. The end of an algorithm
/// may: it is a convention of the simulator, and a robot that ended while another one was passing, or
/// about to leave on an old view, would never join it again. Where Compute takes much time, somebody
/// always computes; such a run ends when nobody moves any more, and is called stalled.
pub(super) fn others_rest(percept: &Percept) -> bool {
    let me = percept.me();
    let busy = |phase| matches!(phase, Phase::Look | Phase::Move);
    percept.visit(|id, _| id == me || !busy(percept.appearance(id).phase))
}

#[cfg(test)]
mod tests {
    use super::super::trials::Trial;
    use super::*;
    use crate::dice::{Dice, Purpose};
    use crate::model::oblot::frames::Frame;
    use crate::model::oblot::senses::Detection;

    const EPSILON: f64 = 1e-5;

    fn points(trial: &mut Trial, me: usize) -> Points {
        Points::of(&trial.look(me), EPSILON)
    }

    fn counts(points: &Points) -> Vec<(f64, u32)> {
        points.all.iter().map(|p| (p.at.x, p.robots)).collect()
    }

    #[test]
    fn robots_closer_than_the_precision_are_on_one_point() {
        let places = [
            (3.0, 0.0),
            (0.0, 0.0),
            (3.0, 0.9e-5),
            (5.0, 0.0),
            (3.0, 0.0),
        ];
        let mut trial = Trial::of(&places);
        let seen = points(&mut trial, 2);
        assert_eq!(counts(&seen), [(0.0, 1), (3.0, 3), (5.0, 1)]);
        // The looking robot stands for its own point, the first one for any other.
        assert_eq!((seen.own(), seen.own), (seen.all[1], 1));
        assert_eq!(seen.own().id, 2);
        let other = points(&mut trial, 1);
        assert_eq!(other.all[1].id, 0);
        assert!(other.all[1].is_multiplicity() && !other.own().is_multiplicity());
        assert_eq!(other.others().count(), 2);
    }

    #[test]
    fn detection_decides_what_is_told_of_a_point() {
        let places = [(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (3.0, 0.0)];
        for (detection, expected) in [
            (Detection::Strong, 3),
            (Detection::Weak, 2),
            (Detection::Nothing, 1),
        ] {
            let mut trial = Trial::of(&places);
            trial.senses.detection = detection;
            let seen = points(&mut trial, 0);
            assert_eq!(counts(&seen), [(0.0, 1), (3.0, expected)]);
        }
    }

    #[test]
    fn one_point_is_one_point() {
        let mut trial = Trial::of(&[(1.0, 1.0), (1.0, 1.0)]);
        let seen = points(&mut trial, 1);
        assert!(seen.are_one());
        assert_eq!(seen.others().count(), 0);
        let percept = trial.look(1);
        let mut dice = Dice::new(1, 1);
        let mut none = None;
        let mut dice = AlgorithmDice::new(&mut dice, &mut none);
        assert_eq!(seen.nearest(&percept, &mut dice), None);
    }

    #[test]
    fn ties_are_broken_in_the_order_of_the_robots_own_coordinates() {
        // Four points at distance 5, and one farther by less than the rounding of a frame.
        let places = [
            (0.0, 0.0),
            (5.0, 0.0),
            (-5.0, 0.0),
            (0.0, 5.0),
            (0.0, -5.0 * (1.0 + 0.5e-12)),
            (0.0, 5.1),
        ];
        let mut trial = Trial::of(&places);
        let mut taken = |tie, frame| {
            trial.tie = tie;
            trial.frame = frame;
            let percept = trial.look(0);
            let seen = Points::of(&percept, EPSILON);
            let (mut dice, mut none) = (Dice::new(1, 0), None);
            let nearest = seen.nearest(&percept, &mut AlgorithmDice::new(&mut dice, &mut none));
            (nearest.unwrap().id, dice.touched().count())
        };
        assert_eq!(taken(Tie::First, None), (2, 0));
        assert_eq!(taken(Tie::Last, None), (1, 0));
        assert_eq!(taken(Tie::Number(1), None), (4, 0));
        assert_eq!(taken(Tie::Number(6), None), (3, 0));
        // Only a random choice draws.
        assert_eq!(taken(Tie::Random, None).1, 1);
        // A quarter turn counter-clockwise: what lies in the north has the greatest x. Turning
        // moves equal x apart in their last bits, so only the extremes are certain.
        let turned = Some(Frame::new(std::f64::consts::FRAC_PI_2, 3.0, false));
        assert_eq!(taken(Tie::First, turned), (4, 0));
        assert_eq!(taken(Tie::Last, turned), (3, 0));
        let mirrored = Some(Frame::new(std::f64::consts::PI, 0.25, true));
        assert_eq!(taken(Tie::First, mirrored), (1, 0));
    }

    #[test]
    fn a_random_choice_takes_each_one_sometime_and_draws_only_among_several() {
        let (mut dice, mut none) = (Dice::new(7, 0), None);
        let mut taken = [0; 3];
        for _ in 0..100 {
            let mut dice = AlgorithmDice::new(&mut dice, &mut none);
            taken[*choose(&[0, 1, 2], Tie::Random, &mut dice).unwrap()] += 1;
        }
        assert!(taken.iter().all(|&count| count > 10), "{taken:?}");
        let drawn = |dice: &Dice| dice.touched().map(|t| t.position).sum::<u128>();
        let before = drawn(&dice);
        let mut alone = AlgorithmDice::new(&mut dice, &mut none);
        assert_eq!(choose(&[5], Tie::Random, &mut alone), Some(&5));
        assert_eq!(choose::<u8>(&[], Tie::Random, &mut alone), None);
        assert_eq!(drawn(&dice), before);
        assert!(dice.touched().all(|t| t.purpose == Purpose::Algorithm));
    }

    #[test]
    fn lengths_of_the_scenario_hold_in_every_frame() {
        let mut trial = Trial::of(&[(0.0, 0.0), (0.5e-5, 0.0)]);
        let origin = Point::default();
        assert!(all_rest_within(&trial.look(0), origin, EPSILON));
        trial.frame = Some(Frame::new(1.0, 100.0, true));
        assert!(all_rest_within(&trial.look(0), origin, EPSILON));
        assert!(!all_rest_within(&trial.look(0), origin, 0.4e-5));
    }

    #[test]
    fn whoever_computes_or_moves_does_not_rest() {
        let mut trial = Trial::of(&[(0.0, 0.0), (1.0, 0.0)]);
        for (phase, rests) in [
            (Phase::Wait, true),
            (Phase::Crash, true),
            (Phase::Look, false),
            (Phase::Move, false),
        ] {
            trial.appearance[1].phase = phase;
            assert_eq!(others_rest(&trial.look(0)), rests, "{phase:?}");
            // Its own phase does not count.
            assert!(others_rest(&trial.look(1)));
        }
    }
}
