//! Sets of labels of ports.

use serde::{Deserialize, Serialize};

use super::super::ports::MOST_PORTS;

/// A set of global labels of the ports of one particle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Labels(u16);

impl Labels {
    /// No labels.
    pub const NONE: Labels = Labels(0);

    /// Adds a label. A label of 10 or more is the label of no port and is left out.
    #[inline]
    pub fn insert(&mut self, label: usize) {
        if label < MOST_PORTS {
            self.0 |= 1 << label;
        }
    }

    /// Takes a label out.
    #[inline]
    pub fn remove(&mut self, label: usize) {
        if label < MOST_PORTS {
            self.0 &= !(1 << label);
        }
    }

    /// Whether a label is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, label: usize) -> bool {
        label < MOST_PORTS && self.0 & (1 << label) != 0
    }

    /// Whether there are no labels.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many labels there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The set as a word: bit i stands for label i.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The labels, from the least on.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MOST_PORTS).filter(move |label| self.contains(*label))
    }
}

impl FromIterator<usize> for Labels {
    fn from_iter<I: IntoIterator<Item = usize>>(labels: I) -> Self {
        let mut set = Labels::NONE;
        labels.into_iter().for_each(|label| set.insert(label));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: Labels = [9, 0, 4, 4].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 4, 9]);
        assert_eq!((set.len(), set.is_empty()), (3, false));
        assert_eq!(set.bits(), 0b10_0001_0001);
        set.remove(4);
        set.remove(77);
        assert!(!set.contains(4) && set.contains(9) && !set.contains(77));
    }

    #[test]
    fn what_labels_no_port_is_left_out() {
        let set: Labels = [10, 16, 1000].into_iter().collect();
        assert_eq!(set, Labels::NONE);
    }
}
