//! Opening a record and going through it.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::error::{Place, RecordError};
use super::format::{Format, Open, Reader, Source};
use super::message::{
    Batch, Ending, FORMAT_VERSION, Frame, Header, InputLine, Layouts, Message, MonitorLine, Rows,
};
use crate::layout::Layout;

/// A record of a run, opened for reading.
///
/// Opening reads the whole file once, checks it from beginning to end and keeps what is small: the
/// header, the inputs and the ending. The events, frames and monitor lines stay in the file and are
/// streamed from it as often as they are asked for.
#[derive(Debug, Clone)]
pub struct Record {
    source: Source,
    read: Open,
    /// What a replay needs besides the inputs.
    pub header: Header,
    /// Everything that came from outside, in the order in which it was recorded.
    pub inputs: Vec<InputLine>,
    /// How the run ended; `None` if the record was cut.
    pub ending: Option<Ending>,
    /// True if the record ends early, because the run was killed or the file cut. All that is
    /// there is sound.
    pub truncated: bool,
    /// The number of events in the record.
    pub events: u64,
    /// The number of event rows in the record; at least one for each event.
    pub rows: u64,
}

impl Record {
    /// Opens a record; the file extension names its format.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the file, by name: see [`RecordError`]. A record that merely ends
    /// early is not an error, unless it ends before its header.
    pub fn open(path: impl AsRef<Path>) -> Result<Record, RecordError> {
        let path = path.as_ref();
        Self::scan(Source::file(path), Format::of(path)?)
    }

    /// Opens a record that is in memory. `name` stands for its path: its extension names the
    /// format, and messages quote it.
    ///
    /// # Errors
    ///
    /// As for [`open`](Record::open).
    pub fn from_bytes(
        name: impl AsRef<Path>,
        bytes: impl Into<Arc<[u8]>>,
    ) -> Result<Record, RecordError> {
        let name = name.as_ref();
        Self::scan(Source::memory(name, bytes.into()), Format::of(name)?)
    }

    fn scan(source: Source, format: &'static Format) -> Result<Record, RecordError> {
        let Some(read) = format.read else {
            // A missing file is the nearer trouble.
            source.open()?;
            let extension = format.extension.to_owned();
            return Err(RecordError::NotReplayable {
                path: source.path,
                extension,
            });
        };
        let mut messages = Messages::open(&source, read)?;
        let header = match messages.next_message()? {
            Some(Message::Header(header)) => *header,
            _ => return Err(RecordError::not_a_record(&source.path, "it has no header")),
        };
        let mut inputs = Vec::new();
        let mut ending = None;
        while let Some(message) = messages.next_message()? {
            match message {
                Message::Input(line) => inputs.push(line),
                Message::End(end) => ending = Some(end),
                _ => {}
            }
        }
        let Messages { events, rows, .. } = messages;
        let truncated = ending.is_none();
        Ok(Record {
            source,
            read,
            header,
            inputs,
            ending,
            truncated,
            events,
            rows,
        })
    }

    /// The path of the file, or the name that was given for it.
    pub fn path(&self) -> &Path {
        &self.source.path
    }

    /// How the rows of this record are laid out.
    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// The events from the first to the last, batch by batch, without reading the whole file into
    /// memory.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if the file cannot be opened any more; the iterator yields one, and ends,
    /// if the file has changed since.
    pub fn batches(
        &self,
    ) -> Result<impl Iterator<Item = Result<Batch, RecordError>> + use<>, RecordError> {
        self.of_kind(|message| match message {
            Message::Batch(batch) => Some(batch),
            _ => None,
        })
    }

    /// The operations of the events, from the first to the last: as many as there are events, or
    /// none in a run on the virtual clock, whose [`Header::operations`] is `None`.
    ///
    /// They stand before their events in the file, so a cut may have left more of them than events;
    /// these are passed over. Where the run failed, that of the event that failed is the last.
    ///
    /// # Errors
    ///
    /// As for [`batches`](Record::batches).
    pub fn operations(
        &self,
    ) -> Result<impl Iterator<Item = Result<Batch, RecordError>> + use<>, RecordError> {
        let failed = |ending: &Ending| ending.error.is_some();
        let events = self.events + u64::from(self.ending.as_ref().is_some_and(failed));
        let layout = self.header.operations.as_ref();
        let row_bytes = layout.map_or(0, Layout::row_bytes);
        self.of_kind(move |message| match message {
            Message::Operations(mut batch) => {
                let wanted = events.saturating_sub(batch.first);
                batch.events = batch.events.min(u32::try_from(wanted).unwrap_or(u32::MAX));
                batch.rows.truncate(batch.events as usize * row_bytes);
                (batch.events > 0).then_some(batch)
            }
            _ => None,
        })
    }

    /// The frames from the first to the last.
    ///
    /// # Errors
    ///
    /// As for [`batches`](Record::batches).
    pub fn frames(
        &self,
    ) -> Result<impl Iterator<Item = Result<Frame, RecordError>> + use<>, RecordError> {
        self.of_kind(|message| match message {
            Message::Frame(frame) => Some(frame),
            _ => None,
        })
    }

    /// What the monitors said, from the first line to the last.
    ///
    /// # Errors
    ///
    /// As for [`batches`](Record::batches).
    pub fn monitors(
        &self,
    ) -> Result<impl Iterator<Item = Result<MonitorLine, RecordError>> + use<>, RecordError> {
        self.of_kind(|message| match message {
            Message::Monitor(line) => Some(line),
            _ => None,
        })
    }

