use proptest::prelude::*;

use super::*;

fn own(seed: u64) -> Stream {
    Stream::new(seed, Purpose::Algorithm, 0)
}

/// The first words of own streams: an upgrade of a dependency that changes them would change every
/// digest.
#[test]
fn own_streams_keep_their_words() {
    let words = |seed, purpose, id| {
        let mut stream = Stream::new(seed, purpose, id);
        [stream.u64(), stream.u64(), u64::from(stream.u32())]
    };
    let got = [
        words(0, Purpose::Activation, 0),
        words(1, Purpose::Algorithm, 1),
        words(u64::MAX, Purpose::Choice, u32::MAX),
    ];
    let want: [[u64; 3]; 3] = [
        [
            0xcd41_8a4a_a5f7_7153,
            0x1755_eb11_cf87_d06e,
            0x0000_0000_11bd_7be1,
        ],
        [
            0xdc1d_f63a_46b5_7e81,
            0x2f69_68f6_0cf1_ac79,
            0x0000_0000_5f36_9c58,
        ],
        [
            0x741b_7b9c_605a_b11a,
            0x54dd_5c51_a9c3_9f5a,
            0x0000_0000_e7b3_245e,
        ],
    ];
    assert_eq!(got, want, "{got:#018x?}");
}

/// The layout, spelt out: words come in the order of the key stream, low half first.
#[test]
fn words_follow_the_key_stream() {
    let (mut narrow, mut wide) = (own(9), own(9));
    for _ in 0..200 {
        let (low, high) = (u64::from(narrow.u32()), u64::from(narrow.u32()));
        assert_eq!(wide.u64(), high << 32 | low);
    }
    // An odd number of 32-bit draws shifts the pairs and loses nothing.
    let (a, b, c) = (narrow.u32(), narrow.u32(), narrow.u32());
    assert_eq!(wide.u32(), a);
    assert_eq!(wide.u64(), u64::from(c) << 32 | u64::from(b));
    assert_eq!((narrow.position(), wide.position()), (403, 403));
}

#[test]
fn purposes_are_numbered_from_one_and_named_apart() {
    for (place, purpose) in Purpose::ALL.into_iter().enumerate() {
        assert_eq!(purpose as usize, place + 1);
        assert_eq!(purpose.name(), format!("{purpose:?}").to_lowercase());
    }
}

#[test]
fn streams_differ_by_seed_purpose_and_id() {
    let mut firsts = Vec::new();
    for seed in [0, 1, 1 << 32, u64::MAX] {
        for id in [0, 1, 2, u32::MAX] {
            for purpose in Purpose::ALL {
                firsts.push(Dice::new(seed, id).on(purpose, &mut None).u64());
            }
        }
    }
    let count = firsts.len();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), count);
}

#[test]
fn draws_for_one_purpose_do_not_shift_another() {
    let (mut quiet, mut busy) = (Dice::new(3, 5), Dice::new(3, 5));
    for _ in 0..100 {
        busy.on(Purpose::Fault, &mut None).u32();
        let drawn = busy.on(Purpose::Activation, &mut None).exponential(1.0);
        assert_eq!(
            drawn,
            quiet.on(Purpose::Activation, &mut None).exponential(1.0)
        );
    }
}

#[test]
fn a_clone_goes_on_where_the_original_stood() {
    let mut dice = Dice::new(8, 1);
    for _ in 0..77 {
        dice.on(Purpose::Movement, &mut None).u32();
    }
    let mut copy = dice.clone();
    for _ in 0..100 {
        assert_eq!(
            dice.on(Purpose::Movement, &mut None).u64(),
            copy.on(Purpose::Movement, &mut None).u64()
        );
        assert_eq!(
            dice.on(Purpose::Start, &mut None).u32(),
            copy.on(Purpose::Start, &mut None).u32()
        );
    }
}

#[test]
fn only_what_was_drawn_from_is_touched() {
    let mut dice = Dice::new(0, 6);
    assert_eq!(dice.touched().count(), 0);
    dice.on(Purpose::Network, &mut None).u32();
    dice.on(Purpose::Activation, &mut None).u64();
    assert_eq!(dice.on(Purpose::Choice, &mut None).below(1), 0);
    let touched: Vec<Touched> = dice.touched().collect();
    assert_eq!(
        touched,
        [
            Touched {
                purpose: Purpose::Activation,
                id: 6,
                position: 2
            },
            Touched {
                purpose: Purpose::Network,
                id: 6,
                position: 1
            },
        ]
    );
    assert_eq!(
        format!("{dice:?}"),
        "Dice { id: 6, seed: 0, activation: 2, network: 1 }"
    );
}

