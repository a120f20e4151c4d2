//! Go to the centre of the smallest enclosing circle, without losing sight of anybody.

use std::sync::Arc;

use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::{Point, hypot, square};
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::geometry::smallest_circle;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::Requirements;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "go_to_center",
    summary: "go to the centre of the smallest circle around all visible robots, losing nobody from sight",
    help: "The robot goes towards the centre of the smallest circle around all visible robots that \
           have not crashed, itself included. With limited visibility it goes only so far that it \
           stays, for each of them, within half the radius of visibility from the middle between \
           the two, so that both see each other whenever the other one does the same. It ends when \
           the radius of the circle is below the precision, or when it sees no other live robot. \
           Converges from every start in which the robots that see each other form one connected \
           graph. Under sequential schedulers the swarm can come to rest with a circle just above \
           the precision; such a run ends stalled. Sources: the original simulator; Ando, Oasa, \
           Suzuki and Yamashita, IEEE Transactions on Robotics and Automation 15(5), 1999.",
    parameters: &[],
    build: Maker {
        build: |_, context| Ok(Arc::new(GoToCenter::new(context))),
        requires: Requirements::NONE,
        guarantee: "the robots converge to one point if the visibility graph is connected at the start; under \
                    SSYNC no two robots that see each other ever lose sight of each other",
    },
};

/// Robots closer than this are at the place of the looking robot.
const NO_DISTANCE: f64 = 1e-12;

/// The algorithm of Ando, Oasa, Suzuki and Yamashita.
///
/// It draws, but only to find the circle faster: which circle it is does not depend on the draws
/// beyond the rounding of its last bits. So it counts as deterministic.
#[derive(Clone, Copy, Debug)]
pub struct GoToCenter {
    context: Context,
}

impl GoToCenter {
    /// With what holds for a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        GoToCenter { context }
    }
}

impl Algorithm for GoToCenter {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let ruler = self.context.ruler(percept);
        let (here, mut points) = (percept.here(), percept.live());
        if points.len() <= 1 {
            return Ok(Intent::stay(here, true));
        }
        let circle = smallest_circle(&mut points, &mut dice.die(), &ruler);
        let done = circle.radius < ruler.epsilon();
        let (x, y) = (circle.centre.x - here.x, circle.centre.y - here.y);
        let way = hypot(x, y);
        if way < ruler.epsilon() {
            return Ok(Intent::stay(here, done));
        }
        let direction = Point::new(x / way, y / way);
        let mut step = way;
        if let Some(radius) = self.context.radius {
            let reach = Reach {
                here,
                direction,
                radius: ruler.length(radius),
                nothing: ruler.length(NO_DISTANCE),
            };
            // In any order: it is a minimum.
            for &other in &points {
                step = least(step, reach.keeping(other));
            }
        }
        let step = greatest(0.0, least(way, step));
        let target = Point::new(here.x + direction.x * step, here.y + direction.y * step);
        Ok(Intent::go(target, done))
    }
}

/// How far a robot may go in one direction.
#[derive(Clone, Copy, Debug)]
struct Reach {
    here: Point,
    direction: Point,
    /// The radius of visibility.
    radius: f64,
    /// Lengths up to this are none.
    nothing: f64,
}

impl Reach {
    /// How far the robot may go so as to keep within half the radius of visibility from the middle
    /// between itself and `other`. Infinitely far for a robot at its own place.
    fn keeping(&self, other: Point) -> f64 {
        let (x, y) = (other.x - self.here.x, other.y - self.here.y);
        let distance = hypot(x, y);
        if distance <= self.nothing || distance > self.radius {
            return f64::INFINITY;
        }
        let along = (self.direction.x * x + self.direction.y * y) / distance;
        let cosine = greatest(-1.0, least(1.0, along));
        let sine = greatest(0.0, 1.0 - cosine * cosine).sqrt();
        let middle = distance / 2.0;
        let half = self.radius / 2.0;
        middle * cosine + greatest(0.0, half * half - square(middle * sine)).sqrt()
    }
}

/// The lesser of two numbers; the first where they cannot be compared.
fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers; the first where they cannot be compared.
fn greatest(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
