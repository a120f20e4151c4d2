//! A run as a row of the store.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::engine::Engine;
use crate::model::{Clock, End};
use crate::store::{Metric, Run, Setup, Store, StoreError};
use crate::study::live::Log;
use crate::study::{RunReport, Study, explain};

/// What is known of a run besides its report.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// What it was made of, as the store numbered it.
    pub scenario: i64,
    /// What it was made with, as the store numbered it.
    pub setup: i64,
    /// The named scenario that it belongs to, if any.
    pub simulation: Option<i64>,
    /// The sweep that it belongs to, with its place there, if any.
    pub place: Option<(i64, u64)>,
    /// When it began.
    pub began: SystemTime,
    /// How much real time it took.
    pub took: Duration,
    /// What came from outside, where [`Study::log`] asked for a log.
    pub log: Option<&'a Log>,
    /// Where its record is, if it left one.
    pub record: Option<&'a str>,
}

/// What runs of a study on this engine are made with.
#[must_use]
pub fn setup(study: &Study, engine: Engine) -> Setup {
    let clock = match study.about().clock {
        Clock::Virtual => "virtual",
        Clock::Wall(_) => "wall",
    };
    Setup {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine: engine.name().to_owned(),
        threads: engine.threads() as u64,
        clock: clock.to_owned(),
        platform: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
    }
}

/// Keeps what a run was made of and made with, and gives their numbers.
///
/// # Errors
///
/// What the database says.
pub fn origins(store: &mut Store, study: &Study, engine: Engine) -> Result<(i64, i64), StoreError> {
    let about = study.about();
    let describe = |path: &str| Some((String::new(), explain(about.model, path)?.to_owned()));
    let scenario = store.keep_scenario(&about.resolved, &describe)?;
    Ok((scenario, store.keep_setup(&setup(study, engine))?))
}

/// A run as the store keeps it; `disappointments` is what it did otherwise than expected.
///
/// `None` where more came from outside than a log notes, so that it could not be repeated.
#[must_use]
pub fn row(
    study: &Study,
    report: &RunReport,
    disappointments: Vec<String>,
    about: &Circumstances<'_>,
) -> Option<Run> {
    let past = study.past(report, about.log)?;
    let began = about
        .began
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let error = report.error.as_ref().map(ToString::to_string);
    let record_error = report.record_error.as_ref().map(ToString::to_string);
    Some(Run {
        scenario: about.scenario,
        setup: about.setup,
        simulation: about.simulation,
        place: about.place,
        seed: study.about().seed.clone(),
        end: report.end.name().to_owned(),
        time: report.time,
        events: report.events,
        digest: report.digest.clone(),
        dice: report.dice.clone(),
        disappointments,
        error: record_error.or(error),
        record: about.record.map(str::to_owned),
        began: i64::try_from(began.as_millis()).unwrap_or(i64::MAX),
        seconds: about.took.as_secs_f64(),
        metrics: metrics(study, report),
        inputs: past.to_text().into_bytes(),
    })
}

/// A run that could not be carried out, as the store keeps it.
#[must_use]
pub fn failed(study: &Study, error: String, about: &Circumstances<'_>) -> Run {
    let began = about
        .began
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Run {
        scenario: about.scenario,
        setup: about.setup,
        simulation: about.simulation,
        place: about.place,
        seed: study.about().seed.clone(),
        end: End::Failed.name().to_owned(),
        time: 0.0,
        events: 0,
        digest: String::new(),
        dice: None,
        disappointments: vec![error.clone()],
        error: Some(error),
        record: None,
        began: i64::try_from(began.as_millis()).unwrap_or(i64::MAX),
        seconds: about.took.as_secs_f64(),
        metrics: Vec::new(),
        inputs: Vec::new(),
    }
}

/// What was measured of a run: the figures of its model by their keys, and those of its monitors by
/// `monitor.figure`, with the verdict as `monitor.holds`.
fn metrics(study: &Study, report: &RunReport) -> Vec<Metric> {
    let metric = |name: String, value: &Value, help: &str| Metric {
        name,
        value: value.clone(),
        unit: String::new(),
        help: help.to_owned(),
    };
    let figures = report.figures.iter();
    let figures = figures.map(|figure| metric(figure.key.to_owned(), &figure.value, figure.label));
    let mut metrics: Vec<Metric> = figures.collect();
    for finding in &report.monitors {
        let known = study
            .monitors()
            .iter()
            .find(|known| known.name == finding.name);
        if let Some(holds) = finding.holds {
            let name = format!("{}.holds", finding.name);
            metrics.push(metric(name, &holds.into(), "whether the property holds"));
        }
        for (key, value) in &finding.figures {
            let mut entries = known.into_iter().flat_map(|known| known.figures);
            let help = entries
                .find(|entry| entry.key == *key)
                .map_or("", |entry| entry.summary);
            metrics.push(metric(format!("{}.{key}", finding.name), value, help));
        }
    }
    metrics
}
