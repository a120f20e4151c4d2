//! Reading MCAP.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufReader, Read};

use ::mcap::records::{Record as McapRecord, op};
use ::mcap::sans_io::{LinearReadEvent, LinearReader, LinearReaderOptions};
use ::mcap::{MAGIC, McapError, parse_record};
use serde::de::DeserializeOwned;

use super::{MAX_PART_BYTES, PACKED, PROFILE};
use crate::record::error::{Place, RecordError};
use crate::record::format::{Bytes, Reader, Source};
use crate::record::message::{Batch, Layouts, Message, Rows};
use crate::record::packed;
use crate::record::reader::header;

/// What precedes every part of the file: one byte that says what it is, and its length.
const PART_HEAD: u64 = 9;

/// How much is read from the file at once.
const PIECE: usize = 1 << 16;

struct McapReader {
    input: BufReader<Box<dyn Bytes>>,
    parts: LinearReader,
    /// Where the next part begins.
    offset: u64,
    done: bool,
    chunks: Chunks,
}

/// The messages of the chunks.
struct Chunks {
    source: Source,
    /// Where the present part of the file begins.
    offset: u64,
    /// How the rows are laid out; `None` before the header.
    layouts: Option<Layouts>,
    channels: BTreeMap<u16, Channel>,
    /// The number that the next message must have.
    sequence: u32,
    /// The messages of the present chunk that are still to be handed out.
    messages: VecDeque<Message>,
}

/// What messages of one number belong to.
struct Channel {
    name: String,
    /// Two channels of one name differ in this.
    packed: bool,
}

/// Opens a file.
pub(super) fn open(source: &Source) -> Result<Box<dyn Reader>, RecordError> {
    let options = LinearReaderOptions::default()
        .with_emit_chunks(true)
        .with_validate_data_section_crc(true)
        .with_validate_summary_section_crc(true)
        .with_check_finishes_after_end_magic(true)
        .with_record_length_limit(MAX_PART_BYTES);
    Ok(Box::new(McapReader {
        input: BufReader::with_capacity(PIECE, source.open()?),
        parts: LinearReader::new_with_options(options),
        offset: MAGIC.len() as u64,
        done: false,
        chunks: Chunks {
            source: source.clone(),
            offset: 0,
            layouts: None,
            channels: BTreeMap::new(),
            sequence: 0,
            messages: VecDeque::new(),
        },
    }))
}

impl Reader for McapReader {
    fn next(&mut self) -> Result<Option<Message>, RecordError> {
        loop {
            if let Some(message) = self.chunks.messages.pop_front() {
                return Ok(Some(message));
            }
            if self.done || !self.next_part()? {
                self.done = true;
                return Ok(None);
            }
        }
    }

    fn place(&self) -> Place {
        Place::Byte(self.chunks.offset)
    }
}

impl McapReader {
    /// Takes the next part of the file to pieces; false at the end.
    fn next_part(&mut self) -> Result<bool, RecordError> {
        let error = match self.parts.next_event() {
            None => return Ok(false),
            Some(Ok(LinearReadEvent::ReadRequest(wanted))) => {
                // Piece by piece, so that a damaged length cannot ask for more than is there.
                let wanted = wanted.clamp(1, PIECE);
                let read = self.input.read(self.parts.insert(wanted));
                let read = read.map_err(|error| self.chunks.source.error(&error))?;
                self.parts.notify_read(read);
                return Ok(true);
            }
            Some(Ok(LinearReadEvent::Record { opcode, data })) => {
                self.chunks.offset = self.offset;
                self.offset += PART_HEAD + data.len() as u64;
                return self.chunks.part(opcode, data).map(|()| true);
            }
            Some(Err(error)) => error,
        };
        self.chunks.offset = self.offset;
        match error {
            McapError::UnexpectedEof if self.offset == MAGIC.len() as u64 => {
                Err(self.chunks.foreign("it ends before it begins"))
            }
            // A killed run or a cut file. A file that was closed in good order ends otherwise;
            // there the missing bytes were invented by a damaged length.
            McapError::UnexpectedEof if !self.chunks.source.ends_with(MAGIC)? => Ok(false),
            McapError::BadMagic if self.offset == MAGIC.len() as u64 => {
                Err(self.chunks.foreign("it does not begin like an MCAP file"))
            }
            error => Err(self.chunks.damaged(error.to_string())),
        }
    }
}

impl Chunks {
    fn damaged(&self, what: impl Into<String>) -> RecordError {
        RecordError::damaged(&self.source.path, Place::Byte(self.offset), what)
    }

    fn foreign(&self, what: &str) -> RecordError {
        RecordError::not_a_record(&self.source.path, what)
    }

