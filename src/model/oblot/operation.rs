//! What the row of an operation on the wall clock says besides the event: what was seen, what was
//! decided, and what became of that.

use std::num::NonZeroU64;

use super::faults::Verdict;
use super::{Aside, Kind, Light, Outcome};
use crate::layout::{ColumnKind, Layout};
use crate::math::Point;
use crate::model::Kind as KindWords;

/// How much a row of this model is longer than its head.
const BYTES: usize = 8 + 2 * 8 + 2 + 1 + 2 * 8 + 2 * 8;
/// The bytes of "none" in a column of numbers.
const NONE: [u8; 8] = [0xff; 8];

/// The words for what the fault injector made of an intent.
const VERDICTS: [(i64, &str); 4] = [(0, "none"), (1, "pass"), (2, "omit"), (3, "instead")];

/// Describes the row, from its head on.
pub(super) fn layout() -> Layout {
    let mut lights = vec![(0, "none")];
    lights.extend(Light::ALL.map(|light| (light as i64, light.name())));
    let kinds = Kind::ALL.map(|kind| (i64::from(kind as u8), KindWords::name(kind)));
    Layout::operations()
        .words(&kinds)
        .column("percept", ColumnKind::U64)
        .column("intent_x", ColumnKind::F64)
        .column("intent_y", ColumnKind::F64)
        .column("light", ColumnKind::U8)
        .words(&lights)
        .column("done", ColumnKind::U8)
        .column("verdict", ColumnKind::U8)
        .words(&VERDICTS)
        .column("goal_x", ColumnKind::F64)
        .column("goal_y", ColumnKind::F64)
        .column("stop_x", ColumnKind::F64)
        .column("stop_y", ColumnKind::F64)
}

/// Appends them.
pub(super) fn encode(outcome: &Outcome, row: &mut Vec<u8>) {
    let aside = match outcome {
        Outcome::Robot(outcome) => outcome.aside(),
        Outcome::Tick(_) => Aside::default(),
    };
    let start = row.len();
    let percept = aside.percept.map_or(0, NonZeroU64::get);
    row.extend(percept.to_le_bytes());
    let intent = aside.choice.map(|choice| choice.intent);
    point(intent.and_then(|intent| intent.destination.point()), row);
    row.push(
        intent
            .and_then(|intent| intent.light)
            .map_or(0, |light| light as u8),
    );
    row.push(intent.map_or(0, |intent| u8::from(intent.done)));
    let (verdict, goal) = match aside.choice.map(|choice| choice.verdict) {
        None => (0, None),
        Some(Verdict::Pass) => (1, None),
        Some(Verdict::Omit) => (2, None),
        Some(Verdict::Instead(goal)) => (3, Some(goal)),
    };
    row.push(verdict);
    point(goal, row);
    point(aside.choice.map(|choice| choice.stop), row);
    debug_assert_eq!(row.len() - start, BYTES);
}

fn point(point: Option<Point>, row: &mut Vec<u8>) {
    match point {
        Some(Point { x, y }) => {
            row.extend(x.to_le_bytes());
            row.extend(y.to_le_bytes());
        }
        None => {
            row.extend(NONE);
            row.extend(NONE);
        }
    }
}
