//! Against vectors made by numpy 2.4.6.

use std::f64::consts::TAU;

use serde_json::Value;

use super::*;

/// The vectors of each seed, with the seed as numpy was given it.
fn vectors() -> Vec<(String, Value)> {
    let file = include_str!("../../../tests/data/pcg64_vectors.json");
    let Value::Object(mut file) = serde_json::from_str(file).unwrap() else {
        panic!("no object")
    };
    let Value::Object(seeds) = file.remove("seeds").unwrap() else {
        panic!("no seeds")
    };
    assert_eq!(seeds.len(), 10);
    seeds.into_iter().collect()
}

fn numpy(seed: &str) -> Numpy {
    Numpy::from_decimal(seed).unwrap()
}

fn digits(seed: &str) -> [u32; 3] {
    let seed: u128 = seed.parse().unwrap();
    [seed as u32, (seed >> 32) as u32, (seed >> 64) as u32]
}

fn hex(value: &Value) -> u128 {
    u128::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

fn hexes(value: &Value) -> Vec<u128> {
    value.as_array().unwrap().iter().map(hex).collect()
}

/// A double as Python's `float.hex` writes it.
fn float(value: &Value) -> f64 {
    let text = value.as_str().unwrap();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (significand, exponent) = text.strip_prefix("0x1.").unwrap().split_once('p').unwrap();
    assert_eq!(significand.len(), 13);
    let fraction = u64::from_str_radix(significand, 16).unwrap();
    let exponent: i64 = exponent.parse().unwrap();
    f64::from_bits(u64::from(negative) << 63 | ((exponent + 1023) as u64) << 52 | fraction)
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(float).collect()
}

fn integers(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|value| value.as_u64().unwrap() as usize)
        .collect()
}

fn times<T>(count: usize, draw: impl FnMut() -> T) -> Vec<T> {
    std::iter::repeat_with(draw).take(count).collect()
}

#[test]
fn pool_and_state_agree() {
    const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
    for (seed, want) in vectors() {
        let pool = pool(&digits(&seed));
        assert_eq!(
            pool.map(u128::from).to_vec(),
            hexes(&want["pool"]),
            "{seed}"
        );
        let words = state_words(pool).map(u128::from);
        assert_eq!(
            words.to_vec(),
            hexes(&want["generate_state4_u64"]),
            "{seed}"
        );

        // How PCG64 is seeded; `Lcg128Xsl64::new` does the same, which the raw words show.
        let increment = (words[2] << 64 | words[3]) << 1 | 1;
        let start = increment.wrapping_add(words[0] << 64 | words[1]);
        let state = start.wrapping_mul(MULTIPLIER).wrapping_add(increment);
        assert_eq!(increment, hex(&want["inc"]), "{seed}");
        assert_eq!(state, hex(&want["state"]), "{seed}");
    }
}

#[test]
fn raw_words_agree() {
    for (seed, want) in vectors() {
        let mut dice = numpy(&seed);
        let words = times(8, || u128::from(dice.u64()));
        assert_eq!(words, hexes(&want["raw_u64"]), "{seed}");
    }
}

#[test]
fn doubles_agree() {
    for (seed, want) in vectors() {
        let mut dice = numpy(&seed);
        assert_eq!(times(8, || dice.unit()), floats(&want["random"]), "{seed}");
        let mut dice = numpy(&seed);
        let uniform = times(8, || dice.uniform(-300.0, 300.0));
        assert_eq!(uniform, floats(&want["uniform_-300_300"]), "{seed}");
        let mut dice = numpy(&seed);
        let exponential = times(64, || dice.exponential(0.2));
        assert_eq!(exponential, floats(&want["exponential_0.2"]), "{seed}");
    }
}

#[test]
fn integers_agree() {
    for (seed, want) in vectors() {
        let mut dice = numpy(&seed);
        let drawn: Vec<usize> = (2..=17).map(|n| dice.index(n)).collect();
        assert_eq!(drawn, integers(&want["integers_0_n_for_n_2..17"]), "{seed}");
    }
}

