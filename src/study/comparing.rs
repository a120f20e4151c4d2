//! The observer that compares a run with a record, event by event.

use std::ops::Range;

use super::recording::percept_value;
use super::replay::lines;
use super::verify::Difference;
use crate::arbiter::Committed;
use crate::engine::{Flow, Observer};
use crate::layout::Layout;
use crate::model::{End, Subject};
use crate::record::{Batch, MonitorLine, Record, RecordError};

/// Compares events with a record.
pub(super) struct Comparing {
    rows: Rows,
    /// The operations of a wall-clock run.
    operations: Option<Rows>,
    /// What robots saw, where the record says it besides.
    percepts: Option<Box<dyn Iterator<Item = Result<MonitorLine, RecordError>> + Send>>,
    /// How many events the record holds.
    recorded: u64,
    /// Whether it ends early.
    truncated: bool,
    events: u64,
    pub(super) difference: Option<Difference>,
    pub(super) trouble: Option<RecordError>,
}

/// The rows of a record, event by event.
struct Rows {
    batches: Box<dyn Iterator<Item = Result<Batch, RecordError>> + Send>,
    layout: Layout,
    batch: Batch,
    /// Where the next event begins in the batch.
    offset: usize,
}

/// What ends the comparison.
enum Halt {
    /// The record cannot be read any more.
    Trouble(RecordError),
    /// The run differs: what is recorded, and what came.
    Differs(String, String),
}

impl From<RecordError> for Halt {
    fn from(error: RecordError) -> Self {
        Halt::Trouble(error)
    }
}

impl Rows {
    fn new(
        batches: impl Iterator<Item = Result<Batch, RecordError>> + Send + 'static,
        layout: &Layout,
    ) -> Self {
        Rows {
            batches: Box::new(batches),
            layout: layout.clone(),
            batch: Batch::default(),
            offset: 0,
        }
    }

    /// Goes on to the rows of the next recorded event, and says where they are in the batch; there
    /// are none where the record ends.
    fn next(&mut self) -> Result<Range<usize>, RecordError> {
        if self.offset >= self.batch.rows.len() {
            let Some(batch) = self.batches.next() else {
                return Ok(0..0);
            };
            self.batch = batch?;
            self.offset = 0;
        }
        let rest = &self.batch.rows[self.offset..];
        let row = self.layout.row_bytes().max(1);
        let followers = rest
            .chunks(row)
            .skip(1)
            .take_while(|row| !self.layout.starts_event(row));
        let length = (row * (1 + followers.count())).min(rest.len());
        let start = self.offset;
        self.offset += length;
        Ok(start..self.offset)
    }

    /// Compares the next recorded rows with these.
    fn compare(&mut self, seen: &[u8]) -> Result<(), Halt> {
        let place = self.next()?;
        let recorded = self.batch.rows.get(place).unwrap_or_default();
        if recorded == seen {
            return Ok(());
        }
        let layout = &self.layout;
        Err(Halt::Differs(lines(layout, recorded), lines(layout, seen)))
    }
}

impl Comparing {
    pub(super) fn new(record: &Record, percepts: bool) -> Result<Self, RecordError> {
        let monitors: Box<dyn Iterator<Item = _> + Send> = Box::new(record.monitors()?);
        let operations = match &record.header.operations {
            Some(layout) => Some(Rows::new(record.operations()?, layout)),
            None => None,
        };
        Ok(Comparing {
            rows: Rows::new(record.batches()?, record.layout()),
            operations,
            percepts: percepts.then_some(monitors),
            recorded: record.events,
            truncated: record.truncated,
            events: 0,
            difference: None,
            trouble: None,
        })
    }

    /// How many events agree.
    pub(super) fn events(&self) -> u64 {
        self.events
    }

    fn compare<M: Subject>(&mut self, committed: &Committed<'_, M>) -> Result<(), Halt> {
        if self.events >= self.recorded {
            let right = lines(&self.rows.layout, committed.rows);
            return Err(Halt::Differs("the record has ended".into(), right));
        }
        self.rows.compare(committed.rows)?;
        if let (Some(rows), Some(operation)) = (&mut self.operations, committed.operation) {
            rows.compare(operation)?;
        }
        self.compare_percepts(committed)
    }

    /// Compares what the robots perceived in an event, where the record says it.
    fn compare_percepts<M: Subject>(&mut self, committed: &Committed<'_, M>) -> Result<(), Halt> {
        let number = committed.event.number;
        for (id, outcome) in committed.results {
            let (Some(hash), Some(percepts)) = (M::percept(outcome), &mut self.percepts) else {
                continue;
            };
            let seen = percept_value(*id, hash);
            let is_percept = |line: &MonitorLine| line.value.get("percept").is_some();
            let next = percepts.find(|line| line.as_ref().map_or(true, is_percept));
            let recorded = match next.transpose()? {
                Some(line) if line.event == number && line.value == seen => continue,
                Some(line) => format!("event {}: {}", line.event, line.value),
                // The record was cut between an event and what was perceived in it.
                None if self.truncated => continue,
                None => "no percept".to_owned(),
            };
            return Err(Halt::Differs(recorded, format!("event {number}: {seen}")));
        }
        Ok(())
    }
}

impl<M: Subject> Observer<M> for Comparing {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        match self.compare(committed) {
            Ok(()) => {
                self.events += 1;
                return Flow::Continue;
            }
            Err(Halt::Trouble(error)) => self.trouble = Some(error),
            Err(Halt::Differs(left, right)) => {
                let number = committed.event.number;
                self.difference = Some(Difference {
                    number,
                    left,
                    right,
                });
            }
        }
        Flow::Stop(End::Failed)
    }
}
