//! The formats of records: one static slice, chosen from by file extension.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::RecordError;
use super::message::{Header, Message};

/// A file format of records.
#[derive(Debug)]
pub struct Format {
    /// The file extension that chooses it, without the dot.
    pub extension: &'static str,
    /// What it is good for, in one line.
    pub summary: &'static str,
    /// Makes the writer.
    pub(super) write: fn(Output, &Header) -> io::Result<Box<dyn Writer>>,
    /// Opens a file of this format; `None` if it keeps too little to be read again.
    pub(super) read: Option<Open>,
}

/// Opens a source and finds its beginning.
pub(super) type Open = fn(&Source) -> Result<Box<dyn Reader>, RecordError>;

/// Every format of records. A new one is a file beside this one and a line here.
pub static FORMATS: &[Format] = &[
    #[cfg(feature = "native")]
    super::mcap::FORMAT,
    super::jsonl::FORMAT,
    super::csv::FORMAT,
];

impl Format {
    /// The format that the extension of a path names, in upper or lower case.
    ///
    /// # Errors
    ///
    /// [`RecordError::UnknownFormat`] if there is no such format.
    pub fn of(path: &Path) -> Result<&'static Format, RecordError> {
        let found = path
            .extension()
            .map(|e| e.to_string_lossy().into_owned())
            .unwrap_or_default();
        let format = FORMATS
            .iter()
            .find(|format| found.eq_ignore_ascii_case(format.extension));
        format.ok_or_else(|| unknown(path, found))
    }
}

fn unknown(path: &Path, found: String) -> RecordError {
    let names = || FORMATS.iter().map(|format| format.extension);
    let lower = found.to_ascii_lowercase();
    let likeness = |name: &&str| strsim::jaro_winkler(name, &lower);
    let nearest = names().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    // Below this, the words have little more in common than a letter.
    let nearest = nearest.filter(|name| likeness(name) > 0.7);
    RecordError::UnknownFormat {
        path: path.to_owned(),
        known: names()
            .map(|name| format!(".{name}"))
            .collect::<Vec<_>>()
            .join(", "),
        nearest: nearest.map(str::to_owned),
        found,
    }
}

/// Puts the messages of a run into a file.
///
/// What is written may stay in memory until [`flush`](Writer::flush); what was flushed can be read
/// again even if the process dies.
pub(super) trait Writer: Send {
    /// Writes one message. The first is the header.
    fn write(&mut self, message: &Message) -> io::Result<()>;
    /// True if messages should come in the order in which they were recorded, at the price of
    /// smaller batches.
    fn in_order(&self) -> bool;
    /// How many bytes wait for the next flush, before compression.
    fn pending(&self) -> usize;
    /// Closes what has been written so far, and hands it to the operating system.
    fn flush(&mut self) -> io::Result<()>;
    /// Completes the file and hands it to the operating system.
    fn close(&mut self) -> io::Result<()>;
}

/// Takes the messages of a run out of a file.
pub(super) trait Reader: Send {
    /// The next message; `None` at the end of the file, be it complete or cut.
    fn next(&mut self) -> Result<Option<Message>, RecordError>;
    /// Where the message came from that [`next`](Reader::next) returned last.
    fn place(&self) -> super::error::Place;
}

/// Where a writer writes to: buffered, and counting.
pub(super) struct Output {
    inner: BufWriter<Box<dyn Write + Send>>,
    bytes: Arc<AtomicU64>,
}

impl Output {
    pub(super) fn new(inner: Box<dyn Write + Send>) -> Self {
        Output {
            inner: BufWriter::with_capacity(1 << 16, inner),
            bytes: Arc::default(),
        }
    }

    /// The number of bytes written so far; it goes on counting wherever the output goes.
    pub(super) fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.bytes)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.bytes.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Where a record is read from. It can be opened any number of times, so that each pass over a
/// record streams from the beginning.
#[derive(Debug, Clone)]
pub(super) struct Source {
    /// The path of the file, or the name that stands for one in messages.
    pub(super) path: PathBuf,
    memory: Option<Arc<[u8]>>,
    /// The size of the file when it was named. A record that is still being written is read up to
    /// there, in every pass alike; otherwise a reader might chase the writer for ever.
    size: Option<u64>,
}

/// Something that can be read and positioned.
pub(super) trait Bytes: Read + Seek + Send {}
impl<T: Read + Seek + Send> Bytes for T {}

impl Source {
    pub(super) fn file(path: &Path) -> Self {
        let metadata = std::fs::metadata(path).ok();
        Source {
            path: path.to_owned(),
            memory: None,
            size: metadata.filter(Metadata::is_file).map(|file| file.len()),
        }
    }

    pub(super) fn memory(name: &Path, bytes: Arc<[u8]>) -> Self {
        Source {
            path: name.to_owned(),
            memory: Some(bytes),
            size: None,
        }
    }

    /// Opens the source at its beginning.
    pub(super) fn open(&self) -> Result<Box<dyn Bytes>, RecordError> {
        match &self.memory {
            Some(bytes) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
            None => {
                let file = File::open(&self.path).map_err(|error| self.error(&error))?;
                // On some systems a folder opens like a file and fails only when it is read.
                if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(RecordError::not_a_record(&self.path, "it is a folder"));
                }
                Ok(match self.size {
                    Some(size) => Box::new(file.take(size)),
                    None => Box::new(file),
                })
            }
        }
    }

    /// True if the source ends with these bytes.
    #[cfg(feature = "native")]
    pub(super) fn ends_with(&self, end: &[u8]) -> Result<bool, RecordError> {
        use std::io::SeekFrom;

        let mut bytes = self.open()?;
        let size = bytes
            .seek(SeekFrom::End(0))
            .map_err(|error| self.error(&error))?;
        let Some(start) = size.checked_sub(end.len() as u64) else {
            return Ok(false);
        };
        bytes
            .seek(SeekFrom::Start(start))
            .map_err(|error| self.error(&error))?;
        let mut tail = Vec::new();
        let tail_bytes = bytes.take(end.len() as u64).read_to_end(&mut tail);
        tail_bytes.map_err(|error| self.error(&error))?;
        Ok(tail == end)
    }

    pub(super) fn error(&self, error: &io::Error) -> RecordError {
        RecordError::io(&self.path, error)
    }
}
