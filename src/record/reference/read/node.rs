//! A JSON value that knows where it stands, so that every refusal can name the place.

use crate::record::reference::{Point, ReferenceError, python};
use crate::scenario::Seed;
use serde_json::Value;

/// The run that is being read.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) run: &'a str,
}

impl Place<'_> {
    /// The refusal of a run whose values contradict each other.
    pub(super) fn contradiction(self, key: impl Into<String>, reason: String) -> ReferenceError {
        let (file, run) = (self.file.to_owned(), self.run.to_owned());
        ReferenceError::Contradiction {
            file,
            run,
            key: key.into(),
            reason,
        }
    }
}

/// A value of the run with the path that leads to it.
#[derive(Clone)]
pub(super) struct Node<'a> {
    place: Place<'a>,
    path: String,
    value: &'a Value,
}

type Read<T> = Result<T, ReferenceError>;

impl<'a> Node<'a> {
    /// The whole run.
    pub(super) fn root(place: Place<'a>, value: &'a Value) -> Self {
        Self {
            place,
            path: String::new(),
            value,
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn value(&self) -> &'a Value {
        self.value
    }

    /// The node, or `None` for a null.
    pub(super) fn present(self) -> Option<Self> {
        (!self.value.is_null()).then_some(self)
    }

    /// The refusal of this value.
    pub(super) fn refuse(&self, expected: impl Into<String>) -> ReferenceError {
        ReferenceError::Value {
            file: self.place.file.to_owned(),
            run: self.place.run.to_owned(),
            key: if self.path.is_empty() {
                "the run".to_owned()
            } else {
                self.path.clone()
            },
            expected: expected.into(),
            found: shortened(self.value),
        }
    }

    /// The value of the first of the keys that is there, be it null; keys are alternative spellings.
    pub(super) fn get(&self, keys: &[&str]) -> Option<Self> {
        let object = self.value.as_object()?;
        let (key, value) = keys.iter().find_map(|key| object.get_key_value(*key))?;
        let dot = if self.path.is_empty() { "" } else { "." };
        Some(Self {
            place: self.place,
            path: format!("{}{dot}{key}", self.path),
            value,
        })
    }

    /// The same, where a null counts as absent.
    pub(super) fn get_present(&self, keys: &[&str]) -> Option<Self> {
        self.get(keys).and_then(Self::present)
    }

    /// The same, for a key that must be there.
    pub(super) fn need(&self, keys: &[&str], expected: &str) -> Read<Self> {
        self.get(keys).ok_or_else(|| self.missing(keys, expected))
    }

    /// The refusal of an object without any of the keys.
    pub(super) fn missing(&self, keys: &[&str], expected: &str) -> ReferenceError {
        let dot = if self.path.is_empty() { "" } else { "." };
        ReferenceError::Missing {
            file: self.place.file.to_owned(),
            run: self.place.run.to_owned(),
            key: format!("{}{dot}{}", self.path, keys.first().unwrap_or(&"")),
            expected: expected.to_owned(),
        }
    }

    /// Requires an object.
    pub(super) fn object(self) -> Read<Self> {
        if self.value.is_object() {
            Ok(self)
        } else {
            Err(self.refuse("an object"))
        }
    }

    /// The keys of this object that are not among the known ones, with their paths.
    pub(super) fn unknown_keys(&self, known: &[&[&str]]) -> Vec<String> {
        let keys = self
            .value
            .as_object()
            .into_iter()
            .flat_map(|object| object.keys());
        let dot = if self.path.is_empty() { "" } else { "." };
        keys.filter(|key| {
            !known
                .iter()
                .any(|spellings| spellings.contains(&key.as_str()))
        })
        .map(|key| format!("unknown key `{}{dot}{key}`", self.path))
        .collect()
    }

    /// The elements of an array.
    pub(super) fn list(&self) -> Read<Vec<Self>> {
        let list = self
            .value
            .as_array()
            .ok_or_else(|| self.refuse("an array"))?;
        let path = |index| format!("{}[{index}]", self.path);
        let child = |(index, value)| Self {
            place: self.place,
            path: path(index),
            value,
        };
        Ok(list.iter().enumerate().map(child).collect())
    }

    /// A text.
    pub(super) fn text(&self) -> Read<&'a str> {
        self.value.as_str().ok_or_else(|| self.refuse("a text"))
    }

