//! Reading lines of JSON.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value};

use super::row;
use crate::record::error::{Place, RecordError};
use crate::record::format::{Bytes, Reader, Source};
use crate::record::message::{BATCH_EVENTS, Batch, Frame, Header, Layouts, Message, Rows};
use crate::record::reader::header;

/// A longer line is damage. It bounds the memory that a file without line ends can ask for.
const MAX_LINE_BYTES: u64 = 1 << 30;

/// A batch of lines is closed when its rows reach this size.
const BATCH_BYTES: usize = 1 << 20;

struct JsonlReader {
    source: Source,
    input: BufReader<Box<dyn Bytes>>,
    /// The number of the line read last.
    line: u64,
    text: Vec<u8>,
    /// How the rows are laid out; `None` before the header.
    layouts: Option<Layouts>,
    /// The message of a line that ended a batch.
    waiting: Option<Message>,
}

/// Opens a file.
pub(super) fn open(source: &Source) -> Result<Box<dyn Reader>, RecordError> {
    Ok(Box::new(JsonlReader {
        source: source.clone(),
        input: BufReader::with_capacity(1 << 16, source.open()?),
        line: 0,
        text: Vec::new(),
        layouts: None,
        waiting: None,
    }))
}

/// The part of a line that says what the rest is.
#[derive(Deserialize)]
struct Tag<'a> {
    #[serde(borrow)]
    channel: Cow<'a, str>,
    /// Tells the operations among the inputs.
    #[serde(default)]
    event: Option<IgnoredAny>,
}

/// A frame as text. Parsed as it stands, because a detour over 64 bits could round twice.
#[derive(Deserialize)]
struct FrameText {
    event: u64,
    time: f64,
    positions: Vec<[Option<f32>; 2]>,
}

impl JsonlReader {
    fn damaged(&self, what: impl Into<String>) -> RecordError {
        RecordError::damaged(&self.source.path, self.place(), what)
    }

    /// Reads the next line into `self.text`; false at the end of the file. A last line that was
    /// cut counts as the end.
    fn next_line(&mut self) -> Result<bool, RecordError> {
        loop {
            self.text.clear();
            let mut limited = (&mut self.input).take(MAX_LINE_BYTES);
            let read = limited.read_until(b'\n', &mut self.text);
            let read = read.map_err(|error| self.source.error(&error))?;
            self.line += 1;
            let whole = self.text.last() == Some(&b'\n');
            if read as u64 == MAX_LINE_BYTES && !whole {
                return Err(self.damaged("a line without end"));
            }
            // Only an editor leaves out the last line end; a killed run cuts anywhere.
            let cut = !whole && serde_json::from_slice::<Map<String, Value>>(&self.text).is_err();
            if read == 0 || cut {
                return Ok(false);
            }
            if !self.text.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, RecordError> {
        serde_json::from_slice(&self.text).map_err(|error| self.damaged(error.to_string()))
    }

    /// The message in the present line; `None` if a later program wrote it to a channel of its own.
    fn message(&mut self) -> Result<Option<Message>, RecordError> {
        let tag: Result<Tag<'_>, _> = serde_json::from_slice(&self.text);
        let (channel, has_number) = match tag {
            Ok(tag) => (tag.channel.into_owned(), tag.event.is_some()),
            Err(_) if self.line == 1 => {
                let what = "its first line is no JSON object with a `channel`";
                return Err(RecordError::not_a_record(&self.source.path, what));
            }
            Err(error) => return Err(self.damaged(error.to_string())),
        };
        Ok(Some(match channel.as_str() {
            "/run" => Message::Header(Box::new(self.header()?)),
            "/events" => Message::Batch(self.rows(Rows::Events)?),
            "/inputs" if has_number => Message::Operations(self.rows(Rows::Operations)?),
            "/inputs" => Message::Input(self.parse()?),
            "/monitors" => Message::Monitor(self.parse()?),
            "/frames" => Message::Frame(self.frame()?),
            "/end" => Message::End(self.parse()?),
            _ => return Ok(None),
        }))
    }

    fn header(&mut self) -> Result<Header, RecordError> {
        let header = header(&self.source.path, self.place(), &self.text)?;
        self.layouts = Some(Layouts::of(&header));
        Ok(header)
    }

    /// The event or the operation in the present line.
    fn rows(&self, kind: Rows) -> Result<Batch, RecordError> {
        let word = kind.word();
        let Some(layouts) = &self.layouts else {
            return Err(self.damaged(format!("there is an {word} before the header")));
        };
        let layout = layouts.get(kind).map_err(|what| self.damaged(what))?;
        let line: Map<String, Value> = self.parse()?;
        let first = line.get("event").and_then(Value::as_u64);
        let first = first.ok_or_else(|| self.damaged(format!("the {word} has no number")))?;
        let mut rows = Vec::with_capacity(layout.row_bytes());
        row::take(&mut rows, layout, &line).map_err(|what| self.damaged(what))?;
        match line.get("rows") {
            None => {}
            Some(Value::Array(followers)) => {
                for follower in followers {
                    let follower = follower.as_object();
                    let follower = follower.ok_or_else(|| self.damaged("a row is no object"))?;
                    let taken = row::take(&mut rows, layout, follower);
                    taken.map_err(|what| self.damaged(what))?;
                }
            }
            Some(_) => return Err(self.damaged("`rows` is no array")),
        }
        Ok(Batch {
            first,
            events: 1,
            rows,
        })
    }

    fn frame(&self) -> Result<Frame, RecordError> {
        let FrameText {
            event,
            time,
            positions,
        } = self.parse()?;
        let number = |coordinate: Option<f32>| coordinate.unwrap_or(f32::NAN);
        let positions = positions
            .into_iter()
            .map(|position| position.map(number))
            .collect();
        Ok(Frame {
            event,
            time,
            positions,
        })
    }

    fn line_message(&mut self) -> Result<Option<Message>, RecordError> {
        while self.next_line()? {
            if let Some(message) = self.message()? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Gathers the events, or the operations, of the following lines into `batch`.
    fn gather(&mut self, kind: Rows, batch: &mut Batch) -> Result<(), RecordError> {
        while batch.events < BATCH_EVENTS && batch.rows.len() < BATCH_BYTES {
            match self.line_message()?.map(Message::into_rows) {
                Some(Ok((found, next))) if found == kind => {
                    let word = kind.word();
                    if Some(next.first) != batch.first.checked_add(batch.events.into()) {
                        return Err(self.damaged(format!(
                            "{word} {} does not follow on {word} {}",
                            next.first,
                            batch
                                .first
                                .saturating_add(batch.events.into())
                                .saturating_sub(1)
                        )));
                    }
                    batch.events += 1;
                    batch.rows.extend_from_slice(&next.rows);
                }
                other => {
                    let back = |(kind, batch): (Rows, Batch)| kind.message(batch);
                    self.waiting = other.map(|message| message.map_or_else(|other| *other, back));
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Reader for JsonlReader {
    fn next(&mut self) -> Result<Option<Message>, RecordError> {
        let message = match self.waiting.take() {
            Some(message) => Some(message),
            None => self.line_message()?,
        };
        Ok(match message.map(Message::into_rows) {
            Some(Ok((kind, mut batch))) => {
                self.gather(kind, &mut batch)?;
                Some(kind.message(batch))
            }
            Some(Err(other)) => Some(*other),
            None => None,
        })
    }

    fn place(&self) -> Place {
        Place::Line(self.line)
    }
}
