//! Scales: from values to places along an axis, and the ticks at round values.

use crate::math;

/// Numbers beyond this, and those that are none, cannot be drawn.
const LARGEST: f64 = 1e300;

/// Whether a value can be drawn on an axis.
pub(super) fn usable(value: f64, log: bool) -> bool {
    value.abs() <= LARGEST && (!log || value > 0.0)
}

/// How an axis places its values, evenly or by their logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    log: bool,
    /// The ends; their logarithms to the base 10 for a logarithmic scale.
    low: f64,
    high: f64,
}

/// A place with a label on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// The value of the axis there.
    pub(super) value: f64,
    /// The value as text.
    pub(super) label: String,
}

/// How much of an axis stays free at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Room {
    /// None: the ends are the least and the largest value.
    None,
    /// A little at both ends.
    Both,
    /// A little at both ends; but values that are not negative and reach down near to zero stand on
    /// zero itself.
    FromZero,
}

/// The share of an axis that [`Room`] means by a little.
const LITTLE: f64 = 0.04;

impl Scale {
    /// A scale that covers all values that can be drawn; `None` where there are none.
    pub(super) fn covering(
        values: impl IntoIterator<Item = f64>,
        log: bool,
        room: Room,
    ) -> Option<Self> {
        let mut ends: Option<(f64, f64)> = None;
        for value in values {
            if usable(value, log) {
                let (low, high) = ends.unwrap_or((value, value));
                ends = Some((low.min(value), high.max(value)));
            }
        }
        let (low, high) = ends?;
        let scale = Scale { log, low, high };
        let (mut low, mut high) = (scale.inner(low), scale.inner(high));
        // What differs by rounding alone is one value.
        if high - low <= 1e-12 * high.abs().max(low.abs()) {
            let half = match (log, low == 0.0) {
                (true, _) | (_, true) => 0.5,
                _ => 0.1 * low.abs(),
            };
            (low, high) = (low - half, high + half);
            return Some(Scale { log, low, high });
        }
        let little = LITTLE * (high - low);
        let standing = !log && low >= 0.0 && low <= 0.3 * high;
        match room {
            Room::None => (),
            Room::FromZero if standing => (low, high) = (0.0, high + little),
            Room::Both | Room::FromZero => (low, high) = (low - little, high + little),
        }
        Some(Scale { log, low, high })
    }

    /// A linear scale between two different ends.
    pub(super) fn between(low: f64, high: f64) -> Self {
        Scale {
            log: false,
            low,
            high,
        }
    }

    /// The same with its extent so many times as large, around the same middle.
    pub(super) fn widened(&self, factor: f64) -> Self {
        let half = 0.5 * (factor - 1.0) * self.span();
        Scale {
            low: self.low - half,
            high: self.high + half,
            ..*self
        }
    }

    /// What the scale is even in: the value itself or its logarithm.
    pub(super) fn inner(&self, value: f64) -> f64 {
        if self.log { math::log10(value) } else { value }
    }

    /// The value of which [`Scale::inner`] is this.
    pub(super) fn outer(&self, inner: f64) -> f64 {
        if self.log {
            math::pow(10.0, inner)
        } else {
            inner
        }
    }

    /// The extent of the scale, in decades where it is logarithmic.
    pub(super) fn span(&self) -> f64 {
        self.high - self.low
    }

    /// The place of a value: 0 at the lower end, 1 at the upper.
    pub(super) fn place(&self, value: f64) -> f64 {
        (self.inner(value) - self.low) / self.span()
    }

    /// Ticks at round values, at most so many (but at least one is tried for), in rising order.
    pub(super) fn ticks(&self, most: usize) -> Vec<Tick> {
        let most = most.max(2);
        if self.log {
            self.log_ticks(most)
        } else {
            linear_ticks(self.low, self.high, most)
        }
    }

    /// The places of the small ticks between those with labels: of the digits 2 to 9 of each decade.
    /// Empty for linear scales and where decades are narrow.
    pub(super) fn minor(&self) -> Vec<f64> {
        if !self.log || self.span() > 6.0 {
            return Vec::new();
        }
        self.multiples(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])
    }

    fn log_ticks(&self, most: usize) -> Vec<Tick> {
        let fine = self.multiples(&[1.0, 2.0, 5.0]);
        if fine.len() < 3 {
            return linear_ticks(self.outer(self.low), self.outer(self.high), most);
        }
        if fine.len() <= most {
            return log_labels(fine);
        }
        let decades = self.multiples(&[1.0]);
        let stride = decades.len().div_ceil(most).max(1) as i32;
        let exponent = |value: f64| math::log10(value).round() as i32;
        let wide = decades
            .into_iter()
            .filter(|value| exponent(*value) % stride == 0);
        log_labels(wide.collect())
    }

    /// The values within the scale that are one of these digits times a power of ten.
    fn multiples(&self, digits: &[f64]) -> Vec<f64> {
        let exponents = self.low.floor() as i32..=self.high.ceil() as i32;
        let all = exponents.flat_map(|exponent| {
            digits
                .iter()
                .map(move |digit| digit * power_of_ten(exponent))
        });
        all.filter(|value| self.within(self.inner(*value)))
            .collect()
    }

    fn within(&self, inner: f64) -> bool {
        let margin = 1e-9 * self.span();
        inner >= self.low - margin && inner <= self.high + margin
    }
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten: as many as possible, but at most `most`.
fn linear_ticks(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let raw = (high - low) / most as f64;
    let mut exponent = math::log10(raw).floor() as i32 - 1;
    loop {
        for digit in [1.0, 2.0, 5.0] {
            let step = digit * power_of_ten(exponent);
            // A little more than the scale, or rounding loses the ticks at its ends.
            let first = (low / step - 1e-9).ceil();
            let last = (high / step + 1e-9).floor();
            if last - first + 1.0 <= most as f64 {
                return labelled(first, last, digit, exponent);
            }
        }
        exponent += 1;
    }
}

