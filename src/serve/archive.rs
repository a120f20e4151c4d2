//! The store behind the page: runs that are kept, named scenarios, and sweeps that go on here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::confine::Confine;
use crate::engine::Engine;
use crate::scenario::{Document, Seeds};
use crate::store::{Access, NewSimulation, Order, Selection, Simulation, Store, StoreError, Sweep};
use crate::study::live::Log;
use crate::study::{RunReport, Study, explain};
use crate::sweep::kept::{Circumstances, origins, row};
use crate::sweep::variation::{Variation, values};
use crate::sweep::{Control, Limits, Plan, Progress, Sweeping, carry_out};
use crate::viewer::{Censor as _, Problem};

/// A store, and what is being done in it.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    sweeps: Mutex<BTreeMap<i64, Going>>,
}

/// A sweep that goes on, or has ended since the server began.
#[derive(Debug)]
struct Going {
    control: Arc<Control>,
    progress: Arc<Mutex<Progress>>,
    /// What went wrong, once something has.
    trouble: Arc<Mutex<Option<String>>>,
    thread: Option<JoinHandle<()>>,
}

/// What somebody wants to see of the runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) filter: Option<String>,
    pub(super) columns: Vec<String>,
    pub(super) order: Vec<Order>,
    pub(super) limit: u64,
    pub(super) offset: u64,
}

/// A sweep that somebody wants to begin.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    pub(super) name: String,
    pub(super) text: String,
    /// Each `path=values`.
    pub(super) vary: Vec<String>,
    pub(super) seeds: String,
    /// Real time of each run.
    pub(super) seconds: Option<f64>,
}

/// So many runs has a sweep at most that is begun from the page, and so many variants.
const MOST_RUNS: u64 = 1_000_000;
const MOST_VARIANTS: u64 = 10_000;
/// So many sweeps go on at a time.
const MOST_SWEEPS: usize = 2;
/// A run of such a sweep takes no more memory, in bytes.
const MOST_MEMORY: u64 = 2 << 30;

