//! Makes Python's JSON readable without loss.
//!
//! Python writes two things that a JSON parser refuses or rounds: integers of any size (a seed may
//! have more than 64 bits) and the words `NaN`, `Infinity` and `-Infinity`. Both are put in quotes
//! here, before parsing; the readers of numbers accept them as texts.

use std::borrow::Cow;

/// The most digits of an integer that a JSON parser is sure to read exactly.
const EXACT_DIGITS: usize = 19;

/// The text with quotes around long integers and around numbers that JSON does not have. Everything
/// inside of texts stays as it is.
pub(super) fn quote_odd_numbers(text: &str) -> Cow<'_, str> {
    let mut quoted = String::new();
    let mut copied = 0;
    for (start, end) in odd_numbers(text) {
        quoted.push_str(&text[copied..start]);
        quoted.push('"');
        quoted.push_str(&text[start..end]);
        quoted.push('"');
        copied = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    quoted.push_str(&text[copied..]);
    Cow::Owned(quoted)
}

/// Where the odd numbers stand, as byte ranges in order.
fn odd_numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            at = after_string(bytes, at);
            continue;
        }
        let end = after_word(bytes, at);
        if end == at {
            at += 1;
            continue;
        }
        if is_odd(&text[at..end]) {
            found.push((at, end));
        }
        at = end;
    }
    found
}

/// The position behind the text that opens at `start`; the end of the input if it never closes.
fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The position behind the number or bare word that starts at `start`; `start` if none does.
fn after_word(bytes: &[u8], start: usize) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    start + length
}

/// Whether a number needs quotes.
fn is_odd(word: &str) -> bool {
    let magnitude = word.strip_prefix('-').unwrap_or(word);
    let is_long = magnitude.len() > EXACT_DIGITS && magnitude.bytes().all(|b| b.is_ascii_digit());
    is_long || matches!(magnitude, "NaN" | "Infinity")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_odd_numbers_outside_of_texts_are_quoted() {
        let quote = |text| quote_odd_numbers(text).into_owned();
        assert_eq!(quote("[1, -2.5e+3, null]"), "[1, -2.5e+3, null]");
        assert_eq!(quote("[NaN,-Infinity]"), r#"["NaN","-Infinity"]"#);
        assert_eq!(
            quote(r#"{"seed":18446744073709551617}"#),
            r#"{"seed":"18446744073709551617"}"#
        );
        assert_eq!(quote("12345678901234567890.0"), "12345678901234567890.0");
        let inside = r#"["NaN \" 99999999999999999999 é", "\\"]"#;
        assert_eq!(quote(inside), inside);
        assert_eq!(quote(r#""never closed \"#), r#""never closed \"#);
        assert!(matches!(quote_odd_numbers("[1]"), Cow::Borrowed(_)));
    }
}
