//! One robot at a time.

use super::adversaries::{self, Adversarial};
use super::pace::TURN_GAPS;
use super::{Maker, Rounds, Schedule, Synchrony, orders};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "sequential",
    summary: "exactly one robot at a time, from its Look to the end of its move",
    help: "A turn is one whole cycle of one robot; the next turn is planned when it has ended. \
           Orders: `round_robin`, always the same; `shuffle`, a new permutation of the active \
           robots in each epoch; `random`, any active robot each time; `list`, given turns with \
           stopping points; or an adversary chooses. Robots that crashed or terminated are passed \
           over. Fair: `round_robin`, `shuffle` and an adversary always, `random` with probability \
           1, a list as far as what follows it is. The sequential schedulers RROBIN, PERM and SEQ \
           of Feletti, Flocchini and Santoro, SSS 2025; `list` as in arXiv:2412.10733.",
    parameters: &[
        orders::PARAMETERS[0],
        orders::PARAMETERS[1],
        orders::PARAMETERS[2],
        orders::PARAMETERS[3],
        orders::PARAMETERS[4],
        Parameter {
            name: "adversary",
            kind: Kind::Text,
            default: Some("in place of order"),
            range: "",
            summary: "who chooses the robot: an adversary (`formicary list adversaries`), whose \
                      parameters stand in this table",
        },
        Parameter {
            name: "fairness",
            kind: Kind::Whole,
            default: Some("twice the number of robots, with an adversary"),
            range: "of at least the number of robots less 1",
            summary: "with an adversary: the most turns of others in a row for which an active \
                      robot waits",
        },
        TURN_GAPS[0],
        TURN_GAPS[1],
        TURN_GAPS[2],
    ],
    build: Maker {
        build,
        explanation: Explanation {
            flow: &[
                (
                    "look",
                    "The robot whose turn it is looks, while all others rest.",
                ),
                (
                    "compute",
                    "It computes from where everybody is now; no view is ever old.",
                ),
                (
                    "move",
                    "It moves, and the next turn comes when it has arrived.",
                ),
            ],
            limits: "No two robots are ever active together, so the symmetry of robots that do \
                     the same at the same time never shows. Random orders are fair with \
                     probability 1 only, and lists as far as what follows them is.",
        },
    },
};

fn build(section: &Section<'_>, robots: usize) -> Result<Schedule, ScenarioError> {
    if let Some(adversary) = adversaries::read(section, robots)? {
        orders::refuse(section)?;
        let stops = adversary.stops();
        let fairness = fairness(section, robots)?;
        let members = Box::new(Adversarial::new(adversary, fairness, true));
        let turns = Rounds::read_turns(section, members)?;
        return Ok(Schedule {
            stops,
            ..Schedule::planned(robots, Synchrony::Sequential, Box::new(turns))
        });
    }
    let order = orders::read(section, robots)?;
    let turns = Rounds::read_turns(section, order.members)?;
    Ok(Schedule {
        stops: order.stops,
        random_choices: order.decides,
        ..Schedule::planned(robots, Synchrony::Sequential, Box::new(turns))
    })
}

/// How many turns of others a robot may have to wait for: at least one of each, since only one
/// robot has a turn at a time.
fn fairness(section: &Section<'_>, robots: usize) -> Result<u64, ScenarioError> {
    let robots = robots as u64;
    let fairness = section.u64("fairness").or(2 * robots)?;
    if fairness + 1 < robots {
        let message = format!(
            "expected at least {} (a turn for each other robot), found {fairness}",
            robots - 1
        );
        return Err(section.refuse("fairness", message));
    }
    Ok(fairness)
}
