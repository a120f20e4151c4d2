//! Many runs of one scenario.

use std::thread::{Builder, ScopedJoinHandle};

use super::TheoryError;
use crate::engine::{Engine, Observer, Simulation};
use crate::math::Point;
use crate::model::oblot::Oblot;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::{End, Extras};
use crate::scenario::Document;

/// What a run came to.
pub(super) struct Ran<O> {
    /// Why it ended.
    pub(super) end: End,
    /// The time of its last event.
    pub(super) time: f64,
    /// How many events there were.
    pub(super) events: u64,
    /// The robots at the end, by id.
    pub(super) robots: Vec<Robot>,
    /// Whoever watched.
    pub(super) observer: O,
}

impl<O> Ran<O> {
    /// Where the robots are at the end.
    pub(super) fn positions(&self) -> Vec<Point> {
        let at = |robot: &Robot| robot.position_at(self.time);
        self.robots.iter().map(at).collect()
    }
}

/// Runs the scenario `text` on the inline engine, with numbers and words in the place of names in
/// braces.
pub(super) fn run<O: Observer<Oblot>>(
    text: &str,
    replacements: &[(&str, String)],
    observer: O,
) -> Result<Ran<O>, TheoryError> {
    let plan = scenario(text, replacements)?.plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 })?;
    let (observer, end) = simulation.run(observer);
    let state = simulation.state()?;
    let status = simulation.status();
    Ok(Ran {
        end: end?,
        time: status.time,
        events: status.events,
        robots: state.robots.into_iter().flatten().collect(),
        observer,
    })
}

/// Does something once for each seed, on two threads, and gives the results in the order of the
/// seeds.
pub(super) fn for_seeds<T: Send>(
    seeds: u64,
    run: impl Fn(u64) -> Result<T, TheoryError> + Sync,
) -> Result<Vec<T>, TheoryError> {
    let half = |first: u64| {
        let run = &run;
        move || {
            let seeds = (first..seeds).step_by(2);
            seeds.map(run).collect::<Result<Vec<T>, TheoryError>>()
        }
    };
    let (even, odd) = std::thread::scope(|scope| {
        let odd = Builder::new().spawn_scoped(scope, half(1));
        let even = half(0)();
        match odd.map(ScopedJoinHandle::join) {
            Ok(Ok(odd)) => (even, odd),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // The system has no thread to give.
            Err(_) => (even, half(1)()),
        }
    });
    let (mut even, mut odd) = (even?.into_iter(), odd?.into_iter());
    let mut all = Vec::new();
    loop {
        match (even.next(), odd.next()) {
            (None, None) => return Ok(all),
            (a, b) => all.extend(a.into_iter().chain(b)),
        }
    }
}

/// Points as a list in TOML.
pub(super) fn toml(points: &[Point]) -> String {
    let point = |p: &Point| format!("[{:?}, {:?}]", p.x, p.y);
    let points: Vec<_> = points.iter().map(point).collect();
    format!("[{}]", points.join(", "))
}

/// Where the robots of the scenario `text` start.
pub(super) fn start(
    text: &str,
    replacements: &[(&str, String)],
) -> Result<Vec<Point>, TheoryError> {
    let plan = scenario(text, replacements)?.plan(Extras::default());
    Ok(plan.robots.iter().map(Robot::position).collect())
}

/// A text with numbers and words in the place of names in braces.
pub(super) fn replaced(text: &str, replacements: &[(&str, String)]) -> String {
    let replace =
        |text: String, (name, value): &(&str, String)| text.replace(&format!("{{{name}}}"), value);
    replacements.iter().fold(text.to_owned(), replace)
}

fn scenario(text: &str, replacements: &[(&str, String)]) -> Result<Scenario, TheoryError> {
    let document = Document::parse("theory", &replaced(text, replacements))?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    root.finish()?;
    Ok(scenario)
}
