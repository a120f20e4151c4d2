//! What a record is made of, independent of the file format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layout::{Layout, RowTest};

/// The version of the record format that this program writes, and the only one that it reads.
pub const FORMAT_VERSION: u32 = 1;

/// The most events that one batch holds.
pub const BATCH_EVENTS: u32 = 4096;

/// The most bytes that the rows of one event, or any other message, may take.
pub(super) const MAX_EVENT_BYTES: usize = 1 << 27;

/// The first message of every record (channel `/run`): everything that a replay needs besides the
/// inputs, and how to read the rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// The version of the record format, [`FORMAT_VERSION`].
    pub format: u32,
    /// The version of Formicary that ran.
    pub formicary: String,
    /// The model: `oblot`.
    pub model: String,
    /// The file of the scenario, or what the text was called.
    pub scenario: String,
    /// The scenario with every default filled in.
    pub resolved: serde_json::Value,
    /// The seed as a decimal number; a string, because JSON numbers lose digits above 2^53.
    pub seed: String,
    /// Where random numbers come from: `own` (ChaCha8), `numpy`.
    pub rng: String,
    /// The engine: `inline`, `actors`.
    pub engine: String,
    /// The number of threads that the engine ran on; at least 1.
    pub threads: u32,
    /// True if the run went on although something forbade it, because a person insisted.
    pub forced: bool,
    /// How a row of the event log is laid out.
    pub layout: Layout,
    /// How an operation is laid out, in a run whose order of events was decided by reality. On the
    /// virtual clock there are none: the scenario decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Layout>,
    /// What later versions of the program add. An older reader keeps it and ignores it.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// Something that came from outside the simulation (channel `/inputs`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InputLine {
    /// The number of the event that the input precedes; events are numbered from 0.
    pub before: u64,
    /// The virtual time at which it came; finite.
    pub time: f64,
    /// What came.
    pub input: serde_json::Value,
}

/// What a monitor said (channel `/monitors`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MonitorLine {
    /// The number of the last event at or before the instant that it is about.
    pub event: u64,
    /// That instant, in virtual time; finite.
    pub time: f64,
    /// What was said.
    pub value: serde_json::Value,
}

/// Where every robot was at one instant (channel `/frames`), for playback.
///
/// Positions are rounded to 32 bits: good for the eye, not for a replay.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// The number of events that were handled before this instant.
    pub event: u64,
    /// The virtual time; finite.
    pub time: f64,
    /// The position of each robot, by id. A coordinate that is not finite means "nowhere"; the
    /// text formats do not tell the infinities from not-a-number.
    pub positions: Vec<[f32; 2]>,
}

/// The last message of a complete record (channel `/end`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ending {
    /// Why the run ended: `terminated`, `stalled`, `time`, ...
    pub end: String,
    /// The virtual time at the end; finite.
    pub time: f64,
    /// The number of committed events; all of them are in the record.
    pub events: u64,
    /// The digest of the events, in hexadecimal.
    pub digest: String,
    /// The digest of the dice, in hexadecimal, where the run has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The words of the error, where the run failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Further figures for people and programs.
    #[serde(default)]
    pub summary: serde_json::Value,
}

/// Consecutive events in one piece (channel `/events`), or the operations of consecutive events
/// (channel `/inputs`).
///
/// Events and rows are counted apart, because a synchronous phase is one event of many rows. An
/// operation is one row, whatever its event is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Batch {
    /// The number of the first event; the first of a run is 0.
    pub first: u64,
    /// The number of events, 1 to [`BATCH_EVENTS`].
    pub events: u32,
    /// The packed rows, one after the other.
    pub rows: Vec<u8>,
}

impl Batch {
    /// The rows one by one.
    pub fn rows<'a>(
        &'a self,
        layout: &Layout,
    ) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.rows.chunks_exact(layout.row_bytes().max(1))
    }

    /// The events one by one, each with its number and all its rows.
    pub fn events<'a>(&'a self, layout: &Layout) -> Events<'a> {
        Events {
            number: self.first,
            rest: &self.rows,
            row_bytes: layout.row_bytes().max(1),
            test: layout.row_test(),
        }
    }
}

/// The events of a [`Batch`], each with its number and its rows.
#[derive(Debug, Clone)]
pub struct Events<'a> {
    number: u64,
    rest: &'a [u8],
    row_bytes: usize,
    test: RowTest,
}

impl<'a> Iterator for Events<'a> {
    type Item = (u64, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let rows = self.rest.chunks(self.row_bytes);
        let followers = rows
            .skip(1)
            .take_while(|row| !self.test.starts_event(row))
            .count();
        let end = self.row_bytes.saturating_mul(followers.saturating_add(1));
        let (event, rest) = self.rest.split_at(end.min(self.rest.len()));
        let number = self.number;
        self.rest = rest;
        self.number += 1;
        Some((number, event))
    }
}

/// The two kinds of [`Batch`], which differ in their channel and the layout of their rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    Events,
    Operations,
}

impl Rows {
    /// What one of them is called.
    pub(super) fn word(self) -> &'static str {
        match self {
            Rows::Events => "event",
            Rows::Operations => "operation",
        }
    }

    /// The message of a batch of them.
    pub(super) fn message(self, batch: Batch) -> Message {
        match self {
            Rows::Events => Message::Batch(batch),
            Rows::Operations => Message::Operations(batch),
        }
    }
}

/// How the rows of the two kinds are laid out.
#[derive(Debug, Clone)]
pub(super) struct Layouts {
    pub(super) events: Layout,
    pub(super) operations: Option<Layout>,
}

impl Layouts {
    pub(super) fn of(header: &Header) -> Self {
        Layouts {
            events: header.layout.clone(),
            operations: header.operations.clone(),
        }
    }

    /// The layout of rows of this kind; on failure says why there is none.
    pub(super) fn get(&self, rows: Rows) -> Result<&Layout, String> {
        match rows {
            Rows::Events => Ok(&self.events),
            Rows::Operations => self.operations.as_ref().ok_or_else(|| {
                "there are operations, and the header does not say how they are laid out".to_owned()
            }),
        }
    }

    /// Checks both; on failure says what is wrong.
    pub(super) fn check(&self) -> Result<(), String> {
        self.events.check()?;
        match &self.operations {
            Some(layout) => layout.check_operations(),
            None => Ok(()),
        }
    }
}

/// One message of a record, of any channel.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Message {
    Header(Box<Header>),
    Batch(Batch),
    Operations(Batch),
    Input(InputLine),
    Monitor(MonitorLine),
    Frame(Frame),
    End(Ending),
}

impl Message {
    /// The channel that the message belongs to.
    pub(super) fn channel(&self) -> &'static str {
        match self {
            Message::Header(_) => "/run",
            Message::Batch(_) => "/events",
            Message::Input(_) | Message::Operations(_) => "/inputs",
            Message::Monitor(_) => "/monitors",
            Message::Frame(_) => "/frames",
            Message::End(_) => "/end",
        }
    }

    /// Takes the batch out of a message that is one; any other message comes back.
    pub(super) fn into_rows(self) -> Result<(Rows, Batch), Box<Message>> {
        match self {
            Message::Batch(batch) => Ok((Rows::Events, batch)),
            Message::Operations(batch) => Ok((Rows::Operations, batch)),
            other => Err(Box::new(other)),
        }
    }
}
