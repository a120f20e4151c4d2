//! The event log as a table: one line per row, for spreadsheets and statistics. It keeps neither
//! the scenario nor the inputs, so it cannot be replayed.

use std::io::{self, Write as _};

use super::format::{Format, Output, Writer};
use super::message::{Batch, Header, Message};
use crate::layout::{Cell, Layout};

/// The registry entry.
pub(super) const FORMAT: Format = Format {
    extension: "csv",
    summary: "the event log as a table, one line per row; for analysis, not for replay",
    write: create,
    read: None,
};

struct CsvWriter {
    out: ::csv::Writer<Output>,
    layout: Layout,
    pending: usize,
    /// A cell on its way; kept for its memory.
    text: Vec<u8>,
}

fn create(out: Output, header: &Header) -> io::Result<Box<dyn Writer>> {
    // The output below is buffered already, so a small buffer here is enough.
    let out = ::csv::WriterBuilder::new()
        .buffer_capacity(1 << 12)
        .from_writer(out);
    Ok(Box::new(CsvWriter {
        out,
        layout: header.layout.clone(),
        pending: 0,
        text: Vec::new(),
    }))
}

impl CsvWriter {
    fn title(&mut self) -> Result<(), ::csv::Error> {
        self.out.write_field("event")?;
        for column in self.layout.columns() {
            self.out.write_field(&column.name)?;
        }
        self.out.write_record(None::<&[u8]>)
    }

    fn batch(&mut self, batch: &Batch) -> Result<(), ::csv::Error> {
        let row_bytes = self.layout.row_bytes().max(1);
        for (number, rows) in batch.events(&self.layout) {
            for row in rows.chunks_exact(row_bytes) {
                self.out.write_field(number.to_string())?;
                for column in self.layout.columns() {
                    self.text.clear();
                    let cell = column.cell(row).unwrap_or(Cell::None);
                    write!(self.text, "{cell}")?;
                    self.out.write_field(&self.text)?;
                    self.pending += self.text.len();
                }
                self.out.write_record(None::<&[u8]>)?;
            }
        }
        Ok(())
    }
}

impl Writer for CsvWriter {
    fn write(&mut self, message: &Message) -> io::Result<()> {
        match message {
            Message::Header(_) => self.title().map_err(to_io),
            Message::Batch(batch) => self.batch(batch).map_err(to_io),
            // What is no event has no place in the table.
            Message::Operations(_)
            | Message::Input(_)
            | Message::Monitor(_)
            | Message::Frame(_)
            | Message::End(_) => Ok(()),
        }
    }

    fn in_order(&self) -> bool {
        false
    }

    fn pending(&self) -> usize {
        self.pending
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pending = 0;
        self.out.flush()
    }

    fn close(&mut self) -> io::Result<()> {
        self.flush()
    }
}

/// The error of the operating system inside an error of the table, if that is what it is.
fn to_io(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
