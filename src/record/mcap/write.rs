//! Writing MCAP.

use std::collections::BTreeMap;
use std::io;

use ::mcap::records::MessageHeader;
use ::mcap::write::NoSeek;
use ::mcap::{Compression, McapError, WriteOptions};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::json;

use super::{JSON, MAX_MESSAGE_BYTES, PACKED, PROFILE};
use crate::record::format::{Output, Writer};
use crate::record::message::{
    Batch, Ending, Header, InputLine, Layouts, Message, MonitorLine, Rows,
};
use crate::record::packed;

struct McapWriter {
    out: ::mcap::Writer<NoSeek<Output>>,
    layouts: Layouts,
    /// The number that MCAP knows each channel by, by name and encoding: a name may stand for two.
    channels: BTreeMap<(&'static str, &'static str), u16>,
    sequence: u32,
    pending: usize,
    /// A message on its way; kept for its memory.
    bytes: Vec<u8>,
}

/// Begins a file.
pub(super) fn create(out: Output, header: &Header) -> io::Result<Box<dyn Writer>> {
    let out = WriteOptions::new()
        .profile(PROFILE)
        .library(concat!("formicary ", env!("CARGO_PKG_VERSION")))
        .compression(Some(Compression::Zstd))
        // Against the default level this takes a third less time, and three per cent more room.
        .compression_level(1)
        // The recorder runs the writer on a thread of its own already.
        .compression_threads(0)
        // The recorder closes the chunks, by size and by time.
        .chunk_size(None)
        // A chunk is gathered in memory and written whole. With seeking, a half-written chunk
        // with an impossible length would stand in the file whenever the process dies.
        .disable_seeking(true)
        .create(NoSeek::new(out))
        .map_err(to_io)?;
    let mut writer = McapWriter {
        out,
        layouts: Layouts::of(header),
        channels: BTreeMap::new(),
        sequence: 0,
        pending: 0,
        bytes: Vec::new(),
    };
    writer.add_channels().map_err(to_io)?;
    Ok(Box::new(writer))
}

impl McapWriter {
    fn add_channels(&mut self) -> Result<(), McapError> {
        self.add_json::<Header>("/run", "formicary.Header")?;
        self.add_json::<InputLine>("/inputs", "formicary.Input")?;
        self.add_json::<MonitorLine>("/monitors", "formicary.Monitor")?;
        self.add_json::<Ending>("/end", "formicary.Ending")?;
        let batch = json!({ "text": packed::BATCH_TEXT, "layout": self.layouts.events });
        self.add_packed("/events", "formicary.Batch", &batch)?;
        if let Some(layout) = &self.layouts.operations {
            let operations = json!({ "text": packed::OPERATIONS_TEXT, "layout": layout });
            self.add_packed("/inputs", "formicary.Operations", &operations)?;
        }
        self.add_packed(
            "/frames",
            "formicary.Frame",
            &json!({ "text": packed::FRAME_TEXT }),
        )
    }

    fn add_json<T: JsonSchema>(
        &mut self,
        channel: &'static str,
        name: &str,
    ) -> Result<(), McapError> {
        let schema = schema_for!(T).to_value().to_string();
        let schema = self.out.add_schema(name, "jsonschema", schema.as_bytes())?;
        let id = self
            .out
            .add_channel(schema, channel, JSON, &BTreeMap::new())?;
        self.channels.insert((channel, JSON), id);
        Ok(())
    }

    fn add_packed(
        &mut self,
        channel: &'static str,
        name: &str,
        schema: &serde_json::Value,
    ) -> Result<(), McapError> {
        let schema = schema.to_string();
        let schema = self
            .out
            .add_schema(name, "formicary-layout", schema.as_bytes())?;
        let id = self
            .out
            .add_channel(schema, channel, PACKED, &BTreeMap::new())?;
        self.channels.insert((channel, PACKED), id);
        Ok(())
    }

    /// The virtual time of a message; the header has that of the beginning.
    fn time(&self, message: &Message) -> f64 {
        match message {
            Message::Header(_) => 0.0,
            Message::Batch(batch) => self.layouts.events.time(&batch.rows).unwrap_or(0.0),
            Message::Operations(batch) => {
                let layout = self.layouts.operations.as_ref();
                let stamp = layout.and_then(|layout| layout.operation_stamp(&batch.rows));
                stamp.unwrap_or(0.0)
            }
            Message::Input(line) => line.time,
            Message::Monitor(line) => line.time,
            Message::Frame(frame) => frame.time,
            Message::End(ending) => ending.time,
        }
    }

    /// Encodes a message into `self.bytes`.
    fn encode(&mut self, message: &Message) -> io::Result<()> {
        let bytes = &mut self.bytes;
        bytes.clear();
        match message {
            Message::Header(header) => json(bytes, header)?,
            Message::Input(line) => json(bytes, line)?,
            Message::Monitor(line) => json(bytes, line)?,
            Message::End(ending) => json(bytes, ending)?,
            Message::Frame(frame) => packed::put_frame(bytes, frame),
            Message::Batch(batch) => self.encode_rows(Rows::Events, batch)?,
            Message::Operations(batch) => self.encode_rows(Rows::Operations, batch)?,
        }
        Ok(())
    }

    fn encode_rows(&mut self, kind: Rows, batch: &Batch) -> io::Result<()> {
        let layout = self.layouts.get(kind).map_err(io::Error::other)?;
        // `write` refuses longer messages, so that the number of rows fits.
        let rows = batch.rows.len() / layout.row_bytes().max(1);
        packed::put_batch(&mut self.bytes, batch, rows as u32);
        Ok(())
    }
}

impl Writer for McapWriter {
    fn write(&mut self, message: &Message) -> io::Result<()> {
        self.encode(message)?;
        if self.bytes.len() > MAX_MESSAGE_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                "a message is too long",
            ));
        }
        // Tools order by this time: the virtual one, in nanoseconds. The cast saturates.
        let nanoseconds = (self.time(message) * 1e9) as u64;
        let channel = (message.channel(), encoding(message));
        let header = MessageHeader {
            channel_id: self.channels.get(&channel).copied().unwrap_or(0),
            sequence: self.sequence,
            log_time: nanoseconds,
            publish_time: nanoseconds,
        };
        self.sequence = self.sequence.wrapping_add(1);
        self.pending += self.bytes.len();
        self.out
            .write_to_known_channel(&header, &self.bytes)
            .map_err(to_io)
    }

    fn in_order(&self) -> bool {
        false
    }

    fn pending(&self) -> usize {
        self.pending
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pending = 0;
        self.out.flush().map_err(to_io)
    }

    fn close(&mut self) -> io::Result<()> {
        self.out.finish().map(drop).map_err(to_io)
    }
}

/// What a message is encoded in.
fn encoding(message: &Message) -> &'static str {
    match message {
        Message::Header(_) | Message::Input(_) | Message::Monitor(_) | Message::End(_) => JSON,
        Message::Batch(_) | Message::Operations(_) | Message::Frame(_) => PACKED,
    }
}

fn json(bytes: &mut Vec<u8>, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(bytes, value).map_err(io::Error::from)
}

/// The error of the operating system inside an error of the container, if that is what it is.
fn to_io(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
