//! Records of runs: writing, reading, replaying, comparing.
//!
//! A record is the file that a run leaves behind. It holds what a replay needs (the scenario, the
//! seed, the inputs) and what came of it: every event, sampled positions, what the monitors said,
//! and why the run ended. Its format is chosen by the file extension from [`FORMATS`].
//!
//! | channel | message | |
//! |---|---|---|
//! | `/run` | [`Header`] | once, first |
//! | `/inputs` | [`InputLine`] | before the event that it precedes |
//! | `/inputs` | [`Batch`] | packed operations, one for each event, where reality decided the order |
//! | `/events` | [`Batch`] | packed rows, laid out as [`Layout`] says |
//! | `/frames` | [`Frame`] | packed |
//! | `/monitors` | [`MonitorLine`] | |
//! | `/end` | [`Ending`] | once, last; missing after a kill |
//!
//! ```
//! use formicary::record::{ColumnKind, FORMAT_VERSION, FORMATS, Format, Header, Layout};
//! use formicary::record::{Record, Recorder};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("run.jsonl");
//! let header = Header {
//!     format: FORMAT_VERSION,
//!     formicary: env!("CARGO_PKG_VERSION").to_owned(),
//!     model: "oblot".to_owned(),
//!     scenario: "two robots".to_owned(),
//!     resolved: serde_json::json!({ "swarm": { "robots": 2 } }),
//!     seed: "42".to_owned(),
//!     rng: "own".to_owned(),
//!     engine: "inline".to_owned(),
//!     threads: 1,
//!     forced: false,
//!     layout: Layout::new().column("time", ColumnKind::F64).column("id", ColumnKind::I32),
//!     operations: None,
//!     extra: serde_json::Map::new(),
//! };
//! let mut recorder = Recorder::create(&path, &header)?;
//! let mut row = 0.5_f64.to_le_bytes().to_vec();
//! row.extend(1_i32.to_le_bytes());
//! recorder.event(&row)?;
//! drop(recorder); // as if the run had been killed
//!
//! let record = Record::open(&path)?;
//! assert!(record.truncated);
//! for batch in record.batches()? {
//!     for (number, rows) in batch?.events(record.layout()) {
//!         assert_eq!((number, record.layout().line(rows).as_str()), (0, "time=0.5 id=1"));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compare;
mod csv;
mod error;
mod format;
mod jsonl;
#[cfg(feature = "native")]
mod mcap;
mod memory;
mod message;
#[cfg(feature = "native")]
mod packed;
mod pipe;
mod reader;
mod recorder;
pub mod reference;
#[cfg(test)]
#[cfg(feature = "native")]
mod tests;

pub use crate::layout::{Cell, Column, ColumnKind, Follower, Layout};
pub use error::{Place, RecordError};
pub use format::{FORMATS, Format};
pub use memory::Memory;
pub use message::{
    BATCH_EVENTS, Batch, Ending, Events, FORMAT_VERSION, Frame, Header, InputLine, MonitorLine,
};
pub use reader::Record;
pub use recorder::{Recorder, Summary};