/// The ticks from the `first` to the `last` multiple of `digit` times ten to the power `exponent`.
fn labelled(first: f64, last: f64, digit: f64, exponent: i32) -> Vec<Tick> {
    let mut values = Vec::new();
    let mut multiple = first;
    while multiple <= last {
        // A division by a power of ten is correctly rounded where a product with a negative power
        // of ten is not: 3 / 10 is 0.3, and 3 * 0.1 is not.
        let value = match u32::try_from(-exponent) {
            Ok(down) if down <= 22 => multiple * digit / power_of_ten(-exponent),
            _ => multiple * digit * power_of_ten(exponent),
        };
        values.push(math::canonical_zero(value));
        multiple += 1.0;
    }
    let largest = values
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    let scientific = largest >= 1e7 || (largest > 0.0 && largest < 1e-4);
    let power = if scientific {
        math::log10(largest).floor() as i32
    } else {
        0
    };
    let decimals = usize::try_from(power - exponent).unwrap_or(0);
    values
        .into_iter()
        .map(|value| {
            let label = if scientific && value != 0.0 {
                let digits = signed(value / power_of_ten(power), decimals, false);
                format!("{digits}×10{}", raised(power))
            } else if scientific {
                "0".to_owned()
            } else {
                signed(value, decimals, largest >= 1e4)
            };
            Tick { value, label }
        })
        .collect()
}

/// The ticks of a logarithmic scale: all as plain numbers, or all as powers of ten.
fn log_labels(values: Vec<f64>) -> Vec<Tick> {
    let plain = values
        .iter()
        .all(|value| (0.999e-3..1.001e5).contains(value));
    let label = |value: f64| {
        let exponent = (math::log10(value) + 1e-9).floor() as i32;
        if plain {
            let decimals = usize::try_from(-exponent).unwrap_or(0);
            return signed(value, decimals, value >= 1e4);
        }
        let digit = (value / power_of_ten(exponent)).round();
        match digit == 1.0 {
            true => format!("10{}", raised(exponent)),
            false => format!("{digit}×10{}", raised(exponent)),
        }
    };
    values
        .into_iter()
        .map(|value| Tick {
            value,
            label: label(value),
        })
        .collect()
}

/// A number as people read it: at most so many digits that matter, but no whole digits lost below
/// ten million; thousands grouped, a real minus sign, powers of ten where it is very large or small.
pub(super) fn readable(value: f64, digits: i32) -> String {
    if !value.is_finite() {
        return "no number".to_owned();
    }
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    let exponent = math::log10(size).floor() as i32;
    let last = digits - 1;
    if (-4..7).contains(&exponent) {
        let decimals = usize::try_from(last - exponent).unwrap_or(0);
        let text = signed(value, decimals, size >= 1e4);
        return match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        };
    }
    let last = usize::try_from(last).unwrap_or(0);
    let digits = signed(value / power_of_ten(exponent), last, false);
    let digits = if last > 0 {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        &digits
    };
    format!("{digits}×10{}", raised(exponent))
}

/// A number with so many decimal places and a real minus sign.
fn signed(value: f64, decimals: usize, grouped: bool) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let whole = text.split('.').next().map_or(0, str::len);
    let mut out = String::new();
    // What is rounded to zero has no sign.
    if value < 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        out.push('−');
    }
    for (place, letter) in text.chars().enumerate() {
        if grouped && place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(letter);
    }
    out
}

/// A whole number as an exponent.
fn raised(exponent: i32) -> String {
    let up = |letter| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    exponent.to_string().chars().map(up).collect()
}

