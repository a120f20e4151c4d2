//! Seeds of any size, as numpy accepts them.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The seed of a recorded run: a whole number, not negative, of any size.
///
/// numpy seeds its generators from the base-2^32 digits of the number, so nothing is lost above 64
/// bits. Shown, compared and serialised as the decimal number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seed {
    /// Base-2^32 digits, least significant first; never empty, without leading zero digits except
    /// for zero itself.
    words: Vec<u32>,
}

/// The reason why a text is no seed: it is not a plain decimal number, or it has more than
/// [`Seed::MAX_DIGITS`] digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a seed is a whole number of 1 to {} decimal digits, without a sign",
    Seed::MAX_DIGITS
)]
pub struct NotASeed;

impl Seed {
    /// The most decimal digits that a seed may have. Reading takes time with the square of the
    /// length, and no sensible seed comes near.
    pub const MAX_DIGITS: usize = 1000;

    /// The base-2^32 digits, least significant first: the entropy words of numpy's seeding. Zero is
    /// one zero word.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The seed as a 64-bit number; `None` when it is larger.
    pub fn to_u64(&self) -> Option<u64> {
        match *self.words.as_slice() {
            [low] => Some(u64::from(low)),
            [low, high] => Some(u64::from(high) << 32 | u64::from(low)),
            _ => None,
        }
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        let words = if high == 0 {
            vec![low]
        } else {
            vec![low, high]
        };
        Self { words }
    }
}

impl FromStr for Seed {
    type Err = NotASeed;

    /// Reads a decimal number; leading zeros are allowed.
    ///
    /// # Errors
    ///
    /// [`NotASeed`] for an empty text, a sign, anything that is no decimal digit, and more than
    /// [`Seed::MAX_DIGITS`] digits.
    fn from_str(text: &str) -> Result<Self, NotASeed> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || text.len() > Self::MAX_DIGITS {
            return Err(NotASeed);
        }
        let mut words = vec![0_u32];
        for digit in text.bytes() {
            let mut carry = u64::from(digit - b'0');
            for word in &mut words {
                carry += u64::from(*word) * 10;
                *word = carry as u32;
                carry >>= 32;
            }
            if carry > 0 {
                words.push(carry as u32);
            }
        }
        Ok(Self { words })
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u64 = 1_000_000_000;
        let mut rest = self.words.clone();
        let mut chunks = Vec::new();
        // Long division by 10^9, most significant word first, until nothing is left.
        while rest.iter().any(|&word| word != 0) {
            let mut remainder = 0_u64;
            for word in rest.iter_mut().rev() {
                let value = remainder << 32 | u64::from(*word);
                *word = (value / CHUNK) as u32;
                remainder = value % CHUNK;
            }
            chunks.push(remainder);
        }
        write!(f, "{}", chunks.pop().unwrap_or(0))?;
        chunks
            .iter()
            .rev()
            .try_for_each(|chunk| write!(f, "{chunk:09}"))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_the_digits_in_base_two_to_the_32() {
        let seed = |text: &str| text.parse::<Seed>().unwrap();
        assert_eq!(seed("0").words(), [0]);
        assert_eq!(seed("0042").words(), [42]);
        assert_eq!(seed("4294967296").words(), [0, 1]);
        assert_eq!(seed("18446744073709551616").words(), [0, 0, 1]);
        // 2^128 + 5
        assert_eq!(
            seed("340282366920938463463374607431768211461").words(),
            [5, 0, 0, 0, 1]
        );
        assert_eq!(seed("18446744073709551615").to_u64(), Some(u64::MAX));
        assert_eq!(seed("18446744073709551616").to_u64(), None);
    }

    #[test]
    fn what_is_no_whole_number_is_refused() {
        for text in ["", "-1", "+1", "1.0", "1e3", " 1", "0x10", "½"] {
            assert_eq!(text.parse::<Seed>(), Err(NotASeed), "{text:?}");
        }
        assert_eq!(
            "9".repeat(Seed::MAX_DIGITS + 1).parse::<Seed>(),
            Err(NotASeed)
        );
    }

    proptest! {
        #[test]
        fn decimal_round_trip(text in "[1-9][0-9]{0,80}") {
            prop_assert_eq!(text.parse::<Seed>().unwrap().to_string(), text);
        }

        #[test]
        fn sixty_four_bits_agree_with_the_decimal_number(number: u64) {
            let seed = Seed::from(number);
            prop_assert_eq!(seed.to_u64(), Some(number));
            prop_assert_eq!(number.to_string().parse::<Seed>().unwrap(), seed);
        }
    }
}