#[test]
fn shuffles_and_choices_agree() {
    for (seed, want) in vectors() {
        let mut items: Vec<usize> = (0..20).collect();
        numpy(&seed).shuffle(&mut items);
        assert_eq!(items, integers(&want["shuffle_list20"]), "{seed}");
        assert_eq!(
            numpy(&seed).choose(50, 10),
            integers(&want["choice_50_10"]),
            "{seed}"
        );
        assert_eq!(
            numpy(&seed).choose(10, 10),
            integers(&want["choice_10_10"]),
            "{seed}"
        );
        let tail = numpy(&seed).choose(12_000, 400);
        assert_eq!(tail.len(), 400);
        assert_eq!(
            tail[..20],
            integers(&want["choice_12000_400_tail_first20"]),
            "{seed}"
        );
    }
}

#[test]
fn interleaved_draws_agree() {
    for (seed, want) in vectors() {
        let mut dice = numpy(&seed);
        let steps = want["interleaved"].as_array().unwrap();
        assert_eq!(steps.len(), 10);
        for step in steps {
            let (name, want) = (step[0].as_str().unwrap(), &step[1]);
            match name {
                "exponential0.2" => assert_eq!(dice.exponential(0.2), float(want), "{seed}"),
                "random" => assert_eq!(dice.unit(), float(want), "{seed}"),
                "uniform0_2pi" => assert_eq!(dice.uniform(0.0, TAU), float(want), "{seed}"),
                _ if name.starts_with("shuffle") => {
                    let mut items: Vec<usize> = (0..name[7..].parse().unwrap()).collect();
                    dice.shuffle(&mut items);
                    assert_eq!(items, integers(want), "{seed} {name}");
                }
                _ => {
                    let n = name.strip_prefix("integers0_").unwrap().parse().unwrap();
                    assert_eq!(
                        u64::from(dice.below(n)),
                        want.as_u64().unwrap(),
                        "{seed} {name}"
                    );
                }
            }
        }
    }
}

/// The anchors that are easy to check by hand in Python.
#[test]
fn first_words_agree() {
    let mut dice = Numpy::from_seed(42);
    let words = times(3, || dice.u64());
    assert_eq!(
        words,
        [
            0xc621_fbcd_16d9_2688,
            0x705a_5661_a791_ffc1,
            0xdbcd_12c2_6eda_1624
        ]
    );
    assert_eq!(Numpy::from_seed(12345).u64(), 0x3a32_b18d_b2ff_c19d);
}

#[test]
fn half_words_wait() {
    let (mut dice, mut raw) = (Numpy::from_seed(7), Numpy::from_seed(7));
    let words = times(3, || raw.u64());
    assert_eq!(
        (dice.draws(), dice.position(), dice.holds_half()),
        (0, 0, false)
    );
    assert_eq!(dice.u32(), words[0] as u32);
    assert_eq!(
        (dice.draws(), dice.position(), dice.holds_half()),
        (1, 1, true)
    );
    assert_eq!(dice.u64(), words[1]);
    assert_eq!(
        (dice.draws(), dice.position(), dice.holds_half()),
        (2, 3, true)
    );
    assert_eq!(dice.u32(), (words[0] >> 32) as u32);
    assert_eq!(
        (dice.draws(), dice.position(), dice.holds_half()),
        (2, 4, false)
    );
    assert_eq!(dice.u32(), words[2] as u32);
}

#[test]
fn seeds_are_numbers_of_any_size() {
    for seed in [0, 1, 42, 1 << 32, u64::MAX] {
        assert_eq!(Numpy::from_seed(seed), numpy(&seed.to_string()));
        assert_eq!(Numpy::from_seed(seed), numpy(&format!("{seed:030}")));
    }
    // 2^160 + 3 and 2^300 have digits beyond the four words of the pool.
    for (seed, first) in [
        (
            "1461501637330902918203684832716283019655932542979",
            0x6328_2c7a_b062_8f4d,
        ),
        (
            "2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376",
            0xd532_4848_60ca_4821,
        ),
    ] {
        assert_eq!(numpy(seed).u64(), first, "{seed}");
    }
}

#[test]
fn what_is_no_number_is_no_seed() {
    for text in ["", "-1", "+1", " 1", "1_000", "0x10", "1e3", "12a", "½"] {
        let error = Numpy::from_decimal(text).unwrap_err().to_string();
        assert!(
            error.contains(&format!("`{text}` is not a seed")),
            "{error}"
        );
    }
}
