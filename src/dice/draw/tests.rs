//! The normal and the gamma distribution. What is numpy's is tested against numpy, in
//! `dice::tests` and `dice::numpy`.

use proptest::prelude::*;

use super::Draw;
use crate::dice::{Numpy, Purpose, Stream};

/// Words given in advance. Running out of them is a panic, so a test also counts what is drawn.
#[derive(Debug)]
struct Script(std::vec::IntoIter<u64>);

impl Script {
    /// A script whose units are these, to within 2⁻⁵³.
    fn of_units(units: &[f64]) -> Self {
        let words: Vec<u64> = units
            .iter()
            .map(|unit| ((unit * (1_u64 << 53) as f64) as u64) << 11)
            .collect();
        Self(words.into_iter())
    }
}

impl Draw for Script {
    fn u64(&mut self) -> u64 {
        self.0.next().expect("a word more than the algorithm needs")
    }

    fn u32(&mut self) -> u32 {
        unreachable!("only 64-bit words are drawn here")
    }
}

fn own(seed: u64) -> Stream {
    Stream::new(seed, Purpose::Start, 0)
}

/// Mean, variance, skewness and excess kurtosis of what `draw` gives in 40,000 draws.
fn moments(mut draw: impl FnMut() -> f64) -> [f64; 4] {
    const COUNT: usize = 40_000;
    let sample: Vec<f64> = (0..COUNT).map(|_| draw()).collect();
    let mean_of = |f: &dyn Fn(f64) -> f64| sample.iter().map(|&x| f(x)).sum::<f64>() / COUNT as f64;
    let mean = mean_of(&|x| x);
    let variance = mean_of(&|x| (x - mean) * (x - mean));
    let third = mean_of(&|x| (x - mean) * (x - mean) * (x - mean));
    let fourth = mean_of(&|x| (x - mean) * (x - mean) * (x - mean) * (x - mean));
    let skewness = third / (variance * variance.sqrt());
    [
        mean,
        variance,
        skewness,
        fourth / (variance * variance) - 3.0,
    ]
}

#[track_caller]
fn near(got: f64, want: f64, tolerance: f64) {
    assert!(
        (got - want).abs() <= tolerance,
        "{got} is farther than {tolerance} from {want}"
    );
}

#[test]
fn normal_has_the_moments_of_the_normal_distribution() {
    // Tolerances of five standard errors: 1/√n, √(2/n), √(6/n), √(24/n) with n = 40,000.
    for seed in 0..3 {
        let mut stream = own(seed);
        let [mean, variance, skewness, kurtosis] = moments(|| stream.normal());
        near(mean, 0.0, 0.025);
        near(variance, 1.0, 0.036);
        near(skewness, 0.0, 0.062);
        near(kurtosis, 0.0, 0.13);
    }
}

#[test]
fn normal_has_the_quantiles_of_the_normal_distribution() {
    let mut stream = own(7);
    let mut below = [0_usize; 5];
    let borders = [-2.0, -1.0, 0.0, 1.0, 2.0];
    for _ in 0..40_000 {
        let x = stream.normal();
        for (count, border) in below.iter_mut().zip(borders) {
            *count += usize::from(x < border);
        }
    }
    let shares = [0.022_750_1, 0.158_655_3, 0.5, 0.841_344_7, 0.977_249_9];
    for (count, share) in below.into_iter().zip(shares) {
        near(count as f64 / 40_000.0, share, 0.0125);
    }
}

#[test]
fn normal_does_what_its_description_says() {
    // u = 0.5, v = 0: s = 1/4, so the result is 0.5 √(8 ln 4) = 1.665...
    let mut script = Script::of_units(&[0.75, 0.5]);
    near(script.normal(), 1.665_109_222_315_395_5, 1e-15);
    // The centre, a corner and a point of the circle itself are refused; u = -0.5 follows.
    let refused = [0.5, 0.5, 0.0, 0.0, 0.0, 0.5];
    let mut script = Script::of_units(&[&refused[..], &[0.25, 0.5]].concat());
    near(script.normal(), -1.665_109_222_315_395_5, 1e-15);
    assert_eq!(script.0.len(), 0, "all words were used");
}

#[test]
fn normal_is_finite_at_its_extremes() {
    // The points closest to the centre, along u and along v, and one closest to the circle.
    let least = 1.0 / (1_u64 << 53) as f64;
    let far = Script::of_units(&[0.5 + least, 0.5]).normal();
    near(far, 12.0, 0.1);
    assert_eq!(Script::of_units(&[0.5, 0.5 + least]).normal(), 0.0);
    let close = Script::of_units(&[1.0 - least, 0.5]).normal();
    assert!(close > 0.0 && close < 1e-7, "{close}");
}

#[test]
fn gamma_has_the_moments_of_the_gamma_distribution() {
    // Tolerances of five standard errors: the variance of the mean is shape scale² / n, that of
    // the sample variance (2 + 6 / shape) shape² scale⁴ / n.
    for (seed, (shape, scale)) in [
        (0.1, 2.0),
        (0.5, 1.0),
        (0.999, 3.0),
        (1.0, 0.25),
        (1.001, 1.0),
        (2.5, 10.0),
        (40.0, 0.1),
        (10_000.0, 1.0),
    ]
    .into_iter()
    .enumerate()
    {
        let mut stream = own(seed as u64);
        let [mean, variance, ..] = moments(|| stream.gamma(shape, scale));
        let n = 40_000_f64;
        near(mean, shape * scale, 5.0 * scale * (shape / n).sqrt());
        let error = shape * scale * scale * ((2.0 + 6.0 / shape) / n).sqrt();
        near(variance, shape * scale * scale, 5.0 * error);
    }
}

