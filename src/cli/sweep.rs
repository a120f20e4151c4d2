//! `formicary sweep`: many runs of one scenario, kept in a store.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::attend::catch_interrupts_with;
use super::common::{Exit, Failed, print};
use super::run::{grouped, seconds};
use super::storing::{StoreArgs, named};
use crate::model::End;
use crate::scenario::Seeds;
use crate::store::Access;
use crate::sweep::file::SweepFile;
use crate::sweep::variation::{Variation, values};
use crate::sweep::{
    Control, Limits, MOST_RUNS, Plan, Progress, Shard, SweepError, Sweeping, carry_out,
};

/// Runs a scenario many times, with other parameters and other seeds, and keeps every run in a store.
///
/// All variants come with the first seed, then all with the second, and so on; so all variants meet the
/// same seeds, and share their random numbers wherever they ask for the same. A run depends on nothing
/// but its scenario and its seed: the results are the same with any number of workers, and after any
/// number of interruptions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Values of --vary: 1,2,5 is a list, 10..100:10 a range of which both ends belong to it (without a step, \
it is 1), and both mix: 1,2,10..20:5. Several --vary give all combinations. A sweep file (see \
docs/sweeps.md) can also vary parameters side by side, list points, or draw them.

Examples:
  formicary sweep scenarios/oblot/gathering.toml --seeds 0..99
  formicary sweep scenarios/oblot/gathering.toml --vary scheduler.rate=1,2,5 \\
      --vary swarm.robots=10..100:10 --seeds 0..999 --store runs.db
  formicary sweep study.toml --resume
  formicary sweep study.toml --shard 3/16 --store part3.db")]
pub(super) struct Args {
    /// The scenario file, or a sweep file.
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Varies a parameter: its path and its values; repeatable.
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Vec<String>,
    /// The seeds, such as 0..999 or 1,5,9; the scenario's own if missing.
    #[arg(long, value_name = "SEEDS")]
    seeds: Option<Seeds>,
    /// Sets a field of the scenario for all runs; repeatable.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// How many runs go on at the same time; one for each core if missing.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Goes on with a sweep that is in the store; starts it where it is not.
    #[arg(long)]
    resume: bool,
    /// Carries out a part of the sweep, such as 3/16; `formicary runs merge` joins the stores.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Ends each run at this simulated time.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    until: Option<String>,
    /// Ends each run after so many events.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    events: Option<String>,
    /// Ends each run after so many seconds of real time, with the end `timeout`.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Does not begin runs that would take more memory, such as 512MiB or 2GiB, by the model's own estimate.
    #[arg(long, value_name = "SIZE", value_parser = crate::sweep::file::bytes)]
    memory: Option<u64>,
    /// What the sweep is called; the name of the file if missing.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Begins a sweep of more than ten million runs.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    json: bool,
    /// No progress bar, and no summary.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let (sweeping, mut plan) = plan(args)?;
    if plan.size() > MOST_RUNS && !args.yes {
        let text = format!(
            "the sweep has {} runs ({} variants, {} seeds); --yes begins one of more than {}",
            grouped(plan.size()),
            grouped(plan.points()),
            plan.seeds().count(),
            grouped(MOST_RUNS)
        );
        return Err(Failed::Usage(text));
    }
    // Before there is a store of a sweep that cannot be.
    plan.check()?;
    let store = args.store.open(Access::Create)?;
    let known = store.sweeps()?;
    let known = known.iter().find(|sweep| sweep.sweep.hash == plan.hash());
    if let Some(known) =
        known.filter(|sweep| !args.resume && args.shard.is_none() && sweep.finished() > 0)
    {
        let text = format!(
            "{}: the sweep is there already, with {} of {} runs; --resume goes on with it",
            named(&args.store.path()),
            grouped(known.finished()),
            grouped(known.sweep.size)
        );
        return Err(Failed::Usage(text));
    }
    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    catch_interrupts_with(move || {
        let again = stopper.is_stopped();
        stopper.interrupt();
        again
    })?;
    let bar = bar(args.quiet || args.json);
    let shown = bar.clone();
    let began = Instant::now();
    let carried = carry_out(&plan, store, &sweeping, &control, move |progress| {
        if let Some(bar) = &shown {
            show(bar, progress);
        }
    });
    let (store, progress) = match carried {
        Err(SweepError::Stopped) => return Ok(Exit::Interrupted),
        other => other?,
    };
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let took = began.elapsed();
    // Whoever looks at the file alone finds all of it.
    drop(store);
    if args.json {
        print(&format!("{:#}\n", to_json(args, &plan, &progress, took)))?;
    } else if !args.quiet {
        print(&summary(args, &plan, &progress, took))?;
    }
    Ok(exit(&progress, &control))
}

