//! What a robot would decide if it looked now: for adversaries that think ahead.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::dice::Dice;
use crate::math::{Point, closer};
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::census::Census;
use crate::model::oblot::movement::{Movement, Stop};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::{Snapshot, Table};
use crate::model::oblot::senses::Senses;
use crate::model::oblot::visibility::Sight;
use crate::model::oblot::{Destination, Intent};

/// Answers what robots would decide. It knows the algorithms and the senses of all robots, but
/// neither their dice nor their private frames: its answers are those of robots that use the
/// global coordinates.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// What each robot computes, by id.
    pub algorithms: Vec<Arc<dyn Algorithm>>,
    /// How far robots see.
    pub sight: Sight,
    /// How they perceive it.
    pub senses: Senses,
    /// Whether moves end where they should.
    pub movement: Movement,
}

impl Oracle {
    /// What a robot would decide if it looked now, while everybody rests. `None` where its
    /// algorithm cannot decide.
    #[must_use]
    pub fn intent(&self, robot: u32, census: &Census, now: f64) -> Option<Intent> {
        self.intent_in(&self.table(census), robot, now)
    }

    /// Where a robot would go if it looked now: its own place where it would stay or end. `None`
    /// where its algorithm cannot decide.
    #[must_use]
    pub fn target(&self, robot: u32, census: &Census, now: f64) -> Option<Point> {
        let intent = self.intent(robot, census, now)?;
        Some(self.goal(intent, census.position(robot)))
    }

    /// Where these robots would go if they looked now, on one snapshot: the own place of a robot
    /// that would stay, end or fail.
    #[must_use]
    pub fn targets(&self, robots: &[u32], census: &Census, now: f64) -> Vec<Point> {
        let table = self.table(census);
        let target = |&robot: &u32| {
            let here = census.position(robot);
            let intent = self.intent_in(&table, robot, now);
            intent.map_or(here, |intent| self.goal(intent, here))
        };
        robots.iter().map(target).collect()
    }

    /// Where a move from `from` to `to` ends that is stopped there. A stop that is drawn counts as
    /// the earliest.
    #[must_use]
    pub fn end(&self, from: Point, to: Point, stop: Option<Stop>) -> Point {
        self.movement
            .end(from, to, from.distance(to), stop, |low, _| low)
    }

    fn table(&self, census: &Census) -> Arc<Table> {
        Arc::new(Table::new(&census.standing(), self.senses.epsilon))
    }

    fn intent_in(&self, table: &Arc<Table>, robot: u32, now: f64) -> Option<Intent> {
        let snapshot = Snapshot {
            table: Arc::clone(table),
            time: now,
        };
        let seen = Percept::new(snapshot, robot, self.sight.radius);
        let seen = self.sight.view(seen);
        let mut dice = Dice::new(0, robot);
        let percept = self
            .senses
            .perceive(&seen, None, self.senses.tie, &mut dice, &mut None);
        let algorithm = self.algorithms.get(robot as usize)?;
        // A panic is the robot's own affair, and ends or crashes it when it looks itself.
        let compute = AssertUnwindSafe(|| {
            let mut none = None;
            let mut lent = AlgorithmDice::new(&mut dice, &mut none);
            algorithm.compute(&percept, &mut lent)
        });
        let intent = catch_unwind(compute).ok()?.ok()?;
        Some(percept.settle(intent))
    }

    /// Where an intent leads a robot that is `here`.
    fn goal(&self, intent: Intent, here: Point) -> Point {
        match intent.destination {
            Destination::To(target)
                if !intent.done
                    && target.x.is_finite()
                    && target.y.is_finite()
                    && !closer(target.x - here.x, target.y - here.y, self.senses.epsilon) =>
            {
                target
            }
            _ => here,
        }
    }
}
