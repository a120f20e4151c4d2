//! The pending events, in exact order.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use crate::model::{Cancel, Kind, Model, Target, Wake};

/// The pending events of a run: a min-heap over (time, id, kind, seq).
///
/// `seq` counts pushes and separates otherwise equal events: what was pushed first comes first.
///
/// Nearly every event brings one new event, so the place of an event that was taken is kept: the
/// next push fills it and sifts once, where a removal and an insertion would sift twice.
///
/// A cancellation searches through all entries, because an index would cost something at every
/// event. Only where cancellations come so close together that searching costs more, there is an
/// index, for as long as they do.
#[derive(Clone, Debug)]
pub struct Heap<M: Model> {
    entries: BinaryHeap<Entry<M>>,
    pushed: u64,
    /// Whether the top entry was taken, and only its place is left.
    vacant: bool,
    /// The index, while there is one.
    index: Option<Box<Index>>,
    debt: Debt,
}

/// A place in the order: the packed (time, id, kind), and the number of the push.
type Place = (u128, u64);

/// The entries of a heap by their places, while many of them are cancelled.
#[derive(Clone, Debug)]
struct Index {
    /// The pending entries.
    pending: BTreeSet<Place>,
    /// The entries that were cancelled and are still in the heap; they are dropped when they
    /// surface, or with the index.
    cancelled: BTreeSet<Place>,
    /// How many events were pushed since the last cancellation.
    quiet: usize,
}

/// What searching for cancelled entries has cost lately.
#[derive(Clone, Copy, Debug, Default)]
struct Debt {
    /// How many entries were looked at, less [`WORTH`] for each push since.
    searched: u64,
    /// How many events had been pushed at the last search.
    pushed: u64,
}

