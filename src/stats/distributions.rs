//! Quantiles and tails of the distributions that intervals and tests are taken from.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::gamma;

/// The degrees of freedom above which the quantile of Student's t is taken from its expansion.
const MANY: f64 = 1_000.0;

/// The probability that a standard normal number is at most `z`.
pub(super) fn normal_cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The probability that a standard normal number is greater than `z`.
pub(super) fn normal_tail(z: f64) -> f64 {
    Normal::standard().sf(z)
}

/// The number that a standard normal number does not exceed with probability `p`, in 0..=1.
pub(super) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The half width, in standard errors, of a two-sided normal interval of this confidence.
pub(super) fn normal_width(confidence: f64) -> f64 {
    // By symmetry; the lower tail keeps its digits where the confidence is close to 1.
    -normal_quantile((1.0 - confidence) / 2.0)
}

/// The half width, in standard errors, of a two-sided interval of this confidence by Student's t
/// with so many degrees of freedom.
///
/// The incomplete beta function of `statrs` stops after 140 terms, too few for many degrees of
/// freedom; there the asymptotic expansion takes over (Abramowitz and Stegun 1964, 26.7.5), whose
/// first omitted term is below 1e-12 from a thousand degrees on for confidences up to 0.9999.
pub(super) fn student_width(confidence: f64, degrees: f64) -> f64 {
    if degrees > MANY {
        return expansion(normal_width(confidence), degrees);
    }
    match StudentsT::new(0.0, 1.0, degrees) {
        Ok(student) => -student.inverse_cdf((1.0 - confidence) / 2.0),
        // No degree of freedom: nothing is known.
        Err(_) => f64::INFINITY,
    }
}

fn expansion(z: f64, degrees: f64) -> f64 {
    let square = z * z;
    let first = z * (square + 1.0) / 4.0;
    let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    let fourth = z
        * ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
        / 92_160.0;
    z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees
}

/// The probability that a chi-squared number with so many degrees of freedom is at least `x`.
pub(super) fn chi_squared_tail(x: f64, degrees: usize) -> f64 {
    // Refused are only arguments that are not positive: there the tail is everything.
    gamma::checked_gamma_ur(degrees as f64 / 2.0, x / 2.0).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Across the change from the distribution to its expansion too.
    #[test]
    fn intervals_narrow_with_the_degrees_of_freedom() {
        for confidence in [0.01, 0.5, 0.95, 0.9999, 0.999_999] {
            let mut before = f64::INFINITY;
            for degrees in 1..1_200_u32 {
                let width = student_width(confidence, f64::from(degrees));

                let closer = width < before + 1e-12 * width.max(1.0);
                assert!(
                    width > 0.0 && closer,
                    "{confidence}, {degrees}: {width} after {before}"
                );
                before = width;
            }
            assert!(before > normal_width(confidence));
        }
    }

    #[test]
    fn tails_without_an_argument_are_everything() {
        assert_eq!(chi_squared_tail(0.0, 3), 1.0);
        assert_eq!(student_width(0.95, 0.0), f64::INFINITY);
        assert!((normal_tail(0.0) - 0.5).abs() < 1e-15);
    }
}
