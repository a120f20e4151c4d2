//! What lies between the run and the writer of its record.

use std::io;

use super::format::Writer;
use super::message::{Batch, Message, Rows};

mod direct;
#[cfg(feature = "native")]
mod threaded;

use direct::Direct;
#[cfg(feature = "native")]
use threaded::Threaded;

/// The way to the writer.
#[derive(Debug)]
pub(super) enum Pipe {
    /// The writer is called at once.
    Direct(Direct),
    /// The writer has a thread of its own.
    #[cfg(feature = "native")]
    Threaded(Threaded),
}

impl Pipe {
    /// A writer that is called at once, wherever it writes to.
    pub(super) fn direct(writer: Box<dyn Writer>) -> Self {
        Pipe::Direct(Direct::new(writer))
    }

    /// A writer that has a thread of its own, where there are threads.
    #[cfg(feature = "native")]
    pub(super) fn threaded(writer: Box<dyn Writer>) -> io::Result<Self> {
        Threaded::new(writer).map(Pipe::Threaded)
    }

    /// As there are no threads, the writer is called at once.
    #[cfg(not(feature = "native"))]
    pub(super) fn threaded(writer: Box<dyn Writer>) -> io::Result<Self> {
        Ok(Self::direct(writer))
    }

    /// What the writer wants. Asked after every event.
    #[inline]
    pub(super) fn signal(&self) -> Signal {
        match self {
            Pipe::Direct(pipe) => pipe.signal(),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.signal(),
        }
    }

    /// Takes the writer's wish off its list, or reports what went wrong.
    pub(super) fn answer(&mut self) -> io::Result<()> {
        match self {
            Pipe::Direct(pipe) => pipe.answer(),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.answer(),
        }
    }

    /// An empty parcel, if possible one with memory.
    pub(super) fn spare(&mut self) -> Parcel {
        match self {
            Pipe::Direct(pipe) => pipe.spare(),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.spare(),
        }
    }

    /// Has a parcel written.
    pub(super) fn send(&mut self, parcel: Parcel) -> io::Result<()> {
        match self {
            Pipe::Direct(pipe) => pipe.send(parcel),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.send(parcel),
        }
    }

    /// Has everything that was written handed over.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Pipe::Direct(pipe) => pipe.flush(),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.flush(),
        }
    }

    /// Has the file completed, and waits for that.
    pub(super) fn close(&mut self) -> io::Result<()> {
        match self {
            Pipe::Direct(pipe) => pipe.close(),
            #[cfg(feature = "native")]
            Pipe::Threaded(pipe) => pipe.close(),
        }
    }
}

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

/// What goes to the writer in one piece: events, their operations, and the messages that were
/// recorded between them.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    pub(super) batch: Batch,
    /// Where the run has them, those of the events above. The operation of the next event may be
    /// there already; that of the first event may have gone ahead with the parcel before.
    pub(super) operations: Batch,
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

    /// True if there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.batch.events == 0 && self.operations.events == 0 && self.notes.is_empty()
    }

    fn clear(&mut self) {
        for batch in [&mut self.batch, &mut self.operations] {
            batch.events = 0;
            batch.rows.clear();
        }
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

/// Writes the events as one batch. Inputs go first, then operations, so that a cut never parts an
/// event from what a replay needs for it.
fn write_in_one_piece(writer: &mut dyn Writer, parcel: &mut Parcel) -> io::Result<()> {
    let is_input = |note: &&Note| matches!(note.message, Message::Input(_));
    for note in parcel.notes.iter().filter(is_input) {
        put(writer, &note.message)?;
    }
    put_rows(writer, Rows::Operations, &mut parcel.operations)?;
    put_rows(writer, Rows::Events, &mut parcel.batch)?;
    for note in parcel.notes.iter().filter(|note| !is_input(note)) {
        put(writer, &note.message)?;
    }
    Ok(())
}

/// Writes a batch, unless it is empty.
fn put_rows(writer: &mut dyn Writer, kind: Rows, rows: &mut Batch) -> io::Result<()> {
    if rows.events == 0 {
        return Ok(());
    }
    let message = kind.message(std::mem::take(rows));
    let written = put(writer, &message);
    // The batch comes back for its memory.
    if let Ok((_, batch)) = message.into_rows() {
        *rows = batch;
    }
    written
}

/// Writes the events in as many batches as it takes for every message to stand in its place. The
/// operations of a batch stand right before it.
fn write_in_order(writer: &mut dyn Writer, parcel: &Parcel) -> io::Result<()> {
    let batch = &parcel.batch;
    let mut operations = 0;
    let (mut events, mut bytes) = (0, 0);
    let end = (batch.events, batch.rows.len(), None);
    let notes = parcel
        .notes
        .iter()
        .map(|note| (note.events, note.bytes, Some(&note.message)));
    for (next_events, next_bytes, message) in notes.chain([end]) {
        if next_events > events {
            let until = batch.first + u64::from(next_events);
            operations = put_operations(writer, &parcel.operations, operations, until)?;
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
        // The operation of an event which is still to come, or never came: nothing may follow the
        // end.
        if matches!(message, None | Some(Message::End(_))) {
            operations = put_operations(writer, &parcel.operations, operations, u64::MAX)?;
        }
        if let Some(message) = message {
            put(writer, message)?;
        }
    }
    Ok(())
}

/// Writes the operations from the one at `from` up to those of the event `until`, without it, and
/// returns where it stopped.
fn put_operations(
    writer: &mut dyn Writer,
    operations: &Batch,
    from: u32,
    until: u64,
) -> io::Result<u32> {
    let wanted = until.saturating_sub(operations.first);
    let end = u32::try_from(wanted).map_or(operations.events, |end| end.min(operations.events));
    let row_bytes = operations.rows.len() / operations.events.max(1) as usize;
    let bytes = from as usize * row_bytes..end as usize * row_bytes;
    let Some(rows) = operations.rows.get(bytes).filter(|rows| !rows.is_empty()) else {
        return Ok(from);
    };
    let mut batch = Batch {
        first: operations.first + u64::from(from),
        events: end - from,
        rows: rows.to_vec(),
    };
    put_rows(writer, Rows::Operations, &mut batch)?;
    Ok(end)
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
