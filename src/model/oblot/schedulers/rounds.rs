//! Synchronous rounds: some robots look at one instant, and the next round comes when the last
//! of their moves has ended.

use std::sync::Arc;

use super::{Outset, Planner};
use crate::dice::Touched;
use crate::model::oblot::census::Census;
use crate::model::oblot::directive::Payload;
use crate::model::oblot::{Event, Kind, Oblot};
use crate::model::{End, Members as PhaseMembers, Target, Wake};
use crate::registry::{Kind as ParameterKind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// Who takes part in a round.
pub trait Members: std::fmt::Debug + Send + Sync {
    /// Takes over what it needs for the run.
    fn begin(&mut self, outset: Outset<'_>) {
        let _ = outset;
    }

    /// The members of the next round, which starts at `now`, in increasing order of their ids, and
    /// what they are told; `None` if no round comes any more. Somebody is active.
    fn choose(&mut self, census: &Census, now: f64) -> Option<(Vec<u32>, Payload)>;

    /// The dice that were drawn from.
    fn touched(&self) -> Vec<Touched> {
        Vec::new()
    }

    /// A copy, for a checkpoint.
    fn copy(&self) -> Box<dyn Members>;
}

/// The rounds of a synchronous scheduler.
#[derive(Debug)]
pub struct Rounds {
    gap: f64,
    idle: f64,
    members: Box<dyn Members>,
    /// When the present round began.
    began: f64,
    /// Whether a round is planned that has not begun.
    planned: bool,
}

/// Time between the rounds.
pub(super) const GAP: Parameter = Parameter {
    name: "gap",
    kind: ParameterKind::Number,
    default: Some("0.0"),
    range: "of at least 0",
    summary: "time between the end of a round's last move and the next round",
};

/// How long a round lasts in which nobody moves.
pub(super) const IDLE: Parameter = Parameter {
    name: "idle",
    kind: ParameterKind::Number,
    default: Some("1.0"),
    range: "above 0",
    summary: "how long a round lasts in which nobody is on the way",
};

impl Rounds {
    /// Reads the times of the rounds.
    pub(super) fn read(
        section: &Section<'_>,
        members: Box<dyn Members>,
    ) -> Result<Self, ScenarioError> {
        Ok(Rounds {
            gap: section.f64(GAP.name).non_negative().or(0.0)?,
            idle: section.f64(IDLE.name).positive().or(1.0)?,
            members,
            began: 0.0,
            planned: false,
        })
    }

    fn plan(&mut self, time: f64, census: &Census) -> Option<Wake<Oblot>> {
        let (members, payload) = self.members.choose(census, time)?;
        self.planned = true;
        Some(Wake {
            time,
            target: Target::Phase(PhaseMembers::Only(Arc::new(members))),
            kind: Kind::Round,
            payload,
        })
    }
}

impl Planner for Rounds {
    fn first(&mut self, outset: Outset<'_>) -> Vec<Wake<Oblot>> {
        let census = outset.census;
        self.members.begin(outset);
        self.plan(0.0, census).into_iter().collect()
    }

    fn next(
        &mut self,
        event: &Event,
        census: &Census,
        wakes: &mut Vec<Wake<Oblot>>,
    ) -> Option<End> {
        let now = event.time;
        if event.kind == Kind::Round {
            (self.began, self.planned) = (now, false);
        }
        if self.planned || census.busy() > 0 {
            return None;
        }
        // Where nobody moves, time goes on all the same, by the least step if need be.
        let next = if now > self.began {
            now + self.gap
        } else {
            (now + self.idle).max(now.next_up())
        };
        match self.plan(next, census) {
            Some(wake) => {
                wakes.push(wake);
                None
            }
            None => Some(End::Turns),
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.members.touched()
    }

    fn copy(&self) -> Box<dyn Planner> {
        Box::new(Rounds {
            members: self.members.copy(),
            ..*self
        })
    }
}
