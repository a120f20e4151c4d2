//! Running a recorded scenario again and comparing every event.

use super::comparing::Comparing;
use super::outside::{AnswerDifference, Answering, AskingAgain, Counts};
use super::run::RunOptions;
use super::verify::Difference;
use super::watch::Watching;
use super::{About, StudyError};
use crate::arbiter::{Input, Operation, RunError, hex};
use crate::engine::Simulation;
use crate::model::outside::Remote;
use crate::model::{Clock, End, Extras, Robot, Subject};
use crate::record::{Ending, InputLine, Record, RecordError};

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
    let lines = recorded.into_iter().flatten().chain(rest);
    schedule_lines(&mut simulation, record, lines)?;
    schedule_operations(&mut simulation, record)?;
    let comparing = Comparing::new(record, extras.percepts)?;
    let observers = (Watching::new(&options.watch, Clock::Virtual), comparing);
    let ((_, comparing), asking, result) = simulation.run_with(observers, asking);
    let (controller, answer) = (asking.counts(), asking.difference);
    if let Some(error) = comparing.trouble {
        return Err(error.into());
    }
    let status = simulation.status();
    let stopped = options.watch.stopped();
    let events = comparing.events();
    let mut difference = comparing.difference;
    let stopped_early = stopped.is_some() || answer.is_some();
    if difference.is_none() && !stopped_early && status.events < record.events {
        difference = Some(missing(record, status.events, &result)?);
    }
    let complete = difference.is_none() && !stopped_early;
    let endings = match &record.ending {
        Some(ending) if complete => {
            let mut words = compare_endings(ending, status.digest, &result);
            words.extend(compare_close(record, &simulation));
            words
        }
        _ => Vec::new(),
    };
    Ok(Replayed {
        events,
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

/// Gives a simulation all that a record has for it: the inputs, and the operations of a wall-clock run.
pub(super) fn schedule<M: Subject>(
    simulation: &mut Simulation<M>,
    record: &Record,
) -> Result<(), StudyError> {
    schedule_lines(simulation, record, record.inputs.iter())?;
    schedule_operations(simulation, record)
}

fn schedule_lines<'l, M: Subject>(
    simulation: &mut Simulation<M>,
    record: &Record,
    lines: impl Iterator<Item = &'l InputLine>,
) -> Result<(), StudyError> {
    for line in lines {
        simulation.schedule(line.before, read_input(record, line)?);
    }
    Ok(())
}

fn schedule_operations<M: Subject>(
    simulation: &mut Simulation<M>,
    record: &Record,
) -> Result<(), StudyError> {
    each_operation(record, |number, operation| {
        simulation.schedule(number, Input::Operation(operation));
    })
}

/// All that a record has for a simulation, in order: inputs, and the operations of a wall-clock run,
/// which follow the other inputs of their events.
pub(super) fn inputs<M: Subject>(record: &Record) -> Result<Vec<(u64, Input<M>)>, StudyError> {
    let mut inputs = Vec::with_capacity(record.inputs.len());
    for line in &record.inputs {
        inputs.push((line.before, read_input(record, line)?));
    }
    each_operation(record, |number, operation| {
        inputs.push((number, Input::Operation(operation)));
    })?;
    // Stable: what precedes one event stays in its order.
    inputs.sort_by_key(|(before, _)| *before);
    Ok(inputs)
}

fn read_input<M: Subject>(record: &Record, line: &InputLine) -> Result<Input<M>, StudyError> {
    serde_json::from_value(line.input.clone())
        .map_err(|error| foreign(record, format!("an input: {error}")))
}

fn each_operation(
    record: &Record,
    mut visit: impl FnMut(u64, Operation),
) -> Result<(), StudyError> {
    for batch in record.operations()? {
        let batch = batch?;
        let layout = record.header.operations.clone().unwrap_or_default();
        for (number, operation) in batch.rows(&layout).filter_map(Operation::decode) {
            visit(number, operation);
        }
    }
    Ok(())
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

/// What is wrong with how a wall-clock run says it ended, if anything is.
fn compare_close<M: Subject>(record: &Record, simulation: &Simulation<M>) -> Option<String> {
    let close = record
        .inputs
        .iter()
        .rev()
        .find_map(|line| line.input.get("close"))?;
    let robots = simulation
        .state()
        .map(|state| state.robots)
        .unwrap_or_default();
    let robots = (0u32..).zip(robots);
    let in_flight: Vec<u32> = robots
        .filter(|(_, robot)| robot.as_ref().is_some_and(Robot::is_in_flight))
        .map(|(id, _)| id)
        .collect();
    let now = serde_json::json!({ "operations": record.events, "in_flight": in_flight });
    let differs = |key: &str| close[key] != now[key];
    (differs("operations") || differs("in_flight"))
        .then(|| format!("close: recorded {close}, now {now}"))
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
