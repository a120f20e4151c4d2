//! Live runs: each in a thread of its own, with the log that viewers follow it by.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::Limits;
use super::archive::Archive;
use crate::engine::Engine;
use crate::model::End;
use crate::monitor::findings_to_json;
use crate::scenario::Document;
use crate::study::live::{Allowed, Following, Hand, Log, Outcome};
use crate::study::{Call, Console, RunOptions, RunReport, Said, Study, StudyError, Watch};
use crate::viewer::Viewer;

/// The live runs of a server.
#[derive(Debug)]
pub(super) struct Runs {
    all: Mutex<Known>,
    /// Where records are kept while the server is there.
    folder: TempDir,
    /// Where they are kept for good, if anywhere.
    archive: Option<Arc<Archive>>,
    limits: Limits,
}

#[derive(Debug, Default)]
struct Known {
    next: u64,
    runs: BTreeMap<u64, Arc<Live>>,
    /// Nothing is started any more.
    closing: bool,
}

/// How to begin a run.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// On which engine.
    pub engine: Engine,
    /// The extension of the record: `mcap` or `jsonl`.
    pub record: &'static str,
    /// On the virtual clock: whether the run waits at its start for somebody who steers it.
    pub held: bool,
}

/// Why a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbegun {
    /// Too many run already.
    #[error("{0} runs go on already: stop one first")]
    TooMany(usize),
    /// The server is about to end.
    #[error("the server is about to end")]
    Closing,
    /// The wall clock without actors.
    #[error("the wall clock needs real actors (engine=actors)")]
    WallClock,
    /// The operating system has no thread for it.
    #[error("no thread could be started: {0}")]
    NoThread(String),
}

/// Why a line was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unheeded {
    /// It is no command, or was given in a wrong way.
    #[error("{0}")]
    Refused(String),
    /// The run is over.
    #[error("the run is over: nothing can be done to it any more")]
    Over,
    /// Others have given too many lines that were not carried out yet.
    #[error("too many lines wait to be carried out")]
    TooMany,
}

/// A run that goes on, or has ended.
#[derive(Debug)]
pub(super) struct Live {
    /// Its number.
    pub(super) id: u64,
    /// The record that it writes.
    pub(super) record: PathBuf,
    /// Who steers it.
    pub(super) seat: Seat,
    study: Study,
    engine: Engine,
    log: Arc<Log>,
    watch: Arc<Watch>,
    calls: SyncSender<Call>,
    report: Mutex<Option<RunReport>>,
    /// What became of it in the store: its number, or why it is not there.
    kept: Mutex<Option<Result<i64, String>>>,
    archive: Option<Arc<Archive>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// So many lines wait at most to be carried out.
const MOST_CALLS: usize = 32;
/// No line is longer, in bytes.
const LONGEST_LINE: usize = 4096;
/// An answer that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(2);

impl Runs {
    /// None yet.
    ///
    /// # Errors
    ///
    /// There is no room for records.
    pub(super) fn new(limits: &Limits, archive: Option<Arc<Archive>>) -> std::io::Result<Self> {
        Ok(Runs {
            all: Mutex::default(),
            folder: tempfile::Builder::new()
                .prefix("formicary-serve-")
                .tempdir()?,
            archive,
            limits: limits.clone(),
        })
    }

    fn all(&self) -> MutexGuard<'_, Known> {
        lock(&self.all)
    }

    /// Begins a run. Its record goes where the scenario says, and else to a place that lasts as long as
    /// the server.
    ///
    /// # Errors
    ///
    /// Why it cannot begin. What goes wrong later is the run's end.
    pub(super) fn begin(&self, study: Study, beginning: &Beginning) -> Result<Arc<Live>, Unbegun> {
        if study.about().clock.is_wall() && beginning.engine.name() != "actors" {
            return Err(Unbegun::WallClock);
        }
        let mut all = self.all();
        if all.closing {
            return Err(Unbegun::Closing);
        }
        let running = all.runs.values().filter(|run| run.log.ending().is_none());
        if running.count() >= self.limits.running {
            return Err(Unbegun::TooMany(self.limits.running));
        }
        all.forget(self.limits.kept);
        all.next += 1;
        let id = all.next;
        let kept = || {
            self.folder
                .path()
                .join(format!("run-{id}.{}", beginning.record))
        };
        let record = study.about().record.file.clone().unwrap_or_else(kept);
        let live = Live::begin(id, study, beginning, record, self.archive.clone())?;
        all.runs.insert(id, Arc::clone(&live));
        Ok(live)
    }

    /// The run of this number.
    #[must_use]
    pub(super) fn get(&self, id: u64) -> Option<Arc<Live>> {
        self.all().runs.get(&id).cloned()
    }

    /// All of them, by number.
    #[must_use]
    pub(super) fn list(&self) -> Vec<Arc<Live>> {
        self.all().runs.values().cloned().collect()
    }

    /// Stops runs whose records have become too long.
    pub(super) fn check_records(&self) {
        for run in self.list() {
            let bytes = run.record.metadata().map_or(0, |about| about.len());
            if bytes > self.limits.record_bytes && run.log.ending().is_none() {
                run.watch.interrupt();
            }
        }
    }

