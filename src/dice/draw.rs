//! What can be drawn from raw random words: mostly numpy's algorithms, for every generator.

use std::collections::BTreeSet;

use super::ziggurat;
use crate::math;

/// A source of random words, and everything that is drawn from them.
///
/// The provided methods are those of `Generator` of numpy 2: from the same words they give the same
/// results, bit for bit, and they consume the same number of words. (One exception: the tail of the
/// exponential distribution takes a logarithm, see [`Draw::standard_exponential`].) Two are not
/// numpy's: [`Draw::normal`] and [`Draw::gamma`] follow published algorithms that need no tables,
/// and no program written with numpy has to be reproduced in them.
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

    /// A number from the normal distribution of mean 0 and standard deviation 1.
    ///
    /// Not numpy's `standard_normal`, but the polar method of Marsaglia and Bray, *A Convenient
    /// Method for Generating Normal Variables* (1964): a point (u, v), twice [`Draw::unit`] less 1
    /// each and u drawn first, is drawn until s = u² + v² is in 0 < s < 1; the result is
    /// u √(-2 ln s / s). The second number that the point would give is dropped, so that a draw
    /// leaves nothing behind but the position of the generator. Takes two 64-bit words with
    /// probability π/4 and two more for each point refused: 2.55 on average.
    ///
    /// The result is always finite: s is at least 2⁻¹⁰⁴, so its size stays below √(208 ln 2) < 12.1.
    fn normal(&mut self) -> f64 {
        loop {
            let u = 2.0 * self.unit() - 1.0;
            let v = 2.0 * self.unit() - 1.0;
            let s = u * u + v * v;
            if s > 0.0 && s < 1.0 {
                return u * (-2.0 * math::ln(s) / s).sqrt();
            }
        }
    }

    /// A number ≥ 0 from the gamma distribution of this `shape` and `scale`: its mean is `shape` ·
    /// `scale`, its variance `shape` · `scale`². With `shape` = 1 it is the exponential distribution
    /// of mean `scale`.
    ///
    /// Not numpy's `gamma`, but the method of Marsaglia and Tsang, *A Simple Method for Generating
    /// Gamma Variables* (2000). With d = `shape` - 1/3 and c = 1 / √(9 d), x from [`Draw::normal`] is
    /// drawn until v = (1 + c x)³ is positive, then u from [`Draw::unit`]; d v is taken where
    /// u < 1 - 0.0331 x⁴ or ln u < x²/2 + d (1 - v + ln v), and else all is drawn anew. A `shape`
    /// below 1 is boosted, as given there: the draw for `shape` + 1, times (1 - u) to the power
    /// 1 / `shape` with one more u from [`Draw::unit`], drawn last. (1 - u in place of u, because it
    /// is never zero.)
    ///
    /// Where the true value is below the least double, as most are for a `shape` below about 0.001,
    /// the result is 0.
    ///
    /// # Panics
    ///
    /// If `shape` is not above 0 and finite, or `scale` is not finite and at least 0.
    fn gamma(&mut self, shape: f64, scale: f64) -> f64 {
        assert!(
            shape > 0.0 && shape.is_finite(),
            "a gamma distribution has a finite shape above 0, not {shape}"
        );
        assert!(
            scale >= 0.0 && scale.is_finite(),
            "a gamma distribution has a finite scale of at least 0, not {scale}"
        );
        if shape < 1.0 {
            let boosted = gamma_of_at_least_one(self, shape + 1.0);
            let u = 1.0 - self.unit();
            scale * (boosted * math::pow(u, 1.0 / shape))
        } else {
            scale * gamma_of_at_least_one(self, shape)
        }
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

/// [`Draw::gamma`] with scale 1, for a `shape` of at least 1.
fn gamma_of_at_least_one<D: Draw + ?Sized>(die: &mut D, shape: f64) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = die.normal();
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = die.unit();
        let square = x * x;
        if u < 1.0 - 0.0331 * square * square
            || math::ln(u) < 0.5 * square + d * (1.0 - v + math::ln(v))
        {
            return d * v;
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

#[cfg(test)]
mod tests;
