//! The natural order of names, and which values are left out.

use std::cmp::Ordering;

use super::scale::usable;

/// Compares names so that numbers in them count by their values: `n=9` before `n=10`, and
/// `rate=0.25` before `rate=0.5`.
pub(super) fn natural(one: &str, other: &str) -> Ordering {
    let (ones, others) = (pieces(one), pieces(other));
    let differs = ones
        .iter()
        .zip(&others)
        .map(|(a, b)| a.compare(b))
        .find(|o| o.is_ne());
    differs
        .unwrap_or_else(|| ones.len().cmp(&others.len()))
        .then_with(|| one.cmp(other))
}

/// The places of names in their natural order.
pub(super) fn naturally<'a>(names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let names: Vec<&str> = names.collect();
    let mut places: Vec<usize> = (0..names.len()).collect();
    places.sort_by(|a, b| natural(names[*a], names[*b]));
    places
}

/// What a group is called in a legend where others have names.
pub(super) fn called(name: &str) -> &str {
    if name.is_empty() { "no name" } else { name }
}

/// A part of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Number(f64),
    Letter(char),
}

impl Piece {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Piece::Number(a), Piece::Number(b)) => a.total_cmp(b),
            (Piece::Letter(a), Piece::Letter(b)) => a.cmp(b),
            (Piece::Number(_), Piece::Letter(_)) => Ordering::Less,
            (Piece::Letter(_), Piece::Number(_)) => Ordering::Greater,
        }
    }
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(letter) = rest.chars().next() {
        // A minus belongs to a number unless it joins it to a word.
        let joined = matches!(pieces.last(), Some(Piece::Letter(last)) if last.is_alphanumeric())
            || matches!(pieces.last(), Some(Piece::Number(_)));
        let minus = usize::from(letter == '-' && !joined);
        let long = digits(&rest[minus..]);
        let number = rest.get(..minus + long).filter(|_| long > 0);
        if let Some(value) = number.and_then(|number| number.parse().ok()) {
            pieces.push(Piece::Number(value));
            rest = &rest[minus + long..];
        } else {
            pieces.push(Piece::Letter(letter));
            rest = &rest[letter.len_utf8()..];
        }
    }
    pieces
}

/// How many bytes at the beginning are digits, with a point and digits after it if they follow.
fn digits(text: &str) -> usize {
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = count(text);
    match text[whole..].strip_prefix('.').map(count) {
        Some(decimals) if whole > 0 && decimals > 0 => whole + 1 + decimals,
        _ => whole,
    }
}

/// Counts the values that are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sieve {
    no_numbers: usize,
    not_positive: usize,
}

impl Sieve {
    /// Whether a value can be drawn; counts it where not.
    pub(super) fn keeps(&mut self, value: f64, log: bool) -> bool {
        let kept = usable(value, log);
        if !usable(value, false) {
            self.no_numbers += 1;
        } else if !kept {
            self.not_positive += 1;
        }
        kept
    }

    /// Whether both parts of a point can be drawn; counts it once where not.
    pub(super) fn keeps_both(&mut self, point: [f64; 2], log: [bool; 2]) -> bool {
        let [x, y] = point;
        if usable(x, log[0]) {
            self.keeps(y, log[1])
        } else {
            self.keeps(x, log[0])
        }
    }

    /// What has been left out, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match self.no_numbers {
            0 => (),
            1 => notes.push("1 value that is no finite number is left out.".to_owned()),
            n => notes.push(format!(
                "{n} values that are no finite numbers are left out."
            )),
        }
        match self.not_positive {
            0 => (),
            1 => notes.push(
                "1 value that is not positive has no place on a logarithmic axis.".to_owned(),
            ),
            n => notes.push(format!(
                "{n} values that are not positive have no place on a logarithmic axis."
            )),
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_by_value() {
        let sorted = [
            "", "-2", "-1", "1", "2", "10", "10 m", "a", "n=-0.5", "n=0.25", "n=0.5", "n=9",
            "n=10", "n=10-1", "n=10-2", "n=x", "ä",
        ];
        for (place, one) in sorted.iter().enumerate() {
            for other in &sorted[place + 1..] {
                assert_eq!(natural(one, other), Ordering::Less, "{one:?} {other:?}");
                assert_eq!(natural(other, one), Ordering::Greater, "{one:?} {other:?}");
            }
            assert_eq!(natural(one, one), Ordering::Equal);
        }
        assert_eq!(naturally(["b10", "b9", "a"].into_iter()), [2, 1, 0]);
        assert_eq!(
            natural("1.0", "1"),
            Ordering::Greater,
            "equal numbers, different names"
        );
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let mut sieve = Sieve::default();
        assert!(sieve.notes().is_empty());
        assert!(sieve.keeps(-1.0, false) && !sieve.keeps(-1.0, true));
        assert!(!sieve.keeps_both([f64::NAN, f64::NAN], [false, false]));
        assert!(!sieve.keeps_both([0.0, f64::INFINITY], [false, false]));
        assert_eq!(
            sieve.notes(),
            [
                "2 values that are no finite numbers are left out.",
                "1 value that is not positive has no place on a logarithmic axis."
            ]
        );
    }
}
