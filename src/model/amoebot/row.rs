//! Rows: how an outcome is packed for the digest and the record.
//!
//! | column | bytes | meaning |
//! |---|---|---|
//! | time | 8 | the instant: the number of the round |
//! | id | 4 | the particle, or -1 |
//! | kind | 1 | the kind of event |
//! | code | 1 | what became of it |
//! | flags | 1 | see [`flags`] |
//! | head | 1 | the direction from tail to head, 255 where it is contracted |
//! | x, y | 4 + 4 | the node of the tail |
//! | action | 1 | what it does |
//! | direction | 1 | in which direction |
//! | released, marked | 4 + 4 | bonds, as sets of global labels |
//! | pins | 8 | a hash of the next pin configuration, 0 where it stays |
//! | beeps | 8 + 8 | the partition sets that beep, as a set |
//! | messages | 8 | a hash of the messages |
//! | attributes | 8 | a hash of the new attributes, 0 where they stay |

use super::interface::fold;
use super::joint::{Action, ConflictKind, Labels, Step};
use super::particle::{Intent, ParticleOutcome};
use super::{Event, Kind, Outcome, Shifted, Sounded};
use crate::layout::{ColumnKind, Layout};
use crate::model::Kind as KindWords;
use crate::scenario::Word as _;

/// The length of a packed row, in bytes.
pub const ROW_BYTES: usize = 74;

/// Bits of the flags column.
pub mod flags {
    /// The row belongs to the phase of the rows before it.
    pub const MEMBER: u8 = 1;
    /// The particle leaves its bonds to the model.
    pub const AUTOMATIC: u8 = 2;
    /// The particle has finished.
    pub const FINISHED: u8 = 4;
    /// A colour, an anchor or an object was set.
    pub const EXTRAS: u8 = 8;
    /// Two edges met in this round.
    pub const COLLISION: u8 = 16;
}

/// What became of an event.
mod codes {
    /// A step of a round.
    pub(super) const NOTED: u8 = 0;
    /// The particle decided something.
    pub(super) const ACTED: u8 = 1;
    /// The particle did something against the rules.
    pub(super) const ABORTED: u8 = 2;
    /// A round was taken back.
    pub(super) const UNDONE: u8 = 3;
    /// The change from outside was made.
    pub(super) const EDITED: u8 = 4;
    /// The change from outside was refused.
    pub(super) const REFUSED: u8 = 5;
    /// A synchronous phase, ahead of the rows of its particles.
    pub(super) const PHASE: u8 = 6;
    /// The joint movement is impossible; the kinds of conflict follow from here.
    pub(super) const CONFLICT: u8 = 16;
}

const ACTIONS: [(i64, &str); 7] = [
    (0, "none"),
    (1, "expand"),
    (2, "contract-head"),
    (3, "contract-tail"),
    (4, "push"),
    (5, "pull-head"),
    (6, "pull-tail"),
];

/// How a row is laid out.
pub(super) fn layout() -> Layout {
    let kinds = Kind::ALL.map(|kind| (i64::from(kind as u8), KindWords::name(kind)));
    let directions = super::grid::Direction::ALL.map(|each| (i64::from(each as u8), each.name()));
    let mut words = vec![
        (i64::from(codes::NOTED), "noted"),
        (i64::from(codes::ACTED), "acted"),
        (i64::from(codes::ABORTED), "aborted"),
        (i64::from(codes::UNDONE), "undone"),
        (i64::from(codes::EDITED), "edited"),
        (i64::from(codes::REFUSED), "refused"),
        (i64::from(codes::PHASE), "phase"),
    ];
    let conflicts = ConflictKind::ALL.iter().zip(i64::from(codes::CONFLICT)..);
    words.extend(conflicts.map(|(kind, code)| (code, kind.word())));
    Layout::new()
        .column("time", ColumnKind::F64)
        .column("id", ColumnKind::I32)
        .column("kind", ColumnKind::U8)
        .words(&kinds)
        .column("code", ColumnKind::U8)
        .words(&words)
        .column("flags", ColumnKind::U8)
        .column("head", ColumnKind::U8)
        .words(&directions)
        .column("x", ColumnKind::I32)
        .column("y", ColumnKind::I32)
        .column("action", ColumnKind::U8)
        .words(&ACTIONS)
        .column("direction", ColumnKind::U8)
        .words(&directions)
        .column("released", ColumnKind::U32)
        .column("marked", ColumnKind::U32)
        .column("pins", ColumnKind::U64)
        .column("beeps_low", ColumnKind::U64)
        .column("beeps_high", ColumnKind::U64)
        .column("messages", ColumnKind::U64)
        .column("attributes", ColumnKind::U64)
        .follower("flags", flags::MEMBER)
}

/// A row under construction.
struct Row([u8; ROW_BYTES]);

impl Row {
    fn new(event: &Event, id: i32, code: u8) -> Self {
        let mut row = Row([0; ROW_BYTES]);
        row.put(0, &event.time.to_le_bytes());
        row.put(8, &id.to_le_bytes());
        row.0[12] = event.kind as u8;
        row.0[13] = code;
        (row.0[15], row.0[25]) = (255, 255);
        row
    }

    #[inline]
    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn flag(&mut self, flag: u8, set: bool) {
        self.0[14] |= flag * u8::from(set);
    }

