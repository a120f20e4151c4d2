use super::*;
use proptest::prelude::*;

/// Floats as the real Python writes them: the bits, `repr` and `hex`, one float a line.
const PYTHON: &str = include_str!("../../../../tests/data/reference/made/python_floats.txt");

#[test]
fn both_texts_are_those_of_python() {
    for line in PYTHON.lines() {
        let mut columns = line.split(' ');
        let mut next = || columns.next().unwrap();
        let value = f64::from_bits(u64::from_str_radix(next(), 16).unwrap());
        assert_eq!(repr(value), next());
        let text = next();
        assert_eq!(hex(value), text);
        assert_eq!(from_hex(text).unwrap().to_bits(), value.to_bits(), "{text}");
    }
    assert!(PYTHON.lines().count() > 100);
    assert_eq!(
        (repr(f64::NAN), repr(-f64::NAN)),
        ("nan".into(), "nan".into())
    );
    assert_eq!(
        (hex(f64::NAN), hex(f64::NEG_INFINITY)),
        ("nan".into(), "-inf".into())
    );
}

#[test]
fn hexadecimal_texts_are_rounded_as_python_rounds_them() {
    let expected = [
        ("0x1.00000000000008p0", 0x3ff0_0000_0000_0000),
        ("0x1.00000000000018p0", 0x3ff0_0000_0000_0002),
        ("0x1.000000000000080000000000001p0", 0x3ff0_0000_0000_0001),
        ("0x0.8p-1074", 0),
        ("0x0.80000000000000000000001p-1074", 1),
        ("0x1.8p-1074", 2),
        ("0x1.fffffffffffff7p1023", 0x7fef_ffff_ffff_ffff),
        ("0x.8", 0x3fe0_0000_0000_0000),
        ("0x8.", 0x4020_0000_0000_0000),
        ("1", 0x3ff0_0000_0000_0000),
        ("ff", 0x406f_e000_0000_0000),
        ("0x1p-99999999999999999999", 0),
        ("0x0p99999999999999999999", 0),
        ("-0x0p0", 0x8000_0000_0000_0000),
        ("+0X1.8P+1", 0x4008_0000_0000_0000),
        (" 0x1p0\n", 0x3ff0_0000_0000_0000),
        ("0x123456789abcdef01234p-20", 0x4372_3456_789a_bcdf),
        ("0x1.fffffffffffffp-1023", 0x0010_0000_0000_0000),
        ("0x0.fffffffffffff8p-1022", 0x0010_0000_0000_0000),
        ("Infinity", 0x7ff0_0000_0000_0000),
        ("-inf", 0xfff0_0000_0000_0000),
    ];
    for (text, bits) in expected {
        assert_eq!(from_hex(text).map(f64::to_bits), Some(bits), "{text:?}");
    }
    assert!(from_hex("NaN").unwrap().is_nan());
}

#[test]
fn what_python_refuses_is_refused() {
    let texts = [
        "",
        "0x",
        ".",
        "0x.",
        "0x.p1",
        "-",
        "--0x1p0",
        "0x1p",
        "0x1p+",
        "0x1p1.5",
        "0x1p-+1",
        "0xg",
        "0x1..8",
        "0x1.8.0",
        "infin",
        "0x1p1024",
        "0x1.fffffffffffff8p1023",
        "0x1 p0",
        "0x1p99999999999999999999",
        "1é",
    ];
    for text in texts {
        assert_eq!(from_hex(text), None, "{text:?}");
    }
}

proptest! {
    #[test]
    fn repr_reads_back_to_the_same_bits(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(!value.is_nan());
        prop_assert_eq!(repr(value).parse::<f64>().unwrap().to_bits(), bits);
    }

    #[test]
    fn hex_reads_back_to_the_same_bits(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(!value.is_nan());
        prop_assert_eq!(from_hex(&hex(value)).unwrap().to_bits(), bits);
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "[+-]?(0x)?[0-9a-f]{0,40}\\.?[0-9a-f]{0,40}(p[+-]?[0-9]{0,25})?") {
        let _ = from_hex(&text);
    }
}
