//! The least squares of a power itself.

use super::{Line, NOTHING};
use crate::math;

/// y = a n^b.
pub(super) struct Power {
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) a_error: f64,
    pub(super) b_error: f64,
    /// The sum of the squared residuals.
    pub(super) residuals: f64,
}

/// Steps until the search is given up; a few tens are usual.
const STEPS: usize = 2_000;
/// A step of this size relative to the coefficients is the end.
const NEAR: f64 = 1e-13;
/// How much a sum of squares may grow by rounding, relative to itself: near the least one it cannot
/// tell small steps.
const ROUNDING: f64 = 1e-12;
/// Below this much damping there is none.
const UNDAMPED: f64 = 1e-10;

/// The least squares of y = a n^b for x = ln n, with the errors of the linearised law at its end:
/// the roots of the diagonal of (JᵀJ)⁻¹ times the residual variance, as `scipy.optimize.curve_fit`.
/// `None` where none are found.
///
/// Levenberg (1944) and Marquardt (1963), with the exact derivatives. The search runs in the
/// coefficients c = a e^(b m) and b, with m the mean of x, which hang together far less than a and
/// b do.
pub(super) fn power(x: &[f64], y: &[f64]) -> Option<Power> {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let problem = Problem {
        from_mean: x.iter().map(|x| x - mean).collect(),
        y,
    };
    let (mut now, mut damping) = (problem.start(), 1e-3);
    let mut squares = problem.squares(now);
    let nothing = NOTHING * y.iter().map(|y| y * y).sum::<f64>();
    for _ in 0..STEPS {
        let normal = problem.normal(now);
        let [step_c, step_b] = normal.step(damping)?;
        let next = [now[0] + step_c, now[1] + step_b];
        let next_squares = problem.squares(next);
        // Not met by NaN either.
        if next_squares <= squares * (1.0 + ROUNDING) + nothing {
            let near = step_c.abs() <= NEAR * next[0].abs()
                && step_b.abs() <= NEAR * next[1].abs().max(1.0);
            (now, squares) = (next, next_squares);
            if near && damping == 0.0 {
                return problem.normal(now).finish(now, mean, squares, y.len());
            }
            damping = if damping > UNDAMPED {
                damping / 10.0
            } else {
                0.0
            };
        } else {
            damping = (damping * 10.0).max(UNDAMPED);
        }
    }
    None
}

/// The points, their x taken from the mean.
struct Problem<'p> {
    from_mean: Vec<f64>,
    y: &'p [f64],
}

impl Problem<'_> {
    /// The power through the logarithms of the positive figures, or the mean if these do not give
    /// one.
    fn start(&self) -> [f64; 2] {
        let (x, logs): (Vec<f64>, Vec<f64>) = self
            .points()
            .filter(|(_, y)| *y > 0.0)
            .map(|(x, y)| (x, math::ln(y)))
            .unzip();
        if x.len() > 2 && x.iter().any(|other| *other != x[0]) {
            let line = Line::through(&x, &logs);
            [math::exp(line.start), line.slope]
        } else {
            [self.y.iter().sum::<f64>() / self.y.len() as f64, 0.0]
        }
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.from_mean.iter().copied().zip(self.y.iter().copied())
    }

    fn squares(&self, [c, b]: [f64; 2]) -> f64 {
        let off = |(x, y): (f64, f64)| math::square(y - c * math::exp(b * x));
        self.points().map(off).sum()
    }

    fn normal(&self, [c, b]: [f64; 2]) -> Normal {
        let mut normal = Normal::default();
        for (x, y) in self.points() {
            let by_c = math::exp(b * x);
            let (by_b, left) = (c * by_c * x, y - c * by_c);
            normal.cc += by_c * by_c;
            normal.cb += by_c * by_b;
            normal.bb += by_b * by_b;
            normal.right[0] += by_c * left;
            normal.right[1] += by_b * left;
        }
        normal
    }
}

/// The normal equations: JᵀJ, and Jᵀ times the residuals.
#[derive(Default)]
struct Normal {
    cc: f64,
    cb: f64,
    bb: f64,
    right: [f64; 2],
}

impl Normal {
    fn determinant(&self, grown: f64) -> Option<f64> {
        let determinant = self.cc * self.bb * grown * grown - self.cb * self.cb;
        (determinant > 0.0 && determinant.is_finite()).then_some(determinant)
    }

    /// The step of Levenberg and Marquardt with so much damping.
    fn step(&self, damping: f64) -> Option<[f64; 2]> {
        let grown = 1.0 + damping;
        let determinant = self.determinant(grown)?;
        let [c, b] = self.right;
        Some([
            (self.bb * grown * c - self.cb * b) / determinant,
            (self.cc * grown * b - self.cb * c) / determinant,
        ])
    }

    fn finish(&self, [c, b]: [f64; 2], mean: f64, squares: f64, points: usize) -> Option<Power> {
        let scale = squares / (points - 2) as f64 / self.determinant(1.0)?;
        let (var_c, var_b, both) = (self.bb * scale, self.cc * scale, -self.cb * scale);
        // a = c e^(-b m), so da / a = dc / c - m db.
        let a = c * math::exp(-b * mean);
        let relative = var_c / (c * c) - 2.0 * mean * both / c + mean * mean * var_b;
        a.is_finite().then(|| Power {
            a,
            b,
            a_error: a.abs() * relative.max(0.0).sqrt(),
            b_error: var_b.sqrt(),
            residuals: squares,
        })
    }
}
