//! Gathering under every sequential scheduler, with weak multiplicity detection.

use std::sync::Arc;

use super::points::Points;
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::model::Failure;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::schedulers::Synchrony;
use crate::model::oblot::senses::Detection;
use crate::model::oblot::{Destination, Intent};
use crate::registry::{Entry, Explanation};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "sq_gathering",
    summary: "gather when one robot is active at a time, from any start",
    help: "A robot sees the occupied points, and of each whether more than one robot is there (a \
           multiplicity). Where there is no multiplicity, it goes onto the nearest other robot; \
           where there is one, it joins it, or stays if it is part of it; where there are several, \
           members of one go half-way to the nearest other point, and the others wait. Of equally \
           near points the tie-break takes one. A robot that sees a single occupied point ends. \
           Robots that leave one multiplicity land at half the distance of the one before, so a \
           large one uses up the precision: when half of the way is shorter than that, the run \
           is stalled. Source: algorithm SqGathering of Flocchini, Navarra, Pattanayak, Piselli and \
           Santoro, arXiv:2412.10733, 2024.",
    parameters: &[],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot sees the occupied points, and of each whether several robots are \
                     there.",
                ),
                (
                    "compute",
                    "Without such a point it takes the nearest other robot; with one it takes \
                     that point; with several, members of one take the middle of the way to the \
                     nearest other point.",
                ),
                (
                    "move",
                    "It goes there, or stays where it waits or is part of the only point with \
                     several robots.",
                ),
            ],
            limits: "It is for sequential schedulers only: robots that are active together may \
                     change places for ever. Members of a large multiplicity land at half the \
                     distance of the one before each time, which uses up the precision; such a \
                     run stalls.",
        },
        build: |_, context| Ok(Arc::new(SqGathering::new(context))),
        requires: Requirements {
            schedulers: &[Synchrony::Sequential],
            sight: SightNeed::Everything,
            detection: Detection::Weak,
            faultless: true,
            ..Requirements::NONE
        },
        guarantee: "gathers from every start under every fair sequential scheduler, also where \
                    moves are stopped on the way; with rigid moves within as many turns as there \
                    are robots from distinct points, within one epoch from one multiplicity and \
                    within two epochs from several",
    },
};

/// The algorithm SqGathering.
#[derive(Clone, Copy, Debug)]
pub struct SqGathering {
    epsilon: f64,
}

impl SqGathering {
    /// With the precision of a run.
    #[must_use]
    pub fn new(context: Context) -> Self {
        SqGathering {
            epsilon: context.epsilon,
        }
    }
}

impl Algorithm for SqGathering {
    fn compute(&self, percept: &Percept, dice: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let points = Points::of(percept, self.epsilon);
        let Some(nearest) = points.nearest(percept, dice) else {
            return Ok(Intent::towards(Destination::Stay, true));
        };
        let multiplicities = || points.all.iter().filter(|point| point.is_multiplicity());
        let member = points.own().is_multiplicity();
        let destination = match (multiplicities().count(), multiplicities().next()) {
            (0, _) | (_, None) => Destination::Onto(nearest.id),
            (1, Some(_)) if member => Destination::Stay,
            (1, Some(only)) => Destination::Onto(only.id),
            (_, Some(_)) if member => Destination::Midway(nearest.id),
            (_, Some(_)) => Destination::Stay,
        };
        Ok(Intent::towards(destination, false))
    }
}

#[cfg(test)]
mod tests;