#[test]
fn gamma_of_shape_one_is_exponential() {
    let mut stream = own(3);
    let mut below = [0_usize; 3];
    for _ in 0..40_000 {
        let x = stream.gamma(1.0, 2.0);
        for (count, border) in below.iter_mut().zip([0.2, 2.0, 6.0]) {
            *count += usize::from(x < border);
        }
    }
    // 1 - exp(-x/2)
    for (count, share) in below
        .into_iter()
        .zip([0.095_162_6, 0.632_120_6, 0.950_212_9])
    {
        near(count as f64 / 40_000.0, share, 0.0125);
    }
}

#[test]
fn gamma_does_what_its_description_says() {
    let normal = [0.75, 0.5];
    // Shape 4/3: d = 1 and c = 1/3, so v = (1 + 1.6651/3)³; u = 0.5 is taken at once.
    let x = 1.665_109_222_315_395_5_f64;
    let root = 1.0 + x / 3.0;
    let v = root * root * root;
    let got = Script::of_units(&[&normal[..], &[0.5]].concat()).gamma(4.0 / 3.0, 2.0);
    near(got, 2.0 * v, 1e-14);
    // u = 0.99 passes neither test: 1 - 0.0331 x⁴ = 0.746 and exp(x²/2 + 1 - v + ln v) = 0.98.
    let again = [&normal[..], &[0.99], &normal, &[0.5]].concat();
    let mut script = Script::of_units(&again);
    near(script.gamma(4.0 / 3.0, 2.0), 2.0 * v, 1e-14);
    assert_eq!(script.0.len(), 0, "all words were used");
    // u = 0.8 fails the first test and passes the second.
    let mut script = Script::of_units(&[&normal[..], &[0.8]].concat());
    near(script.gamma(4.0 / 3.0, 2.0), 2.0 * v, 1e-14);
    // Shape 1/3 is shape 4/3 times (1 - u)³.
    let mut script = Script::of_units(&[&normal[..], &[0.5, 0.75]].concat());
    near(script.gamma(1.0 / 3.0, 2.0), 2.0 * v / 64.0, 1e-14);
}

#[test]
fn gamma_passes_over_negative_cubes() {
    // x = -12 with c = 1/3 gives a cube below zero; no u is drawn for it.
    let least = 1.0 / (1_u64 << 53) as f64;
    let mut script = Script::of_units(&[0.5 - least, 0.5, 0.75, 0.5, 0.5]);
    assert!(script.gamma(4.0 / 3.0, 1.0) > 0.0);
    assert_eq!(script.0.len(), 0, "all words were used");
}

#[test]
fn gamma_ends_at_its_extremes() {
    let mut stream = own(11);
    assert_eq!(stream.gamma(2.0, 0.0), 0.0);
    assert_eq!(stream.gamma(f64::MIN_POSITIVE, 1.0), 0.0);
    near(stream.gamma(1e300, 1e-300), 1.0, 1e-9);
    // u = 0: its logarithm is minus infinity, which passes; (1 - u) is 1, which changes nothing.
    let mut script = Script::of_units(&[0.75, 0.5, 0.0, 0.0]);
    assert!(script.gamma(0.5, 1.0) > 0.0);
}

#[test]
#[should_panic = "a gamma distribution has a finite shape above 0, not 0"]
fn gamma_without_a_shape_panics() {
    own(0).gamma(0.0, 1.0);
}

#[test]
#[should_panic = "a gamma distribution has a finite shape above 0, not NaN"]
fn gamma_of_no_number_panics() {
    own(0).gamma(f64::NAN, 1.0);
}

#[test]
#[should_panic = "a gamma distribution has a finite scale of at least 0, not -1"]
fn gamma_of_a_negative_scale_panics() {
    own(0).gamma(1.0, -1.0);
}

/// A change of the algorithm would change digests.
#[test]
fn normal_and_gamma_keep_their_bits() {
    let mut stream = own(1);
    let got = [
        stream.normal(),
        stream.gamma(2.5, 1.0),
        stream.gamma(0.5, 1.0),
    ];
    let got = got.map(f64::to_bits);
    let want: [u64; 3] = [
        0xbfe3_0c8b_33df_dd34,
        0x4002_177f_2502_0abd,
        0x3fcd_89e2_fc13_838e,
    ];
    assert_eq!(got, want, "{got:#018x?}");
}

#[test]
fn every_generator_draws_them() {
    let mut numpy = Numpy::from_seed(0);
    let mut again = Numpy::from_seed(0);
    for _ in 0..100 {
        assert_eq!(numpy.normal(), again.normal());
        assert_eq!(numpy.gamma(0.7, 2.0), again.gamma(0.7, 2.0));
    }
}

proptest! {
    #[test]
    fn normal_is_a_number(seed: u64) {
        let x = own(seed).normal();
        prop_assert!(x.abs() < 12.1);
    }

    #[test]
    fn gamma_is_a_number_of_at_least_zero(
        seed: u64,
        shape in prop_oneof![1e-6..2.0, 1.0..1e9],
        scale in 0.0..1e9,
    ) {
        let x = own(seed).gamma(shape, scale);
        prop_assert!(x >= 0.0 && x.is_finite());
    }
}
