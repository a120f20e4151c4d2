//! What can be drawn from raw random words: numpy's algorithms, for every generator.

use std::collections::BTreeSet;

use super::ziggurat;

/// A source of random words, and everything that is drawn from them.
///
/// The provided methods are those of `Generator` of numpy 2: from the same words they give the same
/// results, bit for bit, and they consume the same number of words. (One exception: the tail of the
/// exponential distribution takes a logarithm, see [`Draw::standard_exponential`].)
pub trait Draw {
    /// The next 64 random bits.
    fn u64(&mut self) -> u64;

    /// The next 32 random bits.
    fn u32(&mut self) -> u32;

    /// A number in 0 ≤ u < 1, uniform among the multiples of 2⁻⁵³. Takes one 64-bit word.
    ///
    /// numpy: `random()`.
    #[inline]
    fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.u64() >> 11) as f64 * STEP
    }

    /// A number between `low` and `high`, uniform: `low` + (`high` - `low`) u, with u from
    /// [`Draw::unit`]. The result may round up to `high`. Takes one 64-bit word.
    ///
    /// numpy: `uniform(low, high)`, which demands low ≤ high; here the order is free.
    #[inline]
    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number ≥ 0 from the exponential distribution of mean 1.
    ///
    /// numpy: `standard_exponential()`, the ziggurat of Marsaglia and Tsang (2000) with 256 layers.
    /// Takes one 64-bit word in 98.9 % of the calls. In 0.05 % it takes a logarithm, whose last bit
    /// may differ between the C library under numpy and [`crate::math::ln_1p`].
    #[inline]
    fn standard_exponential(&mut self) -> f64 {
        let (layer, word) = ziggurat::split(self.u64());
        let x = word as f64 * f64::from_bits(ziggurat::WE[layer]);
        if word < ziggurat::KE[layer] {
            x
        } else {
            ziggurat::edge(self, layer, x)
        }
    }

    /// A number ≥ 0 from the exponential distribution of mean `scale`.
    ///
    /// numpy: `exponential(scale)`. A rate λ is a scale of 1 / λ.
    #[inline]
    fn exponential(&mut self, scale: f64) -> f64 {
        scale * self.standard_exponential()
    }

    /// An integer in 0..`n`, exactly uniform. Takes one 32-bit word and rarely more; for `n` = 1 it
    /// takes none.
    ///
    /// numpy: `integers(0, n)`, the multiplication of Lemire (2019).
    ///
    /// # Panics
    ///
    /// If `n` is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is no integer below 0 to draw");
        if n == 1 {
            return 0;
        }
        let mut product = u64::from(self.u32()) * u64::from(n);
        if (product as u32) < n {
            // The 2^32 mod n products that would make some results more likely than others.
            let surplus = n.wrapping_neg() % n;
            while (product as u32) < surplus {
                product = u64::from(self.u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// An index into a slice of `len` items: [`Draw::below`] for a `usize`.
    ///
    /// # Panics
    ///
    /// If `len` is 0, or does not fit into 32 bits.
    #[inline]
    fn index(&mut self, len: usize) -> usize {
        self.below(narrow(len)) as usize
    }

    /// Brings `items` into a random order, each order equally likely.
    ///
    /// numpy: `shuffle(items)` for a list, that is Fisher and Yates from the last item down, each
    /// partner drawn by masking 32-bit words and rejecting those too large.
    ///
    /// # Panics
    ///
    /// If the number of items does not fit into 32 bits.
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for i in (1..narrow(items.len())).rev() {
            let mask = u32::MAX >> i.leading_zeros();
            let j = loop {
                let j = self.u32() & mask;
                if j <= i {
                    break j;
                }
            };
            items.swap(i as usize, j as usize);
        }
    }

    /// `k` distinct integers of 0..`n` in random order, every outcome equally likely.
    ///
    /// numpy: `choice(n, size=k, replace=False)`: where `n` > 10000 and `k` > `n` / 50, the tail of
    /// a partial Fisher-Yates shuffle of 0..`n`; otherwise the sampling of Floyd (Bentley and Floyd
    /// 1987), shuffled.
    ///
    /// # Panics
    ///
    /// If `k` is greater than `n`, or `n` does not fit into 32 bits.
    fn choose(&mut self, n: usize, k: usize) -> Vec<usize> {
        assert!(k <= n, "{k} distinct integers cannot be chosen among {n}");
        if n > 10_000 && k > n / 50 {
            let mut all: Vec<usize> = (0..n).collect();
            swap_down(self, &mut all, (n - k).max(1));
            all.split_off(n - k)
        } else {
            let mut taken = BTreeSet::new();
            let mut chosen = Vec::with_capacity(k);
            for last in n - k..n {
                let drawn = self.index(last + 1);
                let item = if taken.contains(&drawn) { last } else { drawn };
                taken.insert(item);
                chosen.push(item);
            }
            swap_down(self, &mut chosen, 1);
            chosen
        }
    }
}

/// The steps `items.len() - 1 ..= first`, downwards, of a Fisher-Yates shuffle with unmasked draws.
fn swap_down<D: Draw + ?Sized>(die: &mut D, items: &mut [usize], first: usize) {
    for i in (first..items.len()).rev() {
        let j = die.index(i + 1);
        items.swap(i, j);
    }
}

/// `len` as the 32-bit number that one word can cover.
#[inline]
fn narrow(len: usize) -> u32 {
    match u32::try_from(len) {
        Ok(len) => len,
        Err(_) => panic!("{len} items are too many to draw among"),
    }
}