    /// Stops all runs and waits until their records are complete. Nothing begins any more.
    pub(super) fn close(&self) {
        self.all().closing = true;
        let all = self.list();
        all.iter().for_each(|run| run.stop());
        all.iter().for_each(|run| run.join());
    }
}

impl Known {
    /// Makes room for one more: of more than `kept` ended runs those are forgotten that began first.
    fn forget(&mut self, kept: usize) {
        let ended = self
            .runs
            .iter()
            .filter(|(_, run)| run.log.ending().is_some());
        let ended: Vec<u64> = ended.map(|(id, _)| *id).collect();
        for id in ended.iter().take((ended.len() + 1).saturating_sub(kept)) {
            if let Some(run) = self.runs.remove(id) {
                // Its own record stays; the others are in our folder.
                if run.study.about().record.file.is_none() {
                    let _ = std::fs::remove_file(&run.record);
                }
            }
        }
    }
}

impl Live {
    fn begin(
        id: u64,
        study: Study,
        beginning: &Beginning,
        record: PathBuf,
        archive: Option<Arc<Archive>>,
    ) -> Result<Arc<Self>, Unbegun> {
        let (calls, lines) = mpsc::sync_channel(MOST_CALLS);
        let log = Arc::new(Log::default());
        if beginning.held {
            log.allow(Allowed::Events(0));
        }
        let live = Arc::new(Live {
            id,
            record: record.clone(),
            seat: Seat::default(),
            study,
            engine: beginning.engine,
            log: Arc::clone(&log),
            watch: Arc::default(),
            calls,
            report: Mutex::default(),
            kept: Mutex::default(),
            archive,
            thread: Mutex::default(),
        });
        let mut options = RunOptions::on(beginning.engine);
        options.record = Some(record);
        options.watch = Arc::clone(&live.watch);
        options.console = Some(Arc::new(Console::of_calls(lines)));
        options.log = Some(log);
        let run = Arc::clone(&live);
        let thread = std::thread::Builder::new().name(format!("run {id}"));
        let thread = thread.spawn(move || run.carry_out(options));
        let thread = thread.map_err(|error| Unbegun::NoThread(error.to_string()))?;
        *lock(&live.thread) = Some(thread);
        Ok(live)
    }

    /// Carries the run out, in its thread.
    fn carry_out(&self, options: RunOptions) {
        let began = (SystemTime::now(), Instant::now());
        let run = AssertUnwindSafe(|| self.study.run(&options));
        let error = match catch_unwind(run) {
            Ok(Ok(report)) => {
                self.keep(&report, (began.0, began.1.elapsed()));
                *lock(&self.report) = Some(report);
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the run was lost: its thread panicked".to_owned(),
        };
        self.log.end(Outcome {
            end: End::Failed,
            error: Some(error),
            digest: None,
        });
    }

    /// Keeps the run in the store of the server, if it has one.
    fn keep(&self, report: &RunReport, began: (SystemTime, Duration)) {
        let Some(archive) = &self.archive else { return };
        let kept = archive.keep(&self.study, self.engine, report, &self.log, began);
        *lock(&self.kept) = Some(match kept {
            Ok(Some(id)) => Ok(id),
            Ok(None) => Err("more came from outside than can be kept".to_owned()),
            Err(error) => Err(error.to_string()),
        });
    }

    /// Asks the run to end.
    pub(super) fn stop(&self) {
        self.watch.interrupt();
    }

    /// Waits until the run has ended.
    fn join(&self) {
        if let Some(thread) = lock(&self.thread).take() {
            // A panic was noted as the end of the run.
            let _ = thread.join();
        }
    }

    /// Whether the run has ended.
    #[must_use]
    pub(super) fn has_ended(&self) -> bool {
        self.log.ending().is_some()
    }

    /// Whether the run waits for somebody who steers it.
    #[must_use]
    pub(super) fn is_held(&self) -> bool {
        self.log.standing().allowed != Allowed::All
    }

    /// Lets the run go on by itself.
    pub(super) fn let_go(&self) {
        self.log.allow(Allowed::All);
    }

    /// Carries out a console line, and says what came of it.
    ///
    /// # Errors
    ///
    /// Why it was not carried out.
    pub(super) fn steer(&self, line: &str) -> Result<String, Unheeded> {
        let line = line.trim();
        if line.len() > LONGEST_LINE || line.contains(['\n', '\r']) || line.is_empty() {
            let words = "expected one line with a command, of at most 4096 bytes";
            return Err(Unheeded::Refused(words.to_owned()));
        }
        let (ear, heard) = mpsc::channel();
        let call = Call {
            line: line.to_owned(),
            ear,
        };
        self.calls.try_send(call).map_err(|error| match error {
            TrySendError::Full(_) => Unheeded::TooMany,
            TrySendError::Disconnected(_) => Unheeded::Over,
        })?;
        let until = Instant::now() + PATIENCE;
        let mut words = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match heard.recv_timeout(left) {
                Ok(Said::Words(line)) => words.push(line),
                Ok(Said::Refused(_)) if self.has_ended() => return Err(Unheeded::Over),
                Ok(Said::Refused(why)) => return Err(Unheeded::Refused(why)),
                Err(RecvTimeoutError::Disconnected) if words.is_empty() && self.has_ended() => {
                    return Err(Unheeded::Over);
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    words.push("not carried out yet: the run is busy".to_owned());
                    break;
                }
            }
        }
        if line == "resume" {
            // Time goes on, whatever kept it.
            self.let_go();
        }
        Ok(words.join("\n"))
    }