#[test]
fn shared_dice_serve_every_purpose_in_the_order_of_the_draws() {
    let mut alone = Numpy::from_seed(11);
    let mut shared = Some(Box::new(Numpy::from_seed(11)));
    let (mut first, mut second) = (Dice::new_shared(0), Dice::new_shared(1));
    assert_eq!(
        first.on(Purpose::Activation, &mut shared).u64(),
        alone.u64()
    );
    assert_eq!(first.on(Purpose::Fault, &mut shared).unit(), alone.unit());
    assert_eq!(
        second.on(Purpose::Algorithm, &mut shared).below(6),
        alone.below(6)
    );
    assert_eq!(second.touched().count(), 0);
    assert_eq!(shared.as_deref(), Some(&alone));
}

#[test]
fn own_dice_leave_shared_ones_alone() {
    let mut shared = Some(Box::new(Numpy::from_seed(0)));
    assert_eq!(
        Dice::new(1, 2).on(Purpose::Start, &mut shared).u64(),
        Dice::new(1, 2).on(Purpose::Start, &mut None).u64()
    );
    assert_eq!(shared.as_deref(), Some(&Numpy::from_seed(0)));
}

#[test]
#[should_panic = "owner 4 drew for movement without the shared dice"]
fn a_draw_without_the_shared_dice_panics() {
    Dice::new_shared(4).on(Purpose::Movement, &mut None);
}

#[test]
fn digest_sorts_its_streams_and_counts_every_draw() {
    let touched = |purpose, id, position| Touched {
        purpose,
        id,
        position,
    };
    let (a, b, c) = (
        touched(Purpose::Activation, 3, 10),
        touched(Purpose::Activation, 4, 12),
        touched(Purpose::Fault, 3, 1),
    );
    let digest = dice_digest([a, b, c], None);
    assert_eq!(digest, dice_digest([c, b, a], None));
    assert_ne!(digest, dice_digest([a, b], None));
    assert_ne!(
        digest,
        dice_digest([a, b, Touched { position: 2, ..c }], None)
    );

    let mut bytes = Vec::new();
    for stream in [a, b, c] {
        bytes.extend((stream.purpose as u32).to_le_bytes());
        bytes.extend(stream.id.to_le_bytes());
        bytes.extend(stream.position.to_le_bytes());
    }
    assert_eq!(digest, xxhash_rust::xxh3::xxh3_128(&bytes));
    assert_eq!(dice_digest([], None), xxhash_rust::xxh3::xxh3_128(&[]));

    // A half word handed out counts.
    let mut numpy = Numpy::from_seed(0);
    let mut digests = vec![dice_digest([], None), dice_digest([], Some(&numpy))];
    for _ in 0..3 {
        numpy.u32();
        digests.push(dice_digest([], Some(&numpy)));
    }
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 5);
}

#[test]
fn dice_can_move_between_threads() {
    fn is_send<T: Send>() {}
    is_send::<Dice>();
    is_send::<Die<'_>>();
}

#[test]
fn untouched_dice_are_small() {
    assert!(size_of::<Dice>() <= 96, "{}", size_of::<Dice>());
}

/// The moments of 10^6 draws, each within five standard errors of the truth.
#[test]
fn exponential_draws_have_the_right_moments() {
    const COUNT: usize = 1_000_000;
    let mut stream = own(2024);
    let (mut sum, mut squares, mut cubes, mut tail) = (0.0, 0.0, 0.0, 0_u32);
    for _ in 0..COUNT {
        let x = stream.standard_exponential();
        assert!(x >= 0.0 && x.is_finite());
        sum += x;
        squares += x * x;
        cubes += x * x * x;
        tail += u32::from(x > 8.0);
    }
    let count = COUNT as f64;
    // Of X^k the mean is k! and the variance (2k)! - k!².
    assert!((sum / count - 1.0).abs() < 5.0 * (1.0 / count).sqrt());
    assert!((squares / count - 2.0).abs() < 5.0 * (20.0 / count).sqrt());
    assert!((cubes / count - 6.0).abs() < 5.0 * (684.0 / count).sqrt());
    let expected = count * crate::math::exp(-8.0);
    assert!((f64::from(tail) - expected).abs() < 5.0 * expected.sqrt());
}

