//! A hash of plain data that is the same on every machine and in every build.
//!
//! The standard library's `Hash` may change with its versions, and it hashes the numbers of an enum's
//! variants in the width of the machine. So the hash is taken of what serde sees: the fields of a
//! struct in their order, variants by number, lengths as 64 bits. This happens for each particle that
//! changes in a round, so nothing is written down on the way.

use std::fmt::Display;

use serde::Serialize;
use serde::ser;

/// The 64-bit hash of a value.
#[must_use]
pub fn fold<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut fold = Fold { sum: START };
    // The folder refuses nothing; a `Serialize` that fails by itself still has a hash of what it
    // wrote before.
    let _ = value.serialize(&mut fold);
    mix(fold.sum, START)
}

/// The first 64 bits of the fraction of pi.
const START: u64 = 0x243f_6a88_85a3_08d3;
/// The next ones.
const FACTOR: u64 = 0x1319_8a2e_0370_7345;

/// Both halves of the product of two words, folded into one.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

struct Fold {
    sum: u64,
}

impl Fold {
    #[inline]
    fn word(&mut self, word: u64) {
        self.sum = mix(self.sum.rotate_left(23) ^ word, FACTOR).wrapping_add(word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
}

/// There are no errors.
#[derive(Debug)]
struct Never;

impl Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value refused to be serialised")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(_: T) -> Self {
        Never
    }
}

type Done = Result<(), Never>;

impl ser::Serializer for &mut Fold {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Done {
        self.word(u64::from(value));
        Ok(())
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Done {
        self.serialize_i64(i64::from(value))
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Done {
        self.serialize_i64(i64::from(value))
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Done {
        self.serialize_i64(i64::from(value))
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Done {
        self.word(value as u64);
        Ok(())
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Done {
        self.serialize_u64(u64::from(value))
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Done {
        self.serialize_u64(u64::from(value))
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Done {
        self.serialize_u64(u64::from(value))
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Done {
        self.word(value);
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Done {
        self.word(value as u64);
        self.word((value >> 64) as u64);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Done {
        self.serialize_u128(value as u128)
    }

    fn serialize_f32(self, value: f32) -> Done {
        self.word(u64::from(value.to_bits()));
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Done {
        self.word(value.to_bits());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Done {
        self.word(u64::from(u32::from(value)));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Done {
        self.bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.bytes(value);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Done {
        self.word(0);
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Done {
        self.word(u64::from(index));
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.word(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Never> {
        self.word(length.map_or(u64::MAX, |length| length as u64));
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.word(u64::from(index));
        Ok(self)
    }

    /// The entries in the order in which the map gives them: its maps are ordered ones.
    fn serialize_map(self, length: Option<usize>) -> Result<Self, Never> {
        self.serialize_seq(length)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.word(u64::from(index));
        Ok(self)
    }
}

impl ser::SerializeSeq for &mut Fold {
    type Ok = ();
    type Error = Never;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeTuple for &mut Fold {
    type Ok = ();
    type Error = Never;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeTupleStruct for &mut Fold {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeTupleVariant for &mut Fold {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeMap for &mut Fold {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Fold {
    type Ok = ();
    type Error = Never;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

impl ser::SerializeStructVariant for &mut Fold {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_same_for_ever() {
        assert_eq!(fold(&(1u8, true, Some(-5i32))), FOREVER);
    }

    /// Computed when the hash was written. If this test fails, all digests have changed.
    const FOREVER: u64 = 0x8515_828e_33fc_2449;

    #[test]
    fn neighbouring_values_have_other_hashes() {
        let mut hashes: Vec<u64> = (0u64..1000).map(|n| fold(&(n / 10, n % 10, 7))).collect();
        hashes.extend((0u64..1000).map(|n| fold(&[n])));
        let map = std::collections::BTreeMap::from([(1, 2)]);
        hashes.extend([fold(&map), fold("a"), fold("b")]);
        hashes.sort_unstable();
        let all = hashes.len();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
    }
}
