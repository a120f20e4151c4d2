//! One run of a scenario, from its plan to its report.

use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "native")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(feature = "native")]
use super::console::Console;
use super::keeping::Keeping;
use super::lateness::Lateness;
use super::live::{Log, Logging, Past};
use super::orders::{self, Order, Tally, Unreached};
use super::outside::{Answering, Counts};
use super::recording::{Recording, header};
use super::watch::{Watch, Watching};
use super::{About, StudyError};
use crate::arbiter::{Input, RunError, hex};
use crate::engine::steering::Orders;
#[cfg(feature = "native")]
use crate::engine::steering::steering;
#[cfg(feature = "native")]
use crate::engine::wall::{self, Wall};
use crate::engine::{Engine, Observer, Simulation};
use crate::model::outside::Remote;
use crate::model::{Clock, End, Extras, Figure, Model, Plan, Subject};
use crate::monitor::{Finding, Monitored, Monitors, findings_to_json};
use crate::record::{Ending, Header, Memory, RecordError, Recorder};

/// How to run a scenario.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// On which engine.
    pub engine: Engine,
    /// Where to write the record; `None` writes none.
    pub record: Option<PathBuf>,
    /// Whether a replay asks the controllers outside again, instead of taking the recorded answers.
    pub ask_again: bool,
    /// Who watches the run and may stop it.
    pub watch: Arc<Watch>,
    /// Who steers the run, from a thread.
    #[cfg(feature = "native")]
    pub console: Option<Arc<Console>>,
    /// Where those look who follow the run.
    pub log: Option<Arc<Log>>,
}

impl RunOptions {
    /// Without a record, watched by nobody.
    #[must_use]
    pub fn on(engine: Engine) -> Self {
        RunOptions {
            engine,
            record: None,
            ask_again: false,
            watch: Arc::default(),
            #[cfg(feature = "native")]
            console: None,
            log: None,
        }
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Why it ended.
    pub end: End,
    /// The named error, where it failed.
    pub error: Option<RunError>,
    /// The trouble with the record, where that ended the run.
    pub record_error: Option<RecordError>,
    /// The time of the last event, in simulated time.
    pub time: f64,
    /// How many events were committed.
    pub events: u64,
    /// The digest of the events, in hexadecimal digits.
    pub digest: String,
    /// The digest of the dice, in hexadecimal digits; missing where an actor is gone.
    pub dice: Option<String>,
    /// The model's own figures.
    pub figures: Vec<Figure>,
    /// What the monitors found.
    pub monitors: Vec<Finding>,
    /// How often the controllers outside answered, where there are any.
    pub controller: Option<Counts>,
    /// What was wrong with their answers first, in a line.
    pub trouble: Option<String>,
    /// What its model found otherwise than the scenario expects, in words.
    pub disappointments: Vec<String>,
    /// The orders of the scenario that it did not come to.
    pub unreached: Vec<Unreached>,
}

impl RunReport {
    /// The orders that the run did not come to, as a list of tables as in a scenario.
    #[must_use]
    pub fn unreached_to_json(&self) -> serde_json::Value {
        let entry =
            |order: &Unreached| serde_json::json!({ "before": order.before, "order": order.order });
        self.unreached.iter().map(entry).collect()
    }
}

/// Where the record of a run goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sink<'a> {
    Nowhere,
    File(&'a Path),
    /// Into memory as lines of JSON; the run is stopped before the event `until`.
    Text {
        memory: &'a Memory,
        until: Option<u64>,
    },
}

/// What a record in memory is called.
pub(super) const TEXT: &str = "run.jsonl";

impl Sink<'_> {
    fn recorder(self, header: &Header) -> Result<Option<Recorder>, RecordError> {
        match self {
            Sink::Nowhere => Ok(None),
            Sink::File(path) => Recorder::create(path, header).map(Some),
            Sink::Text { memory, .. } => Recorder::in_memory(TEXT, memory, header).map(Some),
        }
    }

    fn until(self) -> Option<u64> {
        match self {
            Sink::Text { until, .. } => until,
            Sink::Nowhere | Sink::File(_) => None,
        }
    }
}

/// A scenario as a run takes it.
pub(super) struct Planned<'a, M: Monitored> {
    pub(super) scenario: &'a M::Scenario,
    pub(super) expected: &'a M::Expected,
    pub(super) monitors: &'a dyn Monitors<M>,
    pub(super) orders: &'a [Order<M>],
}

