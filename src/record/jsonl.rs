//! Records as JSON, one object a line: for eyes, `jq` and quick scripts; replayable.
//!
//! Every line has a `channel`. A line of `/events` holds one event: its number, the columns of its
//! row, and under `rows` the further rows of a synchronous phase. A line of `/inputs` with an
//! `event` is an operation, and looks the same. Numbers survive the way there
//! and back to the last bit. The text carries no checksums: a changed digit is noticed only when
//! the replay arrives at another digest.

mod read;
mod row;
mod write;

use super::format::Format;

/// The registry entry.
pub(super) const FORMAT: Format = Format {
    extension: "jsonl",
    summary: "the complete run as text, one JSON object a line; for replay and quick scripts",
    write: write::create,
    read: Some(read::open),
};
