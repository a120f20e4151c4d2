//! The generator of numpy, for runs that must agree with a program written in Python.

use rand_pcg::Lcg128Xsl64;
use rand_pcg::rand_core::Rng;

use super::Draw;

/// `numpy.random.default_rng(seed)`: PCG64 (O'Neill 2014) behind numpy's `SeedSequence` and its
/// buffer of half words.
///
/// A 32-bit draw takes a whole 64-bit word, returns its low half and keeps the high half for the
/// next 32-bit draw, however many 64-bit words are drawn in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numpy {
    pcg: Lcg128Xsl64,
    half: Option<u32>,
    draws: u128,
}

/// A text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a seed: expected an integer from 0, in decimal digits only")]
pub struct SeedError {
    text: String,
}

impl Numpy {
    /// The generator of numpy's `default_rng(seed)`.
    pub fn from_seed(seed: u64) -> Self {
        Self::from_digits(&[seed as u32, (seed >> 32) as u32])
    }

    /// The generator of numpy's `default_rng(seed)` for a seed of any size, in decimal digits.
    /// Leading zeros do not matter.
    ///
    /// # Errors
    ///
    /// If `seed` is empty or holds anything but the digits 0 to 9.
    pub fn from_decimal(seed: &str) -> Result<Self, SeedError> {
        if seed.is_empty() || !seed.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(SeedError {
                text: seed.to_owned(),
            });
        }
        // The digits of base 2^32, least significant first, by Horner's rule; nine decimal digits at
        // a time fit into 32 bits.
        let mut digits: Vec<u32> = Vec::new();
        for group in seed.as_bytes().chunks(9) {
            let (mut factor, mut carry) = (1, 0);
            for byte in group {
                factor *= 10;
                carry = carry * 10 + u64::from(byte - b'0');
            }
            for digit in &mut digits {
                carry += u64::from(*digit) * factor;
                *digit = carry as u32;
                carry >>= 32;
            }
            if carry > 0 {
                digits.push(carry as u32);
            }
        }
        Ok(Self::from_digits(&digits))
    }

    /// The generator for the seed with these base-2^32 digits, least significant first.
    fn from_digits(digits: &[u32]) -> Self {
        let [state_high, state_low, stream_high, stream_low] = state_words(pool(digits));
        let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        Self {
            pcg: Lcg128Xsl64::new(join(state_high, state_low), join(stream_high, stream_low)),
            half: None,
            draws: 0,
        }
    }

    /// How many raw 64-bit words have been drawn.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// Whether the upper half of an earlier word waits for the next 32-bit draw.
    pub const fn holds_half(&self) -> bool {
        self.half.is_some()
    }

    /// How many 32-bit words have been handed out: two for each 64-bit word, less the half that
    /// waits.
    pub const fn position(&self) -> u128 {
        2 * self.draws - self.holds_half() as u128
    }
}

impl Draw for Numpy {
    #[inline]
    fn u64(&mut self) -> u64 {
        self.draws += 1;
        self.pcg.next_u64()
    }

    #[inline]
    fn u32(&mut self) -> u32 {
        if let Some(half) = self.half.take() {
            return half;
        }
        let word = self.u64();
        self.half = Some((word >> 32) as u32);
        word as u32
    }
}

/// The hash of numpy's `SeedSequence` (after O'Neill's `seed_seq_fe`, 2015): its multiplier moves
/// on with each word.
struct Hash {
    multiplier: u32,
    step: u32,
}

impl Hash {
    /// For words that go into the pool.
    const IN: Self = Self {
        multiplier: 0x43b0_d7e5,
        step: 0x931e_8875,
    };
    /// For words that come out of it.
    const OUT: Self = Self {
        multiplier: 0x8b51_f9dd,
        step: 0x58f3_8ded,
    };

    fn word(&mut self, word: u32) -> u32 {
        let mixed = word ^ self.multiplier;
        self.multiplier = self.multiplier.wrapping_mul(self.step);
        let product = mixed.wrapping_mul(self.multiplier);
        product ^ product >> 16
    }
}

/// The four words of entropy that `SeedSequence` makes of a seed with these base-2^32 digits, least
/// significant first. Zero digits at the end do not matter within the first four words.
fn pool(digits: &[u32]) -> [u32; 4] {
    let mix = |x: u32, y: u32| {
        let mixed = x
            .wrapping_mul(0xca01_f9dd)
            .wrapping_sub(y.wrapping_mul(0x4973_f715));
        mixed ^ mixed >> 16
    };
    let mut hash = Hash::IN;
    let mut pool: [u32; 4] =
        std::array::from_fn(|i| hash.word(digits.get(i).copied().unwrap_or(0)));
    for source in 0..4 {
        for target in (0..4).filter(|target| *target != source) {
            pool[target] = mix(pool[target], hash.word(pool[source]));
        }
    }
    for digit in digits.iter().skip(4) {
        for word in &mut pool {
            *word = mix(*word, hash.word(*digit));
        }
    }
    pool
}

/// `SeedSequence.generate_state(4, numpy.uint64)`: the words that PCG64 is seeded with.
fn state_words(pool: [u32; 4]) -> [u64; 4] {
    let mut hash = Hash::OUT;
    let words: [u32; 8] = std::array::from_fn(|i| hash.word(pool[i % 4]));
    std::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}

#[cfg(test)]
mod tests;