impl Archive {
    /// The store of this file, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// A file that is no store.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        Store::open(path, Access::Create)?;
        Ok(Archive {
            path: path.to_owned(),
            sweeps: Mutex::default(),
        })
    }

    fn store(&self, access: Access) -> Result<Store, StoreError> {
        Store::open(&self.path, access)
    }

    fn going(&self) -> MutexGuard<'_, BTreeMap<i64, Going>> {
        lock(&self.sweeps)
    }

    /// What there is: how many runs, which columns, named scenarios and sweeps.
    pub(super) fn overview(&self) -> Result<Value, StoreError> {
        let store = self.store(Access::Read)?;
        let columns = store.cells().into_iter().map(|cell| {
            let named = cell.named;
            json!({ "name": named.name, "kind": named.kind.word(), "unit": named.unit, "help": named.help })
        });
        let simulations = store.simulations()?;
        let sweeps = store.sweeps()?;
        Ok(json!({
            "runs": store.count(None)?,
            "columns": columns.collect::<Vec<_>>(),
            "simulations": simulations.iter().map(simulation).collect::<Vec<_>>(),
            "sweeps": sweeps.iter().map(|sweep| self.sweep(sweep)).collect::<Vec<_>>(),
        }))
    }

    fn sweep(&self, kept: &Sweep) -> Value {
        let going = self.going();
        let going = going.get(&kept.id);
        let goes_on = going.is_some_and(|going| {
            going
                .thread
                .as_ref()
                .is_some_and(|thread| !thread.is_finished())
        });
        let trouble = going.and_then(|going| lock(&going.trouble).clone());
        let ends: serde_json::Map<_, _> = kept
            .ends
            .iter()
            .map(|(end, count)| (end.clone(), json!(count)))
            .collect();
        json!({
            "id": kept.id,
            "name": kept.sweep.name,
            "began": kept.began,
            "size": kept.sweep.size,
            "finished": kept.finished(),
            "ends": ends,
            "variation": serde_json::from_str::<Value>(&kept.sweep.variation).unwrap_or_default(),
            "goes_on": goes_on,
            "trouble": trouble,
        })
    }

    /// The runs that are wanted, and how many the filter takes.
    pub(super) fn runs(&self, wanted: &Wanted) -> Result<Value, Problem> {
        let filter = wanted
            .filter
            .as_deref()
            .map(str::trim)
            .filter(|filter| !filter.is_empty());
        let filter = filter.map(str::parse).transpose();
        let filter =
            filter.map_err(|error: crate::store::FilterError| Problem::new(error.to_string()))?;
        let store = self.store(Access::Read).map_err(problem)?;
        let count = store.count(filter.as_ref()).map_err(problem)?;
        let selection = Selection {
            columns: wanted.columns.clone(),
            filter,
            order: wanted.order.clone(),
            limit: Some(wanted.limit),
            offset: wanted.offset,
        };
        let found = store.select(&selection).map_err(problem)?;
        let columns = found
            .columns()
            .iter()
            .map(|column| json!({ "name": column.name, "unit": column.unit, "help": column.help }));
        Ok(json!({
            "count": count,
            "columns": columns.collect::<Vec<_>>(),
            "rows": (0..found.rows()).map(|row| found.object(row)).collect::<Vec<_>>(),
        }))
    }

    /// Everything about one run, with its scenario as text.
    pub(super) fn run(&self, id: i64) -> Result<Value, Problem> {
        let store = self.store(Access::Read).map_err(problem)?;
        let stored = store.run(id).map_err(problem)?;
        let resolved = store.scenario(stored.run.scenario).map_err(problem)?;
        let resolved = crate::store::with_seed(resolved, &stored.run.seed);
        let mut document = Document::from_json(&format!("run {id}"), &resolved)?;
        document.confine(None, Path::new(""));
        let text = Study::read(&document)?.about().text.clone();
        let filter = format!("id = {id}").parse().ok();
        let selection = Selection {
            filter,
            ..Selection::default()
        };
        let found = store.select(&selection).map_err(problem)?;
        let inputs = store.inputs(id).map_err(problem)?;
        Ok(json!({
            "run": found.object(0),
            "scenario": text,
            "resolved": resolved,
            "inputs": inputs.len(),
        }))
    }

    /// Keeps a run that was carried out here, and gives its number; `None` where it could not be repeated.
    pub(super) fn keep(
        &self,
        study: &Study,
        engine: Engine,
        report: &RunReport,
        log: &Log,
        began: (SystemTime, Duration),
    ) -> Result<Option<i64>, StoreError> {
        let mut store = self.store(Access::Write)?;
        let about = study.about();
        let record = about
            .record
            .file
            .as_ref()
            .map(|file| file.display().to_string());
        let (scenario, setup) = origins(&mut store, study, engine)?;
        let circumstances = Circumstances {
            scenario,
            setup,
            simulation: None,
            place: None,
            began: began.0,
            took: began.1,
            log: Some(log),
            record: record.as_deref(),
        };
        let words = about.expect.disappointed_by(report);
        let Some(run) = row(study, report, words, &circumstances) else {
            return Ok(None);
        };
        store.keep_runs(std::slice::from_ref(&run))?;
        Ok(Some(store.last_run()))
    }

    /// Keeps a scenario that somebody has sent under a name: a new one, or the next version of one.
    pub(super) fn name(
        &self,
        confine: &Confine,
        name: &str,
        text: &str,
        note: &str,
        edits: bool,
    ) -> Result<Value, Problem> {
        NewSimulation::check_name(name).map_err(problem)?;
        let study = confine.read(name, text, &[])?;
        let model = study.about().model;
        let describe = |path: &str| Some((String::new(), explain(model, path)?.to_owned()));
        let mut store = self.store(Access::Write).map_err(problem)?;
        let scenario = store
            .keep_scenario(&study.about().resolved, &describe)
            .map_err(problem)?;
        // A text that names files is not whole; what was read of it is.
        let mut own = Document::parse(name, text)?;
        own.confine(None, Path::new(""));
        let text = match Study::read(&own) {
            Ok(_) => text.to_owned(),
            Err(_) => study.about().text.clone(),
        };
        let new = NewSimulation {
            name: name.to_owned(),
            scenario,
            text,
            note: note.to_owned(),
        };
        let version = store.add_simulation(&new, edits).map_err(problem)?;
        Ok(json!({ "name": name, "version": version }))
    }

    /// Forgets a named scenario with all its versions; its runs stay.
    pub(super) fn unname(&self, name: &str) -> Result<Value, Problem> {
        let mut store = self.store(Access::Write).map_err(problem)?;
        store.remove_simulation(name, false).map_err(problem)?;
        Ok(json!({ "name": name }))
    }

    /// Begins a sweep that somebody has sent, or goes on with it.
    pub(super) fn begin(
        self: &Arc<Self>,
        confine: &Confine,
        wish: &Wish,
    ) -> Result<Value, Problem> {
        let plan = plan(confine, wish)?;
        let mut going = self.going();
        let busy = going
            .values()
            .filter(|going| going.thread.as_ref().is_some_and(|one| !one.is_finished()));
        if busy.count() >= MOST_SWEEPS {
            return Err(Problem::new(format!(
                "{MOST_SWEEPS} sweeps go on already: stop one first"
            )));
        }
        let store = self.store(Access::Write).map_err(problem)?;
        let hash = plan.hash();
        let known = store.sweeps().map_err(problem)?;
        if let Some(known) = known.iter().find(|sweep| sweep.sweep.hash == hash)
            && going
                .get(&known.id)
                .is_some_and(|one| one.thread.as_ref().is_some_and(|one| !one.is_finished()))
        {
            return Err(Problem::new(format!(
                "this is sweep {}, which goes on already",
                known.id
            )));
        }
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let sweeping = Sweeping {
            name: wish.name.clone(),
            simulation: None,
            workers,
        };
        let (control, progress, trouble) =
            (Arc::new(Control::default()), Arc::default(), Arc::default());
        let (told, first) = std::sync::mpsc::channel();
        let job = Job {
            plan,
            store,
            sweeping,
            control: Arc::clone(&control),
            progress: Arc::clone(&progress),
            trouble: Arc::clone(&trouble),
            told,
        };
        let thread = std::thread::Builder::new()
            .name("sweep".to_owned())
            .spawn(move || job.carry_out());
        let thread =
            thread.map_err(|error| Problem::new(format!("no thread could be started: {error}")))?;
        let one = Going {
            control,
            progress,
            trouble: Arc::clone(&trouble),
            thread: Some(thread),
        };
        // The sweep says its number as soon as it is in the store, or that it will never be there.
        let Ok(id) = first.recv() else {
            let words = lock(&trouble).clone();
            return Err(Problem::new(
                words.unwrap_or_else(|| "the sweep could not begin".to_owned()),
            ));
        };
        going.insert(id, one);
        drop(going);
        let kept = self
            .store(Access::Read)
            .and_then(|store| store.sweep(id))
            .map_err(problem)?;
        Ok(self.sweep(&kept))
    }

    /// How far a sweep has come.
    pub(super) fn one_sweep(&self, id: i64) -> Result<Value, Problem> {
        let kept = self
            .store(Access::Read)
            .and_then(|store| store.sweep(id))
            .map_err(problem)?;
        Ok(self.sweep(&kept))
    }

    /// Stops a sweep that goes on here; one that has ended stays as it is.
    pub(super) fn stop(&self, id: i64) -> Result<Value, Problem> {
        let going = self.going();
        let Some(one) = going.get(&id) else {
            return Err(Problem::new(format!("no sweep {id} goes on here")));
        };
        one.control.interrupt();
        let progress = lock(&one.progress).clone();
        Ok(json!({ "id": id, "done": progress.done }))
    }

    /// Stops all sweeps and waits until what they have done is kept.
    pub(super) fn close(&self) {
        let mut going = self.going();
        going.values().for_each(|one| one.control.interrupt());
        for one in going.values_mut() {
            if let Some(thread) = one.thread.take() {
                // A thread that panicked has nothing more to keep.
                let _ = thread.join();
            }
        }
    }
}

