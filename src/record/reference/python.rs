//! Python's two texts of a float: `repr` and `float.hex`.

use std::fmt::Write as _;

/// Python's `repr` of a float: the shortest decimal text that reads back to the same number.
///
/// An exponent appears below 1e-4 and from 1e16 on, with at least two digits (`1e-05`, `1e+16`); a
/// whole number keeps its `.0`; the rest are `inf`, `-inf` and `nan`, and the zero keeps its sign.
pub fn repr(value: f64) -> String {
    let mut text = String::with_capacity(24);
    push_repr(&mut text, value);
    text
}

/// Appends Python's [`repr`] of a float to a text.
pub fn push_repr(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("nan");
        return;
    }
    if value.is_sign_negative() {
        text.push('-');
    }
    if value.is_infinite() {
        text.push_str("inf");
        return;
    }
    let shortest = shortest(value.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest.as_str(), "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    match exponent {
        -4..0 => push_small(text, &digits, exponent.unsigned_abs() as usize),
        0..16 => push_plain(text, &digits, exponent.unsigned_abs() as usize),
        _ => push_with_exponent(text, mantissa, exponent),
    }
}

/// The shortest digits that read back to `value`, in Rust's exponent form (`1.5e-7`): the nearest to
/// the value among those of this length and, of two equally near, the one with the even last digit.
///
/// Rust's own choice between two equally near is the upper one: 877692865391082.25 would end in 3.
fn shortest(value: f64) -> String {
    let upper = format!("{value:e}");
    let digits = upper
        .bytes()
        .take_while(|&byte| byte != b'e')
        .filter(u8::is_ascii_digit)
        .count();
    let even = format!("{value:.*e}", digits - 1);
    // Next to a power of two the lower neighbour may already belong to another float.
    if even != upper && even.parse() == Ok(value) {
        even
    } else {
        upper
    }
}

/// `0.000123`: `zeros` is the number of zeros before the first digit, the one before the point
/// included.
fn push_small(text: &mut String, digits: &str, zeros: usize) {
    text.push_str("0.");
    text.extend(std::iter::repeat_n('0', zeros - 1));
    text.push_str(digits);
}

/// `123.45` or `12300.0`: `exponent` digits and one more stand before the point.
fn push_plain(text: &mut String, digits: &str, exponent: usize) {
    let whole = exponent + 1;
    if digits.len() > whole {
        text.push_str(&digits[..whole]);
        text.push('.');
        text.push_str(&digits[whole..]);
    } else {
        text.push_str(digits);
        text.extend(std::iter::repeat_n('0', whole - digits.len()));
        text.push_str(".0");
    }
}

/// `1.5e-07`: the sign of the exponent is always written, and at least two of its digits.
fn push_with_exponent(text: &mut String, mantissa: &str, exponent: i32) {
    text.push_str(mantissa);
    text.push('e');
    text.push(if exponent < 0 { '-' } else { '+' });
    // Writing to a String cannot fail.
    let _ = write!(text, "{:02}", exponent.unsigned_abs());
}

/// Python's `float.hex`: exact, always with 13 hexadecimal digits after the point
/// (`0x1.8000000000000p+1`); zero is `0x0.0p+0`.
pub fn hex(value: f64) -> String {
    if !value.is_finite() || value == 0.0 {
        let body = if value == 0.0 {
            "0x0.0p+0".to_owned()
        } else {
            repr(value.abs())
        };
        let sign = if value.is_sign_negative() && !value.is_nan() {
            "-"
        } else {
            ""
        };
        return format!("{sign}{body}");
    }
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let fraction = bits & FRACTION;
    match (bits >> FRACTION_BITS & 0x7ff) as i32 {
        0 => format!("{sign}0x0.{fraction:013x}p-1022"),
        biased => format!("{sign}0x1.{fraction:013x}p{:+}", biased - 1023),
    }
}

