//! What a robot would decide if it looked now: for adversaries that think ahead.

use std::sync::Arc;

use crate::dice::Dice;
use crate::math::Point;
use crate::model::oblot::algorithms::{Algorithm, AlgorithmDice};
use crate::model::oblot::census::Census;
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
}

impl Oracle {
    /// What a robot would decide if it looked now, while everybody rests. `None` where its
    /// algorithm cannot decide.
    #[must_use]
    pub fn intent(&self, robot: u32, census: &Census, now: f64) -> Option<Intent> {
        let table = Arc::new(Table::new(&census.standing(), self.senses.epsilon));
        let snapshot = Snapshot { table, time: now };
        let seen = Percept::new(snapshot, robot, self.sight.radius);
        let seen = self.sight.view(seen);
        let mut dice = Dice::new(0, robot);
        let percept = self
            .senses
            .perceive(&seen, None, self.senses.tie, &mut dice, &mut None);
        let mut none = None;
        let mut lent = AlgorithmDice::new(&mut dice, &mut none);
        let algorithm = self.algorithms.get(robot as usize)?;
        let intent = algorithm.compute(&percept, &mut lent).ok()?;
        Some(percept.settle(intent))
    }

    /// Where a robot would go if it looked now: its own place where it would stay or end.
    #[must_use]
    pub fn target(&self, robot: u32, census: &Census, now: f64) -> Option<Point> {
        let intent = self.intent(robot, census, now)?;
        match intent.destination {
            Destination::To(target) if !intent.done => Some(target),
            _ => Some(census.position(robot)),
        }
    }
}
