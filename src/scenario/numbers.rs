//! Numbers and whole numbers, within a range.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use super::field::{Field, Refusal, Rule};
use super::tree::{Node, Value};

/// Reads a number; see [`Section::f64`](super::Section::f64).
#[derive(Clone, Debug, Default)]
pub struct Float {
    low: Option<Bound>,
    high: Option<Bound>,
    infinite: bool,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    value: f64,
    included: bool,
}

impl Field<'_, Float> {
    /// Above 0.
    pub fn positive(self) -> Self {
        self.above(0.0)
    }

    /// At least 0; `-0.0` is read as `0.0`.
    pub fn non_negative(self) -> Self {
        self.at_least(0.0)
    }

    /// At least `low`.
    pub fn at_least(mut self, low: f64) -> Self {
        self.rule.low = Some(Bound {
            value: low,
            included: true,
        });
        self
    }

    /// Above `low`, which itself is refused.
    pub fn above(mut self, low: f64) -> Self {
        self.rule.low = Some(Bound {
            value: low,
            included: false,
        });
        self
    }

    /// At most `high`.
    pub fn at_most(mut self, high: f64) -> Self {
        self.rule.high = Some(Bound {
            value: high,
            included: true,
        });
        self
    }

    /// Below `high`, which itself is refused.
    pub fn below(mut self, high: f64) -> Self {
        self.rule.high = Some(Bound {
            value: high,
            included: false,
        });
        self
    }

    /// From the start of the range to its end, both included; a probability is in `0.0..=1.0`.
    pub fn in_range(self, range: RangeInclusive<f64>) -> Self {
        self.at_least(*range.start()).at_most(*range.end())
    }

    /// Takes infinities as well, as far as the range does: `inf`, for what has no limit.
    pub fn or_infinite(mut self) -> Self {
        self.rule.infinite = true;
        self
    }
}

impl Float {
    fn describe(&self, noun: &str) -> String {
        let range = match (self.low, self.high) {
            (None, None) => String::new(),
            (
                Some(Bound {
                    value,
                    included: true,
                }),
                None,
            ) => format!(" of at least {value}"),
            (
                Some(Bound {
                    value,
                    included: false,
                }),
                None,
            ) => format!(" above {value}"),
            (
                None,
                Some(Bound {
                    value,
                    included: true,
                }),
            ) => format!(" of at most {value}"),
            (
                None,
                Some(Bound {
                    value,
                    included: false,
                }),
            ) => format!(" below {value}"),
            (Some(low), Some(high)) => {
                let without = |bound: Bound| if bound.included { "" } else { " (excluded)" };
                let (least, most) = (low.value, high.value);
                format!(
                    " between {least}{} and {most}{}",
                    without(low),
                    without(high)
                )
            }
        };
        format!(
            "{noun}{range}{}",
            if self.infinite { " or inf" } else { "" }
        )
    }

    /// The number, whatever its range; infinities of a resolved scenario in JSON are strings.
    fn number(&self, found: &Node) -> Option<f64> {
        match &found.value {
            Value::Float(value) => Some(*value),
            // Beyond 2^53 the nearest number is taken, as for the same digits with a point.
            Value::Integer(value) => Some(*value as f64),
            Value::Text(text) if self.infinite && text == "inf" => Some(f64::INFINITY),
            Value::Text(text) if self.infinite && text == "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        }
    }

    fn holds(&self, value: f64) -> bool {
        let above = |low: Bound| value > low.value || low.included && value == low.value;
        let below = |high: Bound| value < high.value || high.included && value == high.value;
        self.low.is_none_or(above) && self.high.is_none_or(below)
    }
}

impl Rule for Float {
    type Value = f64;
    type Default = f64;

    fn expected(&self) -> String {
        self.describe("a number")
    }

    fn expected_many(&self) -> String {
        self.describe("numbers")
    }