/// Reads Python's `float.fromhex`: exact where 53 bits suffice, else rounded to nearest, ties to
/// even.
///
/// An optional sign, an optional `0x`, hexadecimal digits with at most one point, an optional binary
/// exponent after `p`; or `inf`, `infinity`, `nan`. Case does not matter, and white space around the
/// number is ignored. `None` for anything else and for numbers too large for a float.
pub fn from_hex(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let (negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let magnitude = match body {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => magnitude_from_hex(body.strip_prefix("0x").unwrap_or(body))?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// The stored fraction of a float: its low 52 bits.
const FRACTION: u64 = (1 << FRACTION_BITS) - 1;
/// How many bits the stored fraction has.
const FRACTION_BITS: u32 = 52;
/// The exponent of the smallest positive float, and of the last bit of every subnormal one.
const LEAST_EXPONENT: i64 = -1074;

/// Reads `digits.digits p exponent`, sign and prefix already taken off.
fn magnitude_from_hex(body: &str) -> Option<f64> {
    let (digits, exponent) = match body.split_once('p') {
        Some((digits, exponent)) => (digits, exponent_from(exponent)?),
        None => (body, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    // The number is `mantissa * 2^exponent`, plus a little more if `sticky`: beyond the
    // first 61 bits only whether anything but zeros follows can matter to the rounding.
    let mut exponent = exponent - 4 * fraction.len() as i64;
    let (mut mantissa, mut sticky) = (0_u64, false);
    for character in whole.chars().chain(fraction.chars()) {
        let digit = u64::from(character.to_digit(16)?);
        if mantissa >> 60 == 0 {
            mantissa = mantissa << 4 | digit;
        } else {
            sticky |= digit != 0;
            exponent += 4;
        }
    }
    round_to_float(mantissa, exponent, sticky)
}

/// A decimal exponent with an optional sign. One beyond the bound is cut to it: the number is zero
/// or too large either way, and sums with the bound cannot overflow.
fn exponent_from(text: &str) -> Option<i64> {
    const BOUND: i64 = i64::MAX / 4;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.parse::<i64>().unwrap_or(BOUND).min(BOUND))
}

/// The float nearest to `mantissa * 2^exponent` (and a little more if `sticky`), ties to even;
/// `None` when it is too large.
fn round_to_float(mantissa: u64, exponent: i64, sticky: bool) -> Option<f64> {
    if mantissa == 0 {
        return Some(0.0);
    }
    let bits = i64::from(64 - mantissa.leading_zeros());
    // The exponent of the last bit that the result keeps, and how many bits are cut off for it.
    let last = (exponent + bits - 53).max(LEAST_EXPONENT);
    let cut = last - exponent;
    let kept = match cut {
        ..=0 => mantissa << cut.unsigned_abs(),
        1..=64 => round_half_even(mantissa, cut as u32, sticky),
        _ => 0,
    };
    // Without an implicit bit the number is subnormal; a kept value of 2^53 carries into the next
    // exponent by itself, because the exponent sits right above the fraction.
    let encoded = match kept >> FRACTION_BITS {
        0 => kept,
        _ => {
            let biased = u64::try_from(last - LEAST_EXPONENT + 1).ok()?;
            kept.checked_add(biased.checked_sub(1)?.checked_mul(1 << FRACTION_BITS)?)?
        }
    };
    let value = f64::from_bits(encoded);
    (encoded >> 63 == 0 && value.is_finite()).then_some(value)
}

/// `mantissa / 2^cut`, rounded to the nearest whole number, ties to even; `cut` is 1 to 64.
fn round_half_even(mantissa: u64, cut: u32, sticky: bool) -> u64 {
    let wide = u128::from(mantissa);
    let (whole, rest) = (wide >> cut, wide & ((1 << cut) - 1));
    let half = 1_u128 << (cut - 1);
    let up = rest > half || (rest == half && (sticky || whole & 1 == 1));
    whole as u64 + u64::from(up)
}

#[cfg(test)]
mod tests;