/// A sweep in a thread of its own.
struct Job {
    plan: Plan,
    store: Store,
    sweeping: Sweeping,
    control: Arc<Control>,
    progress: Arc<Mutex<Progress>>,
    trouble: Arc<Mutex<Option<String>>>,
    told: std::sync::mpsc::Sender<i64>,
}

impl Job {
    fn carry_out(self) {
        let (progress, told) = (self.progress, self.told);
        let carried = carry_out(
            &self.plan,
            self.store,
            &self.sweeping,
            &self.control,
            move |now| {
                // Nobody listens after the first time.
                let _ = told.send(now.sweep);
                now.clone_into(&mut lock(&progress));
            },
        );
        if let Err(error) = carried {
            *lock(&self.trouble) = Some(error.to_string());
        }
    }
}

/// The plan of a sweep that somebody has sent: every variant may do what a scenario may that comes from
/// elsewhere, and no more.
fn plan(confine: &Confine, wish: &Wish) -> Result<Plan, Problem> {
    confine.measure(&wish.text)?;
    let mut document = Document::parse(&wish.name, &wish.text)?;
    confine.prepare(&mut document);
    let mut variation = Variation::none();
    for flag in &wish.vary {
        let wrong = |what: String| Problem::new(format!("{flag}: {what}"));
        let (path, list) = flag.split_once('=').ok_or_else(|| {
            wrong("expected PATH=VALUES, such as swarm.robots=10..100:10".to_owned())
        })?;
        let list = values(list).map_err(wrong)?;
        variation.cross(path.trim(), list).map_err(wrong)?;
    }
    let seeds: Seeds = wish
        .seeds
        .parse()
        .map_err(|what: String| Problem::new(what))?;
    let limits = Limits {
        seconds: wish
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        memory: Some(MOST_MEMORY),
    };
    let runs = variation
        .points()
        .map(|points| (points, u128::from(points) * seeds.count()));
    if runs.is_none_or(|(points, runs)| points > MOST_VARIANTS || runs > u128::from(MOST_RUNS)) {
        let words =
            format!("expected a sweep of at most {MOST_RUNS} runs and {MOST_VARIANTS} variants");
        return Err(Problem::new(words));
    }
    confine.weigh(document.robots())?;
    for point in 0..variation.points().unwrap_or(0) {
        let mut variant = document.clone();
        for (path, value) in variation.point(point) {
            variant.set_by(&format!("{path}={value}"), &path, &value)?;
        }
        confine.weigh(variant.robots())?;
        confine.allow(&Study::read(&variant)?)?;
    }
    let plan = Plan::new(document, variation, seeds, limits);
    let mut plan = plan.map_err(|error| Problem::new(error.to_string()))?;
    plan.check()
        .map_err(|error| Problem::new(error.to_string()))?;
    Ok(plan)
}

fn simulation(one: &Simulation) -> Value {
    json!({
        "name": one.simulation.name,
        "version": one.version,
        "runs": one.runs,
        "model": one.model,
        "added": one.added,
        "note": one.simulation.note,
        "text": one.simulation.text,
    })
}

fn problem(error: StoreError) -> Problem {
    Problem::new(error.to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
