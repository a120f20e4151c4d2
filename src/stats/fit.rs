//! How a figure grows with a size n: by a constant for each factor, or by a power.

mod nonlinear;

use serde::Serialize;

use super::distributions::student_width;
use super::{Interval, StatsError, check_confidence};
use crate::math;

/// The sum of squared residuals, relative to that of the squared figures, that is nothing but
/// rounding: some hundred times the square of the rounding of a figure.
const NOTHING: f64 = 1e-29;

/// A law of growth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// y = a + b ln n, by least squares.
    Logarithm,
    /// y = a n^b, by least squares of ln y = ln a + b ln n: every y has to be positive. The default
    /// of the two fits of a power, because figures of runs scatter in proportion to their size,
    /// which makes the scatter of their logarithms even, and because it has a closed form. It
    /// predicts the median of y, not its mean.
    #[default]
    Power,
    /// y = a n^b, by least squares of y itself (Gauss and Newton with the damping of Levenberg and
    /// Marquardt): right where the scatter does not grow with y; it hangs on the largest n.
    PowerLeastSquares,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 3] = [Model::Logarithm, Model::Power, Model::PowerLeastSquares];

    /// Its word on a command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Model::Logarithm => "logarithm",
            Model::Power => "power",
            Model::PowerLeastSquares => "power-least-squares",
        }
    }

    /// Its formula.
    #[must_use]
    pub const fn formula(self) -> &'static str {
        match self {
            Model::Logarithm => "a + b ln n",
            Model::Power | Model::PowerLeastSquares => "a n^b",
        }
    }
}

/// A fitted law.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Which law.
    pub model: Model,
    /// How many points it was fitted to; the degrees of freedom are two fewer.
    pub points: usize,
    /// The coefficient a, in the unit of y (for n = 1, under either law). Its interval is by
    /// Student's t; for [`Model::Power`] that of ln a, its ends raised to the exponential.
    pub a: Coefficient,
    /// The coefficient b: the exponent, without unit, or the growth for each factor e of n, in the
    /// unit of y. Its interval is by Student's t.
    pub b: Coefficient,
    /// The part of the variance that the law explains, of y, or of ln y for [`Model::Power`];
    /// `None` where all y are equal.
    pub r_squared: Option<f64>,
    /// The residual standard error, the root of the sum of squares over n - 2, of y, or of ln y for
    /// [`Model::Power`].
    pub residual_error: f64,
    /// The criterion of Akaike (1974): 3 parameters (a, b and the variance) and the greatest
    /// likelihood of y under normal scatter of y, or of ln y for [`Model::Power`], there with the
    /// density of y and not of ln y. So the smaller of two fits of the same points is the better,
    /// across models. `None` where nothing scatters but by rounding.
    pub aic: Option<f64>,
}

/// A fitted number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficient {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error (of ln a for the a of [`Model::Power`]).
    pub error: f64,
    /// Its interval.
    pub interval: Interval,
}

/// Why a law could not be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// Two coefficients and their errors need three points.
    #[error("a fit needs at least 3 points; found {0}")]
    TooFew(usize),
    /// A size whose logarithm is no number.
    #[error("a fit needs sizes that are finite and above 0; the point {place} has n = {n}")]
    Size {
        /// The place among the points, from 0.
        place: usize,
        /// Its n.
        n: f64,
    },
    /// A figure that is not finite.
    #[error("a fit needs finite figures; the point {place} has {y}")]
    Figure {
        /// The place among the points, from 0.
        place: usize,
        /// Its y.
        y: f64,
    },
    /// A figure whose logarithm is no number.
    #[error(
        "the fit of a power by logarithms needs figures above 0; the point {place} has {y} \
         (the model power-least-squares takes any)"
    )]
    NotPositive {
        /// The place among the points, from 0.
        place: usize,
        /// Its y.
        y: f64,
    },
    /// One size says nothing of growth.
    #[error("a fit needs at least two different sizes; all are {0}")]
    OneSize(f64),
    /// The search did not come to an end.
    #[error("the least squares of a n^b were not found; do the figures follow a power at all?")]
    NotFound,
    /// The confidence is out of range.
    #[error(transparent)]
    Refused(#[from] StatsError),
}

