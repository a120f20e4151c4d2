//! How late the operations of a wall-clock run were.

use std::collections::BTreeMap;

use crate::arbiter::Committed;
use crate::model::{Figure, Subject, WallClock};

/// Counts how late operations were. Values are kept to about 1.6 %, so that a long run takes no
/// more memory than a short one.
#[derive(Debug)]
pub(super) struct Lateness {
    rate: f64,
    /// How often which value came, by the upper bits of the number.
    counts: BTreeMap<u64, u64>,
    greatest: f64,
}

/// The lower bits of a number that are not kept: what is left has 6 bits of the mantissa.
const DROPPED: u32 = 46;

impl Lateness {
    pub(super) fn new(clock: WallClock) -> Self {
        Lateness {
            rate: clock.rate,
            counts: BTreeMap::new(),
            greatest: 0.0,
        }
    }

    pub(super) fn committed<M: Subject>(&mut self, committed: &Committed<'_, M>) {
        if !M::is_timed(committed.event.kind) {
            return;
        }
        let late = committed.event.time - committed.event.due;
        let milliseconds = (late / self.rate * 1e3).max(0.0);
        self.greatest = self.greatest.max(milliseconds);
        *self
            .counts
            .entry(milliseconds.to_bits() >> DROPPED)
            .or_default() += 1;
    }

    /// The value that this part of all do not exceed, in milliseconds.
    fn quantile(&self, part: f64) -> f64 {
        let all: u64 = self.counts.values().sum();
        let mut left = (part * all as f64) as u64;
        for (&bits, &count) in &self.counts {
            if left < count {
                return f64::from_bits(bits << DROPPED);
            }
            left -= count;
        }
        self.greatest
    }

    /// The figures of the run.
    pub(super) fn figures(&self) -> Vec<Figure> {
        if self.counts.is_empty() {
            return Vec::new();
        }
        vec![
            Figure::new("late_median", "late by (median), ms", self.quantile(0.5)),
            Figure::new("late_95", "late by (95 %), ms", self.quantile(0.95)),
            Figure::new("late_max", "late by (largest), ms", self.greatest),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_values_to_two_digits() {
        let mut lateness = Lateness::new(WallClock::at_rate(10.0));
        for value in 1..=1000 {
            let bits = f64::from(value).to_bits() >> DROPPED;
            *lateness.counts.entry(bits).or_default() += 1;
        }
        for (part, wanted) in [(0.5, 500.0), (0.95, 950.0), (0.0, 1.0)] {
            let found = lateness.quantile(part);
            assert!((found - wanted).abs() <= 0.016 * wanted, "{part}: {found}");
        }
    }
}
