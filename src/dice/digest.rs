//! How far the dice have been drawn: the digest that betrays a silent extra draw.

use xxhash_rust::xxh3::Xxh3Default;

use super::{Numpy, Purpose};

/// A stream that has been drawn from, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched {
    /// What the stream is for.
    pub purpose: Purpose,
    /// The id of its owner.
    pub id: u32,
    /// How many 32-bit words have been drawn.
    pub position: u128,
}

/// The digest of all dice of a run: the 128-bit XXH3 of one record for each touched stream, sorted
/// by purpose and id.
///
/// A record is the number of the purpose (4 bytes), the id (4 bytes) and the position (16 bytes),
/// little-endian. The shared generator, if there is one, comes first, with purpose 0, id 0 and its
/// [`Numpy::position`].
pub fn dice_digest(touched: impl IntoIterator<Item = Touched>, shared: Option<&Numpy>) -> u128 {
    let mut touched: Vec<Touched> = touched.into_iter().collect();
    touched.sort_unstable();
    let mut hash = Xxh3Default::new();
    let mut add = |purpose: u32, id: u32, position: u128| {
        hash.update(&purpose.to_le_bytes());
        hash.update(&id.to_le_bytes());
        hash.update(&position.to_le_bytes());
    };
    if let Some(numpy) = shared {
        add(0, 0, numpy.position());
    }
    for stream in touched {
        add(stream.purpose as u32, stream.id, stream.position);
    }
    hash.digest128()
}
