//! Recording a run while it happens.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::RecordError;
use super::format::{Format, Output, Writer};
use super::memory::Memory;
use super::message::{
    BATCH_EVENTS, Ending, FORMAT_VERSION, Frame, Header, InputLine, Layouts, MAX_EVENT_BYTES,
    Message, MonitorLine,
};
use super::pipe::{Parcel, Pipe, Signal};
use crate::layout::{Layout, RowTest};

/// A batch goes to the writer when its rows reach this size, however few events they are.
const BATCH_BYTES: usize = 1 << 20;

/// It also goes when so many other messages have come with it.
const NOTES: usize = 1024;

/// Writes a record while the run goes on.
///
/// The file is written by a thread of its own, which takes whole batches through a bounded
/// channel: a disk that cannot keep up slows the run down instead of filling the memory. What has
/// been recorded is in the hands of the operating system about a second later, whatever happens to
/// the process. Without the feature `native` the recorder writes by itself, and closes chunks by
/// size only.
///
/// Any trouble of the writer is reported by the next call, and by every call after it. A recorder
/// that is dropped before [`finish`](Recorder::finish) leaves a record without an ending, which can
/// be read like that of a killed run.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    pipe: Pipe,
    /// The bytes that the writer has written.
    bytes: Arc<AtomicU64>,
    /// What still has to go to the writer.
    parcel: Parcel,
    /// An estimate of the bytes in the parcel besides the rows.
    note_bytes: usize,
    row_bytes: usize,
    test: RowTest,
    /// How operations are laid out, where the run has any.
    operations: Option<Layout>,
    rows_sent: u64,
}

/// What [`Recorder::finish`] reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The number of recorded events.
    pub events: u64,
    /// The number of recorded event rows.
    pub rows: u64,
}

impl Recorder {
    /// Creates the file, or empties it if it exists, and writes the header; the file extension
    /// names the format.
    ///
    /// # Errors
    ///
    /// [`RecordError::UnknownFormat`]; [`RecordError::Misfit`] for an unusable layout; or what the
    /// operating system says, such as [`RecordError::NotFound`] or [`RecordError::DiskFull`].
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Recorder, RecordError> {
        let path = path.as_ref();
        let format = Format::of(path)?;
        check(path, header)?;
        let file = claim(path).map_err(|error| RecordError::io(path, &error))?;
        Self::to(format, path, Box::new(file), header)
    }

    /// Records into anything that takes bytes. `name` is what messages call it.
    ///
    /// # Errors
    ///
    /// As for [`create`](Recorder::create).
    pub fn to(
        format: &Format,
        name: impl AsRef<Path>,
        out: Box<dyn Write + Send>,
        header: &Header,
    ) -> Result<Recorder, RecordError> {
        Self::through(Pipe::threaded, format, name.as_ref(), out, header)
    }

    /// Records into memory, without a thread: what cannot keep anybody waiting needs none. The bytes are
    /// those of a file. `name` is what messages call it; its extension names the format.
    ///
    /// # Errors
    ///
    /// As for [`create`](Recorder::create).
    pub fn in_memory(
        name: impl AsRef<Path>,
        memory: &Memory,
        header: &Header,
    ) -> Result<Recorder, RecordError> {
        let (format, out) = (Format::of(name.as_ref())?, Box::new(memory.clone()));
        let pipe = |writer| Ok(Pipe::direct(writer));
        Self::through(pipe, format, name.as_ref(), out, header)
    }

    fn through(
        pipe: impl FnOnce(Box<dyn Writer>) -> io::Result<Pipe>,
        format: &Format,
        name: &Path,
        out: Box<dyn Write + Send>,
        header: &Header,
    ) -> Result<Recorder, RecordError> {
        let path = name.to_owned();
        check(&path, header)?;
        let out = Output::new(out);
        let bytes = out.counter();
        let named = |error: io::Error| RecordError::io(&path, &error);
        let mut writer = (format.write)(out, header).map_err(named)?;
        // A run may be killed at once; its header is then in the file already.
        writer
            .write(&Message::Header(Box::new(header.clone())))
            .map_err(named)?;
        writer.flush().map_err(named)?;
        let pipe = pipe(writer).map_err(named)?;
        Ok(Recorder {
            path,
            pipe,
            bytes,
            parcel: Parcel::default(),
            note_bytes: 0,
            row_bytes: header.layout.row_bytes(),
            test: header.layout.row_test(),
            operations: header.operations.clone(),
            rows_sent: 0,
        })
    }

