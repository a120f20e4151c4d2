use proptest::prelude::*;

use super::*;

/// An unsigned number of 256 bits: the high and the low half.
type Wide = (u128, u128);

fn square(a: u128) -> Wide {
    let (high, low) = (a >> 64, a & u128::from(u64::MAX));
    let (middle, low) = (2 * high * low, low * low);
    let (sum, carry) = low.overflowing_add(middle << 64);
    (high * high + (middle >> 64) + u128::from(carry), sum)
}

fn add(a: Wide, b: Wide) -> Wide {
    let (low, carry) = a.1.overflowing_add(b.1);
    (a.0 + b.0 + u128::from(carry), low)
}

/// `x` = significand * 2^exponent.
fn parts(x: f64) -> (u128, i32) {
    let fraction = u128::from(x.to_bits() & ((1 << 52) - 1));
    match (x.to_bits() >> 52) as i32 & 0x7ff {
        0 => (fraction, -1074),
        e => (fraction | 1 << 52, e - 1075),
    }
}

/// Whether `h` is the double nearest to the square root of x² + y²: in whole numbers, and from the
/// definition, that is by the midpoints between `h` and its neighbours.
fn is_nearest(x: f64, y: f64, h: f64) -> bool {
    let smallest = if x == 0.0 || y == 0.0 {
        x.abs().max(y.abs())
    } else {
        x.abs().min(y.abs())
    };
    // A quarter of the finest unit that occurs makes all midpoints integers.
    let unit = parts(smallest).1 - 2;
    let scaled = |a: f64| {
        let (significand, exponent) = parts(a);
        assert!(
            (0..=72).contains(&(exponent - unit)) || a == 0.0,
            "out of reach of this test"
        );
        if a == 0.0 {
            0
        } else {
            significand << (exponent - unit)
        }
    };
    let total = add(square(scaled(x)), square(scaled(y)));
    let middle = |a: f64, b: f64| square((scaled(a) + scaled(b)) / 2);
    let even = h.to_bits() & 1 == 0;
    let low_enough = h == f64::MAX || {
        let above = middle(h, h.next_up());
        total < above || total == above && even
    };
    let high_enough = h == 0.0 || {
        let below = middle(h.next_down(), h);
        total > below || total == below && even
    };
    low_enough && high_enough
}

/// A double with a random significand and an exponent in `exponents`, of either sign.
fn double(exponents: std::ops::Range<i32>) -> impl Strategy<Value = f64> {
    (0_u64..1 << 52, exponents, any::<bool>()).prop_map(|(fraction, exponent, negative)| {
        let bits = fraction | ((exponent + 1023) as u64) << 52 | u64::from(negative) << 63;
        f64::from_bits(bits)
    })
}

/// Legs of similar length: where the rounding of both squares matters most.
fn similar_legs() -> impl Strategy<Value = (f64, f64)> {
    (double(-30..30), double(-3..1)).prop_map(|(x, ratio)| (x, x * ratio))
}

