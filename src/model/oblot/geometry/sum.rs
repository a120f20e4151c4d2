//! Sums of many numbers, to the bits of Python.
//!
//! Since CPython 3.12 `sum()` keeps the rounding errors of Python's own floats beside the sum and
//! brings them in at the end. Numbers of numpy it just adds: from the first of them on it goes from
//! left to right. In the original simulator all times are numpy's, and with them every position that
//! was computed from one.

/// The sum of numbers with what was lost by rounding, by the algorithm of Neumaier (1974). Zero
/// without numbers.
///
/// Equal to `sum()` of floats in CPython 3.12 and later.
#[must_use]
pub fn compensated(numbers: impl IntoIterator<Item = f64>) -> f64 {
    python(numbers.into_iter().map(|number| (number, false)))
}

/// The sum of numbers of which some are numpy's; zero without numbers.
///
/// Equal to `sum()` in CPython 3.12 and later.
#[must_use]
pub fn python(numbers: impl IntoIterator<Item = (f64, bool)>) -> f64 {
    let mut sum = Sum::default();
    let mut numbers = numbers.into_iter();
    for (number, is_numpys) in numbers.by_ref() {
        if is_numpys {
            let sum = sum.whole() + number;
            return numbers.fold(sum, |sum, (number, _)| sum + number);
        }
        sum.add(number);
    }
    sum.whole()
}

/// A sum on its way.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, number: f64) {
        let sum = self.sum + number;
        self.lost += if self.sum.abs() >= number.abs() {
            (self.sum - sum) + number
        } else {
            (number - sum) + self.sum
        };
        self.sum = sum;
    }

    /// The sum with what was lost. Beside an infinite sum that is no number, and is left out.
    fn whole(&self) -> f64 {
        if self.lost.is_finite() {
            self.sum + self.lost
        } else {
            self.sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_are_those_of_python() {
        // Made by CPython 3.12: sum([...]).
        let cases: [(&[f64], f64); 7] = [
            (&[], 0.0),
            (&[-0.0], 0.0),
            (&[0.1; 10], 1.0),
            (&[1e16, 1.0, -1e16], 1.0),
            (&[1.0, 1e100, 1.0, -1e100], 2.0),
            (&[1e308, 1e308, -1e308], f64::INFINITY),
            (&[f64::INFINITY, 1.0], f64::INFINITY),
        ];
        for (numbers, expected) in cases {
            let sum = compensated(numbers.iter().copied());
            assert_eq!(sum.to_bits(), expected.to_bits(), "{numbers:?}");
        }
    }

    #[test]
    fn numbers_of_numpy_end_the_compensation() {
        let sum = |numbers: &[(f64, bool)]| python(numbers.iter().copied());
        let (own, numpys) = (false, true);
        assert_eq!(sum(&[(1e16, numpys), (1.0, own), (-1e16, own)]), 0.0);
        assert_eq!(sum(&[(1e16, own), (1.0, numpys), (-1e16, own)]), 0.0);
        // What was lost so far is brought in before: 1e16 + 2 + 1 is a tie, and rounds up.
        assert_eq!(
            sum(&[
                (1e16, own),
                (1.0, own),
                (1.0, own),
                (1.0, numpys),
                (-1e16, own)
            ]),
            4.0
        );
        assert_eq!(sum(&[(0.1, own); 10]), 1.0);
        assert_eq!(sum(&[(0.1, numpys); 10]), 0.999_999_999_999_999_9);
    }

    proptest! {
        #[test]
        fn whole_numbers_are_summed_exactly(
            numbers in prop::collection::vec(-(1_i64 << 53)..1 << 53, 0..50),
        ) {
            let exact: i128 = numbers.iter().map(|&number| i128::from(number)).sum();
            let sum = compensated(numbers.iter().map(|&number| number as f64));
            // Twice rounded, at the end of a sum whose errors are kept.
            prop_assert!((sum - exact as f64).abs() <= (exact as f64).abs() * f64::EPSILON);
        }
    }
}
