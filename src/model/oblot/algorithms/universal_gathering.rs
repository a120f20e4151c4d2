//! Gathering from every start that is not bivalent, with strong multiplicity detection.

use std::sync::Arc;

use super::points::{Occupied, Points, others_rest};
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, within};
use crate::model::Failure;
use crate::model::oblot::geometry::exact::{Circle, smallest_circle};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::schedulers::Synchrony;
use crate::model::oblot::senses::Detection;
use crate::model::oblot::{Destination, Intent};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "universal_gathering",
    summary: "gather from every start but two points with half of the robots each",
    help: "Where one point holds more robots than any other, all go there. Otherwise the target \
           follows from the occupied points on the smallest circle around all: with three of them \
           the centroid if the triangle is equilateral, the apex if it is isosceles, the vertex \
           opposite the longest side if it is scalene; with any other number the centre of the \
           circle. If all robots are on the circle or on the target, they go to the target; if \
           not, those on the circle or on the target wait and the others go to the target. From \
           a bivalent start (two points with half of the robots each) no algorithm gathers for \
           certain. There the target is the middle: all robots meet if they are active together, \
           and a scheduler that activates one half after the other has their distance halve for \
           ever. A robot that sees a single occupied point ends. Source: Courtieu, Rieg, Tixeuil \
           and Urbain, Certified universal gathering in R2 for oblivious mobile robots, DISC 2016.",
    parameters: &[Parameter {
        name: "tolerance",
        kind: Kind::Number,
        default: Some("1e-9"),
        range: "from 0 to 0.1",
        summary: "lengths are equal that differ by at most this part of them: sides of a \
                  triangle, distances from the centre and the radius",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees the occupied points, and how many robots are on each.",
                ),
                (
                    "compute",
                    "It takes the point with the most robots; where several have as many, a point \
                     that follows from the occupied points on the smallest circle around all.",
                ),
                (
                    "move",
                    "It goes there, or waits where the others are still off the circle and off \
                     that point.",
                ),
            ],
            limits: "From two points with half of the robots each no algorithm gathers for \
                     certain: a scheduler that activates one half after the other has the \
                     distance halve for ever. It needs atomic cycles and rigid moves, and robots \
                     that count how many are on each point and do not fail.",
        },
        build,
        requires: Requirements {
            schedulers: Synchrony::ATOMIC,
            sight: SightNeed::Everything,
            detection: Detection::Strong,
            faultless: true,
            rigid: true,
            ..Requirements::NONE
        },
        guarantee: "gathers from every start that is not bivalent under every fair scheduler with \
                    atomic cycles, without agreement on anything",
    },
};

fn build(section: &Section<'_>, context: Context) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let tolerance = section.f64("tolerance").in_range(0.0..=0.1).or(1e-9)?;
    Ok(Arc::new(UniversalGathering::new(context, tolerance)))
}

/// The algorithm of universal gathering.
#[derive(Clone, Copy, Debug)]
pub struct UniversalGathering {
    epsilon: f64,
    tolerance: f64,
}

impl UniversalGathering {
    /// With the precision of a run. Lengths are equal that differ by at most the `tolerance`th
    /// part of the longer one.
    #[must_use]
    pub fn new(context: Context, tolerance: f64) -> Self {
        UniversalGathering {
            epsilon: context.epsilon,
            tolerance,
        }
    }

    fn equal(&self, a: f64, b: f64) -> bool {
        (a - b).abs() <= self.tolerance * a.max(b)
    }

    /// The target where no point holds more robots than all others, and which of the occupied
    /// points are on the circle.
    fn target(&self, points: &[Occupied]) -> (Point, Vec<bool>) {
        let places: Vec<_> = points.iter().map(|point| point.at).collect();
        let Circle { center, radius } = smallest_circle(&places);
        let on_circle = |at: &Point| self.equal(center.distance(*at), radius);
        let circle: Vec<_> = places.iter().map(on_circle).collect();
        let mut boundary = places.iter().zip(&circle);
        let mut next = || boundary.find_map(|(at, &there)| there.then_some(*at));
        let target = match (next(), next(), next(), next()) {
            (Some(a), Some(b), Some(c), None) => self.of_triangle([a, b, c]),
            _ => center,
        };
        (target, circle)
    }

    /// The centroid of an equilateral triangle, the apex of an isosceles one, and of a scalene one
    /// the vertex opposite the longest side.
    fn of_triangle(&self, corners: [Point; 3]) -> Point {
        let [a, b, c] = corners;
        // Each beside the corner that it is opposite to.
        let sides = [b.distance(c), c.distance(a), a.distance(b)];
        // At the apex two equal sides meet: those opposite to the other two corners.
        let apex = |corner: usize| self.equal(sides[(corner + 1) % 3], sides[(corner + 2) % 3]);
        match [apex(0), apex(1), apex(2)] {
            [true, false, false] => a,
            [false, true, false] => b,
            [false, false, true] => c,
            [false, false, false] => {
                let longest = |corner: &usize| sides.iter().all(|side| *side <= sides[*corner]);
                (0..3).find(longest).map_or(a, |corner| corners[corner])
            }
            // Two pairs of equal sides are three up to the tolerance.
            _ => Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0),
        }
    }

    fn decide(&self, points: &Points, scale: f64) -> Destination {
        if let Some(most) = unique_most(&points.all) {
            return onto(points, most);
        }
        let (target, circle) = self.target(&points.all);
        let epsilon = self.epsilon * scale;
        let on_target =
            |point: &Occupied| within(point.at.x - target.x, point.at.y - target.y, epsilon);
        let settled = |(point, on_circle): (&Occupied, &bool)| *on_circle || on_target(point);
        let clean = points.all.iter().zip(&circle).all(settled);
        if !clean && settled((&points.own(), &circle[points.own])) {
            return Destination::Stay;
        }
        match points.all.iter().position(on_target) {
            Some(place) => onto(points, place),
            None => Destination::To(target),
        }
    }
}

/// The place of the point with more robots than any other, if there is one.
fn unique_most(points: &[Occupied]) -> Option<usize> {
    let most = points.iter().map(|point| point.robots).max()?;
    let mut fullest = (0..points.len()).filter(|&place| points[place].robots == most);
    match (fullest.next(), fullest.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Onto the occupied point at this place of the list.
fn onto(points: &Points, place: usize) -> Destination {
    if place == points.own {
        Destination::Stay
    } else {
        Destination::Onto(points.all[place].id)
    }
}

impl Algorithm for UniversalGathering {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let points = Points::of(percept, self.epsilon);
        if points.are_one() {
            return Ok(Intent::towards(Destination::Stay, others_rest(percept)));
        }
        let destination = self.decide(&points, percept.scale());
        Ok(Intent::towards(destination, false))
    }
}

#[cfg(test)]
mod tests;
