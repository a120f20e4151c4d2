//! Go-To-Center on a regular polygon.

use std::f64::consts::TAU;

use super::runs::{run, toml};
use super::{Check, Effort, Finding, TheoryError};
use crate::math::{Point, cos, sin};
use crate::registry::Entry;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "go_to_center_polygon",
    summary: "Go-To-Center under FSYNC shrinks a regular polygon by cos(2 pi / n) in each round",
    help: "The robots stand on a regular polygon whose side is the visibility radius V, so that each \
           sees its two neighbours alone; a round multiplies the radius with cos(2 pi / n) until \
           second neighbours become visible, which takes about 0.0351 n^2 rounds. The side is V \
           (1 - 1e-12): otherwise rounding hides neighbours. Ando, Oasa, Suzuki and Yamashita, IEEE \
           Trans. Robotics and Automation 15(5), 1999; the factor follows from the geometry.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = 1
[swarm]
robots = {n}
algorithm = 'go_to_center'
precision = 9
start = 'positions'
positions = {positions}
[visibility]
radius = 1.0
[scheduler]
kind = 'fsync'
visualize = inf
[limits]
rounds = {rounds}
";

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let sizes: &[u32] = match effort {
        Effort::Full => &[6, 8, 12, 24, 48],
        Effort::Quick => &[6, 12],
    };
    sizes.iter().map(|&n| polygon(n)).collect()
}

/// Follows the polygon until second neighbours see each other, and takes the factor of each round.
fn polygon(n: u32) -> Result<Finding, TheoryError> {
    let angle = TAU / f64::from(n);
    let factor = cos(angle);
    let start = 0.5 * (1.0 - 1e-12) / sin(0.5 * angle);
    let mut radius = start;
    let (mut worst, mut rounds) = (0.0_f64, 0);
    // Second neighbours are 2 r sin(2 pi / n) apart.
    while 2.0 * radius * sin(angle) > 1.0 {
        let points: Vec<Point> = (0..n)
            .map(|k| {
                let turn = f64::from(k) * angle;
                Point::new(radius * cos(turn), radius * sin(turn))
            })
            .collect();
        let ran = run(
            SCENARIO,
            &[
                ("n", n.to_string()),
                ("positions", toml(&points)),
                ("rounds", "1".to_owned()),
            ],
            (),
        )?;
        let origin = Point::default();
        let radii = ran.positions().into_iter().map(|at| at.distance(origin));
        let measured: Vec<f64> = radii.map(|r| r / radius).collect();
        worst = measured
            .iter()
            .fold(worst, |worst, f| worst.max((f - factor).abs()));
        radius *= factor;
        rounds += 1;
    }
    let nf = f64::from(n);
    Ok(Finding::new(
        format!("n = {n}: factor of each of {rounds} rounds"),
        format!("{factor:.6}, for about {:.0} rounds", 0.0351 * nf * nf),
        format!("{factor:.6}, farthest from it {worst:.1e}; {rounds} rounds"),
        worst < 1e-9,
    ))
}
