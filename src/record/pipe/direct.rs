//! The writer called directly: where there are no threads, and where nobody would wait for a disk.

use std::fmt;
use std::io;

use super::{Parcel, Signal, write};
use crate::record::format::Writer;

pub(in crate::record) struct Direct {
    /// Taken when the pipe is closed.
    writer: Option<Box<dyn Writer>>,
    spare: Parcel,
    /// The kind and the words of what went wrong.
    failure: Option<(io::ErrorKind, String)>,
}

impl fmt::Debug for Direct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Direct")
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

impl Direct {
    pub(in crate::record) fn new(writer: Box<dyn Writer>) -> Self {
        Direct {
            writer: Some(writer),
            spare: Parcel::default(),
            failure: None,
        }
    }

    #[inline]
    pub(in crate::record) fn signal(&self) -> Signal {
        if self.failure.is_some() {
            Signal::Failed
        } else {
            Signal::None
        }
    }

    pub(in crate::record) fn answer(&mut self) -> io::Result<()> {
        match &self.failure {
            Some((kind, words)) => Err(io::Error::new(*kind, words.clone())),
            None => Ok(()),
        }
    }

    pub(in crate::record) fn spare(&mut self) -> Parcel {
        std::mem::take(&mut self.spare)
    }

    pub(in crate::record) fn send(&mut self, mut parcel: Parcel) -> io::Result<()> {
        self.with_writer(|writer| write(writer, &mut parcel))?;
        self.spare = parcel;
        Ok(())
    }

    pub(in crate::record) fn flush(&mut self) -> io::Result<()> {
        self.with_writer(|writer| writer.flush())
    }

    pub(in crate::record) fn close(&mut self) -> io::Result<()> {
        self.with_writer(|writer| writer.close())?;
        self.writer = None;
        Ok(())
    }

    fn with_writer(
        &mut self,
        call: impl FnOnce(&mut dyn Writer) -> io::Result<()>,
    ) -> io::Result<()> {
        self.answer()?;
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let result = call(writer.as_mut());
        if let Err(error) = &result {
            self.failure = Some((error.kind(), error.to_string()));
        }
        result
    }
}
