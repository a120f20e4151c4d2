//! The values of one varied parameter: lists and ranges, as text.
//!
//! A value is the word that `--set` would take: a number, `true`, a word, or TOML. So nothing is rounded
//! on the way from the command line to the scenario.

/// A value list has at most so many entries: each is kept in memory.
const MOST: u64 = 1_000_000;

/// Reads a list of values and ranges, separated by commas: `1,2,5`, `10..100:10`, `0.1..0.5:0.1`,
/// `fsync,ssync`, `"a, b"`, `[1, 2],[3, 4]`. A range includes both ends, where its step meets the second;
/// without a step, it is 1.
///
/// # Errors
///
/// What was expected instead, in words.
pub fn values(text: &str) -> Result<Vec<String>, String> {
    let mut values = Vec::new();
    for part in split(text)? {
        match range(part)? {
            Some(range) => values.extend(range),
            None => values.push(part.to_owned()),
        }
        if values.len() as u64 > MOST {
            return Err(too_many());
        }
    }
    if let Some(twice) = first_double(&values) {
        return Err(format!("expected each value once, found {twice} twice"));
    }
    Ok(values)
}

fn too_many() -> String {
    format!("expected at most {MOST} values")
}

/// The first value that was there before.
fn first_double(values: &[String]) -> Option<&str> {
    let mut sorted: Vec<&str> = values.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let pair = sorted.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(pair[0])
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
        // A path with dots, a text: whatever it is, it is no range.
        return match first.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
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
            ("0..1:0.25", "0.00 0.25 0.50 0.75 1.00"),
            ("-0.5..0.5:0.5", "-0.5 0.0 0.5"),
            ("1, 2 ,10..20:5", "1 2 10 15 20"),
            ("fsync,ssync", "fsync ssync"),
            ("true,false", "true false"),
            ("a..b", "a..b"),
            ("1e3", "1e3"),
        ];
        for (text, wanted) in cases {
            let wanted: Vec<_> = wanted.split(' ').map(str::to_owned).collect();
            assert_eq!(read(text), Ok(wanted), "{text}");
        }
        assert_eq!(read("[1, 2],[3, 4]").unwrap(), ["[1, 2]", "[3, 4]"]);
        assert_eq!(
            read(r#""a, \"b",'c, d'"#).unwrap(),
            [r#""a, \"b""#, "'c, d'"]
        );
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
            ("1,2,1", "expected each value once, found 1 twice"),
        ];
        for (text, words) in cases {
            assert_eq!(read(text), Err(words.to_owned()), "{text}");
        }
    }
}