/// The sweep that the flags and the file mean, and its name.
fn plan(args: &Args) -> Result<(Sweeping, Plan), Failed> {
    let (document, simulation) = super::sim::document(&args.scenario, &args.store.path())?;
    let mut file = match SweepFile::is_one(&document) {
        true => SweepFile::read(&document)?,
        false => SweepFile::default(),
    };
    file.set.extend(args.set.iter().cloned());
    file.time = args.until.clone().or(file.time);
    file.events = args.events.clone().or(file.events);
    file.seeds = args.seeds.clone().or(file.seeds);
    file.limits = Limits {
        seconds: args.timeout.or(file.limits.seconds),
        memory: args.memory.or(file.limits.memory),
    };
    for flag in &args.vary {
        let varied = vary(&mut file.variation, flag);
        varied.map_err(|what| Failed::Usage(format!("--vary {flag}: {what}")))?;
    }
    let stem = args
        .scenario
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let name = args.name.clone().or(file.name.clone());
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let sweeping = Sweeping {
        name: name.unwrap_or_else(|| stem.into_owned()),
        simulation,
        workers: args.workers.map_or_else(cores, usize::from),
    };
    let set = file
        .set
        .iter()
        .filter_map(|one| one.split_once('='))
        .map(|(path, _)| path.trim());
    let set = set.chain(file.time.iter().map(|_| "limits.time"));
    let set: Vec<&str> = set
        .chain(file.events.iter().map(|_| "limits.events"))
        .collect();
    if let Some(both) = file.variation.paths().find(|path| set.contains(path)) {
        return Err(Failed::Usage(format!(
            "{both} is set and varied: expected one of both"
        )));
    }
    let own = ["record.file", "store.file"];
    if let Some(own) = file.variation.paths().find(|path| own.contains(path)) {
        return Err(Failed::Usage(format!(
            "{own} cannot be varied: a sweep keeps its runs in one store"
        )));
    }
    let plan = match SweepFile::is_one(&document) {
        true => file.plan(args.scenario.parent().unwrap_or(Path::new("")))?,
        false => file.plan_of(document)?,
    };
    Ok((sweeping, plan.sharded(args.shard.unwrap_or_default())))
}

fn vary(variation: &mut Variation, flag: &str) -> Result<(), String> {
    let (path, list) = flag
        .split_once('=')
        .ok_or("expected PATH=VALUES, such as swarm.robots=10..100:10")?;
    variation.cross(path.trim(), values(list)?)
}

fn exit(progress: &Progress, control: &Control) -> Exit {
    let count = |end: End| {
        let found = progress.ends.iter().find(|(word, _)| word == end.name());
        found.map_or(0, |(_, count)| *count)
    };
    match () {
        () if control.is_stopped() => Exit::Interrupted,
        () if count(End::Failed) > 0 => Exit::RunFailed,
        () if progress.disappointing > 0 => Exit::Differs,
        () => Exit::Expected,
    }
}

fn ends(progress: &Progress) -> Vec<(String, u64)> {
    let mut ends = progress.ends.clone();
    ends.sort();
    ends
}

fn summary(args: &Args, plan: &Plan, progress: &Progress, took: Duration) -> String {
    let mut lines = vec![
        ("sweep", format!("{} ({})", progress.sweep, plan.hash())),
        ("store", named(&args.store.path())),
        ("variants", grouped(plan.points())),
        ("seeds", plan.seeds().to_string()),
        ("runs", grouped(progress.all)),
    ];
    if progress.before > 0 {
        lines.push(("done before", grouped(progress.before)));
    }
    lines.push(("done now", grouped(progress.done)));
    for (end, count) in ends(progress) {
        lines.push(("", format!("{end} {}", grouped(count))));
    }
    if progress.disappointing > 0 {
        lines.push(("not as expected", grouped(progress.disappointing)));
    }
    let rate = progress.done as f64 / took.as_secs_f64().max(1e-9);
    lines.push(("runs per second", grouped(rate as u64)));
    let left = progress.all - progress.before - progress.done;
    if left > 0 {
        lines.push(("left", format!("{}; --resume goes on", grouped(left))));
    }
    let lines = lines
        .iter()
        .map(|(label, value)| format!("{label:15}  {value}\n"));
    lines.collect()
}

fn to_json(args: &Args, plan: &Plan, progress: &Progress, took: Duration) -> serde_json::Value {
    let ends: serde_json::Map<_, _> = ends(progress)
        .into_iter()
        .map(|(end, count)| (end, json!(count)))
        .collect();
    json!({
        "sweep": progress.sweep,
        "hash": plan.hash(),
        "store": named(&args.store.path()),
        "variants": plan.points(),
        "seeds": plan.seeds().to_string(),
        "runs": progress.all,
        "before": progress.before,
        "done": progress.done,
        "ends": ends,
        "disappointing": progress.disappointing,
        "seconds": took.as_secs_f64(),
    })
}

/// The bar, and when the sweep began, for the rate.
#[derive(Clone)]
struct Bar {
    bar: ProgressBar,
    began: Arc<Mutex<Option<Instant>>>,
}

impl Bar {
    fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(quiet: bool) -> Option<Bar> {
    if quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(0);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    Some(Bar {
        bar,
        began: Arc::default(),
    })
}

fn show(bar: &Bar, progress: &Progress) {
    let mut began = bar.began.lock().unwrap_or_else(PoisonError::into_inner);
    let began = *began.get_or_insert_with(Instant::now);
    let rate = progress.done as f64 / began.elapsed().as_secs_f64().max(1e-3);
    let left = progress.all - progress.before - progress.done;
    let left = Duration::from_secs_f64((left as f64 / rate.max(1e-3)).min(1e9));
    bar.bar.set_length(progress.all);
    bar.bar.set_position(progress.before + progress.done);
    let left = indicatif::HumanDuration(left);
    bar.bar
        .set_message(format!("{} runs/s  {left} left", grouped(rate as u64)));
}
