//! The values of one varied parameter: lists and ranges, as text.
//!
//! A value is the word that `--set` would take: a number, `true`, a word, or TOML, written in one way
//! only (`0x10` as 16, `0.50` as 0.5, `"fsync"` as fsync), so that equal sweeps have equal words. A
//! range is counted in decimal digits and rounded once, to the nearest double: `0.1..0.5:0.1` has 0.3
//! and not 0.30000000000000004.

use crate::scenario::Node;

/// A value list has at most so many entries: each is kept in memory.
const MOST: u64 = 1_000_000;

/// Reads a list of values and ranges, separated by commas: `1,2,5`, `10..100:10`, `0.1..0.5:0.1`,
/// `fsync,ssync`, `"a, b"`, `[1, 2],[3, 4]`. A range includes both ends, where its step meets the second;
/// without a step, it is 1. Infinities may be listed, where a parameter has them; NaN may not.
///
/// # Errors
///
/// What was expected instead, in words.
pub fn values(text: &str) -> Result<Vec<String>, String> {
    let mut values = Vec::new();
    for part in split(text)? {
        match range(part)? {
            Some(range) => {
                for number in range {
                    values.push(canonical(&number)?);
                }
            }
            None => values.push(canonical(part)?),
        }
        if values.len() as u64 > MOST {
            return Err(too_many());
        }
    }
    Ok(values)
}

fn too_many() -> String {
    format!("expected at most {MOST} values")
}

/// A value as it is written everywhere: what the scenario's reader takes the text for, as text again.
///
/// # Errors
///
/// NaN, which no parameter can be.
pub(super) fn canonical(text: &str) -> Result<String, String> {
    let node = Node::from_flag(text, &"".into());
    match node.number().filter(|_| node.whole().is_none()) {
        Some(number) if number.is_nan() => Err(format!("expected a number, found {text}")),
        Some(number) => Ok(written(number)),
        // Only a date has no word, and from a flag comes none.
        None => Ok(node.word().unwrap_or_else(|| text.trim().to_owned())),
    }
}

/// The shortest digits that mean a number, with a point or an exponent, so that no scenario takes them
/// for a whole number that is too large.
pub(super) fn written(number: f64) -> String {
    format!("{number:?}")
}

/// What two values have in common that are the same to a parameter: 1 and 1.0.
pub(super) fn sameness(value: &str) -> String {
    let node = Node::from_flag(value, &"".into());
    match (node.whole(), node.number()) {
        // A double is written with a point, so that its digits end; -0.0 is 0.
        (None, Some(number)) if number == number.trunc() && number.abs() < 1e15 => {
            (number as i64).to_string()
        }
        _ => value.to_owned(),
    }
}

