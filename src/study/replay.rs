//! Running a recorded scenario again and comparing every event.

use std::sync::Arc;

use super::outside::{AnswerDifference, Answering, AskingAgain, Counts};
use super::recording::percept_value;
use super::run::RunOptions;
use super::verify::Difference;
use super::watch::Watching;
use super::{About, StudyError};
use crate::arbiter::{Committed, Input, RunError, hex};
use crate::engine::{Flow, Observer, Simulation};
use crate::model::outside::Remote;
use crate::model::{End, Extras, Subject};
use crate::record::{Batch, Ending, MonitorLine, Record, RecordError};

/// What a replay came to.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How many events were compared.
    pub events: u64,
    /// Whether the record ends early, because the run was killed or the file cut.
    pub truncated: bool,
    /// The first event that differs.
    pub difference: Option<Difference>,
    /// What differs at the end although all events agree, in words.
    pub endings: Vec<String>,
    /// The digest of the replayed events.
    pub digest: String,
    /// The end that the record names.
    pub ending: Option<Ending>,
    /// Why the replay was stopped before its end, if somebody stopped it.
    pub stopped: Option<End>,
    /// The first answer that differs, where controllers were asked again.
    pub answer: Option<AnswerDifference>,
    /// How often the controllers answered, where they were asked again.
    pub controller: Option<Counts>,
}

impl Replayed {
    /// Whether everything that is in the record agrees.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.difference.is_none() && self.endings.is_empty() && self.answer.is_none()
    }
}

pub(super) fn replay<M: Remote>(
    scenario: &M::Scenario,
    about: &About,
    record: &Record,
    options: &RunOptions,
) -> Result<Replayed, StudyError> {
    let extras = Extras {
        frames: false,
        percepts: about.record.extras.percepts,
    };
    let mut plan = M::plan(scenario, extras);
    if record.truncated {
        // A cut record is replayed to its last whole chunk and no further.
        plan.limits.events = Some(record.events);
    }
    let mut simulation = Simulation::new(plan, options.engine)?;
    let (inputs, answering) = if options.ask_again {
        (
            record.inputs.as_slice(),
            Answering::start(scenario, about, options)?,
        )
    } else {
        (&[][..], Answering::nobody())
    };
    let (asking, rest) = AskingAgain::<M>::new(answering, inputs);
    let recorded = (!options.ask_again).then_some(&record.inputs);
    for line in recorded.into_iter().flatten().chain(rest) {
        let input: Input<M> = serde_json::from_value(line.input.clone())
            .map_err(|error| foreign(record, format!("an input: {error}")))?;
        simulation.schedule(line.before, input);
    }
    let comparing = Comparing::new(record)?;
    let observers = (Watching(Arc::clone(&options.watch)), comparing);
    let ((_, comparing), asking, result) = simulation.run_with(observers, asking);
    let (controller, answer) = (asking.counts(), asking.difference);
    if let Some(error) = comparing.trouble {
        return Err(error.into());
    }
    let status = simulation.status();
    let stopped = options.watch.stopped();
    let mut difference = comparing.difference;
    let stopped_early = stopped.is_some() || answer.is_some();
    if difference.is_none() && !stopped_early && status.events < record.events {
        difference = Some(missing(record, status.events, &result)?);
    }
    let complete = difference.is_none() && !stopped_early;
    let endings = match &record.ending {
        Some(ending) if complete => compare_endings(ending, status.digest, &result),
        _ => Vec::new(),
    };
    Ok(Replayed {
        events: comparing.events,
        truncated: record.truncated,
        difference,
        endings,
        digest: hex(status.digest),
        ending: record.ending.clone(),
        stopped,
        answer,
        controller,
    })
}

fn foreign(record: &Record, what: String) -> StudyError {
    StudyError::Foreign {
        path: record.path().to_owned(),
        what,
    }
}

/// The difference of a replay that ends although the record goes on.
fn missing(
    record: &Record,
    number: u64,
    result: &Result<End, RunError>,
) -> Result<Difference, RecordError> {
    let layout = record.layout();
    let mut recorded = String::new();
    for batch in record.batches()? {
        if let Some((_, rows)) = batch?.events(layout).find(|(event, _)| *event == number) {
            recorded = lines(layout, rows);
            break;
        }
    }
    let seen = match result {
        Ok(end) => format!("the run has ended: {}", end.name()),
        Err(error) => format!("the run has failed: {error}"),
    };
    Ok(Difference {
        number,
        left: recorded,
        right: seen,
    })
}

pub(super) fn lines(layout: &crate::layout::Layout, rows: &[u8]) -> String {
    let lines: Vec<_> = rows
        .chunks(layout.row_bytes().max(1))
        .map(|row| layout.line(row))
        .collect();
    lines.join("\n")
}

