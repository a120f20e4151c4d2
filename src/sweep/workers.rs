//! The workers of a sweep, each with a run at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::kept::{self, Circumstances};
use super::{Plan, SweepError};
use crate::engine::Engine;
use crate::model::End;
use crate::store::{Done, NewSweep, Outbox, Run, Setup, Store, Writer};
use crate::study::{RunOptions, Study, Watch, explain};

/// A sweep in the store.
#[derive(Clone, Debug)]
pub struct Sweeping {
    /// What people call it.
    pub name: String,
    /// The named scenario that it belongs to, if any.
    pub simulation: Option<i64>,
    /// How many runs go on at the same time.
    pub workers: usize,
}

/// The run that a worker has, if any, and since when.
type Present = Option<(Arc<Watch>, Instant)>;

/// Stops a sweep from another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// What the workers are doing, and since when.
    present: Mutex<Vec<Present>>,
}

impl Control {
    /// Stops the sweep: runs that go on end with `interrupted`, and no other is begun.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
        for (watch, _) in self.present().iter().flatten() {
            watch.interrupt();
        }
    }

    /// Whether it was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn present(&self) -> MutexGuard<'_, Vec<Present>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a worker is doing.
    fn attend(&self, worker: usize, watch: Option<&Arc<Watch>>) {
        let present = watch.map(|watch| (Arc::clone(watch), Instant::now()));
        self.present()[worker] = present;
        // Whoever stopped the sweep may not have seen this run.
        if let Some(watch) = watch.filter(|_| self.is_stopped()) {
            watch.interrupt();
        }
    }

    /// Ends the runs that have taken longer than they may.
    fn time_out(&self, limit: Duration) {
        for (watch, began) in self.present().iter().flatten() {
            if began.elapsed() >= limit {
                watch.time_out();
            }
        }
    }
}

/// How far a sweep has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Its number in the store.
    pub sweep: i64,
    /// How many runs this machine has to carry out, what was there before included.
    pub all: u64,
    /// How many of them were there before.
    pub before: u64,
    /// How many were kept since, interrupted ones left out.
    pub done: u64,
    /// How these ended: the word for the end, and how many.
    pub ends: Vec<(String, u64)>,
    /// How many of them were not as their scenario expects.
    pub disappointing: u64,
}

impl Progress {
    fn note(&mut self, runs: &[Run]) {
        for run in runs {
            let found = self.ends.iter_mut().find(|(end, _)| *end == run.end);
            match found {
                Some((_, count)) => *count += 1,
                None => self.ends.push((run.end.clone(), 1)),
            }
            if run.end != End::Interrupted.name() {
                self.done += 1;
                self.disappointing += u64::from(!run.disappointments.is_empty());
            }
        }
    }
}

/// How often it is looked whether a run has taken too long.
const TICK: Duration = Duration::from_millis(5);

/// Carries a sweep out, or what is left of it: runs that are finished in the store are not run again.
/// `told` is called whenever runs are safe.
///
/// # Errors
///
/// A store that cannot be written, and a stop before the first run. Runs that fail are no error: they are
/// rows. The plan has been [checked](Plan::check).
pub fn carry_out(
    plan: &Plan,
    mut store: Store,
    sweeping: &Sweeping,
    control: &Control,
    mut told: impl FnMut(&Progress) + Send + 'static,
) -> Result<(Store, Progress), SweepError> {
    let prepared = prepare(plan, &mut store, sweeping, control)?;
    let mut progress = Progress {
        sweep: prepared.sweep,
        ..Progress::default()
    };
    progress.all = plan.mine();
    let done = prepared.done.iter().filter(|place| plan.is_mine(*place));
    progress.before = done.count() as u64;
    told(&progress);
    let shared = Arc::new(Mutex::new(progress));
    let noted = Arc::clone(&shared);
    let writer = Writer::begin(store, move |runs| {
        let mut progress = noted.lock().unwrap_or_else(PoisonError::into_inner);
        progress.note(runs);
        told(&progress);
    })?;
    let workers = sweeping.workers.max(1);
    *control.present() = vec![None; workers];
    let next = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let trouble = Mutex::new(None);
    std::thread::scope(|scope| {
        if let Some(limit) = plan.limits().seconds {
            let over = &over;
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    control.time_out(limit);
                    std::thread::sleep(TICK);
                }
            });
        }
        let threads: Vec<_> = (0..workers)
            .map(|number| {
                let worker = Worker {
                    number,
                    plan: plan.clone(),
                    prepared: &prepared,
                    simulation: sweeping.simulation,
                    control,
                    next: &next,
                    outbox: writer.outbox(),
                };
                let trouble = &trouble;
                scope.spawn(move || {
                    if let Err(error) = worker.work() {
                        trouble
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .get_or_insert(error);
                        control.interrupt();
                    }
                })
            })
            .collect();
        for thread in threads {
            // A run that panics is a failed run, caught where it is; a worker that did is told of below.
            if thread.join().is_err() {
                let what = "a worker is gone".to_owned();
                let mut trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner);
                trouble.get_or_insert(SweepError::Refused(what));
            }
        }
        over.store(true, Ordering::Relaxed);
    });
    let store = writer.finish()?;
    if let Some(trouble) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(trouble);
    }
    let progress = shared
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    Ok((store, progress))
}