/// The double nearest to a power of ten.
fn power_of_ten(exponent: i32) -> f64 {
    let down = math::power_of_ten_inverse(exponent.unsigned_abs());
    if exponent <= 0 {
        down
    } else {
        // All powers up to 10²² are doubles, and those beyond only have to be near.
        math::pow(10.0, f64::from(exponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, most: usize) -> Vec<String> {
        scale
            .ticks(most)
            .into_iter()
            .map(|tick| tick.label)
            .collect()
    }

    #[test]
    fn ticks_are_round() {
        let cases: [(f64, f64, usize, &[&str]); 9] = [
            (0.0, 1.0, 6, &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (
                0.0,
                10.0,
                11,
                &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
            ),
            (-3.0, 3.0, 4, &["−2", "0", "2"]),
            (
                0.0,
                45_000.0,
                5,
                &["0", "10,000", "20,000", "30,000", "40,000"],
            ),
            (0.0, 8000.0, 5, &["0", "2000", "4000", "6000", "8000"]),
            (0.0, 3e8, 4, &["0", "1×10⁸", "2×10⁸", "3×10⁸"]),
            (0.0, 3e-6, 3, &["0", "2×10⁻⁶"]),
            (1e6, 1e6 + 2.0, 3, &["1,000,000", "1,000,001", "1,000,002"]),
            (0.28, 0.32, 3, &["0.28", "0.30", "0.32"]),
        ];
        for (low, high, most, expected) in cases {
            assert_eq!(
                labels(Scale::between(low, high), most),
                expected,
                "{low} to {high}"
            );
        }
        let values: Vec<f64> = Scale::between(0.0, 1.0)
            .ticks(11)
            .iter()
            .map(|t| t.value)
            .collect();
        assert_eq!(values[3], 0.3);
    }

    #[test]
    fn logarithmic_ticks_are_decades_or_parts_of_them() {
        let scale = |low, high| Scale::covering([low, high], true, Room::None).expect("a scale");
        assert_eq!(labels(scale(1.0, 1000.0), 5), ["1", "10", "100", "1000"]);
        assert_eq!(
            labels(scale(1.0, 100.0), 8),
            ["1", "2", "5", "10", "20", "50", "100"]
        );
        assert_eq!(
            labels(scale(0.001, 10.0), 5),
            ["0.001", "0.01", "0.1", "1", "10"]
        );
        assert_eq!(
            labels(scale(1.0, 1e12), 5),
            ["10⁰", "10³", "10⁶", "10⁹", "10¹²"]
        );
        assert_eq!(
            labels(scale(2e5, 3e6), 4),
            ["2×10⁵", "5×10⁵", "10⁶", "2×10⁶"]
        );
        assert_eq!(labels(scale(3.0, 4.5), 4), ["3.0", "3.5", "4.0", "4.5"]);
        assert_eq!(
            scale(1.0, 10.0).minor(),
            [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
        );
        assert!(scale(1.0, 1e9).minor().is_empty());
    }

    #[test]
    fn any_values_have_a_scale() {
        let covering =
            |values: &[f64], log| Scale::covering(values.iter().copied(), log, Room::Both);
        assert_eq!(covering(&[], false), None);
        assert_eq!(covering(&[f64::NAN, f64::INFINITY, 1e301], false), None);
        assert_eq!(covering(&[0.0, -1.0], true), None);
        let samples: [&[f64]; 8] = [
            &[0.0],
            &[5.0, 5.0],
            &[-5.0],
            &[f64::MIN_POSITIVE, 0.0],
            &[-1e300, 1e300],
            &[1e9, 1e9 + 1e-7],
            &[0.1, 0.1 + 1e-17],
            &[1e-300, 1e300],
        ];
        for values in samples {
            for log in [false, true] {
                let Some(scale) = covering(values, log) else {
                    assert!(log, "{values:?}");
                    continue;
                };
                let places: Vec<f64> = values
                    .iter()
                    .filter(|value| usable(**value, log))
                    .map(|value| scale.place(*value))
                    .collect();
                assert!(
                    places.iter().all(|place| (0.0..=1.0).contains(place)),
                    "{values:?}"
                );
                let ticks = scale.ticks(6);
                assert!(
                    !ticks.is_empty() && ticks.len() <= 6,
                    "{values:?} {ticks:?}"
                );
                for tick in ticks {
                    let place = scale.place(tick.value);
                    assert!((-1e-6..=1.0 + 1e-6).contains(&place), "{values:?} {tick:?}");
                }
            }
        }
    }

    #[test]
    fn values_near_zero_stand_on_it() {
        let from = |values: [f64; 2]| {
            Scale::covering(values, false, Room::FromZero)
                .expect("a scale")
                .place(0.0)
        };
        assert_eq!(from([1.0, 10.0]), 0.0);
        assert!(from([9.0, 10.0]) < 0.0);
        assert!(from([-1.0, 10.0]) > 0.0);
    }

    #[test]
    fn numbers_can_be_read() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (0.125, "0.125"),
            (-2.5, "−2.5"),
            (1234.5, "1234"),
            (1_234_567.0, "1,234,567"),
            (2.5e8, "2.5×10⁸"),
            (1e-9, "1×10⁻⁹"),
            (1.0 / 3.0, "0.3333"),
            (f64::NAN, "no number"),
        ];
        for (value, text) in cases {
            assert_eq!(readable(value, 4), text);
        }
    }
}
