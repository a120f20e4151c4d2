//! Rows: how an outcome is packed for the digest and the record.

use super::{Code, Event, Kind, Light, ORDER, ROUND, RobotOutcome, TICK};
use crate::layout::{ColumnKind, Layout};
use crate::model::{Kind as KindWords, Target};

/// The length of a packed row, in bytes.
pub const ROW_BYTES: usize = 48;

/// Bits of the flags column.
pub mod flags {
    /// The robot decided to stay when it looked last.
    pub const FROZEN: u8 = 1;
    /// The robot has ended its algorithm.
    pub const TERMINATED: u8 = 2;
    /// The robot has a target.
    pub const TARGET: u8 = 4;
    /// The row belongs to the synchronous round, or the order, of the rows before it.
    pub const MEMBER: u8 = 8;
    /// How far the phase, of two bits, is shifted: WAIT 0, LOOK 1, MOVE 2, CRASH 3.
    pub const PHASE_SHIFT: u8 = 4;
    /// The robot has crashed, and others do not see it.
    pub const VANISHED: u8 = 64;
}

/// How a row is laid out.
pub(super) fn layout() -> Layout {
    let kinds = Kind::ALL.map(|kind| (i64::from(kind as u8), KindWords::name(kind)));
    let mut lights = vec![(0, "none")];
    lights.extend(Light::ALL.map(|light| (light as i64, light.name())));
    Layout::new()
        .column("time", ColumnKind::F64)
        .column("id", ColumnKind::I32)
        .column("kind", ColumnKind::U8)
        .words(&kinds)
        .column("code", ColumnKind::I8)
        .words(&[
            (Code::Ignored as i64, "ignored"),
            (Code::Computing as i64, "computing"),
            (Code::Moving as i64, "moving"),
            (Code::Resting as i64, "resting"),
            (Code::Terminated as i64, "terminated"),
            (Code::Crashed as i64, "crashed"),
            (Code::Struck as i64, "struck"),
            (Code::Activated as i64, "activated"),
            (i64::from(ORDER), "order"),
            (i64::from(ROUND), "round"),
            (i64::from(TICK), "tick"),
        ])
        .column("flags", ColumnKind::U8)
        .column("light", ColumnKind::U8)
        .words(&lights)
        .column("x", ColumnKind::F64)
        .column("y", ColumnKind::F64)
        .column("target_x", ColumnKind::F64)
        .column("target_y", ColumnKind::F64)
        .follower("flags", flags::MEMBER)
}

/// The row of an event without a robot: time, id, kind and code; no flags, no light, and 0xff
/// where a robot's row has its position and target.
pub(super) fn bare(event: &Event, id: i32, code: i8, row: &mut Vec<u8>) {
    let mut bytes = [0xff; ROW_BYTES];
    (bytes[14], bytes[15]) = (0, 0);
    bytes[..8].copy_from_slice(&event.time.to_le_bytes());
    bytes[8..12].copy_from_slice(&id.to_le_bytes());
    bytes[12] = event.kind as u8;
    bytes[13] = code as u8;
    row.extend_from_slice(&bytes);
}

/// The row of a robot's event: time f64, id i32, kind u8, code i8, flags u8, light u8, position
/// and target as f64 x, y; the target is sixteen bytes 0xff where there is none.
pub(super) fn robot(event: &Event, id: i32, outcome: &RobotOutcome, row: &mut Vec<u8>) {
    let RobotOutcome {
        code,
        position,
        target,
        appearance,
        ..
    } = outcome;
    let mut bytes = [0xff; ROW_BYTES];
    bytes[..8].copy_from_slice(&event.time.to_le_bytes());
    bytes[8..12].copy_from_slice(&id.to_le_bytes());
    bytes[12] = event.kind as u8;
    bytes[13] = *code as u8;
    bytes[14] = (u8::from(appearance.frozen) * flags::FROZEN)
        | (u8::from(appearance.terminated) * flags::TERMINATED)
        | (u8::from(target.is_some()) * flags::TARGET)
        | (u8::from(matches!(event.target, Target::Phase(_))) * flags::MEMBER)
        | (u8::from(appearance.vanished) * flags::VANISHED)
        | ((appearance.phase as u8) << flags::PHASE_SHIFT);
    bytes[15] = appearance.light.map_or(0, |light| light as u8);
    bytes[16..24].copy_from_slice(&position.x.to_le_bytes());
    bytes[24..32].copy_from_slice(&position.y.to_le_bytes());
    if let Some(target) = target {
        bytes[32..40].copy_from_slice(&target.x.to_le_bytes());
        bytes[40..].copy_from_slice(&target.y.to_le_bytes());
    }
    row.extend_from_slice(&bytes);
}