/// What is known of a sweep before its first run.
struct Prepared {
    sweep: i64,
    setup: i64,
    /// For each variant the number of its scenario in the store.
    scenarios: Vec<i64>,
    done: Done,
}

/// Has the store keep every variant, and the sweep.
fn prepare(
    plan: &Plan,
    store: &mut Store,
    sweeping: &Sweeping,
    control: &Control,
) -> Result<Prepared, SweepError> {
    let first = plan.study(0)?;
    let setup: Setup = kept::setup(&first, ENGINE);
    let setup = store.keep_setup(&setup)?;
    let model = first.about().model;
    let about = |path: &str| Some((String::new(), explain(model, path)?.to_owned()));
    let mut scenarios = Vec::new();
    let mut resolved = Vec::with_capacity(AT_ONCE);
    for point in 0..plan.points() {
        if control.is_stopped() {
            return Err(SweepError::Stopped);
        }
        let study = plan.study(point)?;
        resolved.push(study.about().resolved.clone());
        if resolved.len() == AT_ONCE || point + 1 == plan.points() {
            scenarios.extend(store.keep_scenarios(&resolved, &about)?);
            resolved.clear();
        }
    }
    let (sweep, _) = store.begin_sweep(&NewSweep {
        hash: plan.hash(),
        name: sweeping.name.clone(),
        simulation: sweeping.simulation,
        scenario: scenarios[0],
        text: plan.text().to_owned(),
        variation: plan.variation().to_string(),
        size: plan.size(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })?;
    Ok(Prepared {
        sweep,
        setup,
        scenarios,
        done: store.done(sweep)?,
    })
}

/// So many scenarios are kept in one transaction.
const AT_ONCE: usize = 256;

/// Runs of a sweep are short and many: each has one thread, and needs no actors.
const ENGINE: Engine = Engine::Inline { threads: 1 };

struct Worker<'s> {
    number: usize,
    /// Its own, because a document notes what is read of it.
    plan: Plan,
    prepared: &'s Prepared,
    simulation: Option<i64>,
    control: &'s Control,
    next: &'s AtomicU64,
    outbox: Outbox,
}

impl Worker<'_> {
    fn work(&self) -> Result<(), SweepError> {
        while !self.control.is_stopped() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if place >= self.plan.size() {
                break;
            }
            if !self.plan.is_mine(place) || self.prepared.done.contains(place) {
                continue;
            }
            let study = self.plan.study(place)?;
            let run = self.run(&study, place);
            if !self.outbox.send(run) {
                // Whoever writes says what happened.
                break;
            }
        }
        Ok(())
    }

    fn run(&self, study: &Study, place: u64) -> Run {
        let log = study.log();
        let mut about = Circumstances {
            // There is one for each variant.
            scenario: self.prepared.scenarios[self.plan.point_of(place) as usize],
            setup: self.prepared.setup,
            simulation: self.simulation,
            place: Some((self.prepared.sweep, place)),
            began: SystemTime::now(),
            took: Duration::ZERO,
            log: log.as_deref(),
            record: None,
        };
        if let Some(words) = self.too_large(study) {
            return kept::failed(study, words, &about);
        }
        let mut options = RunOptions::on(ENGINE);
        options.log.clone_from(&log);
        let began = Instant::now();
        self.control.attend(self.number, Some(&options.watch));
        let report = study.run(&options);
        self.control.attend(self.number, None);
        about.took = began.elapsed();
        match report {
            Ok(report) => {
                let disappointments = self.plan.disappointed_by(study, &report);
                kept::row(study, &report, disappointments, &about).unwrap_or_else(|| {
                    let words =
                        "more came from outside than can be kept, so it could not be repeated";
                    kept::failed(study, words.to_owned(), &about)
                })
            }
            Err(error) => kept::failed(study, error.to_string(), &about),
        }
    }

    /// Why a run would take more memory than it may, if it would.
    fn too_large(&self, study: &Study) -> Option<String> {
        let limit = self.plan.limits().memory?;
        let needed = study.footprint();
        (needed > limit)
            .then(|| format!("it would take about {needed} bytes of memory, and may take {limit}"))
    }
}
