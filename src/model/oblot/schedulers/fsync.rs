//! All robots are active in every round.

use super::pace::{GAP, IDLE};
use super::{Free, Maker, Members, Next, Rounds, Schedule, Synchrony};
use crate::model::oblot::directive::Payload;
use crate::registry::{Entry, Explanation};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "fsync",
    summary: "synchronous rounds in which every robot is active",
    help: "All robots look at the same instant and compute on one snapshot; the next round starts \
           when the last move of the present one has ended. A round in which nobody moves lasts \
           for the idle time, so that time always goes on. The fully synchronous (FSYNC) model of \
           Suzuki and Yamashita.",
    parameters: &[GAP, IDLE],
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "All robots look at the same instant, on one snapshot.",
                ),
                ("compute", "All compute from that snapshot."),
                (
                    "move",
                    "All move, and the next round begins when the last of them has arrived.",
                ),
            ],
            limits: "Nobody is ever left out or acts on an old view, so what works here may fail \
                     under every other scheduler. The slowest robot sets the pace of all.",
        },
    },
};

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let rounds = Rounds::read(section, Box::new(Everybody))?;
    Ok(Schedule::planned(
        robots,
        Synchrony::Fsync,
        Box::new(rounds),
    ))
}

/// Everybody takes part who is active.
#[derive(Clone, Copy, Debug)]
struct Everybody;

impl Members for Everybody {
    fn choose(&mut self, free: &Free<'_>, _: f64) -> Next {
        Next::Round(free.ids(), Payload::Nothing)
    }

    fn copy(&self) -> Box<dyn Members> {
        Box::new(*self)
    }
}