    /// One part of the file outside of the chunks. What the writer never writes there is damage:
    /// to pass over it could mean to pass over a chunk whose first byte has changed.
    fn part(&mut self, opcode: u8, data: &[u8]) -> Result<(), RecordError> {
        match opcode {
            op::HEADER if profile(data) == Some(PROFILE.as_bytes()) => Ok(()),
            op::HEADER => Err(self.foreign("another program wrote this MCAP file")),
            op::CHUNK => self.chunk(data),
            op::MESSAGE_INDEX | op::DATA_END | op::FOOTER => Ok(()),
            // The summary behind the data; it has a checksum of its own.
            op::SCHEMA | op::CHANNEL | op::STATISTICS | op::CHUNK_INDEX | op::SUMMARY_OFFSET => {
                Ok(())
            }
            _ => Err(self.damaged(format!("an unknown part of kind {opcode}"))),
        }
    }

    /// Unpacks a chunk. Nothing of it is used unless all of it agrees with its checksum.
    fn chunk(&mut self, data: &[u8]) -> Result<(), RecordError> {
        // Zero stands for "no checksum"; the writer never leaves it out.
        if data.get(24..28).is_none_or(|checksum| checksum == [0; 4]) {
            return Err(self.damaged("a chunk without a checksum"));
        }
        let options = LinearReaderOptions::default()
            .with_skip_start_magic(true)
            .with_skip_end_magic(true)
            .with_prevalidate_chunk_crcs(true)
            .with_record_length_limit(MAX_PART_BYTES);
        let mut reader = LinearReader::new_with_options(options);
        let mut head = [op::CHUNK; PART_HEAD as usize];
        head[1..].copy_from_slice(&(data.len() as u64).to_le_bytes());
        let mut input = head.chain(data);
        while let Some(event) = reader.next_event() {
            match event.map_err(|error| self.damaged(error.to_string()))? {
                LinearReadEvent::ReadRequest(wanted) => {
                    let read = input.read(reader.insert(wanted.clamp(1, PIECE)));
                    let read = read.map_err(|error| self.source.error(&error))?;
                    reader.notify_read(read);
                }
                LinearReadEvent::Record { opcode, data } => self.record(opcode, data)?,
            }
        }
        Ok(())
    }

    /// One record within a chunk.
    fn record(&mut self, opcode: u8, data: &[u8]) -> Result<(), RecordError> {
        match parse_record(opcode, data).map_err(|error| self.damaged(error.to_string()))? {
            McapRecord::Schema { .. } => Ok(()),
            McapRecord::Channel(channel) => {
                let packed = channel.message_encoding == PACKED;
                let name = channel.topic;
                self.channels.insert(channel.id, Channel { name, packed });
                Ok(())
            }
            McapRecord::Message { header, data } => {
                if header.sequence != self.sequence {
                    return Err(self.damaged(format!(
                        "message {} is missing, message {} follows",
                        self.sequence, header.sequence
                    )));
                }
                self.sequence = self.sequence.wrapping_add(1);
                self.message(header.channel_id, &data)
            }
            _ => Err(self.damaged(format!("an unknown part of kind {opcode} in a chunk"))),
        }
    }

    fn message(&mut self, channel: u16, data: &[u8]) -> Result<(), RecordError> {
        let channel = self.channels.get(&channel);
        let channel = channel.ok_or_else(|| self.damaged("a message of no channel"))?;
        let message = match channel.name.as_str() {
            "/run" => {
                let header = header(&self.source.path, Place::Byte(self.offset), data)?;
                self.layouts = Some(Layouts::of(&header));
                Message::Header(Box::new(header))
            }
            "/events" => Message::Batch(self.rows(Rows::Events, data)?),
            "/inputs" if channel.packed => Message::Operations(self.rows(Rows::Operations, data)?),
            "/frames" => {
                Message::Frame(packed::take_frame(data).map_err(|what| self.damaged(what))?)
            }
            "/inputs" => Message::Input(self.json(data)?),
            "/monitors" => Message::Monitor(self.json(data)?),
            "/end" => Message::End(self.json(data)?),
            // A later program may add channels; they do not concern this one.
            _ => return Ok(()),
        };
        self.messages.push_back(message);
        Ok(())
    }

    fn rows(&self, kind: Rows, data: &[u8]) -> Result<Batch, RecordError> {
        let Some(layouts) = &self.layouts else {
            return Err(self.damaged(format!("there is an {} before the header", kind.word())));
        };
        let layout = layouts.get(kind);
        let batch = layout.and_then(|layout| packed::take_batch(data, layout));
        batch.map_err(|what| self.damaged(what))
    }

    fn json<T: DeserializeOwned>(&self, data: &[u8]) -> Result<T, RecordError> {
        serde_json::from_slice(data).map_err(|error| self.damaged(error.to_string()))
    }
}

/// The profile in the head of the file: four bytes of length, then the text.
fn profile(data: &[u8]) -> Option<&[u8]> {
    let (length, text) = data.split_first_chunk::<4>()?;
    text.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?)
}
