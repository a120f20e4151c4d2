//! Writing lines of JSON.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde::Serialize;

use super::row;
use crate::layout::Layout;
use crate::record::format::{Output, Writer};
use crate::record::message::{Batch, Frame, Message};

struct JsonlWriter {
    out: Output,
    layout: Layout,
    pending: usize,
    /// Lines on their way; kept for their memory.
    text: String,
}

/// Begins a file.
pub(super) fn create(out: Output, layout: &Layout) -> io::Result<Box<dyn Writer>> {
    let layout = layout.clone();
    Ok(Box::new(JsonlWriter {
        out,
        layout,
        pending: 0,
        text: String::new(),
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
        self.text
            .push_str(&serde_json::to_string(&Line { channel, message })?);
        self.text.push('\n');
        Ok(())
    }

    fn batch(&mut self, batch: &Batch) {
        let row_bytes = self.layout.row_bytes().max(1);
        for (number, rows) in batch.events(&self.layout) {
            let mut rows = rows.chunks_exact(row_bytes);
            // Writing into a string cannot fail.
            let _ = write!(self.text, r#"{{"channel":"/events","event":{number}"#);
            if let Some(first) = rows.next() {
                self.text.push(',');
                row::put(&mut self.text, &self.layout, first);
            }
            self.followers(rows);
            self.text.push_str("}\n");
        }
    }

    fn followers<'a>(&mut self, rows: impl Iterator<Item = &'a [u8]>) {
        let mut any = false;
        for follower in rows {
            self.text.push_str(if any { ",{" } else { r#","rows":[{"# });
            row::put(&mut self.text, &self.layout, follower);
            self.text.push('}');
            any = true;
        }
        if any {
            self.text.push(']');
        }
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
            Message::Batch(batch) => self.batch(batch),
            Message::Header(header) => self.object(channel, header)?,
            Message::Input(line) => self.object(channel, line)?,
            Message::Monitor(line) => self.object(channel, line)?,
            Message::Frame(frame) => self.frame(channel, frame)?,
            Message::End(ending) => self.object(channel, ending)?,
        }
        self.pending += self.text.len();
        self.out.write_all(self.text.as_bytes())
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