fn compare_endings(ending: &Ending, digest: u128, result: &Result<End, RunError>) -> Vec<String> {
    let mut words = Vec::new();
    let (end, error) = match result {
        Ok(end) => (end.name(), None),
        Err(error) => (End::Failed.name(), Some(error.to_string())),
    };
    if end != ending.end {
        words.push(format!("end: recorded {}, now {end}", ending.end));
    }
    if error != ending.error {
        let word = |error: &Option<String>| error.clone().unwrap_or_else(|| "none".into());
        words.push(format!(
            "error: recorded {}, now {}",
            word(&ending.error),
            word(&error)
        ));
    }
    if hex(digest) != ending.digest {
        words.push(format!(
            "digest: recorded {}, now {}",
            ending.digest,
            hex(digest)
        ));
    }
    words
}

/// The observer that compares events with a record.
struct Comparing {
    batches: Box<dyn Iterator<Item = Result<Batch, RecordError>> + Send>,
    monitors: Box<dyn Iterator<Item = Result<MonitorLine, RecordError>> + Send>,
    layout: crate::layout::Layout,
    batch: Batch,
    /// Where the next event begins in the batch.
    offset: usize,
    /// How many events the record holds.
    recorded: u64,
    /// Whether it ends early.
    truncated: bool,
    events: u64,
    difference: Option<Difference>,
    trouble: Option<RecordError>,
}

impl Comparing {
    fn new(record: &Record) -> Result<Self, RecordError> {
        Ok(Comparing {
            batches: Box::new(record.batches()?),
            monitors: Box::new(record.monitors()?),
            layout: record.layout().clone(),
            batch: Batch::default(),
            offset: 0,
            recorded: record.events,
            truncated: record.truncated,
            events: 0,
            difference: None,
            trouble: None,
        })
    }

    /// Compares what the robots perceived in an event, where the record says it.
    fn compare_percepts<M: Subject>(&mut self, committed: &Committed<'_, M>) -> Result<(), Flow> {
        let number = committed.event.number;
        for (id, outcome) in committed.results {
            let Some(hash) = M::percept(outcome) else {
                continue;
            };
            let seen = percept_value(*id, hash);
            let recorded = match self.next_percept() {
                Ok(Some(line)) if line.event == number && line.value == seen => continue,
                Ok(Some(line)) => format!("event {}: {}", line.event, line.value),
                // The record was cut between an event and what was perceived in it.
                Ok(None) if self.truncated => continue,
                Ok(None) => "no percept".to_owned(),
                Err(error) => {
                    self.trouble = Some(error);
                    return Err(Flow::Stop(End::Failed));
                }
            };
            self.difference = Some(Difference {
                number,
                left: recorded,
                right: format!("event {number}: {seen}"),
            });
            return Err(Flow::Stop(End::Failed));
        }
        Ok(())
    }

    /// The next recorded percept.
    fn next_percept(&mut self) -> Result<Option<MonitorLine>, RecordError> {
        let is_percept = |line: &MonitorLine| line.value.get("percept").is_some();
        self.monitors
            .find(|line| line.as_ref().map_or(true, is_percept))
            .transpose()
    }

    /// The rows of the next recorded event; `None` where the record ends.
    fn next(&mut self) -> Result<Option<&[u8]>, RecordError> {
        if self.offset >= self.batch.rows.len() {
            let Some(batch) = self.batches.next() else {
                return Ok(None);
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
        let length = row * (1 + followers.count());
        self.offset += length;
        Ok(Some(&rest[..length.min(rest.len())]))
    }
}

impl<M: Subject> Observer<M> for Comparing {
    fn committed(&mut self, committed: &Committed<'_, M>) -> Flow {
        let number = committed.event.number;
        if self.events >= self.recorded {
            let right = lines(&self.layout, committed.rows);
            self.difference = Some(Difference {
                number,
                left: "the record has ended".into(),
                right,
            });
            return Flow::Stop(End::Failed);
        }
        let recorded = match self.next() {
            Ok(rows) => rows.unwrap_or_default().to_vec(),
            Err(error) => {
                self.trouble = Some(error);
                return Flow::Stop(End::Failed);
            }
        };
        if recorded != committed.rows {
            self.difference = Some(Difference {
                number,
                left: lines(&self.layout, &recorded),
                right: lines(&self.layout, committed.rows),
            });
            return Flow::Stop(End::Failed);
        }
        if let Err(flow) = self.compare_percepts::<M>(committed) {
            return flow;
        }
        self.events += 1;
        Flow::Continue
    }
}
