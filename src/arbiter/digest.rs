//! The running digest over the committed events.

use xxhash_rust::xxh3::Xxh3;

/// A running 128-bit XXH3 hash over the packed rows of the committed events.
///
/// Equal digests mean equal runs. The bytes are defined by the model ([`Model::encode`]), little
/// endian, without padding, so the digest is the same on every machine.
///
/// [`Model::encode`]: crate::model::Model::encode
#[derive(Clone)]
pub struct Digest {
    hash: Box<Xxh3>,
}

impl Default for Digest {
    fn default() -> Self {
        Digest {
            hash: Box::new(Xxh3::new()),
        }
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({:032x})", self.value())
    }
}

impl Digest {
    /// Folds rows into the digest.
    pub fn update(&mut self, rows: &[u8]) {
        self.hash.update(rows);
    }

    /// The digest of everything folded in so far.
    #[must_use]
    pub fn value(&self) -> u128 {
        self.hash.digest128()
    }
}

/// The 32 hexadecimal digits by which a digest is shown, recorded and compared.
#[must_use]
pub fn hex(digest: u128) -> String {
    format!("{digest:032x}")
}