/// The parts between commas that stand in no brackets and no quotes.
pub(super) fn split(text: &str) -> Result<Vec<&str>, String> {
    let (mut depth, mut quote, mut start) = (0_u32, None, 0);
    let mut parts = Vec::new();
    let mut escaped = false;
    for (place, character) in text.char_indices() {
        match (quote, character) {
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                continue;
            }
            (Some(open), close) if open == close && !escaped => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => {
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| format!("expected no {character} here"))?;
            }
            (None, ',') if depth == 0 => {
                parts.push(text[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
        escaped = false;
    }
    if let Some(open) = quote {
        return Err(format!("the text that begins with {open} does not end"));
    }
    if depth > 0 {
        return Err("a bracket is not closed".to_owned());
    }
    parts.push(text[start..].trim());
    if parts.iter().any(|part| part.is_empty()) {
        return Err("expected a value, found nothing".to_owned());
    }
    Ok(parts)
}

/// The numbers of a range; `None` where the text is none.
fn range(text: &str) -> Result<Option<Vec<String>>, String> {
    let Some((first, rest)) = text.split_once("..") else {
        return Ok(None);
    };
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (Some(first), Some(last)) = (Decimal::read(first), Decimal::read(last)) else {
        // A text with dots is no range, unless one of its ends was meant as a number.
        return match is_like_number(first) || is_like_number(last) {
            true => Err(format!("expected a range such as 10..100:10, found {text}")),
            false => Ok(None),
        };
    };
    let step = Decimal::read(step)
        .ok_or_else(|| format!("expected a number as the step of {text}, found {step}"))?;
    let places = first.places.max(last.places).max(step.places);
    let scaled = |number: Decimal| {
        let shift = 10_i128.pow(places - number.places);
        number
            .digits
            .checked_mul(shift)
            .ok_or_else(|| format!("{text} has too many digits"))
    };
    let (first, last, step) = (scaled(first)?, scaled(last)?, scaled(step)?);
    if step == 0 {
        return Err(format!("expected a step other than 0, found {text}"));
    }
    let count = last.checked_sub(first).map(|way| way / step);
    let reversed = (last - first).signum() * step.signum() < 0;
    match count {
        _ if reversed => Err(format!(
            "the range {text} is empty: its step leads away from its end"
        )),
        Some(count) if count.unsigned_abs() < u128::from(MOST) => {
            let numbers = (0..=count).map(|number| write(first + number * step, places));
            Ok(Some(numbers.collect()))
        }
        _ => Err(too_many()),
    }
}

/// Whether somebody who wrote this meant a number, even if ranges have no such: `1e3`, `inf`, `5x`.
fn is_like_number(text: &str) -> bool {
    let text = text.trim();
    let digits = text.trim_start_matches(['-', '+', '.']);
    digits.starts_with(|c: char| c.is_ascii_digit()) || text.parse::<f64>().is_ok()
}

/// A decimal number: `digits` / 10^`places`.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let whole_is_number = !digits.is_empty() && plain(digits);
        let dotted = text.contains('.');
        // So many digits have room for the longest shift.
        if !whole_is_number || !plain(fraction) || dotted == fraction.is_empty() || text.len() > 20
        {
            return None;
        }
        Some(Decimal {
            digits: format!("{whole}{fraction}").parse().ok()?,
            places: fraction.len() as u32,
        })
    }
}