pub(super) fn run<M: Monitored + Remote>(
    planned: Planned<'_, M>,
    about: &About,
    options: &RunOptions,
    sink: Sink<'_>,
) -> Result<RunReport, StudyError> {
    let Planned {
        scenario,
        expected,
        monitors,
        orders,
    } = planned;
    let recorded = match sink {
        Sink::Nowhere => Extras::default(),
        Sink::File(_) | Sink::Text { .. } => about.record.extras,
    };
    let monitored = !monitors.known().is_empty();
    let extras = Extras {
        frames: recorded.frames || monitored,
        ..recorded
    };
    let plan = M::plan(scenario, extras);
    let before = plan.robots.clone();
    // First of all, so that nothing is recorded of a run that cannot begin.
    let answering = Answering::<M>::start(scenario, about, options)?;
    let recording = sink.recorder(&header::<M>(about, options.engine))?;
    let recording = recording.map(|recorder| Recording {
        recorder,
        frames: recorded.frames,
        percepts: recorded.percepts,
        closed: false,
        trouble: None,
    });
    let watcher = monitored.then(|| monitors.begin(&before));
    let mut keeping = Keeping::new(recording, watcher, Tally::new(orders), &options.watch);
    if let Clock::Wall(clock) = about.clock {
        keeping.lateness = Some(Lateness::new(clock));
    }
    let logging = Logging(options.log.clone());
    let observers = (
        Watching::new(&options.watch, about.clock),
        (keeping, logging),
    );
    let steered = steered::<M, _>(scenario, options, |steering| {
        let outside = Outside {
            orders,
            steering,
            until: sink.until(),
        };
        carry_out(
            plan,
            about.clock,
            options.engine,
            outside,
            observers,
            answering,
        )
    });
    let (simulation, (_, (keeping, _)), answering, result) = steered?;
    let (counts, trouble) = (answering.counts(), answering.trouble());
    drop(answering);
    let mut report = report::<M>(&simulation, &before, keeping, expected, result);
    report.controller = counts;
    report.trouble = trouble;
    if let Some(log) = &options.log {
        log.finish::<M>(&report);
    }
    Ok(report)
}

/// Runs a scenario again, with what came from outside the first time; nobody is asked, and nothing
/// recorded.
pub(super) fn again<M: Monitored + Remote>(
    planned: Planned<'_, M>,
    options: &RunOptions,
    past: &Past,
) -> Result<RunReport, StudyError> {
    let Planned {
        scenario,
        expected,
        monitors,
        orders,
    } = planned;
    let monitored = !monitors.known().is_empty();
    let extras = Extras {
        frames: monitored,
        ..Extras::default()
    };
    let plan = M::plan(scenario, extras);
    let before = plan.robots.clone();
    let mut simulation = Simulation::new(plan, options.engine)?;
    past.schedule(|before, input| simulation.schedule(before, input))?;
    let watcher = monitored.then(|| monitors.begin(&before));
    let keeping = Keeping::new(None, watcher, Tally::new(orders), &options.watch);
    let observers = (Watching::new(&options.watch, Clock::Virtual), keeping);
    let nobody = Answering::<M>::nobody();
    let ((_, keeping), _, result) = simulation.run_with(observers, nobody);
    Ok(report::<M>(&simulation, &before, keeping, expected, result))
}

/// Has a run carried out. Where there are no threads nobody can steer it meanwhile.
#[cfg(not(feature = "native"))]
fn steered<M: Monitored, T>(
    _: &M::Scenario,
    _: &RunOptions,
    run: impl FnOnce(Option<Orders<M>>) -> T,
) -> T {
    run(None)
}

/// Has a run carried out while somebody steers it, if anybody does.
#[cfg(feature = "native")]
fn steered<M: Monitored, T>(
    scenario: &M::Scenario,
    options: &RunOptions,
    run: impl FnOnce(Option<Orders<M>>) -> T,
) -> T {
    if options.console.is_none() && options.log.is_none() {
        return run(None);
    }
    let (steering, orders) = steering();
    let over = AtomicBool::new(false);
    if let Some(log) = &options.log {
        log.begin(&steering);
    }
    std::thread::scope(|scope| {
        if let Some(console) = &options.console {
            scope.spawn(|| console.attend::<M>(scenario, &steering, &over));
        }
        let done = run(Some(orders));
        over.store(true, Ordering::Relaxed);
        done
    })
}