    /// A word of a closed vocabulary.
    pub(super) fn word<T: Copy>(
        &self,
        from_word: impl Fn(&str) -> Option<T>,
        all: &[T],
        word: impl Fn(T) -> &'static str,
    ) -> Read<T> {
        let words = || {
            all.iter()
                .map(|&variant| format!("`{}`", word(variant)))
                .collect::<Vec<_>>()
        };
        let found = self.value.as_str().and_then(from_word);
        found.ok_or_else(|| self.refuse(format!("one of {}", words().join(", "))))
    }

    /// A truth value; 0 and 1 are accepted.
    pub(super) fn truth(&self) -> Read<bool> {
        match (self.value.as_bool(), self.value.as_u64()) {
            (Some(value), _) => Ok(value),
            (None, Some(number @ 0..=1)) => Ok(number == 1),
            _ => Err(self.refuse("true or false")),
        }
    }

    /// A float: a number, a hexadecimal text of Python's, a decimal text, or an infinity. Never NaN.
    pub(super) fn number(&self) -> Read<f64> {
        let number = match self.value {
            Value::Number(number) => number.as_f64(),
            // A long integer in quotes is decimal, although its digits could be hexadecimal ones too.
            Value::String(text) if text.contains(['x', 'X']) => python::from_hex(text),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| !number.is_nan());
        number.ok_or_else(|| self.refuse("a number, or a float in Python's hexadecimal form"))
    }

    /// A finite float.
    pub(super) fn finite(&self) -> Read<f64> {
        let number = self.number()?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.refuse("a finite number"))
        }
    }

    /// A finite float that `holds`; `expected` describes it.
    pub(super) fn finite_where(&self, holds: impl Fn(f64) -> bool, expected: &str) -> Read<f64> {
        let number = self.finite()?;
        if holds(number) {
            Ok(number)
        } else {
            Err(self.refuse(expected))
        }
    }

    /// A whole number from 0 to `most`; `8.0` is accepted for 8.
    pub(super) fn count(&self, most: u64) -> Read<u64> {
        let whole = self.value.as_u64().or_else(|| {
            let number = self.value.as_f64()?;
            // Below 2^53 every whole float is exact.
            let is_whole =
                number.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&number);
            is_whole.then_some(number as u64)
        });
        let number = whole.filter(|&number| number <= most);
        number.ok_or_else(|| self.refuse(format!("a whole number from 0 to {most}")))
    }

    /// A 32-bit whole number of either sign.
    pub(super) fn small_integer(&self) -> Read<i32> {
        let number = self
            .value
            .as_i64()
            .and_then(|number| i32::try_from(number).ok());
        number.ok_or_else(|| self.refuse("a whole number of 32 bits"))
    }

    /// A seed of any size, as a number or a decimal text.
    pub(super) fn seed(&self) -> Read<Seed> {
        let seed = match self.value {
            Value::Number(_) => self.count(u64::MAX).ok().map(Seed::from),
            Value::String(text) => Seed::parse(text),
            _ => None,
        };
        seed.ok_or_else(|| self.refuse("a seed: a whole number, not negative"))
    }

    /// A point: an array of two finite numbers.
    pub(super) fn point(&self) -> Read<Point> {
        match self.list()?.as_slice() {
            [x, y] => Ok((x.finite()?, y.finite()?)),
            _ => Err(self.refuse("an array of two numbers")),
        }
    }

    /// A list of points.
    pub(super) fn points(&self) -> Read<Vec<Point>> {
        self.list()?.iter().map(Self::point).collect()
    }
}

/// A value as JSON, cut after a few words so that a message stays readable.
fn shortened(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