    /// Records the operation of the next event: a row laid out as [`Header::operations`] says. In a
    /// run with operations every event has one, recorded right before it and after the inputs that
    /// precede the event.
    ///
    /// An operation whose event never follows, because that event failed or the process died, does
    /// no harm: reading passes over it.
    ///
    /// # Errors
    ///
    /// [`RecordError::Misfit`] if the header names no layout of operations, the row has another
    /// length, its `seq` is not the number of the next event, its `stamp` is not finite, or the
    /// next event has its operation already.
    pub fn operation(&mut self, row: &[u8]) -> Result<(), RecordError> {
        let misfit = |what: String| Err(RecordError::misfit(&self.path, what));
        let Some(layout) = &self.operations else {
            return misfit("an operation, in a record without them".to_owned());
        };
        if row.len() != layout.row_bytes() {
            return misfit(format!("{} bytes that are not one operation", row.len()));
        }
        let (next, number) = (self.events(), Layout::operation_number(row));
        if number != Some(next) || self.recorded_operations() != next {
            let number = number.unwrap_or_default();
            return misfit(format!(
                "operation {number}, where event {next} is next and {} operations are there",
                self.recorded_operations()
            ));
        }
        let stamp = layout.operation_stamp(row);
        if !stamp.is_some_and(f64::is_finite) {
            return misfit(format!("operation {next}, whose stamp is not finite"));
        }
        self.parcel.operations.rows.extend_from_slice(row);
        self.parcel.operations.events += 1;
        Ok(())
    }

    /// Records one event: its row, or the rows of a synchronous phase, packed.
    ///
    /// # Errors
    ///
    /// [`RecordError::Misfit`] if these are not the rows of one event, or its
    /// [operation](Recorder::operation) is missing; or the trouble that the writer has had.
    #[inline]
    pub fn event(&mut self, rows: &[u8]) -> Result<(), RecordError> {
        if self.operations.is_some() {
            self.check_operation()?;
        }
        if rows.len() != self.row_bytes || !self.test.starts_event(rows) {
            return self.phase(rows);
        }
        self.parcel.batch.rows.extend_from_slice(rows);
        self.parcel.batch.events += 1;
        if self.parcel.batch.events >= BATCH_EVENTS || self.pipe.signal() != Signal::None {
            return self.hand_over();
        }
        Ok(())
    }

    /// Checks that the next event has its operation.
    fn check_operation(&self) -> Result<(), RecordError> {
        if self.recorded_operations() > self.events() {
            return Ok(());
        }
        let what = format!("event {}, whose operation is missing", self.events());
        Err(RecordError::misfit(&self.path, what))
    }

    /// Records an event of many rows.
    #[inline(never)]
    fn phase(&mut self, rows: &[u8]) -> Result<(), RecordError> {
        let ragged = !rows.len().is_multiple_of(self.row_bytes);
        let mut starts = rows
            .chunks(self.row_bytes)
            .map(|row| self.test.starts_event(row));
        if ragged || starts.next() != Some(true) || starts.any(|starts| starts) {
            let what = format!("{} bytes that are not the rows of one event", rows.len());
            return Err(RecordError::misfit(&self.path, what));
        }
        if rows.len() > MAX_EVENT_BYTES {
            return Err(RecordError::misfit(&self.path, "an event of too many rows"));
        }
        if self.parcel.batch.rows.len() + rows.len() > BATCH_BYTES {
            self.hand_over()?;
        }
        self.parcel.batch.rows.extend_from_slice(rows);
        self.parcel.batch.events += 1;
        let full =
            self.parcel.batch.events >= BATCH_EVENTS || self.parcel.batch.rows.len() >= BATCH_BYTES;
        if full || self.pipe.signal() != Signal::None {
            self.hand_over()
        } else {
            Ok(())
        }
    }

    /// Records an input. It must come before the event that it precedes.
    ///
    /// # Errors
    ///
    /// [`RecordError::Misfit`] if the time is not finite; or the trouble that the writer has had.
    pub fn input(&mut self, line: InputLine) -> Result<(), RecordError> {
        self.check_time(line.time)?;
        self.note(Message::Input(line))
    }

    /// Records what a monitor said.
    ///
    /// # Errors
    ///
    /// As for [`input`](Recorder::input).
    pub fn monitor(&mut self, line: MonitorLine) -> Result<(), RecordError> {
        self.check_time(line.time)?;
        self.note(Message::Monitor(line))
    }

