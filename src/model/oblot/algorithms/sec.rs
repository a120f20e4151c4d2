//! Go onto the smallest enclosing circle.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::Point;
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::{Circle, Ruler, smallest_circle};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "sec",
    summary: "go onto the smallest circle that encloses all visible robots",
    help: "The robot finds the smallest circle around all visible robots that have not crashed, \
           itself included, and goes straight away from its centre onto the circle (to the right \
           if it is at the centre). It ends when all of them are on the circle, up to the \
           precision. The robots that define the circle are on it already, so with unlimited \
           visibility and no Byzantine robots it stays the same and all others need one move each. \
           Sources: the original simulator; Welzl, 1991, for the circle.",
    parameters: &[],
    build: Maker {
        build: |_, context| Ok(Arc::new(Sec::new(context))),
        requires: Requirements::NONE,
        guarantee: "the robots come to stand on their smallest enclosing circle where they see everybody",
    },
};

/// The algorithm of the smallest enclosing circle.
///
/// It draws, but only to find the circle faster: which circle it is does not depend on the draws
/// beyond the rounding of its last bits. So it counts as deterministic.
#[derive(Clone, Copy, Debug)]
pub struct Sec {
    context: Context,
}

impl Sec {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Sec { context }
    }
}

impl Algorithm for Sec {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let (here, mut points) = (percept.here(), percept.live());
        let circle = match points[..] {
            [] => return Ok(Intent::stay(here, false)),
            [alone] => Circle::point(alone),
            [a, b] => Circle::diametral(a, b),
            [a, b, c] => around_three([a, b, c], &ruler),
            _ => smallest_circle(&mut points, &mut dice.die(), &ruler),
        };
        let target = match points.len() {
            1 => circle.centre,
            _ => circle.project(here, &ruler),
        };
        let on_circle = |&point: &Point| circle.distance_to_line(point) < ruler.epsilon();
        Ok(Intent::go(target, points.iter().all(on_circle)))
    }
}

/// The smallest circle around three points, found without a draw: the first circle of two of them
/// that covers all three, or else the one through all three.
fn around_three(points: [Point; 3], ruler: &Ruler) -> Circle {
    let [a, b, c] = points;
    let circles = [(a, b), (a, c), (b, c)].map(|(p, q)| Circle::diametral(p, q));
    let covers_all = |circle: &Circle| points.iter().all(|&point| ruler.covers(circle, point));
    let of_two = circles.into_iter().find(covers_all);
    of_two.unwrap_or_else(|| Circle::through(points, ruler))
}
