//! Some robots are active in each round.

use super::adversaries::{self, Adversarial};
use super::pace::{GAP, IDLE};
use super::{Maker, Members, Rounds, Schedule, Synchrony, subsets};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "ssync",
    summary: "synchronous rounds in which some robots are active",
    help: "The active robots of a round look at the same instant and compute on one snapshot; the \
           next round starts when the last of their moves has ended, or after the idle time where \
           nobody moves. Subsets: `coin`, each robot is active with the same probability, drawn \
           again while nobody is; `uniform`, every subset but the empty one is equally likely; \
           `fixed`, a fixed number of robots; `groups`, given groups in turn; `script`, given \
           rounds; or an adversary chooses. Robots that crashed or terminated are passed over. \
           Fair: `groups` and an adversary always, the random subsets with probability 1, a script \
           as far as what follows it is. The semi-synchronous (SSYNC) model of Suzuki and \
           Yamashita, SIAM J. Comput. 28(4), 1999; restricted: Buchin and others, 2022 \
           (arXiv:2203.06546).",
    parameters: &[
        subsets::PARAMETERS[0],
        subsets::PARAMETERS[1],
        subsets::PARAMETERS[2],
        subsets::PARAMETERS[3],
        subsets::PARAMETERS[4],
        subsets::PARAMETERS[5],
        Parameter {
            name: "restricted",
            kind: Kind::Truth,
            default: Some("false"),
            range: "",
            summary: "whether no robot is active in two rounds in a row (RSYNC); where that leaves \
                      nobody, a round passes in which nobody is active, for the idle time",
        },
        Parameter {
            name: "adversary",
            kind: Kind::Text,
            default: Some("in place of subset"),
            range: "",
            summary: "who chooses the robots: an adversary (`formicary list adversaries`), whose \
                      parameters stand in this table",
        },
        Parameter {
            name: "fairness",
            kind: Kind::Whole,
            default: Some("10 with an adversary"),
            range: "of at least 1",
            summary: "with an adversary: the most rounds in a row in which an active robot is left \
                      out",
        },
        GAP,
        IDLE,
    ],
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robots that are active in this round look at the same instant, while the \
                     others rest.",
                ),
                (
                    "compute",
                    "They compute from one snapshot, which is never old.",
                ),
                (
                    "move",
                    "They move, and the next round begins when the last of them has arrived.",
                ),
            ],
            limits: "Nobody sees a robot on its way or acts on an old view, as in ASYNC. Random \
                     subsets are fair with probability 1 only, and find the worst choices by \
                     chance alone; an adversary looks for them.",
        },
    },
};

/// How many rounds a robot may be left out where the scenario does not say.
const FAIRNESS: u64 = 10;

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    let adversary = adversaries::read(section, robots)?;
    let restricted = section.bool("restricted").or(false)?;
    let mut stops = false;
    let members: Box<dyn Members> = match adversary {
        Some(adversary) => {
            subsets::refuse(section)?;
            stops = adversary.stops();
            let fairness = section.u64("fairness").positive().or(FAIRNESS)?;
            Box::new(Adversarial::new(adversary, fairness, false))
        }
        None => subsets::read(section, robots, restricted)?,
    };
    let rounds = Rounds::read(section, members)?.restricted(restricted);
    Ok(Schedule {
        stops,
        ..Schedule::planned(robots, Synchrony::Ssync, Box::new(rounds))
    })
}
