//! Swarms that are too large for the original simulator.

use super::runs::run;
use super::{Check, Effort, Finding, TheoryError};
use crate::model::End;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "large_swarms",
    summary: "two large swarms that see only up to a radius come to an end",
    help: "With a radius, some robots can be left active for ever: each is within the precision of \
           its target, but a little more than that away from a robot that has terminated. Such a run \
           ends as stalled, any other as terminated. This is no law: with speed 1 in place of 5, one \
           of three seeds of SEC leaves two robots that go round each other for ever, and such a \
           run needs a limit. The original simulator's recursion fails from 1,000 robots on.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = 1
[swarm]
robots = {n}
algorithm = '{algorithm}'
speed = 5.0
width = {size}
height = {size}
[visibility]
radius = 10.0
[scheduler]
visualize = inf
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let n = match effort {
        Effort::Full => 10_000,
        Effort::Quick => 500,
    };
    let swarm = |algorithm: &str| {
        // About ten neighbours each.
        let size = (f64::from(n) * 31.4).sqrt();
        let names = [
            ("n", n.to_string()),
            ("algorithm", algorithm.to_owned()),
            ("size", format!("{size:?}")),
        ];
        let ran = run(SCENARIO, &names, ())?;
        Ok(Finding::new(
            format!("`{algorithm}`, {n} robots with about ten neighbours each"),
            "terminated or stalled",
            format!("{} after {} events", ran.end.name(), ran.events),
            matches!(ran.end, End::Terminated | End::Stalled),
        ))
    };
    ["gathering", "sec"].into_iter().map(swarm).collect()
}