/// Legs whose lengths differ by up to 2^40, anywhere in the range of normal numbers.
fn any_legs() -> impl Strategy<Value = (f64, f64)> {
    (-981_i32..1022, 0_i32..40).prop_flat_map(|(high, below)| {
        let low = high - below;
        (double(high..high + 1), double(low..low + 1))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn hypot_of_similar_legs_is_the_nearest_double((x, y) in similar_legs()) {
        prop_assert!(is_nearest(x, y, hypot(x, y)), "{x:e} {y:e}");
    }

    #[test]
    fn hypot_of_any_legs_is_the_nearest_double((x, y) in any_legs()) {
        prop_assert!(is_nearest(x, y, hypot(x, y)), "{x:e} {y:e}");
    }

    /// Unit vectors: the result is a power of two or close to it, where the doubles below lie twice
    /// as dense as those above.
    #[test]
    fn hypot_of_unit_vectors_is_the_nearest_double(angle in 0.0..7.0, steps in -3_i64..=3) {
        let x = f64::from_bits(cos(angle).to_bits().wrapping_add_signed(steps));
        let y = sin(angle);
        prop_assert!(is_nearest(x, y, hypot(x, y)), "{x:e} {y:e}");
    }

    #[test]
    fn hypot_of_small_integers_is_the_nearest_double(x in 0_u32..5000, y in 0_u32..5000) {
        let (x, y) = (f64::from(x), f64::from(y));
        prop_assert!(is_nearest(x, y, hypot(x, y)), "{x} {y}");
    }

    #[test]
    fn hypot_of_subnormal_numbers_is_the_nearest_double(x in 0_u64..1 << 53, y in 0_u64..1 << 53) {
        let (x, y) = (f64::from_bits(x), f64::from_bits(y));
        prop_assert!(is_nearest(x, y, hypot(x, y)), "{x:e} {y:e}");
    }

    #[test]
    fn hypot_ignores_signs_and_order((x, y) in any_legs()) {
        let h = hypot(x, y);
        for (a, b) in [(y, x), (-x, y), (x, -y), (-x, -y)] {
            prop_assert_eq!(hypot(a, b).to_bits(), h.to_bits());
        }
    }

    #[test]
    fn hypot_scales_by_powers_of_two((x, y) in similar_legs(), exponent in -900_i32..900) {
        let factor = f64::from_bits(((1023 + exponent) as u64) << 52);
        prop_assert_eq!(hypot(x * factor, y * factor), hypot(x, y) * factor);
    }

    #[test]
    fn within_and_closer_agree_with_hypot((x, y) in any_legs(), radius in double(-980..1023)) {
        prop_assert_eq!(within(x, y, radius), hypot(x, y) <= radius);
        prop_assert_eq!(closer(x, y, radius), hypot(x, y) < radius);
    }

    #[test]
    fn within_and_closer_agree_with_hypot_at_the_threshold(
        (x, y) in prop_oneof![similar_legs(), any_legs()],
        steps in -12_i64..=12,
    ) {
        let h = hypot(x, y);
        let radius = f64::from_bits(h.to_bits().wrapping_add_signed(steps));
        prop_assert_eq!(within(x, y, radius), steps >= 0);
        prop_assert_eq!(closer(x, y, radius), steps > 0);
    }
}

/// The ties of the integers: Pythagorean triples whose hypotenuse needs 54 bits.
#[test]
fn hypot_of_a_tie_is_even() {
    // (2ab, a² - b², a² + b²) with an odd sum of 54 bits and legs of at most 53 significant bits.
    let mut ties = 0;
    for a in 94_906_266_u64..94_906_266 + 4000 {
        for b in (1..2_000)
            .step_by(7)
            .map(|k| a - k * 16_001)
            .filter(|b| (a ^ b) & 1 == 1)
        {
            let (even_leg, odd_leg, sum) = (2 * a * b, a * a - b * b, a * a + b * b);
            if odd_leg >= 1 << 53 || !(1 << 53..1 << 54).contains(&sum) {
                continue;
            }
            ties += 1;
            let h = hypot(even_leg as f64, odd_leg as f64);
            assert!(
                h as u64 == sum - 1 || h as u64 == sum + 1,
                "{even_leg} {odd_leg}"
            );
            assert_eq!(h.to_bits() & 1, 0, "{even_leg} {odd_leg}");
        }
    }
    assert!(ties > 1000, "only {ties}");
}

#[test]
fn hypot_of_special_values() {
    assert_eq!(hypot(0.0, 0.0).to_bits(), 0);
    assert_eq!(hypot(-0.0, -0.0).to_bits(), 0);
    assert_eq!(hypot(-3.0, 0.0), 3.0);
    assert_eq!(hypot(0.0, -5e-324), 5e-324);
    assert_eq!(hypot(3.0, 4.0), 5.0);
    assert_eq!(hypot(f64::NEG_INFINITY, 1.0), f64::INFINITY);
    assert_eq!(hypot(f64::NAN, f64::NEG_INFINITY), f64::INFINITY);
    assert_eq!(hypot(f64::INFINITY, f64::NAN), f64::INFINITY);
    assert!(hypot(f64::NAN, 0.0).is_nan());
    assert!(hypot(1.0, f64::NAN).is_nan());
    assert_eq!(hypot(f64::MAX, 0.0), f64::MAX);
    assert_eq!(hypot(f64::MAX, 1.0), f64::MAX);
    assert_eq!(hypot(f64::MAX, f64::MAX), f64::INFINITY);
    assert_eq!(hypot(3e307, 4e307), 5e307);
    assert_eq!(hypot(3e-320, 4e-320), 5e-320);
}

/// Values of `math.hypot` of CPython 3.11.
#[test]
fn hypot_agrees_with_python() {
    for (x, y, h) in [
        (
            0x4066_23b7_69d9_128a,
            0x4070_9785_d141_d02a,
            0x4073_f218_35bd_0a15,
        ),
        (
            0xc072_aef6_1941_31fd,
            0x406b_daf8_99ec_c064,
            0x4077_4daf_8bf1_7f6a,
        ),
        (
            0xc066_c2c8_af62_59c6,
            0x4063_2e23_9d4e_9bb8,
            0x406d_c3c4_d255_d0a5,
        ),
        (
            0x4070_1cb0_e9d7_644c,
            0x4070_939e_ea4a_a57c,
            0x4077_1de3_3968_0b61,
        ),
        (
            0xc071_6056_3aa8_6d90,
            0x4070_b7ae_88e6_0282,
            0x4078_1ccb_135d_93a8,
        ),
        (
            0xc069_62a2_605f_b0da,
            0xc070_ede6_33ee_d9a3,
            0x4075_28b5_b19a_fe56,
        ),
        (
            0x4072_404f_bad0_c770,
            0x4034_1e52_6645_4030,
            0x4072_4b62_fccb_5bc4,
        ),
        (
            0xc070_a935_e8b9_23a7,
            0x406f_3488_0fbb_fa7c,
            0x4076_d379_29e2_802f,
        ),
        (
            0x4072_b947_8d68_7b7c,
            0x406a_6b40_53f6_4bb8,
            0x4076_ea15_0aeb_7b31,
        ),
        (
            0xc04c_dcf9_10ae_23bc,
            0xc06a_8313_ed51_daec,
            0x406b_79f8_4e22_04a7,
        ),
        (
            0xc072_50d3_6096_d5dc,
            0x403c_31cd_1007_5de0,
            0x4072_6679_fc59_329f,
        ),
        (
            0xc036_3c92_4156_87f0,
            0x4067_c03f_e710_d680,
            0x4067_e9be_e04a_bc40,
        ),
    ] {
        assert_eq!(hypot(f64::from_bits(x), f64::from_bits(y)).to_bits(), h);
    }
}

#[test]
fn within_and_closer_of_special_values() {
    let values = [
        0.0,
        -0.0,
        5e-324,
        1e-310,
        1e-200,
        1e-160,
        1e-121,
        1e-120,
        1e-9,
        1.0,
        -1.0,
        1e150,
        1e200,
        1e308,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for x in values {
        for y in values {
            for radius in values {
                assert_eq!(
                    within(x, y, radius),
                    hypot(x, y) <= radius,
                    "{x:e} {y:e} {radius:e}"
                );
                assert_eq!(
                    closer(x, y, radius),
                    hypot(x, y) < radius,
                    "{x:e} {y:e} {radius:e}"
                );
            }
        }
    }
}

#[test]
fn distance_is_the_hypot_of_the_differences() {
    let (a, b) = (Point::new(1.0, -2.0), Point::new(-2.0, 2.0));
    assert_eq!(a.distance(b), 5.0);
    assert_eq!(b.distance(a), 5.0);
    assert_eq!(a.distance(a), 0.0);
}

#[test]
fn canonical_zero_has_no_sign() {
    assert_eq!(canonical_zero(-0.0).to_bits(), 0);
    assert_eq!(canonical_zero(0.0).to_bits(), 0);
    for x in [1.0, -1.0, 5e-324, -5e-324, f64::MAX, f64::NEG_INFINITY] {
        assert_eq!(canonical_zero(x).to_bits(), x.to_bits());
    }
    assert!(canonical_zero(f64::NAN).is_nan());
}

#[test]
fn powers_of_ten_are_the_literals() {
    assert_eq!(power_of_ten_inverse(0), 1.0);
    assert_eq!(power_of_ten_inverse(1), 0.1);
    assert_eq!(power_of_ten_inverse(6), 0.000_001);
    assert_eq!(power_of_ten_inverse(15), 1e-15);
    assert_eq!(power_of_ten_inverse(23), 1e-23);
    assert_eq!(power_of_ten_inverse(300), 1e-300);
    assert_eq!(power_of_ten_inverse(323), 1e-323);
    assert_eq!(power_of_ten_inverse(324), 0.0);
    assert_eq!(power_of_ten_inverse(u32::MAX), 0.0);
}

/// The bits of `libm`: an upgrade that changes them would change every digest. (glibc gives the
/// same, save for the last bit of the exponential.)
#[test]
fn transcendental_functions_keep_their_bits() {
    let got = [
        sin(1e3),
        cos(2.5),
        atan2(-1.0, -3.0),
        exp(-7.7),
        ln(10.0),
        ln_1p(-0.3),
        pow(1.1, 2.0),
    ];
    let want: [u64; 7] = [
        0x3fea_75cc_150a_206b,
        0xbfe9_a2f7_ef85_8b7d,
        0xc006_8f09_5fdf_593c,
        0x3f3d_ad2d_f0f5_035e,
        0x4002_6bb1_bbb5_5516,
        0xbfd6_d3c3_24e1_3f4e,
        0x3ff3_5c28_f5c2_8f5d,
    ];
    assert_eq!(
        got.map(f64::to_bits),
        want,
        "{:#018x?}",
        got.map(f64::to_bits)
    );
}

#[test]
fn remainders_are_those_of_python() {
    let turn = 2.0 * std::f64::consts::PI;
    let cases = [
        (7.0, 3.0, 1.0),
        (-7.0, 3.0, 2.0),
        (7.0, -3.0, -2.0),
        (-7.0, -3.0, -1.0),
        (6.0, 3.0, 0.0),
        (-6.0, 3.0, 0.0),
        (6.0, -3.0, -0.0),
        (-1.0, turn, 5.283185307179586),
        (-1e-17, turn, turn),
        (4.5, f64::INFINITY, 4.5),
        (-4.5, f64::INFINITY, f64::INFINITY),
    ];
    for (x, y, expected) in cases {
        assert_eq!(modulo(x, y).to_bits(), f64::to_bits(expected), "{x} {y}");
    }
    for (x, y) in [
        (1.0, 0.0),
        (f64::INFINITY, 1.0),
        (f64::NAN, 1.0),
        (1.0, f64::NAN),
    ] {
        assert!(modulo(x, y).is_nan(), "{x} {y}");
    }
}

proptest! {
    #[test]
    fn squares_are_powers(x: f64, small in -1e3..1e3) {
        for x in [x, small] {
            prop_assert!(super::square(x).to_bits() == pow(x, 2.0).to_bits() || x.is_nan());
        }
    }

    #[test]
    fn what_is_left_is_between_zero_and_the_divisor(x in -1e9..1e9, y in 1e-3..1e3) {
        let rest = modulo(x, y);
        prop_assert!((0.0..=y).contains(&rest), "{rest}");
        prop_assert_eq!(modulo(-x, -y).to_bits(), (-rest).to_bits());
    }
}
