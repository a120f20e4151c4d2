//! Tests over whole files: what is read, what a comparison finds, what is refused.

mod compare;
mod damaged;
mod files;

use super::*;
use std::path::{Path, PathBuf};

/// The folder of the recorded runs.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reference")
}

/// All runs of a file in the folder of the recorded runs.
fn runs(file: &str) -> Vec<ReferenceRun> {
    read_file(&folder().join(file)).unwrap()
}

/// The only run of a file.
fn run(file: &str) -> ReferenceRun {
    let mut runs = runs(file);
    assert_eq!(runs.len(), 1);
    runs.remove(0)
}

/// The recorded events as if our simulator had reported them.
fn seen_events(run: &ReferenceRun) -> Vec<SeenEvent> {
    run.events.iter().map(SeenEvent::from).collect()
}

/// The recorded robots as if our simulator had reported them.
fn seen_robots(run: &ReferenceRun) -> Vec<SeenRobot> {
    let seen = |robot: &ReferenceRobot| SeenRobot {
        x: robot.x,
        y: robot.y,
        target: robot.target.known().flatten(),
        state: robot.state,
        frozen: robot.frozen.known().unwrap_or(false),
        terminated: robot.terminated,
        light: robot.light.known().flatten(),
        travelled: robot.travelled,
    };
    run.finals.iter().flatten().map(seen).collect()
}

/// Compares events and robots with a run that ends as recorded.
fn compare(run: &ReferenceRun, events: &[SeenEvent], robots: &[SeenRobot]) -> Report {
    let mut comparison = Comparison::new(run.clone());
    events.iter().for_each(|event| comparison.event(event));
    comparison.finish(run.ended, run.end_time.unwrap_or(0.0), robots)
}
