//! Floating point whose bits are equal on every platform.
//!
//! IEEE 754 fixes the result of `+ - * /`, of the square root and of the conversions, but not of
//! the sine, the exponential or the logarithm: there every C library rounds in its own way, and a
//! difference in the last bit sooner or later changes the order of two events. So every
//! transcendental function of this crate comes from here, and here from the `libm` crate: one text,
//! compiled for all targets. Clippy refuses the methods of `std` in the rest of the crate.
//!
//! Distances come from [`hypot`], which is *correctly rounded*: its result is the double nearest to
//! the true value. That is a definition and not an algorithm, so it needs no reference
//! implementation, and it agrees with `math.hypot` and `math.dist` of CPython 3.10 and later.

mod rounding;

use std::cmp::Ordering;

pub use rounding::{round_to_digits, rounds_to_at_most};

/// The sine of `x` radians.
///
/// Within one unit in the last place of the true value. NaN for an infinite `x`.
#[inline]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// The cosine of `x` radians.
///
/// Within one unit in the last place of the true value. NaN for an infinite `x`.
#[inline]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// The angle of the vector (`x`, `y`) in radians, in -π..=π; `y` comes first, as in C.
///
/// The signs of zeros count: `atan2(0.0, -1.0)` is π, `atan2(-0.0, -1.0)` is -π.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// e to the power `x`. Infinite where the result is too large for a double.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm of `x`. Minus infinity for zero, NaN for a negative `x`.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The logarithm to the base 10; minus infinity for zero, NaN below.
#[inline]
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// The logarithm to the base 2; NaN below 0.
#[inline]
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// The natural logarithm of 1 + `x`, precise also where `x` is close to zero (`log1p` in C).
///
/// Minus infinity for -1, NaN below.
#[inline]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// `x` to the power `y`, as C's `pow`: `pow(x, 0.0)` is 1 for every `x`, NaN included.
#[inline]
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// `x` times `x`, correctly rounded.
///
/// Equal to [`pow`]`(x, 2.0)`. Where a program in Python says `x ** 2`, the C library computes a
/// power; that of glibc gives another last bit in one case of a thousand.
#[inline]
pub fn square(x: f64) -> f64 {
    x * x
}

/// What is left of `x` after whole numbers of `y` are taken away, with the sign of `y`: for an angle
/// and a full turn, the angle from 0 to just below the turn (or the turn itself, where the angle is
/// negative and too small to be told from it).
///
/// Equal to `x % y` of floats in Python. NaN if `x` is infinite or `y` is zero.
#[inline]
pub fn modulo(x: f64, y: f64) -> f64 {
    // The remainder of floats is exact, so every platform gives the same.
    let rest = x % y;
    if rest == 0.0 {
        rest.abs().copysign(y)
    } else if (rest < 0.0) == (y < 0.0) {
        rest
    } else {
        rest + y
    }
}

/// A place, or a vector, in the plane. The unit of length is the scenario's.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// The abscissa.
    pub x: f64,
    /// The ordinate.
    pub y: f64,
}

impl Point {
    /// The point (`x`, `y`).
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The Euclidean distance to `other`: the correctly rounded [`hypot`] of the rounded
    /// differences of the coordinates, as `math.dist` of CPython.
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        hypot(self.x - other.x, self.y - other.y)
    }
}

/// 2 to the power -27: a leg this much shorter than the other one does not reach the rounding.
const NEGLIGIBLE: f64 = 1.0 / (1_u64 << 27) as f64;
/// 2 to the powers -400 and 500: between them neither the squares nor their sum leave the range.
const LEAST: f64 = f64::from_bits((1023 - 400) << 52);
const GREATEST: f64 = f64::from_bits((1023 + 500) << 52);
/// 2 to the powers 600 and -600: they bring what lies outside into that range.
const UP: f64 = f64::from_bits((1023 + 600) << 52);
const DOWN: f64 = f64::from_bits((1023 - 600) << 52);

/// The length of the vector (`x`, `y`): the double nearest to the square root of x² + y², and of
/// two equally near doubles the even one.
///
/// Like the `hypot` of C it ignores signs, and it is infinite if an argument is, even if the other
/// one is NaN. It overflows only where the result does.
///
/// Equal to `math.hypot` of CPython 3.10 and later, except for subnormal results, which CPython
/// rounds twice.
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    let (long, short) = if x < y { (y, x) } else { (x, y) };
    if short > long * NEGLIGIBLE && long > LEAST && long < GREATEST {
        hypot_of_moderate(long, short)
    } else {
        hypot_of_any(long, short)
    }
}