#[test]
fn exponential_scales() {
    let (mut standard, mut scaled) = (own(1), own(1));
    for _ in 0..1000 {
        assert_eq!(
            scaled.exponential(0.25),
            0.25 * standard.standard_exponential()
        );
    }
}

/// Chi-squared over the outcomes of small draws: 60,000 throws of a die of six, five degrees of
/// freedom, and 24,000 shuffles of four items, 23 degrees of freedom.
#[test]
fn small_outcomes_are_equally_likely() {
    let chi_squared = |counts: &[u32]| {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts
            .iter()
            .map(|&count| (f64::from(count) - mean) * (f64::from(count) - mean) / mean)
            .sum::<f64>()
    };
    let mut stream = own(77);
    let mut faces = [0; 6];
    for _ in 0..60_000 {
        faces[stream.below(6) as usize] += 1;
    }
    assert!(chi_squared(&faces) < 25.7, "one in 10^4 by chance");

    let mut orders = std::collections::BTreeMap::new();
    for _ in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        stream.shuffle(&mut items);
        *orders.entry(items).or_insert(0) += 1;
    }
    let counts: Vec<u32> = orders.into_values().collect();
    assert_eq!(counts.len(), 24);
    assert!(chi_squared(&counts) < 56.0, "one in 10^4 by chance");
}

#[test]
fn a_choice_among_one_takes_no_word() {
    let mut stream = own(0);
    assert_eq!(stream.below(1), 0);
    assert_eq!(stream.index(1), 0);
    stream.shuffle(&mut [()]);
    stream.shuffle::<u8>(&mut []);
    assert_eq!(stream.choose(1, 1), [0]);
    assert!(stream.choose(5, 0).is_empty());
    assert_eq!(stream.position(), 0);
}

#[test]
#[should_panic = "there is no integer below 0 to draw"]
fn below_zero_panics() {
    own(0).below(0);
}

#[test]
#[should_panic = "4 distinct integers cannot be chosen among 3"]
fn too_large_a_choice_panics() {
    own(0).choose(3, 4);
}

proptest! {
    #[test]
    fn unit_is_in_its_interval(seed: u64) {
        let mut stream = own(seed);
        for _ in 0..100 {
            prop_assert!((0.0..1.0).contains(&stream.unit()));
        }
    }

    #[test]
    fn uniform_is_in_its_interval(seed: u64, low in -1e9..1e9, width in 0.0..1e9) {
        let x = own(seed).uniform(low, low + width);
        prop_assert!((low..=low + width).contains(&x));
    }

    #[test]
    fn below_is_below(seed: u64, n in prop_oneof![1_u32..100, 1_u32..=u32::MAX]) {
        let mut stream = own(seed);
        for _ in 0..20 {
            prop_assert!(stream.below(n) < n);
        }
    }

    #[test]
    fn shuffle_is_a_permutation(seed: u64, len in 0_usize..300) {
        let mut items: Vec<usize> = (0..len).collect();
        own(seed).shuffle(&mut items);
        items.sort_unstable();
        prop_assert!(items.into_iter().eq(0..len));
    }

    #[test]
    fn choices_are_distinct(
        seed: u64,
        (n, k) in prop_oneof![
            (0_usize..200).prop_flat_map(|n| (Just(n), 0..=n)),
            // Across the border between the two algorithms.
            (9_990_usize..10_010).prop_flat_map(|n| (Just(n), 190_usize..210)),
            (10_000_usize..10_005).prop_flat_map(|n| (Just(n), n - 2..=n)),
        ],
    ) {
        let mut chosen = own(seed).choose(n, k);
        prop_assert_eq!(chosen.len(), k);
        chosen.sort_unstable();
        chosen.dedup();
        prop_assert_eq!(chosen.len(), k);
        prop_assert!(chosen.last().is_none_or(|&last| last < n));
    }
}
