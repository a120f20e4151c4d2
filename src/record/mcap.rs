//! Records as MCAP, the log container of robotics: packed, compressed, indexed, and readable from
//! Python, C++, Go, JavaScript and Foxglove.
//!
//! The file consists of chunks. Each carries a checksum and is written in one piece when it is
//! closed, so that a killed run leaves whole chunks behind and perhaps a part of one more. Every
//! message is numbered through the file: a lost chunk leaves a gap that the reader notices.

mod read;
mod write;

use super::format::Format;
use super::message::MAX_EVENT_BYTES;

/// The registry entry.
pub(super) const FORMAT: Format = Format {
    extension: "mcap",
    summary: "the complete run, compressed; for replay and for the tools of robotics",
    write: write::create,
    read: Some(read::open),
};

/// What the file says it is, in MCAP's field for this.
const PROFILE: &str = "formicary";

/// What the file calls the encoding of its text messages.
const JSON: &str = "json";

/// What the file calls the encoding of its packed messages.
const PACKED: &str = "formicary-packed";

/// No message is longer than this.
const MAX_MESSAGE_BYTES: usize = MAX_EVENT_BYTES + (1 << 20);

/// No part of the file is longer than this, packed or unpacked. It bounds the memory that a
/// damaged length can ask for.
const MAX_PART_BYTES: usize = 2 * MAX_MESSAGE_BYTES;