/// [`hypot`] for `LEAST < long < GREATEST` and `short` in `long * NEGLIGIBLE ..= long`.
///
/// The plain formula is off by less than 3/2 units in the last place: the sum of the rounded
/// squares carries a relative error of at most 2⁻⁵², its root half of that, which is one unit at
/// most, and the rounding of the root adds half a unit. So the result is that double or one of its
/// neighbours, and it only has to be compared with the two midpoints between them. The comparison
/// is exact, in integers: with M a midpoint, x the long leg and y the short one,
///
/// x² + y² > M²  exactly if  y² > (M - x)(M + x),
///
/// and the right side is about as small as y², so that both fit into 128 bits.
#[inline]
fn hypot_of_moderate(long: f64, short: f64) -> f64 {
    const FRACTION: u64 = (1 << 52) - 1;
    let significand = |x: f64| ((x.to_bits() & FRACTION) | (1 << 52)) as i64;
    let exponent = |x: f64| x.to_bits() >> 52;

    let root = (long * long + short * short).sqrt();

    // The unit of length is half a unit in the last place of `long`: every midpoint is an integer.
    // `root` is in the binade of `long` or in the next one.
    let binade = exponent(root) - exponent(long);
    let long_int = significand(long) << 1;
    let root_int = significand(root) << 1 << binade;
    let half_above = 1_i64 << binade;
    // Below a power of two the doubles lie twice as dense. (If `long` is that power, then so is
    // `root`, and the true value is not below it: any number will do.)
    let at_power_of_two = root.to_bits() & FRACTION == 0;
    let half_below = half_above >> u32::from(at_power_of_two);

    // Areas are counted in the square of half a unit in the last place of `short`. M - x is at
    // most 2⁵⁴ / 2^shift + 8, so that it may be shifted before it is multiplied.
    let shift = 2 * (exponent(long) - exponent(short));
    let short_int = i128::from(significand(short) << 1);
    let short_square = short_int * short_int;
    let area = |m: i64| i128::from((m - long_int) << shift) * i128::from(m + long_int);

    // A tie goes to the even neighbour: away from an odd `root`.
    let odd = i128::from(root.to_bits() & 1);
    let above = short_square + odd > area(root_int + half_above);
    let below = short_square - odd < area(root_int - half_below);
    // The next double is the next bit pattern. No branch, because one call in six would surprise
    // the processor.
    f64::from_bits(root.to_bits() + u64::from(above) - u64::from(below))
}

/// [`hypot`] for all that [`hypot_of_moderate`] does not take: infinities, NaN, zeros, legs of very
/// different length, very large and very small ones.
#[cold]
#[inline(never)]
fn hypot_of_any(long: f64, short: f64) -> f64 {
    if long.is_infinite() || short.is_infinite() {
        return f64::INFINITY;
    }
    if long.is_nan() || short.is_nan() {
        return f64::NAN;
    }
    if short <= long * NEGLIGIBLE {
        // The true value exceeds `long` by at most long * 2⁻⁵⁵, less than half a unit in the last
        // place.
        return long;
    }
    if long < f64::MIN_POSITIVE {
        return hypot_of_subnormal(long, short);
    }
    // Both factors are powers of two, `short` is less than 2²⁷ times shorter, and the result is
    // normal or overflows: no product rounds.
    if long >= GREATEST {
        hypot_of_moderate(long * DOWN, short * DOWN) * UP
    } else {
        hypot_of_moderate(long * UP, short * UP) * DOWN
    }
}

/// [`hypot`] for subnormal numbers. They are integers in the unit of the least double, and so is
/// the result, whose bit pattern is that integer.
fn hypot_of_subnormal(long: f64, short: f64) -> f64 {
    let (x, y) = (u128::from(long.to_bits()), u128::from(short.to_bits()));
    let square = x * x + y * y;
    let root = square.isqrt();
    // (root + 1/2)² = root² + root + 1/4, never an integer: there are no ties.
    let nearest = root + u128::from(square - root * root > root);
    f64::from_bits(nearest as u64)
}

/// Whether the vector (`dx`, `dy`) is at most `radius` long: exactly `hypot(dx, dy) <= radius`, at
/// the cost of a few products for all but the closest decisions.
///
/// False if an argument is NaN (save that an infinite leg is infinitely long, as for [`hypot`]).
#[inline]
pub fn within(dx: f64, dy: f64, radius: f64) -> bool {
    match compare_squares(dx, dy, radius) {
        Some(order) => order.is_lt(),
        None => hypot(dx, dy) <= radius,
    }
}

/// Whether the vector (`dx`, `dy`) is shorter than `radius`: exactly `hypot(dx, dy) < radius`, at
/// the cost of a few products for all but the closest decisions.
///
/// False if an argument is NaN.
#[inline]
pub fn closer(dx: f64, dy: f64, radius: f64) -> bool {
    match compare_squares(dx, dy, radius) {
        Some(order) => order.is_lt(),
        None => hypot(dx, dy) < radius,
    }
}

/// How the length of (`dx`, `dy`) compares with `radius`, or `None` where plain squares cannot tell.
///
/// The squares and their sum carry a relative error of at most 4 * 2⁻⁵³, and the rounding of the
/// length is worth 2 * 2⁻⁵³ of its square; a margin of 16 * 2⁻⁵³ is safe. Squares that underflow
/// cannot mislead, because the radius is held far above them.
#[inline]
fn compare_squares(dx: f64, dy: f64, radius: f64) -> Option<Ordering> {
    const MARGIN: f64 = 1.0 / (1_u64 << 49) as f64;
    let square = dx * dx + dy * dy;
    let limit = radius * radius;
    if radius <= LEAST {
        None
    } else if square < limit * (1.0 - MARGIN) {
        Some(Ordering::Less)
    } else if square > limit * (1.0 + MARGIN) {
        Some(Ordering::Greater)
    } else {
        None
    }
}

/// `x` with minus zero replaced by zero; everything else, NaN included, stays.
///
/// The two zeros are equal but differ in their bits, and the sign of a computed zero can depend on
/// the target (`min` and `max` may return either); bits that are stored or hashed pass through here.
#[inline]
pub fn canonical_zero(x: f64) -> f64 {
    x + 0.0
}

/// The double nearest to the decimal number 10⁻ᵖ: the tolerance that a precision of `p` decimal
/// places stands for.
///
/// Equal to the literal `1e-p`. (10⁻ᵖ computed by [`pow`] or by a division need not be.) Subnormal
/// from `p` = 308, zero from `p` = 324.
pub fn power_of_ten_inverse(p: u32) -> f64 {
    #[expect(
        clippy::expect_used,
        reason = "`1e-` and decimal digits are always a number"
    )]
    let value = format!("1e-{p}").parse().expect("a decimal number");
    value
}

#[cfg(test)]
mod tests;