    fn of_kind<T, F>(
        &self,
        pick: F,
    ) -> Result<impl Iterator<Item = Result<T, RecordError>> + use<T, F>, RecordError>
    where
        F: Fn(Message) -> Option<T>,
    {
        let messages = Messages::open(&self.source, self.read)?;
        Ok(messages.filter_map(move |message| message.map(&pick).transpose()))
    }
}

/// The messages of a record in order, checked against each other.
struct Messages {
    source: Source,
    reader: Box<dyn Reader>,
    /// How the rows are laid out; `None` before the header.
    layouts: Option<Layouts>,
    operations: u64,
    events: u64,
    rows: u64,
    ended: bool,
    /// Nothing more comes: the file is at its end, or it is damaged.
    done: bool,
}

impl Messages {
    fn open(source: &Source, read: Open) -> Result<Self, RecordError> {
        Ok(Messages {
            source: source.clone(),
            reader: read(source)?,
            layouts: None,
            operations: 0,
            events: 0,
            rows: 0,
            ended: false,
            done: false,
        })
    }

    fn next_message(&mut self) -> Result<Option<Message>, RecordError> {
        let Some(message) = self.reader.next()? else {
            return Ok(None);
        };
        let place = self.reader.place();
        self.check(&message)
            .map_err(|what| RecordError::damaged(&self.source.path, place, what))?;
        Ok(Some(message))
    }

    /// Checks that a message fits those before it; on failure says why it does not.
    fn check(&mut self, message: &Message) -> Result<(), String> {
        if self.ended {
            return Err("something follows after the end".to_owned());
        }
        let header = matches!(message, Message::Header(_));
        if header != self.layouts.is_none() {
            return Err("the header must come first, and once".to_owned());
        }
        match message {
            Message::Header(header) => self.layouts = Some(Layouts::of(header)),
            Message::Batch(batch) => self.check_batch(batch)?,
            Message::Operations(batch) => self.check_operations(batch)?,
            Message::End(ending) => {
                self.ended = true;
                if ending.events != self.events {
                    return Err(format!(
                        "the run had {} events, and the record holds {}",
                        ending.events, self.events
                    ));
                }
                // One may be that of an event that failed.
                if self.operations > self.events.saturating_add(1) {
                    return Err(format!(
                        "the run had {} events, and the record holds {} operations",
                        self.events, self.operations
                    ));
                }
            }
            Message::Input(_) | Message::Monitor(_) | Message::Frame(_) => {}
        }
        Ok(())
    }

    fn check_batch(&mut self, batch: &Batch) -> Result<(), String> {
        let Some(layouts) = &self.layouts else {
            return Ok(());
        };
        let rows = check_rows(Rows::Events, batch, &layouts.events, self.events)?;
        self.events += u64::from(batch.events);
        self.rows += rows;
        // A cut cannot bring this about, because operations stand before their events.
        if layouts.operations.is_some() && self.operations < self.events {
            return Err(format!("event {} has no operation", self.operations));
        }
        Ok(())
    }

    fn check_operations(&mut self, batch: &Batch) -> Result<(), String> {
        let Some(layouts) = &self.layouts else {
            return Ok(());
        };
        let layout = layouts.get(Rows::Operations)?;
        check_rows(Rows::Operations, batch, layout, self.operations)?;
        for (number, row) in (self.operations..).zip(batch.rows(layout)) {
            let found = Layout::operation_number(row);
            if found != Some(number) {
                let found = found.unwrap_or_default();
                return Err(format!("operation {number} says it is operation {found}"));
            }
        }
        self.operations += u64::from(batch.events);
        Ok(())
    }
}

/// Checks that a batch begins where it must and holds what it says; returns the number of rows.
fn check_rows(kind: Rows, batch: &Batch, layout: &Layout, first: u64) -> Result<u64, String> {
    let word = kind.word();
    if batch.first != first {
        return Err(format!(
            "{word} {} stands where {word} {first} must",
            batch.first
        ));
    }
    let test = layout.row_test();
    let mut starts = batch.rows(layout).map(|row| test.starts_event(row));
    if starts.next() != Some(true) {
        return Err(format!("the first row of a batch begins no {word}"));
    }
    let events = 1 + starts.filter(|&starts| starts).count();
    if events as u64 != u64::from(batch.events) {
        return Err(format!(
            "a batch says {} {word}s and holds {events}",
            batch.events
        ));
    }
    Ok(batch.rows(layout).len() as u64)
}

impl Iterator for Messages {
    type Item = Result<Message, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let message = self.next_message().transpose();
        self.done = !matches!(message, Some(Ok(_)));
        message
    }
}

/// Reads the header of a record. The version is looked at first, because nothing else of another
/// version need be readable.
pub(super) fn header(path: &Path, at: Place, json: &[u8]) -> Result<Header, RecordError> {
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let damaged = |error: serde_json::Error| RecordError::damaged(path, at, error.to_string());
    let Version { format: found } = serde_json::from_slice(json).map_err(damaged)?;
    if found != u64::from(FORMAT_VERSION) {
        let path = path.to_owned();
        return Err(RecordError::OtherVersion {
            path,
            found,
            expected: FORMAT_VERSION,
        });
    }
    let header: Header = serde_json::from_slice(json).map_err(damaged)?;
    match Layouts::of(&header).check() {
        Ok(()) => Ok(header),
        Err(what) => Err(RecordError::damaged(path, at, what)),
    }
}
