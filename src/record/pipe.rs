//! What lies between the run and the writer of its record.

use std::io;

use super::format::Writer;
use super::message::{Batch, Message};

#[cfg(not(feature = "native"))]
mod direct;
#[cfg(feature = "native")]
mod threaded;

#[cfg(not(feature = "native"))]
pub(super) use direct::Pipe;
#[cfg(feature = "native")]
pub(super) use threaded::Pipe;

/// A chunk is closed when this many bytes wait in it.
const CHUNK_BYTES: usize = 1 << 20;

/// What the writer wants from the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// Nothing.
    None,
    /// The present batch, although it is not full: time has passed.
    #[cfg_attr(
        not(feature = "native"),
        allow(dead_code, reason = "only a thread has a clock")
    )]
    Due,
    /// To be asked what went wrong.
    Failed,
}

/// What goes to the writer in one piece: events, and the messages that were recorded between them.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    pub(super) batch: Batch,
    pub(super) notes: Vec<Note>,
}

/// A message that is no batch, and its place among the events of its parcel.
#[derive(Debug)]
pub(super) struct Note {
    /// How many events of the parcel came before it.
    pub(super) events: u32,
    /// The bytes of their rows.
    pub(super) bytes: usize,
    pub(super) message: Message,
}

impl Parcel {
    /// Puts a message after the events that are there.
    pub(super) fn note(&mut self, message: Message) {
        let (events, bytes) = (self.batch.events, self.batch.rows.len());
        self.notes.push(Note {
            events,
            bytes,
            message,
        });
    }

    fn clear(&mut self) {
        self.batch.events = 0;
        self.batch.rows.clear();
        self.notes.clear();
    }
}

/// Writes a parcel and empties it.
fn write(writer: &mut dyn Writer, parcel: &mut Parcel) -> io::Result<()> {
    let written = if writer.in_order() {
        write_in_order(writer, parcel)
    } else {
        write_in_one_piece(writer, parcel)
    };
    parcel.clear();
    written
}

/// Writes the events as one batch. Inputs go first, so that a cut never parts an event from the
/// input that it needs.
fn write_in_one_piece(writer: &mut dyn Writer, parcel: &mut Parcel) -> io::Result<()> {
    let is_input = |note: &&Note| matches!(note.message, Message::Input(_));
    for note in parcel.notes.iter().filter(is_input) {
        put(writer, &note.message)?;
    }
    if parcel.batch.events > 0 {
        let batch = Message::Batch(std::mem::take(&mut parcel.batch));
        let written = put(writer, &batch);
        // The batch comes back for its memory.
        if let Message::Batch(batch) = batch {
            parcel.batch = batch;
        }
        written?;
    }
    for note in parcel.notes.iter().filter(|note| !is_input(note)) {
        put(writer, &note.message)?;
    }
    Ok(())
}

/// Writes the events in as many batches as it takes for every message to stand in its place.
fn write_in_order(writer: &mut dyn Writer, parcel: &Parcel) -> io::Result<()> {
    let batch = &parcel.batch;
    let (mut events, mut bytes) = (0, 0);
    let end = (batch.events, batch.rows.len(), None);
    let notes = parcel
        .notes
        .iter()
        .map(|note| (note.events, note.bytes, Some(&note.message)));
    for (next_events, next_bytes, message) in notes.chain([end]) {
        if next_events > events {
            let first = batch.first + u64::from(events);
            let rows = batch
                .rows
                .get(bytes..next_bytes)
                .unwrap_or_default()
                .to_vec();
            put(
                writer,
                &Message::Batch(Batch {
                    first,
                    events: next_events - events,
                    rows,
                }),
            )?;
            (events, bytes) = (next_events, next_bytes);
        }
        if let Some(message) = message {
            put(writer, message)?;
        }
    }
    Ok(())
}

/// Writes a message, and closes the chunk if it is large enough.
fn put(writer: &mut dyn Writer, message: &Message) -> io::Result<()> {
    writer.write(message)?;
    if writer.pending() >= CHUNK_BYTES {
        writer.flush()
    } else {
        Ok(())
    }
}
