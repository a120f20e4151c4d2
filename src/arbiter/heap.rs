//! The pending events, in exact order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::model::{Cancel, Kind, Model, Target, Wake};

/// The pending events of a run: a min-heap over (time, id, kind, seq).
///
/// `seq` counts pushes and separates otherwise equal events: what was pushed first comes first.
///
/// Nearly every event brings one new event, so the place of an event that was taken is kept: the
/// next push fills it and sifts once, where a removal and an insertion would sift twice.
#[derive(Clone, Debug)]
pub struct Heap<M: Model> {
    entries: BinaryHeap<Entry<M>>,
    pushed: u64,
    /// Whether the top entry was taken, and only its place is left.
    vacant: bool,
}

/// One pending event. The first three parts of its place in the order are packed into one
/// integer, which compares faster than a tuple.
#[derive(Clone, Debug)]
struct Entry<M: Model> {
    key: u128,
    seq: u64,
    target: Target,
    kind: M::Kind,
    payload: M::Payload,
}

/// Packs (time, id, kind) so that integers compare as the triples do.
///
/// The bits of non-negative floats grow with their values, and an id of -1 becomes 0.
fn pack(time: f64, id: i32, rank: u8) -> u128 {
    debug_assert!(
        time >= 0.0 && time.is_sign_positive(),
        "the order of the bits needs time >= 0"
    );
    u128::from(time.to_bits()) << 64
        | u128::from((id as u32).wrapping_add(1)) << 32
        | u128::from(rank)
}

/// The time that a packed key starts with.
fn time_of(key: u128) -> f64 {
    f64::from_bits((key >> 64) as u64)
}

impl<M: Model> Entry<M> {
    /// Whether this entry is handled before the other.
    #[inline]
    fn precedes(&self, other: &Self) -> bool {
        if self.key == other.key {
            self.seq < other.seq
        } else {
            self.key < other.key
        }
    }
}

impl<M: Model> PartialEq for Entry<M> {
    fn eq(&self, other: &Self) -> bool {
        self.seq == other.seq
    }
}

impl<M: Model> Eq for Entry<M> {}

/// Reversed, because the standard heap hands out its greatest element. No two entries are equal,
/// so one test answers every question; the heap asks `lt` and `le` most.
impl<M: Model> PartialOrd for Entry<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Self) -> bool {
        other.precedes(self)
    }

    #[inline]
    fn le(&self, other: &Self) -> bool {
        !self.precedes(other)
    }

    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.precedes(other)
    }

    #[inline]
    fn ge(&self, other: &Self) -> bool {
        !other.precedes(self)
    }
}

impl<M: Model> Ord for Entry<M> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.key, other.seq).cmp(&(self.key, self.seq))
    }
}

impl<M: Model> Default for Heap<M> {
    fn default() -> Self {
        Heap {
            entries: BinaryHeap::new(),
            pushed: 0,
            vacant: false,
        }
    }
}

impl<M: Model> Heap<M> {
    /// An empty heap with room for `capacity` events.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Heap {
            entries: BinaryHeap::with_capacity(capacity),
            pushed: 0,
            vacant: false,
        }
    }

    /// How many events are pending.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - usize::from(self.vacant)
    }

    /// Whether nothing is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a pending event.
    ///
    /// The caller has checked the time: finite and not negative.
    pub fn push(&mut self, wake: Wake<M>) {
        // Adding zero turns -0.0, whose bits would sort last, into 0.0.
        let key = pack(wake.time + 0.0, wake.target.id(), wake.kind.rank());
        let seq = self.pushed;
        self.pushed += 1;
        let Wake {
            target,
            kind,
            payload,
            ..
        } = wake;
        let entry = Entry {
            key,
            seq,
            target,
            kind,
            payload,
        };
        if std::mem::take(&mut self.vacant)
            && let Some(mut top) = self.entries.peek_mut()
        {
            // The new entry sifts down when the guard is dropped.
            *top = entry;
        } else {
            self.entries.push(entry);
        }
    }

    /// The time of the least pending event.
    #[must_use]
    pub fn next_time(&mut self) -> Option<f64> {
        self.close_gap();
        self.entries.peek().map(|entry| time_of(entry.key))
    }

    /// Takes the least pending event.
    pub fn pop(&mut self) -> Option<Wake<M>> {
        self.close_gap();
        let top = self.entries.peek()?;
        let wake = Wake {
            time: time_of(top.key),
            target: top.target.clone(),
            kind: top.kind,
            payload: top.payload.clone(),
        };
        self.vacant = true;
        Some(wake)
    }

    /// Removes the place of an event that was taken.
    fn close_gap(&mut self) {
        if std::mem::take(&mut self.vacant) {
            self.entries.pop();
        }
    }

    /// Removes the event that `cancel` names, and says whether there was one.
    ///
    /// Takes time in proportion to the number of pending events; cancellations are rare.
    pub fn cancel(&mut self, cancel: &Cancel<M::Kind>) -> bool {
        // Nothing is ever pending at a negative time, or at none.
        if cancel.time.is_nan() || cancel.time < 0.0 {
            return false;
        }
        self.close_gap();
        let key = pack(cancel.time + 0.0, cancel.id, cancel.kind.rank());
        let matching = self.entries.iter().filter(|entry| entry.key == key);
        let Some(seq) = matching.map(|entry| entry.seq).min() else {
            return false;
        };
        self.entries.retain(|entry| entry.seq != seq);
        true
    }

    /// Removes every event of a robot that has left.
    pub fn forget(&mut self, robot: u32) {
        self.close_gap();
        self.entries
            .retain(|entry| entry.target != Target::Robot(robot));
    }
}
