//! All robots are active in every round.

use std::sync::Arc;

use super::{Activation, BuildScheduler, Schedule};
use crate::model::oblot::robot::Robot;
use crate::model::oblot::{Kind, Oblot};
use crate::model::{Members, Wake};
use crate::registry::{Entry, Kind as ParameterKind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildScheduler> = Entry {
    name: "fsync",
    summary: "synchronous rounds in which every robot is active",
    help: "All robots look at the same instant and compute on one snapshot; the next round starts \
           when the last move of the present one has ended. A round in which nobody moves lasts \
           for the idle time, so that time always goes on. The fully synchronous (FSYNC) model of \
           Suzuki and Yamashita.",
    parameters: &[
        Parameter {
            name: "gap",
            kind: ParameterKind::Number,
            default: Some("0.0"),
            range: "of at least 0",
            summary: "time between the end of a round's last move and the next round",
        },
        Parameter {
            name: "idle",
            kind: ParameterKind::Number,
            default: Some("1.0"),
            range: "above 0",
            summary: "how long a round lasts in which nobody is on the way",
        },
    ],
    build,
};

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let gap = section.f64("gap").non_negative().or(0.0)?;
    let idle = section.f64("idle").positive().or(1.0)?;
    Ok(Schedule {
        activation: Activation::Phases,
        mean_waits: vec![0.0; robots],
        rounds: Some(Rounds { gap, idle }),
    })
}

/// When the next round starts, and who takes part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounds {
    gap: f64,
    idle: f64,
}

impl Rounds {
    /// The round after one that ended at `now`; `moved` says whether anybody moved in it.
    pub(in crate::model::oblot) fn next(
        &self,
        now: f64,
        moved: bool,
        active: Vec<u32>,
    ) -> Wake<Oblot> {
        // Where nobody moves, time goes on all the same, by the least step if need be.
        let next = if moved {
            now + self.gap
        } else {
            (now + self.idle).max(now.next_up())
        };
        Wake::phase(next, Members::Only(Arc::new(active)), Kind::Round)
    }

    /// The first round, at time 0, and the crashes of robots that are faulty from the start.
    pub(super) fn first_events(&self, robots: &mut [Robot], active: Vec<u32>) -> Vec<Wake<Oblot>> {
        let crashed = robots
            .iter_mut()
            .filter(|robot| !robot.appearance().is_live());
        let mut first: Vec<_> = crashed.map(|robot| robot.first_event(0.0)).collect();
        first.push(Wake::phase(
            0.0,
            Members::Only(Arc::new(active)),
            Kind::Round,
        ));
        first
    }
}
