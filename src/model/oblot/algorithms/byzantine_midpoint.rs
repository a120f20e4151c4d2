//! Convergence on a line although some robots go wherever they like.

use std::sync::Arc;

use super::points::all_rest_within;
use super::{Algorithm, AlgorithmDice, Context, Maker};
use crate::math::Point;
use crate::model::Failure;
use crate::model::oblot::Intent;
use crate::model::oblot::frames::Agreement;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::requirements::{Requirements, SightNeed};
use crate::model::oblot::senses::Detection;
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "byzantine_midpoint",
    summary: "converge on a line although f robots may be Byzantine",
    help: "The line is the parallel to the x axis on which the robots are. A robot looks at the \
           abscissas of all robots; it leaves out the f largest as far as they are larger than its \
           own, and the f smallest as far as they are smaller, and goes to the middle between the \
           smallest and the largest that remain. So it never leaves the range of the correct \
           robots. A Byzantine robot may leave the line; its abscissa counts all the same. Where \
           more than f robots are off a robot's own line by more than the precision, the robots \
           are on no common line, and its algorithm fails. A robot ends when all robots are within \
           the precision of it, Byzantine ones too, so most runs need a limit. Sources: Bouzid, \
           Gradinariu Potop-Butucaru and Tixeuil, arXiv:0905.3967, 0906.0651 and 0908.0390, 2009.",
    parameters: &[Parameter {
        name: "f",
        kind: Kind::Whole,
        default: Some("1"),
        range: "of at least 0",
        summary: "how many Byzantine robots are tolerated",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot looks where all others are along its line, Byzantine ones \
                     included.",
                ),
                (
                    "compute",
                    "It leaves out the f largest abscissas that are larger than its own and the f \
                     smallest that are smaller, and takes the middle between the smallest and the \
                     largest that remain.",
                ),
                (
                    "move",
                    "It goes along the line to that middle, and so never leaves the range of the \
                     correct robots.",
                ),
            ],
            limits: "The robots converge, and need not come to one point in finite time. With \
                     fewer robots than the guarantee asks for, f Byzantine ones can keep the \
                     others apart. Robots that are on no common line have their algorithm fail.",
        },
        build,
        requires: Requirements {
            sight: SightNeed::Everything,
            detection: Detection::Strong,
            frames: Agreement::OneAxis,
            ..Requirements::NONE
        },
        guarantee: "with n robots of which at most f are Byzantine, the correct ones converge in \
                    FSYNC if n >= 2f + 1 (their range at least halves in each round), in SSYNC if \
                    n >= 3f + 1, in ASYNC if n >= 3f + 1 and the scheduler is bounded, or if n >= \
                    5f + 1; with fewer robots it runs, and the Byzantine ones can prevent it",
    },
};

fn build(section: &Section<'_>, context: Context) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let f = section.usize("f").or(1)?;
    Ok(Arc::new(ByzantineMidpoint::new(context, f)))
}

/// The algorithm that leaves out the farthest robots.
#[derive(Clone, Copy, Debug)]
pub struct ByzantineMidpoint {
    epsilon: f64,
    f: usize,
}

impl ByzantineMidpoint {
    /// With the precision of a run, for at most `f` Byzantine robots.
    #[must_use]
    pub fn new(context: Context, f: usize) -> Self {
        ByzantineMidpoint {
            epsilon: context.epsilon,
            f,
        }
    }

    /// The smallest and the largest of the sorted abscissas that a robot at `own` does not leave
    /// out.
    ///
    /// With at least 2f + 1 robots these are L = min(own, s(f + 1)) and U = max(own, s(n - f)), in
    /// the usual notation that counts from 1.
    fn range(&self, sorted: &[f64], own: f64) -> (f64, f64) {
        let smaller = sorted.partition_point(|&x| x < own);
        let larger = sorted.len() - sorted.partition_point(|&x| x <= own);
        let last = sorted.len() - 1;
        (
            sorted[smaller.min(self.f)],
            sorted[last - larger.min(self.f)],
        )
    }
}

impl Algorithm for ByzantineMidpoint {
    fn compute(&self, percept: &Percept, _: &mut AlgorithmDice<'_>) -> Result<Intent, Failure> {
        let own = percept.here();
        let off_line = self.epsilon * percept.scale();
        let (mut sorted, mut off) = (Vec::new(), 0);
        for seen in percept.robots() {
            let robots = seen.robots as usize;
            sorted.extend(std::iter::repeat_n(seen.position.x, robots));
            if (seen.position.y - own.y).abs() > off_line {
                off += robots;
            }
        }
        if off > self.f {
            return Err(Failure::Invalid(format!(
                "byzantine_midpoint: {off} robots are off the line of the robot, which is the \
                 parallel to the x axis, but at most f = {} can be Byzantine",
                self.f
            )));
        }
        sorted.sort_by(f64::total_cmp);
        let (least, greatest) = self.range(&sorted, own.x);
        let target = Point::new(least + 0.5 * (greatest - least), own.y);
        Ok(Intent::go(
            target,
            all_rest_within(percept, own, self.epsilon),
        ))
    }
}

#[cfg(test)]
mod tests;
