//! Sums of many numbers, to the bits of Python.

/// The sum of numbers, with the rounding errors added up beside it and brought in at the end: the
/// algorithm of Neumaier (1974). Zero without numbers.
///
/// Equal to `sum()` of floats in CPython 3.12 and later.
#[must_use]
pub fn compensated(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for number in numbers {
        let total = sum + number;
        lost += if sum.abs() >= number.abs() {
            (sum - total) + number
        } else {
            (number - total) + sum
        };
        sum = total;
    }
    // Of infinities nothing finite is lost.
    if lost.is_finite() { sum + lost } else { sum }
}

/// The sum of numbers, from left to right. Zero without numbers.
///
/// Equal to `sum()` in Python where the numbers are numpy's: there nothing is compensated.
#[must_use]
pub fn plain(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |sum, number| sum + number)
}