/// To look at so many entries takes about as long as to keep an index through one push and pop.
const WORTH: u64 = 64;
/// To look at all entries so often takes longer than to make an index of them.
const SEARCHES: u64 = 32;

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
    fn place(&self) -> Place {
        (self.key, self.seq)
    }

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
        Heap::with_capacity(0)
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
            index: None,
            debt: Debt::default(),
        }
    }

    /// How many events are pending.
    #[must_use]
    pub fn len(&self) -> usize {
        let cancelled = self.index.as_ref().map_or(0, |index| index.cancelled.len());
        self.entries.len() - usize::from(self.vacant) - cancelled
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
        if self.index.is_some() {
            self.enter(entry.place());
        }
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
        self.settle();
        self.entries.peek().map(|entry| time_of(entry.key))
    }

    /// Takes the least pending event.
    pub fn pop(&mut self) -> Option<Wake<M>> {
        self.settle();
        let top = self.entries.peek()?;
        let wake = Wake {
            time: time_of(top.key),
            target: top.target.clone(),
            kind: top.kind,
            payload: top.payload.clone(),
        };
        if let Some(index) = &mut self.index {
            index.pending.remove(&top.place());
        }
        self.vacant = true;
        Some(wake)
    }

    /// Brings the least pending event to the top.
    #[inline]
    fn settle(&mut self) {
        self.close_gap();
        if self.index.is_some() {
            self.drop_cancelled();
        }
    }

    /// Removes the place of an event that was taken.
    fn close_gap(&mut self) {
        if std::mem::take(&mut self.vacant) {
            self.entries.pop();
        }
    }

    /// Removes cancelled entries from the top.
    #[cold]
    fn drop_cancelled(&mut self) {
        let Some(index) = &mut self.index else { return };
        while let Some(top) = self.entries.peek()
            && index.cancelled.remove(&top.place())
        {
            self.entries.pop();
        }
    }

    /// Takes note of a push in the index; or gives the index up, once nothing has been cancelled
    /// for so long that searching is cheaper again.
    #[cold]
    fn enter(&mut self, place: Place) {
        let Some(index) = &mut self.index else { return };
        index.pending.insert(place);
        index.quiet += 1;
        if index.quiet as u64 * WORTH > self.entries.len() as u64 {
            self.drop_index();
        }
    }

    /// Removes the event that `cancel` names, and says whether there was one.
    ///
    /// Takes time in proportion to the number of pending events; where cancellations come close
    /// together, to its logarithm.
    pub fn cancel(&mut self, cancel: &Cancel<M::Kind>) -> bool {
        // Nothing is ever pending at a negative time, or at none.
        if cancel.time.is_nan() || cancel.time < 0.0 {
            return false;
        }
        let key = pack(cancel.time + 0.0, cancel.id, cancel.kind.rank());
        if let Some(index) = &mut self.index {
            index.quiet = 0;
            let mut named = index.pending.range((key, 0)..=(key, u64::MAX));
            let Some(&place) = named.next() else {
                return false;
            };
            index.pending.remove(&place);
            index.cancelled.insert(place);
            return true;
        }
        self.close_gap();
        let matching = self.entries.iter().filter(|entry| entry.key == key);
        let found = matching.map(|entry| entry.seq).min();
        if let Some(seq) = found {
            self.entries.retain(|entry| entry.seq != seq);
        }
        self.pay_for_search();
        found.is_some()
    }

    /// Takes the pending event that is due at this time, with this id and rank of its kind; of
    /// several the one that was pushed first.
    ///
    /// Takes time in proportion to the number of pending events, unless it is the least.
    pub fn take(&mut self, due: f64, id: i32, rank: u8) -> Option<Wake<M>> {
        if due.is_nan() || due < 0.0 {
            return None;
        }
        let key = pack(due + 0.0, id, rank);
        self.settle();
        if self.entries.peek()?.key == key {
            return self.pop();
        }
        let matching = self.places().filter(|entry| entry.key == key);
        let found = matching.min_by_key(|entry| entry.seq)?;
        let (kind, target, payload) = (found.kind, found.target.clone(), found.payload.clone());
        self.cancel(&Cancel {
            time: due,
            id,
            kind,
        });
        Some(Wake {
            time: time_of(key),
            target,
            kind,
            payload,
        })
    }

    /// Whether an event is pending that is due at this time, with this id and rank of its kind.
    #[must_use]
    pub fn contains(&self, due: f64, id: i32, rank: u8) -> bool {
        if due.is_nan() || due < 0.0 {
            return false;
        }
        let key = pack(due + 0.0, id, rank);
        self.places().any(|entry| entry.key == key)
    }

    /// The pending events, in no order.
    pub fn iter(&self) -> impl Iterator<Item = Wake<M>> {
        self.places().map(|entry| Wake {
            time: time_of(entry.key),
            target: entry.target.clone(),
            kind: entry.kind,
            payload: entry.payload.clone(),
        })
    }

    /// The entries that are pending.
    fn places(&self) -> impl Iterator<Item = &Entry<M>> {
        // The place of an event that was taken is the top one.
        let taken = if self.vacant {
            self.entries.peek().map(Entry::place)
        } else {
            None
        };
        self.entries.iter().filter(move |entry| {
            let place = entry.place();
            let index = self.index.as_ref();
            Some(place) != taken && !index.is_some_and(|index| index.cancelled.contains(&place))
        })
    }

    /// Counts a search; where there were too many of late, begins an index.
    fn pay_for_search(&mut self) {
        let Debt { searched, pushed } = self.debt;
        let paid = (self.pushed - pushed).saturating_mul(WORTH);
        let entries = self.entries.len() as u64;
        self.debt = Debt {
            searched: searched.saturating_sub(paid) + entries,
            pushed: self.pushed,
        };
        if self.debt.searched > SEARCHES * entries.max(SEARCHES) {
            self.begin_index();
        }
    }

    /// Makes an index of the pending events.
    pub(super) fn begin_index(&mut self) {
        self.close_gap();
        self.debt = Debt::default();
        self.index.get_or_insert_with(|| {
            Box::new(Index {
                pending: self.entries.iter().map(Entry::place).collect(),
                cancelled: BTreeSet::new(),
                quiet: 0,
            })
        });
    }

    /// Gives the index up, and drops what was cancelled.
    pub(super) fn drop_index(&mut self) {
        if let Some(index) = self.index.take()
            && !index.cancelled.is_empty()
        {
            self.close_gap();
            self.entries
                .retain(|entry| !index.cancelled.contains(&entry.place()));
        }
    }

    /// Whether there is an index at present.
    #[cfg(test)]
    pub(super) fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// Removes every event of a robot that has left.
    pub fn forget(&mut self, robot: u32) {
        self.close_gap();
        self.drop_index();
        self.entries
            .retain(|entry| entry.target != Target::Robot(robot));
    }
}
