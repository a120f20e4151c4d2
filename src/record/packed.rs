//! The binary messages: batches of event rows, and frames.
//!
//! All numbers are little-endian. A batch is the number of its first event (8 bytes), the number
//! of events (4), the number of rows (4), and the rows. A frame is the number of events before it
//! (8), its time (8, floating point), the number of robots (4), and for each robot x and y (4 and
//! 4, floating point). Operations go in batches too, of one row for each event.

use super::message::{BATCH_EVENTS, Batch, Frame};
use crate::layout::Layout;

/// What the channel `/events` says about its messages, besides the layout of the rows.
pub(super) const BATCH_TEXT: &str = "little-endian: u64 number of the first event, u32 number of \
    events, u32 number of rows, then the rows, each laid out as `layout` says; a row with one of \
    the `follower` bits set belongs to the event of the row before it";

/// What the packed channel `/inputs` says about its messages, besides the layout of the rows.
pub(super) const OPERATIONS_TEXT: &str = "little-endian: u64 number of the first event, u32 number \
    of events, u32 number of rows, then the rows, one for each event, each laid out as `layout` \
    says; together they are the order of the events as it was decided outside";

/// What the channel `/frames` says about its messages.
pub(super) const FRAME_TEXT: &str = "little-endian: u64 number of events handled before this \
    instant, f64 virtual time, u32 number of robots, then f32 x and f32 y of each robot by id";

/// Appends a batch to `bytes`. `rows` is the number of rows in it.
pub(super) fn put_batch(bytes: &mut Vec<u8>, batch: &Batch, rows: u32) {
    bytes.extend_from_slice(&batch.first.to_le_bytes());
    bytes.extend_from_slice(&batch.events.to_le_bytes());
    bytes.extend_from_slice(&rows.to_le_bytes());
    bytes.extend_from_slice(&batch.rows);
}

/// Reads a batch; on failure says what is wrong with it.
pub(super) fn take_batch(mut bytes: &[u8], layout: &Layout) -> Result<Batch, String> {
    let first = u64::from_le_bytes(take(&mut bytes)?);
    let events = u32::from_le_bytes(take(&mut bytes)?);
    let rows = u32::from_le_bytes(take(&mut bytes)?);
    if events == 0 || events > BATCH_EVENTS {
        return Err(format!(
            "a batch holds 1 to {BATCH_EVENTS} events, this one says {events}"
        ));
    }
    if u64::from(rows).checked_mul(layout.row_bytes() as u64) != Some(bytes.len() as u64) {
        return Err(format!(
            "a batch says {rows} rows and holds {} bytes of rows",
            bytes.len()
        ));
    }
    Ok(Batch {
        first,
        events,
        rows: bytes.to_vec(),
    })
}

/// Appends a frame to `bytes`.
pub(super) fn put_frame(bytes: &mut Vec<u8>, frame: &Frame) {
    bytes.extend_from_slice(&frame.event.to_le_bytes());
    bytes.extend_from_slice(&frame.time.to_le_bytes());
    // The writer refuses longer messages, so that the number of robots fits.
    bytes.extend_from_slice(&(frame.positions.len() as u32).to_le_bytes());
    for coordinate in frame.positions.as_flattened() {
        bytes.extend_from_slice(&coordinate.to_le_bytes());
    }
}

/// Reads a frame; on failure says what is wrong with it.
pub(super) fn take_frame(mut bytes: &[u8]) -> Result<Frame, String> {
    let event = u64::from_le_bytes(take(&mut bytes)?);
    let time = f64::from_le_bytes(take(&mut bytes)?);
    let robots = u32::from_le_bytes(take(&mut bytes)?);
    let (coordinates, rest) = bytes.as_chunks::<4>();
    let (positions, odd) = coordinates.as_chunks::<2>();
    if !rest.is_empty() || !odd.is_empty() || positions.len() as u64 != u64::from(robots) {
        return Err(format!(
            "a frame says {robots} robots and holds {} bytes",
            bytes.len()
        ));
    }
    let positions = positions
        .iter()
        .map(|position| position.map(f32::from_le_bytes))
        .collect();
    Ok(Frame {
        event,
        time,
        positions,
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], String> {
    let (head, rest) = bytes
        .split_first_chunk()
        .ok_or("a packed message ends early")?;
    *bytes = rest;
    Ok(*head)
}
