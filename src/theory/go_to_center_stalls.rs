//! Go-To-Center under a sequential scheduler.

use super::runs::{for_seeds, run};
use super::{Check, Effort, Finding, TheoryError};
use crate::model::End;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "go_to_center_stalls",
    summary: "a few of 100 sequential Go-To-Center runs of 8 robots stall",
    help: "The last robots can come to stand on a circle whose radius is a little more than the \
           precision, each within the precision of where it would go. Nobody moves any more, and \
           nobody is done. Such runs end as stalled. Found by simulation: the share is no theorem, and \
           depends on the size of the start and on the order of the turns.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = 8
algorithm = 'go_to_center'
[scheduler]
kind = 'sequential'
order = 'round_robin'
visualize = inf
[limits]
events = 200000
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let runs = effort.runs(1000);
    let ends = for_seeds(runs, |seed| {
        Ok(run(SCENARIO, &[("seed", seed.to_string())], ())?.end)
    })?;
    let count = |wanted: End| ends.iter().filter(|&&end| end == wanted).count();
    let (stalled, terminated) = (count(End::Stalled), count(End::Terminated));
    let per_hundred = 100.0 * stalled as f64 / runs as f64;
    let all = stalled + terminated == ends.len();
    Ok(vec![Finding::new(
        format!("{runs} runs of 8 robots, round robin: stalled, of 100"),
        "some, and nobody goes on for ever (7 are reported of another program)",
        format!("{per_hundred:.1}; {terminated} terminated"),
        all && (effort == Effort::Quick || stalled > 0),
    )])
}
