//! Following a log.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Allowed, Log};
use crate::arbiter::{Input, Operation};
use crate::model::End;
use crate::stage::{Follow, Goal, Staged};

/// What somebody who follows a run may do to it.
pub trait Hand: Debug + Send {
    /// Whether it steers the run.
    fn steers(&self) -> bool;

    /// Whether anybody does.
    fn is_taken(&self) -> bool;

    /// Carries a console line out.
    ///
    /// # Errors
    ///
    /// Why not, in words.
    fn give(&mut self, line: &str) -> Result<String, String>;
}

/// Somebody who follows a run by its log.
#[derive(Debug)]
pub struct Following {
    log: Arc<Log>,
    hand: Box<dyn Hand>,
    /// How many inputs were read.
    inputs: usize,
    /// How far the run is known here: all that precedes these events has been read.
    head: u64,
    time: f64,
    ended: Option<End>,
}

/// So much is read while the log is locked; a run that wants to note something waits no longer than
/// that takes.
const AT_ONCE: usize = 2048;

/// After so many reads one carries out what is known: who comes late catches up bit by bit.
const MOST_READS: usize = 32;

impl Following {
    /// Follows from the beginning.
    #[must_use]
    pub fn new(log: Arc<Log>, hand: Box<dyn Hand>) -> Self {
        Following {
            log,
            hand,
            inputs: 0,
            head: 0,
            time: 0.0,
            ended: None,
        }
    }

    /// Reads some of what is new, and how far the run is known with it. Returns whether there is more.
    fn read(&mut self, inputs: &mut Vec<(u64, Box<str>)>) -> bool {
        let inner = self.log.inner();
        let left = inner.inputs.get(self.inputs..).unwrap_or_default();
        let some = &left[..left.len().min(AT_ONCE)];
        inputs.extend_from_slice(some);
        self.inputs += some.len();
        let unread = inner.inputs.get(self.inputs);
        match unread {
            Some((before, _)) => self.head = (*before).min(inner.events),
            None => {
                self.head = inner.events;
                self.time = inner.held.map_or(inner.time, |next| next.max(inner.time));
                self.ended = inner.ending.as_ref().map(|ending| ending.end);
                // Beyond what was noted nothing is known, not even the end.
                if inner.full {
                    self.ended = None;
                }
            }
        }
        unread.is_some()
    }
}

impl<M: Staged> Follow<M> for Following {
    fn news(&mut self) -> Vec<(u64, Input<M>)> {
        let mut inputs = Vec::new();
        for _ in 0..MOST_READS {
            if !self.read(&mut inputs) {
                break;
            }
        }
        let read = inputs.into_iter().filter_map(|(before, text)| {
            // Written by this program a moment ago.
            Some((before, serde_json::from_str(&text).ok()?))
        });
        read.collect()
    }

    fn operation(&self, number: u64) -> Option<Operation> {
        // That of an event of which all other inputs are known, or that of the one which failed.
        if number >= self.head && self.ended.is_none() {
            return None;
        }
        let inner = self.log.inner();
        let index = usize::try_from(number).ok()?;
        inner.operations.get(index).copied()
    }

    fn head(&self) -> u64 {
        self.head
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn ended(&self) -> Option<End> {
        self.ended
    }

    fn steer(&mut self, line: &str) -> Result<String, String> {
        if !self.hand.steers() {
            return Err(match self.hand.is_taken() {
                true => "somebody else steers this run".to_owned(),
                false => "take the steering first".to_owned(),
            });
        }
        self.hand.give(line)
    }

    fn allow(&mut self, goal: Goal) {
        if self.hand.steers() {
            self.log.allow(match goal {
                Goal::Event(events) => Allowed::Events(events),
                Goal::Time(time) => Allowed::Time(time),
                Goal::End => Allowed::All,
            });
        }
    }

    fn status(&self) -> Value {
        let standing = self.log.standing();
        let ending = standing.ending.as_ref();
        json!({
            "head": { "event": standing.events, "time": standing.time },
            "ended": ending.map(|ending| ending.end.name()),
            "error": ending.and_then(|ending| ending.error.as_deref()),
            "digest": ending.and_then(|ending| ending.digest.as_deref()),
            "held": standing.allowed != Allowed::All,
            "full": standing.full,
            "connected": true,
            "steered": self.hand.is_taken(),
            "steered_by_me": self.hand.steers(),
        })
    }
}