    /// Records where the robots are.
    ///
    /// # Errors
    ///
    /// As for [`input`](Recorder::input).
    pub fn frame(&mut self, frame: Frame) -> Result<(), RecordError> {
        self.check_time(frame.time)?;
        self.note_bytes += size_of_val(frame.positions.as_slice());
        self.note(Message::Frame(frame))
    }

    /// Hands everything recorded so far to the operating system. There is no need to call this in
    /// a run that keeps going; one that waits long for something outside may call it first.
    ///
    /// # Errors
    ///
    /// The trouble that the writer has had so far; what this call brings about is reported by the
    /// next one.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.hand_over()?;
        self.pipe
            .flush()
            .map_err(|error| RecordError::io(&self.path, &error))
    }

    /// The number of events recorded so far.
    pub fn events(&self) -> u64 {
        self.parcel.batch.first + u64::from(self.parcel.batch.events)
    }

    /// The number of operations recorded so far.
    fn recorded_operations(&self) -> u64 {
        self.parcel.operations.first + u64::from(self.parcel.operations.events)
    }

    /// Writes the ending and completes the file.
    ///
    /// # Errors
    ///
    /// [`RecordError::Misfit`] if the ending counts other events than were recorded or has a time
    /// that is not finite; or the trouble that the writer has had.
    pub fn finish(mut self, ending: Ending) -> Result<Summary, RecordError> {
        self.check_time(ending.time)?;
        let events = self.events();
        if ending.events != events {
            let what = format!(
                "an ending after {} events, of which {events}",
                ending.events
            );
            return Err(RecordError::misfit(
                &self.path,
                format!("{what} were recorded"),
            ));
        }
        self.note(Message::End(ending))?;
        self.hand_over()?;
        self.pipe
            .close()
            .map_err(|error| RecordError::io(&self.path, &error))?;
        let bytes = self.bytes.load(Ordering::Relaxed);
        Ok(Summary {
            bytes,
            events,
            rows: self.rows_sent,
        })
    }

    fn note(&mut self, message: Message) -> Result<(), RecordError> {
        self.parcel.note(message);
        let full = self.parcel.notes.len() >= NOTES || self.note_bytes >= BATCH_BYTES;
        if full || self.pipe.signal() != Signal::None {
            self.hand_over()
        } else {
            Ok(())
        }
    }

    /// Sends the present parcel to the writer and begins another.
    #[cold]
    fn hand_over(&mut self) -> Result<(), RecordError> {
        self.pipe
            .answer()
            .map_err(|error| RecordError::io(&self.path, &error))?;
        if self.parcel.is_empty() {
            return Ok(());
        }
        let mut next = self.pipe.spare();
        next.batch.first = self.events();
        next.operations.first = self.recorded_operations();
        self.rows_sent += (self.parcel.batch.rows.len() / self.row_bytes) as u64;
        self.note_bytes = 0;
        let parcel = std::mem::replace(&mut self.parcel, next);
        self.pipe
            .send(parcel)
            .map_err(|error| RecordError::io(&self.path, &error))
    }

    fn check_time(&self, time: f64) -> Result<(), RecordError> {
        if time.is_finite() {
            return Ok(());
        }
        Err(RecordError::misfit(&self.path, format!("the time {time}")))
    }
}

impl Drop for Recorder {
    /// Writes what has been recorded and closes the file, without an ending. After
    /// [`finish`](Recorder::finish) there is nothing left to do.
    fn drop(&mut self) {
        // There is nobody to report to; whoever wants to know calls `finish`.
        let _ = self.hand_over();
        let _ = self.pipe.close();
    }
}

/// A file that one recorder has for itself.
#[derive(Debug)]
struct Claimed(File);

impl Write for Claimed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Claimed {
    /// Gives the lock up. Closing the file is not enough: a child process that is just being made
    /// has the file open too for a moment.
    fn drop(&mut self) {
        // A file without a lock has none to give up.
        let _ = self.0.unlock();
    }
}

/// Opens a file for one recorder alone, and empties it.
fn claim(path: &Path) -> io::Result<Claimed> {
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    // Devices and some file systems know no locks; there nothing is gained, and nothing lost.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let words = "another run is recording into this file";
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
    }
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(Claimed(file))
}

fn check(path: &Path, header: &Header) -> Result<(), RecordError> {
    if header.format != FORMAT_VERSION {
        let what = format!("format version {}; this is {FORMAT_VERSION}", header.format);
        return Err(RecordError::misfit(path, what));
    }
    Layouts::of(header)
        .check()
        .map_err(|what| RecordError::misfit(path, what))
}