    /// Somebody new who looks at the run.
    ///
    /// # Errors
    ///
    /// A run that could not even start.
    pub(super) fn viewer(self: &Arc<Self>, who: u64) -> Result<Viewer, StudyError> {
        let about = self.study.about();
        let study = Study::read(&Document::from_json(&about.source, &about.resolved)?)?;
        let reins = Reins {
            live: Arc::clone(self),
            who,
        };
        let stage = study.follow(Following::new(Arc::clone(&self.log), Box::new(reins)))?;
        Ok(Viewer::of(study, stage, "live"))
    }

    /// How the run stands.
    #[must_use]
    pub(super) fn status(&self) -> Value {
        let standing = self.log.standing();
        let report = lock(&self.report);
        // A run has ended once everything is known of its end.
        let ending = standing.ending.as_ref();
        let ending = ending.filter(|ending| report.is_some() || ending.digest.is_none());
        let about = self.study.about();
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("id", json!(self.id));
        put("name", json!(self.study.name()));
        put("model", json!(about.model));
        put("seed", json!(about.seed));
        put("engine", json!(self.engine.name()));
        put(
            "clock",
            json!(if about.clock.is_wall() {
                "wall"
            } else {
                "virtual"
            }),
        );
        put("event", json!(standing.events));
        put("time", json!(standing.time));
        put(
            "head",
            json!({ "event": standing.events, "time": standing.time }),
        );
        put(
            "held",
            json!(standing.allowed != Allowed::All && ending.is_none()),
        );
        put("full", json!(standing.full));
        put("steered", json!(self.seat.is_taken()));
        put("steerable", json!(ending.is_none()));
        put("ended", json!(ending.map(|ending| ending.end.name())));
        put(
            "error",
            json!(ending.and_then(|ending| ending.error.as_deref())),
        );
        put(
            "digest",
            json!(ending.and_then(|ending| ending.digest.as_deref())),
        );
        match &*lock(&self.kept) {
            Some(Ok(id)) => put("kept", json!(id)),
            Some(Err(words)) => put("not_kept", json!(words)),
            None => None,
        };
        let report = report.as_ref();
        put(
            "dice",
            json!(report.and_then(|report| report.dice.as_deref())),
        );
        let figures = report.map_or(&[][..], |report| &report.figures);
        let figures = figures.iter().filter(|figure| !figure.value.is_null());
        let figures = figures
            .map(|one| json!({ "key": one.key, "label": one.label, "value": one.value }))
            .collect();
        put("figures", figures);
        let findings = report.map(|report| findings_to_json(&report.monitors));
        put("findings", findings.unwrap_or(json!({})));
        Value::Object(object)
    }

    /// The record, once it is complete.
    #[must_use]
    pub(super) fn complete_record(&self) -> Option<&Path> {
        let complete = lock(&self.report).is_some() && self.record.is_file();
        complete.then_some(self.record.as_path())
    }
}

/// Who steers a run: one at a time.
#[derive(Debug, Default)]
pub(super) struct Seat(Mutex<Option<u64>>);

impl Seat {
    /// Takes the seat, if nobody else has it.
    pub(super) fn take(&self, who: u64) -> bool {
        *lock(&self.0).get_or_insert(who) == who
    }

    /// Leaves the seat. Returns whether it was taken by this one.
    pub(super) fn leave(&self, who: u64) -> bool {
        let mut holder = lock(&self.0);
        let own = *holder == Some(who);
        if own {
            *holder = None;
        }
        own
    }

    /// Whether this one has the seat.
    #[must_use]
    pub(super) fn is(&self, who: u64) -> bool {
        *lock(&self.0) == Some(who)
    }

    /// Whether anybody has it.
    #[must_use]
    pub(super) fn is_taken(&self) -> bool {
        lock(&self.0).is_some()
    }
}

/// What a viewer has in hand of a run.
#[derive(Debug)]
struct Reins {
    live: Arc<Live>,
    who: u64,
}

impl Hand for Reins {
    fn steers(&self) -> bool {
        self.live.seat.is(self.who)
    }

    fn is_taken(&self) -> bool {
        self.live.seat.is_taken()
    }

    fn give(&mut self, line: &str) -> Result<String, String> {
        self.live.steer(line).map_err(|error| error.to_string())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Seat;

    #[test]
    fn one_steers_at_a_time() {
        let seat = Seat::default();
        assert!(seat.take(1) && seat.take(1) && !seat.take(2));
        assert!(seat.is(1) && !seat.is(2) && seat.is_taken());
        assert!(!seat.leave(2) && seat.leave(1) && !seat.leave(1));
        assert!(seat.take(2) && !seat.is(1));
    }
}
