//! What came from outside while a run went on: kept compressed, apart from the rows that are searched.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::OptionalExtension as _;

use super::{Store, StoreError};

/// The text as it is kept.
pub(super) fn pack(text: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory never fails.
    let _ = packer.write_all(text);
    packer.finish().unwrap_or_default()
}

impl Store {
    /// What came from outside while a run went on; empty where nothing did.
    ///
    /// # Errors
    ///
    /// What cannot be unpacked.
    pub fn inputs(&self, run: i64) -> Result<Vec<u8>, StoreError> {
        let text = "SELECT data FROM inputs WHERE run = ?";
        let mut statement = self.connection.prepare_cached(text)?;
        let packed: Option<Vec<u8>> = statement.query_row([run], |row| row.get(0)).optional()?;
        let Some(packed) = packed else {
            return Ok(Vec::new());
        };
        let mut unpacked = Vec::new();
        let read = ZlibDecoder::new(packed.as_slice()).read_to_end(&mut unpacked);
        read.map_err(|error| {
            StoreError::Unreadable(format!(
                "inputs of run {run} that cannot be unpacked: {error}"
            ))
        })?;
        Ok(unpacked)
    }
}