/// Fits a law to points (n, y).
///
/// # Errors
///
/// Fewer than three points, an n that is not above 0, one n for all, a y that is not finite (or not
/// above 0, for [`Model::Power`]), or a search that finds no end.
pub fn fit(model: Model, points: &[(f64, f64)], confidence: f64) -> Result<Fit, FitError> {
    check_confidence(confidence)?;
    let (x, y) = checked(points)?;
    let width = student_width(confidence, (points.len() - 2) as f64);
    match model {
        Model::Logarithm => {
            let line = Line::through(&x, &y);
            let a = Coefficient::new(line.start, line.start_error, width);
            let b = Coefficient::new(line.slope, line.slope_error, width);
            Ok(Fit::new(model, [a, b], line.residuals, &y, 0.0))
        }
        Model::Power => {
            if let Some(place) = y.iter().position(|y| *y <= 0.0) {
                return Err(FitError::NotPositive { place, y: y[place] });
            }
            let logs: Vec<f64> = y.iter().map(|y| math::ln(*y)).collect();
            let line = Line::through(&x, &logs);
            let mut a = Coefficient::new(line.start, line.start_error, width);
            a.estimate = math::exp(a.estimate);
            a.interval.low = math::exp(a.interval.low);
            a.interval.high = math::exp(a.interval.high);
            let b = Coefficient::new(line.slope, line.slope_error, width);
            // The density of y is that of ln y divided by y.
            let jacobian: f64 = logs.iter().sum();
            Ok(Fit::new(model, [a, b], line.residuals, &logs, jacobian))
        }
        Model::PowerLeastSquares => {
            let power = nonlinear::power(&x, &y).ok_or(FitError::NotFound)?;
            let a = Coefficient::new(power.a, power.a_error, width);
            let b = Coefficient::new(power.b, power.b_error, width);
            Ok(Fit::new(model, [a, b], power.residuals, &y, 0.0))
        }
    }
}

/// The logarithms of the sizes, and the figures.
fn checked(points: &[(f64, f64)]) -> Result<(Vec<f64>, Vec<f64>), FitError> {
    if points.len() < 3 {
        return Err(FitError::TooFew(points.len()));
    }
    for (place, &(n, y)) in points.iter().enumerate() {
        if !(n > 0.0 && n.is_finite()) {
            return Err(FitError::Size { place, n });
        }
        if !y.is_finite() {
            return Err(FitError::Figure { place, y });
        }
    }
    let x: Vec<f64> = points.iter().map(|point| math::ln(point.0)).collect();
    if x.iter().all(|other| *other == x[0]) {
        return Err(FitError::OneSize(points[0].0));
    }
    Ok((x, points.iter().map(|point| point.1).collect()))
}

impl Coefficient {
    fn new(estimate: f64, error: f64, width: f64) -> Self {
        Coefficient {
            estimate,
            error,
            interval: Interval::around(estimate, width * error),
        }
    }
}

impl Fit {
    /// `figures` are what the residuals are of; `jacobian` is the sum of the logarithms of the
    /// derivatives that take their density to that of y.
    fn new(
        model: Model,
        [a, b]: [Coefficient; 2],
        residuals: f64,
        figures: &[f64],
        jacobian: f64,
    ) -> Self {
        let n = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / n;
        let (mut total, mut size) = (0.0, 0.0);
        for y in figures {
            total += math::square(y - mean);
            size += math::square(*y);
        }
        let differ = figures.iter().any(|y| *y != figures[0]);
        let scatter = residuals > NOTHING * size;
        let spread = math::ln(2.0 * std::f64::consts::PI) + math::ln(residuals / n) + 1.0;
        Fit {
            model,
            points: figures.len(),
            a,
            b,
            r_squared: differ.then(|| 1.0 - residuals / total),
            residual_error: (residuals / (n - 2.0)).sqrt(),
            aic: scatter.then_some(n * spread + 2.0 * jacobian + 6.0),
        }
    }

    /// What the law says of a size n above 0.
    #[must_use]
    pub fn at(&self, n: f64) -> f64 {
        let (a, b) = (self.a.estimate, self.b.estimate);
        match self.model {
            Model::Logarithm => a + b * math::ln(n),
            Model::Power | Model::PowerLeastSquares => a * math::pow(n, b),
        }
    }
}

/// A straight line y = start + slope x by least squares.
struct Line {
    start: f64,
    slope: f64,
    start_error: f64,
    slope_error: f64,
    /// The sum of the squared residuals.
    residuals: f64,
}

impl Line {
    /// Through at least three points with at least two different x.
    fn through(x: &[f64], y: &[f64]) -> Self {
        let n = x.len() as f64;
        let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
        let (mut squares, mut products) = (0.0, 0.0);
        for (x, y) in x.iter().zip(y) {
            squares += math::square(x - mean_x);
            products += (x - mean_x) * (y - mean_y);
        }
        let slope = products / squares;
        let start = mean_y - slope * mean_x;
        // From the centre, where the terms are small.
        let off = |(x, y): (&f64, &f64)| math::square((y - mean_y) - slope * (x - mean_x));
        let residuals: f64 = x.iter().zip(y).map(off).sum();
        let variance = residuals / (n - 2.0);
        Line {
            start,
            slope,
            start_error: (variance * (1.0 / n + mean_x * mean_x / squares)).sqrt(),
            slope_error: (variance / squares).sqrt(),
            residuals,
        }
    }
}

#[cfg(test)]
mod tests;
