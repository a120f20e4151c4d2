//! A record in memory.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where [`Recorder::in_memory`](super::Recorder::in_memory) writes to. Copies are of one memory.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// Takes out what has been written.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.bytes())
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
