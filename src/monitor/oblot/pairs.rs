//! Sets of pairs of robots.

/// The most robots for which pairs are kept: the set then takes 50 MB.
pub(super) const MOST_ROBOTS: usize = 20_000;

/// A set of unordered pairs of different robots: a symmetric matrix of bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// Words in a row.
    width: usize,
    bits: Vec<u64>,
    len: u64,
}

impl Pairs {
    /// No pair of so many robots.
    pub(super) fn none_of(robots: usize) -> Self {
        let width = robots.div_ceil(64);
        Pairs {
            width,
            bits: vec![0; width * robots],
            len: 0,
        }
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Adds a pair; says whether it is new.
    pub(super) fn insert(&mut self, one: u32, other: u32) -> bool {
        let new = self.set(one, other);
        self.set(other, one);
        self.len += u64::from(new);
        new
    }

    fn set(&mut self, row: u32, column: u32) -> bool {
        let word = &mut self.bits[row as usize * self.width + column as usize / 64];
        let bit = 1 << (column % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The partners of a robot, in increasing order.
    pub(super) fn of(&self, robot: u32) -> impl Iterator<Item = u32> + '_ {
        let row = robot as usize * self.width;
        let words = self.bits[row..row + self.width].iter();
        words.enumerate().flat_map(|(index, &word)| Bits {
            word,
            first: 64 * index as u32,
        })
    }
}

/// The places of the set bits of a word.
struct Bits {
    word: u64,
    first: u32,
}

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.word == 0 {
            return None;
        }
        let place = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.first + place)
    }
}

#[cfg(test)]
mod tests {
    use super::Pairs;

    #[test]
    fn pairs_have_no_order_and_are_counted_once() {
        let mut pairs = Pairs::none_of(130);
        assert!(pairs.insert(3, 129));
        assert!(!pairs.insert(129, 3));
        assert!(pairs.insert(3, 64));
        assert!(pairs.insert(3, 0));
        assert_eq!(pairs.len(), 3);
        assert_eq!(pairs.of(3).collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!(pairs.of(129).collect::<Vec<_>>(), [3]);
        assert_eq!(pairs.of(5).count(), 0);
    }
}
