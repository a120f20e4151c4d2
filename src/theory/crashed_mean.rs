//! Gathering with crashed robots in the mean.

use super::runs::{for_seeds, run};
use super::{Check, Effort, Finding, TheoryError};
use crate::math::Point;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "crashed_mean",
    summary: "with crashed robots in the mean, Gathering converges to the centroid of the crashed",
    help: "Where f of n robots have crashed, the common target x satisfies n x = (sum of the \
           crashed) + (n - f) x, so x is the mean of the crashed robots, wherever the others start. \
           Derived here.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = {seed}
[swarm]
robots = 8
algorithm = 'gathering'
[[faults]]
kind = 'crash'
count = {crashed}
[scheduler]
visualize = inf
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    (1..=4).map(|crashed| crash(crashed, effort)).collect()
}

/// How far from the centroid of the crashed robots the others end, at most.
fn crash(crashed: usize, effort: Effort) -> Result<Finding, TheoryError> {
    let runs = effort.runs(100);
    let farthest = for_seeds(runs, |seed| {
        let names = [("seed", seed.to_string()), ("crashed", crashed.to_string())];
        let ran = run(SCENARIO, &names, ())?;
        let all = || ran.robots.iter().zip(ran.positions());
        let (mut x, mut y) = (0.0, 0.0);
        for (_, at) in all().filter(|(robot, _)| !robot.appearance().is_live()) {
            x += at.x;
            y += at.y;
        }
        let centroid = Point::new(x / crashed as f64, y / crashed as f64);
        let live = all().filter(|(robot, _)| robot.appearance().is_live());
        Ok(live.fold(0.0_f64, |far, (_, at)| far.max(at.distance(centroid))))
    })?;
    let farthest = farthest.into_iter().fold(0.0, f64::max);
    // Robots end within the precision of their target. A target that is off the centroid by d is
    // off their own mean by d f / n.
    let expected = 2e-5 * 8.0 / crashed as f64;
    Ok(Finding::new(
        format!("{crashed} of 8 crashed at the start, {runs} runs: farthest end from the centroid"),
        format!("at most {expected:.1e}"),
        format!("{farthest:.1e}"),
        farthest <= expected,
    ))
}