    fn read(&self, found: &Node) -> Result<f64, Refusal> {
        let refused = |noun| Refusal::new(self.describe(noun), found);
        let value = self.number(found).ok_or_else(|| refused("a number"))?;
        if value.is_nan() || value.is_infinite() && !self.infinite {
            return Err(refused("a finite number"));
        }
        if !self.holds(value) {
            return Err(refused("a number"));
        }
        // What is at least 0 may be compared by its bits later; adding 0 turns -0.0 into 0.0.
        let from_zero = self.low.is_some_and(|low| low.value == 0.0);
        Ok(if from_zero { value + 0.0 } else { value })
    }

    fn write(&self, value: &f64) -> toml::Value {
        toml::Value::Float(*value)
    }

    fn write_default(&self, default: f64) -> toml::Value {
        self.write(&default)
    }
}

/// Reads a whole number; see [`Section::u64`](super::Section::u64).
pub struct Integer<T> {
    low: i64,
    high: i64,
    /// Whether the upper limit is the reader's, and not only that of the type.
    limited: bool,
    kind: PhantomData<T>,
}

impl<T> Integer<T> {
    /// All whole numbers that the type holds.
    pub(crate) fn new(low: i64, high: i64) -> Self {
        Self {
            low,
            high,
            limited: false,
            kind: PhantomData,
        }
    }

    fn describe(&self, noun: &str, limited: bool) -> String {
        let Self { low, high, .. } = self;
        match (*low == i64::MIN, limited) {
            (true, false) => noun.to_owned(),
            (true, true) => format!("{noun} of at most {high}"),
            (false, false) => format!("{noun} of at least {low}"),
            (false, true) => format!("{noun} between {low} and {high}"),
        }
    }
}

impl<T: TryInto<i64>> Field<'_, Integer<T>> {
    /// At least 1.
    pub fn positive(mut self) -> Self {
        self.rule.low = self.rule.low.max(1);
        self
    }

    /// At least 0.
    pub fn non_negative(mut self) -> Self {
        self.rule.low = self.rule.low.max(0);
        self
    }

    /// At least `low`.
    pub fn at_least(mut self, low: T) -> Self {
        self.rule.low = low.try_into().unwrap_or(i64::MAX);
        self
    }

    /// At most `high`.
    pub fn at_most(mut self, high: T) -> Self {
        // A limit beyond what TOML can write is none.
        if let Ok(high) = high.try_into() {
            self.rule.high = self.rule.high.min(high);
            self.rule.limited = true;
        }
        self
    }

    /// From the start of the range to its end, both included.
    pub fn in_range(self, range: RangeInclusive<T>) -> Self {
        let (low, high) = range.into_inner();
        self.at_least(low).at_most(high)
    }
}

impl<T: Copy + fmt::Display + TryFrom<i64> + TryInto<i64>> Rule for Integer<T> {
    type Value = T;
    type Default = T;

    fn expected(&self) -> String {
        self.describe("a whole number", self.limited)
    }

    fn expected_many(&self) -> String {
        self.describe("whole numbers", self.limited)
    }

    fn read(&self, found: &Node) -> Result<T, Refusal> {
        let Value::Integer(value) = found.value else {
            return Err(Refusal::new(self.expected(), found));
        };
        let limited = self.limited || value > self.high;
        let refused = || Refusal::new(self.describe("a whole number", limited), found);
        if !(self.low..=self.high).contains(&value) {
            return Err(refused());
        }
        T::try_from(value).map_err(|_| refused())
    }

    fn write(&self, value: &T) -> toml::Value {
        match (*value).try_into() {
            Ok(value) => toml::Value::Integer(value),
            // Only a default can be beyond what TOML writes; reading it back refuses it.
            Err(_) => toml::Value::String(value.to_string()),
        }
    }

    fn write_default(&self, default: T) -> toml::Value {
        self.write(&default)
    }
}

impl<T> Clone for Integer<T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T> fmt::Debug for Integer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Integer({}..={})", self.low, self.high)
    }
}
