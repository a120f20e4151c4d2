//! What counts as equal.

use super::Circle;
use crate::math::{Point, rounds_to_at_most, within};

/// How exactly one robot measures: the precision of the run, in the unit of what the robot sees.
#[derive(Clone, Copy, Debug)]
pub struct Ruler {
    digits: u32,
    epsilon: f64,
    scale: f64,
}

impl Ruler {
    /// The ruler of a run with `digits` decimal places, whose `epsilon` is 10^-`digits`, for a robot
    /// to which a length of 1 appears as `scale`.
    #[must_use]
    pub fn new(digits: u32, epsilon: f64, scale: f64) -> Self {
        Ruler {
            digits,
            epsilon: epsilon * scale,
            scale,
        }
    }

    /// The ruler of a run with few decimal places, in the unit of the scenario.
    #[cfg(test)]
    pub(crate) const fn of_tests(digits: u32) -> Self {
        const UNITS: [f64; 10] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];
        Ruler {
            digits,
            epsilon: UNITS[digits as usize],
            scale: 1.0,
        }
    }

    /// Lengths below this are none: the precision of the run.
    #[must_use]
    pub fn epsilon(&self) -> f64 {
        self.epsilon
    }

    /// This length of the scenario, as the robot sees it.
    #[must_use]
    pub fn length(&self, length: f64) -> f64 {
        length * self.scale
    }

    /// This area of the scenario, as the robot sees it.
    #[must_use]
    pub fn area(&self, area: f64) -> f64 {
        area * self.scale * self.scale
    }

    /// Whether a point is in a circle or on it, where both its distance from the centre and the
    /// radius are rounded to the decimal places of the run. A circle whose radius is no number covers
    /// nothing.
    #[inline(always)]
    #[must_use]
    pub fn covers(&self, circle: &Circle, point: Point) -> bool {
        let (dx, dy) = (circle.centre.x - point.x, circle.centre.y - point.y);
        // Rounding keeps the order of two numbers, and the difference of numbers that are farther
        // apart than a few units of the last place: nearly every point is decided here.
        if within(dx, dy, circle.radius) {
            return true;
        }
        within(dx, dy, circle.radius + 5.0 * self.epsilon) && self.covers_nearly(circle, point)
    }

    #[cold]
    #[inline(never)]
    fn covers_nearly(&self, circle: &Circle, point: Point) -> bool {
        let distance = circle.centre.distance(point) / self.scale;
        let radius = circle.radius / self.scale;
        rounds_to_at_most(distance, radius, self.digits, self.epsilon / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{power_of_ten_inverse, round_to_digits};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn covering_is_a_comparison_of_rounded_lengths(
            centre in (-100.0..100.0, -100.0..100.0),
            angle in 0.0..7.0,
            radius in 0.0..100.0,
            units in prop_oneof![-6.0..6.0, -0.6..0.6, -1e9..1e9],
            digits in 0_u32..20,
        ) {
            let epsilon = power_of_ten_inverse(digits);
            let circle = Circle { centre: Point::new(centre.0, centre.1), radius };
            let distance = radius + units * epsilon;
            let point = Point::new(
                centre.0 + distance * crate::math::cos(angle),
                centre.1 + distance * crate::math::sin(angle),
            );
            let distance = circle.centre.distance(point);
            let rounded = round_to_digits(distance, digits) <= round_to_digits(radius, digits);
            let ruler = Ruler::new(digits, epsilon, 1.0);
            prop_assert_eq!(ruler.covers(&circle, point), rounded);
        }
    }

    #[test]
    fn circles_that_are_none_cover_nothing() {
        let ruler = Ruler::new(5, 1e-5, 1.0);
        let origin = Point::new(0.0, 0.0);
        let circle = |x, radius| Circle {
            centre: Point::new(x, 0.0),
            radius,
        };
        assert!(!ruler.covers(&circle(0.0, f64::NAN), origin));
        assert!(!ruler.covers(&circle(f64::NAN, 1.0), origin));
        assert!(!ruler.covers(&circle(0.0, -1.0), origin));
        assert!(ruler.covers(&circle(0.0, 0.0), origin));
        assert!(ruler.covers(&circle(1e300, f64::INFINITY), origin));
    }

    #[test]
    fn lengths_have_the_unit_of_the_robot() {
        let ruler = Ruler::new(2, 0.01, 4.0);
        assert_eq!(
            (ruler.epsilon(), ruler.length(0.5), ruler.area(0.5)),
            (0.04, 2.0, 8.0)
        );
        // A hundredth is 0.04 here: 8 + 0.01 rounds to the same as 8, and 8 + 0.03 does not.
        let circle = Circle {
            centre: Point::new(0.0, 0.0),
            radius: 8.0,
        };
        assert!(ruler.covers(&circle, Point::new(8.01, 0.0)));
        assert!(!ruler.covers(&circle, Point::new(8.03, 0.0)));
    }
}
