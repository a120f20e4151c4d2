//! Seeds, which may be larger than the numbers of TOML.

use std::fmt;

use super::field::{Field, Refusal, Rule};
use super::tree::{Node, Value};

/// A seed of any size, for `rng = "numpy"`, which takes more than 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A seed from 0 to 2^64-1.
    Small(u64),
    /// A larger one: its decimal digits, without leading zeros.
    Large(String),
}

/// The most digits that a seed may have.
const LONGEST: usize = 1_000;

/// The largest whole number that every reader of JSON takes exactly.
const EXACT_IN_JSON: u64 = 1 << 53;

impl Seed {
    /// Reads decimal digits; nothing else is a seed, and neither are more than 1,000 digits.
    pub fn parse(digits: &str) -> Option<Self> {
        let valid = !digits.is_empty()
            && digits.len() <= LONGEST
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        let significant = digits.trim_start_matches('0');
        match valid {
            false => None,
            true if significant.is_empty() => Some(Self::Small(0)),
            true => Some(match significant.parse() {
                Ok(seed) => Self::Small(seed),
                Err(_) => Self::Large(significant.to_owned()),
            }),
        }
    }

    fn read(found: &Node) -> Option<Self> {
        match &found.value {
            Value::Integer(value) => u64::try_from(*value).ok().map(Self::Small),
            Value::Text(digits) => Self::parse(digits),
            _ => None,
        }
    }

    /// As a number where TOML and JSON agree on it, otherwise as text.
    fn write(&self) -> toml::Value {
        match self {
            Self::Small(seed) if *seed <= EXACT_IN_JSON => toml::Value::Integer(seed.cast_signed()),
            _ => toml::Value::String(self.to_string()),
        }
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self::Small(seed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(seed) => seed.fmt(f),
            Self::Large(digits) => digits.fmt(f),
        }
    }
}

/// Reads a seed from 0 to 2^64-1; see [`Section::seed`](super::Section::seed).
#[derive(Clone, Debug)]
pub struct SmallSeed;

/// Reads a seed of any size; see [`Section::seed`](super::Section::seed).
#[derive(Clone, Debug)]
pub struct AnySeed;

impl<'s> Field<'s, SmallSeed> {
    /// Takes larger seeds too, as decimal digits in quotes, at most 1,000 of them.
    pub fn any_size(self) -> Field<'s, AnySeed> {
        Field {
            section: self.section,
            key: self.key,
            rule: AnySeed,
        }
    }
}

impl Rule for SmallSeed {
    type Value = u64;
    type Default = u64;

    fn expected(&self) -> String {
        format!(
            "a seed between 0 and {} (above {} in quotes)",
            u64::MAX,
            i64::MAX
        )
    }

    fn read(&self, found: &Node) -> Result<u64, Refusal> {
        match Seed::read(found) {
            Some(Seed::Small(seed)) => Ok(seed),
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &u64) -> toml::Value {
        Seed::Small(*value).write()
    }

    fn write_default(&self, default: u64) -> toml::Value {
        self.write(&default)
    }
}

impl Rule for AnySeed {
    type Value = Seed;
    type Default = Seed;

    fn expected(&self) -> String {
        format!(
            "a seed of at least 0 (above {} in quotes, at most {LONGEST} digits)",
            i64::MAX
        )
    }

    fn read(&self, found: &Node) -> Result<Seed, Refusal> {
        Seed::read(found).ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &Seed) -> toml::Value {
        value.write()
    }

    fn write_default(&self, default: Seed) -> toml::Value {
        self.write(&default)
    }
}
