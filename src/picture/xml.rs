//! Writing XML: text that is escaped, numbers that are short.

use std::fmt;

/// Text as it may stand in an element or an attribute.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML has no way to write most control characters.
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                    f.write_str("\u{fffd}")?
                }
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// A length or coordinate: at most two digits after the point.
pub(super) struct Num(pub(super) f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.2}", self.0);
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if digits == "-0" { "0" } else { digits })
    }
}

#[cfg(test)]
mod tests {
    use super::{Escaped, Num};

    #[test]
    fn text_is_escaped() {
        let text = Escaped("<a & 'b' \"c\">\n\u{0}ä").to_string();
        assert_eq!(
            text,
            "&lt;a &amp; &#39;b&#39; &quot;c&quot;&gt;\u{fffd}\u{fffd}ä"
        );
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.001, 1.5, -2.0, 100.0, 1.0 / 3.0];
        let written = numbers.map(|x| Num(x).to_string());
        assert_eq!(written, ["0", "0", "1.5", "-2", "100", "0.33"]);
    }
}
