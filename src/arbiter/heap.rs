//! The pending events, in exact order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::model::{Cancel, Kind, Model, Target, Wake};

/// The pending events of a run: a min-heap over (time, id, kind, seq).
///
/// `seq` counts pushes and separates otherwise equal events: what was pushed first comes first.
#[derive(Clone, Debug)]
pub struct Heap<M: Model> {
    entries: BinaryHeap<Entry<M>>,
    pushed: u64,
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
    fn order(&self) -> (u128, u64) {
        (self.key, self.seq)
    }
}

impl<M: Model> PartialEq for Entry<M> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl<M: Model> Eq for Entry<M> {}

impl<M: Model> PartialOrd for Entry<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M: Model> Ord for Entry<M> {
    /// Reversed, because the standard heap hands out its greatest element.
    fn cmp(&self, other: &Self) -> Ordering {
        other.order().cmp(&self.order())
    }
}

impl<M: Model> Default for Heap<M> {
    fn default() -> Self {
        Heap {
            entries: BinaryHeap::new(),
            pushed: 0,
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
        }
    }

    /// How many events are pending.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
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
        self.entries.push(Entry {
            key,
            seq,
            target,
            kind,
            payload,
        });
    }

    /// The time of the least pending event.
    #[must_use]
    pub fn next_time(&self) -> Option<f64> {
        self.entries.peek().map(|entry| time_of(entry.key))
    }

    /// Takes the least pending event.
    pub fn pop(&mut self) -> Option<Wake<M>> {
        let Entry {
            key,
            target,
            kind,
            payload,
            ..
        } = self.entries.pop()?;
        Some(Wake {
            time: time_of(key),
            target,
            kind,
            payload,
        })
    }

    /// Removes the event that `cancel` names, and says whether there was one.
    ///
    /// Takes time in proportion to the number of pending events; cancellations are rare.
    pub fn cancel(&mut self, cancel: &Cancel<M::Kind>) -> bool {
        // Nothing is ever pending at a negative time, or at none.
        if cancel.time.is_nan() || cancel.time < 0.0 {
            return false;
        }
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
        self.entries
            .retain(|entry| entry.target != Target::Robot(robot));
    }
}
