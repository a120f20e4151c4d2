//! `formicary stats`: what the runs of a store say.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::attend::catch_interrupts_with;
use super::common::{Exit, Failed, print, width};
use super::storing::{SelectionArgs, StoreArgs};
use crate::stats::StatsError;
use crate::stats::bootstrap::{Bootstrap, Method};
use crate::stats::fit::Model;
use crate::stats::report::{FitOptions, FitPoints, Options, Report, SurvivalOptions, report};
use crate::store::{Access, Store};

/// Sums up the runs of a store: distributions with intervals, shares, survival curves, comparisons, fits.
///
/// Numbers have count, quartiles, and the mean with a bootstrap interval; what is text or yes and no has shares
/// with Wilson intervals. docs/statistics.md says how each figure is computed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary stats --by swarm.robots,scheduler.kind --metric events,epochs,diameter_after
  formicary stats --by scheduler.rate --metric end
  formicary stats --by scheduler.rate --metric epochs --pairs
  formicary stats --by scheduler.rate --metric epochs --paired-by seed,swarm.robots
  formicary stats --metric epochs --fit logarithm,power --against swarm.robots
  formicary stats --by scheduler.rate --survival terminated --where 'sweep = 3' --json")]
pub(super) struct Args {
    /// The columns by which runs are grouped, separated by commas.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    by: Vec<String>,
    /// The columns to sum up, separated by commas.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    metric: Vec<String>,
    #[command(flatten)]
    which: SelectionArgs,
    /// Compares all pairs of groups: a test with Holm's correction, and an effect size.
    #[arg(long)]
    pairs: bool,
    /// Compares runs with equal values of these columns, such as seed: their differences are tested.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    paired_by: Vec<String>,
    /// Survival curves of the time to these ends, separated by commas; other ends are censored.
    #[arg(long, value_name = "ENDS", value_delimiter = ',')]
    survival: Vec<String>,
    /// What the time of survival curves is.
    #[arg(
        long,
        value_name = "COLUMN",
        default_value = "time",
        requires = "survival"
    )]
    time: String,
    /// Fits laws of growth.
    #[arg(long, value_name = "LAWS", value_delimiter = ',', requires = "against")]
    fit: Vec<Law>,
    /// The size n with which a metric grows, such as swarm.robots.
    #[arg(long, value_name = "COLUMN", requires = "fit")]
    against: Option<String>,
    /// Fits the median of each size, and not every run.
    #[arg(long, requires = "fit")]
    medians: bool,
    /// The confidence of all intervals.
    #[arg(
        long,
        value_name = "C",
        default_value_t = 0.95,
        allow_negative_numbers = true
    )]
    confidence: f64,
    /// How many resamples a bootstrap draws; with 0 means have no intervals.
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().resamples,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    resamples: u32,
    /// How a bootstrap makes an interval.
    #[arg(long, value_enum, default_value_t = How::Percentile)]
    bootstrap: How,
    /// The seed of the bootstraps.
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    seed: u64,
    #[command(flatten)]
    store: StoreArgs,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// The laws of growth.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Law {
    /// a + b ln n.
    Logarithm,
    /// a n^b, by least squares on logarithms.
    Power,
    /// a n^b, by nonlinear least squares.
    PowerLeastSquares,
}

impl From<Law> for Model {
    fn from(law: Law) -> Self {
        match law {
            Law::Logarithm => Model::Logarithm,
            Law::Power => Model::Power,
            Law::PowerLeastSquares => Model::PowerLeastSquares,
        }
    }
}

/// How a bootstrap makes an interval.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    /// The quantiles of the resampled means.
    Percentile,
    /// Bias-corrected and accelerated.
    Bca,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    let store = args.store.open(Access::Read)?;
    let report = match sum_up(args, &store) {
        Err(Failed::Stats(error)) if *error == StatsError::Stopped => return Ok(Exit::Interrupted),
        other => other?,
    };
    if args.json {
        let json = serde_json::to_value(&report).unwrap_or_default();
        print(&format!("{json:#}\n"))?;
    } else {
        print(&report.to_text(width()))?;
    }
    Ok(Exit::Expected)
}

fn sum_up(args: &Args, store: &Store) -> Result<Report, Failed> {
    let options = Options {
        by: args.by.clone(),
        metrics: args.metric.clone(),
        resamples: args.resamples,
        method: match args.bootstrap {
            How::Percentile => Method::Percentile,
            How::Bca => Method::Bca,
        },
        confidence: args.confidence,
        seed: args.seed,
        survival: survival(args),
        pairs: args.pairs,
        paired_by: args.paired_by.clone(),
        fit: fit(args),
    };
    let options = options.try_renamed(&mut |name| store.column(name).map(|named| named.name))?;
    let data = store.select(&args.which.selection(&options.columns())?)?;
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    catch_interrupts_with(move || stopper.swap(true, Ordering::Relaxed))?;
    let bar = bar(args.json);
    let report = report(&data, &options, &mut |done, all| {
        if let Some(bar) = &bar {
            bar.set_length(all);
            bar.set_position(done);
        }
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(report?)
}

fn survival(args: &Args) -> Option<SurvivalOptions> {
    (!args.survival.is_empty()).then(|| SurvivalOptions {
        time: args.time.clone(),
        end: "end".to_owned(),
        ends: args.survival.clone(),
    })
}

fn fit(args: &Args) -> Option<FitOptions> {
    let models = args.fit.iter().map(|law| Model::from(*law));
    Some(FitOptions {
        models: models.collect(),
        against: args.against.clone()?,
        points: match args.medians {
            true => FitPoints::Medians,
            false => FitPoints::Rows,
        },
    })
}

fn bar(quiet: bool) -> Option<ProgressBar> {
    if quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(0);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} resamples  {eta} left") {
        bar.set_style(style);
    }
    Some(bar)
}
