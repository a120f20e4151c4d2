//! How fast the centre of gravity contracts under round robin.

use super::runs::{run, toml};
use super::{Check, Effort, Finding, TheoryError};
use crate::math::{Point, atan2, exp, hypot, ln};
use crate::registry::Entry;
use std::f64::consts::TAU;

pub(super) const ENTRY: Entry<Check> = Entry {
    name: "round_robin",
    summary: "the centre of gravity under round robin contracts by a known factor in each epoch",
    help: "An epoch of round robin with rigid moves is a linear map of the positions. It is found by \
           running one epoch on each basis vector; the modulus of its second eigenvalue is the \
           contraction per epoch. An eigenvalue z satisfies z = (1 + (z - 1) / (n z))^n, so for many \
           robots z = exp(1 - 1/z), whose largest solution but 1 has the modulus 0.123830. Derived \
           here.",
    parameters: &[],
    build: check,
};

const SCENARIO: &str = "
seed = 1
[swarm]
robots = {n}
algorithm = 'gathering'
precision = 30
terminate = false
start = 'positions'
positions = {positions}
[scheduler]
kind = 'sequential'
order = 'round_robin'
visualize = inf
[limits]
turns = {n}
stalled = false
";

/// The moduli for some numbers of robots.
const KNOWN: &[(usize, f64)] = &[
    (2, 0.25),
    (3, 0.192_450),
    (4, 0.170_286),
    (8, 0.143_532),
    (16, 0.132_810),
    (32, 0.128_098),
];

fn check(effort: Effort) -> Result<Vec<Finding>, TheoryError> {
    let sizes = match effort {
        Effort::Full => KNOWN,
        Effort::Quick => &KNOWN[..4],
    };
    let mut findings = Vec::new();
    for &(n, expected) in sizes {
        let measured = growth(differences(&epoch(n)?));
        findings.push(Finding::new(
            format!("n = {n}: second eigenvalue of an epoch, modulus"),
            format!("{expected:.6}"),
            format!("{measured:.6}"),
            (measured - expected).abs() < 1e-6,
        ));
    }
    let limit = limit();
    findings.push(Finding::new(
        "the limit for many robots, from z = exp(1 - 1/z)",
        "0.123830",
        format!("{limit:.6}"),
        (limit - 0.123_830).abs() < 1e-6,
    ));
    Ok(findings)
}

/// The matrix of one epoch: column `j` is where the robots are after an epoch that robot `j` alone
/// began at 1, and all others at 0.
fn epoch(n: usize) -> Result<Vec<Vec<f64>>, TheoryError> {
    let mut matrix = vec![vec![0.0; n]; n];
    for j in 0..n {
        let mut start = vec![Point::default(); n];
        start[j].x = 1.0;
        let names = [("n", n.to_string()), ("positions", toml(&start))];
        let ran = run(SCENARIO, &names, ())?;
        for (row, at) in matrix.iter_mut().zip(ran.positions()) {
            row[j] = at.x;
        }
    }
    Ok(matrix)
}

/// The map of the differences to robot 0. An epoch leaves equal positions as they are, so these
/// are mapped to each other, and the eigenvalue 1 is gone.
fn differences(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let first = &matrix[0];
    let row = |row: &Vec<f64>| row.iter().zip(first).skip(1).map(|(a, b)| a - b).collect();
    matrix.iter().skip(1).map(row).collect()
}

/// The spectral radius by Gelfand's formula: the norm of a high power, which is reached by
/// squaring and scaled on the way.
fn growth(mut matrix: Vec<Vec<f64>>) -> f64 {
    const SQUARINGS: i32 = 40;
    let mut log = 0.0;
    let mut weight = 1.0;
    for _ in 0..SQUARINGS {
        let norm = matrix.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        if norm == 0.0 {
            return 0.0;
        }
        log += weight * ln(norm);
        for x in matrix.iter_mut().flatten() {
            *x /= norm;
        }
        matrix = square(&matrix);
        weight *= 0.5;
    }
    exp(log)
}

fn square(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let cell = |i: usize, j: usize| (0..n).fold(0.0, |sum, k| sum + matrix[i][k] * matrix[k][j]);
    (0..n)
        .map(|i| (0..n).map(|j| cell(i, j)).collect())
        .collect()
}

/// The modulus of the solution z of z = exp(1 - 1/z) next to 1. With m = 1/z that is m = 1 + ln m
/// on the next branch of the logarithm, which contracts.
fn limit() -> f64 {
    let (mut re, mut im) = (3.0, 7.0);
    for _ in 0..100 {
        (re, im) = (1.0 + ln(hypot(re, im)), atan2(im, re) + TAU);
    }
    1.0 / hypot(re, im)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_growth_of_known_matrices() {
        let close = |matrix: &[[f64; 2]; 2], expected: f64| {
            let rows = matrix.iter().map(|row| row.to_vec()).collect();
            let growth = growth(rows);
            assert!((growth - expected).abs() < 1e-9, "{growth}, not {expected}");
        };
        close(&[[0.5, 0.0], [0.0, 0.25]], 0.5);
        close(&[[0.5, 9.0], [0.0, 0.25]], 0.5);
        // A turn by a right angle, shrunk: complex eigenvalues of one modulus.
        close(&[[0.0, -0.3], [0.3, 0.0]], 0.3);
        close(&[[0.0, 0.0], [0.0, 0.0]], 0.0);
    }
}
