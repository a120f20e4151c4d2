//! Writing lines of JSON.

use std::io::{self, Write as _};

use serde::Serialize;

use super::row;
use crate::record::format::{Output, Writer};
use crate::record::message::{Batch, Frame, Header, Layouts, Message, Rows};

struct JsonlWriter {
    out: Output,
    layouts: Layouts,
    pending: usize,
    /// Lines on their way; kept for their memory.
    text: Vec<u8>,
}

/// Begins a file.
pub(super) fn create(out: Output, header: &Header) -> io::Result<Box<dyn Writer>> {
    Ok(Box::new(JsonlWriter {
        out,
        layouts: Layouts::of(header),
        pending: 0,
        text: Vec::new(),
    }))
}

/// A message with the name of its channel before it.
#[derive(Serialize)]
struct Line<'a, T> {
    channel: &'static str,
    #[serde(flatten)]
    message: &'a T,
}

/// A frame as text; a coordinate that is not finite becomes null.
#[derive(Serialize)]
struct FrameText<'a> {
    event: u64,
    time: f64,
    positions: &'a [[f32; 2]],
}

impl JsonlWriter {
    fn object(&mut self, channel: &'static str, message: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.text, &Line { channel, message })?;
        self.text.push(b'\n');
        Ok(())
    }

    /// One line for each event of a batch, or for each operation.
    fn batch(&mut self, channel: &'static str, kind: Rows, batch: &Batch) -> io::Result<()> {
        let layout = self.layouts.get(kind).map_err(io::Error::other)?;
        let row_bytes = layout.row_bytes().max(1);
        for (number, rows) in batch.events(layout) {
            write!(self.text, r#"{{"channel":"{channel}","event":{number}"#)?;
            for (i, row) in rows.chunks_exact(row_bytes).enumerate() {
                // The first row stands in the line itself, the others in an array.
                self.text.extend_from_slice(match i {
                    0 => b",",
                    1 => br#","rows":[{"#,
                    _ => b",{",
                });
                row::put(&mut self.text, layout, row)?;
                if i > 0 {
                    self.text.push(b'}');
                }
            }
            let many = rows.len() > row_bytes;
            self.text
                .extend_from_slice(if many { b"]}\n" } else { b"}\n" });
        }
        Ok(())
    }

    fn frame(&mut self, channel: &'static str, frame: &Frame) -> io::Result<()> {
        let Frame {
            event,
            time,
            positions,
        } = frame;
        self.object(
            channel,
            &FrameText {
                event: *event,
                time: *time,
                positions,
            },
        )
    }
}

impl Writer for JsonlWriter {
    fn write(&mut self, message: &Message) -> io::Result<()> {
        self.text.clear();
        let channel = message.channel();
        match message {
            Message::Batch(batch) => self.batch(channel, Rows::Events, batch)?,
            Message::Operations(batch) => self.batch(channel, Rows::Operations, batch)?,
            Message::Header(header) => self.object(channel, header)?,
            Message::Input(line) => self.object(channel, line)?,
            Message::Monitor(line) => self.object(channel, line)?,
            Message::Frame(frame) => self.frame(channel, frame)?,
            Message::End(ending) => self.object(channel, ending)?,
        }
        self.pending += self.text.len();
        self.out.write_all(&self.text)
    }

    fn in_order(&self) -> bool {
        true
    }

    fn pending(&self) -> usize {
        self.pending
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pending = 0;
        self.out.flush()
    }

    fn close(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