    fn action(&mut self, action: Option<Action>) {
        let (word, direction) = match action {
            None => (0, None),
            Some(Action::Expand(direction)) => (1, Some(direction)),
            Some(Action::ContractHead) => (2, None),
            Some(Action::ContractTail) => (3, None),
            Some(Action::Push(direction)) => (4, Some(direction)),
            Some(Action::PullHead(direction)) => (5, Some(direction)),
            Some(Action::PullTail(direction)) => (6, Some(direction)),
        };
        self.0[24] = word;
        self.0[25] = direction.map_or(255, |direction| direction as u8);
    }
}

/// A set of labels as bits.
fn labels(labels: Labels) -> u32 {
    labels.iter().fold(0, |bits, label| bits | 1 << label)
}

/// The row of a phase, ahead of those of its particles.
pub(super) fn phase(event: &Event, row: &mut Vec<u8>) {
    row.extend_from_slice(&Row::new(event, event.id(), codes::PHASE).0);
}

/// The row of an outcome.
pub(super) fn encode(event: &Event, robot: Option<u32>, outcome: &Outcome, row: &mut Vec<u8>) {
    let id = robot.map_or(event.id(), |id| id as i32);
    let mut packed = match outcome {
        Outcome::Noted => Row::new(event, id, codes::NOTED),
        Outcome::Undone => Row::new(event, id, codes::UNDONE),
        Outcome::Particle(outcome) => particle(event, id, outcome),
        Outcome::Shifted(outcome) => shifted(event, outcome),
        Outcome::Sounded(outcome) => sounded(event, outcome),
        Outcome::Edited(edited) => match &edited.result {
            Ok(view) => {
                let mut row = Row::new(event, id, codes::EDITED);
                let folds: Vec<_> = view.attributes.iter().map(|each| each.fold()).collect();
                row.put(66, &fold(&(view.round, folds)).to_le_bytes());
                row
            }
            Err(_) => Row::new(event, id, codes::REFUSED),
        },
    };
    packed.flag(flags::MEMBER, robot.is_some());
    row.extend_from_slice(&packed.0);
}

fn particle(event: &Event, id: i32, outcome: &ParticleOutcome) -> Row {
    let code = match outcome.intent {
        Intent::Aborted(_) => codes::ABORTED,
        _ => codes::ACTED,
    };
    let mut row = Row::new(event, id, code);
    let body = &outcome.body;
    row.0[15] = body.head.map_or(255, |head| head as u8);
    row.put(16, &body.tail.x.to_le_bytes());
    row.put(20, &body.tail.y.to_le_bytes());
    match &outcome.intent {
        Intent::Move(moved) => {
            let Step {
                action,
                released,
                marked,
                automatic,
            } = moved.step;
            row.action(action);
            row.flag(flags::AUTOMATIC, automatic);
            row.put(26, &labels(released).to_le_bytes());
            row.put(30, &labels(marked).to_le_bytes());
            row.flag(flags::EXTRAS, moved.extras.is_some());
            let attributes = moved.attributes.as_ref();
            row.put(66, &attributes.map_or(0, |new| new.fold()).to_le_bytes());
        }
        Intent::Beep(beeped) => {
            let signals = &beeped.signals;
            if let Some(next) = &signals.next {
                row.put(34, &fold(&**next).to_le_bytes());
            }
            row.put(42, &signals.beeps.to_le_bytes());
            if !signals.messages.is_empty() {
                row.put(58, &fold(&signals.messages).to_le_bytes());
            }
            row.flag(flags::FINISHED, beeped.finished);
            row.flag(flags::EXTRAS, beeped.extras.is_some());
            let attributes = beeped.attributes.as_ref();
            row.put(66, &attributes.map_or(0, |new| new.fold()).to_le_bytes());
        }
        Intent::Alone(acted) => {
            row.action(acted.action);
            let finished = acted
                .finished
                .first()
                .is_some_and(|(_, finished)| *finished);
            row.flag(flags::FINISHED, finished);
            let others = acted.neighbours.iter();
            let others: Vec<_> = others.map(|(id, new)| (*id, new.fold())).collect();
            if !others.is_empty() {
                row.put(58, &fold(&others).to_le_bytes());
            }
            let attributes = acted.attributes.as_ref();
            row.put(66, &attributes.map_or(0, |new| new.fold()).to_le_bytes());
        }
        Intent::Aborted(_) => {}
    }
    row
}

fn shifted(event: &Event, outcome: &Shifted) -> Row {
    let code = match &outcome.result {
        Ok(_) => codes::NOTED,
        Err(conflict) => {
            let kinds = ConflictKind::ALL.iter();
            let place = kinds.take_while(|kind| **kind != conflict.kind).count();
            codes::CONFLICT + place as u8
        }
    };
    let mut row = Row::new(event, event.id(), code);
    row.flag(flags::COLLISION, outcome.collision.is_some());
    row.put(16, &outcome.actions.to_le_bytes());
    row
}

fn sounded(event: &Event, outcome: &Sounded) -> Row {
    let mut row = Row::new(event, event.id(), codes::NOTED);
    row.put(16, &outcome.circuits.to_le_bytes());
    row.put(20, &outcome.senders.to_le_bytes());
    if !outcome.failed.is_empty() {
        row.put(58, &fold(&*outcome.failed).to_le_bytes());
    }
    row
}