/// What is done to a run from outside: by its scenario, and by whoever steers it.
struct Outside<'a, M: Model> {
    orders: &'a [Order<M>],
    #[cfg_attr(
        not(feature = "native"),
        allow(dead_code, reason = "only a thread steers")
    )]
    steering: Option<Orders<M>>,
    /// The number of the event before which it is stopped.
    until: Option<u64>,
}

/// Runs a plan on its clock.
#[allow(
    clippy::type_complexity,
    reason = "the world, those who took part, and how the run ended"
)]
fn carry_out<M: Remote, O: Observer<M>>(
    plan: Plan<M>,
    clock: Clock,
    engine: Engine,
    outside: Outside<'_, M>,
    observer: O,
    answering: Answering<M>,
) -> Result<(Simulation<M>, O, Answering<M>, Result<End, RunError>), StudyError> {
    match (clock, engine) {
        (Clock::Virtual, engine) => {
            let mut simulation = Simulation::new(plan, engine)?;
            orders::schedule(&mut simulation, outside.orders);
            if let Some(until) = outside.until {
                simulation.schedule(until, Input::Stop(End::Interrupted));
            }
            #[cfg(feature = "native")]
            if let Some(steering) = outside.steering {
                simulation.steer(steering);
            }
            let (observer, answering, result) = simulation.run_with(observer, answering);
            Ok((simulation, observer, answering, result))
        }
        #[cfg(feature = "native")]
        (Clock::Wall(clock), Engine::Actors { threads }) => {
            let (mind, answering) = answering.apart();
            let wall = Wall {
                clock,
                threads,
                orders: outside.steering,
                mind,
            };
            let (simulation, observer, result) = wall::run(plan, wall, observer)?;
            Ok((simulation, observer, answering, result))
        }
        (Clock::Wall(_), _) => Err(StudyError::WallClock {
            what: "it needs real actors (--engine actors)",
        }),
    }
}

fn report<M: Subject>(
    simulation: &Simulation<M>,
    before: &[M::Robot],
    mut keeping: Keeping<M>,
    expected: &M::Expected,
    result: Result<End, RunError>,
) -> RunReport {
    let status = simulation.status();
    let (end, error) = match result {
        Ok(end) => (end, None),
        Err(error) => (End::Failed, Some(error)),
    };
    let state = simulation.state().ok();
    let figures = state.as_ref().map_or_else(Vec::new, |state| {
        M::figures(before, &state.robots, &state.director, status.time)
    });
    let lateness = keeping.lateness.iter().flat_map(Lateness::figures);
    let figures = figures.into_iter().chain(lateness).collect();
    let robots = state.as_ref().map(|state| state.robots.as_slice());
    let director = state.as_ref().map(|state| &state.director);
    let mut report = RunReport {
        end,
        error,
        record_error: None,
        time: status.time,
        events: status.events,
        digest: hex(status.digest),
        monitors: keeping.finish(robots, director, status.time),
        figures,
        dice: state.as_ref().map(|state| hex(state.dice_digest())),
        controller: None,
        trouble: None,
        disappointments: state
            .as_ref()
            .map_or_else(Vec::new, |state| M::disappointed(expected, &state.director)),
        unreached: keeping.tally.unreached(),
    };
    if let Some(recording) = keeping.recording {
        finish_record::<M>(recording, &mut report);
    }
    report
}

/// Completes the record with the end of the run.
fn finish_record<M: Subject>(mut recording: Recording, report: &mut RunReport) {
    if matches!(report.end, End::Interrupted | End::Timeout) {
        recording.stopped::<M>(report.events, report.time, report.end);
    }
    let figures = report.figures.iter();
    let mut summary: serde_json::Map<_, _> = figures
        .map(|figure| (figure.key.to_owned(), figure.value.clone()))
        .collect();
    if !report.monitors.is_empty() {
        let findings = findings_to_json(&report.monitors);
        summary.insert("monitors".to_owned(), findings);
    }
    if !report.unreached.is_empty() {
        let unreached = report.unreached_to_json();
        summary.insert("orders_not_reached".to_owned(), unreached);
    }
    let ending = Ending {
        end: report.end.name().to_owned(),
        time: report.time,
        events: report.events,
        digest: report.digest.clone(),
        dice: report.dice.clone(),
        error: report.error.as_ref().map(ToString::to_string),
        summary: serde_json::Value::Object(summary),
    };
    let trouble = match recording.trouble {
        Some(trouble) => Some(trouble),
        None => recording.recorder.finish(ending).err(),
    };
    if let Some(trouble) = trouble {
        report.end = End::Failed;
        report.record_error = Some(trouble);
    }
}