fn write(digits: i128, places: u32) -> String {
    if places == 0 {
        return digits.to_string();
    }
    let unit = 10_u128.pow(places);
    let (whole, fraction) = (digits.unsigned_abs() / unit, digits.unsigned_abs() % unit);
    let sign = if digits < 0 { "-" } else { "" };
    format!("{sign}{whole}.{fraction:0width$}", width = places as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        values(text)
    }

    #[test]
    fn ranges_include_both_ends_and_are_not_rounded() {
        let cases = [
            ("1,2,5", "1 2 5"),
            ("10..100:30", "10 40 70 100"),
            ("10..100:40", "10 50 90"),
            ("3..5", "3 4 5"),
            ("5..5", "5"),
            ("5..3:-1", "5 4 3"),
            ("-2..2:2", "-2 0 2"),
            ("0.1..0.5:0.1", "0.1 0.2 0.3 0.4 0.5"),
            ("0..1:0.25", "0.0 0.25 0.5 0.75 1.0"),
            ("1.0..3.0:1.0", "1.0 2.0 3.0"),
            ("0.7..1.0:0.1", "0.7 0.8 0.9 1.0"),
            ("1,2,inf", "1 2 inf"),
            ("0x10,1_000", "16 1000"),
            ("18446744073709551615", "18446744073709551615"),
            ("-0.5..0.5:0.5", "-0.5 0.0 0.5"),
            ("1, 2 ,10..20:5", "1 2 10 15 20"),
            ("fsync,ssync", "fsync ssync"),
            ("true,false", "true false"),
            ("a..b", "a..b"),
            ("1e3", "1000.0"),
            ("\"fsync\",'12'", "fsync \"12\""),
        ];
        for (text, wanted) in cases {
            let wanted: Vec<_> = wanted.split(' ').map(str::to_owned).collect();
            assert_eq!(read(text), Ok(wanted), "{text}");
        }
        assert_eq!(read("[1, 2],[3, 4]").unwrap(), ["[1, 2]", "[3, 4]"]);
        assert_eq!(read(r#""a, \"b",'c, d'"#).unwrap(), [r#"a, "b"#, "c, d"]);
        assert_eq!(read("{ a = 1, b = 2 }").unwrap(), ["{ a = 1, b = 2 }"]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let cases = [
            ("", "expected a value, found nothing"),
            ("1,,2", "expected a value, found nothing"),
            (
                "5..1",
                "the range 5..1 is empty: its step leads away from its end",
            ),
            (
                "1..5:-1",
                "the range 1..5:-1 is empty: its step leads away from its end",
            ),
            ("1..5:0", "expected a step other than 0, found 1..5:0"),
            ("1..5:x", "expected a number as the step of 1..5:x, found x"),
            ("1..x", "expected a range such as 10..100:10, found 1..x"),
            (
                "1..2..3",
                "expected a range such as 10..100:10, found 1..2..3",
            ),
            ("0..1000000000", "expected at most 1000000 values"),
            ("\"a", "the text that begins with \" does not end"),
            ("[1, 2", "a bracket is not closed"),
            ("1]", "expected no ] here"),
            ("1,nan", "expected a number, found nan"),
            (
                "nan..5",
                "expected a range such as 10..100:10, found nan..5",
            ),
            (
                "1..inf",
                "expected a range such as 10..100:10, found 1..inf",
            ),
            (
                "1e0..1e3",
                "expected a range such as 10..100:10, found 1e0..1e3",
            ),
            (
                "1..5:inf",
                "expected a number as the step of 1..5:inf, found inf",
            ),
            (".5..1", "expected a range such as 10..100:10, found .5..1"),
            ("x..5", "expected a range such as 10..100:10, found x..5"),
            ("5..", "expected a range such as 10..100:10, found 5.."),
            (
                "0..1:0.0000000000000000001",
                "expected a number as the step of 0..1:0.0000000000000000001, found 0.0000000000000000001",
            ),
        ];
        for (text, words) in cases {
            assert_eq!(read(text), Err(words.to_owned()), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_equal_are_the_same_to_a_parameter() {
        assert_eq!(sameness("1"), sameness("1.0"));
        assert_eq!(sameness("-0.0"), sameness("0"));
        assert_ne!(sameness("1"), sameness("1.5"));
        assert_ne!(sameness("1"), sameness("\"1\""));
        assert_eq!(canonical("1e21").as_deref(), Ok("1e21"));
    }

    proptest! {
        #[test]
        fn a_range_has_its_ends_and_even_steps(
            first in -1000_i64..1000,
            step in 1_i64..50,
            count in 0_i64..100,
            places in 0_usize..4,
        ) {
            let decimal = |digits: i64| write(i128::from(digits), places as u32);
            let last = first + step * count;
            let text = format!("{}..{}:{}", decimal(first), decimal(last), decimal(step));
            let found = read(&text).unwrap();
            prop_assert_eq!(found.len() as i64, count + 1);
            for (place, value) in (0..).zip(&found) {
                let nearest: f64 = decimal(first + step * place).parse().unwrap();
                prop_assert_eq!(value.parse::<f64>().unwrap(), nearest);
            }
            let back = format!("{}..{}:-{}", decimal(last), decimal(first), decimal(step));
            let mut back = read(&back).unwrap();
            back.reverse();
            prop_assert_eq!(back, found);
        }

        #[test]
        fn words_mean_themselves(text in "[a-z0-9.,:\\-\\[\\]{}\"' =]{0,20}") {
            for value in read(&text).unwrap_or_default() {
                prop_assert_eq!(canonical(&value), Ok(value));
            }
        }
    }
}
