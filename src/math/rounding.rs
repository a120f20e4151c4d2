//! Rounding to decimal places, as Python does it.

/// The powers of ten that are doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// 2 to the power 40: so far below 2⁵³ that a number of this size shows whether it is near the
/// middle between two whole numbers.
const COUNTABLE: f64 = (1_u64 << 40) as f64;

/// `x` rounded to `digits` decimal places: of the decimal numbers with so many places the nearest
/// to the exact value of `x`, of two equally near ones that with the even last digit; then the
/// double nearest to that number. Infinities, NaN and the sign of a zero stay as they are.
///
/// Equal to Python's `round(x, digits)`.
#[inline]
pub fn round_to_digits(x: f64, digits: u32) -> f64 {
    match near_whole(x, digits) {
        // A whole number below 2⁵³ over a power of ten that is a double: one rounding.
        Some((whole, power)) => (whole / power).copysign(x),
        None => round_by_digits(x, digits),
    }
}

/// Whether `round_to_digits(x, digits) <= round_to_digits(y, digits)`, at the cost of a comparison
/// for all but near values. `unit` is 10 to the power of minus `digits`.
///
/// Rounding keeps the order, so `x <= y` decides. And each of the two steps of a rounding moves a
/// number by half a unit at most (the second moves it no farther than to the double it came from),
/// so numbers more than two units apart stay apart.
#[inline]
pub fn rounds_to_at_most(x: f64, y: f64, digits: u32, unit: f64) -> bool {
    if x <= y {
        return true;
    }
    if x - y > 4.0 * unit {
        return false;
    }
    round_to_digits(x, digits) <= round_to_digits(y, digits)
}

/// The whole number next to |`x`| * 10^`digits`, with that power of ten, where floating point shows
/// beyond doubt which it is.
///
/// The product carries a relative error of at most 2⁻⁵³; where it is farther than that from the
/// middle between two whole numbers, the exact product is on the same side of it.
#[inline]
fn near_whole(x: f64, digits: u32) -> Option<(f64, f64)> {
    const MARGIN: f64 = 1.0 / (1_u64 << 50) as f64;
    let power = *POWERS.get(digits as usize)?;
    let product = x.abs() * power;
    if product < COUNTABLE {
        // Exact, both the conversion to an integer and the difference.
        let floor = (product as u64) as f64;
        let part = product - floor;
        if (part - 0.5).abs() > product * MARGIN {
            return Some((if part > 0.5 { floor + 1.0 } else { floor }, power));
        }
    }
    None
}

/// [`round_to_digits`] by writing the decimal number down and reading it again. The standard
/// library writes the exact value, ties to even, and reads the nearest double.
#[cold]
#[inline(never)]
fn round_by_digits(x: f64, digits: u32) -> f64 {
    // From 2⁵² on there are no places after the point. NaN and infinities are no numbers to write.
    if x.abs() < (1_u64 << 52) as f64 {
        let places = digits as usize;
        // What was written is always a number.
        format!("{x:.places$}").parse().unwrap_or(x)
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use super::super::power_of_ten_inverse;
    use super::*;
    use proptest::prelude::*;

    /// By the definition, without the short cuts.
    fn by_definition(x: f64, digits: u32) -> f64 {
        if !x.is_finite() {
            return x;
        }
        let places = digits as usize;
        format!("{x:.places$}").parse().unwrap()
    }

    #[test]
    fn numbers_round_as_in_python() {
        // (x, digits, round(x, digits)), made by CPython.
        let cases = [
            (0.5, 0, 0.0),
            (1.5, 0, 2.0),
            (2.5, 0, 2.0),
            (-2.5, 0, -2.0),
            (2.675, 2, 2.67),
            (1.005, 2, 1.0),
            (0.125, 2, 0.12),
            (0.375, 2, 0.38),
            (1.000_005, 5, 1.000_01),
            (1.000_015, 5, 1.000_02),
            (41.424_242_5, 6, 41.424_242),
            (5e-6, 5, 1e-5),
            (4.999_999_999_999_999e-6, 5, 0.0),
            (0.1 + 0.2, 16, 0.3),
            (0.1 + 0.2, 17, 0.30000000000000004),
            (123.456, 15, 123.456),
            (1e22 / 3.0, 3, 1e22 / 3.0),
            (5e-324, 30, 0.0),
            (1e300, 5, 1e300),
        ];
        for (x, digits, rounded) in cases {
            let found = round_to_digits(x, digits);
            assert_eq!(found.to_bits(), f64::to_bits(rounded), "{x:?} {digits}");
        }
        assert_eq!(round_to_digits(-0.0, 3).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(round_to_digits(-1e-9, 3).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(round_to_digits(f64::INFINITY, 3), f64::INFINITY);
        assert!(round_to_digits(f64::NAN, 3).is_nan());
    }

    /// A number near one with few decimal places or near the middle between two of them.
    fn near_decimal() -> impl Strategy<Value = (f64, u32)> {
        (0_u64..1 << 45, 0_u32..20, -3_i64..=3).prop_map(|(halves, digits, ulps)| {
            let text = format!("{}e-{digits}", halves as f64 / 2.0);
            let x: f64 = text.parse().unwrap();
            let bits = x.to_bits() as i64 + ulps;
            (f64::from_bits(bits.max(0) as u64), digits)
        })
    }

    proptest! {
        #[test]
        fn short_cuts_change_nothing(x: f64, small in -1e6..1e6, digits in 0_u32..31) {
            for x in [x, small] {
                let (found, defined) = (round_to_digits(x, digits), by_definition(x, digits));
                prop_assert!(found.to_bits() == defined.to_bits() || x.is_nan());
            }
        }

        #[test]
        fn nor_do_they_near_the_middle((x, digits) in near_decimal()) {
            let (found, defined) = (round_to_digits(x, digits), by_definition(x, digits));
            prop_assert_eq!(found.to_bits(), defined.to_bits());
        }

        #[test]
        fn comparisons_are_those_of_the_rounded_numbers(
            (x, digits) in near_decimal(),
            units in -5.0..5.0,
            far: f64,
            ulps in -3_i64..=3,
        ) {
            let unit = power_of_ten_inverse(digits);
            let beside = f64::from_bits((x.to_bits() as i64 + ulps).max(0) as u64);
            for y in [x, beside, x + units * unit, far] {
                for (x, y) in [(x, y), (y, x)] {
                    let defined = by_definition(x, digits) <= by_definition(y, digits);
                    prop_assert_eq!(rounds_to_at_most(x, y, digits, unit), defined, "{} {}", x, y);
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_compared_is_not_at_most() {
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        let cases = [
            (nan, 1.0, false),
            (1.0, nan, false),
            (infinity, 1.0, false),
            (1.0, infinity, true),
            (infinity, infinity, true),
            (1e300, 1e300_f64.next_down(), false),
        ];
        for (x, y, expected) in cases {
            assert_eq!(rounds_to_at_most(x, y, 5, 1e-5), expected, "{x} {y}");
        }
    }
}
