//! The numbers behind the charts: box plots, densities, and bands of many runs.

use crate::math;
use crate::stats;

/// The quantile of sorted values, as [`stats::quantile`]; NaN of none.
pub(super) fn quantile(sorted: &[f64], p: f64) -> f64 {
    stats::quantile(sorted, p).unwrap_or(f64::NAN)
}

/// A box plot (Tukey, "Exploratory Data Analysis", 1977, section 2D).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoxPlot {
    /// The quartiles, by the quantiles of type 7.
    pub(super) quartiles: [f64; 3],
    /// The least and the largest value that is at most 1.5 times the distance of the quartiles away
    /// from the box.
    pub(super) whiskers: [f64; 2],
    /// The values beyond the whiskers, rising.
    pub(super) outliers: Vec<f64>,
}

impl BoxPlot {
    /// The box plot of sorted values; `None` without any.
    pub(super) fn new(sorted: &[f64]) -> Option<Self> {
        let (first, last) = (sorted.first()?, sorted.last()?);
        let quartiles = [0.25, 0.5, 0.75].map(|p| quantile(sorted, p));
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let inside =
            |value: &&f64| **value >= quartiles[0] - reach && **value <= quartiles[2] + reach;
        // Interpolated quartiles can lie outside of all values that are within reach of them; the
        // whisker then ends at its box.
        let low = sorted
            .iter()
            .find(inside)
            .unwrap_or(first)
            .min(quartiles[0]);
        let high = sorted
            .iter()
            .rfind(inside)
            .unwrap_or(last)
            .max(quartiles[2]);
        let outliers = sorted
            .iter()
            .copied()
            .filter(|value| *value < low || *value > high);
        Some(BoxPlot {
            quartiles,
            whiskers: [low, high],
            outliers: outliers.collect(),
        })
    }
}

/// The bandwidth of a Gaussian kernel by the rule of Silverman, "Density Estimation for Statistics
/// and Data Analysis" (1986), equation 3.31; `None` where the values do not differ.
///
/// The factor is 0.9 times the smaller of the standard deviation and the distance of the quartiles
/// divided by 1.34; where the quartiles are equal, the standard deviation alone.
pub(super) fn bandwidth(sorted: &[f64]) -> Option<f64> {
    let count = sorted.len() as f64;
    if sorted.len() < 2 {
        return None;
    }
    let mean = sorted.iter().sum::<f64>() / count;
    let squares: f64 = sorted.iter().map(|value| math::square(value - mean)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    let middle = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
    let spread = if middle > 0.0 {
        deviation.min(middle)
    } else {
        deviation
    };
    let width = 0.9 * spread * math::pow(count, -0.2);
    (width > 0.0).then_some(width)
}

/// The density of sorted values at `points` places from the least to the largest, by Gaussian
/// kernels of this bandwidth.
pub(super) fn density(sorted: &[f64], bandwidth: f64, points: usize) -> Vec<[f64; 2]> {
    let (Some(low), Some(high)) = (sorted.first(), sorted.last()) else {
        return Vec::new();
    };
    let factor = 1.0 / (bandwidth * (2.0 * std::f64::consts::PI).sqrt() * sorted.len() as f64);
    (0..points)
        .map(|place| {
            let at = low + (high - low) * place as f64 / (points - 1).max(1) as f64;
            // Kernels further away than nine bandwidths add less than 1e-17 of themselves.
            let from = sorted.partition_point(|value| *value < at - 9.0 * bandwidth);
            let to = sorted.partition_point(|value| *value <= at + 9.0 * bandwidth);
            let kernels = sorted[from..to]
                .iter()
                .map(|value| math::exp(-0.5 * math::square((at - value) / bandwidth)));
            [at, factor * kernels.sum::<f64>()]
        })
        .collect()
}

/// The points of a step line: each value holds until the next time.
pub(super) fn stairs(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut stairs = Vec::with_capacity(points.len() * 2);
    for (place, point) in points.iter().enumerate() {
        if let Some(before) = place.checked_sub(1).map(|before| points[before]) {
            stairs.push([point[0], before[1]]);
        }
        stairs.push(*point);
    }
    stairs
}

/// Sorts numbers, none of which is NaN.
pub(super) fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_those_of_the_textbook() {
        // matplotlib.cbook.boxplot_stats([1, 2, 3, 4, 5, 6, 7, 8, 9, 30]).
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 30.0];
        let expected = BoxPlot {
            quartiles: [3.25, 5.5, 7.75],
            whiskers: [1.0, 9.0],
            outliers: vec![30.0],
        };
        assert_eq!(BoxPlot::new(&values), Some(expected));
        assert_eq!(BoxPlot::new(&[]), None);
        let one = BoxPlot::new(&[2.0]).expect("a box");
        assert_eq!((one.quartiles, one.whiskers), ([2.0; 3], [2.0; 2]));
        let odd = BoxPlot::new(&[0.0, 10.0, 10.0, 10.0, 10.0, 20.0]).expect("a box");
        assert_eq!((odd.whiskers, odd.outliers), ([10.0; 2], vec![0.0, 20.0]));
        let far = BoxPlot::new(&[0.0, 0.0, 0.0, 100.0]).expect("a box");
        assert_eq!((far.quartiles[2], far.whiskers), (25.0, [0.0, 25.0]));
        assert_eq!(far.outliers, [100.0]);
    }

    #[test]
    fn densities_are_those_of_scipy() {
        // scipy.stats.gaussian_kde(v, bw_method=h / numpy.std(v, ddof=1))(linspace(1, 11, 5)), with
        // h = 0.9 * min(std, iqr / 1.34) * n ** -0.2.
        let values = [1.0, 2.0, 2.5, 4.0, 4.5, 5.0, 7.0, 11.0];
        let width = bandwidth(&values).expect("a bandwidth");
        let expected = (
            1.3847447757644644,
            [
                0.08926758360756723,
                0.13782396931197372,
                0.09034981804894306,
                0.02930527172311504,
                0.036571294071113376,
            ],
        );
        assert!((width - expected.0).abs() < 1e-12, "{width}");
        for (found, expected) in density(&values, width, 5).iter().zip(expected.1) {
            assert!((found[1] - expected).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(bandwidth(&[1.0]), None);
        assert_eq!(bandwidth(&[3.0, 3.0, 3.0]), None);
        assert!(
            bandwidth(&[3.0, 3.0, 3.0, 3.0, 3.0, 9.0]).is_some(),
            "equal quartiles"
        );
        assert!(density(&[], 1.0, 5).is_empty());
    }

    #[test]
    fn stairs_hold_their_value() {
        let line = [[0.0, 1.0], [2.0, 3.0], [5.0, 0.0]];
        let steps = [[0.0, 1.0], [2.0, 1.0], [2.0, 3.0], [5.0, 3.0], [5.0, 0.0]];
        assert_eq!(stairs(&line), steps);
        assert!(stairs(&[]).is_empty());
    }
}
