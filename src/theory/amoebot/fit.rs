//! Straight lines through points.

/// The line with the least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// Its value at 0.
    pub(super) start: f64,
    /// By how much it grows for each unit.
    pub(super) slope: f64,
    /// The root of the mean square of what is left.
    pub(super) residual: f64,
}

impl Fit {
    /// The line through points with at least two abscissae.
    pub(super) fn of(points: &[(f64, f64)]) -> Self {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let mixed: f64 = points
            .iter()
            .map(|point| (point.0 - x) * (point.1 - y))
            .sum();
        let square: f64 = points
            .iter()
            .map(|point| (point.0 - x) * (point.0 - x))
            .sum();
        let slope = mixed / square;
        let start = y - slope * x;
        let left = points.iter().map(|point| point.1 - start - slope * point.0);
        let residual = (left.map(|left| left * left).sum::<f64>() / count).sqrt();
        Fit {
            start,
            slope,
            residual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found() {
        let fit = Fit::of(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]);
        assert!((fit.start - 3.0).abs() < 1e-12 && (fit.slope - 2.0).abs() < 1e-12);
        assert!(fit.residual < 1e-12);
    }

    #[test]
    fn what_is_left_is_measured() {
        let fit = Fit::of(&[(0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0)]);
        assert_eq!((fit.start, fit.slope, fit.residual), (0.0, 0.0, 1.0));
    }
}
